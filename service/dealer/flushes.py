"""The flush classes as the kernel sees them: rows F, the ranks of the long suit, and columns m, the ranks outside it.

The ways to deal m depend on which suits still hold all of F, and that is a 4-bit mask: they are summed once per mask.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from service.dealer.classes import FLUSH_GROUPS, long_suits, outsides
from service.jit import kernel
from service.ranks import JOKER_SYMBOL, STANDARD, Ranking, multiset_number

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]

OUTSIDE_PAIRS = 91
OUTSIDES = OUTSIDE_PAIRS + 13 + 1
"""Every m has a column: the 91 multisets of two ranks by their low value, the 13 ranks, and none at all."""

FLUSH_ROWS = sum(comb(13, group.suited) for group in FLUSH_GROUPS)
"""Every F has a row: 8,437 of them."""

SUITS_STEP = 128
"""The length of a row of the ways outside each set of suits: there is room to spare, and a step is a shift."""

PAIRS: Ints = np.array(sorted(outsides(2), key=lambda m: STANDARD.low[m]))
"""int64 [91, 2]: the two ranks of each low value."""

_COLUMNS = {
    2: [int(STANDARD.low[m]) for m in outsides(2)],
    1: [*range(OUTSIDE_PAIRS, OUTSIDE_PAIRS + 13)],
    0: [OUTSIDE_PAIRS + 13],
}


class Flushes:
    """Every F with its mask, and the value of the flush that it makes alone or with the joker (-1 if it is longer).

    By group; where F makes one flush, by its value, so that the kernel meets the buckets of high hands in order. From
    `first_joker` on the dealer has the joker. `single` are the rows of F that make one flush, without it and with it.
    `rows` and `columns` say for each flush class which F and m it has.
    """

    def __init__(self, ranking: Ranking) -> None:
        masks: list[int] = []
        values: list[int] = []
        rows, columns = [], []
        for group in FLUSH_GROUPS:
            if group == next(group for group in FLUSH_GROUPS if group.joker):
                self.first_joker = len(masks)
            valued = []
            for mask in long_suits(group.suited):
                symbols = [rank for rank in range(13) if mask >> rank & 1] + [JOKER_SYMBOL] * group.joker
                value = int(ranking.high[1, multiset_number(tuple(symbols))]) if group.others == 2 else -1
                valued.append((value, mask))
            row_of = {mask: row for row, (_, mask) in enumerate(sorted(valued), start=len(masks))}
            rows += [row_of[mask] for mask in long_suits(group.suited) for _ in range(group.outsides)]
            columns += _COLUMNS[group.others] * len(row_of)
            masks += [mask for _, mask in sorted(valued)]
            values += [value for value, _ in sorted(valued)]
        self.single = tuple(slice(first, values.index(-1, first)) for first in (0, self.first_joker))
        self.masks: Counts = np.array(masks, dtype=np.int32)
        self.values: Ints = np.array(values)
        self.rows: Ints = np.array(rows)
        self.columns: Ints = np.array(columns)


flushes_of = lru_cache(maxsize=4)(Flushes)
"""The flushes under a ranking, made once."""


@kernel("void(int64[::1], int64[::1], int64[:,::1], int32[:,::1])")
def outside_ways(left: Ints, in_suits: Ints, pairs: Ints, ways_of: Counts) -> None:
    """int32 [16, 128]: for each set of suits, the ways to deal each m outside the long suit, summed over the set.

    For two cards m there are at most 9 in each suit.
    """
    ways_of[:] = 0
    for suit in range(4):
        row = ways_of[1 << suit]
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
                ways_of[mask, m] = ways_of[lowest, m] + ways_of[mask ^ lowest, m]
