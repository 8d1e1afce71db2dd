"""The player's side of the whole game: every suit pattern of a multiset, its splits, and what they come to."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paigow.dealer.classes import class_of_hand
from paigow.game.ranks import JOKER_SYMBOL, LOW_VALUES, PAIR_OF_DEUCES
from paigow.house_ways.engine import NOT_SET
from paigow.jit import kernel
from paigow.whole_game.kernel import LANES, count_multiset
from paigow.whole_game.options import (
    MOST_OPTIONS,
    QUERIES,
    ROLES,
    bits_of,
    buckets,
    cells_of,
    find_flushes,
    hand_of,
    options_of,
    query,
)

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]

_SETS = 1 << 7
"""A suit can hold any of at most seven different ranks."""


@kernel("void(int64[::1], int64, int64, int64, int64, int64)")
def _write(row: Ints, value: int, won: int, lost: int, high: int, low: int) -> None:
    row[0] = value
    row[1] = won
    row[2] = lost
    row[3] = high
    row[4] = low


@kernel(
    "boolean(int64, int64, int64, int64, int64[:,::1], int64[:,::1], int64[::1], uint8[::1], int64[:,::1], "
    "int32[:,:,::1], int64, int16[:,::1], int8[:,::1], int8[::1], int64[:,::1])"
)
def _value_settings(
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
    number: int,
    set_high: npt.NDArray[np.int16],
    set_low: npt.NDArray[np.int8],
    legal_lows: npt.NDArray[np.int8],
    found: Ints,
) -> bool:
    """Settings of a hand of class `number` and the best split, in rows of `found`: value, won, lost, high, low.

    The best is the last row; the others are the settings `set_high` and `set_low` of the class, NOT_SET (-1) where one
    has none. False where one is none of the hand's splits.
    """
    settings = len(set_high)
    found[:, 3] = NOT_SET
    best = found[settings]
    for i in range(options):
        low = lows[i, 0]
        for flush in range(flushed[i] + 1):
            high = highs[i, flush]
            if high < 0 or low > legal_lows[high]:
                continue
            asked = query(role, i, flush)
            won = by_ranks[asked, 0]
            lost = by_ranks[asked, 1]
            for suit in range(4):
                won += by_suit[asked, 0, suits[suit]]
                lost += by_suit[asked, 1, suits[suit]]
            value = kept * won - whole * lost
            for setting in range(settings):
                if high == set_high[setting, number] and low == set_low[setting, number]:
                    _write(found[setting], value, won, lost, high, low)
            if flush < flushed[i]:  # the same front with a flush behind is worth at least as much
                continue
            ties = value == best[0] and (low > best[4] or (low == best[4] and high > best[3]))
            if best[3] < 0 or value > best[0] or ties:
                _write(best, value, won, lost, high, low)
    for setting in range(settings):
        if set_high[setting, number] != NOT_SET and (found[setting, 3] == NOT_SET or found[setting, 0] > best[0]):
            return False
    return True


@kernel("int64(int64[:,::1], int64, uint8[::1])")
def _habit(found: Ints, line: int, categories: npt.NDArray[np.uint8]) -> int:
    """What the house way does and what is better: its line, and the categories of both hands of both splits."""
    number = line
    for split in (0, len(found) - 1):
        number = number * (categories.max() + 1) + categories[found[split, 3]]
        number = number * 2 + (found[split, 4] >= PAIR_OF_DEUCES)
    return number


@kernel(
    "void(int64, int64, int64, int64, int64[:,::1], int64, uint8[::1], "
    "int64[:,:,:,::1], int64[:,::1], int64[:,:,::1], int64[:,:,::1])"
)
def _settle(
    role: int,
    kind: int,
    naming: int,
    code: int,
    found: Ints,
    line: int,
    categories: npt.NDArray[np.uint8],
    totals: Ints,
    hands: Ints,
    habits: Ints,
    examples: Ints,
) -> None:
    """Add a hand to the sums, `naming` times: what the house way and the best split come to, and what lies between."""
    house, best = found[0], found[len(found) - 1]
    for side in range(2):
        totals[role, 0, kind, side] += naming * house[1 + side]
        totals[role, 1, kind, side] += naming * best[1 + side]
    loss = best[0] - house[0]
    if loss > 0:
        habit = _habit(found, line, categories)
        hands[role, kind] += naming
        habits[role, habit, 0] += naming
        habits[role, habit, 1] += naming * (best[1] - house[1])
        habits[role, habit, 2] += naming * (house[2] - best[2])
        if loss > examples[role, habit, 0]:
            examples[role, habit, 0] = loss
            examples[role, habit, 1] = code


@kernel(
    "int64(int64, int64, int64, int64, int64[:,::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64[::1], "
    "uint8[:,::1], int64[::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], "
    "int16[::1], int8[::1], int16[::1], int8[::1], int64[:,::1], int64, int64[:,::1], boolean[::1], boolean[::1], "
    "int64[:,::1], int16[:,::1], int8[:,::1], int8[::1], uint8[::1], "
    "int32[::1], int16[::1], int64[:,::1], int64[::1], int64[::1], int16[:,::1], int8[:,::1], uint8[::1], "
    "int64[:,:,::1], int64[:,:,:,::1], int64[:,::1], int64[:,:,::1], int64[:,:,::1])"
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
    set_high: npt.NDArray[np.int16],
    set_low: npt.NDArray[np.int8],
    house_line: npt.NDArray[np.uint8],
    values: Ints,
    totals: Ints,
    hands: Ints,
    habits: Ints,
    examples: Ints,
) -> int:
    """Solve the player's hands with the multisets from `first` to before `end`; add what they come to to the sums.

    `kept` is what is left of `whole` after the commission. `set_high` and `set_low`, [settings, 292253], are how each
    class is set: first by the house way, then by whatever else is to be valued.

    Sums, by role (0 not banking, 1 banking): `values` int64 [2, settings + 1, 292253] what the hands of each class are
    worth together in each setting, and the best last, or [2, 0, 292253]; `totals` int64 [2, 2, kinds, 2] the deals won
    and lost by the house way and by the best split; `hands` int64 [3, kinds] the hands where the best split is worth
    more, by role, and all hands; `habits` int64 [2, habits, 3] for each thing that the house way does where another is
    better: hands, and by how many deals the better one wins more and loses less; `examples` int64 [2, habits, 2] the
    greatest loss of value among them, and the hand: multiset x 4096 + suit pattern.

    Returns how many hands have a setting that is none of their splits, or is worth more than the best: none.
    """
    faults = 0
    high_bucket = np.empty(len(categories) + 1, np.int16)
    low_bucket = np.empty(LOW_VALUES + 1, np.int16)
    plain_cells = np.empty(len(plain_high), np.int16)
    flush_cells = np.empty(len(flush_high), np.int16)
    lower = np.zeros((len(lower_steps), 3, LANES), np.int32)
    upper = np.zeros((len(upper_steps), 3, LANES), np.int32)
    factors = np.empty((13, 5, 2, LANES), np.int32)
    places = np.zeros((QUERIES, 2), np.int64)
    highs = np.empty((MOST_OPTIONS, 2), np.int64)
    lows = np.empty((MOST_OPTIONS, 2), np.int64)
    by_ranks = np.empty((QUERIES, 2), np.int64)
    by_suit = np.empty((QUERIES, 2, _SETS), np.int32)
    bit_of = np.empty(13, np.int64)
    hand = np.empty(7, np.uint8)
    flushed = np.empty(MOST_OPTIONS, np.int64)
    found = np.empty((len(set_high) + 1, 5), np.int64)
    for n in range(first, end):
        distinct = bits_of(ranks[n], bit_of)
        joker = 1 if symbols[n, 6] == JOKER_SYMBOL else 0
        options = options_of(symbols[n], bit_of, multiset, high_values, low_values, highs, lows)
        columns = buckets(options, highs, lows, high_bucket, low_bucket, places)
        aside = (int(high_bucket[-1]) + 1) * columns
        cells_of(plain_high, plain_low, high_bucket, low_bucket, pushed_high, pushed_low, columns, aside, plain_cells)
        cells_of(flush_high, flush_low, high_bucket, low_bucket, pushed_high, pushed_low, columns, aside, flush_cells)
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
            hand_of(suits, bit_of, joker, hand)
            number = class_of_hand(hand, multiset, plain_index, mask_places, group_of, group_firsts, group_outsides)
            find_flushes(options, lows, suits, flushed)
            for role in range(ROLES):
                fits = _value_settings(
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
                    number,
                    set_high,
                    set_low,
                    legal_lows,
                    found,
                )
                if not fits:
                    faults += 1
                    continue
                for setting in range(values.shape[1]):
                    if found[setting, 3] != NOT_SET:
                        values[role, setting, number] += naming * found[setting, 0]
                _settle(
                    role,
                    kind,
                    naming,
                    n << 12 | (pattern - first_pattern),
                    found,
                    house_line[number],
                    categories,
                    totals,
                    hands,
                    habits,
                    examples,
                )
    return faults
