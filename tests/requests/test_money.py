"""Push rules, fees and rounding: read, resolved, and refused by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import paigow
from paigow.faults import InvalidInput
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest

HAND = "Jk As Qs Qh Qd 7s 2s"


@pytest.mark.parametrize(
    "sent", ["ace-high,king-high", " King-High , ace-high", ["ace-high", "king-high"], ("king-high", "ace-high")]
)
def test_push_rules_have_one_spelling(sent: Any):
    assert TableRules.read({"push": sent}).push == "king-high,ace-high"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ("ace-high,ace-high", "push names ace-high twice"),
        (["queen-high", "none"], "push names none beside others"),
        ("ace-hihg", "did you mean ace-high"),
        ("ace-high,jack-high", "push is one or several of: none, queen-high, king-high, ace-high, front-nine-high"),
        ([], "push is an empty list"),
        ("", "push is one or several of"),
        (5, "push is one or several of"),
    ],
)
def test_faulty_push_rules_are_named(sent: Any, told: str):
    with pytest.raises(InvalidInput, match=told):
        TableRules.read({"push": sent})


def test_a_query_may_repeat_push(get: Any):
    rules = get(f"/v1/splits?cards={HAND}&push=ace-high&push=queen-high&limit=1")["rules"]
    assert rules["push"] == "queen-high,ace-high"


@pytest.mark.parametrize(
    ("stake", "rounding", "commission"),
    [("6", "0.25", "0.5"), ("11", "0.25", "0.75"), ("5", "0.25", "0.25"), ("21", "1", "2"), ("13", "none", "0.65")],
)
def test_commission_to_the_chip(client: Any, stake: str, rounding: str, commission: str):
    """ecmaseattle.org/pai_gow_poker.html: 5 % of 6 is 0.50, of 11 is 0.75."""
    bet = {"cards": "Ks Kd Qc 9h 7s 4d 2c", "low": "Qc 9h", "dealer": "Jk Jd Tc 8h 6s 5d 3c"}
    settled = client.post("/v1/settle", json={**bet, "stake": stake, "rounding": rounding}).get_json()
    assert (settled["result"], settled["commission"]) == ("win", commission)
    assert Fraction(settled["net"]) == Fraction(stake) - Fraction(commission)
    best = paigow.analyze(HAND, stake=stake, rounding=rounding).splits[0]
    ev = (1 - Fraction(commission) / Fraction(stake)) * best.wins - best.losses
    assert best.ev == float(ev / 53_524_680)


def test_a_collection_is_paid_whatever_happens(client: Any):
    plain, charged = paigow.analyze(HAND), paigow.analyze(HAND, collection="0.01")
    for one, other in zip(plain.splits, charged.splits, strict=True):
        assert (one.wins, one.losses, one.ev_loss, one.rank) == (other.wins, other.losses, other.ev_loss, other.rank)
        assert other.ev == pytest.approx(one.ev - 0.01, abs=1e-15)
    bet = {"cards": "Ks Kd Qc 9h 7s 4d 2c", "low": "Ks Kd", "dealer": "Jk Jd Tc 8h 6s 5d 3c", "stake": 40}
    lost = client.post("/v1/settle", json={**bet, "collection": 0.025}).get_json()
    assert (lost["result"], lost["collection"], lost["net"]) == ("lose", "1", "-41")


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"rounding": "0.25"}, "rounding needs the stake"),
        ({"rounding": "up", "stake": "6"}, "rounding is none, or a unit of money"),
        ({"rounding": "0", "stake": "6"}, "rounding is none, or a unit of money"),
        ({"rounding": "1", "stake": "0.5"}, "more than the bet of 0.5 wins"),
        ({"stake": "-1"}, "stake is a decimal above 0"),
        ({"collection": "2"}, "collection is a decimal from 0 to 1"),
    ],
)
def test_faults_of_money_are_named(sent: dict[str, str], told: str):
    with pytest.raises(InvalidInput, match=told):
        TableRules.read(sent)


def test_a_face_up_table_needs_the_dealer(client: Any):
    with pytest.raises(InvalidInput, match="at a face-up table you see his seven cards") as error:
        SplitsRequest.read({"cards": HAND, "variant": "face-up"})
    assert [fault.parameter for fault in error.value.faults] == ["dealer"]
    for path, low in (("/v1/splits", {}), ("/v1/grade", {"low": "Qh Qd"})):
        answer = client.get(path, query_string={"cards": HAND, **low, "variant": "face-up"})
        assert answer.status_code == 400
        assert answer.get_json()["errors"][0]["parameter"] == "dealer"
    dealer = "Ks Jd Tc 8h 6s 5d 3c"
    batch = client.post(
        "/v1/batch", json={"variant": "face-up", "hands": [{"cards": HAND}, {"cards": HAND, "dealer": dealer}]}
    ).get_json()["results"]
    assert batch[0]["errors"][0]["pointer"] == "/hands/0/dealer"
    assert batch[1]["method"] == "known"
    assert client.get("/v1/splits", query_string={"cards": HAND, "push": "ace-high"}).status_code == 200


def test_an_ace_high_dealer_pushes_a_foul_too(get: Any):
    cards, dealer = "Ks Kd Qc 9h 7s 4d 2c", "As Jd 9c 8h 6s 5d 3c"
    answer = get("/v1/splits", cards=cards, dealer=dealer, variant="face-up")
    assert {(split["rank"], split["wins"], split["pushes"], split["ev"]) for split in answer["splits"]} == {
        (1, 0, 1, 0)
    }
    assert answer["splits"][-1]["foul"]
    assert "loses" not in answer["splits"][-1]["explanation"]
    graded = get("/v1/grade", cards=cards, dealer=dealer, variant="face-up", low="Ks Kd")
    assert (graded["grade"], graded["ev_loss"]) == ("foul", 0)


def test_a_drill_at_a_face_up_table_shows_the_dealer(get: Any):
    for kind in ("joker", "close-call", "house-way-is-wrong"):
        drill = get("/v1/drill", seed="3", kind=kind, variant="face-up")
        answer = get("/v1/splits", cards=" ".join(drill["cards"]), dealer=" ".join(drill["dealer"]), variant="face-up")
        assert answer["dealer_hands"] == 1
        if kind == "house-way-is-wrong":
            assert answer["house_way"]["ev_loss"] > 0
    hidden = get("/v1/drill", seed="3", kind="joker")
    assert hidden["dealer"] is None
