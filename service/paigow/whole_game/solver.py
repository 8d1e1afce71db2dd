"""The whole game of one house way, in units that can be solved in any order, anywhere, and more than once."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from paigow.answers.analysis import tables_for
from paigow.counting.half_products import LOWER, UPPER, plain_pairs
from paigow.counting.outcomes import pushed_range
from paigow.dealer.classes import (
    CLASS_TABLES,
    CLASSES,
    FLUSH_GROUPS,
    PLAIN_CLASSES,
    long_suits,
    outsides,
)
from paigow.game.cards import DECK_SIZE, HAND_SIZE
from paigow.game.ranks import CATEGORIES, LOW_VALUES, MULTISET
from paigow.house_ways.engine import NOT_SET
from paigow.house_ways.kinds import KINDS
from paigow.jit import ready
from paigow.requests.rules import TableRules
from paigow.whole_game.accumulate import solve_multisets
from paigow.whole_game.multisets import multisets
from paigow.whole_game.options import ROLES

Ints = npt.NDArray[np.int64]

HANDS = comb(DECK_SIZE, HAND_SIZE)
DEALS = HANDS * comb(DECK_SIZE - HAND_SIZE, HAND_SIZE)

UNIT = 200
UNITS = PLAIN_CLASSES // UNIT
"""67,600 multisets of the player's ranks in 338 units."""

MOST_COMMISSION_PLACES = 9
"""Values are compared as int64: a denominator of 10^9 times a hand's 53,524,680 deals is well within."""


@dataclass
class Sums:
    """What units add up to; see `settling.solve_multisets`. The order in which they are added changes nothing."""

    totals: Ints
    hands: Ints
    habits: Ints
    examples: Ints

    @classmethod
    def nothing(cls, lines: int) -> Self:
        """The sums of no unit, for a house way of so many lines."""
        habits = lines * (2 * len(CATEGORIES)) ** 2
        return cls(
            totals=np.zeros((ROLES, 2, len(KINDS), 2), dtype=np.int64),
            hands=np.zeros((ROLES + 1, len(KINDS)), dtype=np.int64),
            habits=np.zeros((ROLES, habits, 3), dtype=np.int64),
            examples=np.zeros((ROLES, habits, 2), dtype=np.int64),
        )

    def add(self, other: Sums) -> None:
        """Add the sums of other units. Of two examples the one that loses more stays, or the first hand of equals."""
        self.totals += other.totals
        self.hands += other.hands
        self.habits += other.habits
        loss, hand = self.examples[..., 0], self.examples[..., 1]
        other_loss, other_hand = other.examples[..., 0], other.examples[..., 1]
        better = (other_loss > loss) | ((other_loss == loss) & (other_hand < hand))
        self.examples[better] = other.examples[better]

    def arrays(self) -> dict[str, Ints]:
        """The arrays by name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __getstate__(self) -> dict[str, tuple[tuple[int, ...], Ints, Ints]]:
        """What goes over the wire: most habits are nobody's, and the sums of a unit are nearly all zeros."""
        flat = {name: array.ravel() for name, array in self.arrays().items()}
        places = {name: np.flatnonzero(array) for name, array in flat.items()}
        return {name: (getattr(self, name).shape, places[name], flat[name][places[name]]) for name in flat}

    def __setstate__(self, state: dict[str, tuple[tuple[int, ...], Ints, Ints]]) -> None:
        for name, (shape, places, values) in state.items():
            array = np.zeros(shape, dtype=np.int64)
            array.ravel()[places] = values
            setattr(self, name, array)


class Settings(NamedTuple):
    """Ways to set the hands of each class, [settings, 292253] values of high and low hands; -1 where there is none."""

    high: npt.NDArray[np.int16]
    low: npt.NDArray[np.int8]

    @classmethod
    def none(cls, settings: int = 0) -> Self:
        """So many settings, none of which has anything yet."""
        shape = (settings, CLASSES)
        return cls(np.full(shape, NOT_SET, dtype=np.int16), np.full(shape, NOT_SET, dtype=np.int8))


