"""The histogram of the dealer's hands: a row for each range of high values, a column for each range of low values.

A hand's splits ask about at most 21 high and 21 low thresholds; those cut the values into ranges. Plain classes, and
the flush classes that are exceptions in `flush_bitsets`, are sorted by their low and then their high value. So the
classes of one cell are a few *runs* of neighbours, and a cell is a plain sum.

The last cell, of the hands that beat both hands of every split, is skipped: it is what the others leave of all hands,
and more than half of the classes fall into it.

Runs are summed class by class. Vectors would need gather instructions, which are slower than as many plain loads, so
the loops are written in a way that the compiler does not try.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from paigow.arrays import NumberRows, Numbers
from paigow.counting.flush_bitsets import LowColumns
from paigow.counting.flush_classes import OffsuitStarts
from paigow.counting.half_products import Terms
from paigow.game.ranks import LOW_VALUES
from paigow.jit import kernel

ClassIndices = Annotated[npt.NDArray[np.uint16], "uint16[::1]"]
"""Where something stands in a list of classes or of F."""

OffsuitIndices = Annotated[npt.NDArray[np.uint8], "uint8[::1]"]
"""The m of flush classes, and the flattened ways of every m."""

RunEnds = Annotated[npt.NDArray[np.uint16], "uint16[:,::1]"]

MOST_THRESHOLDS = 128
"""How many different high thresholds may be asked about at once."""

MOST_RUNS = LOW_VALUES * (MOST_THRESHOLDS + 1)
"""At most one run for each low value in each row."""


class SortedClasses:
    """Classes sorted by their low and then their high value.

    `order` intp [n] sorts them. `starts` int64 [92] is where the classes of each low value start; `ends` uint16
    [high values + 1, 91] says for each high threshold how many classes of each low value have a high value below it.
    """

    def __init__(self, high: Numbers, low: Numbers, high_values: int) -> None:
        self.order = np.lexsort((high, low))
        self.starts: Numbers = np.searchsorted(low[self.order], np.arange(LOW_VALUES + 1))
        self.ends: RunEnds = np.empty((high_values + 1, LOW_VALUES), dtype=np.uint16)
        for value in range(LOW_VALUES):
            run = high[self.order[self.starts[value] : self.starts[value + 1]]]
            assert len(run) < 1 << 16
            self.ends[:, value] = np.searchsorted(run, np.arange(high_values + 1))


@kernel
def find_runs(
    starts: Numbers, ends: RunEnds, high_thresholds: Numbers, low_column: LowColumns, columns: int, runs: NumberRows
) -> int:
    """The runs of each cell; returns how many there are.

    `runs` int64 [n, 3] gets where each starts, where it ends, and its cell in the flattened histogram. Runs that hold
    no class are skipped: of some 3,600 for a hand, all but 470.
    """
    rows = len(high_thresholds)
    row_starts = np.empty(rows, np.uint64)  # unsigned, so that no index can be negative
    for row in range(rows):
        row_starts[row] = high_thresholds[row] * LOW_VALUES
    flat_ends = ends.ravel()
    count = 0
    for low in range(LOW_VALUES):
        start, column = starts[low], np.int64(low_column[low])
        first, all_ = np.int64(0), starts[low + 1] - start
        for row in range(rows + 1):
            if first == all_ or (row == rows and column == columns - 1):
                break
            end = np.int64(flat_ends[row_starts[row] + np.uint64(low)]) if row < rows else all_
            if first < end:
                runs[count, 0], runs[count, 1], runs[count, 2] = start + first, start + end, row * columns + column
                count += 1
                first = end
    return count


@kernel
def add_plain(hands: Terms, order: ClassIndices, runs: NumberRows, histogram: Numbers) -> None:
    """Add the hands of each plain class to its cell, run by run. `histogram` is flattened, row by row."""
    for run in range(len(runs)):
        total = np.uint64(0)
        index, end = np.uint64(runs[run, 0]), np.uint64(runs[run, 1])
        while index < end:
            total += hands[order[index]]
            index += np.uint64(1)
        histogram[runs[run, 2]] += np.int64(total)


@kernel
def add_exceptions(
    ways: OffsuitIndices,
    ways_start: OffsuitStarts,
    flush: ClassIndices,
    offsuit: OffsuitIndices,
    runs: NumberRows,
    histogram: Numbers,
) -> None:
    """The same for the flush classes that are exceptions.

    `ways` are the flattened `flush_classes.offsuit_ways`, `ways_start` what `flush_classes.suits_holding` gives for the
    F of these classes; `flush` and `offsuit` are the F and the m of each class.
    """
    for run in range(len(runs)):
        total = np.uint64(0)
        index, end = np.uint64(runs[run, 0]), np.uint64(runs[run, 1])
        while index < end:
            total += ways[np.uint64(ways_start[flush[index]]) + np.uint64(offsuit[index])]
            index += np.uint64(1)
        histogram[runs[run, 2]] += np.int64(total)


@kernel
def sum_corners(histogram: NumberRows) -> None:
    """Make every cell the sum of all cells in its own and earlier rows and columns."""
    rows, columns = histogram.shape
    for row in range(rows):
        for column in range(1, columns):
            histogram[row, column] += histogram[row, column - 1]
        if row:
            for column in range(columns):
                histogram[row, column] += histogram[row - 1, column]
