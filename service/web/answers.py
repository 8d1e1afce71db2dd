"""Finished answers: bytes and their ETag; ranked splits are kept by it."""

from __future__ import annotations

from hashlib import blake2b
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

import orjson
from cachetools import LRUCache

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
    with _being_answered[hash(etag) % len(_being_answered)]:  # a question is waited for, and not worked out twice
        with _lock:
            content = _kept.get(etag)
        if content is None:
            content = body(answer_to(question))
            with _lock:
                _kept[etag] = content
    return Answer(content, etag)


_fields = attrgetter(*Question.model_fields)
_kept: LRUCache[str, bytes] = LRUCache(CACHED_BYTES, getsizeof=lambda content: len(content) + ENTRY_BYTES)
_lock = Lock()
_being_answered = [Lock() for _ in range(256)]
"""Many more than there are threads, so that different questions hardly ever wait for each other."""


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=12).hexdigest()
