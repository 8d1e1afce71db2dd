"""What a hand is worth to a player who sees the dealer's hands before he sets his own, as at a face-up table.

He wins if some legal split lies above the dealer's setting in both hands. Those settings are a union of rectangles, one
below each split: a staircase, whose steps are the splits that no other split beats in both hands. So it is counted by
the corners of the steps, as differences of the same counts that single splits take. He loses if no split of his beats
either of the dealer's hands; and settings that push by a rule are taken out of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np

from paigow.counting.counter import Counter
from paigow.game.cards import DECK_SIZE, HAND_SIZE
from paigow.game.ranks import LOW_VALUES
from paigow.game.showdown import COPY_STEP, Banker, Region, pushed_regions
from paigow.game.splits import value_splits


class HandOutcome(NamedTuple):
    """Of the `dealer_hands` that the dealer can hold, how many a hand wins and loses against."""

    dealer_hands: int
    wins: int
    losses: int


def staircase(splits: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The (high, low) values that no other pair reaches in both, from the highest high hand down.

    >>> staircase([(5, 2), (3, 7), (4, 1), (3, 6), (9, 0)])
    [(9, 0), (5, 2), (3, 7)]
    """
    steps: list[tuple[int, int]] = []
    for high, low in sorted(splits, key=lambda values: (-values[0], -values[1])):
        if not steps or low > steps[-1][1]:
            steps.append((high, low))
    return steps


def informed_outcome(
    counter: Counter, hand: Sequence[int], dead: Sequence[int], banker: Banker, push: str
) -> HandOutcome:
    """The outcome of a hand at its best against each of the dealer's hands. `dead` are cards that he cannot hold."""
    ranking = counter.tables.ranking
    highs, lows = value_splits(np.array([hand], dtype=np.uint8), ranking)
    legal = lows[0] <= ranking.highest_legal_low[highs[0]]
    step = COPY_STEP[banker]
    steps = staircase(zip((highs[0][legal] + step).tolist(), (lows[0][legal] + step).tolist(), strict=True))

    below = [Region(0, high, previous, low) for (high, low), previous in zip(steps, _lows_before(steps), strict=True)]
    above = Region(steps[0][0], ranking.high_values, steps[-1][1], LOW_VALUES)
    pushed = pushed_regions(push, ranking)
    taken_out = [overlap(region, rule) for region, rule in product((*below, above), pushed)]
    counts = iter(counter.count_regions((*hand, *dead), [*below, above, *taken_out]))
    wins = sum(next(counts) for _ in below)
    losses = next(counts)
    wins -= sum(next(counts) for _ in product(below, pushed))
    losses -= sum(counts)
    return HandOutcome(comb(DECK_SIZE - HAND_SIZE - len(dead), HAND_SIZE), wins, losses)


def overlap(one: Region, other: Region) -> Region:
    """The settings in both regions; an empty region where there are none."""
    high, low = max(one.high_first, other.high_first), max(one.low_first, other.low_first)
    high_end, low_end = min(one.high_end, other.high_end), min(one.low_end, other.low_end)
    return Region(high, max(high, high_end), low, max(low, low_end))


def _lows_before(steps: Sequence[tuple[int, int]]) -> list[int]:
    return [0, *(low for _, low in steps[:-1])]
