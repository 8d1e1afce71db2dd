"""Strategies: found for the rules of a table, priced exactly, and shipped for the standard ones.

The cost of a strategy is how much less its splits are worth than the best ones, over all hands of the player against
all hands of the dealer: an integer, in units of a bet per (denominator of the commission x deals).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt
import orjson

from paigow.counting.counters import tables_for
from paigow.dealer.class_counts import class_counts
from paigow.game.showdown import BANKERS, Banker
from paigow.house_ways import HouseWay, house_way
from paigow.house_ways.files import parse
from paigow.house_ways.kinds import KINDS, WILD_KINDS, Kind
from paigow.requests.rules import TableRules
from paigow.strategy.search import HandGroups, shortest
from paigow.strategy.vocabulary import (
    all_hands,
    condition_matrix,
    conditions,
    fronts,
    kinds_under,
    merged,
    rows_of,
    settings,
)
from paigow.whole_game.solver import DEALS, HANDS, Solver

Ints = npt.NDArray[np.int64]
Strategy = dict[str, Any]

MOST_COMMISSION_PLACES = 6
"""The hands of a class are valued together as int64: at most 4^7 hands x 53,524,680 deals x a denominator of 10^6."""


class Finder:
    """Finds the strategies for the rules of a table, for both roles: first value all units, then find.

    Units may be valued in any order and by several threads, each once.
    """

    def __init__(self, rules: TableRules) -> None:
        assert rules.commission_fraction.denominator <= 10**MOST_COMMISSION_PLACES
        self.rules = rules
        self.ranking = tables_for(rules).ranking
        self.settings = settings(self.ranking)
        self._solver = Solver(rules, self.settings)

    def value(self, unit: int) -> None:
        """Value all fronts of the hands of one unit of `UNITS`."""
        self._solver.unit(unit)

    def find(self) -> Iterator[Strategy]:
        """The strategy for each of `BANKERS`, once every unit is valued."""
        for role, banker in enumerate(BANKERS):
            lines = {kind: self._lines(kind, role) for kind in kinds_under(self.ranking)}
            yield self._priced(lines, banker, self._solver.values[role])

    def _lines(self, kind: Kind, role: int) -> list[str]:
        rows, named, stated = rows_of(kind, self.ranking), fronts(kind), conditions(kind)
        if not len(rows):  # five aces without a wild joker; a house way file has lines for every kind
            return named[:1]
        values = self._solver.values[role]
        has = self.settings.high[: len(named), rows] >= 0
        costs = (values[-1, rows] - values[1 : 1 + len(named), rows]) / self._per
        share = float(class_counts()[rows].sum()) / HANDS
        found = shortest(HandGroups.of(condition_matrix(kind, self.ranking), has, costs, share))
        texts = [(", ".join(merged([stated[number] for number in line.conditions])), line.front) for line in found]
        texts[:-1] = [(when or _wherever(named[front]), front) for when, front in texts[:-1]]
        return [f"{when}: {named[front]}" if when else named[front] for when, front in texts]

    def _ev(self, value: int) -> float:
        exact = Fraction(value, self._per) - self.rules.collection_fraction
        return exact.numerator / exact.denominator

    @property
    def _per(self) -> int:
        return self._solver.denominator * DEALS

    def _priced(self, lines: Mapping[Kind, list[str]], banker: Banker, values: Ints) -> Strategy:
        """The strategy and its exact cost, from how its own lines set the hand of every class."""
        rules = self.rules.model_copy(update={"banker": banker})
        way = parse(_toml(rules, lines).encode(), "strategy")
        hands = all_hands(self.ranking)
        splits, _ = way.set_hands(hands)
        rows = np.arange(len(hands))
        plays = (self.settings.high == hands.high[rows, splits]) & (self.settings.low == hands.low[rows, splits])
        if not plays.any(axis=0).all():
            raise AssertionError("a line sets a hand as none of the fronts that were valued")
        costs = values[-1] - values[1:-1][plays.argmax(axis=0), rows]
        house_costs = values[-1] - values[0]
        kinds: dict[bool, list[dict[str, Any]]] = {False: [], True: []}
        for kind, texts in lines.items():
            own = rows_of(kind, self.ranking)
            kinds[kind.wild].append(
                {
                    "kind": kind.name,
                    "hands": int(class_counts()[own].sum()),
                    "lines": texts,
                    "cost": _total(costs[own]) / self._per,
                    "house_way_cost": _total(house_costs[own]) / self._per,
                }
            )
        best, cost, house_cost = map(_total, (values[-1], costs, house_costs))
        return {
            "rules": rules.as_dict(),
            "tables": self._solver.tables.digest,
            "deals": DEALS,
            "units_per_bet": self._per,
            "cost_in_units": cost,
            "cost": cost / self._per,
            "house_way_cost": house_cost / self._per,
            "ev": self._ev(best - cost),
            "optimal_ev": self._ev(best),
            "house_way_ev": self._ev(best - house_cost),
            "kinds": kinds[False],
            **({"wild_kinds": kinds[True]} if kinds[True] else {}),
        }


def _total(values: Ints) -> int:
    """A sum over classes, which may be beyond int64."""
    return sum(values.tolist())


def _wherever(front: str) -> str:
    """The condition for playing a BEST front at all, for a line that states none."""
    return front.removeprefix("BEST").removeprefix(" PAIR").strip() or "MADE" if front.startswith("BEST") else ""


def way_of(strategy: Strategy) -> HouseWay:
    """The strategy as a house way of one's own."""
    return parse(toml_of(strategy).encode(), "strategy")


