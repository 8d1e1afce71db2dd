"""Counts over every hand the dealer can still hold: how often both of his hands lie below a split, how often neither,
and how often each of them does.

This is the heart: exact integers over up to C(53,7) hands, in a fraction of a millisecond. `Counter` prepares the
tables of one house way; `Counter.count` answers for any removed cards. `tally.count_plainly` is the readable twin: the
same integers, bit for bit, straight from `dealer.ways`.

How the kernel gets by without 292,253 separate products; `counting.md`, beside this file, tells what each idea brought:

1. *Half products.* The hands of all plain classes are products of half patterns, flushes taken off, reckoned modulo
   2^16: `dealer.halves`.
2. *Suits as a mask.* The suits that still hold all of F are a 4-bit mask; the ways of m are summed once per mask.
3. *Flushes that are kept, by bits.* The house mostly keeps a flush behind. Then the high hand depends on that
   flush alone and the low hand on what is in front; the number of flushes that a suit holds and that are played with
   the same cards in front is a number of bits: `kept_flushes`. All other flush classes are on a list.
4. *Buckets.* A hand of 21 splits asks about at most 21 high and 21 low thresholds: every class falls into a cell of a
   22 x 22 histogram, and each answer is a corner sum of it.
5. *Sorted once.* Plain classes and list are sorted by their low and then their high value when the tables are loaded.
   The classes of one cell are then a few runs of neighbours, whose ends are looked up, and a cell is a plain sum.
6. *The largest cell last.* More than half of the classes beat every split twice. They fall into one cell, and a cell is
   what the others leave of C(n,7).
7. *Little to read.* Every array is of the smallest type that holds its numbers: what the kernel reads and writes, half
   a megabyte, is as much of its time as what it reckons, and of the time of whatever runs after it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from paigow.counting.flush_bitsets import KeptFlushes, add_kept
from paigow.counting.flush_classes import FLUSH_ROWS, PAIRS, SUITS_STEP, flushes_of, outside_ways
from paigow.counting.half_products import BLOCK_ORDER, BLOCKS, LOWER, STEP, TERMS, UPPER, VECTOR, half_ways, plain_hands
from paigow.counting.histogram import MOST_RUNS, MOST_THRESHOLDS, add_listed, add_plain, runs_of, suits_of
from paigow.counting.reference import Tally
from paigow.dealer.classes import PLAIN_CLASSES, PLAIN_NATURAL
from paigow.dealer.tables import DealerTables
from paigow.game.cards import HAND_SIZE, JOKER
from paigow.game.ranks import JOKER_SYMBOL, LOW_VALUES
from paigow.jit import kernel, ready

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint16]
Tiny = npt.NDArray[np.uint8]


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
        kept = KeptFlushes(flushes, high, low)
        list_ = _Runs(high[kept.others], low[kept.others], values)
        rows, row_of = np.unique(flushes.rows[kept.others][list_.order], return_inverse=True)
        self.arrays: tuple[Any, ...] = (
            LOWER.growths,
            UPPER.growths,
            *BLOCKS,
            natural.order.astype(np.uint16),
            natural.starts,
            natural.ends,
            joker.order.astype(np.uint16),
            joker.starts,
            joker.ends,
            PAIRS,
            kept.values,
            kept.without,
            kept.played,
            flushes.masks[rows],
            row_of.astype(np.uint16),
            flushes.columns[kept.others][list_.order].astype(np.uint8),
            list_.starts,
            list_.ends,
        )

    @property
    def nbytes(self) -> int:
        """The memory of its own arrays; the dealer tables are mapped, and others share what depends on no house way."""
        return sum(array.nbytes for array in self.arrays)

    def count(self, removed: Iterable[int], highs: npt.ArrayLike, lows: npt.ArrayLike) -> Tally:
        """For each pair of thresholds (h, l), how many dealer hands lie below in both halves, in neither, in each.

        `removed` are the card numbers that the dealer cannot hold; `highs` and `lows` are as many values of
        `paigow.game.ranks`, at most 128 (more is a `ValueError`). Returns arrays [n].
        """
        thresholds = np.array([highs, lows], dtype=np.int64)
        if thresholds.shape[1] > MOST_THRESHOLDS:
            raise ValueError(f"at most {MOST_THRESHOLDS} thresholds at once, not {thresholds.shape[1]}")
        tally = np.empty((thresholds.shape[1], TALLIED), dtype=np.int64)
        rooms = take_rooms()
        count_hand(np.array([*removed], dtype=np.int64), thresholds[0], thresholds[1], self.arrays, rooms, tally)
        give_back(rooms)
        return Tally(*tally.T)


Rooms = tuple[Small, Small, Small, Small, Tiny, Ints]

_free: list[Rooms] = []
"""Rooms to work in that no thread is using.

