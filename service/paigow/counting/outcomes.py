"""The outcomes of a hand: what each of its 21 splits wins and loses against, for a dealer unknown or known.

A push rule makes some of the dealer's hands push the bet. They are a range of values of one of his two hands, so they
are counted by a few more thresholds, see `game.showdown`.
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
from paigow.game.showdown import COPY_STEP, Banker, Push, pushed_range
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

_QUERIES = 5
"""Under a push rule each split asks five times: for its own thresholds, and clipped to the ends of the pushed range."""


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
    counter: Counter, hands: Hands, dead: Sequence[Sequence[int]], banker: Banker, push: Push
) -> list[Outcomes]:
    """The outcomes of hands against a dealer who is unknown.

    `hands` uint8 [n, 7] in canonical order, `dead` the other cards that the dealer cannot hold, for each hand.
    """
    ensure_compiled()
    tables, ranking = counter.tables, counter.tables.ranking
    table = _Table(len(hands))
    pushed = pushed_range(push, ranking)
    scratch = acquire()
    _count_outcomes(
        hands,
        np.array([card for cards in dead for card in cards], dtype=np.uint8),
        np.array([*accumulate(map(len, dead))], dtype=np.int64),
        COPY_STEP[banker],
        (int(pushed.of_low_hand), pushed.first, pushed.end) if pushed else (0, 0, 0),
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
    tables: DealerTables, hands: Hands, dealers: Sequence[tuple[int, int]], banker: Banker, push: Push
) -> list[Outcomes]:
    """The same where each dealer's hand is known and set to these (high, low) values: every count is 0 or 1."""
    ranking = tables.ranking
    high, low = value_splits(hands, ranking)
    pushed = pushed_range(push, ranking)
    settings = np.array(dealers, dtype=np.int64)
    step = COPY_STEP[banker]
    high_wins, low_wins = high + step > settings[:, :1], low + step > settings[:, 1:]
    counts = np.array([pushed is None or not pushed.holds(*dealer) for dealer in dealers])[:, None]
    table = _Table(len(hands))
    tallies = np.empty((len(hands), SPLIT_COUNT, TALLIED), dtype=np.int64)
    tallies[..., BELOW], tallies[..., ABOVE] = counts & high_wins & low_wins, counts & ~high_wins & ~low_wins
    tallies[..., HIGH_BELOW], tallies[..., LOW_BELOW] = high_wins, low_wins
    house = HouseSettings(tables.high, tables.low)
    for hand, *found in zip(hands, high, low, tallies, table.heads, table.rows, strict=True):
        _conclude(hand, CLASS_TABLES, house, ranking.highest_legal_low, 1, *found)
    return table.outcomes()


@kernel
def _conclude(
    hand: Cards,
    class_tables: ClassTables,
    house: HouseSettings,
    highest_legal_low: LowValues,
    dealer_hands: int,
    high: HighValues,
    low: LowValues,
    tallies: NumberRows,
    head: Numbers,
    rows: NumberRows,
) -> None:
    """Write down what is known of a hand, by the values of its splits and by their tallies."""
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
            row[_WINS], row[_LOSSES], row[_HIGH_WINS], row[_LOW_WINS] = 0, dealer_hands, 0, 0
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
    pushed: tuple[int, int, int],
    values: ValueTables,
    class_tables: ClassTables,
    house: HouseSettings,
    tables: CountingTables,
    scratch: Scratch,
    heads: NumberRows,
    rows: NumberBlocks,
) -> None:
    """Fill a `_Table`. `dead_ends` are where each hand's cards among the dead ones end, `pushed` a `PushedRange`."""
    of_low_hand, first, end = pushed
    asked = SPLIT_COUNT * (_QUERIES if first < end else 1)
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
        for index in range(SPLIT_COUNT, asked):
            query, split = index // SPLIT_COUNT, index % SPLIT_COUNT
            value = lows[split] if of_low_hand else highs[split]
            bound = end if query in (1, 4) else first
            value = min(value, bound) if query <= 2 else max(value, bound)
            highs[index], lows[index] = (highs[split], value) if of_low_hand else (value, lows[split])

        count = dead_ends[hand] - start
        for card in range(HAND_SIZE):  # loops: copying by slices would take long to compile
            removed[card] = hands[hand, card]
        for card in range(count):
            removed[HAND_SIZE + card] = dead[start + card]
        total = count_hand(removed[: HAND_SIZE + count], highs, lows, tables, scratch, tallies)
        if asked > SPLIT_COUNT:
            # Of the hands below in both, those that push lie below the range's end but not below its first value; of
            # those above in both, not below its first value but below its end.
            for split in range(SPLIT_COUNT):
                first_clipped = split + SPLIT_COUNT
                tallies[split, BELOW] -= tallies[first_clipped, BELOW] - tallies[first_clipped + SPLIT_COUNT, BELOW]
                third_clipped = split + 3 * SPLIT_COUNT
                tallies[split, ABOVE] -= tallies[third_clipped, ABOVE] - tallies[third_clipped + SPLIT_COUNT, ABOVE]
        _conclude(
            hands[hand],
            class_tables,
            house,
            highest_legal_low,
            total,
            high,
            low,
            tallies,
            heads[hand],
            rows[hand],
        )
        start = dead_ends[hand]
