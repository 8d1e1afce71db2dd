"""The HTTP service: a Flask application made by `create_app`. Nothing below this package knows HTTP."""

from paigow.web.app import create_app

__all__ = ["create_app"]
