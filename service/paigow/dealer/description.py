"""What a house way does: how often each line fires, with an example, and where it differs from another house way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import representatives
from paigow.game.cards import name_of
from paigow.game.ranks import STANDARD, Ranking
from paigow.game.splits import cards_of
from paigow.house_ways import HouseWay, Line, check
from paigow.house_ways.engine import HandFeatures, Ints
from paigow.house_ways.kinds import KINDS


@dataclass(frozen=True)
class Sample:
    """A line, how many of the 154,143,080 hands it sets, and one of them as it is set."""

    line: Line
    hands: int
    example: str


@dataclass(frozen=True)
class Difference:
    """A kind of hand, how many of its hands two house ways set to different values, and one as each of them sets it."""

    kind: str
    hands: int
    ours: str
    theirs: str


class Description:
    """A house way set on every class under a ranking. Raises `HouseWayError` for one that fouls or has gaps."""

    def __init__(self, way: HouseWay, ranking: Ranking = STANDARD) -> None:
        self.way = way
        self._hands = HandFeatures.of(representatives(), ranking)
        self._ways = class_counts()
        self._splits, self._fired = check(way, self._hands, self._ways)

    def samples(self) -> Iterator[Sample]:
        """Every line in order; those for a wild joker where it is wild. One that no hand reaches has no example."""
        wild = self._hands.ranking.joker == "wild"
        for number, line in enumerate(self.way.all_lines if wild else self.way.usual_lines):
            rows = np.flatnonzero(self._fired == number)
            example = self._setting(self._most_common(rows), self._splits) if len(rows) else ""
            yield Sample(line, int(self._ways[rows].sum()), example)

    def differences(self, other: HouseWay) -> Iterator[Difference]:
        """The kinds of hand that another house way sets differently."""
        splits, _ = check(other, self._hands, self._ways)
        rows = np.arange(len(splits))
        ours, theirs = self._hands.order[rows, self._splits], self._hands.order[rows, splits]
        for number, kind in enumerate(KINDS):
            differ = np.flatnonzero((ours != theirs) & (self._hands.kind == number))
            if len(differ):
                row = self._most_common(differ)
                hands = int(self._ways[differ].sum())
                yield Difference(kind.name, hands, self._setting(row, self._splits), self._setting(row, splits))

    def _most_common(self, rows: Ints) -> int:
        return int(rows[self._ways[rows].argmax()])

    def _setting(self, row: int, splits: Ints) -> str:
        hand = tuple(map(int, self._hands.cards[row]))
        high, low = cards_of(tuple(map(name_of, hand)), int(splits[row]))
        return f"{' '.join(high)} / {' '.join(low)}"
