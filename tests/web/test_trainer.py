"""What a trainer calls, over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest

from paigow.game.cards import name_of
from paigow.web.limits import CHUNK, MOST_HANDS
from tests.conftest import random_hands

HAND = "Jk As Qs Qh Qd 7s 2s"


def post(client: Any, path: str, asked: Any, status: int = 200) -> Any:
    response = client.post(path, json=asked)
    assert response.status_code == status, response.data
    return response.get_json()


def test_a_batch_answers_each_hand_as_a_single_call_does(client: Any, get: Any):
    hands = [" ".join(map(name_of, sevens)) for sevens, _ in random_hands(2 * CHUNK + 3, seed=80)]
    results = post(client, "/v1/batch", {"hands": [{"cards": hand} for hand in hands], "house_way": "stones"})[
        "results"
    ]
    assert len(results) == len(hands)
    for hand, result in list(zip(hands, results, strict=True))[::7]:
        assert result == get("/v1/splits", cards=hand, house_way="stones")


def test_a_hands_own_rules_win_over_the_shared_ones(client: Any, get: Any):
    asked = {
        "hands": [
            {"cards": HAND},
            {"cards": HAND.split(), "banker": "player", "limit": 3},
            {"cards": HAND, "dealer": "Ks Kd Jc Th 9d 4d 2c", "variant": "ez"},
            {"cards": HAND, "dead": ["Kc"], "joker": "wild"},
            {"cards": HAND, "push": "ace-high"},
        ],
        "house_way": "trump-plaza",
        "dead": "Kh",
        "limit": 2,
    }
    results = post(client, "/v1/batch", asked)["results"]
    for item, result in zip(asked["hands"], results, strict=True):
        own = {"house_way": "trump-plaza", "dead": "Kh", "limit": 2, **item}
        assert result == post(client, "/v1/splits", own)
    assert [len(result["splits"]) for result in results] == [2, 3, 2, 2, 2]
    assert results[2]["method"] == "known"


def test_one_bad_hand_spoils_no_other(client: Any, get: Any):
    asked = {
        "hands": [{"cards": HAND}, {"cards": "As Zz"}, 5, {"cards": HAND, "bank": 1}, {}, {"cards": HAND}],
        "limit": 1,
    }
    results = post(client, "/v1/batch", asked)["results"]
    assert results[0] == results[5] == get("/v1/splits", cards=HAND, limit=1)
    assert [result.get("code") for result in results[1:5]] == [
        "invalid-card", "invalid-parameter", "unknown-parameter", "invalid-parameter"
    ]  # fmt: skip
    assert [error["pointer"] for error in results[1]["errors"]] == ["/hands/1/cards", "/hands/1/cards"]
    assert results[2]["errors"][0]["pointer"] == "/hands/2"
    assert results[3]["errors"][0]["pointer"] == "/hands/3/bank"
    assert results[4]["detail"] == "cards is missing"


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({}, "hands is missing"),
        ({"hands": None}, "hands is a list of objects"),
        ({"hands": "As"}, "list of objects"),
        ({"hands": []}, "1 to 1,000"),
        ({"hands": [{"cards": HAND}] * (MOST_HANDS + 1)}, "1,001 hands"),
        ({"hands": [{"cards": HAND}], "banker": "me"}, "banker is one of"),
        ({"hands": [{"cards": HAND}], "cards": HAND}, "there is no parameter cards"),
    ],
)
def test_what_is_wrong_with_a_whole_batch(client: Any, asked: Any, named: str):
    assert named in post(client, "/v1/batch", asked, 400)["detail"]


def test_shared_rules_and_hands_are_named_together(client: Any):
    asked = {"hands": [{"cards": HAND}, {"cards": "x"}, 5, {"cards": HAND, "bet": 1}], "limit": 99, "dead": "zz"}
    response = client.post("/v1/batch", json=asked)
    assert response.status_code == 400
    pointers = [error["pointer"] for error in response.get_json()["errors"]]
    assert pointers == ["/dead", "/limit", "/hands/1/cards", "/hands/1/cards", "/hands/2", "/hands/3/bet"]


def test_a_full_batch(client: Any):
    hands = [{"cards": "".join(map(name_of, sevens))} for sevens, _ in random_hands(MOST_HANDS, seed=81)]
    response = client.post("/v1/batch", json={"hands": hands, "limit": 1})
    assert response.content_length == len(response.data)
    results = response.get_json()["results"]
    assert len(results) == MOST_HANDS
    assert all(result["dealer_hands"] == 53_524_680 for result in results)


def test_grade_and_settle(client: Any, get: Any):
    graded = get("/v1/grade", cards=HAND, low="As Jk", house_way="trump-plaza")
    assert (graded["grade"], graded["rank"]) == ("mistake", 2)
    assert graded == post(client, "/v1/grade", {"cards": HAND, "low": ["Jk", "As"], "house_way": "trump-plaza"})
    bet = {"cards": "Ks Kd Qc 9h 7s 4d 2c", "low": "Qc 9h", "dealer": "Jk Jd Tc 8h 6s 5d 3c", "stake": 13}
    assert post(client, "/v1/settle", bet)["net"] == "12.35"
    exact = client.post("/v1/settle", data=json.dumps(bet).replace("13", "0.1"), content_type="application/json")
    assert exact.get_json()["net"] == "0.095"
    assert post(client, "/v1/settle", {**bet, "low": "As Kd"}, 400)["errors"][0]["pointer"] == "/low"
    assert client.get("/v1/grade?cards=" + HAND).status_code == 400
    assert client.get("/v1/settle").status_code == 405


def test_deals(client: Any, get: Any):
    assert get("/v1/deal", seed=7, players=2) == get("/v1/deal", seed="7", players="2")
    seeded = client.get("/v1/deal?seed=7")
    assert "max-age" in seeded.headers["Cache-Control"]
    unseeded = [client.get("/v1/deal") for _ in range(3)]
    assert all(response.headers["Cache-Control"] == "no-store" for response in unseeded)
    assert len({response.get_json()["seed"] for response in unseeded}) == 3
    again = unseeded[0].get_json()
    assert get("/v1/deal", seed=again["seed"]) == again


@pytest.mark.parametrize("path", ["/v1/deal", "/v1/drill"])
def test_seeds_beyond_what_javascript_holds_are_text(client: Any, get: Any, path: str):
    exact, beyond = 2**53 - 1, 2**53 + 1
    assert get(path, seed=str(exact))["seed"] == exact
    assert get(path, seed=str(beyond))["seed"] == str(beyond)
    assert get(path, seed=str(2**63 - 1))["seed"] == str(2**63 - 1)
    neighbours = [{**get(path, seed=str(beyond + step)), "seed": 0} for step in range(4)]
    assert len({json.dumps(each) for each in neighbours}) > 1, "each seed is another one"
    assert client.get(f"{path}?seed={2**63}").status_code == 400


def test_drills(client: Any, get: Any):
    drill = get("/v1/drill", seed=1, kind="house-way-is-wrong")
    answer = get("/v1/splits", cards=" ".join(drill["cards"]))
    assert answer["house_way"]["ev_loss"] > 0
    assert "max-age" in client.get("/v1/drill?seed=1").headers["Cache-Control"]
    unseeded = [client.get("/v1/drill") for _ in range(3)]
    assert all(response.headers["Cache-Control"] == "no-store" for response in unseeded)
    again = unseeded[0].get_json()
    assert get("/v1/drill", seed=again["seed"]) == again
    assert client.get("/v1/drill?kind=easy").status_code == 400
