"""What goes out: a reply is a value, its status, headers and body; no web framework is needed to make one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import blake2b
from http import HTTPStatus
from typing import Any, NamedTuple

from paigow.jsontext import to_json
from paigow.web.language import Language
from paigow.web.limits import FRESH_SECONDS

Header = tuple[str, str]
StartResponse = Callable[..., Any]

EXPOSED_HEADERS = ("Allow", "ETag", "Retry-After")

_ALWAYS: tuple[Header, ...] = (
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", ", ".join(EXPOSED_HEADERS)),
    ("X-Content-Type-Options", "nosniff"),
)
_CACHEABLE = ("Cache-Control", f"public, max-age={FRESH_SECONDS}")
_NOT_CACHEABLE = ("Cache-Control", "no-store")

DIGEST_BYTES = 12

_STATUS_LINES = {status.value: f"{status.value} {status.phrase.upper()}" for status in HTTPStatus}


class Reply(NamedTuple):
    """A reply. `body` is in pieces: a batch answers with megabytes, and joining them would copy them once more."""

    status: int
    headers: list[Header]
    body: list[bytes]

    def start(self, start_response: StartResponse) -> list[bytes]:
        """Start to send it as a WSGI application does. Gives the body."""
        start_response(_STATUS_LINES[self.status], self.headers)
        return self.body


class Content(NamedTuple):
    """A finished body and its strong ETag."""

    body: bytes
    etag: str


def with_etag(body: bytes) -> Content:
    """A body with its ETag, a digest of it."""
    return Content(body, blake2b(body, digest_size=DIGEST_BYTES).hexdigest())


def content_reply(
    content: Content, language: Language | None, *, cacheable: bool, content_type: str = "application/json"
) -> Reply:
    """A finished answer. `cacheable` says that a client or proxy may keep it: the answer to a GET.

    `language` is that of its words, None if it has none.
    """
    headers = [*_head(content_type, language), ("Content-Length", str(len(content.body)))]
    if cacheable:
        headers += [_CACHEABLE, ("ETag", f'"{content.etag}"')]
    return Reply(200, headers, [content.body])


def pieces_reply(pieces: Sequence[bytes], language: Language) -> Reply:
    """A long JSON answer to a POST, in pieces."""
    length = ("Content-Length", str(sum(map(len, pieces))))
    return Reply(200, [*_head("application/json", language), length], [*pieces])


def momentary_reply(value: Any) -> Reply:
    """The state of this moment, without words, not to be kept."""
    body = to_json(value)
    return Reply(200, [*_head("application/json", None), ("Content-Length", str(len(body))), _NOT_CACHEABLE], [body])


def problem_reply(problem: dict[str, Any], language: Language, extra: Sequence[Header] = ()) -> Reply:
    """A problem object, see `problems`. Errors are never kept."""
    body = to_json(problem)
    head = _head("application/problem+json", language)
    return Reply(problem["status"], [*head, ("Content-Length", str(len(body))), _NOT_CACHEABLE, *extra], [body])


@lru_cache(maxsize=16)
def _head(content_type: str, language: Language | None) -> tuple[Header, ...]:
    """The headers that all replies of a kind share."""
    head = [*_ALWAYS, ("Content-Type", content_type)]
    if language:
        head.append(("Content-Language", language.lang))
        if language.by_header:
            head.append(("Vary", "Accept-Language"))
    return tuple(head)
