"""Faults that public programs for this game had, each with the right result. The ids are those of the fault list.

Expected values are against the Trump Plaza way, and were stated to about 0.003.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import paigow
from paigow.answers.analysis import Split
from paigow.game.cards import DECK_SIZE, name_of
from paigow.game.names import high_name, low_name
from paigow.game.ranks import PAIR_OF_DEUCES
from paigow.game.showdown import showdown
from paigow.game.splits import value_splits
from paigow.house_ways import house_way, house_ways
from paigow.house_ways.engine import HandFeatures
from paigow.house_ways.kinds import KINDS
from paigow.requests.rules import TableRules
from tests.conftest import (
    HOUSE_WAYS,
    cards,
    category_of,
    hand,
    high_value,
    is_foul,
    low_value,
    random_hands,
)

STATED_WITHIN = 0.003


def best(written: str, **rules: str) -> Split:
    return paigow.analyze(written, house_way="trump-plaza", **rules).splits[0]


def split_with(written: str, low: str) -> Split:
    wanted = low_value(cards(low)), set(low.split())
    analysis = paigow.analyze(written, house_way="trump-plaza")
    return next(split for split in analysis.splits if set(split.low.cards) == wanted[1])


def five(written: str) -> int:
    return high_value(cards(written))


def best_five(written: str) -> int:
    return int(value_splits(np.array([hand(written)], dtype=np.uint8))[0].max())


@pytest.mark.parametrize(
    ("name", "written", "high", "low", "ev"),
    [
        ("B01", "3c Jk 2h 4h 5c 5d 4c", "Two pair, fives and fours", "Ace-three", 0.277),
        ("B01", "Kd 6c Qh 8h Jk 6d 8d", "Two pair, eights and sixes", "Ace-king", 0.494),
        ("B01", "6s Jk 9h 9c Ks Js 6c", "Two pair, nines and sixes", "Ace-king", 0.509),
        ("B01", "Ts 2s Tc Qs Jk 6h Qh", "Pair of queens", "Pair of tens", 0.529),
        ("B02", "Jk Kd Jc Th 9s 7d 2c", "Jack-high straight", "King-two", 0.282),
        ("B13", "Kh 9h 7h 5h 2h Jk 4c", "King-high flush", "Ace-four", 0.484),
        ("B26", "6s 6h 6d 6c As Qs Js", "Four sixes", "Ace-queen", 0.591),
        ("B27", "9h 8h 7h 6h 5h 9d 2c", "Nine-high straight flush", "Nine-two", 0.027),
        ("B28", "Ks Kh Kd Ac Qs Jd 2c", "Three kings", "Ace-queen", 0.512),
        ("B40", "9s 8h 7d 6c 4s 3h 2d", "Nine high", "Eight-seven", -0.976),
        ("B40", "9s 8h 7d 5c 4s 3h 2d", "Nine high", "Eight-seven", -0.976),
    ],
)
def test_the_optimal_split(name: str, written: str, high: str, low: str, ev: float):
    found = best(written)
    assert (found.high.name, found.low.name) == (high, low), name
    assert len(found.high.cards) == 5
    assert found.ev == pytest.approx(ev, abs=STATED_WITHIN)


@pytest.mark.parametrize(
    ("name", "written", "low", "ev"),
    [
        ("B02", "Jk Kd Jc Th 9s 7d 2c", "7d 2c", -0.031),
        ("B26", "6s 6h 6d 6c As Qs Js", "6d 6c", 0.152),
        ("B27", "9h 8h 7h 6h 5h 9d 2c", "9h 7h", -0.968),
        ("B28", "Ks Kh Kd Ac Qs Jd 2c", "Ac Kd", 0.352),
    ],
)
def test_the_split_once_taken_for_right(name: str, written: str, low: str, ev: float):
    found = split_with(written, low)
    assert found.ev == pytest.approx(ev, abs=STATED_WITHIN), name
    assert found.rank > 1


@pytest.mark.parametrize(
    ("name", "written", "category", "called"),
    [
        ("B05", "5c 5h Jk 9d 3s", "pair", "Pair of fives"),
        ("B06", "Ad 2d 3d 4d 5d", "straight_flush", "Steel wheel (ace-to-five straight flush)"),
        ("B07", "As Ad Ac Jk 9c", "four_of_a_kind", "Four aces"),
        ("B08", "Jk Kd Qs Jh 8c", "high_card", "Ace high"),
        ("B11", "5s 6s 7s 8s Jk", "straight_flush", "Nine-high straight flush"),
        ("B20", "As Ah Ad Ac Jk", "five_aces", "Five aces"),
        ("B22", "As 2h 3d 4c 5s", "straight", "Wheel (ace-to-five straight)"),
        ("B22", "Jk 2h 3d 4c 5s", "straight", "Wheel (ace-to-five straight)"),
        ("B24", "Jk 3d 7c 9s Kh", "high_card", "Ace high"),
        ("B34", "2c 2d Ah 9s 5c", "pair", "Pair of twos"),
        ("B47", "7c 5h 8s 8d 7h", "two_pair", "Two pair, eights and sevens"),
        ("B48", "5c 4d Ah 3s 2c", "straight", "Wheel (ace-to-five straight)"),
        ("B51", "jh jd js 8h 4c", "three_of_a_kind", "Three jacks"),
        ("B53", "Jk Ac Ad Ah As", "five_aces", "Five aces"),
    ],
)
def test_what_five_cards_are(name: str, written: str, category: str, called: str):
    assert (category_of(five(written)), high_name(five(written))) == (category, called), name


@pytest.mark.parametrize(
    ("name", "better", "worse"),
    [
        ("B20", "As Ah Ad Ac Jk", "As Ks Qs Js Ts"),
        ("B21", "Ac 2d 3h 4s 5c", "Kd Qh Js Tc 9c"),
        ("B21", "Ac Kd Qh Js Tc", "Ad 2d 3h 4s 5c"),
        ("B43", "7H 7S 2H 2S AC", "6S 6H 3S 3H AS"),
        ("B44", "5c 5d 6s 6h 2c", "2c 2d 6s 6h Ac"),
        ("B45", "5h 5s 9c 7s Ks", "5h 5s 9c 7s Qs"),
        ("B49", "Ad 2d 3d 4d 5d", "6s 5h 4d 3c 2s"),
        ("B52", "9s 9h 2c Ad 3s", "9s 9h Kc Qd Js"),
    ],
)
def test_which_hand_is_better(name: str, better: str, worse: str):
    assert five(better) > five(worse), name


def test_b06_the_steel_wheel_leaves_five_cards_behind():
    split = split_with("Ad 2d 3d 4d 5d Ts 9d", "Ts 9d")
    assert split.high.name == "Steel wheel (ace-to-five straight flush)"
    assert len(split.high.cards) == 5


def test_b07_three_aces_and_the_joker_split_two_and_two():
    found = best("As Ad Ac Jk 9c 5h 2d")
    assert (found.high.name, found.low.name) == ("Pair of aces", "Pair of aces")
    assert high_name(best_five("As Ad Ac Jk 9c 5h 2d")) == "Four aces"


def test_b08_the_joker_is_not_an_ace_and_a_gap_filler_at_once():
    high, _ = value_splits(np.array([hand("Jk Kd Qs Jh 8c 4d 2s")], dtype=np.uint8))
    assert {category_of(int(value)) for value in high[0]} == {"high_card"}


@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_b10_two_aces_and_the_joker_are_three_aces(way: str):
    setting = house_way(way).set(hand("As Ad Jk 9c 7h 4d 2s"))
    assert low_name(low_value(setting.low)) == "Ace-nine"
    assert high_name(high_value(setting.high)) == "Pair of aces"


@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_b12_no_pair_puts_the_second_and_third_highest_in_front(way: str):
    assert set(house_way(way).set(hand("As Kd 9c 7h 5s 3d 2c")).low) == set(cards("Kd 9c"))


def test_b13_the_joker_makes_the_best_flush_of_six():
    assert best_five("Kh 9h 7h 5h 2h Jk 4c") == five("Ah Kh 9h 7h 5h")


@pytest.mark.parametrize(
    ("written", "low", "weakest"),
    [
        ("Ks Kh 4c 4d 9s 7d 2c", "Pair of fours", "7d 2c"),
        ("As Ah Ac Kd 9h 4s 2c", "Ace-king", "4s 2c"),
        ("Ad Ac 5h 5c Ks 9d 2s", "Pair of fives", "9d 2s"),
    ],
)
def test_b14_the_strongest_five_are_not_kept_together(written: str, low: str, weakest: str):
    found = best(written)
    assert found.low.name == low
    strongest = split_with(written, weakest)
    assert five(" ".join(strongest.high.cards)) == best_five(written)
    assert strongest.rank > 1


def test_b15_a_front_above_the_back_fouls():
    split = split_with("Qc 9h 7s 4d 2c Ks Kd", "Ks Kd")
    assert (split.foul, split.wins, split.ev) == (True, 0, -1.0)


def test_b17_copies_go_to_the_banker():
    assert showdown((5, 5), (5, 6)).result == "loss"
    assert showdown((5, 5), (5, 5)).result == "loss"
    assert showdown((5, 6), (5, 5)).result == "push"


def test_b18_the_joker_in_front_is_an_ace():
    assert low_name(low_value(cards("Jk Tc"))) == "Ace-ten"


def test_b30_two_trips_are_a_kind_of_their_own():
    assert high_name(best_five("3d 3h 6d 3s 4h 6h 6c")) == "Full house, sixes over threes"
    for way in house_ways().values():
        setting = way.set(hand("3d 3h 6d 3s 4h 6h 6c"))
        assert setting.line.owner == "two-trips"
        assert low_name(low_value(setting.low)) == "Pair of sixes"


@pytest.mark.parametrize("written", ["2d 3h 3d 4s 4h Ad Ac", "2d 2c 3s 3h Ks Ad As", "2s 2c 3h 4s 4c Ah Ac"])
def test_b31_three_pair_puts_aces_in_front(written: str):
    assert best(written).low.name == "Pair of aces"
    for way in house_ways().values():
        assert low_value(way.set(hand(written)).low) == PAIR_OF_DEUCES + 12
        kinds = HandFeatures.of(np.array([hand(written)], dtype=np.uint8)).kind
        assert KINDS[kinds[0]].name == "three-pair"


@pytest.mark.parametrize(
    "written",
    [
        "6c 6s Ks As Ts 4s 2c",
        "Ac Th 4h 2h Ah 9h 9c",
        "Ac Th 4h 2h Jk 9h 9c",
        "8c 8s 9c 5h 5d 9h Jc",
        "9h 9d 8c 8d 7c 5s 5d",
    ],
)
def test_b32_every_hand_has_a_best_split(written: str):
    assert not best(written).foul
    assert not best(written, banker="player").foul


def test_b33_the_order_of_the_cards_decides_nothing():
    for sevens, _ in random_hands(40, seed=33):
        written = [name_of(card) for card in sevens]
        assert paigow.analyze(written) == paigow.analyze(written[::-1])
        for way in house_ways().values():
            assert way.set(sevens) == way.set(sevens[::-1])


def test_b35_any_pair_beats_ace_king_in_front():
    assert low_value(cards("2c 2d")) > low_value(cards("Ah Kd"))


def test_b37_the_house_never_fouls():
    for sevens, _ in random_hands(300, seed=34):
        for way in house_ways().values():
            setting = way.set(sevens)
            assert not is_foul(high_value(setting.high), low_value(setting.low))


@pytest.mark.parametrize(("bet", "net"), [(1, "0.95"), (5, "4.75"), (13, "12.35"), (25, "23.75")])
def test_b38_commission_is_exact(bet: int, net: str):
    assert bet * (1 - TableRules().commission_fraction) == Fraction(net)


def test_b42_a_third_pair_is_no_more_than_a_kicker():
    assert best_five("6c Qc Ad 6s Ac 3s 3d") == best_five("6c Qc Ad 6s Ac Td Js") == five("Ad Ac 6c 6s Qc")


def test_b52_kickers_in_any_order():
    assert five("9s 9h 2c Ad 3s") == five("3c Ad 9s 2h 9h")


def test_b55_the_deck_has_53_different_cards():
    assert len({name_of(card) for card in range(DECK_SIZE)}) == DECK_SIZE == 53
