"""The answer: every integer of the reference vectors, experts' splits, order, ties and properties."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import paigow
from paigow.answers.analysis import Analysis, Split
from paigow.counting.counters import counter
from paigow.dealer.tables import house_setting
from paigow.game.cards import DECK_SIZE, JOKER, canonical, name_of
from paigow.game.splits import value_splits
from paigow.house_ways import house_way
from tests.conftest import (
    HOUSE_WAYS,
    REFERENCE_WAYS,
    cards,
    hand,
    high_value,
    is_foul,
    low_value,
    random_hands,
    rows,
)

VECTORS = [
    (key, list(group))
    for key, group in groupby(rows("ev_vectors.csv"), key=lambda row: (row["house_way"], row["cards"], row["dead"]))
]


def text(card_numbers: tuple[int, ...]) -> str:
    return " ".join(map(name_of, card_numbers))


def by_low(analysis: Analysis) -> dict[frozenset[str], Split]:
    return {frozenset(split.low.cards): split for split in analysis.splits}


def lows(written: str) -> frozenset[str]:
    return frozenset(map(name_of, cards(written)))


def test_there_are_36_hands_of_vectors_for_each_house_way():
    assert len(VECTORS) == 72
    assert all(len(vector) == 21 for _, vector in VECTORS)
    assert sum(bool(dead) for (_, _, dead), _ in VECTORS) == 12


@pytest.mark.parametrize(
    ("key", "vector"), VECTORS, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_every_integer_of_the_reference_vectors(key: tuple[str, str, str], vector: list[dict[str, str]]):
    way, written, dead = key
    player = paigow.analyze(written, house_way=way, dead=dead)
    banker = paigow.analyze(written, house_way=way, dead=dead, banker="player")
    assert player.dealer_hands == banker.dealer_hands == int(vector[0]["dealer_hands"])
    player_splits, banker_splits = by_low(player), by_low(banker)
    # For fouls the vectors hold the counts that the values alone would give.
    sevens = hand(written)
    high, low = value_splits(np.array([sevens], dtype=np.uint8))
    removed = (*sevens, *cards(dead))
    below, above, *_ = counter(way).count(removed, high[0].tolist(), low[0].tolist())
    banked = counter(way).count(removed, (high[0] + 1).tolist(), (low[0] + 1).tolist())
    for row in vector:
        wanted = [int(row[name]) for name in ("wins", "pushes", "losses", "banker_wins", "banker_losses")]
        front = cards(row["low"])
        behind = canonical(set(sevens) - set(front))
        split = next(s for s in range(21) if high[0, s] == high_value(behind) and low[0, s] == low_value(front))
        pushes = player.dealer_hands - below[split] - above[split]
        assert [below[split], pushes, above[split], banked[0][split], banked[1][split]] == wanted
        ours, as_banker = player_splits[lows(row["low"])], banker_splits[lows(row["low"])]
        assert ours.foul == as_banker.foul == (row["foul"] == "1")
        if ours.foul:
            wanted = [0, 0, player.dealer_hands, 0, player.dealer_hands]
        assert [ours.wins, ours.pushes, ours.losses, as_banker.wins, as_banker.losses] == wanted
        if lows(row["low"]) == lows(row["house_way_low"]):
            houses = next(split for split in player.splits if split.is_house_way)
            assert (ours.high.name, ours.wins, ours.losses) == (houses.high.name, houses.wins, houses.losses)
            assert low_value(cards("".join(player.house_way.low))) == low_value(front)


@pytest.mark.parametrize("as_banker", [False, True])
@pytest.mark.parametrize("way", REFERENCE_WAYS)
def test_experts_splits(way: str, as_banker: bool):
    same = []
    for row in rows("optimal.csv"):
        analysis = paigow.analyze(row["cards"], house_way=way, banker="player" if as_banker else "dealer")
        split = by_low(analysis)[lows(row["low_banker" if as_banker else "low_player"])]
        assert split.ev_loss <= 0.03, row["id"]
        same.append(split.rank == 1)
    assert sum(same) >= 0.9 * len(same)


def test_values_are_the_nearest_doubles_of_exact_ratios():
    for number, (sevens, dead) in enumerate(random_hands(60, seed=30, most_dead=20)):
        commission = ("0.05", "0", "1", "0.333333333333", "0.02")[number % 5]
        analysis = paigow.analyze(text(sevens), dead=text(dead), commission=commission)
        total = analysis.dealer_hands
        assert total == comb(46 - len(dead), 7)
        values = [
            (1 - Fraction(commission)) * Fraction(s.wins, total) - Fraction(s.losses, total) for s in analysis.splits
        ]
        for split, value in zip(analysis.splits, values, strict=True):
            assert split.wins + split.pushes + split.losses == total
            assert split.ev == float(value)
            assert split.ev_loss == float(values[0] - value)
            assert split.win_probability == float(Fraction(split.wins, total))
            assert split.push_probability == float(Fraction(split.pushes, total))
            assert split.loss_probability == float(Fraction(split.losses, total))
            assert split.rank == 1 + sum(other > value for other in values)


def test_the_order_is_total():
    for sevens, _ in random_hands(60, seed=31):
        analysis = paigow.analyze(text(sevens))
        assert len(analysis.splits) == 21
        keys = []
        for split in analysis.splits:
            high, low = cards(" ".join(split.high.cards)), cards(" ".join(split.low.cards))
            assert canonical(high) == high
            assert canonical(low) == low
            assert canonical(high + low) == sevens
            assert split.foul == is_foul(high_value(high), low_value(low))
            if split.foul:
                assert (split.wins, split.pushes, split.losses, split.ev) == (0, 0, analysis.dealer_hands, -1.0)
            ev = 95 * split.wins - 100 * split.losses
            keys.append((split.foul, -ev, -low_value(low), -high_value(high), [sevens.index(card) for card in high]))
        assert keys == sorted(keys)
        assert sum(split.is_house_way for split in analysis.splits) == 1


def test_limit_and_fouls_cut_the_list_only():
    whole = paigow.analyze("Ks Kd Qc 9h 7s 4d 2c")
    assert any(split.foul for split in whole.splits)
    legal = paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", fouls=False)
    assert legal.splits == tuple(split for split in whole.splits if not split.foul)
    assert paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", limit=3).splits == whole.splits[:3]
    assert paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", limit=1).house_way == whole.house_way


def test_a_full_commission_still_ranks_fouls_last():
    analysis = paigow.analyze("9s 8h 7d 6c 4s 3h 2d", commission=1)
    fouls = [split.foul for split in analysis.splits]
    assert fouls == sorted(fouls)


@pytest.mark.parametrize("way", HOUSE_WAYS)
def test_the_house_ways_own_split(way: str):
    for sevens, _ in random_hands(300, seed=32):
        setting = house_setting(counter(way).tables, house_way(way), sevens)
        assert setting == house_way(way).set(sevens)
        analysis = paigow.analyze(text(sevens), house_way=way)
        marked = next(split for split in analysis.splits if split.is_house_way)
        assert marked.low.cards == analysis.house_way.low == tuple(map(name_of, setting.low))
        assert (marked.rank, marked.ev_loss) == (analysis.house_way.rank, analysis.house_way.ev_loss)
        assert analysis.house_way.rule == setting.line.words["en"]


def test_the_python_door():
    analysis = paigow.analyze(["Jk", "As", "Qs", "Qh", "Qd", "7s", "2s"], house_way="trump-plaza", limit=1)
    assert analysis.to_dict()["splits"][0]["wins"] == 52_494_721
    assert analysis.to_dict()["house_way"]["low"] == ("Jk", "As")
    with pytest.raises(AttributeError):
        analysis.method = "guess"  # type: ignore[misc]
    with pytest.raises(ValueError, match="7 are needed") as error:
        paigow.analyze("As", commission="abc")
    assert [fault.code for fault in error.value.faults] == ["wrong-card-count", "invalid-parameter"]
    assert error.value.code == "wrong-card-count"


@st.composite
def dealt(draw: st.DrawFn, most_dead: int = 39) -> tuple[tuple[int, ...], tuple[int, ...]]:
    deck = draw(st.permutations(range(DECK_SIZE)))
    return canonical(deck[:7]), tuple(deck[7 : 7 + draw(st.integers(0, most_dead))])


WAYS = st.sampled_from(HOUSE_WAYS)
BANKERS = st.sampled_from(["dealer", "player"])


@given(dealt(), WAYS, BANKERS, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_any_order_of_the_cards_gives_the_same_answer(
    drawn: tuple[tuple[int, ...], tuple[int, ...]], way: str, banker: str, rng: random.Random
):
    sevens, dead = map(list, drawn)
    one = paigow.analyze(text(tuple(sevens)), dead=text(tuple(dead)), house_way=way, banker=banker)
    rng.shuffle(sevens)
    rng.shuffle(dead)
    assert paigow.analyze(text(tuple(sevens)), dead=text(tuple(dead)), house_way=way, banker=banker) == one


@cache
def relabellings() -> list[tuple[int, ...]]:
    return list(permutations(range(4)))


@given(dealt(), WAYS, BANKERS, st.integers(1, 23))
@settings(max_examples=150, deadline=None)
def test_any_relabelling_of_suits_gives_the_same_counts(
    drawn: tuple[tuple[int, ...], tuple[int, ...]], way: str, banker: str, which: int
):
    suits = relabellings()[which]
    other = [tuple(c if c == JOKER else 4 * (c >> 2) + suits[c & 3] for c in group) for group in drawn]
    one = paigow.analyze(text(drawn[0]), dead=text(drawn[1]), house_way=way, banker=banker)
    two = paigow.analyze(text(other[0]), dead=text(other[1]), house_way=way, banker=banker)
    assert [(s.rank, s.foul, s.wins, s.losses, s.high.name) for s in one.splits] == [
        (s.rank, s.foul, s.wins, s.losses, s.high.name) for s in two.splits
    ]
    assert (one.house_way.rank, one.house_way.rule) == (two.house_way.rank, two.house_way.rule)


@given(dealt(most_dead=38), WAYS, BANKERS)
@settings(max_examples=150, deadline=None)
def test_identities(drawn: tuple[tuple[int, ...], tuple[int, ...]], way: str, banker: str):
    sevens, dead = drawn
    analysis = paigow.analyze(text(sevens), dead=text(dead), house_way=way, banker=banker)
    assert analysis.dealer_hands == comb(46 - len(dead), 7)
    for split in analysis.splits:
        assert min(split.wins, split.pushes, split.losses) >= 0
        assert split.wins + split.pushes + split.losses == analysis.dealer_hands
    assert analysis.splits[0].ev >= next(split.ev for split in analysis.splits if split.is_house_way)
    assert analysis.house_way.ev_loss >= 0

    # One dead card more: each count is the sum over the cards that could be the next dead one, each hand seen as often
    # as cards of the rest are not in it. So no count can grow.
    rest = next(card for card in range(DECK_SIZE) if card not in sevens and card not in dead)
    fewer = paigow.analyze(text(sevens), dead=text((*dead, rest)), house_way=way, banker=banker)
    assert fewer.dealer_hands == comb(45 - len(dead), 7)
    counts = by_low(analysis)
    for split in fewer.splits:
        whole = counts[frozenset(split.low.cards)]
        assert split.wins + split.pushes + split.losses == fewer.dealer_hands
        assert (split.wins <= whole.wins, split.pushes <= whole.pushes, split.losses <= whole.losses) == (True,) * 3


def test_removing_each_card_in_turn_recovers_the_whole():
    """Every dealer hand survives the removal of each of the 39 cards not in it: 46 answers sum to 39 times one."""
    sevens = hand("Jk Kd Jc Th 9s 7d 2c")
    whole = by_low(paigow.analyze(text(sevens)))
    sums = dict.fromkeys(whole, (0, 0, 0))
    for card in set(range(DECK_SIZE)) - set(sevens):
        for low, split in by_low(paigow.analyze(text(sevens), dead=name_of(card))).items():
            sums[low] = tuple(a + b for a, b in zip(sums[low], (split.wins, split.pushes, split.losses), strict=True))
    for low, split in whole.items():
        assert sums[low] == (39 * split.wins, 39 * split.pushes, 39 * split.losses)
