"""What a hand is worth: five-card (high) and two-card (low) values as dense integers. Their words are in `names`.

Both kinds of value count from 0 = worst, so that comparing hands is comparing integers:

- high values run from 0 = 7-5-4-3-2 to 7,462 = five aces: 7,463 in all, one more than the 7,462 of a 52-card evaluator;
- low values run from 0 = 3-2 to 90 = a pair of aces: 78 unpaired hands, then 13 pairs.

Two rules set the game apart (sources: wizardofodds.com/games/pai-gow-poker/, and the tables in `tests/reference`):
A-2-3-4-5 is the second highest straight, below A-K-Q-J-T only; and the joker is semi-wild: an ace, or the card that
completes the best straight, flush or straight flush. In a flush it is the highest rank not yet there. Some tables play
otherwise, so a `Ranking` takes both rules as parameters: the wheel may be the lowest straight, and the joker fully
wild. Then it is any card, in the low hand too, and five of a kind ranks above a royal flush, five aces highest.

A five-card hand is looked up by the multiset of its rank symbols (0 = deuce .. 12 = ace, 13 = joker) and whether its
natural cards share a suit. Multisets are numbered densely by the combinatorial number system, see `MULTISET`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from paigow.game.cards import ACE, JOKER

Wheel = Literal["second", "lowest"]
JokerRule = Literal["semi-wild", "wild"]

JOKER_SYMBOL = 13
SYMBOLS = 14

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    "five_of_a_kind",
    "five_aces",
)
"""Categories of the five-card hand, worst first. The two-card hand has `high_card` and `pair` only."""

LOW_VALUES = 91
PAIR_OF_DEUCES = 78
"""The low value of the worst pair: a pair of rank r is PAIR_OF_DEUCES + r."""

MULTISET: npt.NDArray[np.int64] = np.array([[comb(s + i, i + 1) for s in range(SYMBOLS)] for i in range(7)])
"""int64 [7, 14]: the number of a multiset of symbols s_0 <= s_1 <= ... is the sum of MULTISET[i, s_i].

