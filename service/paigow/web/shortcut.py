"""A way past the web framework for plain GETs of the splits of a hand, the most frequent request.

Routing a request and wrapping its answer takes the framework about as long as the kernel takes to count. The reply is
the same either way, since `splits.splits_reply` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from paigow.web.reading import query_values
from paigow.web.replies import StartResponse
from paigow.web.splits import splits_reply

PATH = "/v1/splits"

Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


class Shortcut:
    """A WSGI application that answers plain GETs of the splits itself, and hands everything else to `application`."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        if not _is_plain(environ):
            return self.application(environ, start_response)
        accept_language = environ.get("HTTP_ACCEPT_LANGUAGE", "")
        return splits_reply(query_values(environ), accept_language, in_body=False).start(start_response)


def _is_plain(environ: dict[str, Any]) -> bool:
    """Whether a request is a GET of the splits without a body and without If-None-Match."""
    get = environ.get
    return (
        environ["PATH_INFO"] == PATH
        and environ["REQUEST_METHOD"] == "GET"
        and not (get("HTTP_IF_NONE_MATCH") or get("CONTENT_LENGTH") or get("HTTP_TRANSFER_ENCODING"))
    )
