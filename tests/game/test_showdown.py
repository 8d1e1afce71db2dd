"""Who wins each hand, and who wins copies."""

from __future__ import annotations

import random

import pytest

from paigow.game.showdown import showdown


@pytest.mark.parametrize(
    ("ours", "result", "as_banker"),
    [
        ((5, 5), "loss", "win"),
        ((6, 5), "push", "win"),
        ((5, 6), "push", "win"),
        ((4, 5), "loss", "push"),
        ((5, 4), "loss", "push"),
        ((6, 6), "win", "win"),
        ((6, 4), "push", "push"),
        ((4, 4), "loss", "loss"),
    ],
)
def test_the_banker_wins_copies(ours: tuple[int, int], result: str, as_banker: str):
    assert showdown(ours, (5, 5)).result == result
    assert showdown(ours, (5, 5), banker="player").result == as_banker


def test_settlement_is_one_sides_gain_and_the_others_loss():
    rng = random.Random(3)
    mirror = {"win": "loss", "push": "push", "loss": "win"}
    for _ in range(1000):
        ours, theirs = ((rng.randrange(4), rng.randrange(4)) for _ in range(2))
        assert showdown(ours, theirs).result == mirror[showdown(theirs, ours, banker="player").result]
