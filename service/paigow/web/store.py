"""The answers that a worker keeps, all in one place and under one limit, least recently used out first."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Any

from cachetools import LRUCache

from paigow.web.settings import CACHED_BYTES, ENTRY_BYTES


class Store:
    """Answers by whatever tells them apart. Threads may share it."""

    def __init__(self, room: int = CACHED_BYTES) -> None:
        self._kept: LRUCache[Hashable, tuple[Any, int]] = LRUCache(room, getsizeof=lambda entry: entry[1])
        self._lock = Lock()

    def get(self, key: Hashable) -> Any:
        """What is kept by this key, or None."""
        with self._lock:
            entry = self._kept.get(key)
        return entry and entry[0]

    def keep(self, key: Hashable, answer: Any, size: int) -> None:
        """Keep an answer of so many bytes; one that is larger than all the room is not kept."""
        with self._lock:
            if size + ENTRY_BYTES <= self._kept.maxsize:
                self._kept[key] = answer, size + ENTRY_BYTES


answers = Store()
"""Those of this worker."""
