"""Reading rules: exact, in any case, and never a guess."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from paigow.faults import InvalidInput
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("0.05", "0.05"), ("0.050", "0.05"), (".05", "0.05"), ("0", "0"), ("0.0", "0"), (-0.0, "0"),
        ("1", "1"), ("1.000", "1"),
        (" 0.05 ", "0.05"), (0.05, "0.05"), (0, "0"), (1, "1"), (Decimal("0.05"), "0.05"), (Decimal("5E-2"), "0.05"),
        ("0.000000000001", "0.000000000001"), (1e-05, "0.00001"),
    ],
)  # fmt: skip
def test_commission_is_exact_as_written(given: object, read: str):
    rules = TableRules.read({"commission": given})
    assert rules.commission == read
    assert rules.commission_fraction == Fraction(read)


@pytest.mark.parametrize(
    "given",
    ["2", "1.01", "-0.05", "abc", "", "5%", "5e-2", "nan", "inf", "0,05", "0.0000000000001", "0.0500000000000", "00.05",
     "-0", "1" * 5000, "٠.٥", None,
     True, [], 2, -1, float("nan"), float("inf"), Decimal("NaN"), Decimal("1e-999999999"), Decimal("1e999999999"),
     10**400],
)  # fmt: skip
def test_other_commissions_are_refused(given: object):
    with pytest.raises(InvalidInput, match="decimal from 0 to 1") as error:
        TableRules.read({"commission": given})
    assert len(error.value.faults[0].value or "") <= 40


@pytest.mark.parametrize("given", ["TRUE", "true", True])
def test_switches(given: object):
    assert SplitsRequest.read({"cards": "2s3s4s5s6s7s8s", "fouls": given}).fouls is True


@pytest.mark.parametrize("given", [1, "1", "yes", "", None, "on"])
def test_switches_are_true_or_false(given: object):
    with pytest.raises(InvalidInput, match="true or false"):
        SplitsRequest.read({"cards": "2s3s4s5s6s7s8s", "fouls": given})


@pytest.mark.parametrize("given", [1, 21, "7", " 7 ", Decimal("5"), Decimal("1E+1")])
def test_limits(given: object):
    assert SplitsRequest.read({"cards": "2s3s4s5s6s7s8s", "limit": given}).limit == int(Decimal(given))


@pytest.mark.parametrize(
    "given", [0, 22, "0", "-1", "1.5", 1.5, Decimal("2.5"), Decimal("1e999999999"), True, "١", "", None, [], "9" * 5000]
)
def test_other_limits_are_refused(given: object):
    with pytest.raises(InvalidInput, match="from 1 to 21"):
        SplitsRequest.read({"cards": "2s3s4s5s6s7s8s", "limit": given})


def test_every_fault_is_named_the_hands_first():
    with pytest.raises(InvalidInput) as error:
        SplitsRequest.read(
            {"house_way": "nope", "bank": 1, "banker": "me", "limit": 0, "fouls": "x", "commission": 2,
             "cards": "As Ks", "dead": "Xx 2s As", "variant": "ez!", "wheel": "high", "joker": "x", "push": "y"}
        )  # fmt: skip
    faults = error.value.faults
    assert faults[0].parameter == "cards"
    assert {(fault.parameter, fault.code) for fault in faults} == {
        ("cards", "wrong-card-count"),
        ("house_way", "unknown-house-way"),
        ("bank", "unknown-parameter"),
        ("banker", "invalid-parameter"),
        ("limit", "invalid-parameter"),
        ("fouls", "invalid-parameter"),
        ("commission", "invalid-parameter"),
        ("dead", "invalid-card"),
        ("dead", "duplicate-card"),
        ("variant", "invalid-parameter"),
        ("wheel", "invalid-parameter"),
        ("joker", "invalid-parameter"),
        ("push", "invalid-parameter"),
    }


def test_what_is_allowed_is_listed():
    with pytest.raises(InvalidInput, match="foxwoods, ballys-ac, casino-real, claridge"):
        TableRules.read({"house_way": "x"})
    with pytest.raises(InvalidInput, match="dealer, player"):
        TableRules.read({"banker": "x"})
    with pytest.raises(InvalidInput, match="house_way, commission, banker"):
        TableRules.read({"bank": "x"})


def test_dead_cards_that_repeat_the_hand_are_named():
    with pytest.raises(InvalidInput, match="8s is in the hand and in dead") as error:
        SplitsRequest.read({"cards": "2s3s4s5s6s7s8s", "dead": "8s"})
    assert error.value.code == "duplicate-card"


@pytest.mark.parametrize("cards", ["2s3s4s5s6s7s8s9s", "2s 3s 4s 5s 6s 7s 8s Zz", ["8s"], "8s8s"])
def test_cards_that_are_elsewhere_are_named_beside_other_faults(cards: object):
    with pytest.raises(InvalidInput) as error:
        SplitsRequest.read({"cards": cards, "dead": "8s Zq Kh", "dealer": "Kh 8s"})
    details = [fault.detail for fault in error.value.faults]
    assert len(details) >= 6
    named = {
        "8s is in the hand and in dead",
        "Kh is in dead and in dealer",
        "dealer holds 2 cards; exactly 7 are needed",
    }
    assert named < {*details}
    assert any(detail.startswith("8s is in") and detail.endswith("in dealer") for detail in details)


def test_equal_questions_are_one_key():
    one = SplitsRequest.read({"cards": "2s3s4s5s6s7s8s", "dead": "Ah Kh", "banker": "DEALER", "commission": ".050"})
    other = SplitsRequest.read({"cards": "8S 7♠ 6s 5s 4s 3s 2s", "dead": ["Kh", "ah"]})
    assert one == other
    assert hash(one) == hash(other)
