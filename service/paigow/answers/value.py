"""What a hand is worth before the dealer is seen: at its best split, or at a face-up table at its best against each of
the dealer's hands.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from paigow.counting.counters import counter
from paigow.counting.evs import ev_of, split_evs
from paigow.counting.informed import HandOutcome, informed_outcome
from paigow.counting.outcomes import count_outcomes
from paigow.game.cards import names_of
from paigow.requests.splits import ValueRequest


@dataclass(frozen=True)
class Value:
    """The value of a hand. Counts are dealer hands; probabilities and `ev`, in units of the bet, the nearest doubles.

    Where the dealer is unknown, they are those of the best split; of equally good ones, the one that `analyze` lists
    first. At a face-up table each of the dealer's hands meets the split that is best against it.
    """

    cards: tuple[str, ...]
    rules: dict[str, str | None]
    dead: tuple[str, ...]
    tables: str
    dealer_hands: int
    wins: int
    pushes: int
    losses: int
    win_probability: float
    push_probability: float
    loss_probability: float
    ev: float


def value_of(request: ValueRequest) -> Value:
    """Value a hand.

    >>> found = value_of(ValueRequest.read({"cards": "7s 7h 6s 6h 5d 4c 3s", "variant": "face-up"}))
    >>> found.wins, found.losses, round(found.ev, 6)
    (9812435, 483351, 0.174295)
    """
    found = counter(request.house_way, request.wheel, request.joker)
    outcome = _informed(request) if request.dealer_is_seen else _best(request)
    hands, wins, losses = outcome
    pushes = hands - wins - losses
    return Value(
        cards=names_of(request.cards),
        rules=request.as_dict(),
        dead=names_of(request.dead),
        tables=found.tables.digest,
        dealer_hands=hands,
        wins=wins,
        pushes=pushes,
        losses=losses,
        win_probability=wins / hands,
        push_probability=pushes / hands,
        loss_probability=losses / hands,
        ev=ev_of(outcome, request.commission_fraction, request.collection_fraction),
    )


def _informed(request: ValueRequest) -> HandOutcome:
    found = counter(request.house_way, request.wheel, request.joker)
    return informed_outcome(found, request.cards, request.dead, request.banker, request.push)


def _best(request: ValueRequest) -> HandOutcome:
    found = counter(request.house_way, request.wheel, request.joker)
    hands = np.array([request.cards], dtype=np.uint8)
    (counted,) = count_outcomes(found, hands, [request.dead], request.banker, request.push)
    evs = split_evs(counted.splits, counted.dealer_hands, request.commission_fraction, request.collection_fraction)
    best = counted.splits[evs.order[0]]
    return HandOutcome(counted.dealer_hands, best.wins, best.losses)
