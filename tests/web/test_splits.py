"""GET and POST /v1/splits: the answer, its headers, its cache."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import paigow
from paigow.requests.splits import SplitsRequest
from paigow.web import splits
from tests.conftest import random_hands

HAND = "Jk As Qs Qh Qd 7s 2s"


def test_the_answer_is_that_of_the_python_door(get: Any):
    body = get("/v1/splits", cards=HAND, house_way="trump-plaza")
    assert body == json.loads(json.dumps(paigow.analyze(HAND, house_way="trump-plaza").to_dict()))
    assert body["splits"][0]["wins"] == 52_494_721
    assert len(body["splits"]) == 21


def test_json_asks_the_same(get: Any, client: Any):
    rules = {"house_way": "trump-plaza", "commission": "0.02", "banker": "player", "dead": "Kh 2h", "limit": 3}
    body = get("/v1/splits", cards=HAND, fouls="false", **rules)
    for asked in (
        {**rules, "cards": HAND, "fouls": False},
        {
            **rules,
            "cards": HAND.split()[::-1],
            "dead": ["2h", "Kh"],
            "commission": 0.02,
            "limit": "3",
            "fouls": "false",
        },
    ):
        assert client.post("/v1/splits", json=asked).get_json() == body
    assert body["rules"] == {
        "variant": "standard",
        "house_way": "trump-plaza",
        "commission": "0.02",
        "banker": "player",
        "wheel": "second",
        "joker": "semi-wild",
        "push": "none",
        "collection": "0",
        "rounding": "none",
        "stake": None,
    }
    assert body["dead"] == ["Kh", "2h"]
    assert body["dealer_hands"] == 38_320_568


@pytest.mark.parametrize(
    "query",
    [
        "cards=Jk+As+Qs+Qh+Qd+7s+2s",
        "cards=2S7SqdQHqsasJOKER",
        "cards=*,A%E2%99%A0,Q%E2%99%A4,Q%E2%99%A5%EF%B8%8F,Q%E2%99%A2,7s,2s,",
        "cards=Jk%2BAs%2BQs_Qh-Qd/7s%0A2s",
        "cards=Jk&cards=As&cards=Qs&cards=Qh&cards=Qd&cards=7s&cards=2s",
        "cards=Jk+As+Qs+Qh+Qd+7s+2s&commission=.050&banker=DEALER&dead=&fouls=TRUE&variant=standard",
        "cards=Jk+As+Qs+Qh+Qd+7s+2s&limit=21&explain=true&house_way=foxwoods&lang=en&wheel=second&joker=semi-wild&push=none",
    ],
)
def test_every_spelling_gives_the_same_bytes(client: Any, query: str):
    response = client.get(f"/v1/splits?{query}")
    assert response.status_code == 200, response.data
    plain = client.get("/v1/splits?cards=Jk As Qs Qh Qd 7s 2s")
    assert response.data == plain.data
    assert response.headers["ETag"] == plain.headers["ETag"]


def test_every_parameter_that_changes_the_answer_changes_its_etag(client: Any):
    rules = "limit=20 fouls=false explain=false lang=es house_way=stones wheel=lowest joker=wild banker=player".split()
    rules += ["", "commission=0", "push=ace-high", "variant=ez", "dead=3d", "dealer=3d 4d 5c 6c 8h 9s Th"]
    answers = [client.get(f"/v1/splits?cards=Ks Kd Qc 9h 7s 4h 2c&{rule}") for rule in rules]
    assert len({answer.data for answer in answers}) == len({answer.headers["ETag"] for answer in answers}) == len(rules)


def test_headers(client: Any):
    response = client.get(f"/v1/splits?cards={HAND}")
    assert response.headers["Content-Type"] == "application/json"
    assert response.data.endswith(b"}\n")
    assert response.headers["ETag"].startswith('"')
    assert response.headers["Cache-Control"] == "public, max-age=86400"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    head = client.head(f"/v1/splits?cards={HAND}")
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["ETag"] == response.headers["ETag"]


def test_what_the_caller_has_already_is_not_sent_again(client: Any):
    etag = client.get(f"/v1/splits?cards={HAND}").headers["ETag"]
    for header in (etag, f'"x", {etag}', "*", f"W/{etag}"):
        again = client.get(f"/v1/splits?cards={HAND}", headers={"If-None-Match": header})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == etag
    unaware = client.get(f"/v1/splits?cards={HAND}", headers={"If-Match": '"x"', "If-Modified-Since": "x"})
    assert unaware.status_code == 200
    other = client.get(f"/v1/splits?cards={HAND}&limit=1", headers={"If-None-Match": etag})
    assert other.status_code == 200
    assert other.headers["ETag"] != etag


def test_a_browser_of_another_site_may_ask(client: Any):
    asked = {"Origin": "https://example.com", "Access-Control-Request-Method": "POST",
             "Access-Control-Request-Headers": "content-type"}  # fmt: skip
    preflight = client.options("/v1/splits", headers=asked)
    assert preflight.status_code == 200
    assert preflight.headers["Access-Control-Allow-Origin"] == "*"
    assert preflight.headers["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS, POST"
    assert "content-type" in preflight.headers["Access-Control-Allow-Headers"].lower()
    for path in ("/v1/splits", "/nothing", "/v1/house-ways/x"):
        assert client.get(path, headers={"Origin": "https://example.com"}).headers["Access-Control-Allow-Origin"] == "*"


def test_a_question_is_worked_out_once_however_many_ask(monkeypatch: pytest.MonkeyPatch, app: Any):
    asked = []
    real = splits.answer_to

    def counted(question: SplitsRequest) -> Any:
        asked.append(question)
        return real(question)

    monkeypatch.setattr(splits, "answer_to", counted)
    ((sevens, _),) = random_hands(1, seed=77)
    written = [paigow.game.cards.name_of(card) for card in sevens]
    random.Random(1).shuffle(written)

    def ask(_: int) -> bytes:
        return bytes(app.test_client().get("/v1/splits", query_string={"cards": " ".join(written)}).data)

    with ThreadPoolExecutor(8) as pool:
        bodies = set(pool.map(ask, range(40)))
    assert len(bodies) == 1
    assert len(asked) == 1
