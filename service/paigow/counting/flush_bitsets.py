"""The flush classes of which the house keeps the flush as the high hand, most of them, counted by bits.

The high hand is a flush K, five cards of one suit or four and the joker: 2,002 of them. The low hand is two ranks, one
of 91 low values. Either both of its cards are from outside the suit; or its higher card, or one of its pair, is of the
suit too, which then holds six cards of the hand, or five and the joker. So there are 2 x 91 *columns* for the low hand.
Each K has a bit in each column: whether the house plays it so.

A suit holds K or not: one more bit. How many K a suit holds that are played with a column is the number of bits set in
both, and each of them can be dealt in as many ways as the low hand's offsuit cards.

For example, take eight K that share a byte. A suit that has lost its nine holds those without a nine, say 10110111;
with a pair of fours in front the house keeps the flush of 11110011. Both bits are set in 10110011, five times. If three
pairs of fours can still be dealt outside the suit, that is 5 x 3 = 15 hands of the dealer, from one AND, one count of
bits and one multiplication.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

from paigow.arrays import Bits, NumberRows, Numbers
from paigow.counting.flush_classes import LOW_RANKS, OFFSUIT_PAIRS, FlushClasses, OffsuitWays
from paigow.game.ranks import JOKER_SYMBOL
from paigow.jit import kernel, popcount

LowColumns = Annotated[npt.NDArray[np.uint8], "uint8[::1]"]
"""The column of the histogram that each low value falls into."""

_SIDE = 96
"""Room for the 91 low values, in whole vectors."""

_COLUMNS = 2 * _SIDE


class FlushBitsets:
    """How the house plays each flush that it keeps.

    `values` int64 [2002] are the flushes, ascending: so the kernel meets the rows of the histogram in order. The bits
    of eight flushes share a byte. `missing_rank` uint8 [14, 251] has the flushes without each rank, and without the
    joker; `played` uint8 [251, 192] those that are played with each column. `exceptions` bool [flush classes] are the
    classes that the house plays in another way.
    """

    def __init__(self, flushes: FlushClasses, high: Numbers, low: Numbers) -> None:
        """`high` and `low` int64 [flush classes] are the values of the hands as the house sets them."""
        flushes_only = np.argsort(flushes.values, kind="stable")[np.count_nonzero(flushes.values < 0) :]
        self.values: Numbers = flushes.values[flushes_only]
        masks = flushes.masks[flushes_only]
        self.missing_rank: Bits = _packed(masks >> np.arange(JOKER_SYMBOL + 1)[:, None] & 1 == 0, axis=1)

        number = np.full(1 << JOKER_SYMBOL + 1, -1)
        number[masks] = np.arange(len(masks))
        lower, higher = LOW_RANKS[low].T
        suit, offsuit = flushes.masks[flushes.flush], flushes.offsuit
        shared = (offsuit == OFFSUIT_PAIRS + lower) & (suit >> higher & 1 == 1)
        flush = number[np.where(shared, suit & ~(1 << higher), suit)]
        so_played = (shared | (offsuit == low)) & (flush >= 0) & (self.values[flush] == high)
        played = np.zeros((len(masks), _COLUMNS), dtype=bool)
        played[flush[so_played], (low + _SIDE * shared)[so_played]] = True
        self.played: Bits = _packed(played, axis=0)
        self.exceptions: npt.NDArray[np.bool_] = ~so_played


def _packed(truths: npt.NDArray[np.bool_], axis: int) -> Bits:
    return np.packbits(truths, axis=axis, bitorder="little")


@kernel
def add_kept_flushes(
    in_suits: Numbers,
    low_ranks: NumberRows,
    ways: OffsuitWays,
    values: Numbers,
    missing_rank: Bits,
    played: Bits,
    high_thresholds: Numbers,
    low_column: LowColumns,
    histogram: NumberRows,
) -> None:
    """Add the dealer's hands of these classes to the histogram, see `counting.histogram`.

    `in_suits` int64 [4] are the ranks left in each suit as bits, and bit 13 for the joker; `low_ranks` is `LOW_RANKS`;
    `ways` uint8 [16, 128] as `flush_classes.offsuit_ways` gives them; `values`, `missing_rank` and `played` those of
    `FlushBitsets`. A column has at most 2,002 flushes in a suit, each in at most 9 ways.
    """
    column_ways = np.zeros((4, _COLUMNS), np.uint8)
    held = np.empty((4, missing_rank.shape[1]), np.uint8)
    for suit in range(4):
        offsuit = ways[1 << suit]
        for low in range(OFFSUIT_PAIRS):
            column_ways[suit, low] = offsuit[low]
            lower, higher = low_ranks[low]
            column_ways[suit, _SIDE + low] = offsuit[OFFSUIT_PAIRS + lower] * (in_suits[suit] >> higher & 1)
        for byte in range(missing_rank.shape[1]):
            held[suit, byte] = 255
        for symbol in range(len(missing_rank)):
            if not in_suits[suit] >> symbol & 1:
                for byte in range(missing_rank.shape[1]):
                    held[suit, byte] &= missing_rank[symbol, byte]

    counts = np.empty((4, _COLUMNS), np.uint16)
    hands = np.empty(_COLUMNS, np.int32)
    start = end = 0
    for row in range(len(high_thresholds) + 1):
        # Values and thresholds ascend. (Loops, here and above: numpy's own functions would take seconds to compile.)
        while end < len(values) and (row == len(high_thresholds) or values[end] < high_thresholds[row]):
            end += 1
        if start == end:
            continue
        for suit in range(4):
            for column in range(_COLUMNS):
                counts[suit, column] = 0
        for byte in range(start >> 3, (end + 7) >> 3):
            in_row = 255 << max(start - 8 * byte, 0) & 255 >> max(8 * byte + 8 - end, 0)
            for suit in range(4):
                both = np.uint8(held[suit, byte] & in_row)
                for column in range(_COLUMNS):
                    counts[suit, column] += popcount(np.uint8(played[byte, column] & both))
        start = end
        for column in range(_COLUMNS):
            hands[column] = 0
        for suit in range(4):
            for column in range(_COLUMNS):
                hands[column] += np.int32(counts[suit, column]) * np.int32(column_ways[suit, column])
        for low in range(OFFSUIT_PAIRS):
            histogram[row, low_column[low]] += hands[low] + hands[_SIDE + low]
