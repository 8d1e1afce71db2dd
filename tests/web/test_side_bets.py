"""GET /v1/side-bets."""

from __future__ import annotations

from typing import Any

HAND = "Jk As Qs Qh Qd 7s 2s"


def test_every_bet_for_a_hand(get: Any):
    found = get("/v1/side-bets", cards=HAND)
    assert found["cards"] == HAND.split()
    assert {bet["id"]: bet["made"] for bet in found["side_bets"]} == {
        "emperors-challenge": "full_house",
        "fortune": "full_house",
        "jackpot": "flush_and_pair",
        "pai-gow-insurance": None,
        "pai-gow-mania-seven": "full_house",
        "pai-gow-mania-three": None,
        "progressive": "full_house",
        "queens-dragon": None,
        "tiger-nine": None,
    }
    held = {bet["id"]: bet["dealer_hands"] for bet in found["side_bets"] if bet["looks_at"] == "dealer"}
    assert held == {"queens-dragon": 53_524_680, "tiger-nine": 53_524_680}
    assert get("/v1/side-bets", cards=" ".join(HAND.split()[::-1]).lower()) == found


def test_before_the_deal(get: Any):
    found = get("/v1/side-bets")
    assert (found["cards"], found["dead"], found["house_way"]) == ([], [], "foxwoods")
    assert {bet["made"] for bet in found["side_bets"]} == {None}


def test_pays_and_names(get: Any):
    found = get("/v1/side-bets", bet="tiger-nine", pays="30", lang="es", house_way="mgm-grand")["side_bets"]
    assert found[0]["rows"][0]["name"] == "El crupier tiene mano baja de nueve alto"
    assert found[0]["pay_tables"][0]["pays"] == {"dealer_front_nine_high": "30"}


def test_every_fault_at_once(client: Any):
    response = client.get("/v1/side-bets", query_string={"cards": "Xh", "bet": "fortune", "pays": "1,x", "unit": "5"})
    assert response.status_code == 400
    assert {error["parameter"] for error in response.get_json()["errors"]} == {"cards", "pays", "unit"}


def test_a_share_of_a_meter_needs_no_escape(client: Any, get: Any):
    """Though "%" begins one in an address."""
    asked = "bet=tiger-nine&odds=for-one&meter=100"
    plain = client.get(f"/v1/side-bets?{asked}&pays=100%").get_json()
    assert plain["side_bets"][0]["pay_tables"][-1]["pays"] == {"dealer_front_nine_high": "100%"}
    assert plain == get("/v1/side-bets", bet="tiger-nine", odds="for-one", meter="100", pays="100%")
