"""Counts, over every hand the dealer can still hold, how often both of his hands lie below a split, and how often neither.

This is the heart: exact integers over up to C(53,7) hands, in a fraction of a millisecond. `Counter` prepares the
tables of one house way; `Counter.count` answers for any removed cards. `count_plainly` is the readable twin: the same
integers, bit for bit, straight from `dealer.ways`.

How the kernel gets by without 292,253 separate products:

1. *Half products.* A plain class is a pattern of the ranks 2-8 beside a pattern of the ranks 9-A. The ways of a
   half are worked out once (3,180 + 1,548 patterns, each one product from a shorter pattern), and the two multiplied.
2. *No flush by subtraction.* The same pattern product carries, for each suit s, the ways with 0, 1 and 2 cards outside
   s as a truncated polynomial. A multiset has a flush in s if at most two of its cards lie outside s (that holds with
   the joker, too: six cards, four suited). So the hands of a plain class are its ways less twelve more products, and
   one class is a 13-term dot product of its halves; whole blocks of classes are multiplied at once.
3. *Suits as a mask.* The suits that still hold all of F are a 4-bit mask; the weights of m are summed once per mask.
4. *Flush classes mostly factor.* With two cards m outside the suit the house nearly always plays the flush F behind and
   m in front. Then the high hand depends on F alone and the low hand on m alone, and the block is a product of two
   short histograms. Most exceptions are set just as without the flush, and are added to their plain class; what is
   left is listed one by one.
5. *Buckets.* A hand of 21 splits asks about at most 21 high and 21 low thresholds: every class falls into a cell of a
   22 x 22 histogram, and each answer is a corner sum of it.

Every weight counts hands of one deck, so none exceeds C(53,7) = 154,143,080, and int32 is ample until they are summed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
import numpy.typing as npt

from service.cards import JOKER
from service.dealer.classes import (
    FLUSH_GROUPS,
    MOST_COPIES,
    PLAIN_CLASSES,
    PLAIN_RANKS,
    long_suits,
    outsides,
    plain_of_flush,
)
from service.dealer.tables import DealerTables
from service.dealer.ways import ways
from service.jit import kernel, ready
from service.ranks import HIGH, HIGH_VALUES, JOKER_SYMBOL, LOW, LOW_VALUES, multiset_number

Ints = npt.NDArray[np.int64]

LOWER_RANKS = 7
TERMS = 13
OUTSIDE_PAIRS = 91
OUTSIDES = OUTSIDE_PAIRS + 13 + 1
"""Every m has a column: the 91 multisets of two ranks, the 13 ranks, and none at all."""

MOST_THRESHOLDS = 64


def count_plainly(
    tables: DealerTables, removed: Iterable[int], highs: Sequence[int], lows: Sequence[int]
) -> tuple[Ints, Ints]:
    """The readable twin of `Counter.count`: class by class, threshold by threshold."""
    hands = ways(removed)
    below = [hands[(tables.high < high) & (tables.low < low)].sum() for high, low in zip(highs, lows, strict=True)]
    above = [hands[(tables.high >= high) & (tables.low >= low)].sum() for high, low in zip(highs, lows, strict=True)]
    return np.array(below, dtype=np.int64), np.array(above, dtype=np.int64)


class _Half:
    """The patterns of some ranks: how many cards of each, at most seven in all, by total and so parents first.

    Each pattern but the empty one is its `parent` with `copies` cards of `rank` added, the highest rank in it.
    """

    def __init__(self, ranks: range) -> None:
        found = [p for p in product(range(MOST_COPIES + 1), repeat=len(ranks)) if sum(p) <= 7]
        found.sort(key=lambda pattern: (sum(pattern), pattern))
        self.number = {pattern: number for number, pattern in enumerate(found)}
        self.starts = np.searchsorted([sum(pattern) for pattern in found], range(9)).astype(np.int64)
        steps = np.zeros((len(found), 3), dtype=np.int64)
        for number, pattern in enumerate(found[1:], start=1):
            place = max(place for place, copies in enumerate(pattern) if copies)
            parent = pattern[:place] + (0,) * (len(pattern) - place)
            steps[number] = self.number[parent], ranks[place], pattern[place]
        self.steps = steps


_LOWER = _Half(range(LOWER_RANKS))
_UPPER = _Half(range(LOWER_RANKS, 13))


def _block_order() -> npt.NDArray[np.intp]:
    """intp [67600]: the plain classes in the order in which the kernel makes them.

    Without the joker and then with it: by the cards in the lower half, the lower pattern, the upper pattern.
    """
    copies = (PLAIN_RANKS[:, :, None] == np.arange(13)).sum(axis=1)
    lower = np.array([_LOWER.number[tuple(row)] for row in copies[:, :LOWER_RANKS].tolist()])
    upper = np.array([_UPPER.number[tuple(row)] for row in copies[:, LOWER_RANKS:].tolist()])
    joker = PLAIN_RANKS[:, 6] == JOKER_SYMBOL
    return np.lexsort((upper, lower, joker))


_BLOCK_ORDER = _block_order()

_PAIRS: Ints = np.array(outsides(2))
_FLUSHES = [(group, mask) for group in FLUSH_GROUPS for mask in long_suits(group.suited)]
_MASKS: Ints = np.array([mask for _, mask in _FLUSHES])
_JOKER_FLUSHES: int = next(row for row, (group, _) in enumerate(_FLUSHES) if group.joker)
_FIRST_COLUMN = {2: 0, 1: OUTSIDE_PAIRS, 0: OUTSIDE_PAIRS + 13}


@kernel("void(int64[:,::1], int64[::1], int64[::1], int32[:,::1])")
def _half_products(steps: Ints, left: Ints, in_suits: Ints, terms: npt.NDArray[np.int32]) -> None:
    """int32 [patterns, 13]: the ways of each pattern; then for each suit those with 0, 1 and 2 cards outside it."""
    choose = np.zeros((5, 5), np.int32)
    for n in range(5):
        choose[n, 0] = 1
        for k in range(1, n + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    terms[0] = 0
    terms[0, 0] = 1
    for suit in range(4):
        terms[0, 1 + 3 * suit] = 1
    for number in range(1, len(steps)):
        parent = steps[number, 0]
        rank = steps[number, 1]
        copies = steps[number, 2]
        terms[number, 0] = terms[parent, 0] * choose[left[rank], copies]
        for suit in range(4):
            at = 1 + 3 * suit
            inside = np.int32(in_suits[suit] >> rank & 1)
            outside = left[rank] - inside
            # Of these copies, one is of the suit and the others are not, or all lie outside it.
            one_inside = inside * choose[outside, copies - 1]
            all_outside = choose[outside, copies]
            none = terms[parent, at]
            one = terms[parent, at + 1]
            two = terms[parent, at + 2]
            if copies == 1:
                terms[number, at] = none * one_inside
                terms[number, at + 1] = one * one_inside + none * all_outside
                terms[number, at + 2] = two * one_inside + one * all_outside
            elif copies == 2:
                terms[number, at] = 0
                terms[number, at + 1] = none * one_inside
                terms[number, at + 2] = one * one_inside + none * all_outside
            else:
                terms[number, at] = 0
                terms[number, at + 1] = 0
                terms[number, at + 2] = none * one_inside if copies == 3 else 0


@kernel("void(int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[::1], int64[::1], int64, int32[::1])")
def _plain_hands(
    lower_steps: Ints,
    lower_starts: Ints,
    upper_steps: Ints,
    upper_starts: Ints,
    left: Ints,
    in_suits: Ints,
    jokers: int,
    hands: npt.NDArray[np.int32],
) -> None:
    """int32 [67600]: the hands in each plain class, flushes left out, in block order."""
    lower = np.empty((len(lower_steps), TERMS), np.int32)
    upper = np.empty((len(upper_steps), TERMS), np.int32)
    _half_products(lower_steps, left, in_suits, lower)
    _half_products(upper_steps, left, in_suits, upper)
    # The upper half a term to a row, less the flushes: with no card of the lower half outside the suit the upper half
    # may have up to two, with one up to one, with two none.
    columns = np.empty((TERMS, len(upper_steps)), np.int32)
    for j in range(len(upper_steps)):
        columns[0, j] = upper[j, 0]
        for suit in range(4):
            at = 1 + 3 * suit
            columns[at, j] = -(upper[j, at] + upper[j, at + 1] + upper[j, at + 2])
            columns[at + 1, j] = -(upper[j, at] + upper[j, at + 1])
            columns[at + 2, j] = -upper[j, at]
    at = 0
    for cards in (7, 6):
        for total in range(cards + 1):
            first = upper_starts[cards - total]
            width = upper_starts[cards - total + 1] - first
            for i in range(lower_starts[total], lower_starts[total + 1]):
                block = hands[at : at + width]
                factor = lower[i, 0] if cards == 7 or jokers else np.int32(0)
                for j in range(width):
                    block[j] = np.int32(factor * columns[0, first + j])
                if factor:
                    for term in range(1, TERMS):
                        factor = lower[i, term]
                        if factor:
                            for j in range(width):
                                block[j] = np.int32(block[j] + np.int32(factor * columns[term, first + j]))
                at += width


@kernel("void(int64[::1], int64[::1], int64[:,::1], int32[:,::1])")
def _outside_ways(left: Ints, in_suits: Ints, pairs: Ints, by_mask: npt.NDArray[np.int32]) -> None:
    """int32 [16, 105]: for each set of suits, the ways to deal each m outside the long suit, summed over the set."""
    by_mask[:] = 0
    for suit in range(4):
        row = by_mask[1 << suit]
        outside = np.empty(13, np.int32)
        for rank in range(13):
            outside[rank] = left[rank] - (in_suits[suit] >> rank & 1)
            row[OUTSIDE_PAIRS + rank] = outside[rank]
        row[OUTSIDES - 1] = 1
        for m in range(OUTSIDE_PAIRS):
            x = outside[pairs[m, 0]]
            row[m] = x * (x - 1) // 2 if pairs[m, 0] == pairs[m, 1] else x * outside[pairs[m, 1]]
    for mask in range(3, 16):
        lowest = mask & -mask
        if mask != lowest:
            for m in range(OUTSIDES):
                by_mask[mask, m] = by_mask[lowest, m] + by_mask[mask ^ lowest, m]


@kernel("void(int64[::1], uint8[::1])")
def _buckets(thresholds: Ints, bucket: npt.NDArray[np.uint8]) -> None:
    """The bucket of each value: how many of the sorted thresholds do not exceed it."""
    at = 0
    for number in range(len(thresholds)):
        while at < min(thresholds[number], len(bucket)):
            bucket[at] = number
            at += 1
    bucket[at:] = len(thresholds)


class Counter:
    """Counts against one house way's dealer.

    Preparing takes some tens of milliseconds; a `Counter` is read-only and may be shared by threads.
    """

    def __init__(self, tables: DealerTables) -> None:
        ready()
        self.tables = tables
        plain_place = np.empty(PLAIN_CLASSES, dtype=np.int64)
        plain_place[_BLOCK_ORDER] = np.arange(PLAIN_CLASSES)
        self._plain_high = tables.high[:PLAIN_CLASSES][_BLOCK_ORDER]
        self._plain_low = tables.low[:PLAIN_CLASSES][_BLOCK_ORDER]

        # Flush classes in order, each with the row of its F, the column of its m, and its setting without the flush.
        plain = plain_of_flush()
        rows = np.concatenate([np.repeat(_rows_of(group), group.outsides) for group in FLUSH_GROUPS])
        columns = np.concatenate(
            [np.tile(np.arange(g.outsides) + _FIRST_COLUMN[g.others], len(_rows_of(g))) for g in FLUSH_GROUPS]
        )
        high, low = tables.high[PLAIN_CLASSES:], tables.low[PLAIN_CLASSES:]
        kept = (high == tables.high[plain]) & (low == tables.low[plain])
        pair = columns < OUTSIDE_PAIRS
        factored = pair & ~kept & (high == _FLUSH_VALUES[rows]) & (low == _PAIR_VALUES[np.where(pair, columns, 0)])
        own = ~kept & ~factored
        self._kept_starts = _starts(rows[kept])
        self._kept_columns = columns[kept].astype(np.uint8)
        self._kept_places = plain_place[plain[kept]].astype(np.uint32)
        self._own_starts = _starts(rows[own])
        self._own_columns = columns[own].astype(np.uint8)
        self._own_high = high[own]
        self._own_low = low[own]

    def count(self, removed: Iterable[int], highs: Sequence[int], lows: Sequence[int]) -> tuple[Ints, Ints]:
        """For each pair of thresholds (h, l), how many dealer hands have both halves below, and how many neither.

        `removed` are the card numbers that the dealer cannot hold; `highs` and `lows` are as many values of
        `service.ranks`, at most 64 (more is a `ValueError`). Returns int64 [n] twice: hands with high < h and low < l, and with high >= h and
        low >= l.
        """
        if len(highs) > MOST_THRESHOLDS:
            raise ValueError(f"at most {MOST_THRESHOLDS} thresholds at once, not {len(highs)}")
        gone = np.fromiter(removed, dtype=np.int64)
        below = np.empty(len(highs), dtype=np.int64)
        above = np.empty(len(highs), dtype=np.int64)
        _count(
            gone,
            np.asarray(highs, dtype=np.int64),
            np.asarray(lows, dtype=np.int64),
            _LOWER.steps,
            _LOWER.starts,
            _UPPER.steps,
            _UPPER.starts,
            _PAIRS,
            _PAIR_VALUES,
            _MASKS,
            _FLUSH_VALUES,
            _JOKER_FLUSHES,
            self._plain_high,
            self._plain_low,
            self._kept_starts,
            self._kept_columns,
            self._kept_places,
            self._own_starts,
            self._own_columns,
            self._own_high,
            self._own_low,
            below,
            above,
        )
        return below, above


def _rows_of(group: object) -> npt.NDArray[np.intp]:
    return np.array([row for row, (g, _) in enumerate(_FLUSHES) if g is group])


def _starts(rows: npt.NDArray[np.intp]) -> npt.NDArray[np.int32]:
    """int32 [flushes + 1]: where the entries of each row start in a list sorted by row."""
    return np.searchsorted(rows, np.arange(len(_FLUSHES) + 1)).astype(np.int32)


def _flush_value(mask: int, joker: bool) -> int:
    ranks = [rank for rank in range(13) if mask >> rank & 1] + [JOKER_SYMBOL] * joker
    return int(HIGH[1, multiset_number(tuple(ranks))]) if len(ranks) == 5 else -1


_FLUSH_VALUES: Ints = np.array([_flush_value(mask, group.joker) for group, mask in _FLUSHES])
_PAIR_VALUES: Ints = np.array([LOW[m] for m in outsides(2)], dtype=np.int64)


@kernel(
    "void(int64[::1], int64[::1], int64[::1], "
    "int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[::1], int64[::1], int64, "
    "int16[::1], int8[::1], int32[::1], uint8[::1], uint32[::1], int32[::1], uint8[::1], int16[::1], int8[::1], "
    "int64[::1], int64[::1])"
)
def _count(
    removed: Ints,
    highs: Ints,
    lows: Ints,
    lower_steps: Ints,
    lower_starts: Ints,
    upper_steps: Ints,
    upper_starts: Ints,
    pairs: Ints,
    pair_values: Ints,
    masks: Ints,
    flush_values: Ints,
    joker_flushes: int,
    plain_high: npt.NDArray[np.int16],
    plain_low: npt.NDArray[np.int8],
    kept_starts: npt.NDArray[np.int32],
    kept_columns: npt.NDArray[np.uint8],
    kept_places: npt.NDArray[np.uint32],
    own_starts: npt.NDArray[np.int32],
    own_columns: npt.NDArray[np.uint8],
    own_high: npt.NDArray[np.int16],
    own_low: npt.NDArray[np.int8],
    below: Ints,
    above: Ints,
) -> None:
    left = np.full(13, 4, np.int64)
    in_suits = np.full(4, (1 << 13) - 1, np.int64)
    jokers = 1
    for card in removed:
        if card == JOKER:
            jokers = 0
        else:
            left[card >> 2] -= 1
            in_suits[card & 3] ^= 1 << (card >> 2)

    high_thresholds = np.unique(highs)
    low_thresholds = np.unique(lows)
    high_bucket = np.empty(HIGH_VALUES, np.uint8)
    low_bucket = np.empty(LOW_VALUES, np.uint8)
    _buckets(high_thresholds, high_bucket)
    _buckets(low_thresholds, low_bucket)
    aside = len(high_thresholds) + 1  # a row of cells that nobody reads
    cells = np.zeros((aside + 1, len(low_thresholds) + 1), np.int64)

    hands = np.empty(PLAIN_CLASSES, np.int32)
    _plain_hands(lower_steps, lower_starts, upper_steps, upper_starts, left, in_suits, jokers, hands)
    outside = np.empty((16, OUTSIDES), np.int32)
    _outside_ways(left, in_suits, pairs, outside)

    column_bucket = np.zeros(OUTSIDES, np.uint8)
    for m in range(OUTSIDE_PAIRS):
        column_bucket[m] = low_bucket[pair_values[m]]
    flushes = np.zeros((aside + 1, 16), np.int64)
    for row in range(len(masks) if jokers else joker_flushes):
        suits = 0
        for suit in range(4):
            if masks[row] & ~in_suits[suit] == 0:
                suits |= 1 << suit
        if suits == 0:
            continue
        line = high_bucket[flush_values[row]] if flush_values[row] >= 0 else aside
        flushes[line, suits] += 1
        for entry in range(kept_starts[row], kept_starts[row + 1]):
            column = kept_columns[entry]
            hands[kept_places[entry]] += outside[suits, column]
            cells[line, column_bucket[column]] -= outside[suits, column]
        for entry in range(own_starts[row], own_starts[row + 1]):
            column = own_columns[entry]
            cells[high_bucket[own_high[entry]], low_bucket[own_low[entry]]] += outside[suits, column]
            cells[line, column_bucket[column]] -= outside[suits, column]

    for suits in range(1, 16):
        by_bucket = np.zeros(cells.shape[1], np.int64)
        for m in range(OUTSIDE_PAIRS):
            by_bucket[column_bucket[m]] += outside[suits, m]
        for line in range(aside):
            for bucket in range(cells.shape[1]):
                cells[line, bucket] += flushes[line, suits] * by_bucket[bucket]

    for place in range(PLAIN_CLASSES):
        cells[high_bucket[plain_high[place]], low_bucket[plain_low[place]]] += hands[place]

    for query in range(len(highs)):
        line = np.searchsorted(high_thresholds, highs[query])
        bucket = np.searchsorted(low_thresholds, lows[query])
        below[query] = cells[: line + 1, : bucket + 1].sum()
        above[query] = cells[line + 1 : aside, bucket + 1 :].sum()
