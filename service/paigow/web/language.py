"""Which language a request is answered in: its own `lang`, else what Accept-Language prefers, else English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from paigow.game.names import LANGUAGES, Lang


class Language(NamedTuple):
    """The language of an answer, and whether it depends on the request's Accept-Language header."""

    lang: Lang
    by_header: bool


def response_language(values: Mapping[str, Any], header: str) -> Language:
    """The language for these parameters and this Accept-Language header."""
    own = lang_parameter(values)
    return Language(own or negotiate(header), own is None)


def lang_parameter(values: Mapping[str, Any]) -> Lang | None:
    """The language that parameters name; None where they name none that there is."""
    lang = values.get("lang")
    if not isinstance(lang, str):
        return None
    return next((known for known in LANGUAGES if lang.strip().lower() == known), None)


def negotiate(header: str) -> Lang:
    """The first language of the header that there is, by its qualities and then its order; es-MX is Spanish too.

    A star stands for all that the header does not name.
    """
    if not header:
        return "en"
    wanted = [(tag.partition("-")[0].lower(), quality) for tag, quality in parse_accept_header(header, LanguageAccept)]
    named = {primary for primary, _ in wanted}
    for primary, quality in sorted(wanted, key=lambda tag: -tag[1]):
        for lang in LANGUAGES:
            if quality > 0 and (primary == lang or (primary == "*" and lang not in named)):
                return lang
    return "en"
