"""What stands before the application: answers given before go out again as they are.

An answer that may be kept depends on nothing but the address, its query and the Accept-Language header. So the same
request gets the same status, headers and bytes, and need not be read, checked and routed again. Spellings of one hand
share their answer in `answers`; here each has its own entry, which holds the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any, NamedTuple

from cachetools import LRUCache

from service.web.settings import CACHED_BYTES, ENTRY_BYTES, MOST_KEY_CHARACTERS

Headers = list[tuple[str, str]]
StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]
Key = tuple[str, str, str]


_NOT_PLAIN = ("HTTP_IF_NONE_MATCH", "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING")
"""What only the application deals with: a caller who has an answer already, and bodies."""


class Given(NamedTuple):
    """An answer as it went out."""

    status: str
    headers: Headers
    body: bytes
    size: int


class Front:
    """A WSGI application that answers from memory what `application` has answered before."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._given: LRUCache[Key, Given] = LRUCache(CACHED_BYTES, getsizeof=lambda given: given.size)
        self._lock = Lock()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        key = _key(environ)
        if key is None:
            return self._application(environ, start_response)
        with self._lock:
            given = self._given.get(key)
        if given is None:
            given = self._ask(environ, key)
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
        given = Given(status, headers, body, len(body) + sum(map(len, key)) + ENTRY_BYTES)
        if status.startswith("200") and "public" in dict(headers).get("Cache-Control", ""):
            with self._lock:
                self._given[key] = given
        return given


def _key(environ: dict[str, Any]) -> Key | None:
    """What the answer depends on; None for a request that is not a plain GET."""
    if environ["REQUEST_METHOD"] != "GET" or any(environ.get(name) for name in _NOT_PLAIN):
        return None
    key = (environ["PATH_INFO"], environ.get("QUERY_STRING", ""), environ.get("HTTP_ACCEPT_LANGUAGE", ""))
    return key if sum(map(len, key)) <= MOST_KEY_CHARACTERS else None
