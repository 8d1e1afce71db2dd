"""How often each row of a bet comes up, and what the house keeps: exactly, over all 154,143,080 hands of the deck.

Hands are counted by the classes of `dealer.classes`. One hand stands for all of its class, because a row depends only
on the ranks and the flush. The exception is whether the two cards beside a five-card flush are of one suit: those
classes are looked at twice, with the two cards suited (a third of the hands) and not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from paigow.arrays import Hands
from paigow.counting.counter import Counter
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import FLUSH_GROUPS, representatives
from paigow.game.cards import DECK_SIZE, HAND_SIZE
from paigow.game.showdown import pushed_regions
from paigow.side_bets.bets import Row, SideBet
from paigow.side_bets.hands import rows_made

HANDS = comb(DECK_SIZE, HAND_SIZE)

_PIECE = 10_000
"""Hands that are looked at together: all at once would take a hundred megabytes."""

_SECOND, _THIRD = 1, 2
"""The suits of the two cards beside the flush, in the hand that stands for its class."""


def frequencies(bet: SideBet) -> tuple[int, ...]:
    """How many of all hands make each row of a bet on the player's hand: as its file says, or else counted.

    >>> from paigow.side_bets.bets import side_bets
    >>> frequencies(side_bets()["fortune"])[:4]
    (32, 72, 196, 1128)
    """
    stated = tuple(row.hands for row in bet.rows if row.hands is not None)
    return stated if len(stated) == len(bet.rows) else counted_frequencies(bet.rows)


@cache
def counted_frequencies(rows: tuple[Row, ...]) -> tuple[int, ...]:
    """The same, counted over all hands, which takes a second."""
    hands, weights = _population()
    made = np.concatenate([rows_made(hands[at : at + _PIECE], rows) for at in range(0, len(hands), _PIECE)])
    return tuple(int(weights[made == row].sum()) for row in range(len(rows)))


def dealer_frequencies(bet: SideBet, counter: Counter, removed: Iterable[int] = ()) -> tuple[int, ...]:
    """How many of the hands that the dealer can hold make each row of a bet on his hand.

    `removed` are the cards that he cannot hold.
    """
    gone = tuple(removed)
    return tuple(_dealer_hands(row, counter, gone) for row in bet.rows)


def edge(pays: Sequence[Decimal], hands: Sequence[int], total: int) -> float:
    """What the house keeps of a unit bet on average. A hand that makes no row loses it, another one wins what the row
    pays.

    The double nearest to the exact ratio.

    >>> edge([Decimal(50)], [2_719_500], HANDS)
    0.1002223388815119
    """
    paid = sum((Fraction(pay) * count for pay, count in zip(pays, hands, strict=True)), Fraction(0))
    kept = (total - sum(hands) - paid) / total
    return kept.numerator / kept.denominator


def _dealer_hands(row: Row, counter: Counter, removed: tuple[int, ...]) -> int:
    return sum(counter.count_regions(removed, pushed_regions(row.dealer or "none", counter.tables.ranking)))


def _population() -> tuple[Hands, npt.NDArray[np.int64]]:
    """One hand of each class, a second one where two cards beside a flush can be suited, and the hands that each stands
    for.
    """
    hands, weights = representatives(), class_counts()
    second, third = hands & 3 == _SECOND, hands & 3 == _THIRD
    beside = np.zeros(len(hands), dtype=np.bool_)
    for group in FLUSH_GROUPS:
        if group.offsuit_cards == 2:
            beside[group.first : group.first + comb(13, group.suited) * group.offsuit_sets] = True
    beside &= np.max(hands * second, axis=1) >> 2 != np.max(hands * third, axis=1) >> 2
    suited = np.where(third, hands - (_THIRD - _SECOND), hands)[beside]
    thirds = weights[beside] // 3
    weights[beside] -= thirds
    return np.concatenate([hands, suited]), np.concatenate([weights, thirds])
