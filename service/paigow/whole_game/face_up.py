"""The player's side of the face-up game: every suit pattern of a multiset, at its best against each dealer's hand.

The player sees the dealer's hands before he sets his own. So a hand wins against the dealer's settings below any of its
legal splits, a staircase, and loses to those that none of its splits beats in either hand; see `counting.informed`,
which counts single hands in the same way. A hand's staircase depends on its ranks and on which of its high hands can be
flushes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paigow.arrays import LowValues, NumberRows, Numbers
from paigow.dealer.classes import ClassTables, class_of_hand
from paigow.game.splits import ValueTables
from paigow.jit import kernel
from paigow.whole_game.kernel import LANES, count_by_ranks, count_by_suit
from paigow.whole_game.options import (
    MOST_OPTIONS,
    ROLES,
    find_flushes,
    prepare,
    write_hand,
)
from paigow.whole_game.tables import (
    ClassSettings,
    DealerClasses,
    GameSums,
    LaneRows,
    PlayerTables,
    Scratch,
    SuitPattern,
)

_NOT_BANKING = 0
"""The role: the dealer always banks at a face-up table."""


@kernel
def _find_steps(options: int, legal_lows: LowValues, scratch: Scratch, steps: NumberRows) -> int:
    """The staircase of a hand: int64 [21, 2] the (high, low) values that no other legal split reaches in both, from the
    highest high hand down; returns how many there are.
    """
    highs, lows, flushed = scratch.highs, scratch.lows, scratch.flushed
    count = 0
    for option in range(options):
        high, low = highs[option, flushed[option]], lows[option, 0]
        if low > legal_lows[high]:
            continue
        place = 0
        while place < count and steps[place, 0] > high:
            place += 1
        if place < count and steps[place, 0] == high:
            if steps[place, 1] >= low:
                continue
        elif place > 0 and steps[place - 1, 1] >= low:
            continue
        end = place  # steps up to before `end` are reached by this one
        while end < count and steps[end, 1] <= low:
            end += 1
        if end == place:
            for moved in range(count, place, -1):
                steps[moved, 0], steps[moved, 1] = steps[moved - 1, 0], steps[moved - 1, 1]
            count += 1
        else:
            for moved in range(end, count):
                steps[moved - end + place + 1, 0] = steps[moved, 0]
                steps[moved - end + place + 1, 1] = steps[moved, 1]
            count -= end - place - 1
        steps[place, 0], steps[place, 1] = high, low
    return count


class Corners(NamedTuple):
    """For each cell the dealer's hands in the corner that ends in it: `by_ranks` int64 [cells] by their ranks alone,
    and `by_suit` int32 [cells, sets] what the flushes of a suit change for each set of ranks that the player can hold
    in it.
    """

    by_ranks: Numbers
    by_suit: LaneRows


@kernel
def _count_corners(
    distinct: int, jokers: int, copies: Numbers, dealer: DealerClasses, columns: int, scratch: Scratch, corners: Corners
) -> None:
    """Count the dealer's hands in every corner."""
    count_by_ranks(dealer, copies, jokers, columns, scratch.plain_cells, corners.by_ranks)
    histogram = np.empty((len(corners.by_suit), LANES), np.int32)
    for first in range(0, 1 << distinct, LANES):
        count_by_suit(first, jokers, copies, dealer, columns, scratch, histogram)
        for cell in range(len(histogram)):
            for lane in range(min(LANES, 1 << distinct)):
                corners.by_suit[cell, first + lane] = histogram[cell, lane]


@kernel
def _corner(cell: int, suits: SuitPattern, corners: Corners) -> int:
    """The dealer's hands in the corner that ends in a cell."""
    total = corners.by_ranks[cell]
    for suit in range(4):
        total += corners.by_suit[cell, suits[suit]]
    return int(total)


