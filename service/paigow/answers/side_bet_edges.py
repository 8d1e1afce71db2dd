"""How often each row of a bet comes up, and what the house keeps: exactly, over all hands of the deck.

Hands of seven cards are counted by the classes of `dealer.classes`. One hand stands for all of its class, because a row
depends only on the ranks and the flush. The exception is whether the two cards beside a five-card flush are of one
suit: those classes are looked at twice, with the two cards suited (a third of the hands) and not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from paigow.side_bets import Envy, PayTable, Row, SideBet, all_threes, rows_made, threes_made
from paigow.side_bets.pays import meter_share, returned
from paigow.side_bets.three_cards import THREE

_ZERO = Fraction(0)

HANDS = comb(DECK_SIZE, HAND_SIZE)

_PIECE = 10_000
"""Hands that are looked at together: all at once would take a hundred megabytes."""

_SECOND, _THIRD = 1, 2
"""The suits of the two cards beside the flush, in the hand that stands for its class."""


def all_hands(bet: SideBet) -> int:
    """How many hands there are of as many cards as the bet looks at."""
    return comb(DECK_SIZE, bet.cards)


def frequencies(bet: SideBet) -> tuple[int, ...]:
    """How many of all hands make each row of a bet on the player's hand: as its file says, or else counted.

    >>> from paigow.side_bets import side_bets
    >>> frequencies(side_bets()["fortune"])[:4]
    (32, 72, 196, 1128)
    """
    stated = tuple(row.hands for row in bet.rows if row.hands is not None)
    return stated if bet.shipped and len(stated) == len(bet.rows) else counted_frequencies(bet.rows, bet.cards)


@cache
def counted_frequencies(rows: tuple[Row, ...], cards: int = HAND_SIZE) -> tuple[int, ...]:
    """The same, counted over all hands, which takes a second."""
    if cards == THREE:
        threes = threes_made(all_threes(), rows)
        return tuple(int((threes == row).sum()) for row in range(len(rows)))
    hands, weights = population()
    made = rows_made_by_pieces(hands, rows)
    return tuple(int(weights[made == row].sum()) for row in range(len(rows)))


def rows_made_by_pieces(hands: Hands, rows: tuple[Row, ...]) -> npt.NDArray[np.int64]:
    """`rows_made` for many hands."""
    return np.concatenate([rows_made(hands[at : at + _PIECE], rows) for at in range(0, len(hands), _PIECE)])


def dealer_frequencies(bet: SideBet, counter: Counter, removed: Iterable[int] = ()) -> tuple[int, ...]:
    """How many of the hands that the dealer can hold make each row of a bet on his hand.

    `removed` are the cards that he cannot hold.
    """
    gone = tuple(removed)
    return tuple(_dealer_hands(row, counter, gone) for row in bet.rows)


def edge(table: PayTable, hands: Sequence[int], total: int, extra: Fraction = Fraction(0)) -> float | None:
    """What the house keeps of a unit bet on average: the double nearest to the exact ratio.

    `hands` is how many of `total` hands make each row; a hand that makes none loses. `extra` is what the bet wins
    besides, on average. None where a row pays a share of a meter that is not known.

    >>> edge(PayTable("50", None, ("50",)), [2_719_500], HANDS)
    0.1002223388815119
    """
    if table.meter is None and any(map(meter_share, table.pays)):
        return None
    stake, meter = Fraction(table.stake), Fraction(table.meter or 0)
    back = sum((returned(pay, table.odds, stake, meter) * n for pay, n in zip(table.pays, hands, strict=True)), _ZERO)
    return float(1 - back / (total * stake) - extra)


def break_even_meter(table: PayTable, hands: Sequence[int], total: int) -> float | None:
    """The meter at which the house keeps nothing, in the money of the stake; None where no row pays a share of it.

    >>> break_even_meter(PayTable("all", None, ("100%",), "for-one"), [32], HANDS)
    4816971.25
    """
    pays = list(zip(table.pays, hands, strict=True))
    shares = sum((meter_share(pay) * n for pay, n in pays), _ZERO)
    if not shares:
        return None
    stake = Fraction(table.stake)
    fixed = sum((returned(pay, table.odds, stake) * n for pay, n in pays), _ZERO)
    return float(max((total * stake - fixed) / shares, _ZERO))


def envy_of_one(envy: Envy, hands: Sequence[int], total: int) -> Fraction:
    """What one other player's hand wins for the holder of a unit bet, on average."""
    paid = sum((Fraction(pay) * count for pay, count in zip(envy.pays, hands, strict=True)), _ZERO)
    return paid / (total * Fraction(envy.stake))


def _dealer_hands(row: Row, counter: Counter, removed: tuple[int, ...]) -> int:
    return sum(counter.count_regions(removed, pushed_regions(row.dealer or "none", counter.tables.ranking)))


def population() -> tuple[Hands, npt.NDArray[np.int64]]:
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
