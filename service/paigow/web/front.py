"""What stands before the application: answers that need no web framework on the way.

To route a request and to dress its answer takes the framework about as long as the kernel takes to count. An answer
that may be kept depends on nothing but the address, its query and the Accept-Language header; so

- plain GETs of the splits of a hand go straight to the question and its answer, see `Direct`;
- every other answer that may be kept goes out again as it is, status, headers and bytes.

Spellings of one hand share their answer in `answers`; here each address has an entry of its own. What is kept has the
headers that every such answer has, and none that answers something in one request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from paigow.web.direct import PATH, Direct, Headers
from paigow.web.settings import MOST_KEY_CHARACTERS
from paigow.web.store import answers

StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]
Key = tuple[str, str, str]


KEPT_HEADERS = frozenset(
    (
        "access-control-allow-origin",
        "access-control-expose-headers",
        "cache-control",
        "content-language",
        "content-length",
        "content-type",
        "etag",
        "vary",
        "x-content-type-options",
    )
)


class Given(NamedTuple):
    """An answer as it went out."""

    status: str
    headers: Headers
    body: bytes


class Front:
    """A WSGI application that spares `application` what it need not do, or need not do again."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._direct = Direct()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        key = _key(environ)
        if key is None:
            return self._application(environ, start_response)
        if environ["PATH_INFO"] == PATH:
            if direct := self._direct.answer(environ):
                headers, body = direct
                start_response("200 OK", headers)
                return [body]
            given = self._ask(environ, key)
        else:
            given = answers.get(key) or self._ask(environ, key)
        start_response(given.status, list(given.headers))
        return [given.body]

    def _ask(self, environ: dict[str, Any], key: Key) -> Given:
        started: list[Any] = []

        def start(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], None]:
            started[:] = [status, headers]
            return lambda _: None

        parts = self._application(environ, start)
        try:
            body = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        status, headers = started
        if status.startswith("200") and "public" in dict(headers).get("Cache-Control", ""):
            headers = [(name, value) for name, value in headers if name.lower() in KEPT_HEADERS]
            if environ["PATH_INFO"] == PATH:
                self._direct.look_at(headers)
            else:
                answers.keep(key, Given(status, headers, body), len(body) + sum(map(len, key)))
        return Given(status, headers, body)


def _key(environ: dict[str, Any]) -> Key | None:
    """What the answer depends on; None for a request that is not a plain GET."""
    get = environ.get
    # A caller who has an answer already, and bodies, are for the application alone.
    if environ["REQUEST_METHOD"] != "GET" or get("HTTP_IF_NONE_MATCH") or get("CONTENT_LENGTH"):
        return None
    if get("HTTP_TRANSFER_ENCODING"):
        return None
    path, query, languages = environ["PATH_INFO"], get("QUERY_STRING", ""), get("HTTP_ACCEPT_LANGUAGE", "")
    return (path, query, languages) if len(path) + len(query) + len(languages) <= MOST_KEY_CHARACTERS else None
