"""The whole game of one house way, in units that can be solved in any order, anywhere, and more than once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from math import comb
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from paigow.arrays import NumberBlocks, NumberRows
from paigow.counting.counters import tables_for
from paigow.counting.half_patterns import LOWER, UPPER, plain_pairs
from paigow.dealer.classes import CLASS_TABLES, CLASSES, FLUSH_GROUPS, PLAIN_CLASSES, flush_masks, offsuit_ranks
from paigow.dealer.tables import DealerTables
from paigow.game.cards import DECK_SIZE, HAND_SIZE
from paigow.game.ranks import CATEGORIES, LOW_VALUES, Ranking
from paigow.game.showdown import pushed_regions
from paigow.game.splits import value_tables
from paigow.house_ways.kinds import KINDS
from paigow.jit import ensure_compiled
from paigow.requests.rules import TableRules
from paigow.whole_game.accumulate import FOUND_COLUMNS, solve_multisets
from paigow.whole_game.face_up import solve_face_up
from paigow.whole_game.kernel import LANES
from paigow.whole_game.multisets import MOST_RANKS, multisets
from paigow.whole_game.options import MOST_OPTIONS, QUERIES, ROLES
from paigow.whole_game.tables import ClassSettings, DealerClasses, GameSums, Scratch

Ints = npt.NDArray[np.int64]

HANDS = comb(DECK_SIZE, HAND_SIZE)
DEALS = HANDS * comb(DECK_SIZE - HAND_SIZE, HAND_SIZE)

UNIT = 200
UNITS = PLAIN_CLASSES // UNIT
"""67,600 multisets of the player's ranks in 338 units."""

MOST_COMMISSION_PLACES = 9
"""Values are compared as int64: a denominator of 10^9 times 53,524,680 deals of a hand is well within."""


@dataclass
class Sums:
    """What units add up to; see `tables.GameSums`. The order in which they are added changes nothing."""

    totals: Ints
    hands: Ints
    habits: Ints
    examples: Ints

    @classmethod
    def nothing(cls, lines: int) -> Self:
        """The sums of no unit, for a house way with this number of lines."""
        habits = lines * (2 * len(CATEGORIES)) ** 2
        return cls(
            totals=np.zeros((ROLES, 2, len(KINDS), 2), dtype=np.int64),
            hands=np.zeros((ROLES + 1, len(KINDS)), dtype=np.int64),
            habits=np.zeros((ROLES, habits, 3), dtype=np.int64),
            examples=np.zeros((ROLES, habits, 2), dtype=np.int64),
        )

    def add(self, other: Sums) -> None:
        """Add the sums of other units. Of two examples the one that loses more stays; of equal ones, the first hand."""
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
        """What goes over the wire: only what is not zero, since most habits never occur in a unit."""
        flat = {name: array.ravel() for name, array in self.arrays().items()}
        places = {name: np.flatnonzero(array) for name, array in flat.items()}
        return {name: (getattr(self, name).shape, places[name], flat[name][places[name]]) for name in flat}

    def __setstate__(self, state: dict[str, tuple[tuple[int, ...], Ints, Ints]]) -> None:
        for name, (shape, places, values) in state.items():
            array = np.zeros(shape, dtype=np.int64)
            array.ravel()[places] = values
            setattr(self, name, array)


class Solver:
    """Solves units of the whole game under some rules, whose commission has at most nine decimal places.

    Where the dealer is seen before the player sets, the best splits are those of a player who looks, and the sums have
    only the first role and no habits.

    With `settings`, it values these as well: `values` int64 [2 roles, settings + 2, 292253] is what the hands of each
    class are worth together, set by the house way, in each setting and at best, in units of a bet per `denominator` x
    the dealer's hands. A unit writes to its own classes only, so threads may share a solver; solve each unit once.
    """

    def __init__(self, rules: TableRules, settings: ClassSettings | None = None) -> None:
        ensure_compiled()
        self.rules = rules
        self.tables = tables_for(rules)
        self.denominator = rules.commission_fraction.denominator
        assert self.denominator <= 10**MOST_COMMISSION_PLACES
        self.lines = int(self.tables.line.max()) + 1
        others = settings or ClassSettings.none()
        self._settings = ClassSettings(
            np.concatenate([self.tables.high[None], others.high]), np.concatenate([self.tables.low[None], others.low])
        )
        valued = len(self._settings.high) + 1 if settings else 0
        self.values: NumberBlocks = np.zeros((ROLES, valued, CLASSES), dtype=np.int64)
        weights = self.denominator - rules.commission_fraction.numerator, self.denominator
        dealer = _dealer_classes(self.tables, rules.push)
        common = *weights, multisets().tables(self.tables.ranking.joker), dealer, value_tables(self.tables.ranking)
        self._solve: Callable[..., int]
        self._arguments: tuple[Any, ...]
        if rules.dealer_is_seen:
            assert settings is None
            self._solve = solve_face_up
            self._arguments = *common, CLASS_TABLES, self._settings
        else:
            self._solve = solve_multisets
            categories, lines = self.tables.ranking.category, self.tables.line.copy()
            self._arguments = *common, categories, CLASS_TABLES, self._settings, lines

    def unit(self, number: int) -> Sums:
        """Solve one unit of `UNITS`."""
        sums = Sums.nothing(self.lines)
        self.solve(number * UNIT, (number + 1) * UNIT, sums)
        return sums

    def solve(self, first: int, end: int, sums: Sums) -> None:
        """Solve the player's hands with the multisets from `first` to before `end`, and add them to the sums."""
        scratch = _scratch(self.tables.ranking, len(self._settings.high))
        arguments = *self._arguments, scratch, GameSums(self.values, **sums.arrays())
        if faults := self._solve(first, end, *arguments):
            raise AssertionError(
                f"multisets {first} to {end}: {faults} hands are set as no split of theirs, or beat the best"
            )


