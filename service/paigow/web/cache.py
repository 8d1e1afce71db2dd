"""The answers that a worker keeps: one cache with one limit, from which the least recently used is dropped first."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Condition
from typing import TypeVar

from cachetools import LRUCache, cached

from paigow.web.limits import CACHED_BYTES, ENTRY_BYTES
from paigow.web.replies import Content

T = TypeVar("T")


def _size(content: Content) -> int:
    return len(content.body) + ENTRY_BYTES


KEPT: LRUCache[Hashable, Content] = LRUCache(CACHED_BYTES, getsizeof=_size)

_made = Condition()


def cached_content(make: Callable[[Hashable, T], Content]) -> Callable[[Hashable, T], Content]:
    """Decorates what makes content from a key, which names all that it depends on, and from something else.

    Threads that ask for the same at the same time wait for the one that makes it. Content larger than the cache is not
    kept.
    """
    return cached(KEPT, key=lambda key, _: key, condition=_made)(make)
