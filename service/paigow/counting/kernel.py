"""The counting kernel: how many of the dealer's hands lie below each pair of thresholds, with any cards removed.

The steps, each in a file of its own; README.md beside them tells what each idea brought:

1. `half_products`: the hands of all plain classes.
2. `flush_classes`: the ways of the cards outside a flush, for each set of suits.
3. `flush_bitsets`: the flushes that the house keeps.
4. `histogram`: all of them into the cells that the thresholds cut, and the corner sums that answer every question.

Everything it reads and writes is of the smallest type that holds its numbers: half a megabyte of memory is as much of
its time as the arithmetic, and of the time of whatever runs after it.
"""

from __future__ import annotations

import numpy as np

from paigow.arrays import NumberRows, Numbers
from paigow.counting.buffers import Scratch
from paigow.counting.flush_bitsets import add_kept_flushes
from paigow.counting.flush_classes import offsuit_ways, suits_holding
from paigow.counting.half_products import half_ways, plain_hands
from paigow.counting.histogram import add_exceptions, add_plain, find_runs, sum_corners
from paigow.counting.reference import Tally
from paigow.counting.tables import CountingTables
from paigow.game.cards import HAND_SIZE, JOKER
from paigow.game.ranks import JOKER_SYMBOL, LOW_VALUES
from paigow.jit import kernel

TALLIED = len(Tally._fields)
BELOW, ABOVE, HIGH_BELOW, LOW_BELOW = range(TALLIED)
"""The columns of the tallies: the fields of `Tally`, in its order."""


@kernel
def _distinct(values: Numbers) -> Numbers:
    """The different values, ascending. There are few: numpy's own takes longer, and seconds to compile."""
    found = np.empty(len(values), np.int64)
    count = 0
    for value in values:
        index = count
        while index > 0 and found[index - 1] >= value:
            index -= 1
        if index == count or found[index] != value:
            for moved in range(count, index, -1):
                found[moved] = found[moved - 1]
            found[index] = value
            count += 1
    return found[:count]


@kernel
def _below(thresholds: Numbers, value: int) -> int:
    """How many of the thresholds, ascending, lie below a value."""
    count = 0
    while count < len(thresholds) and thresholds[count] < value:
        count += 1
    return count


@kernel
def _deck_without(removed: Numbers, left: Numbers, in_suits: Numbers) -> int:
    """How many cards of each rank are left, and the ranks left in each suit as bits; returns how many jokers are left.

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


@kernel
def count_hand(
    removed: Numbers, highs: Numbers, lows: Numbers, tables: CountingTables, scratch: Scratch, tallies: NumberRows
) -> int:
    """Count the dealer's hands without the `removed` cards; returns how many there are.

    `tallies` int64 [n, 4] gets the fields of `Tally` for each of the n pairs of thresholds `highs` and `lows`.
    """
    left = np.empty(13, np.int64)
    in_suits = np.empty(4, np.int64)
    jokers = _deck_without(removed, left, in_suits)
    high_thresholds = _distinct(highs)
    low_thresholds = _distinct(lows)
    low_column = np.empty(LOW_VALUES, np.uint8)
    for low in range(LOW_VALUES):
        low_column[low] = _below(low_thresholds, low + 1)
    columns = len(low_thresholds) + 1
    histogram = np.zeros((len(high_thresholds) + 1, columns), np.int64)
    flat = histogram.ravel()
    hands, runs = scratch.hands, scratch.runs

    half_ways(tables.lower_extensions, tables.upper_extensions, left, in_suits, scratch.lower, scratch.upper)
    plain_hands(tables.natural_blocks, scratch.lower, scratch.upper, hands)
    count = find_runs(tables.natural_starts, tables.natural_ends, high_thresholds, low_column, columns, runs)
    add_plain(hands, tables.natural_order, runs[:count], flat)
    if jokers:
        plain_hands(tables.joker_blocks, scratch.lower, scratch.upper, hands)
        count = find_runs(tables.joker_starts, tables.joker_ends, high_thresholds, low_column, columns, runs)
        add_plain(hands, tables.joker_order, runs[:count], flat)

    ways = scratch.offsuit_ways
    offsuit_ways(left, in_suits, tables.low_ranks, ways)
    add_kept_flushes(
        in_suits,
        tables.low_ranks,
        ways,
        tables.flush_values,
        tables.missing_rank,
        tables.played,
        high_thresholds,
        low_column,
        histogram,
    )
    suits_holding(tables.exception_masks, in_suits, scratch.ways_start)
    count = find_runs(tables.exception_starts, tables.exception_ends, high_thresholds, low_column, columns, runs)
    add_exceptions(
        ways.ravel(), scratch.ways_start, tables.exception_flush, tables.exception_offsuit, runs[:count], flat
    )

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
    sum_corners(histogram)
    for query in range(len(highs)):
        row = _below(high_thresholds, highs[query])
        column = _below(low_thresholds, lows[query])
        below, high_below, low_below = histogram[row, column], histogram[row, -1], histogram[-1, column]
        tallies[query, BELOW] = below
        tallies[query, ABOVE] = total - high_below - low_below + below
        tallies[query, HIGH_BELOW] = high_below
        tallies[query, LOW_BELOW] = low_below
    return total
