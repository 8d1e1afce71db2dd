"""Grades and deals."""

from __future__ import annotations

from collections import Counter

import pytest

from paigow.answers.dealing import DealQuestion, deal
from paigow.answers.grading import THRESHOLDS, Attempt, grade_attempt
from paigow.faults import InvalidInput
from paigow.game.cards import DECK_SIZE, name_of
from tests.conftest import random_hands

HAND = "Jk As Qs Qh Qd 7s 2s"


def test_every_split_is_graded_by_its_loss():
    names = [grade for _, grade in THRESHOLDS]
    seen: Counter[str] = Counter()
    for sevens, _ in random_hands(12, seed=70):
        written = [name_of(card) for card in sevens]
        for first in range(7):
            for second in range(first):
                graded = grade_attempt(Attempt.read({"cards": written, "low": [written[first], written[second]]}))
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
        assert grade_attempt(Attempt.read({"cards": "As Ah Ad Kc 9s 4d 2c", "low": f"{ace} Kc"})).grade == "best"


def test_explanations_state_the_numbers():
    graded = grade_attempt(Attempt.read({"cards": HAND, "low": "Jk As", "house_way": "trump-plaza"}))
    assert graded.grade == "mistake"
    for text in (
        "The bet wins 90.80 % and loses 0.07 %",
        "against Qh Qd in front, which wins 98.08 %",
        "gives up 0.0694",
    ):
        assert text in graded.explanation
    assert "no split is worth more" in grade_attempt(Attempt.read({"cards": HAND, "low": "Qh Qd"})).explanation
    spanish = grade_attempt(Attempt.read({"cards": HAND, "low": "Jk As", "house_way": "trump-plaza", "lang": "es"}))
    assert "cede 0,0694 de la apuesta frente a Qh Qd delante" in spanish.explanation
    foul = grade_attempt(Attempt.read({"cards": "Ks Kd Qc 9h 7s 4d 2c", "low": "Kd Ks"}))
    assert "outranks the queen high behind: a foul" in foul.explanation


def test_an_attempt_takes_no_limit():
    with pytest.raises(InvalidInput, match="there is no parameter limit"):
        Attempt.read({"cards": HAND, "low": "Qh Qd", "limit": 1})


def test_against_a_known_hand_the_explanation_says_what_happens():
    asked = {"cards": "Ks Kd Qc 9h 7s 4d 2c", "dealer": "Jk Jd Tc 8h 6s 5d 3c"}
    win = grade_attempt(Attempt.read({**asked, "low": "Qc 9h"}))
    assert (win.method, win.dealer_hands, win.dealer.low.name) == ("known", 1, "Jack-ten")
    assert win.explanation == (
        "The high hand Ks Kd 7s 4d 2c (pair of kings) wins and the low hand Qc 9h (queen-nine) wins against "
        "the dealer's. "
        "The bet wins; no split is worth more."
    )
    push = grade_attempt(Attempt.read({**asked, "low": "7s 4d"}))
    assert push.explanation.endswith("The bet pushes; Qc 9h in front wins.")


@pytest.mark.parametrize("players", range(1, 7))
def test_a_deal_uses_every_card_once(players: int):
    for seed in range(30):
        dealt = deal(seed, players)
        cards = [card for seat in dealt.seats for card in seat.cards] + list(dealt.discards)
        assert sorted(cards) == sorted(map(name_of, range(DECK_SIZE)))
        assert [seat.who for seat in dealt.seats] == ["dealer", *(f"player {n}" for n in range(1, players + 1))]
        assert all(len(seat.cards) == 7 for seat in dealt.seats)
        assert len(dealt.discards) == 4 + 7 * (6 - players)


def test_the_dice_say_who_gets_the_first_hand():
    totals = Counter()
    for seed in range(300):
        dealt = deal(seed)
        assert dealt.total == sum(dealt.dice)
        totals[dealt.total] += 1
        at = 1
        for _ in range(dealt.total - 1):  # counting counter-clockwise, the dealer as one
            at = at % 7 + 1
        assert dealt.first_seat == at
        hands = {seat.seat: seat.hand for seat in dealt.seats}
        assert [hands[(at - 1 + n) % 7 + 1] for n in range(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert min(totals) >= 3
    assert max(totals) <= 18
    assert 8 < sum(total * n for total, n in totals.items()) / 300 < 13


def test_fewer_players_change_nothing_but_the_empty_seats():
    full, two = deal(5), deal(5, players=2)
    assert two.seats == full.seats[:3]
    assert two.dice == full.dice


def test_a_seed_gives_the_same_deal_for_ever():
    dealt = deal(2026, players=1)
    assert dealt.dice == (6, 3, 4)
    assert " ".join(dealt.seats[0].cards) == "Jk Jc Td Tc 6c 4c 2h"


@pytest.mark.parametrize(
    "asked",
    [{"seed": -1}, {"seed": 2**63}, {"seed": "x"}, {"seed": 1.5}, {"seed": None}, {"players": 0}, {"players": 7}],
)
def test_other_deals_are_refused(asked: dict[str, object]):
    with pytest.raises(InvalidInput, match="is a whole number from"):
        DealQuestion.read(asked)
