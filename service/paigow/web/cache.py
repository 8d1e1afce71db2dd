"""The answers that a worker keeps: one cache with one limit, from which the least recently used is dropped first."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Condition

from cachetools import LRUCache, cached

from paigow.web.limits import CACHED_BYTES, ENTRY_BYTES
from paigow.web.replies import Content


def _size(content: Content) -> int:
    return len(content.body) + ENTRY_BYTES


@cached(LRUCache(CACHED_BYTES, getsizeof=_size), key=lambda key, _: key, condition=Condition())
def cached_content(key: Hashable, make: Callable[[], Content]) -> Content:
    """What `make` gives, by a key of all that it depends on.

    Threads that ask for the same at the same time wait for the one that makes it. Content larger than the cache is not
    kept.
    """
    return make()
