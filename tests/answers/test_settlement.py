"""Settling bets: who wins what, and money to the last decimal."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from paigow.answers.analysis import analyze_request
from paigow.answers.grading import split_with
from paigow.answers.settlement import Settlement, settle_bet
from paigow.faults import InvalidInput
from paigow.game.cards import name_of
from paigow.requests.splits import SplitsRequest
from paigow.requests.trainer import SettleRequest
from tests.conftest import random_hands

KINGS = "Ks Kd Qc 9h 7s 4d 2c"
NOTHING = "Jk Jd Tc 8h 6s 5d 3c"  # set Jk 8 6 5 3 / J T


def settled(cards: str = KINGS, low: str = "Qc 9h", dealer: str = NOTHING, **rules: Any) -> Settlement:
    return settle_bet(SettleRequest.read({"cards": cards, "low": low, "dealer": dealer, **rules}))


@pytest.mark.parametrize(
    ("stake", "commission", "kept", "net"),
    [
        ("1", "0.05", "0.05", "0.95"),
        ("5", "0.05", "0.25", "4.75"),
        ("13", "0.05", "0.65", "12.35"),
        ("25", "0.05", "1.25", "23.75"),
        ("1.01", "0.05", "0.0505", "0.9595"),
        (" 0100.10 ", "0", "0", "100.1"),
        (7, "1", "7", "0"),
        (Decimal("0.1"), "0.333333333333", "0.0333333333333", "0.0666666666667"),
        ("1000000000000000", "0.000000000001", "1000", "999999999999000"),
        ("999999999999999.999999", "0.123456789012", "123456789011999.999999876543210988",
         "876543210987999.999999123456789012"),
    ],
)  # fmt: skip
def test_money_is_exact(stake: object, commission: str, kept: str, net: str):
    settlement = settled(stake=stake, commission=commission)
    assert (settlement.result, settlement.commission, settlement.net) == ("win", kept, net)
    assert Decimal(settlement.net) + Decimal(settlement.commission) == Decimal(settlement.stake)


@pytest.mark.parametrize(
    "stake", ["0", "-1", "abc", "", "1e3", "1000000000000001", "0.0000001", None, True, [], "9" * 5000]
)
def test_other_stakes_are_refused(stake: object):
    with pytest.raises(InvalidInput, match="stake is a decimal above 0"):
        settled(stake=stake)


def test_who_wins_what():
    win = settled()
    assert (win.high_winner, win.low_winner, win.result) == ("player", "player", "win")
    assert (win.dealer.high.name, win.dealer.low.name) == ("Ace high", "Jack-ten")
    push = settled(low="7s 4d")
    assert (push.high_winner, push.low_winner, push.result, push.net) == ("player", "dealer", "push", "0")
    lose = settled(cards="Ah Jc 9d 7c 5h 4c 2s", low="Jc 9d", dealer=KINGS)
    assert (lose.high_winner, lose.low_winner, lose.result, lose.net) == ("dealer", "dealer", "lose", "-1")


def test_copies_go_to_the_banker():
    copied = {"cards": "Ks Kd Jc Th 7s 4d 2c", "low": "Jc Th"}
    as_player, as_banker = settled(**copied), settled(**copied, banker="player")
    assert (as_player.low_copy, as_player.low_winner, as_player.result) == (True, "dealer", "push")
    assert (as_banker.low_copy, as_banker.low_winner, as_banker.result) == (True, "player", "win")
    assert not as_player.high_copy


def test_a_foul_loses_both_hands():
    foul = settled(low="Ks Kd")
    assert (foul.foul, foul.high_winner, foul.low_winner, foul.result) == (True, "dealer", "dealer", "lose")
    assert foul.commission == "0"
    assert settled(low="Ks Kd", push="ace-high").result == "lose"


def test_push_rules():
    pushed = settled(variant="face-up")
    assert (pushed.result, pushed.net, pushed.high_winner, pushed.pushed_by_rule) == ("push", "0", "player", True)
    assert not settled(low="7s 4d").pushed_by_rule
    fouled = settled(low="Ks Kd", variant="face-up")  # he pushes before anyone sets
    assert (fouled.foul, fouled.result, fouled.net, fouled.pushed_by_rule) == (True, "push", "0", True)
    assert not settled(low="Ks Kd", push="ace-high").pushed_by_rule
    assert settled(variant="ez").result == "win"


def test_faults_are_named():
    with pytest.raises(InvalidInput) as error:
        settled(low="Qc Ah", dealer="Ks Jd Tc 8h 6s 5d 3c")
    assert [(fault.parameter, fault.code, fault.position) for fault in error.value.faults] == [
        ("low", "invalid-parameter", 2),
        ("dealer", "duplicate-card", 1),
    ]
    for low, match in (("Qc", "1 card;"), ("Qc Qc", "twice"), ("Qc 9h 7s", "3 cards"), ("Qc Zz", "not a card")):
        with pytest.raises(InvalidInput, match=match):
            settled(low=low)
    with pytest.raises(InvalidInput, match="dealer is missing"):
        SettleRequest.read({"cards": KINGS, "low": "Qc 9h"})
    with pytest.raises(InvalidInput, match="there is no parameter dead"):
        settled(dead="2s")


@pytest.mark.parametrize("rules", [{}, {"banker": "player", "house_way": "stones"}, {"variant": "ez", "joker": "wild"}])
def test_a_settled_bet_is_the_known_outcome(rules: dict[str, str]):
    for sevens, rest in random_hands(60, seed=60, most_dead=7):
        if len(rest) < 7:
            continue
        written, dealer = (" ".join(map(name_of, cards)) for cards in (sevens, rest))
        known = analyze_request(SplitsRequest.read({"cards": written, "dealer": dealer, **rules}))
        for low in (sevens[:2], sevens[5:], (sevens[0], sevens[6])):
            split = split_with(known, low)
            bet = settled(written, " ".join(map(name_of, low)), dealer, **rules)
            assert bet.foul == split.foul
            assert [bet.result == name for name in ("win", "push", "lose")] == [split.wins, split.pushes, split.losses]
            assert float(bet.net) == pytest.approx(split.ev, abs=1e-12)
