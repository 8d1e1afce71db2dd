"""Finished answers: bytes and their ETag, kept by the question that they answer."""

from __future__ import annotations

from hashlib import sha256
from threading import Condition
from typing import NamedTuple

from cachetools import LRUCache, cached

from service.analysis import answer_to
from service.table_rules import Question
from service.web.problems import body
from service.web.settings import CACHED_BYTES, ENTRY_BYTES


class Answer(NamedTuple):
    """A body and its strong ETag."""

    content: bytes
    etag: str


def finished(content: bytes) -> Answer:
    """An answer with its ETag, which is a digest of the content."""
    return Answer(content, sha256(content).hexdigest()[:24])


# The question is the key: cards in canonical order and every rule resolved, so that all spellings share one answer.
# With the condition, a question that is being answered is waited for and not worked out twice.
@cached(LRUCache(CACHED_BYTES, getsizeof=lambda answer: len(answer.content) + ENTRY_BYTES), condition=Condition())
def splits_answer(question: Question) -> Answer:
    """The ranked splits as a finished answer."""
    return finished(body(answer_to(question)))
