"""From counts to outcomes: who wins copies, which dealer's hands push the bet, and a dealer whose hand is known.

The banker wins copies: as banker a player wins where the dealer's value is not above his own, not only where it is
below. Where a rule makes some of the dealer's hands push the bet (sources: the rules of EZ Pai Gow, Face Up and
commission-free Pai Gow), those hands neither win nor lose. They are a range of values of one of his two hands, so they
are counted by a few more thresholds. When the player banks, the rule looks at the hand of the one he plays against.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.answers.explanations import percentage
from paigow.counting.counter import ROOMS, TABLES, TALLIED, Counter, count_hand, give_back, take_rooms
from paigow.dealer.classes import CLASS_TABLES, CLASSING, class_of_hand
from paigow.dealer.tables import DealerTables
from paigow.game.cards import ACE, DECK_SIZE, HAND_SIZE
from paigow.game.ranks import MULTISET, Ranking
from paigow.game.splits import (
    FOUL,
    HIGH,
    HIGH_WINS,
    LOSSES,
    LOW,
    LOW_WINS,
    SHARES,
    SPLIT,
    SPLIT_COUNT,
    SPLIT_TABLES,
    VALUING,
    WINS,
    Banker,
    value_hand,
    value_splits,
)
from paigow.jit import kernel, ready
from paigow.requests.rules import Push

Ints = npt.NDArray[np.int64]
Tiny = npt.NDArray[np.uint8]

QUEEN, NINE = ACE - 2, ACE - 5


class PushedRange(NamedTuple):
    """The dealer's hands that push: those whose high (or low) value v has first <= v < end."""

    of_low_hand: bool
    first: int
    end: int

    def holds(self, high: int, low: int) -> bool:
        """Whether a setting of these values pushes."""
        return self.first <= (low if self.of_low_hand else high) < self.end


def pushed_range(push: Push, ranking: Ranking) -> PushedRange | None:
    """The range of a push rule: exactly queen high, exactly ace high, or a front that is exactly nine high.

    >>> from paigow.game.ranks import STANDARD
    >>> pushed_range("front-nine-high", STANDARD)
    PushedRange(of_low_hand=True, first=21, end=28)
    """
    match push:
        case "queen-high" | "ace-high":
            values = ranking.high_card_values(QUEEN if push == "queen-high" else ACE)
            return PushedRange(False, values.start, values.stop)
        case "front-nine-high":
            return PushedRange(True, int(ranking.low[NINE, 0]), int(ranking.low[NINE, NINE - 1]) + 1)
        case _:
            return None


class Outcomes(NamedTuple):
    """What is known of a hand and its 21 splits.

    `dealer_hands` are all that the dealer can hold, `number` is the class of the hand itself, see `dealer.classes`.
    `splits` are 21 rows: a split's number in `splits.SPLITS`, its high and low value, whether it fouls, the dealer
    hands that its bet wins and loses against and those that its high and its low hand beat, and the same four as places
    in the list of percentages, see `explanations.percentage`. A hand beats its like whatever becomes of the other one,
    or of the bet under a push rule; a foul beats nothing and loses to all.

    The rows are in the order in which splits of equal value stand: fouls last, then by their low and their high hand,
    the higher first, then in canonical order. `house` is the place of the house way's own split among them.
    """

    dealer_hands: int
    number: int
    house: int
    splits: list[list[int]]


_FIELDS = SHARES + TALLIED
_HEAD = 3
_QUERIES = 5


class _Table:
    """Room for the outcomes of n hands: `heads` int64 [n, 3] and `splits` int64 [n, 21, 12], as in `Outcomes`."""

    def __init__(self, hands: int) -> None:
        self.heads = np.empty((hands, _HEAD), dtype=np.int64)
        self.splits = np.empty((hands, SPLIT_COUNT, _FIELDS), dtype=np.int64)

    def outcomes(self) -> list[Outcomes]:
        """As plain numbers."""
        heads, splits = self.heads.tolist(), self.splits.tolist()
        return [
            Outcomes(total, number, house, rows) for (total, number, house), rows in zip(heads, splits, strict=True)
        ]


