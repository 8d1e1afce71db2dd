"""Expected values of splits, exactly: integers over one denominator, so that they are compared without rounding."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from paigow.counting.informed import HandOutcome
from paigow.counting.outcomes import SplitOutcome


class SplitEVs(NamedTuple):
    """The expected values of a hand's splits in the order of its outcomes.

    Each is `evs[i] / denominator` units of the bet; `order` lists the splits from the best to the worst, and equal ones
    as the outcomes do.
    """

    evs: list[int]
    order: list[int]
    denominator: int

    def loss(self, split: int) -> float:
        """What a split gives up against the best, in units of the bet: the nearest double."""
        return (self.evs[self.order[0]] - self.evs[split]) / self.denominator


def split_evs(
    outcomes: Sequence[SplitOutcome], dealer_hands: int, commission: Fraction, collection: Fraction
) -> SplitEVs:
    """The expected values, (1 - commission) x P(win) - P(loss) - collection.

    With a commission of p / q and a collection of a / b that is
    (b ((q - p) x wins - q x losses) - a q x dealer hands) / (b q x dealer hands).
    """
    fee, parts = collection.numerator, collection.denominator
    loss_weight = commission.denominator * parts
    win_weight = loss_weight - commission.numerator * parts
    paid = fee * commission.denominator * dealer_hands
    evs = [win_weight * outcome.wins - loss_weight * outcome.losses - paid for outcome in outcomes]
    order = sorted(range(len(evs)), key=evs.__getitem__, reverse=True)  # a stable sort: equal values keep their order
    return SplitEVs(evs, order, loss_weight * dealer_hands)


def ev_of(outcome: HandOutcome, commission: Fraction, collection: Fraction) -> float:
    """The expected value of one outcome in units of the bet: the nearest double."""
    hands, wins, losses = outcome
    exact = ((1 - commission) * wins - losses) / hands - collection
    return exact.numerator / exact.denominator
