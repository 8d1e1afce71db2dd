"""Published counts over all 154,143,080 hands, every integer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from paigow.dealer import tables
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import PLAIN_CLASSES, representatives
from paigow.game.cards import RANKS
from paigow.game.ranks import CATEGORIES, PAIR_OF_DEUCES, STANDARD, ranks_of_low
from paigow.game.splits import SPLITS
from paigow.house_ways import house_way
from paigow.house_ways.engine import HandFeatures
from paigow.house_ways.kinds import KINDS
from tests.conftest import HOUSE_WAYS, REFERENCE_WAYS, figures


@pytest.fixture(scope="module")
def every_class() -> HandFeatures:
    return HandFeatures.of(representatives())


@pytest.fixture(scope="module")
def full_deck() -> Any:
    return class_counts()


def rank_letters(ranks: tuple[int, ...]) -> str:
    return "".join(RANKS[rank] for rank in ranks)


def tally(keys: list[Any], hands: Any) -> dict[Any, int]:
    found: dict[Any, int] = {}
    for key, count in zip(keys, hands.tolist(), strict=True):
        found[key] = found.get(key, 0) + count
    return found


def test_best_five_of_seven(every_class: HandFeatures, full_deck: Any):
    best = STANDARD.category[every_class.high.max(axis=1)]
    found = tally([CATEGORIES[category] for category in best], full_deck)
    published = {key: count for key, count in figures()["best_five_of_seven"].items() if key != "source"}
    published["straight_flush"] = published.pop("straight_flush_without_royal")
    published["two_pair"] = published.pop("two_pair_with_three_pair")
    assert found == published


def test_no_pair_and_no_made_hand_by_its_high_card(every_class: HandFeatures, full_deck: Any):
    made = (every_class.categories >= CATEGORIES.index("straight")).any(axis=1)
    rows = np.flatnonzero(~made & (every_class.kind == [kind.name for kind in KINDS].index("no-pair")))
    highest = [rank_letters((min(int(card) >> 2, 12),)) for card in every_class.cards[rows, 0]]
    published = {key: count for key, count in figures()["no_pair_no_made_hand_by_high_card"].items() if key != "source"}
    assert tally(highest, full_deck[rows]) == published


def test_jackpot_side_bet(every_class: HandFeatures, full_deck: Any):
    # The rows best first; a split earns the first that it fits, and the player sets the hand to earn the most.
    published = {key: count for key, count in figures()["jackpot_side_bet"].items() if key != "source"}
    pair_in_front = every_class.low >= PAIR_OF_DEUCES
    natural = every_class.cards[:, 0] != 52
    aces = every_class.low == PAIR_OF_DEUCES + 12
    category = every_class.categories.astype(int)

    def is_a(name: str) -> Any:
        return category == CATEGORIES.index(name)

    names = {"royal": "royal_flush", "quads": "four_of_a_kind"}
    earned = np.full(len(every_class), "nothing", dtype=object)
    for row in reversed(published):
        if row == "nothing":
            continue
        if row == "natural_royal_and_natural_aces":
            fits = is_a("royal_flush") & aces & natural[:, None]
        elif row.endswith("_and_pair"):
            base = row.removesuffix("_and_pair")
            fits = is_a(names.get(base, base)) & pair_in_front
        else:
            fits = is_a(names.get(row, row))
        earned[fits.any(axis=1)] = row
    assert tally(earned.tolist(), full_deck) == published
    assert len(SPLITS) == category.shape[1]


@pytest.mark.parametrize("way_id", REFERENCE_WAYS)
def test_how_the_dealers_hands_fall(way_id: str, full_deck: Any):
    published = figures()["dealer_distribution"][way_id]
    table = tables.load(house_way(way_id))
    categories = STANDARD.category[table.high]
    names = [CATEGORIES[category].replace("royal_flush", "straight_flush") for category in categories]
    assert tally(names, full_deck) == published["high"]
    lows = tally(table.low.tolist(), full_deck)
    assert {rank_letters(ranks_of_low(low)): count for low, count in lows.items()} == published["low"]


@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_the_manifest_counts_every_hand(way_id: str, full_deck: Any):
    table = tables.load(house_way(way_id))
    by_category = tables.frequencies(house_way(way_id))
    assert by_category["hands"] == figures()["hands"]
    counted = tally([CATEGORIES[category] for category in STANDARD.category[table.high]], full_deck)
    assert by_category["high"] == counted
    assert not (table.low > STANDARD.highest_legal_low[table.high]).any(), "the house fouls"


def test_the_two_lowest_hands(every_class: HandFeatures):
    # 9-8-7-6-4-3-2 and 9-8-7-5-4-3-2 are the only hands without a pair and nothing above a nine that make no straight.
    plain = every_class.cards[:PLAIN_CLASSES]
    made = (every_class.categories[:PLAIN_CLASSES] >= CATEGORIES.index("straight")).any(axis=1)
    low = ~made & (every_class.kind[:PLAIN_CLASSES] == 0) & (plain[:, 0] >> 2 <= 7)
    ranks = {rank_letters(tuple(int(card) >> 2 for card in hand)) for hand in plain[low]}
    assert ranks == {"9876432", "9875432"}
    assert not (~made & (every_class.kind[:PLAIN_CLASSES] == 0) & (plain[:, 0] >> 2 < 7)).any()
