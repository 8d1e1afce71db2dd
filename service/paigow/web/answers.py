"""Finished answers: bytes and their ETag; ranked splits are kept by it."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

import orjson

from paigow.answers.analysis import answer_to, counter
from paigow.game.ranks import JokerRule, Wheel
from paigow.house_ways import house_way
from paigow.jsontext import to_json
from paigow.requests.rules import Question
from paigow.storage import source_digest
from paigow.web.store import answers

_DIGEST_BYTES = 12


class Answer(NamedTuple):
    """A body and its strong ETag."""

    content: bytes
    etag: str


def finished(content: bytes) -> Answer:
    """An answer with its ETag, which is a digest of the content."""
    return Answer(content, blake2b(content, digest_size=_DIGEST_BYTES).hexdigest())


def splits_answer(question: Question) -> Answer:
    """The ranked splits as a finished answer, which all spellings of a question share.

    Its ETag is a digest of all that its bytes depend on, so that it is known before they are: of the question, with the
    cards in canonical order and every rule resolved, of the tables and the house way, and of the program.
    """
    digest = _digest_but_for_cards(*_all_but_cards(question)).copy()
    digest.update(bytes(question.cards))
    etag = digest.hexdigest()
    with _being_answered[hash(etag) % len(_being_answered)]:  # a question is waited for, and not worked out twice
        content = answers.get(etag)
        if content is None:
            content = to_json(answer_to(question))
            answers.keep(etag, content, len(content))
    return Answer(content, etag)


_RANKING = ("house_way", "wheel", "joker")
_all_but_cards = attrgetter(*_RANKING, *(name for name in Question.model_fields if name not in {*_RANKING, "cards"}))
_being_answered = [Lock() for _ in range(256)]
"""Many more than there are threads, so that different questions hardly ever wait for each other."""


@lru_cache(maxsize=256)
def _digest_but_for_cards(way_id: str, wheel: Wheel, joker: JokerRule, *others: object) -> blake2b:
    """The digest of a question as far as its cards, to be copied: the rules seldom change from hand to hand."""
    tables = counter(way_id, wheel, joker).tables
    program = source_digest(), orjson.__version__, tables.digest, house_way(way_id).digest
    return blake2b(repr((program, way_id, wheel, joker, others)).encode(), digest_size=_DIGEST_BYTES)
