"""A house way: its lines by kind of hand, how it sets hands, and the check that it covers them all without a foul."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from paigow.datafiles import FileError, FileFault
from paigow.game.cards import canonical, name_of
from paigow.game.names import Lang
from paigow.game.ranks import STANDARD, Ranking
from paigow.game.splits import cards_of
from paigow.house_ways import english, spanish
from paigow.house_ways.engine import NOT_SET, HandFeatures, Ints, set_hands
from paigow.house_ways.kinds import KINDS, WILD_KINDS, Kind
from paigow.house_ways.language import Condition, Front


class HouseWayError(FileError):
    """A house way that cannot be used; `faults` names everything that is wrong with it."""


@dataclass(frozen=True)
class Line:
    """One line: the kind of hand (or the choice) it belongs to, its text, where it stands, and what it says."""

    owner: str
    text: str
    number: int
    conditions: tuple[Condition, ...]
    front: Front
    kind: Kind | None = None

    @property
    def wild(self) -> bool:
        """Whether it is only for hands with a fully wild joker."""
        return self.kind is not None and self.kind.wild

    @property
    def heading(self) -> str:
        """What it belongs to, as "trips", "trips, wild joker" or "CHOICE"."""
        return self.owner + ", wild joker" * self.wild

    @cached_property
    def words(self) -> dict[Lang, str]:
        """The line as a sentence in each language, the `rule` of an answer."""
        whose = self.kind or self.owner
        return {
            "en": english.sentence(whose, self.conditions, self.front),
            "es": spanish.sentence(whose, self.conditions, self.front),
        }

    def sentence_parts(self, lang: Lang) -> tuple[str, str, str]:
        """The parts of that sentence: the kind of hand, when the line applies ("" for always), and what is played."""
        parts_of = {"en": english.sentence_parts, "es": spanish.sentence_parts}[lang]
        return parts_of(self.kind or self.owner, self.conditions, self.front)


@dataclass(frozen=True)
class Setting:
    """How a house sets a hand: the high and low cards in canonical order, and the line that fired."""

    high: tuple[int, ...]
    low: tuple[int, ...]
    line: Line


@dataclass(frozen=True)
class HouseWay:
    """A house way. `digest` is the SHA-256 of its file; `lines`, `wild` and `choices` hold its lists by name.

    Those of `wild` are tried before the lines of their kind where the hand has a fully wild joker. The tables of
    `shipped` ones are in the package.
    """

    id: str
    name: str
    place: str
    source: str
    notes: tuple[str, ...]
    lines: Mapping[str, tuple[Line, ...]]
    wild: Mapping[str, tuple[Line, ...]]
    choices: Mapping[str, tuple[Line, ...]]
    digest: str
    file: str = field(compare=False, default="")
    id_line: int = field(compare=False, default=1)
    shipped: bool = field(compare=False, default=False)

    @cached_property
    def all_lines(self) -> tuple[Line, ...]:
        """Every line in order, those for a wild joker last; a line's index here is what the dealer tables store."""
        return *self.usual_lines, *self.wild_lines

    @cached_property
    def usual_lines(self) -> tuple[Line, ...]:
        """The lines for any hand, in order."""
        return tuple(line for kind in KINDS for line in self.lines[kind.name])

    @cached_property
    def wild_lines(self) -> tuple[Line, ...]:
        """The lines for a wild joker, in order."""
        return tuple(line for kind in WILD_KINDS for line in self.wild.get(kind.name, ()))

    def set_hands(self, hands: HandFeatures) -> tuple[Ints, Ints]:
        """Set many hands: int64 [n] splits, and int64 [n] indices into `all_lines`; -1 where no line fits."""
        return set_hands(hands, self.lines, self.wild, self.choices)

    def set(self, cards: Iterable[int], ranking: Ranking = STANDARD) -> Setting:
        """Set seven cards.

        >>> from paigow.game.cards import parse_hand
        >>> from paigow.house_ways import house_way
        >>> setting = house_way("foxwoods").set(parse_hand("Ks Kh 8c 8d 3h 3s 2c"))
        >>> [name_of(card) for card in setting.low], setting.line.text
        (['Ks', 'Kh'], 'PAIR(highest)')
        """
        hand = canonical(cards)
        splits, fired = self.set_hands(HandFeatures.of(np.array([hand], dtype=np.uint8), ranking))
        high, low = cards_of(hand, int(splits[0]))
        return Setting(high, low, self.all_lines[int(fired[0])])


def check(way: HouseWay, hands: HandFeatures, counts: Ints) -> tuple[Ints, Ints]:
    """Set `hands` (one of every class, see `dealer.classes`) as `HouseWay.set_hands` does, and refuse a faulty way.

    Raises `HouseWayError` with one fault for each kind that has hands which no line covers, and one for each line that
    fouls. Each fault says how many hands there are, by `counts`, int64 [n] hands in each class, and shows one.
    """
    splits, fired = way.set_hands(hands)
    faults = []
    uncovered = fired == NOT_SET
    for number, kind in enumerate(KINDS):
        rows = np.flatnonzero(uncovered & (hands.kind == number))
        if len(rows):
            line = way.lines[kind.name][0].number
            example = _written(hands, rows[0])
            detail = f"{kind.name}: no line covers {counts[rows].sum():,} hands, such as {example}"
            faults.append(FileFault(way.file, line, detail))
    rows = np.arange(len(hands))
    foul = ~uncovered & (hands.low[rows, splits] > hands.ranking.highest_legal_low[hands.high[rows, splits]])
    for index in np.unique(fired[foul]):
        fouled = rows[foul & (fired == index)]
        line = way.all_lines[index]
        high, low = cards_of(tuple(map(int, hands.cards[fouled[0]])), int(splits[fouled[0]]))
        example = f"{' '.join(map(name_of, high))} / {' '.join(map(name_of, low))}"
        detail = f'{line.owner}: the line "{line.text}" fouls {counts[fouled].sum():,} hands, such as {example}'
        faults.append(FileFault(way.file, line.number, detail))
    if faults:
        raise HouseWayError(faults)
    return splits, fired


def _written(hands: HandFeatures, row: int) -> str:
    return " ".join(name_of(int(card)) for card in hands.cards[row])