def count_outcomes(
    counter: Counter, hands: Tiny, dead: Sequence[Sequence[int]], banker: Banker, push: Push
) -> list[Outcomes]:
    """The outcomes of hands against a dealer who is unknown.

    `hands` uint8 [n, 7] in canonical order, `dead` the other cards that the dealer cannot hold, for each hand.
    """
    ready()
    tables, ranking = counter.tables, counter.tables.ranking
    table = _Table(len(hands))
    removed = np.array([card for cards in dead for card in cards], dtype=np.uint8)
    ends = np.array([*accumulate(map(len, dead))], dtype=np.int64)
    pushed = pushed_range(push, ranking)
    rooms = take_rooms()
    _count_outcomes(
        hands,
        removed,
        ends,
        banker == "player",
        (int(pushed.of_low_hand), pushed.first, pushed.end) if pushed else (0, 0, 0),
        SPLIT_TABLES,
        ranking.high,
        ranking.low,
        ranking.highest_legal_low,
        *CLASS_TABLES,
        tables.high,
        tables.low,
        counter.arrays,
        rooms,
        table.heads,
        table.splits,
    )
    give_back(rooms)
    return table.outcomes()


def known_outcomes(
    tables: DealerTables, hands: Tiny, dealers: Sequence[tuple[int, int]], banker: Banker, push: Push
) -> list[Outcomes]:
    """The same where each dealer's hand is known and set to these (high, low) values: every count is 0 or 1."""
    ranking = tables.ranking
    high, low = value_splits(hands, ranking)
    pushed = pushed_range(push, ranking)
    step = 1 if banker == "player" else 0
    settings = np.array(dealers, dtype=np.int64)
    high_wins, low_wins = high + step > settings[:, :1], low + step > settings[:, 1:]
    counts = np.array([pushed is None or not pushed.holds(*dealer) for dealer in dealers])[:, None]
    table = _Table(len(hands))
    counted = np.empty((len(hands), SPLIT_COUNT, TALLIED), dtype=np.int64)
    counted[..., 0], counted[..., 1] = counts & high_wins & low_wins, counts & ~high_wins & ~low_wins
    counted[..., 2], counted[..., 3] = high_wins, low_wins
    for hand, *found in zip(hands, high, low, counted, table.heads, table.splits, strict=True):
        _conclude(hand, MULTISET, *CLASS_TABLES, tables.high, tables.low, ranking.highest_legal_low, 1, *found)
    return table.outcomes()


_SET = f"{CLASSING}, Array(int16, 1, 'C', readonly=True), Array(int8, 1, 'C', readonly=True)"
"""The types of the class tables, and of how the house sets each class."""


@kernel(
    f"void(uint8[::1], int64[:,::1], {_SET}, int8[::1], int64, int16[::1], int8[::1], int64[:,::1], int64[::1], "
    "int64[:,::1])"
)
def _conclude(
    hand: Tiny,
    multiset: Ints,
    plain_index: npt.NDArray[np.int32],
    mask_places: npt.NDArray[np.int16],
    group_of: Ints,
    firsts: Ints,
    outside_counts: Ints,
    house_high: npt.NDArray[np.int16],
    house_low: npt.NDArray[np.int8],
    legal_lows: npt.NDArray[np.int8],
    dealer_hands: int,
    high: npt.NDArray[np.int16],
    low: npt.NDArray[np.int8],
    counts: Ints,
    head: Ints,
    rows: Ints,
) -> None:
    """Write down what is known of a hand, by the values of its splits and by their counts."""
    number = class_of_hand(hand, multiset, plain_index, mask_places, group_of, firsts, outside_counts)
    head[0], head[1] = dealer_hands, number
    order = np.empty(SPLIT_COUNT, np.int64)
    keys = np.empty(SPLIT_COUNT, np.int64)
    for split in range(SPLIT_COUNT):
        foul = np.int64(low[split] > legal_lows[high[split]])
        key = (foul << 40) - (np.int64(low[split]) << 20) - high[split]
        place = split
        while place > 0 and keys[place - 1] > key:
            keys[place], order[place] = keys[place - 1], order[place - 1]
            place -= 1
        keys[place], order[place] = key, split
    for place in range(SPLIT_COUNT - 1, -1, -1):  # of equals the first is the house's
        split = order[place]
        row = rows[place]
        row[SPLIT], row[HIGH], row[LOW] = split, high[split], low[split]
        row[FOUL] = low[split] > legal_lows[high[split]]
        for count in range(TALLIED):
            row[WINS + count] = counts[split, count]
        if row[FOUL]:
            row[WINS], row[LOSSES], row[HIGH_WINS], row[LOW_WINS] = 0, dealer_hands, 0, 0
        for count in range(TALLIED):
            row[SHARES + count] = percentage(row[WINS + count], dealer_hands)
        if row[HIGH] == house_high[number] and row[LOW] == house_low[number]:
            head[2] = place


