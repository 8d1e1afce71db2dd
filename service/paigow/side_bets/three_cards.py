"""Which row of a bet the player's first three cards make.

The joker completes a straight, a flush or a straight flush, and is otherwise an ace (source: the rows of Pai Gow Mania,
wizardofodds.com/games/pai-gow-poker/appendix/5/). A row fits whatever else the three cards make.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import numpy as np
import numpy.typing as npt

from paigow.game.cards import ACE, DECK_SIZE, JOKER, RANKS
from paigow.side_bets.bets import HIGH_CARD, Row

THREE = 3

STRAIGHTS = [{ACE, 0, 1}, *({low, low + 1, low + 2} for low in range(11))]
THREE_CARD_HANDS = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair", HIGH_CARD)


def makes(row: Row, cards: Iterable[int]) -> bool:
    """Whether three cards make a row.

    >>> makes(Row("wild", {}, hand="straight"), [JOKER, 4 * ACE, 4 * 1 + 2])
    True
    """
    three = list(cards)
    natural = [card for card in three if card != JOKER]
    jokers = len(three) - len(natural)
    if row.natural and jokers:
        return False
    ranks = [card >> 2 for card in natural]
    flush = len({card & 3 for card in natural}) == 1
    straight = len(set(ranks)) == len(natural) and any(set(ranks) <= run for run in STRAIGHTS)
    with_aces = [*ranks, *[ACE] * jokers]
    different = len(set(with_aces))
    match row.hand:
        case "straight_flush":
            return straight and flush
        case "three_of_a_kind":
            return different == 1
        case "straight":
            return straight
        case "flush":
            return flush
        case "pair":
            return different <= len(three) - 1
        case _:
            top = row.highest is None or max(with_aces) == RANKS.index(row.highest)
            return not (straight or flush) and different == len(three) and top


def threes_made(hands: Iterable[Iterable[int]], rows: tuple[Row, ...]) -> npt.NDArray[np.int64]:
    """int64 [n]: the first of the rows that each three cards make, -1 for none."""
    return np.array(
        [next((number for number, row in enumerate(rows) if makes(row, three)), -1) for three in hands], dtype=np.int64
    )


def all_threes() -> list[tuple[int, ...]]:
    """Every three cards of the deck: 23,426."""
    return list(combinations(range(DECK_SIZE), THREE))
