"""The outcomes of a hand: what each of its 21 splits wins and loses against, for a dealer unknown or known.

Push rules make some of the dealer's hands push the bet. These are regions of values of his two hands, so they are
counted by a few more thresholds, see `game.showdown.pushed_regions`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from paigow.arrays import (
    Cards,
    Hands,
    HighValues,
    LowValues,
    MappedHighValues,
    MappedLowValues,
    NumberBlocks,
    NumberRows,
    Numbers,
)
from paigow.counting.buffers import Scratch, acquire, release
from paigow.counting.counter import Counter
from paigow.counting.kernel import ABOVE, BELOW, HIGH_BELOW, LOW_BELOW, TALLIED, count_hand
from paigow.counting.percentages import percentage_index
from paigow.counting.tables import CountingTables
from paigow.dealer.classes import CLASS_TABLES, ClassTables, class_of_hand
from paigow.dealer.tables import DealerTables
from paigow.game.cards import DECK_SIZE, HAND_SIZE
from paigow.game.showdown import COPY_STEP, Banker, pushed_regions, pushes
from paigow.game.splits import SPLIT_COUNT, ValueTables, value_hand, value_splits, value_tables
from paigow.jit import ensure_compiled, kernel


class SplitOutcome(NamedTuple):
    """One split: its number in `splits.SPLITS`, the values of its hands, whether it fouls, and counts of dealer hands.

    The bet wins against `wins` and loses to `losses`; the high hand beats `high_wins` and the low hand `low_wins`,
    whatever the other hand does, and whether or not the bet pushes by a rule. A foul beats nothing and loses to all.
    The last four are the same counts as shares of all dealer hands, see `percentages.percentage_index`.
    """

    split: int
    high: int
    low: int
    foul: int
    wins: int
    losses: int
    high_wins: int
    low_wins: int
    wins_share: int
    losses_share: int
    high_wins_share: int
    low_wins_share: int


_SPLIT, _HIGH, _LOW, _FOUL, _WINS, _LOSSES, _HIGH_WINS, _LOW_WINS, _SHARES = range(9)
"""The columns that the kernel writes: `SplitOutcome` in its order; the four shares are the last."""

_COLUMNS = len(SplitOutcome._fields)


_split_outcome = partial(tuple.__new__, SplitOutcome)
"""What `SplitOutcome._make` does, in half the time: a row has all columns."""


class Outcomes(NamedTuple):
    """What is known of a hand and its 21 splits.

    `dealer_hands` are all that the dealer can hold; `class_number` is the class of the hand itself, see
    `dealer.classes`. `splits` are in the order that breaks ties, and not ranked: fouls last, then the higher low hand
    first, then the higher high hand, then canonical order. `house` is the index of the house way's own split among
    them.
    """

    dealer_hands: int
    class_number: int
    house: int
    splits: list[SplitOutcome]


_DEALER_HANDS, _CLASS, _HOUSE = range(3)

_CORNERS = 8
"""For each region that pushes, a split asks about eight corners: four of the part that lies below it in both hands, and
four of the part that lies above it."""


class HouseSettings(NamedTuple):
    """How the house sets each class: int16 and int8 [292253], the values of the high and the low hand."""

    high: MappedHighValues
    low: MappedLowValues


class _Table:
    """The outcomes of n hands as numbers: `heads` int64 [n, 3] and `rows` int64 [n, 21, 12], as in `Outcomes`."""

    def __init__(self, hands: int) -> None:
        self.heads = np.empty((hands, 3), dtype=np.int64)
        self.rows = np.empty((hands, SPLIT_COUNT, _COLUMNS), dtype=np.int64)

    def outcomes(self) -> list[Outcomes]:
        """As plain numbers."""
        hands = zip(self.heads.tolist(), self.rows.tolist(), strict=True)
        return [Outcomes(total, number, house, [*map(_split_outcome, rows)]) for (total, number, house), rows in hands]


def count_outcomes(
    counter: Counter, hands: Hands, dead: Sequence[Sequence[int]], banker: Banker, push: str
) -> list[Outcomes]:
    """The outcomes of hands against a dealer who is unknown.

    `hands` uint8 [n, 7] in canonical order, `dead` the other cards that the dealer cannot hold, for each hand.
    """
    ensure_compiled()
    tables, ranking = counter.tables, counter.tables.ranking
    table = _Table(len(hands))
    scratch = acquire()
    _count_outcomes(
        hands,
        np.array([card for cards in dead for card in cards], dtype=np.uint8),
        np.array([*accumulate(map(len, dead))], dtype=np.int64),
        COPY_STEP[banker],
        np.array(pushed_regions(push, ranking), dtype=np.int64).reshape(-1, 4),
        value_tables(ranking),
        CLASS_TABLES,
        HouseSettings(tables.high, tables.low),
        counter.counting_tables,
        scratch,
        table.heads,
        table.rows,
    )
    release(scratch)
    return table.outcomes()


def known_outcomes(
    tables: DealerTables,
    hands: Hands,
    dealers: Sequence[tuple[int, int]],
    banker: Banker,
    push: str,
    *,
    before_setting: bool,
) -> list[Outcomes]:
    """The outcomes of hands against dealers whose settings have these (high, low) values: every count is 0 or 1.

    `before_setting` says that a bet which a rule pushes does so before anyone sets, so that a foul pushes too.
    """
    ranking = tables.ranking
    high, low = value_splits(hands, ranking)
    settings = np.array(dealers, dtype=np.int64)
    step = COPY_STEP[banker]
    high_wins, low_wins = high + step > settings[:, :1], low + step > settings[:, 1:]
    counts = np.array([not pushes(push, ranking, *dealer) for dealer in dealers])[:, None]
    table = _Table(len(hands))
    tallies = np.empty((len(hands), SPLIT_COUNT, TALLIED), dtype=np.int64)
    tallies[..., BELOW], tallies[..., ABOVE] = counts & high_wins & low_wins, counts & ~high_wins & ~low_wins
    tallies[..., HIGH_BELOW], tallies[..., LOW_BELOW] = high_wins, low_wins
    lost_by_foul = (counts[:, 0] | (not before_setting)).astype(int).tolist()
    house = HouseSettings(tables.high, tables.low)
    for hand, lost, *found in zip(hands, lost_by_foul, high, low, tallies, table.heads, table.rows, strict=True):
        _conclude(hand, CLASS_TABLES, house, ranking.highest_legal_low, 1, lost, *found)
    return table.outcomes()


@kernel
def _conclude(
    hand: Cards,
    class_tables: ClassTables,
    house: HouseSettings,
    highest_legal_low: LowValues,
    dealer_hands: int,
    lost_by_foul: int,
    high: HighValues,
    low: LowValues,
    tallies: NumberRows,
    head: Numbers,
    rows: NumberRows,
) -> None:
    """Write down what is known of a hand, by the values of its splits and by their tallies. A foul loses to
    `lost_by_foul` of the `dealer_hands`.
    """
    number = class_of_hand(hand, class_tables)
    head[_DEALER_HANDS], head[_CLASS] = dealer_hands, number
    order = np.empty(SPLIT_COUNT, np.int64)
    keys = np.empty(SPLIT_COUNT, np.int64)
    for split in range(SPLIT_COUNT):
        foul = np.int64(low[split] > highest_legal_low[high[split]])
        key = (foul << 40) - (np.int64(low[split]) << 20) - high[split]
        index = split
        while index > 0 and keys[index - 1] > key:
            keys[index], order[index] = keys[index - 1], order[index - 1]
            index -= 1
        keys[index], order[index] = key, split
    for index in range(SPLIT_COUNT - 1, -1, -1):  # backwards: of splits with equal hands the first is the house's
        split = order[index]
        row = rows[index]
        row[_SPLIT], row[_HIGH], row[_LOW] = split, high[split], low[split]
        row[_FOUL] = low[split] > highest_legal_low[high[split]]
        for column in range(TALLIED):
            row[_WINS + column] = tallies[split, column]
        if row[_FOUL]:
            row[_WINS], row[_LOSSES], row[_HIGH_WINS], row[_LOW_WINS] = 0, lost_by_foul, 0, 0
        for column in range(TALLIED):
            row[_SHARES + column] = percentage_index(row[_WINS + column], dealer_hands)
        if row[_HIGH] == house.high[number] and row[_LOW] == house.low[number]:
            head[_HOUSE] = index


@kernel
def _count_outcomes(
    hands: Hands,
    dead: Cards,
    dead_ends: Numbers,
    copy_step: int,
    pushed: NumberRows,
    values: ValueTables,
    class_tables: ClassTables,
    house: HouseSettings,
    tables: CountingTables,
    scratch: Scratch,
    heads: NumberRows,
    rows: NumberBlocks,
) -> None:
    """Fill a `_Table`. `dead_ends` are where each hand's cards among the dead ones end, `pushed` rows of `Region`."""
    asked = SPLIT_COUNT * (1 + _CORNERS * len(pushed))
    high, low = np.empty(SPLIT_COUNT, np.int16), np.empty(SPLIT_COUNT, np.int8)
    highs, lows = np.empty(asked, np.int64), np.empty(asked, np.int64)
    tallies = np.empty((asked, TALLIED), np.int64)
    removed = np.empty(DECK_SIZE, np.int64)
    highest_legal_low = values.highest_legal_low
    start = 0
    for hand in range(len(hands)):
        value_hand(hands[hand], values, high, low)
        legal = 0
        while low[legal] > highest_legal_low[high[legal]]:
            legal += 1
        for split in range(SPLIT_COUNT):
            # A foul borrows the thresholds of a legal split; `_conclude` overwrites its counts.
            known = legal if low[split] > highest_legal_low[high[split]] else split
            highs[split], lows[split] = high[known] + copy_step, low[known] + copy_step
        for region in range(len(pushed)):
            for corner in range(_CORNERS):
                of_high, of_low = pushed[region, corner & 1], pushed[region, 2 + (corner >> 1 & 1)]
                asking = SPLIT_COUNT * (1 + _CORNERS * region + corner)
                for split in range(SPLIT_COUNT):
                    if corner < _CORNERS // 2:  # of the part that lies below
                        highs[asking + split] = min(highs[split], of_high)
                        lows[asking + split] = min(lows[split], of_low)
                    else:
                        highs[asking + split] = max(highs[split], of_high)
                        lows[asking + split] = max(lows[split], of_low)

        count = dead_ends[hand] - start
        for card in range(HAND_SIZE):  # loops: copying by slices would take long to compile
            removed[card] = hands[hand, card]
        for card in range(count):
            removed[HAND_SIZE + card] = dead[start + card]
        total = count_hand(removed[: HAND_SIZE + count], highs, lows, tables, scratch, tallies)
        for region in range(len(pushed)):
            for corner in range(_CORNERS):
                side = BELOW if corner < _CORNERS // 2 else ABOVE
                sign = -1 if (corner & 1) == (corner >> 1 & 1) else 1
                asking = SPLIT_COUNT * (1 + _CORNERS * region + corner)
                for split in range(SPLIT_COUNT):
                    tallies[split, side] += sign * tallies[asking + split, BELOW]
        _conclude(
            hands[hand],
            class_tables,
            house,
            highest_legal_low,
            total,
            total,
            high,
            low,
            tallies,
            heads[hand],
            rows[hand],
        )
        start = dead_ends[hand]