def toml_of(strategy: Strategy) -> str:
    """The strategy as a house way file."""
    lines = {kind: told["lines"] for kind, told in kinds_told(strategy)}
    return _toml(TableRules.read(strategy["rules"]), lines)


def kinds_told(strategy: Strategy) -> Iterator[tuple[Kind, dict[str, Any]]]:
    """Each kind of hand that a strategy has lines for, and what it tells of it."""
    told = (*strategy["kinds"], *strategy.get("wild_kinds", ()))
    return zip((*KINDS, *WILD_KINDS)[: len(told)], told, strict=True)


def _toml(rules: TableRules, lines: Mapping[Kind, list[str]]) -> str:
    way = house_way(rules.house_way)
    banking = rules.banker == "player"
    played = {
        name: value
        for name, value in rules.as_dict().items()
        if name not in ("variant", "house_way", "banker") and value is not None
    }
    usual = all(value == getattr(TableRules(), name) for name, value in played.items())
    told = ", ".join(f"{name} {value}" for name, value in played.items())
    mark = "" if usual else "-" + sha256(told.encode()).hexdigest()[:8]
    head = {
        "id": f"{way.id[:30].strip('-')}-{'banking-' * banking}strategy{mark}",
        "name": f"Strategy against {way.name}{', banking' * banking}",
        "place": f"The player's side of a table where the dealer sets by {way.name}",
        "source": way.source,
    }
    notes = [
        f"No casino's house way: what paigow strategy found for the player, {'' if banking else 'not '}banking.",
        f"For these rules: {told}. The source is that of the dealer's house way.",
    ]
    written = [f"{name} = {_quoted(value)}" for name, value in head.items()]
    written += ["notes = [", *(f"  {_quoted(note)}," for note in notes), "]"]
    for wild in sorted({kind.wild for kind in lines}):
        written += ["", "[wild]" if wild else "[lines]"]
        for kind, texts in lines.items():
            if kind.wild == wild:
                written += [f"{kind.name} = [", *(f"  {_quoted(text)}," for text in texts), "]"]
    return "\n".join(written) + "\n"


def _quoted(text: str) -> str:
    """A text in TOML, which here is the same as in JSON."""
    return orjson.dumps(text).decode()
