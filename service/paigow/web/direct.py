"""Plain GETs of the splits of a hand, answered without the web framework.

The same question and the same answer as the application's, under the headers that it gave to the last such answer in
that language; whatever is not answered so, faults first of all, is the application's.
"""

from __future__ import annotations

from typing import Any

from paigow.game.names import Lang
from paigow.requests.rules import read_question
from paigow.web.answers import splits_answer
from paigow.web.language import named, preferred
from paigow.web.reading import query_values

Headers = list[tuple[str, str]]

PATH = "/v1/splits"


class Direct:
    """Answers in the dress that it has seen on the application's."""

    def __init__(self) -> None:
        self._dress: dict[tuple[str, bool], Headers] = {}

    def look_at(self, headers: Headers) -> None:
        """See the headers of a successful answer of the application."""
        seen = dict(headers)
        self._dress[seen["Content-Language"], "Vary" in seen] = headers

    def answer(self, environ: dict[str, Any]) -> tuple[Headers, bytes] | None:
        """The headers and the body of an answer to a plain GET of `PATH`, or None."""
        try:
            values = query_values(environ)
            own = named(values)
            lang: Lang = own or preferred(environ.get("HTTP_ACCEPT_LANGUAGE", ""))
            dress = self._dress[lang, own is None]
            content, etag = splits_answer(read_question({"lang": lang, **values}))
        except Exception:  # noqa: BLE001 - whatever it is, the application comes upon it too, and tells it
            return None
        changed = {"ETag": f'"{etag}"', "Content-Length": str(len(content))}
        return [(name, changed.get(name, value)) for name, value in dress], content
