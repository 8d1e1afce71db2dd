"""The yardstick of `tests.bench.http`: a Flask application with one route that returns a body of a given size."""

from __future__ import annotations

import os

from flask import Flask, Response


def create_app() -> Flask:
    """The application; the size is `BODY_BYTES` of the environment."""
    app = Flask(__name__)
    body = b"x" * int(os.environ.get("BODY_BYTES", "14000"))

    @app.get("/v1/splits")
    def constant() -> Response:
        return Response(body, content_type="application/json")

    return app
