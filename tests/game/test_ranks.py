"""Values of hands, against the textbook and against an evaluator written another way."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from paigow.game.cards import DECK_SIZE, JOKER
from paigow.game.names import high_name, low_name
from paigow.game.ranks import CATEGORIES, LOW_VALUES, STANDARD, Ranking, multiset_number, ranking_of
from tests.conftest import category_of, figures, hand, high_value, low_value

RANKINGS = [ranking_of(wheel, joker) for wheel in ("second", "lowest") for joker in ("semi-wild", "wild")]  # type: ignore[arg-type]


def strength(cards: tuple[int, ...], rules: Ranking) -> tuple[int, tuple[int, ...]]:
    """A five-card hand as a tuple that compares, by substituting every card for the joker."""
    if JOKER not in cards:
        return natural(tuple(card >> 2 for card in cards), len({card & 3 for card in cards}) == 1, rules)
    others = [card for card in cards if card != JOKER]
    ranks = [card >> 2 for card in others]
    suits = {card & 3 for card in others}
    wild = rules.joker == "wild"
    found = [natural((*ranks, rank), False, rules) for rank in (range(13) if wild else [12])]
    for card in set(range(52)) - set(others):
        completed = natural((*ranks, card >> 2), suits == {card & 3}, rules)
        if CATEGORIES[completed[0]] in ("straight", "flush", "straight_flush", "royal_flush"):
            found.append(completed)
    return max(found)


def natural(ranks: tuple[int, ...], suited: bool, rules: Ranking) -> tuple[int, tuple[int, ...]]:
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = [count for _, count in counts]
    order = tuple(rank for rank, _ in counts)
    straight = 0.0
    if shape == [1] * 5:
        if order == (12, 3, 2, 1, 0):
            straight = 11.5 if rules.wheel == "second" else 3
        elif order[0] - order[4] == 4:
            straight = order[0]
    if shape == [5]:
        name = "five_aces" if order == (12,) else "five_of_a_kind"
    elif straight and suited:
        name = "royal_flush" if straight == 12 else "straight_flush"
    elif shape[0] == 4:
        name = "four_of_a_kind"
    elif shape == [3, 2]:
        name = "full_house"
    elif suited and shape == [1] * 5:
        name = "flush"
    elif straight:
        name = "straight"
    else:
        name = {3: "three_of_a_kind", 2: "two_pair" if shape[:2] == [2, 2] else "pair", 1: "high_card"}[shape[0]]
    return CATEGORIES.index(name), (int(2 * straight),) if straight else order


def test_there_are_7463_and_91_values():
    assert figures()["five_card_values"] == STANDARD.high_values == 7463
    assert figures()["two_card_values"] == LOW_VALUES == 91
    assert sorted(set(STANDARD.high[STANDARD.high >= 0].tolist())) == list(range(STANDARD.high_values))
    assert sorted(set(STANDARD.low.ravel().tolist())) == list(range(LOW_VALUES))


@pytest.mark.slow
@pytest.mark.parametrize("rules", RANKINGS, ids=lambda rules: f"{rules.wheel} {rules.joker}")
def test_values_order_as_the_other_evaluator_does(rules: Ranking):
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
    by_value: dict[int, tuple[int, tuple[int, ...]]] = {}
    for cards in drawn:
        value, found = rules.high_value(cards), strength(cards, rules)
        assert by_value.setdefault(value, found) == found, cards
        assert rules.category_of(value) == CATEGORIES[found[0]], cards
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
        counts[category_of(STANDARD.high[0, number])] += int(np.prod([comb(4, n) for n in copies])) - flushes
        if flushes:
            counts[category_of(STANDARD.high[1, number])] += flushes
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


def test_the_other_rankings():
    assert [rules.high_values for rules in RANKINGS] == [7463, 7475, 7463, 7475]
    wheel, six_high, king_high = (hand(text, size=5) for text in ("As 2s 3h 4d 5c", "2s 3h 4d 5c 6s", "9s Th Jd Qc Ks"))
    assert STANDARD.high_value(wheel) > STANDARD.high_value(king_high)
    lowest = ranking_of("lowest")
    assert lowest.high_value(wheel) < lowest.high_value(six_high)
    assert lowest.high_value(hand("Jk 2s 3h 4d 5c", size=5)) == lowest.high_value(six_high)
    wild = ranking_of("second", "wild")
    assert high_name(wild.high_value(hand("Jk Ks Kh Kd Kc", size=5)), wild) == "Five kings"
    assert high_name(wild.high_value(hand("Jk Ks Kh 9d 9c", size=5)), wild) == "Full house, kings over nines"
    assert high_name(wild.high_value(hand("Jk Ks 9h 7d 2c", size=5)), wild) == "Pair of kings"
    order = ["Jk As Ah Ad Ac", "Jk Ks Kh Kd Kc", "Jk 2s 2h 2d 2c", "Jk As Ks Qs Js", "Jk 2s 3s 4s 5s"]
    values = [wild.high_value(hand(text, size=5)) for text in order]
    assert values == sorted(values, reverse=True)
    assert low_name(wild.low_value(hand("Jk 2c", size=2))) == "Pair of twos"
    assert low_name(wild.low_value(hand("Jk Ac", size=2))) == "Pair of aces"


def test_low_values_order_pairs_over_all_else():
    order = sorted(
        ((a, b) for a in range(13) for b in range(a + 1)), key=lambda pair: (pair[0] == pair[1], pair[0], pair[1])
    )
    assert [int(STANDARD.low[a, b]) for a, b in order] == list(range(LOW_VALUES))
    assert (STANDARD.low == STANDARD.low.T).all()
    assert (STANDARD.low[JOKER >> 2] == STANDARD.low[12]).all()


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
    assert len({high_name(value) for value in range(STANDARD.high_values) if STANDARD.category[value] == 6}) == 156
