"""Adds the dealer's hands to the cells of a histogram: a line for each bucket of high hands, a column for the low ones.

Plain classes, whose hands are at hand, and the list of flush classes that are not in `kept_flushes` are sorted by their
low and then their high value, so that the classes of one cell are runs of neighbours: `starts` int64 [92] are where
those of each low value start, `ends` uint16 [high values + 1, 91] how many of them have a high value below each
threshold. `low_bucket` uint8 [91] is the column of each low value.

The last cell of all, of the hands that beat every split twice, is left out: it is what is missing from all hands, and
more than half of the classes fall into it.

Runs are added class by class. Vectors would need gather instructions, which are slower than as many plain loads; the
loops are written so that the compiler does not try.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paigow.counting.flush_classes import SUITS_STEP
from paigow.game.ranks import LOW_VALUES
from paigow.jit import kernel

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint16]
Tiny = npt.NDArray[np.uint8]

MOST_THRESHOLDS = 128
"""So many a hand may ask about at once."""

MOST_RUNS = LOW_VALUES * (MOST_THRESHOLDS + 1)
"""One for each low value in each line."""


@kernel("int64(int64[::1], uint16[:,::1], int64[::1], uint8[::1], int64, int64[:,::1])")
def runs_of(starts: Ints, ends: Small, high_thresholds: Ints, low_bucket: Tiny, columns: int, runs: Ints) -> int:
    """How many runs there are, and into int64 [n, 3] where each starts, where it ends, and its place in the cells.

    Those that hold no class are left out: of some 3,600 for a hand, all but 470.
    """
    lines = len(high_thresholds)
    rows = np.empty(lines, np.uint64)  # unsigned, lest an index count back
    for line in range(lines):
        rows[line] = high_thresholds[line] * LOW_VALUES
    looked_up = ends.ravel()
    count = 0
    for low in range(LOW_VALUES):
        start, column = starts[low], np.int64(low_bucket[low])
        first, all_ = np.int64(0), starts[low + 1] - start
        for line in range(lines + 1):
            if first == all_ or (line == lines and column == columns - 1):
                break
            end = np.int64(looked_up[rows[line] + np.uint64(low)]) if line < lines else all_
            if first < end:
                runs[count, 0], runs[count, 1], runs[count, 2] = start + first, start + end, line * columns + column
                count += 1
                first = end
    return count


@kernel("void(uint16[::1], uint16[::1], int64[:,::1], int64[::1])")
def add_plain(hands: Small, order: Small, runs: Ints, cells: Ints) -> None:
    """Add each plain class's hands to its cell, run by run. `cells` int64 are the histogram line by line."""
    for run in range(len(runs)):
        total = np.uint64(0)
        place, end = np.uint64(runs[run, 0]), np.uint64(runs[run, 1])
        while place < end:
            total += hands[order[place]]
            place += np.uint64(1)
        cells[runs[run, 2]] += np.int64(total)


@kernel("void(uint8[::1], uint16[::1], uint16[::1], uint8[::1], int64[:,::1], int64[::1])")
def add_listed(ways_of: Tiny, row_suits: Small, rows: Small, columns: Tiny, runs: Ints, cells: Ints) -> None:
    """The same for the list of flush classes; `row_suits` says where in `ways_of` the suits of each F stand.

    `rows` are their F, those of `suits_of`, and `columns` their m, see `dealer.flushes`.
    """
    for run in range(len(runs)):
        total = np.uint64(0)
        place, end = np.uint64(runs[run, 0]), np.uint64(runs[run, 1])
        while place < end:
            total += ways_of[np.uint64(row_suits[rows[place]]) + np.uint64(columns[place])]
            place += np.uint64(1)
        cells[runs[run, 2]] += np.int64(total)


@kernel("void(int16[::1], int64[::1], uint16[::1])")
def suits_of(masks: npt.NDArray[np.int16], in_suits: Ints, row_suits: Small) -> None:
    """Where in `ways_of` the suits that hold each F stand, by its mask. Without branches, so that it is vectorised."""
    spades, hearts = np.int16(~in_suits[0]), np.int16(~in_suits[1])
    diamonds, clubs = np.int16(~in_suits[2]), np.int16(~in_suits[3])
    for row in range(len(masks)):
        mask = masks[row]
        suits = np.uint16(mask & spades == 0) + np.uint16(mask & hearts == 0) * np.uint16(2)
        suits += np.uint16(mask & diamonds == 0) * np.uint16(4) + np.uint16(mask & clubs == 0) * np.uint16(8)
        row_suits[row] = np.uint16(suits * np.uint16(SUITS_STEP))
