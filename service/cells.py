"""Adds the dealer's hands to the cells of a histogram: a line for each bucket of high hands, a column for the low ones.

Three kinds of class go three ways: plain classes, whose hands are at hand; the flush classes that the house plays as F
behind and m in front, row by row; and the list of all other flush classes. Plain classes and list are sorted by their
low and then their high value, so that the classes of one cell are runs of neighbours: `starts` int64 [92] are where
those of each low value start, `ends` uint16 [high values + 1, 91] how many of them have a high value below each
threshold. `low_bucket` uint8 [91] is the column of each low value.

The last cell of all, of the hands that beat every split twice, is left out: it is what is missing from all hands, and
more than half of the classes fall into it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from service.dealer.flushes import OUTSIDE_PAIRS, SUITS_STEP
from service.jit import kernel
from service.ranks import LOW_VALUES

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Small = npt.NDArray[np.uint16]
Tiny = npt.NDArray[np.uint8]

LANES = 96
"""The pairs m outside the suit, 91 of them, side by side in whole vectors."""


@kernel("void(int32[::1], uint16[::1], int64[::1], uint16[:,::1], int64[::1], uint8[::1], int64[:,::1])")
def add_plain(
    hands: Counts,
    order: Small,
    starts: Ints,
    ends: Small,
    high_thresholds: Ints,
    low_bucket: Tiny,
    cells: Ints,
) -> None:
    """Add each plain class's hands to its cell, run by run."""
    last = cells.shape[1] - 1
    for low in range(LOW_VALUES):
        first = starts[low]
        column = low_bucket[low]
        for line in range(len(high_thresholds) + (column < last)):
            end = starts[low + 1]
            if line < len(high_thresholds):
                end = starts[low] + ends[high_thresholds[line], low]
            if first == end:
                continue
            total = np.int32(0)
            for place in range(np.uint64(first), np.uint64(end)):
                total = np.int32(total + hands[order[place]])
            cells[line, column] += total
            first = end


@kernel(
    "void(int32[::1], int32[::1], uint16[::1], uint8[::1], int64[::1], uint16[:,::1], int64[::1], uint8[::1], "
    "int64[:,::1])"
)
def add_listed(
    ways_of: Counts,
    row_suits: Counts,
    rows: Small,
    columns: Tiny,
    starts: Ints,
    ends: Small,
    high_thresholds: Ints,
    low_bucket: Tiny,
    cells: Ints,
) -> None:
    """The same for the list of flush classes; `row_suits` says where in `ways_of` the suits of each F stand."""
    last = cells.shape[1] - 1
    for low in range(LOW_VALUES):
        first = starts[low]
        column = low_bucket[low]
        for line in range(len(high_thresholds) + (column < last)):
            end = starts[low + 1]
            if line < len(high_thresholds):
                end = starts[low] + ends[high_thresholds[line], low]
            if first == end:
                continue
            total = np.int32(0)
            for n in range(np.uint64(first), np.uint64(end)):
                total = np.int32(total + ways_of[np.uint32(row_suits[rows[n]]) + np.uint32(columns[n])])
            cells[line, column] += total
            first = end


@kernel("void(uint8[:,::1], int64[::1], int32[::1], int32[:,::1], int64[::1], int32[:,::1])")
def add_factored(
    factors: npt.NDArray[np.uint8],
    values: Ints,
    row_suits: Counts,
    ways_of: Counts,
    high_thresholds: Ints,
    lines: Counts,
) -> None:
    """Add the flush classes that the house plays as F behind and m in front, without the joker or with it.

    Row by row of the F that make one flush, in the order of their values: the ways of all m in the row's suits, but for
    those that the house plays otherwise. `lines` int32 [thresholds + 1, 96] are what each m comes to in each line of
    the histogram, see `add_lines`; within a line that stays below 2^16, at most 1,287 rows of 36 ways.
    """
    ways = np.zeros((16, LANES), np.uint8)
    for mask in range(16):
        for m in range(OUTSIDE_PAIRS):
            ways[mask, m] = ways_of[mask, m]
    sums = np.zeros(LANES, np.uint16)
    row = 0
    for line in range(len(lines)):
        end = row
        while end < len(values) and (line == len(high_thresholds) or values[end] < high_thresholds[line]):
            end += 1
        if row == end:
            continue
        sums[:] = 0
        for n in range(row, end):
            some = ways[row_suits[n] // SUITS_STEP]
            played = factors[n]
            for m in range(LANES):
                sums[m] = np.uint16(sums[m] + np.uint16(some[m] & played[m]))
        row = end
        for m in range(LANES):
            lines[line, m] += sums[m]


@kernel("void(int32[:,::1], uint8[::1], int64[:,::1])")
def add_lines(lines: Counts, low_bucket: Tiny, cells: Ints) -> None:
    """Add what each m, a low value, has come to in each line to its cell."""
    for low in range(LOW_VALUES):
        for line in range(len(lines)):
            cells[line, low_bucket[low]] += lines[line, low]


@kernel("void(int32[::1], int64[::1], int32[::1])")
def suits_of(masks: Counts, in_suits: Ints, row_suits: Counts) -> None:
    """Where in `ways_of` the suits that hold each F stand. Without branches, so that it is vectorised."""
    spades, hearts = np.int32(~in_suits[0]), np.int32(~in_suits[1])
    diamonds, clubs = np.int32(~in_suits[2]), np.int32(~in_suits[3])
    for row in range(len(masks)):
        mask = masks[row]
        suits = np.int32(mask & spades == 0) + np.int32(mask & hearts == 0) * np.int32(2)
        suits += np.int32(mask & diamonds == 0) * np.int32(4) + np.int32(mask & clubs == 0) * np.int32(8)
        row_suits[row] = np.int32(suits * np.int32(SUITS_STEP))
