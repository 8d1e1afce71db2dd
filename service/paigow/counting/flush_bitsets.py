"""The flush classes of which the house keeps a flush behind, most of them, counted by bits.

Behind stands a flush K, five cards of one suit or four and the joker: 2,002 of them. In front stand two ranks, a low
value of 91. Either both cards are from outside the suit; or the higher one, or one of a pair, is of the suit too, which
then holds six cards of the hand, or five and the joker. So there are 2 x 91 lanes for what may be in front. Each K has
a bit in each lane: whether the house plays so.

A suit holds K or not: one more bit. How many K are both held by a suit and played with a lane is a number of bits that
are set in both, and each of them can be dealt in as many ways as there are outside the suit for the lane.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paigow.counting.flush_classes import OUTSIDE_PAIRS, PAIRS, Flushes
from paigow.game.ranks import JOKER_SYMBOL
from paigow.jit import kernel, popcount

Ints = npt.NDArray[np.int64]
Tiny = npt.NDArray[np.uint8]

_SIDE = 96
"""Room for the 91 low values, in whole vectors."""

_LANES = 2 * _SIDE


class KeptFlushes:
    """What the house plays with each flush that it keeps.

    `values` int64 [2002] are the flushes, ascending: so the kernel meets the buckets of high hands in order. `without`
    uint8 [14, 251] says which of them do without each rank, or without the joker, and `played` uint8 [251, 192] which
    are played with each lane; eight flushes share a byte, the first one as its lowest bit. `others` bool
    [flush classes] are those that the house plays in another way.
    """

    def __init__(self, flushes: Flushes, high: Ints, low: Ints) -> None:
        """`high` and `low` int64 [flush classes] are how the house plays them."""
        rows = np.argsort(flushes.values, kind="stable")[np.count_nonzero(flushes.values < 0) :]
        self.values = flushes.values[rows]
        masks = flushes.masks[rows]
        self.without: Tiny = _packed(masks >> np.arange(JOKER_SYMBOL + 1)[:, None] & 1 == 0, axis=1)

        number = np.full(1 << JOKER_SYMBOL + 1, -1)
        number[masks] = np.arange(len(masks))
        lower, higher = PAIRS[low].T
        suit, outside = flushes.masks[flushes.rows], flushes.columns
        shared = (outside == OUTSIDE_PAIRS + lower) & (suit >> higher & 1 == 1)
        kept = number[np.where(shared, suit & ~(1 << higher), suit)]
        so = (shared | (outside == low)) & (kept >= 0) & (self.values[kept] == high)
        played = np.zeros((len(masks), _LANES), dtype=bool)
        played[kept[so], (low + _SIDE * shared)[so]] = True
        self.played: Tiny = _packed(played, axis=0)
        self.others = ~so


def _packed(truths: npt.NDArray[np.bool_], axis: int) -> Tiny:
    return np.packbits(truths, axis=axis, bitorder="little")


@kernel(
    "void(int64[::1], int64[:,::1], uint8[:,::1], int64[::1], uint8[:,::1], uint8[:,::1], int64[::1], uint8[::1], "
    "int64[:,::1])"
)
def add_kept(
    in_suits: Ints,
    pairs: Ints,
    ways_of: Tiny,
    values: Ints,
    without: Tiny,
    played: Tiny,
    high_thresholds: Ints,
    low_bucket: Tiny,
    cells: Ints,
) -> None:
    """Add the dealer's hands of these classes to their cells, see `paigow.counting.histogram`.

    `in_suits` int64 [4] are the ranks left in each suit as a bit mask, and bit 13 for the joker; `pairs` are
    `flushes.PAIRS`; `ways_of` uint8 [16, 128] the ways outside each set of suits, see `flushes.outside_ways`; `values`,
    `without` and `played` those of `KeptFlushes`. A lane has at most 2,002 flushes in a suit, each in at most 9 ways.
    """
    ways = np.zeros((4, _LANES), np.uint8)
    held = np.empty((4, without.shape[1]), np.uint8)
    for suit in range(4):
        outside = ways_of[1 << suit]
        for low in range(OUTSIDE_PAIRS):
            ways[suit, low] = outside[low]
            lower, higher = pairs[low]
            ways[suit, _SIDE + low] = outside[OUTSIDE_PAIRS + lower] * (in_suits[suit] >> higher & 1)
        for eight in range(without.shape[1]):
            held[suit, eight] = 255
        for symbol in range(len(without)):
            if not in_suits[suit] >> symbol & 1:
                for eight in range(without.shape[1]):
                    held[suit, eight] &= without[symbol, eight]

    counts = np.empty((4, _LANES), np.uint16)
    hands = np.empty(_LANES, np.int32)
    row = end = 0
    for line in range(len(high_thresholds) + 1):
        # Values and thresholds ascend. (Loops, here and above: numpy's own would take seconds to compile.)
        while end < len(values) and (line == len(high_thresholds) or values[end] < high_thresholds[line]):
            end += 1
        if row == end:
            continue
        for suit in range(4):
            for lane in range(_LANES):
                counts[suit, lane] = 0
        for eight in range(row >> 3, (end + 7) >> 3):
            some = 255 << max(row - 8 * eight, 0) & 255 >> max(8 * eight + 8 - end, 0)
            for suit in range(4):
                both = np.uint8(held[suit, eight] & some)
                for lane in range(_LANES):
                    counts[suit, lane] += popcount(np.uint8(played[eight, lane] & both))
        row = end
        for lane in range(_LANES):
            hands[lane] = 0
        for suit in range(4):
            for lane in range(_LANES):
                hands[lane] += np.int32(counts[suit, lane]) * np.int32(ways[suit, lane])
        for low in range(OUTSIDE_PAIRS):
            cells[line, low_bucket[low]] += hands[low] + hands[_SIDE + low]
