"""How an address of the application answers: what is asked, a reply to it, and the reply as Flask's response."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

from flask import Response, request
from werkzeug.exceptions import HTTPException

from paigow.jsontext import to_json
from paigow.requests.reading import RequestModel
from paigow.web.cache import cached_content
from paigow.web.language import Language, response_language
from paigow.web.problems import error_reply
from paigow.web.reading import query_values, sent_values
from paigow.web.replies import Content, Reply, content_reply, with_etag

M = TypeVar("M", bound=RequestModel)


@dataclass(frozen=True)
class Asked:
    """The parameters of a request by name, where they came from, and the language of the answer."""

    values: dict[str, Any]
    in_body: bool
    language: Language

    def read(self, model: type[M]) -> M:
        """The parameters as a request model. Raises `InvalidInput` with every fault."""
        lang = {"lang": self.language.lang} if "lang" in model.model_fields else {}
        return model.read({**lang, **self.values})

    def answer(self, value: Any, *, words: bool = True) -> Reply:
        """The reply with a value as JSON. `words` says whether it has words in a language."""
        return self.content(with_etag(to_json(value)), words=words)

    def cached_answer(self, key: Hashable, make: Callable[[], Any], *, words: bool = True) -> Reply:
        """The same, with a value that takes a while to make: it is kept by a key of all that it depends on."""
        return self.content(_content(key, make), words=words)

    def content(self, content: Content, *, words: bool = True, content_type: str = "application/json") -> Reply:
        """The reply with a finished body."""
        language = self.language if words else None
        return content_reply(content, language, cacheable=not self.in_body, content_type=content_type)


@cached_content
def _content(_: Hashable, make: Callable[[], Any]) -> Content:
    return with_etag(to_json(make()))


def view(function: Callable[..., Reply]) -> Callable[..., Response]:
    """A view of Flask, from a function that takes what is asked and the variable parts of the address, and replies."""

    @wraps(function)
    def answer(**address: str) -> Response:
        in_body = request.method == "POST"
        values = sent_values(request) if in_body else query_values(request.environ)
        language = response_language(values, accept_language())
        asked = Asked(values, in_body, language)
        try:
            return send(function(asked, **address))
        except HTTPException:  # the web framework's own, see `app`
            raise
        except Exception as error:  # noqa: BLE001 - every error becomes a reply
            house_way = "id" if "way_id" in address else "house_way"
            return send(error_reply(error, language, in_body=in_body, house_way=house_way))

    return answer


def accept_language() -> str:
    """The request's Accept-Language header."""
    return request.headers.get("Accept-Language", "")


def send(reply: Reply) -> Response:
    """A reply as Flask's response, without its body if the caller has it already."""
    response = Response(reply.body, status=reply.status, headers=reply.headers)
    etag, _ = response.get_etag()
    if etag and request.if_none_match.contains_weak(etag):
        response.status_code = 304
        response.set_data(b"")
        del response.headers["Content-Type"]
    return response
