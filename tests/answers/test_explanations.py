"""Explanations: the numbers that they state are those of the answer, in both languages and for every outcome."""

from __future__ import annotations

import re

import pytest

import paigow
from paigow.answers.analysis import Analysis
from paigow.answers.explanations import Rival, odds_explained
from paigow.counting.counters import counter
from paigow.counting.outcomes import SplitOutcome
from paigow.counting.percentages import percentage_index
from paigow.dealer.class_counts import class_counts
from tests.conftest import cards, hand, high_value, low_value

HAND = "Jk As Qs Qh Qd 7s 2s"
ENGLISH = re.compile(
    r"The high hand (?P<high>[^(]*) \((?P<high_name>[^)]*)\) wins (?P<high_wins>\S+) % of the time, the low hand "
    r"(?P<low>[^(]*) \((?P<low_name>[^)]*)\) (?P<low_wins>\S+) %\. The bet wins (?P<wins>\S+) % of the time and loses "
    r"(?P<losses>\S+) %(?P<tail>.*)"
)
SPANISH = re.compile(
    r"La mano alta (?P<high>[^(]*) \((?P<high_name>[^)]*)\) gana el (?P<high_wins>\S+) % de las veces y la mano baja "
    r"(?P<low>[^(]*) \((?P<low_name>[^)]*)\) el (?P<low_wins>\S+) %\. La apuesta gana el (?P<wins>\S+) % de las "
    r"veces y pierde el "
    r"(?P<losses>\S+) %(?P<tail>.*)"
)


@pytest.mark.parametrize(("lang", "pattern", "point"), [("en", ENGLISH, "."), ("es", SPANISH, ",")])
def test_every_split_is_explained_by_its_own_numbers(lang: str, pattern: re.Pattern[str], point: str):
    analysis = paigow.analyze(HAND, lang=lang)
    best = analysis.splits[0]
    assert not any(split.foul for split in analysis.splits)
    for split in analysis.splits:
        told = pattern.fullmatch(split.explanation or "")
        assert told, split.explanation
        assert (told["high"], told["low"]) == (" ".join(split.high.cards), " ".join(split.low.cards))
        assert (told["high_name"], told["low_name"]) == (split.high.name.lower(), split.low.name.lower())
        for name in ("high_wins", "low_wins", "wins", "losses"):
            assert float(told[name].replace(point, ".")) == round(100 * getattr(split, name) / analysis.dealer_hands, 2)
        rival = analysis.splits[1] if split is best else best
        gap = rival.ev_loss if split is best else split.ev_loss
        assert " ".join(rival.low.cards) in told["tail"]
        assert f"{gap:.4f}".replace(".", point) in told["tail"]


def test_how_often_each_hand_alone_wins():
    tables = counter("foxwoods").tables
    for banker, step in (("dealer", 0), ("player", 1)):
        analysis = paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", dead="2h 3h", banker=banker, push="ace-high")
        hands = class_counts((*hand("Ks Kd Qc 9h 7s 4d 2c"), *cards("2h 3h")))
        for split in analysis.splits:
            if split.foul:
                assert split.high_wins == split.low_wins == 0
                continue
            high = high_value(hand(" ".join(split.high.cards), 5))
            low = low_value(hand(" ".join(split.low.cards), 2))
            assert split.high_wins == hands[tables.high < high + step].sum()
            assert split.low_wins == hands[tables.low < low + step].sum()
            assert split.wins <= min(split.high_wins, split.low_wins)


def explanations(analysis: Analysis) -> dict[str, str | None]:
    return {" ".join(split.low.cards): split.explanation for split in analysis.splits}


def test_fouls():
    assert explanations(paigow.analyze("Ks Kd Qc 9h 7s 4d 2c"))["Ks Kd"] == (
        "Ks Kd in front outranks the queen high behind: a foul, and the bet loses whatever the dealer has."
    )
    assert explanations(paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", lang="es"))["Ks Kd"] == (
        "Ks Kd delante supera a la mano alta (carta alta, reina): es una mano inválida (foul), y la apuesta pierde "
        "tenga lo que tenga el crupier."
    )


