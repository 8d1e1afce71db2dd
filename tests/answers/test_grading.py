"""Grades."""

from __future__ import annotations

from collections import Counter

import pytest

from paigow.answers.grading import THRESHOLDS, grade_split
from paigow.faults import InvalidInput
from paigow.game.cards import name_of
from paigow.requests.trainer import GradeRequest
from tests.conftest import random_hands

HAND = "Jk As Qs Qh Qd 7s 2s"


def test_every_split_is_graded_by_its_loss():
    names = [grade for _, grade in THRESHOLDS]
    seen: Counter[str] = Counter()
    for sevens, _ in random_hands(12, seed=70):
        written = [name_of(card) for card in sevens]
        for first in range(7):
            for second in range(first):
                graded = grade_split(GradeRequest.read({"cards": written, "low": [written[first], written[second]]}))
                seen[graded.grade] += 1
                assert set(graded.chosen.low.cards) == {written[first], written[second]}
                assert (graded.ev_loss, graded.rank) == (graded.chosen.ev_loss, graded.chosen.rank)
                assert graded.best.rank == 1
                if graded.chosen.foul:
                    assert graded.grade == "foul"
                elif graded.ev_loss == 0:
                    assert graded.grade == "best"
                else:
                    over = sum(graded.ev_loss > most for most, _ in THRESHOLDS)
                    assert graded.grade == [*names, "blunder"][over]
    assert set(seen) == {"best", "good", "inaccuracy", "mistake", "blunder", "foul"}


def test_equal_values_are_all_best():
    # Three aces: any of them goes in front with the king.
    for ace in ("As", "Ah", "Ad"):
        assert grade_split(GradeRequest.read({"cards": "As Ah Ad Kc 9s 4d 2c", "low": f"{ace} Kc"})).grade == "best"


def test_explanations_state_the_numbers():
    graded = grade_split(GradeRequest.read({"cards": HAND, "low": "Jk As", "house_way": "trump-plaza"}))
    assert graded.grade == "mistake"
    for text in (
        "The bet wins 90.80 % of the time and loses 0.07 %",
        "against Qh Qd in front, which wins 98.08 %",
        "gives up 0.0694",
    ):
        assert text in graded.explanation
    assert "no split is worth more" in grade_split(GradeRequest.read({"cards": HAND, "low": "Qh Qd"})).explanation
    spanish = grade_split(GradeRequest.read({"cards": HAND, "low": "Jk As", "house_way": "trump-plaza", "lang": "es"}))
    assert "cede 0,0694 de la apuesta frente a Qh Qd delante" in spanish.explanation
    foul = grade_split(GradeRequest.read({"cards": "Ks Kd Qc 9h 7s 4d 2c", "low": "Kd Ks"}))
    assert "outranks the queen high behind: a foul" in foul.explanation


def test_an_attempt_takes_no_limit():
    with pytest.raises(InvalidInput, match="there is no parameter limit"):
        GradeRequest.read({"cards": HAND, "low": "Qh Qd", "limit": 1})


def test_against_a_known_hand_the_explanation_says_what_happens():
    asked = {"cards": "Ks Kd Qc 9h 7s 4d 2c", "dealer": "Jk Jd Tc 8h 6s 5d 3c"}
    win = grade_split(GradeRequest.read({**asked, "low": "Qc 9h"}))
    assert (win.method, win.dealer_hands, win.dealer.low.name) == ("known", 1, "Jack-ten")
    assert win.explanation == (
        "The high hand Ks Kd 7s 4d 2c (pair of kings) wins and the low hand Qc 9h (queen-nine) wins against "
        "the dealer's. "
        "The bet wins; no split is worth more."
    )
    push = grade_split(GradeRequest.read({**asked, "low": "7s 4d"}))
    assert push.explanation.endswith("The bet pushes; Qc 9h in front wins.")