It is the colexicographic rank, hence dense: five symbols give 0 .. C(18,5) - 1, and without a joker 0 .. C(17,5) - 1.
"""

WHEEL = (ACE, 3, 2, 1, 0)
_STRAIGHTS = (WHEEL, *(tuple(range(top, top - 5, -1)) for top in range(4, 13)))
"""Every straight as its ranks, high to low; the wheel first."""


def multiset_number(symbols: tuple[int, ...]) -> int:
    """The dense number of a multiset of rank symbols, in any order.

    >>> multiset_number((0, 0, 0, 0, 0)), multiset_number((12, 12, 12, 12, 12))
    (0, 6187)
    """
    return int(sum(MULTISET[i, symbol] for i, symbol in enumerate(sorted(symbols))))


class Ranking:
    """The values of all hands under one pair of rules; made by `ranking_of`.

    `high` int16 [2, C(18,5)] is the high value of each multiset of five symbols, [1] where the natural cards share a
    suit; -1 where there is no such hand. `low` int8 [14, 14] is the low value of two symbols. For each high value,
    `category` uint8 is an index into `CATEGORIES`, and `highest_legal_low` int8 the best two-card hand that does not
    outrank it: the two-card hand is read as the start of a five-card one, so its equal is legal. `hands` has for each
    high value its category and its five ranks, in the order they are compared; `broadways` are the values of an
    ace-high straight and of a royal flush.
    """

    def __init__(self, wheel: Wheel, joker: JokerRule) -> None:
        self.wheel = wheel
        self.joker = joker
        hands = _distinct_hands(wheel, joker)
        self.high_values = len(hands)
        self.category: npt.NDArray[np.uint8] = np.array([CATEGORIES.index(name) for name, _, _ in hands], np.uint8)
        self.high = _high_table(hands, joker)
        self.low = _low_table(joker)
        self.highest_legal_low = np.full(len(hands), LOW_VALUES - 1, dtype=np.int8)
        for value, (name, ranks, _) in enumerate(hands):
            if name in ("high_card", "pair"):
                self.highest_legal_low[value] = self.low[ranks[0], ranks[1]]
        self._high_cards = [ranks[0] for name, ranks, _ in hands if name == "high_card"]
        self.hands = [(name, ranks) for name, ranks, _ in hands]
        self.broadways = [
            value
            for value, (name, ranks) in enumerate(self.hands)
            if name in ("straight", "royal_flush") and ranks == _STRAIGHTS[-1]
        ]

    def high_value(self, cards: Iterable[int]) -> int:
        """The high value of five cards.

        >>> from paigow.game.cards import parse_hand
        >>> STANDARD.hands[STANDARD.high_value(parse_hand("5s 6s 7s 8s Jk", size=5))]
        ('straight_flush', (7, 6, 5, 4, 3))
        """
        five = tuple(cards)
        suited = len({card & 3 for card in five if card != JOKER}) == 1
        return int(self.high[int(suited), multiset_number(tuple(card >> 2 for card in five))])

    def low_value(self, cards: Iterable[int]) -> int:
        """The low value of two cards.

        >>> from paigow.game.cards import parse_hand
        >>> ranking_of("second", "wild").low_value(parse_hand("Jk Tc", size=2)) - PAIR_OF_DEUCES
        8
        """
        first, second = cards
        return int(self.low[first >> 2, second >> 2])

    def is_foul(self, high: int, low: int) -> bool:
        """Whether the two-card hand outranks the five-card hand.

        >>> STANDARD.is_foul(high=0, low=PAIR_OF_DEUCES), STANDARD.is_foul(high=7462, low=90)
        (True, False)
        """
        return low > int(self.highest_legal_low[high])

    def high_card_values(self, rank: int) -> range:
        """The high values of the hands that are exactly `rank` high.

        >>> STANDARD.high_card_values(12)
        range(784, 1277)
        """
        first = self._high_cards.index(rank)
        return range(first, first + self._high_cards.count(rank))

    def category_of(self, high: int) -> str:
        """The category of a high value.

        >>> STANDARD.category_of(STANDARD.high_values - 1)
        'five_aces'
        """
        return self.hands[high][0]


_made = lru_cache(maxsize=4)(Ranking)


def ranking_of(wheel: Wheel = "second", joker: JokerRule = "semi-wild") -> Ranking:
    """The ranking under these rules; the same object every time.

    >>> ranking_of() is ranking_of("second", "semi-wild") is STANDARD
    True
    """
    return _made(wheel, joker)


def rankings() -> list[Ranking]:
    """All four, the usual one first."""
    return [ranking_of(wheel, joker) for joker in get_args(JokerRule) for wheel in get_args(Wheel)]


_Hands = list[tuple[str, tuple[int, ...], bool]]


def _distinct_hands(wheel: Wheel, joker: JokerRule) -> _Hands:
    """Every value once, worst first: its category, its ranks in the order they are compared, whether it is a flush."""
    hands: list[tuple[tuple[int, tuple[int, ...]], str, tuple[int, ...], bool]] = []

    def add(category: str, ranks: tuple[int, ...], strength: tuple[int, ...], flush: bool = False) -> None:
        hands.append(((CATEGORIES.index(category), strength), category, ranks, flush))

    for ranks in combinations_with_replacement(range(ACE, -1, -1), 5):
        groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
        shape = tuple(count for _, count in groups)
        order = tuple(rank for rank, _ in groups)
        if shape == (5,):
            if order == (ACE,):
                add("five_aces", ranks, order)
            elif joker == "wild":
                add("five_of_a_kind", ranks, order)
        elif shape == (1, 1, 1, 1, 1):
            if ranks in _STRAIGHTS:
                place = 2 * _STRAIGHTS.index(ranks)
                if ranks == WHEEL and wheel == "second":  # between A-K-Q-J-T and K-Q-J-T-9
                    place = 2 * len(_STRAIGHTS) - 3
                add("straight", ranks, (place,))
                add("royal_flush" if ranks[1] == ACE - 1 else "straight_flush", ranks, (place,), flush=True)
            else:
                add("high_card", ranks, order)
                add("flush", ranks, order, flush=True)
        else:
            category = {
                (4, 1): "four_of_a_kind",
                (3, 2): "full_house",
                (3, 1, 1): "three_of_a_kind",
                (2, 2, 1): "two_pair",
                (2, 1, 1, 1): "pair",
            }[shape]
            add(category, tuple(rank for rank, count in groups for _ in range(count)), order)
    return [(category, ranks, flush) for _, category, ranks, flush in sorted(hands)]


def _high_table(hands: _Hands, joker: JokerRule) -> npt.NDArray[np.int16]:
    table = np.full((2, comb(18, 5)), -1, dtype=np.int16)
    for value, (_, ranks, flush) in enumerate(hands):
        table[int(flush), multiset_number(ranks)] = value
    for four in combinations_with_replacement(range(13), 4):
        # The joker as an ace, or as any card that completes a straight; or, fully wild, as any card.
        completions = {ACE} if joker == "semi-wild" else set(range(13))
        distinct = len(set(four)) == 4
        if distinct:
            completions |= {rank for hand in _STRAIGHTS for rank in set(hand) - set(four) if set(four) < set(hand)}
        number = multiset_number((*four, JOKER_SYMBOL))
        table[0, number] = max(table[0, multiset_number((*four, rank))] for rank in completions)
        if distinct:  # with a suit, a flush or a straight flush
            table[1, number] = max(table[1, multiset_number((*four, rank))] for rank in range(13) if rank not in four)
    for rank in range(13):
        table[0, multiset_number((rank,) * 5)] = -1  # it takes the joker
    return table


def _low_table(joker: JokerRule) -> npt.NDArray[np.int8]:
    unpaired = sorted(tuple(pair) for pair in combinations(range(12, -1, -1), 2))
    table = np.zeros((SYMBOLS, SYMBOLS), dtype=np.int8)
    for first in range(SYMBOLS):
        for second in range(SYMBOLS):
            high, low = max(min(first, ACE), min(second, ACE)), min(first, second, ACE)
            if joker == "wild" and max(first, second) == JOKER_SYMBOL:
                high = low
            table[first, second] = PAIR_OF_DEUCES + high if high == low else unpaired.index((high, low))
    return table


STANDARD = ranking_of()
"""The usual rules: the wheel second highest, the joker semi-wild."""

_LOW_RANKS = sorted(((h, low) for h in range(13) for low in range(h + 1)), key=lambda pair: STANDARD.low[pair])


def ranks_of_low(low: int) -> tuple[int, int]:
    """The two ranks of a low value, the higher first.

    >>> ranks_of_low(0), ranks_of_low(90)
    ((1, 0), (12, 12))
    """
    return _LOW_RANKS[low]
