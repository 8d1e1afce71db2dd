"""Counts over every hand the dealer can still hold: how often both of his hands lie below a split, how often neither,
and how often each of them does.

This is the heart: exact integers over up to C(53,7) hands, in a fraction of a millisecond. `Counter` prepares the
tables of one house way; `Counter.count` answers for any removed cards. `tally.count_plainly` is the readable twin: the
same integers, bit for bit, straight from `dealer.ways`.

How the kernel gets by without 292,253 separate products; `counting.md`, beside this file, tells what each idea brought:

1. *Half products.* The hands of all plain classes are products of half patterns, flushes taken off, reckoned modulo
   2^16: `dealer.halves`.
2. *Suits as a mask.* The suits that still hold all of F are a 4-bit mask; the ways of m are summed once per mask.
3. *Flush classes mostly factor.* With two cards m outside the suit the house nearly always plays the flush F behind and
   m in front. Then the high hand depends on F alone and the low hand on m alone: the ways of all m are added row by row
   of F, but for those that the house plays otherwise. These, and classes with fewer cards outside, are on a list.
4. *Buckets.* A hand of 21 splits asks about at most 21 high and 21 low thresholds: every class falls into a cell of a
   22 x 22 histogram, and each answer is a corner sum of it.
5. *Sorted once.* Plain classes and list are sorted by their low and then their high value when the tables are loaded.
   The classes of one cell are then a few runs of neighbours, whose ends are looked up, and a cell is a plain sum.
6. *The largest cell last.* More than half of the classes beat every split twice. They fall into one cell, and a cell is
   what the others leave of C(n,7).
7. *Little to read.* Every array is of the smallest type that holds its numbers: what the kernel reads and writes, less
   than a megabyte, is as much of its time as what it reckons, and of the time of whatever runs after it.

Sums of hands stay below 2^31 wherever they are int32: no hand of one deck is in two classes, and C(53,7) = 154,143,080.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from service.cards import HAND_SIZE, JOKER
from service.cells import LANES, add_factored, add_lines, add_listed, add_plain, suits_of
from service.dealer.classes import PLAIN_CLASSES, PLAIN_NATURAL
from service.dealer.flushes import FLUSH_ROWS, PAIRS, SUITS_STEP, flushes_of, outside_ways
from service.dealer.halves import BLOCK_ORDER, BLOCKS, LOWER, STEP, TERMS, UPPER, VECTOR, half_ways, plain_hands
from service.dealer.tables import DealerTables
from service.jit import kernel, ready
from service.ranks import LOW_VALUES
from service.tally import Tally

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Small = npt.NDArray[np.uint16]
Tiny = npt.NDArray[np.uint8]

_ALL_BITS = 255

MOST_THRESHOLDS = 128


class _Runs:
    """Classes sorted by low and then high value, to be summed run by run.

    `order` intp [n] sorts them. `ends` uint16 [high values + 1, 91] says for each threshold h and low value l how many
    of the classes with that low value have a high value below h; `starts` int64 [92] where those of each start.
    """

    def __init__(self, high: Ints, low: Ints, high_values: int) -> None:
        self.order = np.lexsort((high, low))
        self.starts: Ints = np.searchsorted(low[self.order], np.arange(LOW_VALUES + 1))
        self.ends = np.empty((high_values + 1, LOW_VALUES), dtype=np.uint16)
        for value in range(LOW_VALUES):
            run = high[self.order[self.starts[value] : self.starts[value + 1]]]
            assert len(run) < 1 << 16
            self.ends[:, value] = np.searchsorted(run, np.arange(high_values + 1))


class Counter:
    """Counts against one house way's dealer.

    Preparing takes some tens of milliseconds; a `Counter` is read-only and may be shared by threads.
    """

    def __init__(self, tables: DealerTables) -> None:
        ready()
        self.tables = tables
        flushes = flushes_of(tables.ranking)
        high, low = tables.high.astype(np.int64), tables.low.astype(np.int64)
        values = tables.ranking.high_values
        natural, joker = (_Runs(high[order], low[order], values) for order in BLOCK_ORDER)

        high, low = high[PLAIN_CLASSES:], low[PLAIN_CLASSES:]
        flush = flushes.values[flushes.rows]
        listed = (high != flush) | (low != flushes.columns)
        factors = np.zeros((len(flushes.values), LANES), dtype=np.uint8)
        factors[flushes.rows[~listed], flushes.columns[~listed]] = _ALL_BITS
        list_ = _Runs(high[listed], low[listed], values)
        self.arrays: tuple[Any, ...] = (
            LOWER.growths,
            UPPER.growths,
            *BLOCKS,
            PAIRS,
            flushes.masks,
            *(flushes.values[rows] for rows in flushes.single),
            flushes.first_joker,
            natural.order.astype(np.uint16),
            natural.starts,
            natural.ends,
            joker.order.astype(np.uint16),
            joker.starts,
            joker.ends,
            *(factors[rows] for rows in flushes.single),
            flushes.rows[listed][list_.order].astype(np.uint16),
            flushes.columns[listed][list_.order].astype(np.uint8),
            list_.starts,
            list_.ends,
        )

    def count(self, removed: Iterable[int], highs: npt.ArrayLike, lows: npt.ArrayLike) -> Tally:
        """For each pair of thresholds (h, l), how many dealer hands lie below in both halves, in neither, in each.

        `removed` are the card numbers that the dealer cannot hold; `highs` and `lows` are as many values of
        `service.ranks`, at most 128 (more is a `ValueError`). Returns arrays [n].
        """
        thresholds = np.array([highs, lows], dtype=np.int64)
        if thresholds.shape[1] > MOST_THRESHOLDS:
            raise ValueError(f"at most {MOST_THRESHOLDS} thresholds at once, not {thresholds.shape[1]}")
        tally = np.empty((thresholds.shape[1], TALLIED), dtype=np.int64)
        rooms = take_rooms()
        count_hand(np.array([*removed], dtype=np.int64), thresholds[0], thresholds[1], self.arrays, rooms, tally)
        give_back(rooms)
        return Tally(*tally.T)


Rooms = tuple[Small, Small, Counts, Counts, Counts]

_free: list[Rooms] = []
"""Rooms to work in that no thread is using.

