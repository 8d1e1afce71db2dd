"""The player's hands by ranks and suit patterns: none is missing, none is there twice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from math import comb, prod

import numpy as np
import pytest

from paigow.whole_game.multisets import multisets, suit_patterns


def test_the_patterns_of_all_multisets_stand_for_all_hands():
    hands = multisets()
    of_shape = [hands.multiplicity[first:end].sum() for first, end in zip(hands.starts, hands.starts[1:], strict=False)]
    assert np.array(of_shape)[hands.shape].sum() == comb(53, 7)
    assert min(hands.kinds(joker).min() for joker in ("semi-wild", "wild")) >= 0  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 1, 1), (3, 2), (2, 2, 1), (4, 1, 1), (4, 3), (1,) * 5])
def test_patterns_are_every_choice_of_suits_up_to_their_names(shape: tuple[int, ...]):
    counted: Counter[tuple[int, ...]] = Counter()
    for choice in product(*(combinations(range(4), copies) for copies in shape)):
        suits = [sum(1 << bit for bit, chosen in enumerate(choice) if suit in chosen) for suit in range(4)]
        counted[max(permutations(suits))] += 1
    found = {max(permutations(suits)): multiplicities for suits, multiplicities in suit_patterns(shape)}
    assert found == dict(counted)
    assert len(found) == len(list(suit_patterns(shape)))
    assert sum(found.values()) == prod(comb(4, copies) for copies in shape)
