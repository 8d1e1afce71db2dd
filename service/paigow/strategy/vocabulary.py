"""What a strategy may say: for each kind of hand the conditions and fronts, in the language of the house ways.

A strategy is written in the same lines as a house way. What a hand is worth depends on the front that is played, so the
whole game values every front that a line could name, for all hands of each class.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from paigow.dealer.classes import representatives
from paigow.game.cards import ACE, RANKS
from paigow.game.ranks import Ranking
from paigow.house_ways.engine import NOT_SET, HandFeatures, Setter
from paigow.house_ways.kinds import KIND_NUMBERS, KINDS, WILD_KINDS, Kind
from paigow.house_ways.language import PLACED_FRONTS, PLACES, parse_condition, parse_front
from paigow.whole_game.tables import ClassSettings

Bools = npt.NDArray[np.bool_]


def fronts(kind: Kind) -> list[str]:
    """The fronts that a kind's lines may name, the simpler first: of equally good ones the first is taken."""
    of_joker = ["HIGHEST PAIR", "PAIR(single)"] if kind.wild else []
    if _is_placed(kind):
        placed = [front for front in PLACED_FRONTS if front.startswith("SECOND")]
        return [*of_joker, *placed, *["KEEP"] * kind.wild, *_BEST]
    of_groups = [f"PAIR({group})" for group in kind.groups]
    broken = [f"BREAK({group})" for group in kind.groups]
    return [*of_joker, *of_groups, "KEEP", *_BEST, *broken]


def _is_placed(kind: Kind) -> bool:
    """Whether no cards but the joker make a group, so that lines speak of the cards by their places."""
    return kind.name == ("one-pair" if kind.wild else "no-pair")


_BEST = ["BEST", "BEST FLUSH", "BEST STRAIGHT", "BEST STRAIGHT FLUSH", "BEST PAIR"]


def conditions(kind: Kind) -> list[str]:
    """The conditions that a kind's lines may state, the simpler first."""
    found = [f"{group} {ranks}" for group in kind.groups for ranks in _ranges()]
    if _is_placed(kind):
        places = PLACES[kind.wild : 3 + kind.wild]
        found += [f"{place} {ranks}" for place in places for ranks in _ranges()]
    else:
        found += [f"second single {ranks}" for ranks in _ranges()]
    for ranks in _upwards():
        found += [f"single {ranks}", f"no single {ranks}"]
    for made in ("MADE", "STRAIGHT", "FLUSH", "STRAIGHT FLUSH", "ROYAL"):
        found += [made, f"no {made}"]
    found += ["BEST is a pair", *(f"BEST holds {ranks}" for ranks in _upwards()), "KEEP above BEST"]
    if kind.wild:
        found += ["HIGHEST PAIR above BEST", *(f"HIGHEST PAIR holds {ranks}" for ranks in _upwards())]
    return found


def merged(texts: list[str]) -> list[str]:
    """Conditions, with those about the same group or card merged.

    >>> merged(["pair 8-A", "single A", "pair 2-Q"])
    ['pair 8-Q', 'single A']
    """
    shared: dict[str, tuple[int, int]] = {}
    for text in texts:
        about, low, high = _parts(text)
        lowest, highest = shared.get(about, (low, high))
        shared[about] = max(low, lowest), min(high, highest)
    return [about if about in texts else f"{about} {_range(*ranks)}" for about, ranks in shared.items()]


def _parts(text: str) -> tuple[str, int, int]:
    """What a condition is about, and its range; the whole condition if it is not about one card."""
    about, _, ranks = text.rpartition(" ")
    if about not in _ABOUT_ONE_CARD:
        return text, 0, 0
    return about, RANKS.index(ranks[0]), RANKS.index(ranks[-1])


def _range(low: int, high: int) -> str:
    return RANKS[low] if low == high else f"{RANKS[low]}-{RANKS[high]}"


_ABOUT_ONE_CARD = {"second single", *PLACES, *(group for kind in KINDS for group in kind.groups)}


def _upwards() -> Iterator[str]:
    return (_range(rank, ACE) for rank in range(ACE, 0, -1))


def _ranges() -> Iterator[str]:
    yield from _upwards()
    yield from (_range(0, rank) for rank in range(ACE))


@lru_cache(maxsize=2)
def all_hands(ranking: Ranking) -> HandFeatures:
    """A hand of every class."""
    return HandFeatures.of(representatives(), ranking)


def kinds_under(ranking: Ranking) -> tuple[Kind, ...]:
    """The kinds that have lines of their own: where the joker is fully wild, also those with it."""
    return KINDS if ranking.joker == "semi-wild" else (*KINDS, *WILD_KINDS)


def rows_of(kind: Kind, ranking: Ranking) -> npt.NDArray[np.intp]:
    """The classes of a kind; where it has lines of its own for a wild joker, those with it or those without."""
    hands = all_hands(ranking)
    own = hands.kind == KIND_NUMBERS[kind.name]
    apart = kind._replace(wild=True) in kinds_under(ranking)
    return np.flatnonzero(own & ((hands.joker != NOT_SET) == kind.wild) if apart else own)


def setter_of(kind: Kind, ranking: Ranking) -> Setter:
    """The engine for the classes of a kind, in the order of `rows_of`."""
    return Setter(all_hands(ranking).take(rows_of(kind, ranking)), kind.groups, {}, {})


def settings(ranking: Ranking) -> ClassSettings:
    """How each class is set by each front of its kind, in the order of `fronts`; -1 where it has none.

    A front that fouls with any hand of the kind is not used: a line would have to avoid those hands.
    """
    kinds = kinds_under(ranking)
    found = ClassSettings.none(max(len(fronts(kind)) for kind in kinds))
    hands = all_hands(ranking)
    for kind in kinds:
        rows, setter = rows_of(kind, ranking), setter_of(kind, ranking)
        for number, front in enumerate(fronts(kind)):
            split = setter.pick(parse_front(front, kind))
            high, low = hands.high[rows, split], hands.low[rows, split]
            fits = split != NOT_SET
            if (low <= ranking.highest_legal_low[high])[fits].all():
                found.high[number, rows[fits]] = high[fits]
                found.low[number, rows[fits]] = low[fits]
    return found


def condition_matrix(kind: Kind, ranking: Ranking) -> Bools:
    """bool [conditions, classes of the kind]: where each of a kind's conditions holds."""
    setter = setter_of(kind, ranking)
    return np.array([setter.holds(parse_condition(text, kind)) for text in conditions(kind)])
