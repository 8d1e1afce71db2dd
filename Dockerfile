FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE openapi.yaml ./
COPY service service
RUN python -m venv /opt/paigow && /opt/paigow/bin/pip install --no-cache-dir .

FROM python:3.11-slim
RUN useradd --system paigow && mkdir /var/cache/paigow && chown paigow /var/cache/paigow
COPY --from=build /opt/paigow /opt/paigow
# Machine code that is compiled here must run wherever the image does, and be found by any user, read-only or not.
ENV PATH=/opt/paigow/bin:$PATH PYTHONUNBUFFERED=1 PAIGOW_CACHE_DIR=/var/cache/paigow PAIGOW_TARGET=portable PAIGOW_HOST=0.0.0.0
USER paigow
# One split compiles the kernels and leaves the machine code in the image.
RUN paigow split Jk As Qs Qh Qd 7s 2s
EXPOSE 8000
HEALTHCHECK --start-period=20s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
CMD ["paigow", "serve"]
