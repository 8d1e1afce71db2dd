"""Which row of a bet the player's seven cards make."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paigow.arrays import Hands
from paigow.game.cards import ACE, JOKER, RANKS
from paigow.game.ranks import CATEGORIES, PAIR_OF_DEUCES, STANDARD
from paigow.game.splits import SPLITS, value_splits
from paigow.side_bets.bets import HIGH_CARD, SEVEN_CARD_STRAIGHT_FLUSH, Row

Bools = npt.NDArray[np.bool_]

_KING, _QUEEN = RANKS.index("K"), RANKS.index("Q")
_ACE_LOW = -1
_LOW_PLACES = np.array(SPLITS)


def rows_made(hands: Hands, rows: tuple[Row, ...]) -> npt.NDArray[np.int64]:
    """int64 [n]: the first of the rows that each hand makes, -1 for none. `hands` is uint8 [n, 7] in canonical order.

    >>> from paigow.game.cards import parse_hand
    >>> from paigow.side_bets.registry import side_bets
    >>> rows = side_bets()["fortune"].rows
    >>> hand = np.array([parse_hand("Jk As Ks Qs Js Kd Qd")], dtype=np.uint8)
    >>> rows[rows_made(hand, rows)[0]].id
    'royal_flush_and_suited_king_queen'
    """
    high, low = value_splits(hands, STANDARD)
    category = STANDARD.category[high]
    made = np.full(len(hands), -1)
    for number in reversed(range(len(rows))):
        row = rows[number]
        if row.hand == SEVEN_CARD_STRAIGHT_FLUSH:
            fits = _seven_card_straight_flush(hands)
        elif row.hand == HIGH_CARD:
            fits = np.all(category == CATEGORIES.index(HIGH_CARD), axis=1) & _highest(row, hands)
        else:
            fits = np.any((category == CATEGORIES.index(row.hand or "")) & _front(row, hands, low), axis=1)
        if row.natural:
            fits &= hands[:, 0] != JOKER
        made[fits] = number
    return made


def _front(row: Row, hands: Hands, low: npt.NDArray[np.int8]) -> Bools:
    """bool [n, 21]: the splits whose front is what the row asks for."""
    fits: Bools = np.ones(low.shape, dtype=np.bool_)
    match row.front:
        case "pair":
            fits = low >= PAIR_OF_DEUCES
        case "pair_of_aces":
            fits = low == PAIR_OF_DEUCES + ACE
        case "suited_king_queen":
            higher, lower = hands[:, _LOW_PLACES[:, 0]], hands[:, _LOW_PLACES[:, 1]]
            fits = (higher >> 2 == _KING) & (lower >> 2 == _QUEEN) & (higher & 3 == lower & 3)
    return fits


def _highest(row: Row, hands: Hands) -> Bools:
    """bool [n]: the hands without a pair whose highest card is what the row asks for; the joker is an ace in them."""
    if row.highest is None:
        return np.ones(len(hands), dtype=np.bool_)
    highest = np.where(hands[:, 0] == JOKER, ACE, hands[:, 0] >> 2)
    fits: Bools = highest == RANKS.index(row.highest)
    return fits


def _seven_card_straight_flush(hands: Hands) -> Bools:
    """Whether all seven cards are one straight flush; the joker is any card of it, and the ace the lowest card too."""
    natural = hands != JOKER  # the joker is read as the last card, so that it widens no span
    suits = np.where(natural, hands & 3, hands[:, -1:] & 3)
    ranks = np.where(natural, hands >> 2, hands[:, -1:] >> 2).astype(np.int64)
    with_low_ace = np.where(ranks == ACE, _ACE_LOW, ranks)
    spans = [np.ptp(each, axis=1) for each in (ranks, with_low_ace)]
    fits: Bools = np.all(suits == suits[:, :1], axis=1) & (np.minimum(*spans) < hands.shape[1])
    return fits
