"""Plain GETs of the splits of a hand, answered without the web framework.

The same question and the same answer as the application's, under the headers that it gave to the last such answer in
that language; whatever is not answered so, faults first of all, is the application's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from service.cards import parse_hand
from service.table_rules import Question
from service.web.answers import splits_answer
from service.web.language import named, preferred
from service.web.requests import query_values
from service.words import Lang

Headers = list[tuple[str, str]]

PATH = "/v1/splits"


class Direct:
    """Answers in the dress that it has seen on the application's."""

    def __init__(self) -> None:
        self._dress: dict[str, Headers] = {}

    def look_at(self, headers: Headers) -> None:
        """See the headers of a successful answer of the application."""
        self._dress[dict(headers)["Content-Language"]] = headers

    def answer(self, environ: dict[str, Any]) -> tuple[Headers, bytes] | None:
        """The headers and the body of an answer to a plain GET of `PATH`, or None."""
        try:
            values = query_values(environ)
            lang: Lang = named(values) or preferred(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
            dress = self._dress[lang]
            content, etag = splits_answer(_question({"lang": lang, **values}))
        except Exception:  # noqa: BLE001 - whatever it is, the application comes upon it too, and tells it
            return None
        own = {"ETag": f'"{etag}"', "Content-Length": str(len(content))}
        return [(name, own.get(name, value)) for name, value in dress], content


def _question(values: dict[str, Any]) -> Question:
    """The same as `Question.read`: the rules of a table seldom change from hand to hand, and are read once."""
    if not isinstance(values["cards"], str) or "dead" in values or "dealer" in values:
        return Question.read(values)
    cards = parse_hand(values.pop("cards"), "cards")
    return _by_rules(tuple(values.items())).model_copy(update={"cards": cards})


@lru_cache(maxsize=256)
def _by_rules(rules: tuple[tuple[str, str], ...]) -> Question:
    """A question under these rules. About which hand does not matter, as no other card is known."""
    return Question.read({"cards": "As Ks Qs Js Ts 9s 8s", **dict(rules)})
