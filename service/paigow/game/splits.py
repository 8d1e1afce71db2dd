"""The 21 ways to split seven cards, and what both hands of each are worth.

A hand here is seven card numbers in canonical order. Its splits are numbered 0 to 20 in canonical order too, which is
the order of the high hand's cards: split 0 keeps the first five cards as the high hand, split 20 makes the first two
the low hand.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

import numpy as np

from paigow.arrays import Cards, Hands, HighValueRows, HighValues, LowValueRows, LowValues, NumberRows
from paigow.game.cards import JOKER
from paigow.game.ranks import MULTISET, STANDARD, Ranking
from paigow.jit import ensure_compiled, kernel

SPLITS: tuple[tuple[int, int], ...] = tuple((i, j) for i in range(5, -1, -1) for j in range(6, i, -1))
"""The positions of the low hand's two cards in the hand, for each of the 21 splits."""

SPLIT_COUNT = len(SPLITS)

Card = TypeVar("Card")

_LOW_CARDS: list[Any] = [itemgetter(*pair) for pair in SPLITS]
_LOW_POSITIONS: NumberRows = np.array(SPLITS)
_HIGH_POSITIONS: NumberRows = np.array([[k for k in range(6, -1, -1) if k not in pair] for pair in SPLITS])
_HIGH_CARDS: list[Any] = [itemgetter(*(k for k in range(7) if k not in pair)) for pair in SPLITS]


class ValueTables(NamedTuple):
    """What the values of a hand's splits are looked up in.

    `high_positions` int64 [21, 5] and `low_positions` int64 [21, 2] are where the cards of each split stand in the
    hand, those of the high hand from the lowest card up; `multiset` is `ranks.MULTISET`; `high` and `low` are the
    tables of a `Ranking`, and so is `highest_legal_low`, int8 [high values].
    """

    high_positions: NumberRows
    low_positions: NumberRows
    multiset: NumberRows
    high: HighValueRows
    low: LowValueRows
    highest_legal_low: LowValues


def value_tables(ranking: Ranking) -> ValueTables:
    """The tables for a ranking; they share their arrays with it."""
    return ValueTables(_HIGH_POSITIONS, _LOW_POSITIONS, MULTISET, ranking.high, ranking.low, ranking.highest_legal_low)


@kernel
def value_hand(hand: Cards, tables: ValueTables, high: HighValues, low: LowValues) -> None:
    """The high and low values of every split of a hand."""
    symbols = np.empty(7, np.int64)
    suits = np.empty(7, np.int64)
    for k in range(7):
        card = hand[k]
        symbols[k] = card >> 2
        suits[k] = 15 if card == JOKER else 1 << (card & 3)
    for split in range(SPLIT_COUNT):
        number = 0
        common = 15
        for i in range(5):  # from the lowest card up, as `multiset` wants its symbols
            position = tables.high_positions[split, i]
            number += tables.multiset[i, symbols[position]]
            common &= suits[position]
        high[split] = tables.high[1 if common else 0, number]
        low[split] = tables.low[symbols[tables.low_positions[split, 0]], symbols[tables.low_positions[split, 1]]]


@kernel
def _value_all(hands: Hands, tables: ValueTables, high: HighValueRows, low: LowValueRows) -> None:
    for n in range(len(hands)):
        value_hand(hands[n], tables, high[n], low[n])


def value_splits(hands: Hands, ranking: Ranking = STANDARD) -> tuple[HighValueRows, LowValueRows]:
    """The high and low values of every split of every hand.

    `hands` is uint8 [n, 7], each row seven different cards in canonical order. Returns int16 [n, 21] and int8 [n, 21]
    in the order of `SPLITS`.
    """
    ensure_compiled()
    high = np.empty((len(hands), SPLIT_COUNT), dtype=np.int16)
    low = np.empty((len(hands), SPLIT_COUNT), dtype=np.int8)
    _value_all(hands, value_tables(ranking), high, low)
    return high, low


def cards_of(hand: tuple[Card, ...], split: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The high and low cards of a split, each in the order of the hand; cards may be numbers or names."""
    return _HIGH_CARDS[split](hand), _LOW_CARDS[split](hand)
