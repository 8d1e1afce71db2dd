"""The search: the best single line against trying all of them, and lists that are known to be there."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from paigow.strategy import search
from paigow.strategy.search import Candidate, HandGroups, price, shortest

FRONTS, CONDITIONS, CELLS = 3, 7, 60


def random_cells(seed: int) -> HandGroups:
    rng = np.random.default_rng(seed)
    has = rng.random((FRONTS, CELLS)) < 0.8
    has[0] = True
    return HandGroups(rng.random((CONDITIONS, CELLS)) < 0.6, has, rng.random((FRONTS, CELLS)) * 1e-5)


def gain_of(groups: HandGroups, gains: np.ndarray, line: Candidate) -> float:
    return float(gains[line.front, groups.holds[list(line.conditions)].all(axis=0)].sum()) - price([line])


@pytest.mark.parametrize("seed", range(20))
def test_the_most_profitable_line_is_found(seed: int):
    groups = random_cells(seed)
    gains = np.where(groups.has, groups.costs[0] - groups.costs, 0)
    every = [
        Candidate(conditions, front)
        for front in range(FRONTS)
        for size in range(4)
        for conditions in combinations(range(CONDITIONS), size)
    ]
    best = max(gain_of(groups, gains, line) for line in every)
    profit, line = search._most_profitable(groups, gains, 0.0)
    assert best > 0
    assert line
    assert profit == pytest.approx(best, rel=1e-5)
    assert gain_of(groups, gains, line) == pytest.approx(best, rel=1e-5)
    assert search._most_profitable(groups, gains, best * 1.01) == (best * 1.01, None)


@pytest.mark.parametrize("seed", range(10))
def test_no_single_change_pays(seed: int):
    groups = random_cells(seed)
    lines = shortest(groups)
    cost = search._cost(groups, lines)
    assert next(search._better(groups, lines), None) is None
    assert cost <= groups.costs[0].sum() + price([Candidate((), 0)])
    for number in range(len(lines) - 1):
        assert search._cost(groups, lines[:number] + lines[number + 1 :]) >= cost - 1e-11


def test_a_list_that_costs_nothing_is_found():
    """Front 1 under condition 0; else front 2 under both 1 and 2; else front 0."""
    holds = np.array([[bool(cell >> bit & 1) for cell in range(8)] for bit in range(3)])
    right = np.where(holds[0], 1, np.where(holds[1] & holds[2], 2, 0))
    costs = np.where(np.arange(3)[:, None] == right, 0, 1e-3)
    groups = HandGroups(holds, np.ones((3, 8), dtype=bool), costs)
    planted = [Candidate((0,), 1), Candidate((1, 2), 2), Candidate((), 0)]
    assert search._cost(groups, planted) == pytest.approx(price(planted))
    assert search._cost(groups, shortest(groups)) <= price(planted) + 1e-12


def test_a_front_that_a_hand_has_not_is_passed_over():
    holds = np.zeros((1, 2), dtype=bool)
    has = np.array([[True, True], [True, False]])
    costs = np.array([[1e-3, 0], [0, 0]])
    assert shortest(HandGroups(holds, has, costs)) == [Candidate((), 1), Candidate((), 0)]


def test_cells_are_hands_that_nothing_tells_apart():
    holds = np.array([[True, True, False, True]])
    has = np.array([[True, True, True, True], [False, False, True, True]])
    costs = np.array([[1.0, 2.0, 4.0, 8.0], [-5.0, -5.0, 16.0, 32.0]])
    groups = HandGroups.of(holds, has, costs)
    assert sorted(zip(groups.holds[0], groups.has[1], *groups.costs, strict=True)) == [
        (False, True, 4.0, 16.0),
        (True, False, 3.0, 0.0),
        (True, True, 8.0, 32.0),
    ]