def test_a_dealer_whose_hand_is_known():
    told = explanations(paigow.analyze(HAND, dealer="Ac Ad 9s 5d 4c 3d 2h"))
    assert told["Qh Qd"] == (
        "The high hand Jk As Qs 7s 2s (ace-high flush) wins and the low hand Qh Qd (pair of queens) wins against the "
        "dealer's. The bet wins; no split is worth more."
    )
    assert told["Jk As"] == (
        "The high hand Qs Qh Qd 7s 2s (three queens) loses and the low hand Jk As (pair of aces) wins against the "
        "dealer's. The bet pushes; Qh Qd in front wins."
    )
    told = explanations(paigow.analyze(HAND, dealer="Ac Ad 9s 5d 4c 3d 2h", lang="es"))
    assert told["Jk As"] == (
        "La mano alta Qs Qh Qd 7s 2s (trío de reinas) pierde y la mano baja Jk As (par de ases) gana contra las del "
        "crupier. La apuesta empata; Qh Qd delante gana."
    )


def test_copies_and_pushes_by_rule_are_named():
    asked = {"cards": "As Kd 9c 8h 7s 4d 2c", "dealer": "Ah Kh 9d 8d 7d 4h 2h"}
    told = explanations(paigow.analyze(**asked))["Kd 9c"]
    assert told == (
        "The high hand As 8h 7s 4d 2c (ace high) loses as a copy and the low hand Kd 9c (king-nine) loses as a copy "
        "against the dealer's. The bet loses; Kd 8h in front pushes."
    )
    told = explanations(paigow.analyze(**asked, banker="player"))["Kd 9c"]
    assert "wins as a copy and the low hand Kd 9c (king-nine) wins as a copy" in (told or "")
    told = explanations(paigow.analyze(**asked, lang="es"))["Kd 9c"]
    assert "pierde por copia y la mano baja Kd 9c (rey-nueve) pierde por copia contra" in (told or "")
    pushed = paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", dealer="Qs Jd 9c 8h 6s 4c 3c", variant="ez").splits[0]
    assert (pushed.explanation or "").endswith("The bet pushes by the push rule; no split is worth more.")


def test_a_hand_with_a_single_split_worth_anything():
    # One dealer hand is left, and it beats every split: none is worth more than another.
    gone = {*hand("7s 6h 5d 4c 3s 2h 9d"), *hand("Jk As Ah Ad Ac Ks Kh")}
    dead = [card for card in range(53) if card not in gone]
    analysis = paigow.analyze("7s 6h 5d 4c 3s 2h 9d", dead=" ".join(map(paigow.game.cards.name_of, dead)))
    assert analysis.dealer_hands == 1
    assert {split.ev for split in analysis.splits} == {-1.0}
    assert all(split.foul or "no split is worth more" in (split.explanation or "") for split in analysis.splits)


def test_shares_are_never_rounded_to_nothing_or_all():
    shares = [percentage_index(count, 1_000_000) for count in (999_999, 1, 1_000_000, 0, 499_950, 499_949)]
    row = SplitOutcome(0, 7461, 77, 0, 999_999, 1, 1_000_000, 0, *shares[:4])
    explain = odds_explained("en", Rival("As Ks", 0.0, row), Rival("Qs Js", 0.00001, row))
    told = explain(row, "Qs Js Ts 9s 8s".split(), "queen-high straight flush", ["As", "Ks"], "ace-king", 0.0)
    assert told == (
        "The high hand Qs Js Ts 9s 8s (queen-high straight flush) wins 100.00 % of the time, the low hand As Ks "
        "(ace-king) 0.00 %. The bet wins > 99.99 % of the time and loses < 0.01 %; no split is worth more, and Qs Js "
        "in front gives up < 0.0001 of the bet."
    )
    assert shares[4:] == [5_000, 4_999]  # halves go up


def test_they_can_be_left_out():
    assert {split.explanation for split in paigow.analyze(HAND, explain=False).splits} == {None}
