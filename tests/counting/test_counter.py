"""The kernel against its twin, bit for bit, and both against dealing every hand."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import comb

import numpy as np
import pytest

from paigow.counting.counters import counter
from paigow.counting.flush_bitsets import FlushBitsets
from paigow.counting.flush_classes import flush_classes
from paigow.counting.histogram import MOST_THRESHOLDS
from paigow.counting.reference import count_plainly
from paigow.dealer.classes import PLAIN_CLASSES
from paigow.game.ranks import LOW_VALUES, STANDARD, JokerRule, Wheel
from paigow.game.splits import value_splits
from tests.conftest import HOUSE_WAYS, random_hands


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_kernel_and_twin_agree_on_random_hands(way_id: str, part: int):
    kernel = counter(way_id)
    for number, (hand, dead) in enumerate(random_hands(20, seed=100 + part, most_dead=39 if part % 2 else 0)):
        high, low = value_splits(np.array([hand], dtype=np.uint8))
        step = number % 2  # every other hand as banker
        highs, lows = (high[0] + step).tolist(), (low[0] + step).tolist()
        counted = kernel.count((*hand, *dead), highs, lows)
        plainly = count_plainly(kernel.tables, (*hand, *dead), highs, lows)
        assert np.array_equal(counted, plainly), (hand, dead)


HIGH_VALUES = STANDARD.high_values
OTHER_RULES = [("lowest", "semi-wild"), ("second", "wild"), ("lowest", "wild")]


@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_corners_of_the_thresholds(way_id: str):
    kernel = counter(way_id)
    highs = [0, 0, HIGH_VALUES, HIGH_VALUES, 1, HIGH_VALUES - 1, 3000, 3000]
    lows = [0, LOW_VALUES, 0, LOW_VALUES, 1, LOW_VALUES - 1, 50, 50]
    counted = kernel.count([], highs, lows)
    assert np.array_equal(counted, count_plainly(kernel.tables, [], highs, lows))
    assert counted.below[:4].tolist() == [0, 0, 0, comb(53, 7)]
    assert counted.above[:4].tolist() == [comb(53, 7), 0, 0, 0]
    assert counted.high_below[:4].tolist() == [0, 0, comb(53, 7), comb(53, 7)]
    assert counted.low_below[:4].tolist() == [0, comb(53, 7), 0, comb(53, 7)]


def test_as_many_thresholds_as_promised():
    kernel = counter("foxwoods")
    highs = list(range(0, 7000, 7000 // MOST_THRESHOLDS))[:MOST_THRESHOLDS]
    lows = list(range(MOST_THRESHOLDS))
    assert np.array_equal(kernel.count([5], highs, lows), count_plainly(kernel.tables, [5], highs, lows))
    with pytest.raises(ValueError, match="128"):
        kernel.count([], [*highs, 1], [*lows, 1])


@pytest.mark.slow
@pytest.mark.parametrize("rules", OTHER_RULES)
@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_kernel_and_twin_agree_under_the_other_rankings(way_id: str, rules: tuple[Wheel, JokerRule]):
    kernel = counter(way_id, *rules)
    for hand, dead in random_hands(12, seed=7, most_dead=10):
        high, low = value_splits(np.array([hand], dtype=np.uint8), kernel.tables.ranking)
        counted = kernel.count((*hand, *dead), high[0], low[0])
        assert np.array_equal(counted, count_plainly(kernel.tables, (*hand, *dead), high[0], low[0])), (hand, dead)


@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_each_flush_class_is_a_bit_or_an_exception(way_id: str):
    tables = counter(way_id).tables
    high, low = (values[PLAIN_CLASSES:].astype(np.int64) for values in (tables.high, tables.low))
    kept = FlushBitsets(flush_classes(STANDARD), high, low)
    assert np.unpackbits(kept.played).sum() == np.count_nonzero(~kept.exceptions)
    behind = np.flatnonzero(~kept.exceptions)
    assert set(high[behind]) <= set(kept.values)
    assert kept.values.tolist() == sorted(kept.values)


def test_many_threads_count_different_hands_at_once():
    """Each has scratch buffers of its own: the counts are those of one thread that counts them one by one."""
    hands = [
        (way_id, (*hand, *dead), value_splits(np.array([hand], dtype=np.uint8)))
        for way_id in HOUSE_WAYS
        for hand, dead in random_hands(60, seed=31, most_dead=20)
    ]

    def count(asked: tuple[str, tuple[int, ...], tuple[np.ndarray, np.ndarray]]) -> list[list[int]]:
        way_id, removed, (high, low) = asked
        return [numbers.tolist() for numbers in counter(way_id).count(removed, high[0], low[0])]

    one_by_one = [count(asked) for asked in hands]
    with ThreadPoolExecutor(16) as threads:
        for _ in range(5):
            assert list(threads.map(count, hands)) == one_by_one
    plainly = [
        count_plainly(counter(way_id).tables, removed, high[0], low[0]) for way_id, removed, (high, low) in hands[::20]
    ]
    assert [[numbers.tolist() for numbers in tally] for tally in plainly] == one_by_one[::20]