class Solver:
    """Solves units of the whole game under some rules, whose commission has at most nine decimal places.

    With `settings`, it values these as well: `values` int64 [2 roles, settings + 2, 292253] is what the hands of each
    class are worth together, set by the house way, in each setting and at best, in units of a bet per `whole` x the
    dealer's hands. A unit fills in its own classes; threads may share a solver, and a unit is to be solved once.
    """

    def __init__(self, rules: TableRules, settings: Settings | None = None) -> None:
        ready()
        self.rules = rules
        self.tables = tables = tables_for(rules)
        ranking = tables.ranking
        share = rules.share
        assert share.denominator <= 10**MOST_COMMISSION_PLACES
        pushed_high = np.zeros(ranking.high_values, dtype=np.bool_)
        pushed_low = np.zeros(LOW_VALUES, dtype=np.bool_)
        pushed = pushed_range(rules.push, ranking)
        if pushed:
            (pushed_low if pushed.of_low_hand else pushed_high)[pushed.first : pushed.end] = True
        hands = multisets()
        order = plain_pairs().order
        flushes, natural = _flushes()
        self.lines = int(tables.line.max()) + 1
        others = settings or Settings.none()
        set_high = np.concatenate([tables.high[None], others.high])
        set_low = np.concatenate([tables.low[None], others.low])
        self.whole = share.denominator
        self.values: Ints = np.zeros((ROLES, len(set_high) + 1 if settings else 0, CLASSES), dtype=np.int64)
        self.arguments: tuple[Any, ...] = (
            share.denominator - share.numerator,
            share.denominator,
            hands.symbols,
            hands.ranks,
            hands.copies,
            hands.kind,
            hands.shape,
            hands.starts,
            hands.suits,
            hands.namings,
            LOWER.steps,
            UPPER.steps,
            LOWER.sizes,
            UPPER.sizes,
            np.column_stack([UPPER.ends, UPPER.starts[:-1]]),
            plain_pairs().first,
            tables.high[order],
            tables.low[order],
            tables.high[PLAIN_CLASSES:].copy(),
            tables.low[PLAIN_CLASSES:].copy(),
            flushes,
            natural,
            np.array(outsides(2)),
            pushed_high,
            pushed_low,
            MULTISET,
            ranking.high,
            ranking.low,
            ranking.highest_legal_low,
            ranking.category,
            *CLASS_TABLES,
            set_high,
            set_low,
            tables.line.copy(),
            self.values,
        )

    def unit(self, number: int) -> Sums:
        """Solve one unit of `UNITS`."""
        sums = Sums.nothing(self.lines)
        faults = solve_multisets(number * UNIT, (number + 1) * UNIT, *self.arguments, *sums.arrays().values())
        if faults:
            raise AssertionError(f"unit {number}: {faults} hands are set as no split of theirs, or beat the best")
        return sums


@lru_cache(maxsize=1)
def _solver(rules: tuple[tuple[str, str], ...]) -> Solver:
    return Solver(TableRules.read(dict(rules)))


def solve_unit(rules: tuple[tuple[str, str], ...], number: int) -> Sums:
    """Solve a unit by the rules as `TableRules.echo` has them: what a worker anywhere is asked to do."""
    return _solver(rules).unit(number)


@lru_cache(maxsize=1)
def _flushes() -> tuple[Ints, int]:
    """int64 [F, 3]: each F as a mask, the cards outside its suit, its first flush class; and how many need no joker."""
    rows = [
        (mask, group.others, group.first - PLAIN_CLASSES + place * group.outsides)
        for group in FLUSH_GROUPS
        for place, mask in enumerate(long_suits(group.suited))
    ]
    natural = sum(comb(13, group.suited) for group in FLUSH_GROUPS if not group.joker)
    return np.array(rows, dtype=np.int64), natural
