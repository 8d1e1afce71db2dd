"""Values of hands, against the textbook and against an evaluator written another way."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np

from service.cards import DECK_SIZE, JOKER
from service.ranks import (
    CATEGORIES,
    CATEGORY_OF,
    HIGH,
    HIGH_VALUES,
    LOW,
    LOW_VALUES,
    category_of,
    high_name,
    high_value,
    low_name,
    low_value,
    multiset_number,
)
from tests.conftest import figures, hand


def strength(cards: tuple[int, ...]) -> tuple[object, ...]:
    """A five-card hand as a tuple that compares, by substituting every card for the joker."""
    if JOKER not in cards:
        return natural(tuple(card >> 2 for card in cards), len({card & 3 for card in cards}) == 1)
    others = [card for card in cards if card != JOKER]
    ranks = [card >> 2 for card in others]
    suits = {card & 3 for card in others}
    found = [natural((*ranks, 12), False)]
    for card in set(range(52)) - set(others):
        suited = suits == {card & 3}
        completed = natural((*ranks, card >> 2), suited)
        if completed[0] in (4, 5, 8, 9):  # a straight, flush, straight flush or royal flush is what it may complete
            found.append(completed)
    return max(found)


def natural(ranks: tuple[int, ...], suited: bool) -> tuple[int, tuple[int, ...]]:
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = [count for _, count in counts]
    order = tuple(rank for rank, _ in counts)
    straight = 0.0
    if shape == [1] * 5:
        if order == (12, 3, 2, 1, 0):
            straight = 11.5
        elif order[0] - order[4] == 4:
            straight = order[0]
    if shape == [5]:
        return 10, order
    if straight and suited:
        return (9 if straight == 12 else 8), (int(2 * straight),)
    if shape[0] == 4:
        return 7, order
    if shape == [3, 2]:
        return 6, order
    if suited and shape == [1] * 5:
        return 5, order
    if straight:
        return 4, (int(2 * straight),)
    return {3: 3, 2: 2 if shape[:2] == [2, 2] else 1, 1: 0}[shape[0]], order


def test_there_are_7463_and_91_values():
    assert figures()["five_card_values"] == HIGH_VALUES == 7463
    assert figures()["two_card_values"] == LOW_VALUES == 91
    assert sorted(set(HIGH[HIGH >= 0].tolist())) == list(range(HIGH_VALUES))
    assert sorted(set(LOW.ravel().tolist())) == list(range(LOW_VALUES))


def test_values_order_as_the_other_evaluator_does():
    rng = random.Random(5)
    drawn = [tuple(rng.sample(range(DECK_SIZE), 5)) for _ in range(30_000)]
    # Random hands hold few straights and flushes; these hold all joker hands of four ranks, suited and not.
    for ranks in combinations_with_replacement(range(13), 4):
        if max(Counter(ranks).values()) <= 4:
            drawn.append((JOKER, *(4 * rank + suit for suit, rank in enumerate(ranks))))
    for ranks in combinations(range(13), 4):
        drawn.append((JOKER, *(4 * rank for rank in ranks)))
    for ranks in combinations(range(13), 5):
        drawn.append(tuple(4 * rank for rank in ranks))
        drawn.append(tuple(4 * rank + (suit == 0) for suit, rank in enumerate(ranks)))
    by_value: dict[int, tuple[object, ...]] = {}
    for cards in drawn:
        value = high_value(cards)
        assert by_value.setdefault(value, strength(cards)) == strength(cards), cards
        assert category_of(value) == CATEGORIES[strength(cards)[0]], cards
    assert [by_value[value] for value in sorted(by_value)] == sorted(by_value.values())


def test_the_textbook_frequencies_of_52_cards():
    # How many of the C(52,5) hands have each rank multiset: without regard to suit, and all of one suit.
    counts = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        copies = Counter(ranks).values()
        if max(copies) > 4:
            continue
        number = multiset_number(ranks)
        flushes = 4 if len(copies) == 5 else 0
        counts[category_of(HIGH[0, number])] += int(np.prod([comb(4, n) for n in copies])) - flushes
        if flushes:
            counts[category_of(HIGH[1, number])] += flushes
    assert counts == {
        "royal_flush": 4,
        "straight_flush": 36,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "pair": 1_098_240,
        "high_card": 1_302_540,
    }


def test_low_values_order_pairs_over_all_else():
    order = sorted(
        ((a, b) for a in range(13) for b in range(a + 1)), key=lambda pair: (pair[0] == pair[1], pair[0], pair[1])
    )
    assert [int(LOW[a, b]) for a, b in order] == list(range(LOW_VALUES))
    assert (LOW == LOW.T).all()
    assert (LOW[JOKER >> 2] == LOW[12]).all()


def test_names():
    def name(text: str) -> str:
        return high_name(high_value(hand(text, size=5)))

    assert name("As Ah Ad Ac Jk") == "Five aces"
    assert name("As Ks Qs Js Jk") == "Royal flush"
    assert name("As 2s 3s 4s 5s") == "Steel wheel (ace-to-five straight flush)"
    assert name("As 2s 3s 4s 5d") == "Wheel (ace-to-five straight)"
    assert name("6s 6h 6d 6c Jk") == "Four sixes"
    assert name("6s 6h Jk Ac As") == "Full house, aces over sixes"
    assert name("Jk As 9s 5s 2s") == "Ace-high flush"
    assert name("6s 6h 2d 2c Jk") == "Two pair, sixes and twos"
    assert name("6s 6h 2d 3c Jk") == "Pair of sixes"
    assert name("9s 7h 5d 4c 3s") == "Nine high"
    assert low_name(low_value(hand("6s 6h", size=2))) == "Pair of sixes"
    assert low_name(low_value(hand("Jk Ah", size=2))) == "Pair of aces"
    assert low_name(low_value(hand("4s Th", size=2))) == "Ten-four"
    assert len({high_name(value) for value in range(HIGH_VALUES) if CATEGORY_OF[value] == 6}) == 156