@lru_cache(maxsize=1)
def _solver(rules: tuple[tuple[str, str | None], ...]) -> Solver:
    return Solver(TableRules.read(dict(rules)))


def solve_unit(rules: tuple[tuple[str, str | None], ...], number: int) -> Sums:
    """Solve a unit by the rules of `TableRules.as_dict`: what a worker does."""
    return _solver(rules).unit(number)


def _dealer_classes(tables: DealerTables, push: str) -> DealerClasses:
    order = plain_pairs().order
    flushes, natural = _flushes()
    pushed_high = np.zeros(tables.ranking.high_values, dtype=np.bool_)
    pushed_low = np.zeros(LOW_VALUES, dtype=np.bool_)
    for region in pushed_regions(push, tables.ranking):
        if region.low_end - region.low_first == LOW_VALUES:
            pushed_high[region.high_first : region.high_end] = True
        else:
            pushed_low[region.low_first : region.low_end] = True
    return DealerClasses(
        lower_steps=LOWER.steps,
        upper_steps=UPPER.steps,
        lower_sizes=LOWER.sizes,
        upper_sizes=UPPER.sizes,
        upper_ends=np.column_stack([UPPER.ends, UPPER.starts[:-1]]),
        pair_first=plain_pairs().first,
        plain_high=tables.high[order],
        plain_low=tables.low[order],
        flush_high=tables.high[PLAIN_CLASSES:].copy(),
        flush_low=tables.low[PLAIN_CLASSES:].copy(),
        flushes=flushes,
        natural_flushes=natural,
        offsuit_pairs=np.array(offsuit_ranks(2)),
        pushed_high=pushed_high,
        pushed_low=pushed_low,
    )


@lru_cache(maxsize=1)
def _flushes() -> tuple[NumberRows, int]:
    """`DealerClasses.flushes` and how many of them need no joker."""
    rows = [
        (mask, group.offsuit_cards, group.first - PLAIN_CLASSES + number * group.offsuit_sets)
        for group in FLUSH_GROUPS
        for number, mask in enumerate(flush_masks(group.suited))
    ]
    natural = sum(comb(13, group.suited) for group in FLUSH_GROUPS if not group.joker)
    return np.array(rows, dtype=np.int64), natural


def _scratch(ranking: Ranking, settings: int) -> Scratch:
    return Scratch(
        high_bucket=np.empty(ranking.high_values + 1, np.int16),
        low_bucket=np.empty(LOW_VALUES + 1, np.int16),
        plain_cells=np.empty(PLAIN_CLASSES, np.int16),
        flush_cells=np.empty(CLASSES - PLAIN_CLASSES, np.int16),
        threshold_buckets=np.zeros((QUERIES, 2), np.int64),
        highs=np.empty((MOST_OPTIONS, 2), np.int64),
        lows=np.empty((MOST_OPTIONS, 2), np.int64),
        by_ranks=np.empty((QUERIES, 2), np.int64),
        by_suit=np.empty((QUERIES, 2, 1 << MOST_RANKS), np.int32),
        lower=np.zeros((len(LOWER.steps), 3, LANES), np.int32),
        upper=np.zeros((len(UPPER.steps), 3, LANES), np.int32),
        factors=np.empty((13, 5, 2, LANES), np.int32),
        bit_of=np.empty(13, np.int64),
        hand=np.empty(HAND_SIZE, np.uint8),
        flushed=np.empty(MOST_OPTIONS, np.int64),
        found=np.empty((settings + 1, FOUND_COLUMNS), np.int64),
    )
