"""Sets hands by a house way, many at once: for each hand the split chosen and the line that fired.

Every front of the language admits some of a hand's 21 splits; the choice among them is always the same, the highest
front and then the highest hand behind. So a front is a boolean array [hands, 21], a condition one of [hands], and a
line takes the hands that no earlier line of their kind has taken. Equal splits (the same values from other suits) fall
to the first in canonical order, which leaves the higher suits, and the joker, behind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from paigow.game.cards import ACE, JOKER
from paigow.game.ranks import CATEGORIES, LOW_VALUES, PAIR_OF_DEUCES, STANDARD, Ranking, ranks_of_low
from paigow.game.splits import SPLITS, value_splits
from paigow.house_ways.kinds import KIND_NUMBERS, KINDS, WILD_KINDS, joined, kinds_of
from paigow.house_ways.language import (
    JOKER_BROADWAY,
    MADE_WORDS,
    PLACED_FRONTS,
    Above,
    Behind,
    Condition,
    Front,
    GroupRank,
    HasMade,
    HasSingle,
    Holds,
    IsPair,
    PlacedCard,
    RankRange,
    SecondSingle,
)

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

NOT_SET = -1
_LOW_STEP = 1 << 13  # above every high value, so that low * _LOW_STEP + high orders by the front first
_FIRST_CARD_BEHIND = np.array([0 not in low for low in SPLITS])
_RANKS_OF_LOW = np.array([ranks_of_low(low) for low in range(LOW_VALUES)])


class Ruling(Protocol):
    """A line as the engine needs it."""

    @property
    def conditions(self) -> tuple[Condition, ...]: ...
    @property
    def front(self) -> Front: ...


@dataclass(frozen=True)
class HandFeatures:
    """Hands with what a house way looks at.

    `cards` uint8 [n, 7] in canonical order, `high` int16 [n, 21] and `low` int8 [n, 21] as `splits.value_splits` gives
    them under `ranking`, `counts` int8 [n, 13] cards of each rank, `kind` int8 [n] the index into `KINDS`, `joker`
    int8 [n] the rank that the joker counts as, `NOT_SET` where there is none.

    Groups, singles and places go by that one reading of the joker; what a split is worth does not depend on it.
    """

    cards: npt.NDArray[np.uint8]
    high: npt.NDArray[np.int16]
    low: npt.NDArray[np.int8]
    counts: npt.NDArray[np.int8]
    kind: npt.NDArray[np.int8]
    joker: npt.NDArray[np.int8]
    ranking: Ranking

    @classmethod
    def of(cls, cards: npt.NDArray[np.uint8], ranking: Ranking = STANDARD) -> HandFeatures:
        """`cards`: uint8 [n, 7], each row in canonical order."""
        high, low = value_splits(cards, ranking)
        counts = ((cards >> 2)[:, :, None] == np.arange(13)).sum(axis=1, dtype=np.int8)
        jokers = np.flatnonzero(cards[:, 0] == JOKER)
        joker = np.full(len(cards), NOT_SET, dtype=np.int8)
        joker[jokers] = joined(counts[jokers], ranking.joker)
        counts[jokers, joker[jokers]] += 1
        return cls(cards, high, low, counts, kinds_of(counts), joker, ranking)

    def __len__(self) -> int:
        return len(self.cards)

    def take(self, rows: npt.NDArray[np.intp] | Bools) -> HandFeatures:
        """The hands of some rows."""
        values = self.cards[rows], self.high[rows], self.low[rows]
        return HandFeatures(*values, self.counts[rows], self.kind[rows], self.joker[rows], self.ranking)

    def read_as(self, kind: int) -> HandFeatures:
        """The same hands with each joker counted as the highest card that makes its hand one of a kind.

        Those that no card makes one keep their reading.
        """
        naturals = self.counts.copy()
        rows = np.flatnonzero(self.joker != NOT_SET)
        naturals[rows, self.joker[rows]] -= 1
        counts, kinds, joker = self.counts.copy(), self.kind.copy(), self.joker.copy()
        for rank in range(13):
            otherwise = naturals[rows]
            otherwise[:, rank] += 1
            made = rows[(kinds_of(otherwise) == kind) & (otherwise[:, rank] <= 4)]
            counts[made] = naturals[made]
            counts[made, rank] += 1
            kinds[made], joker[made] = kind, rank
        return HandFeatures(self.cards, self.high, self.low, counts, kinds, joker, self.ranking)

    @cached_property
    def order(self) -> npt.NDArray[np.int32]:
        """int32 [n, 21]: orders splits by the front, then by the hand behind."""
        return self.low.astype(np.int32) * _LOW_STEP + self.high

    @cached_property
    def categories(self) -> npt.NDArray[np.uint8]:
        """uint8 [n, 21]: the category of each high hand."""
        return self.ranking.category[self.high]

    @cached_property
    def by_count(self) -> Ints:
        """int64 [n, 13]: ranks by how often they occur, then from the highest."""
        weight = self.counts.astype(np.int64) * 13 + np.arange(13)
        return np.argsort(-weight, axis=1, kind="stable")

    @cached_property
    def singles(self) -> Bools:
        """bool [n, 13]: the ranks that occur once."""
        singles: Bools = self.counts == 1
        return singles


def _within(rank: npt.NDArray[Any], ranks: RankRange) -> Bools:
    return (rank >= ranks.low) & (rank <= ranks.high)


class Setter:
    """The hands of one kind, and the fronts and conditions asked of them. Each front is worked out once.

    `choices` has the lines of each named list, `lines` those of each kind, for hands that are set as another kind.
    """

    def __init__(
        self,
        hands: HandFeatures,
        groups: Sequence[str],
        choices: Mapping[str, Sequence[Ruling]],
        lines: Mapping[str, Sequence[Ruling]],
    ) -> None:
        self.hands = hands
        self.groups = list(groups)
        self.choices = choices
        self.lines = lines
        self._picked: dict[Front, Ints] = {}

    def pick(self, front: Front) -> Ints:
        """int64 [n]: the split that a front takes, NOT_SET where it has none."""
        if front not in self._picked:
            if front.base in self.choices:
                self._picked[front] = self.apply(self.choices[front.base])[0]
            elif front.base == "AS":
                self._picked[front] = self._set_as(front.group or "")
            else:
                order = np.where(self._admitted(front), self.hands.order, NOT_SET)
                split = order.argmax(axis=1)
                self._picked[front] = np.where(self._at(order, split) >= 0, split, NOT_SET)
        return self._picked[front]

    def apply(self, lines: Sequence[Ruling]) -> tuple[Ints, Ints]:
        """int64 [n] twice: the split and the index of the line that fired, NOT_SET where no line fits."""
        splits = np.full(len(self.hands), NOT_SET)
        fired = np.full(len(self.hands), NOT_SET)
        for number, line in enumerate(lines):
            split = self.pick(line.front)
            fits = (fired == NOT_SET) & (split != NOT_SET)
            for condition in line.conditions:
                fits &= self.holds(condition)
            splits[fits], fired[fits] = split[fits], number
        return splits, fired

    def _set_as(self, name: str) -> Ints:
        """int64 [n]: the split by the lines of another kind, which the joker makes of the hand; NOT_SET elsewhere."""
        number = KIND_NUMBERS[name]
        hands = self.hands.read_as(number)
        rows = np.flatnonzero(hands.kind == number)
        splits = np.full(len(hands), NOT_SET)
        if len(rows):
            setter = Setter(hands.take(rows), KINDS[number].groups, self.choices, self.lines)
            splits[rows] = setter.apply(self.lines[name])[0]
        return splits

    @staticmethod
    def _at(values: npt.NDArray[Any], split: Ints) -> npt.NDArray[Any]:
        return np.take_along_axis(values, np.maximum(split, 0)[:, None], axis=1)[:, 0]

    def _front_value(self, front: Front) -> Ints:
        split = self.pick(front)
        return np.where(split == NOT_SET, NOT_SET, self._at(self.hands.low, split)).astype(np.int64)

    def _behind(self, behind: Behind) -> Bools:
        """bool [n, 21]: the splits with such a hand behind."""
        stands = self._is_behind(behind.word)
        return stands if behind.barred is None else stands & ~self._is_behind(behind.barred)

    def _is_behind(self, word: str) -> Bools:
        if word == JOKER_BROADWAY:
            return np.isin(self.hands.high, self.hands.ranking.broadways) & self._joker_behind()
        return np.isin(self.hands.categories, [CATEGORIES.index(name) for name in MADE_WORDS[word]])

    def _joker_behind(self) -> Bools:
        """bool [n, 21]: the splits whose high hand has the joker, the first card of a hand."""
        behind: Bools = _FIRST_CARD_BEHIND & (self.hands.cards[:, :1] == JOKER)
        return behind

    def _in_front(self, ranks: RankRange) -> Bools:
        held: Bools = np.any((ranks.low <= _RANKS_OF_LOW) & (ranks.high >= _RANKS_OF_LOW), axis=1)
        in_front: Bools = held[self.hands.low]
        return in_front

    def _highest_singles(self) -> Ints:
        """int64 [n, 2]: the two highest singles, NOT_SET where there are none."""
        ranked = np.sort(np.where(self.hands.singles, np.arange(13), NOT_SET), axis=1)[:, ::-1]
        return ranked[:, :2]

    def _group_rank(self, group: str | None) -> Ints:
        return self.hands.by_count[:, self.groups.index(group or "")]

    def _placed(self, place: int) -> Ints:
        """int64 [n]: the rank of the card at a place."""
        at_or_above = self.hands.counts[:, ::-1].cumsum(axis=1)
        ranks: Ints = ACE - (at_or_above > place).argmax(axis=1)
        return ranks

    def _admitted(self, front: Front) -> Bools:
        low, values = self.hands.low, self.hands.ranking.low
        first, second = self._highest_singles().T
        admitted: Bools
        match front.base:
            case "KEEP":
                admitted = (low == values[first, second][:, None]) & (second != NOT_SET)[:, None]
            case "BREAK ACES":
                possible = (self.hands.counts[:, ACE] > 1) & (first != NOT_SET)
                admitted = (low == values[ACE, first][:, None]) & possible[:, None]
            case "BREAK":
                broken = values[self._group_rank(front.group), first]
                admitted = (low == broken[:, None]) & (first != NOT_SET)[:, None]
            case base if base in PLACED_FRONTS:
                one, other = PLACED_FRONTS[base]
                admitted = low == values[self._placed(one), self._placed(other)][:, None]
            case "PAIR" if front.rank is not None:
                admitted = (low == PAIR_OF_DEUCES + front.rank) & (self.hands.counts[:, front.rank] > 1)[:, None]
            case "PAIR" if front.group == "single":
                admitted = (low == (PAIR_OF_DEUCES + first)[:, None]) & (first != NOT_SET)[:, None]
            case "PAIR":
                admitted = low == (PAIR_OF_DEUCES + self._group_rank(front.group))[:, None]
            case "BEST PAIR":
                admitted = low >= PAIR_OF_DEUCES
            case "HIGHEST PAIR":
                admitted = (low >= PAIR_OF_DEUCES) & (low <= self.hands.ranking.highest_legal_low[self.hands.high])
            case _:  # BEST: any front
                admitted = np.ones(low.shape, dtype=np.bool_)
        if front.behind:
            admitted = admitted & self._behind(front.behind)
        if front.holding:
            admitted = admitted & self._in_front(front.holding)
        return admitted

    def holds(self, condition: Condition) -> Bools:
        """bool [n]: where a condition holds."""
        holds: Bools
        match condition:
            case HasMade(behind, wanted):
                holds = self._behind(behind).any(axis=1) == wanted
            case HasSingle(ranks, wanted):
                holds = self.hands.singles[:, ranks.low : ranks.high + 1].any(axis=1) == wanted
            case GroupRank(group, ranks):
                holds = _within(self._group_rank(group), ranks)
            case SecondSingle(ranks):
                holds = _within(self._highest_singles()[:, 1], ranks)
            case PlacedCard(place, ranks):
                holds = _within(self._placed(place), ranks)
            case Above(first, second):
                below = self._front_value(second)
                holds = (below != NOT_SET) & (self._front_value(first) > below)
            case IsPair(front):
                holds = self._front_value(front) >= PAIR_OF_DEUCES
            case Holds(front, ranks):
                split = self.pick(front)
                holds = (split != NOT_SET) & self._at(self._in_front(ranks), split)
        return holds


def set_hands(
    hands: HandFeatures,
    lines: Mapping[str, Sequence[Ruling]],
    wild: Mapping[str, Sequence[Ruling]],
    choices: Mapping[str, Sequence[Ruling]],
) -> tuple[Ints, Ints]:
    """Set every hand by the lines of its kind.

    `lines` has the lines of each kind by the kind's name, `wild` those that some kinds have for hands with a fully wild
    joker, which come first, `choices` those of the named lists. Returns int64 [n] twice: the split (an index into
    `SPLITS`), and the index of the line in all lines of `KINDS` and then all of `WILD_KINDS`; NOT_SET (-1) where no
    line fits.
    """
    splits = np.full(len(hands), NOT_SET)
    fired = np.full(len(hands), NOT_SET)
    wild_joker = (hands.joker != NOT_SET) & (hands.ranking.joker == "wild")
    first = 0
    for kind in (*KINDS, *WILD_KINDS):
        own = (wild if kind.wild else lines).get(kind.name, ())
        rows = np.flatnonzero((hands.kind == KIND_NUMBERS[kind.name]) & (wild_joker if kind.wild else True))
        if len(rows) and own:
            split, line = Setter(hands.take(rows), kind.groups, choices, lines).apply(own)
            fits = line != NOT_SET
            splits[rows[fits]], fired[rows[fits]] = split[fits], first + line[fits]
        first += len(own)
    return splits, fired
