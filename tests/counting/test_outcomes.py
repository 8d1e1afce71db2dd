"""Push rules against plain sums, and a known dealer against the settlement of each split."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import paigow
from paigow.counting.counters import counter
from paigow.counting.outcomes import count_outcomes
from paigow.counting.percentages import percentage_index
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import class_of
from paigow.dealer.tables import house_setting
from paigow.game.cards import DECK_SIZE, canonical, name_of
from paigow.game.names import high_name, low_name
from paigow.game.ranks import STANDARD
from paigow.game.showdown import PUSH_RULES, Banker, pushed_regions, pushes, showdown
from paigow.game.splits import value_splits
from paigow.house_ways import house_way
from tests.conftest import HOUSE_WAYS, hand, high_value, low_value, random_hands

PUSHES = [*PUSH_RULES, "king-high,ace-high", "queen-high,ace-high", "queen-high,king-high,ace-high,front-nine-high"]


def text(cards: tuple[int, ...]) -> str:
    return " ".join(map(name_of, cards))


def is_pushed(push: str, high: int, low: int) -> bool:
    """The rules by the names of the hands."""
    highs = {f"{rule.removesuffix('-high').capitalize()} high" for rule in push.split(",")}
    return high_name(high) in highs or ("front-nine-high" in push and low_name(low).startswith("Nine-"))


@pytest.mark.parametrize("push", ["none", *PUSHES])
def test_the_regions_are_exactly_those_hands_and_do_not_overlap(push: str):
    regions = pushed_regions(push, STANDARD)
    for high in range(0, 1400, 3):
        for low in range(91):
            held = sum(region.holds(high, low) for region in regions)
            assert held == is_pushed(push, high, low) == pushes(push, STANDARD, high, low)


@pytest.mark.slow
@pytest.mark.parametrize("banker", ["dealer", "player"])
@pytest.mark.parametrize("push", PUSHES)
@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_pushed_hands_neither_win_nor_lose(way_id: str, push: str, banker: Banker):
    kernel = counter(way_id)
    tables = kernel.tables
    by_low = np.array([[is_pushed(push, high, low) for low in (0, 21)] for high in range(STANDARD.high_values)])
    nine_high = np.array([low_name(low).startswith("Nine-") for low in range(91)])
    counts = ~by_low[tables.high, nine_high[tables.low].astype(int)]
    for sevens, dead in random_hands(3, seed=50, most_dead=10):
        gone = (*sevens, *dead)
        hands, left = class_counts(gone) * counts, class_counts(gone)
        sevens_ = np.array([sevens], dtype=np.uint8)
        high, low = value_splits(sevens_)
        step = banker == "player"
        ((dealer_hands, number, house, rows),) = count_outcomes(kernel, sevens_, [dead], banker, push)
        assert (dealer_hands, number) == (left.sum(), class_of(sevens_[0]))
        assert (rows[house].high, rows[house].low) == (tables.high[number], tables.low[number])
        assert rows == sorted(rows, key=lambda row: (row.foul, -row.low, -row.high, row.split))
        for split, (h, v, row) in enumerate(zip(high[0], low[0], sorted(rows), strict=True)):
            foul = STANDARD.is_foul(h, v)
            wins = hands[(tables.high < h + step) & (tables.low < v + step)].sum()
            losses = hands[(tables.high >= h + step) & (tables.low >= v + step)].sum()
            high_wins, low_wins = left[tables.high < h + step].sum(), left[tables.low < v + step].sum()
            counted = [0, dealer_hands, 0, 0] if foul else [wins, losses, high_wins, low_wins]
            assert row == (split, h, v, foul, *counted, *(percentage_index(count, dealer_hands) for count in counted))


def test_nine_high_fronts_of_trump_plaza():
    """Published: 3,853,596 of all hands; sonofdave.com/games/commission-free-pai-gow-poker/."""
    (region,) = pushed_regions("front-nine-high", STANDARD)
    assert counter("trump-plaza").count_regions((), [region]) == [3_853_596]


def test_variants_are_bundles():
    hand_ = "Jk Kd Jc Th 9s 7d 2c"
    for variant, push in (("ez", "queen-high"), ("commission-free", "front-nine-high")):
        bundle = paigow.analyze(hand_, variant=variant)
        assert (bundle.rules["variant"], bundle.rules["commission"], bundle.rules["push"]) == (variant, "0", push)
        assert bundle.splits == paigow.analyze(hand_, commission=0, push=push).splits
        assert (
            paigow.analyze(hand_, variant=variant, commission="0.05", push="none").splits
            == paigow.analyze(hand_).splits
        )
        assert sum(split.pushes for split in bundle.splits) > sum(
            split.pushes for split in paigow.analyze(hand_).splits
        )


def test_a_foul_loses_even_to_a_hand_that_pushes():
    analysis = paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", push="ace-high", dealer="As Jd 9c 8h 6s 5d 3c")
    assert all((split.wins, split.losses) == (0, int(split.foul)) for split in analysis.splits)
    assert analysis.dealer.high.name == "Ace high"


@pytest.mark.parametrize("way_id", HOUSE_WAYS)
@pytest.mark.parametrize("banker", ["dealer", "player"])
def test_against_a_known_hand_every_split_is_settled(way_id: str, banker: Banker):
    for sevens, rest in random_hands(20, seed=51, most_dead=39):
        if len(rest) < 7:
            continue
        dealer, dead = canonical(rest[:7]), rest[7:]
        analysis = paigow.analyze(text(sevens), dealer=text(dealer), dead=text(dead), house_way=way_id, banker=banker)
        setting = house_setting(counter(way_id).tables, house_way(way_id), dealer)
        assert (analysis.method, analysis.dealer_hands) == ("known", 1)
        assert analysis.dealer.low.cards == tuple(map(name_of, setting.low))
        values = high_value(setting.high), low_value(setting.low)
        for split in analysis.splits:
            ours = high_value(hand(" ".join(split.high.cards), 5)), low_value(hand(" ".join(split.low.cards), 2))
            result = "loss" if split.foul else showdown(ours, values, banker).result
            assert (split.wins, split.pushes, split.losses) == tuple(result == name for name in ("win", "push", "loss"))
            assert split.ev == {"win": 0.95, "push": 0.0, "loss": -1.0}[result]


@pytest.mark.parametrize("rules", [{}, {"push": "queen-high"}, {"push": "front-nine-high", "banker": "player"},
                                   {"joker": "wild", "push": "ace-high"}, {"wheel": "lowest"}])  # fmt: skip
def test_known_hands_add_up_to_the_exact_counts(rules: dict[str, str]):
    """The exact counts over a small rest of the deck are the sum of one known answer for each of its hands."""
    sevens = hand("Qs Qd Jc Th 9s 3d 2c")
    left = hand("Jk As Ks Kh 9d 8d 6c 5c 4s", size=9)
    dead = tuple(card for card in range(DECK_SIZE) if card not in sevens and card not in left)
    assert len(dead) == 37
    exact = paigow.analyze(text(sevens), dead=text(dead), **rules)
    sums: dict[tuple[str, ...], tuple[int, int, int]] = {}
    for dealer in combinations(left, 7):
        for split in paigow.analyze(text(sevens), dealer=text(dealer), **rules).splits:
            won, pushed, lost = sums.get(split.low.cards, (0, 0, 0))
            sums[split.low.cards] = won + split.wins, pushed + split.pushes, lost + split.losses
    assert sums == {split.low.cards: (split.wins, split.pushes, split.losses) for split in exact.splits}


def test_the_dealers_cards_are_no_one_elses():
    with pytest.raises(paigow.InvalidInput, match="3c is in dead and in dealer; 2c is in the hand and in dealer"):
        paigow.analyze("Qs Qd Jc Th 9s 3d 2c", dead="3c", dealer="3c 2c 4c 5c 6c 7c 8c")
    with pytest.raises(paigow.InvalidInput, match="dealer holds 2 cards"):
        paigow.analyze("Qs Qd Jc Th 9s 3d 2c", dealer="4c 5c")