Fresh memory for every count would cost more than some of its steps, and a room for each thread would never be found in
the cache: the one used last is handed out first.
"""


def take_rooms() -> Rooms:
    """Room for one thread: uint16 [13 x 3216] for the terms of each half, int32 [49205 + 16] for plain hands, int32 [F]
    for the suits of every F, and int32 [16, 128] for the ways outside each set of suits.
    """
    try:
        return _free.pop()
    except IndexError:
        terms = np.empty((2, TERMS * STEP), dtype=np.uint16)
        plain, suits = (np.empty(length, dtype=np.int32) for length in (PLAIN_NATURAL + VECTOR, FLUSH_ROWS))
        return terms[0], terms[1], plain, suits, np.empty((16, SUITS_STEP), dtype=np.int32)


def give_back(rooms: Rooms) -> None:
    """Leave rooms to the next thread."""
    _free.append(rooms)


@kernel("int64[::1](int64[::1])")
def _distinct(values: Ints) -> Ints:
    """The different values, ascending. There are few of them: numpy's own would take longer, and seconds to compile."""
    found = np.empty(len(values), np.int64)
    count = 0
    for value in values:
        place = count
        while place > 0 and found[place - 1] >= value:
            place -= 1
        if place == count or found[place] != value:
            for moved in range(count, place, -1):
                found[moved] = found[moved - 1]
            found[place] = value
            count += 1
    return found[:count]


@kernel("int64(int64[::1], int64)")
def _below(thresholds: Ints, value: int) -> int:
    """How many of the thresholds, ascending, lie below a value."""
    count = 0
    while count < len(thresholds) and thresholds[count] < value:
        count += 1
    return count


@kernel("int64(int64[::1], int64[::1], int64[::1])")
def _deck_without(removed: Ints, left: Ints, in_suits: Ints) -> int:
    """How many cards of each rank are left, the ranks left in each suit as a bit mask; returns how many jokers are."""
    left[:] = 4
    in_suits[:] = (1 << 13) - 1
    jokers = 1
    for card in removed:
        if card == JOKER:
            jokers = 0
        else:
            left[card >> 2] -= 1
            in_suits[card & 3] ^= 1 << (card >> 2)
    return jokers


