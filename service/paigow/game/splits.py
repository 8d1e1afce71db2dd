"""The 21 ways to split seven cards, what each half is worth, and the settlement of one split against another.

A hand here is seven card numbers in canonical order. Its splits are numbered 0 to 20 in canonical order too, which is
the order of the high hand's cards: split 0 keeps the first five cards behind, split 20 puts the first two in front.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Literal, TypeVar

import numpy as np
import numpy.typing as npt

from paigow.game.cards import JOKER
from paigow.game.ranks import MULTISET, STANDARD, Ranking
from paigow.jit import kernel, ready

SPLITS: tuple[tuple[int, int], ...] = tuple((i, j) for i in range(5, -1, -1) for j in range(6, i, -1))
"""The places of the low hand's two cards in the hand, for each of the 21 splits."""

SPLIT_COUNT = len(SPLITS)

SPLIT, HIGH, LOW, FOUL, WINS, LOSSES, HIGH_WINS, LOW_WINS, SHARES = range(9)
"""Where in a row of `outcomes.Outcomes.splits` its numbers stand; from `SHARES` on, the last four again in per cent."""

Card = TypeVar("Card")
Banker = Literal["dealer", "player"]
Result = Literal["win", "push", "loss"]

_RESULTS: tuple[Result, ...] = ("loss", "push", "win")
_LOW_CARDS: list[Any] = [itemgetter(*pair) for pair in SPLITS]
_HIGH_CARDS: list[Any] = [itemgetter(*(k for k in range(7) if k not in pair)) for pair in SPLITS]
_LOW_PLACES: npt.NDArray[np.int64] = np.array(SPLITS)
_HIGH_PLACES: npt.NDArray[np.int64] = np.array([[k for k in range(6, -1, -1) if k not in pair] for pair in SPLITS])


VALUING = "UniTuple(int64[:,::1], 3), int16[:,::1], int8[:,::1]"
"""The type of what values are looked up in: `SPLIT_TABLES`, and a ranking's tables `high` and `low`."""

SPLIT_TABLES = (_HIGH_PLACES, _LOW_PLACES, MULTISET)


@kernel(f"void(uint8[::1], {VALUING}, int16[::1], int8[::1])")
def value_hand(
    hand: npt.NDArray[np.uint8],
    split_tables: tuple[npt.NDArray[np.int64], ...],
    high_values: npt.NDArray[np.int16],
    low_values: npt.NDArray[np.int8],
    high: npt.NDArray[np.int16],
    low: npt.NDArray[np.int8],
) -> None:
    """The high and low values of every split of a hand."""
    high_places, low_places, multiset = split_tables
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
            place = high_places[split, i]
            number += multiset[i, symbols[place]]
            common &= suits[place]
        high[split] = high_values[1 if common else 0, number]
        low[split] = low_values[symbols[low_places[split, 0]], symbols[low_places[split, 1]]]


@kernel(f"void(uint8[:,::1], {VALUING}, int16[:,::1], int8[:,::1])")
def _value_all(
    hands: npt.NDArray[np.uint8],
    split_tables: tuple[npt.NDArray[np.int64], ...],
    high_values: npt.NDArray[np.int16],
    low_values: npt.NDArray[np.int8],
    high: npt.NDArray[np.int16],
    low: npt.NDArray[np.int8],
) -> None:
    for n in range(len(hands)):
        value_hand(hands[n], split_tables, high_values, low_values, high[n], low[n])


def value_splits(
    hands: npt.NDArray[np.uint8], ranking: Ranking = STANDARD
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int8]]:
    """The high and low values of every split of every hand.

    `hands` is uint8 [n, 7], each row seven different cards in canonical order. Returns int16 [n, 21] and int8 [n, 21]
    in the order of `SPLITS`.
    """
    ready()
    high = np.empty((len(hands), SPLIT_COUNT), dtype=np.int16)
    low = np.empty((len(hands), SPLIT_COUNT), dtype=np.int8)
    _value_all(hands, SPLIT_TABLES, ranking.high, ranking.low, high, low)
    return high, low


def cards_of(hand: tuple[Card, ...], split: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The high and low cards of a split, each in the order of the hand; cards may be numbers or names."""
    return _HIGH_CARDS[split](hand), _LOW_CARDS[split](hand)


def settle(player: tuple[int, int], dealer: tuple[int, int], banker: Banker = "dealer") -> Result:
    """Who wins when the player's (high, low) values meet the dealer's, neither of them a foul.

    The banker wins copies. Both hands won is a win, one a push, none a loss.

    >>> settle((10, 5), (9, 5)), settle((10, 5), (9, 5), banker="player"), settle((10, 5), (10, 5))
    ('push', 'win', 'loss')
    """
    if banker == "player":
        won = sum(ours >= theirs for ours, theirs in zip(player, dealer, strict=True))
    else:
        won = sum(ours > theirs for ours, theirs in zip(player, dealer, strict=True))
    return _RESULTS[won]
