"""The 21 splits and fouls."""

from __future__ import annotations

import numpy as np
import pytest

from paigow.game.splits import SPLITS, cards_of, value_splits
from tests.conftest import hand, high_value, is_foul, low_value, random_hands


def test_splits_are_in_the_canonical_order_of_the_high_hand():
    places = tuple(range(7))
    highs = [cards_of(places, split)[0] for split in range(21)]
    assert len(set(SPLITS)) == 21
    assert highs == sorted(highs)
    for split in range(21):
        high, low = cards_of(places, split)
        assert sorted(high + low) == list(places)


def test_the_kernel_values_splits_as_the_plain_functions_do():
    hands = [hand for hand, _ in random_hands(2_000, seed=11)]
    high, low = value_splits(np.array(hands, dtype=np.uint8))
    for row, cards in enumerate(hands):
        for split in range(21):
            behind, front = cards_of(cards, split)
            assert (high[row, split], low[row, split]) == (high_value(behind), low_value(front))


@pytest.mark.parametrize(
    ("high", "low", "foul"),
    [
        ("Qc 9h 7s 4d 2c", "Ks Kd", True),
        ("Qc 9h 7s 4d 2c", "Kd 3s", True),
        ("Qc 9h 7s 4d 2c", "Qd 9s", False),  # the same two top cards: the five have kickers
        ("Qc 9h 7s 4d 2c", "Qd Ts", True),
        ("7c 7h 5s 4d 2c", "7d 7s", False),  # the same pair in both hands
        ("7c 7h 5s 4d 2c", "8d 8s", True),
        ("7c 7h 5s 4d 2c", "As Kd", False),
        ("3c 3h 2s 2d 4c", "As Ad", False),  # two pair outranks any pair
        ("3c 3h 3s 2d 4c", "As Jk", False),
        ("Jk Kh 5s 4d 2c", "As Kd", False),
        ("Jk Kh 5s 4d 2c", "Qs Qd", True),
    ],
)
def test_fouls(high: str, low: str, foul: bool):
    assert is_foul(high_value(hand(high, 5)), low_value(hand(low, 2))) is foul
