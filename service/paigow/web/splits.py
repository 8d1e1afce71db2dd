"""The main question: from the parameters of a request for splits to its reply, faults included.

`shortcut` calls this for plain GETs, and the application for everything else, so that there is one path for an answer.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any

import orjson

from paigow.answers.analysis import answer_to
from paigow.counting.counters import counter
from paigow.game.ranks import JokerRule, Wheel
from paigow.house_ways import house_way
from paigow.jsontext import to_json
from paigow.requests.splits import SplitsRequest, read_splits_request
from paigow.storage import source_digest
from paigow.web.cache import cached_content
from paigow.web.language import response_language
from paigow.web.problems import error_reply
from paigow.web.replies import DIGEST_BYTES, Content, Reply, content_reply


def splits_reply(values: Mapping[str, Any], accept_language: str, *, in_body: bool) -> Reply:
    """The reply to a request for the splits of a hand.

    `values` are its parameters by name, from the JSON body or from the query string.
    """
    language = response_language(values, accept_language)
    try:
        request = read_splits_request({"lang": language.lang, **values})
        etag = _etag(request)
        content = _content(etag, request)
    except Exception as error:  # noqa: BLE001 - every error becomes a reply
        return error_reply(error, language, in_body=in_body)
    return content_reply(content, language, cacheable=not in_body)


@cached_content
def _content(etag: Hashable, request: SplitsRequest) -> Content:
    return Content(to_json(answer_to(request)), str(etag))


_RANKING = ("house_way", "wheel", "joker")
_all_but_cards = attrgetter(
    *_RANKING, *(name for name in SplitsRequest.model_fields if name not in {*_RANKING, "cards"})
)


def _etag(request: SplitsRequest) -> str:
    """A digest of all that the answer's bytes depend on, the same for all spellings, and known before the answer is.

    The tables of the house way are loaded for it, before anything is counted. It covers the request, with the cards in
    canonical order and every rule resolved; the tables and the house way; and the program.
    """
    digest = _digest_but_for_cards(*_all_but_cards(request)).copy()
    digest.update(bytes(request.cards))
    return digest.hexdigest()


@lru_cache(maxsize=256)
def _digest_but_for_cards(way_id: str, wheel: Wheel, joker: JokerRule, *others: object) -> blake2b:
    """The digest of all but the cards, to be copied: the rules seldom change from hand to hand."""
    tables = counter(way_id, wheel, joker).tables
    program = source_digest(), orjson.__version__, tables.digest, house_way(way_id).digest
    return blake2b(repr((program, way_id, wheel, joker, others)).encode(), digest_size=DIGEST_BYTES)
