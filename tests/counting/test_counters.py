"""Counters are made once, and kept by their memory and their last use."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from cachetools import LRUCache

from paigow.counting import counters


def test_a_counter_is_made_once_however_it_is_asked_for(monkeypatch: pytest.MonkeyPatch):
    """A second one would cost each thread that asks at the same time a tenth of a second and 8 MB."""
    made: list[object] = []

    class Slow:
        def __init__(self, tables: object) -> None:
            made.append(tables)
            time.sleep(0.05)

    monkeypatch.setattr(counters, "Counter", Slow)
    monkeypatch.setattr(counters, "check_counts", lambda made: None)
    monkeypatch.setattr(counters, "_counters", {})
    with ThreadPoolExecutor(8) as threads:
        calls = [threads.submit(counters.counter, "stones", *("second", "semi-wild")[: n % 3]) for n in range(24)]
    assert len({id(call.result()) for call in calls}) == 1
    assert len(made) == 1


def test_counters_are_kept_by_their_memory_and_their_last_use(monkeypatch: pytest.MonkeyPatch):
    made: list[str] = []

    class Large:
        nbytes = 40

        def __init__(self, tables: Any) -> None:
            made.append(tables.ranking.joker)

    monkeypatch.setattr(counters, "Counter", Large)
    monkeypatch.setattr(counters, "check_counts", lambda made: None)
    monkeypatch.setattr(counters, "_counters", LRUCache(100, getsizeof=lambda counter: counter.nbytes))
    for way, joker in (("stones", "semi-wild"), ("stones", "wild"), ("stones", "semi-wild"), ("foxwoods", "wild")):
        counters.counter(way, "second", joker)  # type: ignore[arg-type]
    assert made == ["semi-wild", "wild", "wild"]
    counters.counter("stones")
    assert len(made) == 3, "used last, so it stayed"
    counters.counter("stones", "second", "wild")
    assert len(made) == 4


def test_there_is_room_for_seven_ways_under_all_rankings():
    one = counters.counter("foxwoods").nbytes
    assert counters._counters.getsizeof(counters.counter("foxwoods")) == one
    assert 7 * 4 * one <= counters.COUNTER_BYTES