@kernel
def _below_steps(
    count: int, steps: NumberRows, columns: int, suits: SuitPattern, scratch: Scratch, corners: Corners
) -> int:
    """The dealer's hands below a staircase: those below each step, less those below the step before in its low hand."""
    won = 0
    for step in range(count):
        row = (int(scratch.high_bucket[steps[step, 0]]) - 1) * columns
        won += _corner(row + scratch.low_bucket[steps[step, 1]] - 1, suits, corners)
        if step:
            won -= _corner(row + scratch.low_bucket[steps[step - 1, 1]] - 1, suits, corners)
    return won


@kernel
def _below_and_above(
    high: int, low: int, columns: int, suits: SuitPattern, scratch: Scratch, corners: Corners
) -> tuple[int, int]:
    """The dealer's hands below a pair of values in both hands, and in neither."""
    last = len(corners.by_ranks) - 2  # the cell after it is that of hands which push
    row = (int(scratch.high_bucket[high]) - 1) * columns
    column = int(scratch.low_bucket[low]) - 1
    below = _corner(row + column, suits, corners)
    in_high = _corner(row + columns - 1, suits, corners)
    in_low = _corner(last + 1 - columns + column, suits, corners)
    return below, _corner(last, suits, corners) - in_high - in_low + below


@kernel
def _is_split(high: int, low: int, options: int, scratch: Scratch) -> bool:
    """Whether these are the values of a split. A house may leave the flush and play the same ranks without one."""
    for option in range(options):
        for flush in range(scratch.flushed[option] + 1):
            if scratch.lows[option, 0] == low and scratch.highs[option, flush] == high:
                return True
    return False


@kernel
def solve_face_up(
    first: int,
    end: int,
    win_weight: int,
    loss_weight: int,
    player: PlayerTables,
    dealer: DealerClasses,
    value_tables: ValueTables,
    class_tables: ClassTables,
    settings: ClassSettings,
    scratch: Scratch,
    sums: GameSums,
) -> int:
    """Solve the player's hands with the multisets from `first` to before `end`, and add them to the sums of the first
    role: `totals` of the house way set without looking and of the player who sees the dealer's hands, and `hands` for
    which looking is worth something.

    Returns how many hands are set by the house as none of their splits, or better than by looking: none.
    """
    faults = 0
    bit_of = scratch.bit_of
    steps = np.empty((MOST_OPTIONS, 2), np.int64)
    for n in range(first, end):
        distinct, joker, options, columns, push_cell = prepare(n, player, dealer, value_tables, 1, scratch)
        corners = Corners(np.empty(push_cell + 1, np.int64), np.empty((push_cell + 1, 1 << distinct), np.int32))
        _count_corners(distinct, 1 - joker, player.copies[n], dealer, columns, scratch, corners)
        kind = player.kind[n]
        for pattern in range(player.pattern_starts[player.shape[n]], player.pattern_starts[player.shape[n] + 1]):
            suits = player.patterns[pattern]
            multiplicity = player.multiplicity[pattern]
            sums.hands[ROLES, kind] += multiplicity
            write_hand(suits, bit_of, joker, scratch.hand)
            number = class_of_hand(scratch.hand, class_tables)
            find_flushes(options, scratch.lows, suits, scratch.flushed)
            count = _find_steps(options, value_tables.highest_legal_low, scratch, steps)
            won = _below_steps(count, steps, columns, suits, scratch, corners)
            _, lost = _below_and_above(steps[0, 0], steps[count - 1, 1], columns, suits, scratch, corners)
            high, low = settings.high[0, number], settings.low[0, number]
            if not _is_split(high, low, options, scratch):
                faults += 1
                continue
            house_won, house_lost = _below_and_above(high, low, columns, suits, scratch, corners)
            if house_won > won or house_lost < lost:
                faults += 1
                continue
            house, informed = sums.totals[_NOT_BANKING, 0, kind], sums.totals[_NOT_BANKING, 1, kind]
            house[0] += multiplicity * house_won
            house[1] += multiplicity * house_lost
            informed[0] += multiplicity * won
            informed[1] += multiplicity * lost
            if win_weight * (won - house_won) + loss_weight * (house_lost - lost) > 0:
                sums.hands[_NOT_BANKING, kind] += multiplicity
    return faults
