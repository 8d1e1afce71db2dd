"""The player's side of the whole game: every suit pattern of a multiset, its splits, and what they add up to."""

from __future__ import annotations

from paigow.arrays import LowValues, NumberRows, Numbers
from paigow.dealer.classes import ClassTables, class_of_hand
from paigow.game.ranks import PAIR_OF_DEUCES
from paigow.game.splits import ValueTables
from paigow.house_ways.engine import NOT_SET
from paigow.jit import kernel
from paigow.whole_game.kernel import count_multiset
from paigow.whole_game.options import (
    ROLES,
    find_flushes,
    prepare,
    query,
    write_hand,
)
from paigow.whole_game.tables import (
    Categories,
    ClassSettings,
    DealerClasses,
    GameSums,
    HouseLines,
    PlayerTables,
    Scratch,
    SuitPattern,
)

_VALUE, _WON, _LOST, _HIGH, _LOW = range(5)
"""The columns of `Scratch.found`: a setting's value, the deals that it wins and loses, and the values of its hands."""

FOUND_COLUMNS = 5


@kernel
def _write(row: Numbers, value: int, won: int, lost: int, high: int, low: int) -> None:
    row[_VALUE], row[_WON], row[_LOST], row[_HIGH], row[_LOW] = value, won, lost, high, low


@kernel
def _value_settings(
    role: int,
    win_weight: int,
    loss_weight: int,
    options: int,
    suits: SuitPattern,
    class_number: int,
    settings: ClassSettings,
    legal_lows: LowValues,
    scratch: Scratch,
) -> bool:
    """Value the settings of a hand of a class, and its best split, in the rows of `scratch.found`.

    The best split is the last row; the others are the `settings` of the class, with NOT_SET (-1) as their high value
    where the class has none. False where a setting is none of the hand's splits, or worth more than the best.
    """
    highs, lows, flushed, found = scratch.highs, scratch.lows, scratch.flushed, scratch.found
    count = len(settings.high)
    found[:, _HIGH] = NOT_SET
    best = found[count]
    for option in range(options):
        low = lows[option, 0]
        for flush in range(flushed[option] + 1):
            high = highs[option, flush]
            if high < 0 or low > legal_lows[high]:
                continue
            asked = query(role, option, flush)
            won = scratch.by_ranks[asked, 0]
            lost = scratch.by_ranks[asked, 1]
            for suit in range(4):
                won += scratch.by_suit[asked, 0, suits[suit]]
                lost += scratch.by_suit[asked, 1, suits[suit]]
            value = win_weight * won - loss_weight * lost
            for setting in range(count):
                if high == settings.high[setting, class_number] and low == settings.low[setting, class_number]:
                    _write(found[setting], value, won, lost, high, low)
            if flush < flushed[option]:  # the same low hand beside a flush is worth at least as much
                continue
            ties = value == best[_VALUE] and (low > best[_LOW] or (low == best[_LOW] and high > best[_HIGH]))
            if best[_HIGH] < 0 or value > best[_VALUE] or ties:
                _write(best, value, won, lost, high, low)
    for setting in range(count):
        if settings.high[setting, class_number] != NOT_SET and (
            found[setting, _HIGH] == NOT_SET or found[setting, _VALUE] > best[_VALUE]
        ):
            return False
    return True


@kernel
def _habit(found: NumberRows, line: int, categories: Categories) -> int:
    """What the house way does and what is better: its line, and the categories of both hands of both splits."""
    number = line
    for split in (0, len(found) - 1):
        number = number * (categories.max() + 1) + categories[found[split, _HIGH]]
        number = number * 2 + (found[split, _LOW] >= PAIR_OF_DEUCES)
    return number


@kernel
def _accumulate(
    role: int,
    kind: int,
    multiplicity: int,
    code: int,
    found: NumberRows,
    line: int,
    categories: Categories,
    sums: GameSums,
) -> None:
    """Add a hand to the sums, `multiplicity` times: the house way, the best split, and the difference."""
    house, best = found[0], found[len(found) - 1]
    for side in range(2):
        sums.totals[role, 0, kind, side] += multiplicity * house[_WON + side]
        sums.totals[role, 1, kind, side] += multiplicity * best[_WON + side]
    loss = best[_VALUE] - house[_VALUE]
    if loss > 0:
        habit = _habit(found, line, categories)
        sums.hands[role, kind] += multiplicity
        sums.habits[role, habit, 0] += multiplicity
        sums.habits[role, habit, 1] += multiplicity * (best[_WON] - house[_WON])
        sums.habits[role, habit, 2] += multiplicity * (house[_LOST] - best[_LOST])
        if loss > sums.examples[role, habit, 0]:
            sums.examples[role, habit, 0] = loss
            sums.examples[role, habit, 1] = code


@kernel
def solve_multisets(
    first: int,
    end: int,
    win_weight: int,
    loss_weight: int,
    player: PlayerTables,
    dealer: DealerClasses,
    value_tables: ValueTables,
    categories: Categories,
    class_tables: ClassTables,
    settings: ClassSettings,
    house_line: HouseLines,
    scratch: Scratch,
    sums: GameSums,
) -> int:
    """Solve the player's hands with the multisets from `first` to before `end`, and add them to the sums.

    The value of a setting is `win_weight` x deals won - `loss_weight` x deals lost: the denominator of the commission
    less its numerator, and its denominator. `settings` are how each class is set: first by the house way, then by
    the other settings to be valued. `categories` uint8 [high values] and `house_line` uint8 [292253] name habits.

    Returns how many hands have a setting that is none of their splits, or is worth more than the best: none.
    """
    faults = 0
    bit_of, found = scratch.bit_of, scratch.found
    for n in range(first, end):
        distinct, joker, options, columns, push_cell = prepare(n, player, dealer, value_tables, ROLES, scratch)
        count_multiset(distinct, 1 - joker, player.copies[n], dealer, columns, push_cell, scratch)
        kind = player.kind[n]
        first_pattern = player.pattern_starts[player.shape[n]]
        for pattern in range(first_pattern, player.pattern_starts[player.shape[n] + 1]):
            suits = player.patterns[pattern]
            multiplicity = player.multiplicity[pattern]
            code = n << 12 | (pattern - first_pattern)
            sums.hands[ROLES, kind] += multiplicity
            write_hand(suits, bit_of, joker, scratch.hand)
            number = class_of_hand(scratch.hand, class_tables)
            find_flushes(options, scratch.lows, suits, scratch.flushed)
            for role in range(ROLES):
                if not _value_settings(
                    role,
                    win_weight,
                    loss_weight,
                    options,
                    suits,
                    number,
                    settings,
                    value_tables.highest_legal_low,
                    scratch,
                ):
                    faults += 1
                    continue
                for setting in range(sums.values.shape[1]):
                    if found[setting, _HIGH] != NOT_SET:
                        sums.values[role, setting, number] += multiplicity * found[setting, _VALUE]
                _accumulate(role, kind, multiplicity, code, found, house_line[number], categories, sums)
    return faults
