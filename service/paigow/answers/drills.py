"""Hands worth practising: drawn at random from a seed until one is of the kind asked for.

The same seed, kind and rules give the same hand, in every release in which the numbers stay the same. A seed without a
kind draws a kind too. Only `random.Random.random` is used, whose sequence Python guarantees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from paigow.answers.analysis import Analysis, answers_to
from paigow.answers.dealing import seed_as_sent, shuffled
from paigow.counting.counters import counter
from paigow.game.cards import HAND_SIZE, JOKER, canonical, names_of
from paigow.game.ranks import CATEGORIES, ranking_of
from paigow.house_ways.engine import HandFeatures
from paigow.house_ways.kinds import KIND_NUMBERS
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest
from paigow.requests.trainer import DRILL_KINDS, DrillKind, DrillRequest

CLOSE = 0.02
"""A call is close if the second best value is at most this far below the best, in units of the bet."""

_AT_ONCE = 48

_Dealt = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Drill:
    """A hand to split, with the dealer's at a face-up table. `analyze` and `grade` have the answer under its rules."""

    seed: int | str
    kind: DrillKind
    cards: tuple[str, ...]
    dealer: tuple[str, ...] | None
    rules: dict[str, str | None]


def drill(request: DrillRequest, seed: int) -> Drill:
    """The drill of a seed.

    >>> found = drill(DrillRequest.read({"kind": "joker"}), seed=1)
    >>> found.cards[0], found == drill(DrillRequest.read({"kind": "joker"}), seed=1)
    ('Jk', True)
    """
    counter(request.house_way, request.wheel, request.joker)  # refuses a house way that cannot be used
    random = Random(seed)  # noqa: S311
    drawn = DRILL_KINDS[int(random.random() * len(DRILL_KINDS))]
    kind = request.kind or drawn
    while True:
        decks = [shuffled(random) for _ in range(_AT_ONCE)]
        dealt = [(canonical(deck[:HAND_SIZE]), canonical(deck[HAND_SIZE : 2 * HAND_SIZE])) for deck in decks]
        for hand, dealer in _of_kind(kind, dealt, request):
            shown = names_of(dealer) if request.dealer_is_seen else None
            return Drill(seed_as_sent(seed), kind, names_of(hand), shown, request.as_dict())


def _of_kind(kind: DrillKind, dealt: Sequence[_Dealt], rules: TableRules) -> Iterator[_Dealt]:
    """Those of the hands, each with the dealer's, that are of the kind."""
    if kind in _BY_ANSWER:
        fits = _BY_ANSWER[kind]
        requests = [
            SplitsRequest.read(
                {
                    "cards": names_of(hand),
                    **rules.as_dict(),
                    **({"dealer": names_of(dealer)} if rules.dealer_is_seen else {}),
                }
            )
            for hand, dealer in dealt
        ]
        return (each for each, answer in zip(dealt, answers_to(requests), strict=True) if fits(Analysis.of(answer)))
    hands = HandFeatures.of(np.array([hand for hand, _ in dealt], dtype=np.uint8), ranking_of(rules.wheel, rules.joker))
    return (each for each, fit in zip(dealt, _BY_SIGHT[kind](hands).tolist(), strict=True) if fit)


def _is_close(answer: Analysis) -> bool:
    if answer.dealer:  # a split wins, pushes or loses for certain: the call is close if one alone is best
        return sum(split.rank == 1 for split in answer.splits) == 1
    second = next((split for split in answer.splits if split.rank > 1), None)
    return second is not None and not second.foul and second.ev_loss <= CLOSE


def _house_way_is_wrong(answer: Analysis) -> bool:
    return answer.house_way.ev_loss > 0


def _kind_of(hands: HandFeatures, name: str) -> npt.NDArray[np.bool_]:
    return np.equal(hands.kind, KIND_NUMBERS[name])


def _can_play(hands: HandFeatures, category: str) -> npt.NDArray[np.bool_]:
    found: npt.NDArray[np.bool_] = np.any(hands.categories == CATEGORIES.index(category), axis=1)
    return found


_BY_ANSWER: dict[DrillKind, Callable[[Analysis], bool]] = {
    "close-call": _is_close,
    "house-way-is-wrong": _house_way_is_wrong,
}
_BY_SIGHT: dict[DrillKind, Callable[[HandFeatures], npt.NDArray[np.bool_]]] = {
    "two-pair": lambda hands: _kind_of(hands, "two-pair"),
    "straight-or-pair": lambda hands: _kind_of(hands, "one-pair") & _can_play(hands, "straight"),
    "flush-or-pair": lambda hands: _kind_of(hands, "one-pair") & _can_play(hands, "flush"),
    "joker": lambda hands: np.equal(hands.cards[:, 0], JOKER),
}
