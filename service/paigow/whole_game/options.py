"""The splits of the player's hands with some ranks, as the whole game asks about them.

The splits of a hand differ by the ranks in front and by whether a flush stands behind: at most 21 options of each kind,
the same for every suit pattern. A *query* is an option in one of the two roles: the player not banking, and banking,
when he wins copies, so that every threshold is one higher.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paigow.game.cards import JOKER
from paigow.game.ranks import JOKER_SYMBOL
from paigow.jit import kernel

Ints = npt.NDArray[np.int64]
Cells = npt.NDArray[np.int16]

MOST_OPTIONS = 21
ROLES = 2
QUERIES = ROLES * MOST_OPTIONS * 2


@kernel("int64(int64[::1], int64[::1], int64[:,::1], int16[:,::1], int8[:,::1], int64[:,::1], int64[:,::1])")
def options_of(
    symbols: Ints,
    bit_of: Ints,
    multiset: Ints,
    high_values: npt.NDArray[np.int16],
    low_values: npt.NDArray[np.int8],
    highs: Ints,
    lows: Ints,
) -> int:
    """The splits of seven rank symbols that differ in their ranks; returns how many there are.

    `highs` int64 [21, 2] are the high values without a flush behind and with one, -1 where none can be; `lows` int64
    [21, 2] the low value, and the natural ranks behind as a set of bits where they could be a flush, else -1.
    """
    count = 0
    for i in range(7):
        for j in range(i + 1, 7):
            if (i > 0 and symbols[i] == symbols[i - 1]) or (j > i + 1 and symbols[j] == symbols[j - 1]):
                continue
            number = 0
            place = 0
            behind = 0
            distinct = True
            for k in range(7):
                if k not in (i, j):
                    number += multiset[place, symbols[k]]
                    place += 1
                    if symbols[k] < JOKER_SYMBOL:
                        bit = 1 << bit_of[symbols[k]]
                        distinct = distinct and behind & bit == 0
                        behind |= bit
            highs[count, 0] = high_values[0, number]
            highs[count, 1] = high_values[1, number] if distinct else -1
            lows[count, 0] = low_values[symbols[i], symbols[j]]
            lows[count, 1] = behind if distinct else -1
            count += 1
    return count


@kernel("int64(int64, int64, int64)")
def query(role: int, option: int, flush: int) -> int:
    return (role * MOST_OPTIONS + option) * 2 + flush


@kernel("int64(int64, int64[:,::1], int64[:,::1], int16[::1], int16[::1], int64[:,::1])")
def buckets(options: int, highs: Ints, lows: Ints, high_bucket: Cells, low_bucket: Cells, places: Ints) -> int:
    """Put values into buckets by the thresholds of every option in both roles; returns how many low buckets there are.

    A bucket is the number of thresholds not above a value. `places` int64 [2 roles x 42, 2] has for each role and
    option (without a flush, with one) how many high and low buckets lie below its thresholds; 0 for one that there is
    not.
    """
    high_bucket[:] = 0
    low_bucket[:] = 0
    for i in range(options):
        for role in range(ROLES):
            low_bucket[lows[i, 0] + role] = 1
            for flush in range(2):
                if highs[i, flush] >= 0:
                    high_bucket[highs[i, flush] + role] = 1
    for value in range(1, len(high_bucket)):
        high_bucket[value] += high_bucket[value - 1]
    for value in range(1, len(low_bucket)):
        low_bucket[value] += low_bucket[value - 1]
    places[:] = 0
    for role in range(ROLES):
        for i in range(options):
            for flush in range(2):
                if highs[i, flush] >= 0:
                    place = places[query(role, i, flush)]
                    place[0] = high_bucket[highs[i, flush] + role]
                    place[1] = low_bucket[lows[i, 0] + role]
    return int(low_bucket[-1]) + 1


@kernel("void(int16[::1], int8[::1], int16[::1], int16[::1], boolean[::1], boolean[::1], int64, int64, int16[::1])")
def cells_of(
    highs: npt.NDArray[np.int16],
    lows: npt.NDArray[np.int8],
    high_bucket: Cells,
    low_bucket: Cells,
    pushed_high: npt.NDArray[np.bool_],
    pushed_low: npt.NDArray[np.bool_],
    columns: int,
    aside: int,
    cells: Cells,
) -> None:
    """The cell of each class, `aside` for those that push by a rule."""
    for n in range(len(cells)):
        pushed = pushed_high[highs[n]] or pushed_low[lows[n]]
        cells[n] = aside if pushed else high_bucket[highs[n]] * columns + low_bucket[lows[n]]


@kernel("int64(int64[::1], int64[::1])")
def bits_of(ranks: Ints, bit_of: Ints) -> int:
    """int64 [13]: the bit of each rank that the player holds, -1 for the others; returns how many ranks he holds."""
    bit_of[:] = -1
    distinct = 0
    while distinct < len(ranks) and ranks[distinct] >= 0:
        bit_of[ranks[distinct]] = distinct
        distinct += 1
    return distinct


@kernel("void(int64, int64[:,::1], uint8[::1], int64[::1])")
def find_flushes(options: int, lows: Ints, suits: npt.NDArray[np.uint8], flushed: Ints) -> None:
    """For each option, 1 if the ranks behind can all be of one suit, else 0."""
    for i in range(options):
        flushed[i] = 0
        behind = lows[i, 1]
        for suit in range(4):
            if behind >= 0 and suits[suit] & behind == behind:
                flushed[i] = 1


@kernel("int64(uint8[::1], int64[::1], int64, uint8[::1])")
def hand_of(suits: npt.NDArray[np.uint8], bit_of: Ints, joker: int, hand: npt.NDArray[np.uint8]) -> int:
    """Write the cards of a suit pattern in canonical order; returns how many."""
    held = 0
    if joker:
        hand[0] = JOKER
        held = 1
    for rank in range(12, -1, -1):
        if bit_of[rank] >= 0:
            for suit in range(4):
                if suits[suit] >> bit_of[rank] & 1:
                    hand[held] = 4 * rank + suit
                    held += 1
    return held
