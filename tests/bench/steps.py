"""What each idea of the counting kernel brings, in one run on one core: python -m tests.bench.steps

The same histogram of the dealer's hands is made in eight ways, from the naive loop to `paigow.counting`; they agree in
every cell. Times are medians over some hands, and ratios to one `np.bincount` over 292,253 elements, as in
`tests.bench.analysis`. See service/paigow/counting/README.md.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from math import comb
from statistics import median
from typing import Any

import numba
import numpy as np

from paigow.counting.counters import counter
from paigow.counting.flush_bitsets import FlushBitsets, add_kept_flushes
from paigow.counting.flush_classes import LOW_RANKS, OFFSUIT_STRIDE, flush_classes, offsuit_ways, suits_holding
from paigow.counting.half_patterns import BLOCK_ORDER, BLOCKS, LOWER, UPPER, VECTOR
from paigow.counting.half_products import TERM_STRIDE, TERMS, half_ways, plain_hands
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import CLASSES, PLAIN_CLASSES, PLAIN_NATURAL, PLAIN_RANKS, plain_of_flush
from paigow.game.cards import DECK_SIZE, JOKER, canonical
from paigow.game.ranks import LOW_VALUES, STANDARD
from paigow.game.splits import value_splits
from tests.bench.analysis import seconds

HANDS = 25
TABLES = counter("foxwoods").tables
FLUSHES = flush_classes(STANDARD)
HIGH, LOW = TABLES.high.astype(np.int64), TABLES.low.astype(np.int64)
PLAIN_OF_FLUSH = plain_of_flush().astype(np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(5)] for n in range(5)])
OTHERS = np.array([[*pair] for pair in LOW_RANKS] + [[rank, -1] for rank in range(13)] + [[-1, -1]])
KEPT = FlushBitsets(FLUSHES, HIGH[PLAIN_CLASSES:], LOW[PLAIN_CLASSES:])


class Hand:
    """A hand of the player: what is left of the deck, and the buckets of the thresholds that it asks about."""

    def __init__(self, cards: list[int]) -> None:
        high, low = value_splits(np.array([canonical(cards)], dtype=np.uint8))
        self.cards = cards
        legal = low[0] <= STANDARD.highest_legal_low[high[0]]
        self.asked = high[0, legal].astype(np.int64), low[0, legal].astype(np.int64)
        self.highs, self.lows = (np.unique(values) for values in self.asked)
        self.high_bucket = np.searchsorted(self.highs, np.arange(STANDARD.high_values), side="right")
        self.low_bucket = np.searchsorted(self.lows, np.arange(91), side="right").astype(np.uint8)
        self.left, self.in_suits = np.full(13, 4), np.full(4, (1 << 14) - 1)
        self.jokers = int(JOKER not in cards)
        for card in cards:
            if card == JOKER:
                self.in_suits ^= 1 << 13
            else:
                self.left[card >> 2] -= 1
                self.in_suits[card & 3] ^= 1 << (card >> 2)

    def cells(self) -> np.ndarray:
        return np.zeros((len(self.highs) + 1, len(self.lows) + 1), dtype=np.int64)


def _one_by_one(
    plain_ranks: Any, left: Any, in_suits: Any, jokers: int, choose: Any, masks: Any, rows: Any, columns: Any,
    others: Any, plain_of_flush: Any, high: Any, low: Any, high_bucket: Any, low_bucket: Any,
    first_plain: int, cells: Any,
) -> None:  # fmt: skip
    """Class by class: the product of the ways of its ranks; flush classes in each suit, off their plain class."""
    for n in range(first_plain, len(plain_ranks)):
        hands = 1
        k = 0
        while k < 7:
            rank = plain_ranks[n, k]
            copies = 1
            while k + copies < 7 and plain_ranks[n, k + copies] == rank:
                copies += 1
            hands *= choose[left[rank], copies] if rank < 13 else jokers
            k += copies
        cells[high_bucket[high[n]], low_bucket[low[n]]] += hands
    for n in range(len(rows)):
        hands = 0
        x, y = others[columns[n], 0], others[columns[n], 1]
        for suit in range(4):
            if masks[rows[n]] & ~in_suits[suit] == 0:
                outside_x = left[x] - (in_suits[suit] >> x & 1) if x >= 0 else 1
                outside_y = left[y] - (in_suits[suit] >> y & 1) if y >= 0 else 1
                hands += outside_x * (outside_x - 1) // 2 if x == y and x >= 0 else outside_x * outside_y
        place = len(plain_of_flush) - len(rows) + n
        here = len(high) - len(rows) + n
        cells[high_bucket[high[here]], low_bucket[low[here]]] += hands
        if first_plain == 0:
            cells[high_bucket[high[plain_of_flush[place]]], low_bucket[low[plain_of_flush[place]]]] -= hands


_compiled_one_by_one = numba.njit(nogil=True)(_one_by_one)


@numba.njit(nogil=True)
def _look_up(hands: Any, order: Any, high: Any, low: Any, high_bucket: Any, low_bucket: Any, cells: Any) -> None:
    for n in range(len(order)):
        cells[high_bucket[high[order[n]]], low_bucket[low[order[n]]]] += hands[n]


@numba.njit(nogil=True)
def _look_up_masked(
    ways_of: Any, row_suits: Any, rows: Any, columns: Any, some: Any, high: Any, low: Any, high_bucket: Any,
    low_bucket: Any, cells: Any,
) -> None:  # fmt: skip
    for n in some:
        cells[high_bucket[high[n]], low_bucket[low[n]]] += ways_of[row_suits[rows[n]] + columns[n]]


def _class_by_class(hand: Hand, form: Callable[..., None], first_plain: int, cells: np.ndarray) -> np.ndarray:
    form(
        PLAIN_RANKS, hand.left, hand.in_suits, hand.jokers, CHOOSE, FLUSHES.masks, FLUSHES.flush, FLUSHES.offsuit,
        OTHERS, PLAIN_OF_FLUSH, HIGH, LOW, hand.high_bucket, hand.low_bucket, first_plain, cells,
    )  # fmt: skip
    return cells


def naive(hand: Hand) -> np.ndarray:
    return _class_by_class(hand, _one_by_one, 0, hand.cells())


def numpy_arrays(hand: Hand) -> np.ndarray:
    cells = hand.cells()
    place = hand.high_bucket[HIGH] * cells.shape[1] + hand.low_bucket[LOW]
    return np.bincount(place, class_counts(hand.cards), cells.size).astype(np.int64).reshape(cells.shape)


def compiled(hand: Hand) -> np.ndarray:
    return _class_by_class(hand, _compiled_one_by_one, 0, hand.cells())


_LOWER, _UPPER = np.empty((2, TERMS * TERM_STRIDE), dtype=np.uint16)
_HANDS = np.empty(PLAIN_NATURAL + VECTOR, dtype=np.uint16)


def _plain_by_halves(hand: Hand) -> np.ndarray:
    cells = hand.cells()
    half_ways(LOWER.extensions, UPPER.extensions, hand.left, hand.in_suits, _LOWER, _UPPER)
    for joker in range(hand.jokers + 1):
        plain_hands(BLOCKS[joker], _LOWER, _UPPER, _HANDS)
        _look_up(_HANDS, BLOCK_ORDER[joker], HIGH, LOW, hand.high_bucket, hand.low_bucket, cells)
    return cells


def half_products(hand: Hand) -> np.ndarray:
    return _class_by_class(hand, _compiled_one_by_one, PLAIN_CLASSES, _plain_by_halves(hand))


def _suits(hand: Hand) -> tuple[np.ndarray, np.ndarray]:
    ways_of = np.empty((16, OFFSUIT_STRIDE), dtype=np.uint8)
    offsuit_ways(hand.left, hand.in_suits, LOW_RANKS, ways_of)
    row_suits = np.empty(len(FLUSHES.masks), dtype=np.uint16)
    suits_holding(FLUSHES.masks, hand.in_suits, row_suits)
    return ways_of, row_suits


def _flushes_looked_up(hand: Hand, some: np.ndarray, cells: np.ndarray) -> np.ndarray:
    """Returns the ways outside each set of suits."""
    ways_of, row_suits = _suits(hand)
    _look_up_masked(
        ways_of.ravel(), row_suits, FLUSHES.flush, FLUSHES.offsuit, some, HIGH[PLAIN_CLASSES:], LOW[PLAIN_CLASSES:],
        hand.high_bucket, hand.low_bucket, cells,
    )  # fmt: skip
    return ways_of


EVERY_FLUSH = np.arange(CLASSES - PLAIN_CLASSES)


def masked(hand: Hand) -> np.ndarray:
    cells = _plain_by_halves(hand)
    _flushes_looked_up(hand, EVERY_FLUSH, cells)
    return cells


LISTED = np.flatnonzero(KEPT.exceptions)


def by_bits(hand: Hand) -> np.ndarray:
    cells = _plain_by_halves(hand)
    ways_of = _flushes_looked_up(hand, LISTED, cells)
    add_kept_flushes(
        hand.in_suits, LOW_RANKS, ways_of, KEPT.values, KEPT.missing_rank, KEPT.played, hand.highs, hand.low_bucket,
        cells,
    )  # fmt: skip
    return cells


def sorted_once(hand: Hand) -> Any:
    """No hand reaches the thresholds added here: their cell, the last, is empty, and all others are summed."""
    highs, lows = hand.asked
    return counter("foxwoods").count(hand.cards, [*highs, STANDARD.high_values], [*lows, LOW_VALUES])


def final(hand: Hand) -> Any:
    return counter("foxwoods").count(hand.cards, *hand.asked)


STEPS: dict[str, Callable[[Hand], Any]] = {
    "naive loop": naive,
    "numpy": numpy_arrays,
    "the loop compiled": compiled,
    "half products": half_products,
    "suits as a mask": masked,
    "flushes by bits": by_bits,
    "sorted once": sorted_once,
    "the last cell skipped": final,
}


def disagreeing(hand: Hand) -> list[str]:
    """The forms that do not agree with numpy about a hand."""
    cells = numpy_arrays(hand)
    lines, columns = (np.searchsorted(*values) for values in zip((hand.highs, hand.lows), hand.asked, strict=True))
    below = [cells[: line + 1, : column + 1].sum() for line, column in zip(lines, columns, strict=True)]
    found = []
    for name, form in STEPS.items():
        counted = form(hand)
        if isinstance(counted, np.ndarray):
            agrees = np.array_equal(counted, cells)
        else:
            agrees = counted.below[: len(below)].tolist() == below
        if not agrees:
            found.append(name)
    return found


def main() -> None:
    """Check that all forms agree, measure each and print what it takes."""
    rng = random.Random(1)
    hands = [Hand(rng.sample(range(DECK_SIZE), 7)) for _ in range(HANDS)]
    for hand in hands[:3]:
        assert not disagreeing(hand)
    weights, places = np.random.default_rng(1).random(CLASSES), np.random.default_rng(2).integers(0, 484, CLASSES)
    yardstick = median(seconds(lambda: np.bincount(places, weights)) for _ in range(200))
    print(f"{'np.bincount':20}{1000 * yardstick:10.3f} ms")
    before = 0.0
    for name, form in STEPS.items():
        times = [seconds(lambda: form(hand)) for hand in (hands[:1] if form is naive else hands * 4)]  # noqa: B023
        taken = median(times)
        gain = f"{before / taken:8.1f} times as fast as the step before" if before else ""
        print(f"{name:20}{1000 * taken:10.3f} ms{taken / yardstick:10.2f} x bincount{gain}")
        before = taken


if __name__ == "__main__":
    main()
