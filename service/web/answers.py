"""Finished answers: bytes and their ETag; ranked splits are kept by it."""

from __future__ import annotations

from hashlib import sha256
from operator import attrgetter
from threading import Condition
from typing import NamedTuple

import orjson
from cachetools import LRUCache, cached

from service.analysis import answer_to, tables_for
from service.house_ways import house_way
from service.jit import source_digest
from service.table_rules import Question
from service.web.problems import body
from service.web.settings import CACHED_BYTES, ENTRY_BYTES


class Answer(NamedTuple):
    """A body and its strong ETag."""

    content: bytes
    etag: str


def finished(content: bytes) -> Answer:
    """An answer with its ETag, which is a digest of the content."""
    return Answer(content, _digest(content))


def splits_answer(question: Question) -> Answer:
    """The ranked splits as a finished answer, which all spellings of a question share.

    Its ETag is a digest of all that its bytes depend on, so that it is known before they are: of the question, with the
    cards in canonical order and every rule resolved, of the tables and the house way, and of the program.
    """
    digests = source_digest(), orjson.__version__, tables_for(question).digest, house_way(question.house_way).digest
    etag = _digest(repr((*digests, _fields(question))).encode())
    return Answer(_content(etag, question), etag)


_fields = attrgetter(*Question.model_fields)


# With the condition, a question that is being answered is waited for and not worked out twice.
@cached(
    LRUCache(CACHED_BYTES, getsizeof=lambda content: len(content) + ENTRY_BYTES),
    key=lambda etag, question: etag,
    condition=Condition(),
)
def _content(etag: str, question: Question) -> bytes:
    return body(answer_to(question))


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:24]
