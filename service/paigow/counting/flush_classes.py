"""The flush classes as the kernel sees them: rows F, the ranks of the long suit, and columns m, the ranks outside it.

The ways to deal m depend on which suits still hold all of F, and that is a 4-bit mask: they are summed once per mask.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from paigow.dealer.classes import FLUSH_GROUPS, long_suits, outsides
from paigow.game.ranks import JOKER_SYMBOL, STANDARD, Ranking, multiset_number
from paigow.jit import kernel

Ints = npt.NDArray[np.int64]
Tiny = npt.NDArray[np.uint8]

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
    """Every F: `masks` int16 [8437] are its ranks as bits, and bit 13 for the joker.

    `values` int64 [8437] are what they are worth as flushes, -1 where F holds more than a flush; `rows` and `columns`
    int64 [224653] say for each flush class which F and m it has.
    """

    def __init__(self, ranking: Ranking) -> None:
        masks: list[int] = []
        values: list[int] = []
        rows, columns = [], []
        for group in FLUSH_GROUPS:
            for mask in long_suits(group.suited):
                symbols = [rank for rank in range(13) if mask >> rank & 1] + [JOKER_SYMBOL] * group.joker
                rows += [len(masks)] * group.outsides
                columns += _COLUMNS[group.others]
                masks.append(mask | group.joker << JOKER_SYMBOL)
                values.append(int(ranking.high[1, multiset_number(tuple(symbols))]) if group.others == 2 else -1)
        self.masks: npt.NDArray[np.int16] = np.array(masks, dtype=np.int16)
        self.values: Ints = np.array(values)
        self.rows: Ints = np.array(rows)
        self.columns: Ints = np.array(columns)


flushes_of = lru_cache(maxsize=4)(Flushes)
"""The flushes under a ranking, made once."""


@kernel("void(int64[::1], int64[::1], int64[:,::1], uint8[:,::1])")
def outside_ways(left: Ints, in_suits: Ints, pairs: Ints, ways_of: Tiny) -> None:
    """uint8 [16, 128]: for each set of suits, the ways to deal each m outside the long suit, summed over the set.

    For two cards m there are at most 9 in each suit.
    """
    ways_of[:] = 0
    for suit in range(4):
        row = ways_of[1 << suit]
        outside = np.empty(13, np.uint8)
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
