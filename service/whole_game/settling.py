"""The player's side of the whole game: every suit pattern of a multiset, its splits, and what they come to.

The splits of a hand differ by the ranks in front and by whether a flush stands behind: at most 21 options of each kind,
the same for every suit pattern. A *query* is an option in one of the two roles: the player not banking, and banking,
when he wins copies, so that every threshold is one higher.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from service.cards import JOKER
from service.dealer.classes import class_of_hand
from service.jit import kernel
from service.ranks import JOKER_SYMBOL, LOW_VALUES, PAIR_OF_DEUCES
from service.whole_game.kernel import LANES, count_multiset

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Cells = npt.NDArray[np.int16]

MOST_OPTIONS = 21
ROLES = 2
_QUERIES = ROLES * MOST_OPTIONS * 2
_SETS = 1 << 7
"""A suit can hold any of at most seven different ranks."""


@kernel("int64(int64[::1], int64[::1], int64[:,::1], int16[:,::1], int8[:,::1], int64[:,::1], int64[:,::1])")
def _options_of(
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
def _query(role: int, option: int, flush: int) -> int:
    return (role * MOST_OPTIONS + option) * 2 + flush


@kernel("int64(int64, int64[:,::1], int64[:,::1], int16[::1], int16[::1], int64[:,::1])")
def _buckets(options: int, highs: Ints, lows: Ints, high_bucket: Cells, low_bucket: Cells, places: Ints) -> int:
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
                    place = places[_query(role, i, flush)]
                    place[0] = high_bucket[highs[i, flush] + role]
                    place[1] = low_bucket[lows[i, 0] + role]
    return int(low_bucket[-1]) + 1


@kernel("void(int16[::1], int8[::1], int16[::1], int16[::1], boolean[::1], boolean[::1], int64, int64, int16[::1])")
def _cells_of(
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
def _bits_of(ranks: Ints, bit_of: Ints) -> int:
    """int64 [13]: the bit of each rank that the player holds, -1 for the others; returns how many ranks he holds."""
    bit_of[:] = -1
    distinct = 0
    while distinct < len(ranks) and ranks[distinct] >= 0:
        bit_of[ranks[distinct]] = distinct
        distinct += 1
    return distinct


@kernel("void(int64, int64[:,::1], uint8[::1], int64[::1])")
def _find_flushes(options: int, lows: Ints, suits: npt.NDArray[np.uint8], flushed: Ints) -> None:
    """For each option, 1 if the ranks behind can all be of one suit, else 0."""
    for i in range(options):
        flushed[i] = 0
        behind = lows[i, 1]
        for suit in range(4):
            if behind >= 0 and suits[suit] & behind == behind:
                flushed[i] = 1


@kernel("int64(uint8[::1], int64[::1], int64, uint8[::1])")
def _hand_of(suits: npt.NDArray[np.uint8], bit_of: Ints, joker: int, hand: npt.NDArray[np.uint8]) -> int:
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


@kernel("void(int64[::1], int64, int64, int64, int64, int64)")
def _write(row: Ints, value: int, won: int, lost: int, high: int, low: int) -> None:
    row[0] = value
    row[1] = won
    row[2] = lost
    row[3] = high
    row[4] = low


@kernel(
    "boolean(int64, int64, int64, int64, int64[:,::1], int64[:,::1], int64[::1], uint8[::1], int64[:,::1], "
    "int32[:,:,::1], int64, int64, int8[::1], int64[:,::1])"
)
def _best_and_house(
    role: int,
    kept: int,
    whole: int,
    options: int,
    highs: Ints,
    lows: Ints,
    flushed: Ints,
    suits: npt.NDArray[np.uint8],
    by_ranks: Ints,
    by_suit: Counts,
    house_high: int,
    house_low: int,
    legal_lows: npt.NDArray[np.int8],
    found: Ints,
) -> bool:
    """The house way's split of a hand and the best one, in rows of `found`: value, deals won, deals lost, high, low.

    False where the house way's is none of the hand's splits.
    """
    found[:, 3] = -1
    for i in range(options):
        low = lows[i, 0]
        for flush in range(flushed[i] + 1):
            high = highs[i, flush]
            if high < 0 or low > legal_lows[high]:
                continue
            query = _query(role, i, flush)
            won = by_ranks[query, 0]
            lost = by_ranks[query, 1]
            for suit in range(4):
                won += by_suit[query, 0, suits[suit]]
                lost += by_suit[query, 1, suits[suit]]
            value = kept * won - whole * lost
            if high == house_high and low == house_low:
                _write(found[0], value, won, lost, high, low)
            if flush < flushed[i]:  # the same front with a flush behind is worth at least as much
                continue
            best = found[1]
            ties = value == best[0] and (low > best[4] or (low == best[4] and high > best[3]))
            if best[3] < 0 or value > best[0] or ties:
                _write(best, value, won, lost, high, low)
    return bool(found[0, 3] >= 0)


@kernel("int64(int64[:,::1], int64, uint8[::1])")
def _habit(found: Ints, line: int, categories: npt.NDArray[np.uint8]) -> int:
    """What the house way does and what is better: its line, and the categories of both hands of both splits."""
    number = line
    for split in range(2):
        number = number * (categories.max() + 1) + categories[found[split, 3]]
        number = number * 2 + (found[split, 4] >= PAIR_OF_DEUCES)
    return number


@kernel(
    "int64(int64, int64, int64, int64, int64[:,::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[::1], "
    "uint8[:,::1], int64[::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], "
    "int16[::1], int8[::1], int16[::1], int8[::1], int64[:,::1], int64, int64[:,::1], boolean[::1], boolean[::1], "
    "int64[:,::1], int16[:,::1], int8[:,::1], int8[::1], uint8[::1], "
    "int32[::1], int16[::1], int64[:,::1], int64[::1], int64[::1], int16[::1], int8[::1], uint8[::1], "
    "int64[:,:,:,::1], int64[:,::1], int64[:,:,::1], int64[:,:,::1])"
)
def solve_multisets(
    first: int,
    end: int,
    kept: int,
    whole: int,
    symbols: Ints,
    ranks: Ints,
    copies: Ints,
    kinds: Ints,
    shapes: Ints,
    pattern_starts: Ints,
    pattern_suits: npt.NDArray[np.uint8],
    namings: Ints,
    lower_steps: Ints,
    upper_steps: Ints,
    lower_sizes: Ints,
    upper_sizes: Ints,
    upper_ends: Ints,
    pair_first: Ints,
    plain_high: npt.NDArray[np.int16],
    plain_low: npt.NDArray[np.int8],
    flush_high: npt.NDArray[np.int16],
    flush_low: npt.NDArray[np.int8],
    flushes: Ints,
    natural_flushes: int,
    pairs: Ints,
    pushed_high: npt.NDArray[np.bool_],
    pushed_low: npt.NDArray[np.bool_],
    multiset: Ints,
    high_values: npt.NDArray[np.int16],
    low_values: npt.NDArray[np.int8],
    legal_lows: npt.NDArray[np.int8],
    categories: npt.NDArray[np.uint8],
    plain_index: Counts,
    mask_places: npt.NDArray[np.int16],
    group_of: Ints,
    group_firsts: Ints,
    group_outsides: Ints,
    house_high: npt.NDArray[np.int16],
    house_low: npt.NDArray[np.int8],
    house_line: npt.NDArray[np.uint8],
    totals: Ints,
    hands: Ints,
    habits: Ints,
    examples: Ints,
) -> int:
    """Solve the player's hands with the multisets from `first` to before `end`; add what they come to to the sums.

    `kept` is what is left of `whole` after the commission. Sums, by role (0 not banking, 1 banking): `totals` int64
    [2, 2, kinds, 2] the deals won and lost by the house way and by the best split; `hands` int64 [3, kinds] the hands
    where the best split is worth more, by role, and all hands; `habits` int64 [2, habits, 3] for each thing that the
    house way does where another is better: hands, and by how many deals the better one wins more and loses less;
    `examples` int64 [2, habits, 2] the greatest loss of value among them, and the hand: multiset x 4096 + suit pattern.

    Returns how many hands have a house setting that is none of their splits, or a best split worth less: none.
    """
    faults = 0
    high_bucket = np.empty(len(categories) + 1, np.int16)
    low_bucket = np.empty(LOW_VALUES + 1, np.int16)
    plain_cells = np.empty(len(plain_high), np.int16)
    flush_cells = np.empty(len(flush_high), np.int16)
    lower = np.zeros((len(lower_steps), 3, LANES), np.int32)
    upper = np.zeros((len(upper_steps), 3, LANES), np.int32)
    factors = np.empty((13, 5, 2, LANES), np.int32)
    places = np.zeros((_QUERIES, 2), np.int64)
    highs = np.empty((MOST_OPTIONS, 2), np.int64)
    lows = np.empty((MOST_OPTIONS, 2), np.int64)
    by_ranks = np.empty((_QUERIES, 2), np.int64)
    by_suit = np.empty((_QUERIES, 2, _SETS), np.int32)
    bit_of = np.empty(13, np.int64)
    hand = np.empty(7, np.uint8)
    flushed = np.empty(MOST_OPTIONS, np.int64)
    found = np.empty((2, 5), np.int64)
    for n in range(first, end):
        distinct = _bits_of(ranks[n], bit_of)
        joker = 1 if symbols[n, 6] == JOKER_SYMBOL else 0
        options = _options_of(symbols[n], bit_of, multiset, high_values, low_values, highs, lows)
        columns = _buckets(options, highs, lows, high_bucket, low_bucket, places)
        aside = (int(high_bucket[-1]) + 1) * columns
        _cells_of(plain_high, plain_low, high_bucket, low_bucket, pushed_high, pushed_low, columns, aside, plain_cells)
        _cells_of(flush_high, flush_low, high_bucket, low_bucket, pushed_high, pushed_low, columns, aside, flush_cells)
        count_multiset(
            distinct,
            1 - joker,
            copies[n],
            bit_of,
            lower_steps,
            upper_steps,
            lower_sizes,
            upper_sizes,
            upper_ends,
            pair_first,
            flushes,
            natural_flushes,
            pairs,
            plain_cells,
            flush_cells,
            columns,
            aside,
            places,
            lower,
            upper,
            factors,
            by_ranks,
            by_suit,
        )
        kind = kinds[n]
        first_pattern = pattern_starts[shapes[n]]
        for pattern in range(first_pattern, pattern_starts[shapes[n] + 1]):
            suits = pattern_suits[pattern]
            naming = namings[pattern]
            hands[ROLES, kind] += naming
            _hand_of(suits, bit_of, joker, hand)
            number = class_of_hand(hand, multiset, plain_index, mask_places, group_of, group_firsts, group_outsides)
            _find_flushes(options, lows, suits, flushed)
            for role in range(ROLES):
                sets = _best_and_house(
                    role,
                    kept,
                    whole,
                    options,
                    highs,
                    lows,
                    flushed,
                    suits,
                    by_ranks,
                    by_suit,
                    house_high[number],
                    house_low[number],
                    legal_lows,
                    found,
                )
                loss = found[1, 0] - found[0, 0]
                if not sets or loss < 0:
                    faults += 1
                    continue
                for split in range(2):
                    for side in range(2):
                        totals[role, split, kind, side] += naming * found[split, 1 + side]
                if loss > 0:
                    hands[role, kind] += naming
                    habit = _habit(found, house_line[number], categories)
                    habits[role, habit, 0] += naming
                    habits[role, habit, 1] += naming * (found[1, 1] - found[0, 1])
                    habits[role, habit, 2] += naming * (found[0, 2] - found[1, 2])
                    if loss > examples[role, habit, 0]:
                        examples[role, habit, 0] = loss
                        examples[role, habit, 1] = n << 12 | (pattern - first_pattern)
    return faults
