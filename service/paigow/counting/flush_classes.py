"""The flush classes as the kernel sees them: F, the ranks of the flush suit, and m, the ranks outside it.

The ways to deal m depend on which suits still hold all of F. That is a set of suits, a 4-bit mask: the ways of every m
are summed once for each of the 16 sets, and a flush class is then one look-up.

For example, you hold A-K-Q-J-9 of hearts and A-K of spades. The dealer's F = 2-4-6-8-T can still be dealt in all four
suits, the set 1111 (clubs, diamonds, hearts, spades). Beside it, m = A-K can be dealt in 2 x 2 ways outside spades, in
2 x 2 outside hearts, in 1 x 1 outside diamonds and in 1 x 1 outside clubs: 10 ways. All 56 F of five ranks that you
hold none of share this sum. F = A-K-Q-J-8 is left in diamonds and clubs alone: its set is 1100, and m = A-K has 2 ways.
The tests do these sums.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Annotated

import numpy as np
import numpy.typing as npt

from paigow.arrays import NumberRows, Numbers
from paigow.dealer.classes import FLUSH_GROUPS, flush_masks, offsuit_ranks
from paigow.game.ranks import JOKER_SYMBOL, STANDARD, Ranking, multiset_number
from paigow.jit import kernel

OffsuitWays = Annotated[npt.NDArray[np.uint8], "uint8[:,::1]"]
"""The ways to deal each m, a row for each set of suits."""

OffsuitStarts = Annotated[npt.NDArray[np.uint16], "uint16[::1]"]
"""Where rows of the flattened ways start."""

FlushMasks = Annotated[npt.NDArray[np.int16], "int16[::1]"]
"""Sets of ranks as bits, and bit 13 for the joker."""

OFFSUIT_PAIRS = 91
OFFSUITS = OFFSUIT_PAIRS + 13 + 1
"""Every m has a column: the 91 multisets of two ranks by their low value, the 13 ranks, and no card at all."""

FLUSHES = sum(comb(13, group.suited) for group in FLUSH_GROUPS)
"""How many F there are: 8,437."""

OFFSUIT_STRIDE = 128
"""From the ways of a set of suits to those of the next: with some room to spare, so that a stride is a shift."""

LOW_RANKS: NumberRows = np.array(sorted(offsuit_ranks(2), key=lambda m: STANDARD.low[m]))
"""int64 [91, 2]: the two ranks of each low value, the lower one first."""

_COLUMNS = {
    2: [int(STANDARD.low[m]) for m in offsuit_ranks(2)],
    1: [*range(OFFSUIT_PAIRS, OFFSUIT_PAIRS + 13)],
    0: [OFFSUIT_PAIRS + 13],
}


class FlushClasses:
    """Every F and every flush class.

    `masks` int16 [8437] are the ranks of each F as bits, and bit 13 for the joker; `values` int64 [8437] what it is
    worth as a flush, -1 where F has more cards than a flush. `flush` and `offsuit` int64 [224653] are the F and the m
    of each flush class.
    """

    def __init__(self, ranking: Ranking) -> None:
        masks: list[int] = []
        values: list[int] = []
        flush, offsuit = [], []
        for group in FLUSH_GROUPS:
            for mask in flush_masks(group.suited):
                symbols = [rank for rank in range(13) if mask >> rank & 1] + [JOKER_SYMBOL] * group.joker
                flush += [len(masks)] * group.offsuit_sets
                offsuit += _COLUMNS[group.offsuit_cards]
                masks.append(mask | group.joker << JOKER_SYMBOL)
                exact = group.offsuit_cards == 2
                values.append(int(ranking.high[1, multiset_number(tuple(symbols))]) if exact else -1)
        self.masks: FlushMasks = np.array(masks, dtype=np.int16)
        self.values: Numbers = np.array(values)
        self.flush: Numbers = np.array(flush)
        self.offsuit: Numbers = np.array(offsuit)


flush_classes = lru_cache(maxsize=4)(FlushClasses)
"""The flush classes under a ranking, made once."""


@kernel
def offsuit_ways(left: Numbers, in_suits: Numbers, low_ranks: NumberRows, ways: OffsuitWays) -> None:
    """uint8 [16, 128]: for each set of suits, the ways to deal each m outside the flush suit, summed over the set.

    `left` and `in_suits` as in `half_products.half_ways`, `low_ranks` is `LOW_RANKS`. Two cards can be dealt in at most
    9 ways beside each suit.
    """
    ways[:] = 0
    for suit in range(4):
        row = ways[1 << suit]
        outside = np.empty(13, np.uint8)
        for rank in range(13):
            outside[rank] = left[rank] - (in_suits[suit] >> rank & 1)
            row[OFFSUIT_PAIRS + rank] = outside[rank]
        row[OFFSUITS - 1] = 1
        for m in range(OFFSUIT_PAIRS):
            x = outside[low_ranks[m, 0]]
            row[m] = x * (x - 1) // 2 if low_ranks[m, 0] == low_ranks[m, 1] else x * outside[low_ranks[m, 1]]
    for suits in range(3, 16):
        lowest = suits & -suits
        if suits != lowest:
            for m in range(OFFSUITS):
                ways[suits, m] = ways[lowest, m] + ways[suits ^ lowest, m]


@kernel
def suits_holding(masks: FlushMasks, in_suits: Numbers, ways_start: OffsuitStarts) -> None:
    """The suits that still hold each F, as the start of their row in the flattened `offsuit_ways`.

    Without branches, so that it is vectorised.
    """
    spades, hearts = np.int16(~in_suits[0]), np.int16(~in_suits[1])
    diamonds, clubs = np.int16(~in_suits[2]), np.int16(~in_suits[3])
    for flush in range(len(masks)):
        mask = masks[flush]
        suits = np.uint16(mask & spades == 0) + np.uint16(mask & hearts == 0) * np.uint16(2)
        suits += np.uint16(mask & diamonds == 0) * np.uint16(4) + np.uint16(mask & clubs == 0) * np.uint16(8)
        ways_start[flush] = np.uint16(suits * np.uint16(OFFSUIT_STRIDE))