@kernel(
    f"void(uint8[:,::1], uint8[::1], int64[::1], boolean, UniTuple(int64, 3), {VALUING}, int8[::1], {_SET}, {TABLES}, "
    f"{ROOMS}, int64[:,::1], int64[:,:,::1])"
)
def _count_outcomes(
    hands: Tiny,
    removed: Tiny,
    ends: Ints,
    banks: bool,
    pushed: tuple[int, int, int],
    split_tables: Any,
    high_values: npt.NDArray[np.int16],
    low_values: npt.NDArray[np.int8],
    legal_lows: npt.NDArray[np.int8],
    plain_index: npt.NDArray[np.int32],
    mask_places: npt.NDArray[np.int16],
    group_of: Ints,
    firsts: Ints,
    outside_counts: Ints,
    house_high: npt.NDArray[np.int16],
    house_low: npt.NDArray[np.int8],
    tables: Any,
    rooms: Any,
    heads: Ints,
    splits: Ints,
) -> None:
    """Fill a `_Table`. `ends` are where each hand's cards among the removed ones end, `pushed` a `PushedRange`."""
    of_low_hand, first, end = pushed
    asked = SPLIT_COUNT * (_QUERIES if first < end else 1)
    high, low = np.empty(SPLIT_COUNT, np.int16), np.empty(SPLIT_COUNT, np.int8)
    highs, lows = np.empty(asked, np.int64), np.empty(asked, np.int64)
    tallies = np.empty((asked, TALLIED), np.int64)
    gone = np.empty(DECK_SIZE, np.int64)
    start = 0
    for hand in range(len(hands)):
        value_hand(hands[hand], split_tables, high_values, low_values, high, low)
        legal = 0
        while low[legal] > legal_lows[high[legal]]:
            legal += 1
        for split in range(SPLIT_COUNT):  # of a foul nothing is asked that is not asked anyway
            known = legal if low[split] > legal_lows[high[split]] else split
            highs[split], lows[split] = high[known] + banks, low[known] + banks
        for place in range(SPLIT_COUNT, asked):
            query, split = place // SPLIT_COUNT, place % SPLIT_COUNT
            value = lows[split] if of_low_hand else highs[split]
            bound = end if query in (1, 4) else first
            value = min(value, bound) if query <= 2 else max(value, bound)
            highs[place], lows[place] = (highs[split], value) if of_low_hand else (value, lows[split])

        dead = ends[hand] - start
        for card in range(HAND_SIZE):  # loops: to copy by slices would take long to compile
            gone[card] = hands[hand, card]
        for card in range(dead):
            gone[HAND_SIZE + card] = removed[start + card]
        total = count_hand(gone[: HAND_SIZE + dead], highs, lows, tables, rooms, tallies)
        if asked > SPLIT_COUNT:
            # Of the hands below in both, those that push lie below the range's end but not below its first value; of
            # those above in both, not below its first value but below its end.
            for split in range(SPLIT_COUNT):
                first_clipped = split + SPLIT_COUNT
                tallies[split, 0] -= tallies[first_clipped, 0] - tallies[first_clipped + SPLIT_COUNT, 0]
                third_clipped = split + 3 * SPLIT_COUNT
                tallies[split, 1] -= tallies[third_clipped, 1] - tallies[third_clipped + SPLIT_COUNT, 1]
        _conclude(
            hands[hand],
            split_tables[2],
            plain_index,
            mask_places,
            group_of,
            firsts,
            outside_counts,
            house_high,
            house_low,
            legal_lows,
            total,
            high,
            low,
            tallies,
            heads[hand],
            splits[hand],
        )
        start = ends[hand]
