"""How answers go out: an answer that may be kept, the state of this moment, and what is asked read into a model."""

from __future__ import annotations

from typing import Any, TypeVar

from flask import Response, g, request

from paigow.jsontext import to_json
from paigow.requests.rules import NoQuestion, Spoken
from paigow.web.answers import Answer
from paigow.web.language import choose
from paigow.web.reading import query_values, sent_values
from paigow.web.settings import FRESH_SECONDS

S = TypeVar("S", bound=Spoken)


def respond(answer: Answer, content_type: str = "application/json") -> Response:
    """An answer; for a GET it may be kept for a day, and is left out when the caller has it already."""
    response = Response(answer.content, content_type=content_type)
    if request.method in ("GET", "HEAD"):
        response.set_etag(answer.etag)
        response.headers["Cache-Control"] = f"public, max-age={FRESH_SECONDS}"
        if request.if_none_match.contains_weak(answer.etag):
            response.status_code = 304
            response.set_data(b"")
            del response.headers["Content-Type"]
    return response


def now(value: Any, status: int = 200) -> Response:
    """The state of this moment, not to be kept."""
    response = Response(to_json(value), status=status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def read(model: type[S]) -> S:
    """What the request asks, from its query or its JSON body. Raises `InvalidInput` with every fault."""
    if request.method != "POST":
        return _read(model, query_values(request.environ))
    return _read(model, sent_values(request))


def _read(model: type[S], values: dict[str, Any]) -> S:
    return model.read({"lang": choose(values), **values})


def wordless(response: Response) -> Response:
    """An answer without words, the same in every language."""
    del g.lang
    return response


def no_parameters() -> None:
    """Raises `InvalidInput` for any parameter."""
    NoQuestion.read(query_values(request.environ))
