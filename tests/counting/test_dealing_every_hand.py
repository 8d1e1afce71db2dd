"""The counts against dealing every hand: the house way sets, and we settle, each of them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from paigow.counting.counters import counter
from paigow.game.cards import DECK_SIZE, canonical
from paigow.game.ranks import JokerRule, Wheel
from paigow.game.showdown import showdown
from paigow.game.splits import value_splits
from paigow.house_ways import house_way
from paigow.house_ways.engine import HandFeatures
from tests.conftest import HOUSE_WAYS, random_hands

RULES = [(wheel, joker) for wheel in ("second", "lowest") for joker in ("semi-wild", "wild")]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("way_id", HOUSE_WAYS)
@pytest.mark.parametrize("seed", range(2))
def test_counts_are_those_of_dealing_every_hand(way_id: str, seed: int, rules: tuple[Wheel, JokerRule]):
    """39 and fewer dead cards leave so few that the house way can set, and we can settle, every single hand."""
    ((drawn, _),) = random_hands(1, seed=seed)
    rng = np.random.default_rng(seed)
    rest = rng.permutation([card for card in range(DECK_SIZE) if card not in drawn]).tolist()
    left, dead = rest[:14], rest[14:]
    if seed == 0:
        left[0] = 52 if 52 not in drawn else left[0]
        dead = [card for card in range(DECK_SIZE) if card not in left and card not in drawn]
    dealt = np.array([canonical(hand) for hand in combinations(left, 7)], dtype=np.uint8)
    kernel = counter(way_id, *rules)
    ranking = kernel.tables.ranking
    hands = HandFeatures.of(dealt, ranking)
    splits, _ = house_way(way_id).set_hands(hands)
    rows = np.arange(len(hands))
    dealer = list(zip(hands.high[rows, splits].tolist(), hands.low[rows, splits].tolist(), strict=True))
    high, low = value_splits(np.array([drawn], dtype=np.uint8), ranking)
    highs, lows = high[0].tolist(), low[0].tolist()
    counted = kernel.count((*drawn, *dead), highs, lows)
    banked = kernel.count((*drawn, *dead), [value + 1 for value in highs], [value + 1 for value in lows])
    for split in range(21):
        results = [showdown((highs[split], lows[split]), setting).result for setting in dealer]
        assert (counted.below[split], counted.above[split]) == (results.count("win"), results.count("loss"))
        assert counted.high_below[split] == sum(highs[split] > high for high, _ in dealer)
        assert counted.low_below[split] == sum(lows[split] > low for _, low in dealer)
        results = [showdown((highs[split], lows[split]), setting, "player").result for setting in dealer]
        assert (banked.below[split], banked.above[split]) == (results.count("win"), results.count("loss"))
