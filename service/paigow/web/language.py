"""Which language a request is answered in: its own `lang`, else what Accept-Language prefers, else English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import g, request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from paigow.game.names import LANGUAGES, Lang


def choose(values: Mapping[str, Any]) -> Lang:
    """The language for these parameters; errors and headers of this request are written in it too."""
    own = named(values)
    g.lang_by_header = own is None
    g.lang = own or preferred(request.headers.get("Accept-Language", ""))
    chosen: Lang = g.lang
    return chosen


def preferred(header: str) -> Lang:
    """The first language of the header that there is, by its qualities and then its order; es-MX is Spanish too.

    A star stands for all that the header does not name.
    """
    if not header:
        return "en"
    wanted = [(tag.partition("-")[0].lower(), quality) for tag, quality in parse_accept_header(header, LanguageAccept)]
    named_there = {primary for primary, _ in wanted}
    for primary, quality in sorted(wanted, key=lambda tag: -tag[1]):
        for lang in LANGUAGES:
            if quality > 0 and (primary == lang or (primary == "*" and lang not in named_there)):
                return lang
    return "en"


def named(values: Mapping[str, Any]) -> Lang | None:
    """The language that parameters name, None where they name none that there is."""
    lang = values.get("lang")
    if not isinstance(lang, str):
        return None
    return next((known for known in LANGUAGES if lang.strip().lower() == known), None)


def chosen_before() -> Lang:
    """The language chosen for this request; where nothing was read yet, by its query and its header."""
    lang: Lang = g.get("lang") or choose(request.args)
    return lang
