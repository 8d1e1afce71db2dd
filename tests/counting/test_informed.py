"""What a hand is worth to a player who sees the dealer's hands: by simulation, and by settling every deal."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from paigow.answers.value import value_of
from paigow.counting.counters import counter
from paigow.counting.informed import informed_outcome
from paigow.dealer.class_counts import class_counts
from paigow.dealer.tables import house_setting
from paigow.game.cards import DECK_SIZE, canonical, names_of
from paigow.game.ranks import STANDARD
from paigow.game.showdown import pushes, showdown
from paigow.game.splits import value_splits
from paigow.house_ways import house_way
from paigow.requests.splits import ValueRequest
from tests.conftest import HOUSE_WAYS, hand, random_hands

ALL_PUSHES = "queen-high,king-high,ace-high,front-nine-high"


@pytest.mark.parametrize(
    ("cards", "simulated"),
    [
        ("7s 7h 6s 6h 5d 4c 3s", 0.175),
        ("Ks Kh 9d 8c 5s 4h 3d", -0.173),
        ("As Kh 9d 7c 5s 3h 2d", -0.517),
        ("Jk As Qs Qh Qd 7s 2s", 0.907),
    ],
)
def test_simulated_hands(cards: str, simulated: float):
    """2,000,000 deals each against Foxwoods: within four standard errors."""
    value = value_of(ValueRequest.read({"cards": cards, "variant": "face-up"}))
    assert value.wins + value.pushes + value.losses == value.dealer_hands == 53_524_680
    spread = (value.wins + value.losses) / value.dealer_hands - value.ev**2
    assert abs(value.ev - simulated) < 4 * (spread / 2_000_000) ** 0.5 + 0.0005


@pytest.mark.parametrize("push", ["none", "ace-high", ALL_PUSHES])
@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_every_deal_of_a_small_deck(way_id: str, push: str):
    """With 37 cards dead, 36 hands of the dealer are left: against each the best split that does not foul."""
    found, way = counter(way_id), house_way(way_id)
    for sevens, rest in random_hands(6, seed=90, most_dead=46):
        deck = [card for card in range(DECK_SIZE) if card not in sevens]
        left = sorted(np.random.default_rng(sum(sevens)).choice(deck, 9, replace=False).tolist())
        dead = [card for card in deck if card not in left]
        high, low = value_splits(np.array([sevens], dtype=np.uint8))
        legal = [(h, v) for h, v in zip(high[0].tolist(), low[0].tolist(), strict=True) if not STANDARD.is_foul(h, v)]
        wins = losses = 0
        for dealt in combinations(left, 7):
            setting = house_setting(found.tables, way, canonical(dealt))
            dealer = STANDARD.high_value(setting.high), STANDARD.low_value(setting.low)
            if not pushes(push, STANDARD, *dealer):
                results = {showdown(split, dealer).result for split in legal}
                wins += "win" in results
                losses += results == {"loss"}
        assert informed_outcome(found, sevens, dead, "dealer", push) == (36, wins, losses), rest


def test_with_the_full_deck_it_is_the_sum_over_all_classes():
    found = counter("stones")
    tables, left = found.tables, class_counts
    pushed = np.array([pushes(ALL_PUSHES, STANDARD, h, 0) for h in range(STANDARD.high_values)])[tables.high]
    pushed |= np.array([pushes("front-nine-high", STANDARD, 5_000, v) for v in range(91)])[tables.low]
    for sevens, dead in random_hands(20, seed=91, most_dead=20):
        high, low = value_splits(np.array([sevens], dtype=np.uint8))
        beaten, held = np.zeros(len(pushed), dtype=bool), np.ones(len(pushed), dtype=bool)
        for h, v in zip(high[0], low[0], strict=True):
            if not STANDARD.is_foul(int(h), int(v)):
                beaten |= (tables.high < h) & (tables.low < v)
                held &= (tables.high >= h) & (tables.low >= v)
        hands = left((*sevens, *dead))
        outcome = informed_outcome(found, sevens, dead, "dealer", ALL_PUSHES)
        assert outcome == (hands.sum(), hands[beaten & ~pushed].sum(), hands[held & ~pushed].sum())


def test_the_value_of_a_hidden_game_is_that_of_the_best_split(get):
    for sevens, dead in random_hands(10, seed=92, most_dead=10):
        asked = {"cards": " ".join(names_of(sevens)), "dead": " ".join(names_of(dead)), "house_way": "flamingo"}
        best, value = get("/v1/splits", limit="1", **asked), get("/v1/value", **asked)
        for name in ("wins", "pushes", "losses", "ev"):
            assert value[name] == best["splits"][0][name]
        assert value["tables"] == best["tables"]


def test_seeing_the_dealer_is_worth_something_where_there_is_a_choice():
    for text, chosen in (
        ("Ks Kh 9d 8c 5s 4h 3d", True),
        ("7s 7h 6s 6h 5d 4c 3s", True),
        ("As Kh 9d 7c 5s 3h 2d", False),
    ):
        blind = value_of(ValueRequest.read({"cards": text, "commission": "0", "push": "ace-high"}))
        seen = value_of(ValueRequest.read({"cards": text, "variant": "face-up"}))
        assert (seen.ev > blind.ev) == chosen
        assert seen.ev >= blind.ev
        copies = informed_outcome(counter("foxwoods"), hand(text), (), "player", "ace-high")
        assert copies.wins >= seen.wins
        assert copies.losses < seen.losses