TABLES = (
    "Tuple((int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], "
    "int64[:,::1], int32[::1], int64[::1], int64[::1], int64, "
    "uint16[::1], int64[::1], uint16[:,::1], uint16[::1], int64[::1], uint16[:,::1], "
    "uint8[:,::1], uint8[:,::1], uint16[::1], uint8[::1], int64[::1], uint16[:,::1]))"
)
"""The type of `Counter.arrays`."""

ROOMS = "Tuple((uint16[::1], uint16[::1], int32[::1], int32[::1], int32[:,::1]))"
TALLIED = len(Tally._fields)


@kernel(f"int64(int64[::1], int64[::1], int64[::1], {TABLES}, {ROOMS}, int64[:,::1])")
def count_hand(removed: Ints, highs: Ints, lows: Ints, tables: Any, rooms: Any, tallies: Ints) -> int:
    """How many hands there are, and into `tallies` int64 [n, 4] the fields of `Tally` for each pair of thresholds."""
    (
        lower_growths,
        upper_growths,
        natural_blocks,
        joker_blocks,
        pairs,
        masks,
        natural_flushes,
        joker_flushes,
        first_joker,
        natural_order,
        natural_starts,
        natural_ends,
        joker_order,
        joker_starts,
        joker_ends,
        natural_factors,
        joker_factors,
        listed_rows,
        listed_columns,
        listed_starts,
        listed_ends,
    ) = tables
    lower, upper, hands, row_suits, ways_of = rooms
    left = np.empty(13, np.int64)
    in_suits = np.empty(4, np.int64)
    jokers = _deck_without(removed, left, in_suits)
    high_thresholds = _distinct(highs)
    low_thresholds = _distinct(lows)
    low_bucket = np.empty(LOW_VALUES, np.uint8)
    for low in range(LOW_VALUES):
        low_bucket[low] = _below(low_thresholds, low + 1)
    cells = np.zeros((len(high_thresholds) + 1, len(low_thresholds) + 1), np.int64)

    half_ways(lower_growths, upper_growths, left, in_suits, lower, upper)
    plain_hands(natural_blocks, lower, upper, hands)
    add_plain(hands, natural_order, natural_starts, natural_ends, high_thresholds, low_bucket, cells)
    if jokers:
        plain_hands(joker_blocks, lower, upper, hands)
        add_plain(hands, joker_order, joker_starts, joker_ends, high_thresholds, low_bucket, cells)

    outside_ways(left, in_suits, pairs, ways_of)
    rows = len(masks) if jokers else first_joker
    suits_of(masks[:rows], in_suits, row_suits[:rows])
    row_suits[rows:] = 0
    lines = np.zeros((len(high_thresholds) + 1, LANES), np.int32)
    some = row_suits[: len(natural_flushes)]
    add_factored(natural_factors, natural_flushes, some, ways_of, high_thresholds, lines)
    if jokers:
        some = row_suits[first_joker : first_joker + len(joker_flushes)]
        add_factored(joker_factors, joker_flushes, some, ways_of, high_thresholds, lines)
    add_lines(lines, low_bucket, cells)
    add_listed(
        ways_of.ravel(),
        row_suits,
        listed_rows,
        listed_columns,
        listed_starts,
        listed_ends,
        high_thresholds,
        low_bucket,
        cells,
    )

    cards = left.sum() + jokers
    total = 1
    for k in range(HAND_SIZE):
        total = total * (cards - k) // (k + 1)
    cells[-1, -1] = 0
    cells[-1, -1] = total - cells.sum()
    for line in range(cells.shape[0]):  # every cell becomes the sum of the corner that ends in it
        for bucket in range(1, cells.shape[1]):
            cells[line, bucket] += cells[line, bucket - 1]
        if line:
            cells[line] += cells[line - 1]
    for query in range(len(highs)):
        line = _below(high_thresholds, highs[query])
        bucket = _below(low_thresholds, lows[query])
        below, high_below, low_below = cells[line, bucket], cells[line, -1], cells[-1, bucket]
        tallies[query, 0] = below
        tallies[query, 1] = total - high_below - low_below + below
        tallies[query, 2] = high_below
        tallies[query, 3] = low_below
    return total