Fresh memory for every count would cost more than some of its steps, and a room for each thread would never be found in
the cache: the one used last is handed out first.
"""


def take_rooms() -> Rooms:
    """Room for one thread: uint16 [13 x 3216] for the terms of each half, [49205 + 16] for plain hands and [F] for the
    suits of every F, uint8 [16, 128] for the ways outside each set of suits, int64 [11739, 3] for runs.
    """
    try:
        return _free.pop()
    except IndexError:
        terms = np.empty((2, TERMS * STEP), dtype=np.uint16)
        plain, suits = (np.empty(length, dtype=np.uint16) for length in (PLAIN_NATURAL + VECTOR, FLUSH_ROWS))
        ways, runs = np.empty((16, SUITS_STEP), dtype=np.uint8), np.empty((MOST_RUNS, 3), dtype=np.int64)
        return terms[0], terms[1], plain, suits, ways, runs


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
    """How many cards of each rank are left, and the ranks left in each suit as a bit mask; returns how many jokers are.

    The joker goes with any suit: it is bit 13 of each.
    """
    left[:] = 4
    in_suits[:] = (2 << JOKER_SYMBOL) - 1
    jokers = 1
    for card in removed:
        if card == JOKER:
            jokers = 0
            in_suits ^= 1 << JOKER_SYMBOL
        else:
            left[card >> 2] -= 1
            in_suits[card & 3] ^= 1 << (card >> 2)
    return jokers


TABLES = (
    "Tuple((int16[:,::1], int16[:,::1], int16[:,::1], int16[:,::1], "
    "uint16[::1], int64[::1], uint16[:,::1], uint16[::1], int64[::1], uint16[:,::1], "
    "int64[:,::1], int64[::1], uint8[:,::1], uint8[:,::1], "
    "int16[::1], uint16[::1], uint8[::1], int64[::1], uint16[:,::1]))"
)
"""The type of `Counter.arrays`."""

ROOMS = "Tuple((uint16[::1], uint16[::1], uint16[::1], uint16[::1], uint8[:,::1], int64[:,::1]))"
TALLIED = len(Tally._fields)


@kernel(f"int64(int64[::1], int64[::1], int64[::1], {TABLES}, {ROOMS}, int64[:,::1])")
def count_hand(removed: Ints, highs: Ints, lows: Ints, tables: Any, rooms: Any, tallies: Ints) -> int:
    """How many hands there are, and into `tallies` int64 [n, 4] the fields of `Tally` for each pair of thresholds."""
    (
        lower_growths,
        upper_growths,
        natural_blocks,
        joker_blocks,
        natural_order,
        natural_starts,
        natural_ends,
        joker_order,
        joker_starts,
        joker_ends,
        pairs,
        kept_values,
        without,
        played,
        masks,
        listed_rows,
        listed_columns,
        listed_starts,
        listed_ends,
    ) = tables
    lower, upper, hands, row_suits, ways_of, runs = rooms
    left = np.empty(13, np.int64)
    in_suits = np.empty(4, np.int64)
    jokers = _deck_without(removed, left, in_suits)
    high_thresholds = _distinct(highs)
    low_thresholds = _distinct(lows)
    low_bucket = np.empty(LOW_VALUES, np.uint8)
    for low in range(LOW_VALUES):
        low_bucket[low] = _below(low_thresholds, low + 1)
    columns = len(low_thresholds) + 1
    cells = np.zeros((len(high_thresholds) + 1, columns), np.int64)
    flat = cells.ravel()

    half_ways(lower_growths, upper_growths, left, in_suits, lower, upper)
    plain_hands(natural_blocks, lower, upper, hands)
    some = runs_of(natural_starts, natural_ends, high_thresholds, low_bucket, columns, runs)
    add_plain(hands, natural_order, runs[:some], flat)
    if jokers:
        plain_hands(joker_blocks, lower, upper, hands)
        some = runs_of(joker_starts, joker_ends, high_thresholds, low_bucket, columns, runs)
        add_plain(hands, joker_order, runs[:some], flat)

    outside_ways(left, in_suits, pairs, ways_of)
    add_kept(in_suits, pairs, ways_of, kept_values, without, played, high_thresholds, low_bucket, cells)
    suits_of(masks, in_suits, row_suits)
    some = runs_of(listed_starts, listed_ends, high_thresholds, low_bucket, columns, runs)
    add_listed(ways_of.ravel(), row_suits, listed_rows, listed_columns, runs[:some], flat)

    cards = jokers
    for rank in range(len(left)):
        cards += left[rank]
    total = 1
    for k in range(HAND_SIZE):
        total = total * (cards - k) // (k + 1)
    last = len(flat) - 1
    flat[last] = total
    for cell in range(last):
        flat[last] -= flat[cell]
    for line in range(cells.shape[0]):  # every cell becomes the sum of the corner that ends in it
        for bucket in range(1, columns):
            cells[line, bucket] += cells[line, bucket - 1]
        if line:
            for bucket in range(columns):
                cells[line, bucket] += cells[line - 1, bucket]
    for query in range(len(highs)):
        line = _below(high_thresholds, highs[query])
        bucket = _below(low_thresholds, lows[query])
        below, high_below, low_below = cells[line, bucket], cells[line, -1], cells[-1, bucket]
        tallies[query, 0] = below
        tallies[query, 1] = total - high_below - low_below + below
        tallies[query, 2] = high_below
        tallies[query, 3] = low_below
    return total
