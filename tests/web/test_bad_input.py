"""Whatever is sent, the answer is a problem that names every fault, and never a 500."""

from __future__ import annotations

import json
from typing import Any

import pytest

from paigow.web import routes
from paigow.web.limits import MOST_BODY_BYTES
from paigow.web.problems import PROBLEMS

HAND = "Jk As Qs Qh Qd 7s 2s"


def problem(response: Any, status: int, code: str) -> dict[str, Any]:
    assert response.status_code == status, response.data
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.data.endswith(b"\n")
    body: dict[str, Any] = json.loads(response.data.decode())
    assert set(body) == {"type", "title", "status", "detail", "code", "errors"}
    assert body["type"] == f"/problems/{code}"
    assert (body["status"], body["code"], body["title"]) == (status, code, PROBLEMS[code].words["en"].title)
    assert body["errors"]
    assert all(len(error.get("value", "")) <= 40 for error in body["errors"])
    assert len(response.data) < 40_000
    return body


@pytest.mark.parametrize(
    ("query", "code", "named"),
    [
        ("", "invalid-parameter", "cards is missing"),
        ("cards=", "wrong-card-count", "0 cards"),
        ("cards=Ah+Kd+Qs+Jc+9h+7d", "wrong-card-count", "6 cards"),
        ("cards=Ah+Kd+Qs+Jc+9h+7d+2c+3c", "wrong-card-count", "8 cards"),
        ("cards=Ah+Kd+Qs+Jc+9h+7d+Ah", "duplicate-card", "Ah is given twice"),
        ("cards=Jk+Kd+Qs+Jc+9h+7d+joker", "duplicate-card", "Jk is given twice"),
        ("cards=Ah+Kd+Qs+Jc+9h+7d+Zz", "invalid-card", "Zz is not a card"),
        ("cards=Ah+Kd+Qs+Jc+9h+7d+X", "invalid-card", "ten to some and a joker to others"),
        ("cards=%D0%90s+Kd+Qs+Jc+9h+7d+2c", "invalid-card", "CYRILLIC CAPITAL LETTER A"),
        ("cards=%FF%FE+Kd+Qs+Jc+9h+7d+2c", "invalid-card", "is not a card"),
        ("cards=%00+Kd+Qs+Jc+9h+7d+2c", "invalid-card", "is not a card"),
        ("cards=(nothing+dealt+yet)", "invalid-card", "(nothing is not a card"),
        (f"cards={HAND}&commission=2", "invalid-parameter", "from 0 to 1"),
        (f"cards={HAND}&commission=abc", "invalid-parameter", "from 0 to 1"),
        (f"cards={HAND}&commission=nan", "invalid-parameter", "from 0 to 1"),
        (f"cards={HAND}&dead=Qh", "duplicate-card", "Qh is in the hand and in dead"),
        (f"cards={HAND}&dead=Kh+Kh", "duplicate-card", "Kh is given twice in dead"),
        (f"cards={HAND}&house_way=bellagio", "unknown-house-way", "foxwoods, ballys-ac, casino-real, claridge"),
        (f"cards={HAND}&houseway=foxwoods", "unknown-parameter", "house_way"),
        (f"cards={HAND}&limit=22", "invalid-parameter", "from 1 to 21"),
        (f"cards={HAND}&banker=me", "invalid-parameter", "dealer, player"),
        (f"cards={HAND}&banker=dealer&banker=player", "invalid-parameter", "banker has 2 values where one is needed"),
        (f"cards={HAND}&wheel=third", "invalid-parameter", "second"),
    ],
)
def test_queries(client: Any, query: str, code: str, named: str):
    body = problem(client.get(f"/v1/splits?{query}"), 400, code)
    assert named in body["detail"]
    assert body["errors"][0]["code"] == code
    assert "parameter" in body["errors"][0]


def test_every_fault_of_a_query_at_once(client: Any):
    response = client.get("/v1/splits?cards=As+Xh+As&dead=Zz&commission=2&banker=x&limit=0&fouls=1&house_way=y&z=1")
    errors = problem(response, 400, "invalid-card")["errors"]
    assert [(error["parameter"], error["code"]) for error in errors][:3] == [
        ("cards", "invalid-card"),
        ("cards", "duplicate-card"),
        ("cards", "wrong-card-count"),
    ]
    assert {error["parameter"] for error in errors[3:]} == {
        "dead", "commission", "banker", "limit", "fouls", "house_way", "z"
    }  # fmt: skip
    assert errors[0]["position"] == 2
    assert errors[0]["value"] == "Xh"


@pytest.mark.parametrize(
    ("body", "code", "named"),
    [
        ('"cards"', "invalid-json", "a string"),
        ("[1, 2]", "invalid-json", "a list"),
        ("7", "invalid-json", "a number"),
        ("7.5", "invalid-json", "a number"),
        ("null", "invalid-json", "null"),
        ("true", "invalid-json", "true or false"),
        ("", "invalid-json", "empty"),
        ("  \n", "invalid-json", "empty"),
        ("{", "invalid-json", "line 1, column 2"),
        ('{"cards": NaN}', "invalid-json", "NaN is not JSON"),
        ('{"commission": -Infinity}', "invalid-json", "-Infinity is not JSON"),
        ('{"cards": "As", "cards": "Kd"}', "invalid-json", "stands twice"),
        ("[" * 15_000, "invalid-json", "nested too deeply"),
        ("[" * 100_000, "invalid-json", "more than 20,000 lists and objects"),
        ("9" * 5000, "invalid-json", "too many digits"),
        (f'{{"commission": 0.{"0" * 5000}1}}', "invalid-json", "too many digits"),
        (f'{{"commission": 1e{"9" * 4000}}}', "invalid-json", "too many digits"),
        (f'{{"house_way": {"[" * 900}{"]" * 900}}}', "invalid-parameter", "no such house way"),
        (f'{{"cards": "{HAND}", "house_way": {"[" * 900}{"]" * 900}}}', "unknown-house-way", "no such house way"),
        (f'{{"cards": "{HAND}", "banker": {"[" * 900}{"]" * 900}}}', "invalid-parameter", "is one of"),
        (f'{{"cards": {"[" * 900}{"]" * 900}}}', "invalid-card", "item 1 of cards is not a string"),
        (f'{{"cards": "{HAND}", "x": {"[" * 900}{"]" * 900}}}', "unknown-parameter", "no parameter x"),
        (b"\xff\xfe{}", "invalid-json", "UTF-8"),
        ("{}", "invalid-parameter", "cards is missing"),
        ('{"cards": "\\ud800"}', "invalid-card", "\\ud800 is not a card"),
        ('{"\\ud800": 1}', "invalid-parameter", "cards is missing"),
        ('{"cards": null}', "invalid-card", "a string such as"),
        ('{"cards": 7}', "invalid-card", "a string such as"),
        ('{"cards": {"a": 1}}', "invalid-card", "a string such as"),
        ('{"cards": [["As"], 5, null, "", "Kd Qd"]}', "invalid-card", "item 1 of cards is not a string"),
        (f'{{"cards": "{HAND}", "commission": 1e-999999999}}', "invalid-parameter", "from 0 to 1"),
        (f'{{"cards": "{HAND}", "commission": 1e999999999}}', "invalid-parameter", "from 0 to 1"),
        (f'{{"cards": "{HAND}", "commission": true}}', "invalid-parameter", "from 0 to 1"),
        (f'{{"cards": "{HAND}", "limit": 1.5}}', "invalid-parameter", "from 1 to 21"),
        (f'{{"cards": "{HAND}", "fouls": 0}}', "invalid-parameter", "true or false"),
        (f'{{"cards": "{HAND}", "house_way": ["foxwoods"]}}', "unknown-house-way", "foxwoods"),
        (f'{{"cards": "{HAND}", "limits": 1}}', "unknown-parameter", "there are: "),
    ],
)
def test_bodies(client: Any, body: str | bytes, code: str, named: str):
    response = client.post("/v1/splits", data=body, content_type="application/json")
    assert named in problem(response, 400, code)["detail"]


def test_faults_in_a_body_have_pointers(client: Any):
    body = {"cards": ["As", "Kd", "Qc", "Jh", "9s", "7d", "Zz"], "commission": 5, "a/b~c": 1}
    errors = problem(client.post("/v1/splits", json=body), 400, "invalid-card")["errors"]
    assert [error["pointer"] for error in errors] == ["/cards/6", "/commission", "/a~1b~0c"]
    assert errors[0]["position"] == 7


@pytest.mark.parametrize(
    "content_type",
    [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "jason", "\u00ff"],
)
def test_content_types(client: Any, content_type: str | None):
    response = client.post("/v1/splits", data=json.dumps({"cards": HAND}), content_type=content_type)
    assert "send application/json" in problem(response, 415, "unsupported-media-type")["detail"]


def test_compressed_bodies(client: Any):
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    response = client.post("/v1/splits", data=b"\x1f\x8b", headers=headers)
    assert "sent compressed" in problem(response, 415, "unsupported-media-type")["detail"]


def test_a_byte_order_mark_does_not_matter(client: Any):
    body = f'\ufeff{{"cards": "{HAND}"}}'.encode()
    assert client.post("/v1/splits", data=body, content_type="application/json").status_code == 200


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "APPLICATION/JSON", "application/ld+json"])
def test_content_types_that_are_json(client: Any, content_type: str):
    assert client.post("/v1/splits", data=json.dumps({"cards": HAND}), content_type=content_type).status_code == 200


def test_a_body_that_is_too_long(client: Any):
    response = client.post("/v1/splits", data="x" * 10_000_000, content_type="application/json")
    assert f"{MOST_BODY_BYTES:,}" in problem(response, 413, "body-too-large")["detail"]
    padded = json.dumps({"cards": HAND}).ljust(MOST_BODY_BYTES)
    assert client.post("/v1/splits", data=padded, content_type="application/json").status_code == 200
    assert client.post("/v1/splits", data=padded + " ", content_type="application/json").status_code == 413


def test_a_post_takes_no_query(client: Any):
    response = client.post(f"/v1/splits?cards={HAND}&x=1", json={"cards": HAND})
    errors = problem(response, 400, "unknown-parameter")["errors"]
    assert [error["value"] for error in errors] == ["cards", "x"]


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/splits/", "/v1//splits", "/v1/split", "/v1/house-ways/", "/\u00e9%00", "/x" * 1500]
)
def test_unknown_addresses(client: Any, path: str):
    problem(client.get(path), 404, "not-found")


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("/v1/splits/", "did you mean /v1/splits?"),
        ("/v1/split", "did you mean /v1/splits?"),
        ("/v1/side_bets", "did you mean /v1/side-bets?"),
        ("/v1/house-ways/", "did you mean /v1/house-ways?"),
        ("/v1/splits?cards=As&houseway=stones", "did you mean house_way?"),
        ("/v1/splits?cards=As&house_way=foxwood", "did you mean foxwoods?"),
        ("/v1/splits?cards=As&banker=dealers", "did you mean dealer?"),
        ("/v1/splits?cards=As&variant=faceup", "did you mean face-up?"),
        ("/v1/drill?kind=twopair", "did you mean two-pair?"),
        ("/v1/side-bets?bet=fortunes", "did you mean fortune?"),
        ("/v1/house-ways/foxwod", "did you mean foxwoods?"),
        ("/problems/invalid-cards", "did you mean invalid-card?"),
    ],
)
def test_misspelt_words_get_a_suggestion(client: Any, path: str, meant: str):
    assert meant in client.get(path).get_json()["detail"]
    assert "did you mean" not in client.get("/v1/splits?cards=As&zzz=1&house_way=qqq").get_json()["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/splits", "GET, HEAD, OPTIONS, POST"),
        ("PUT", "/v1/splits", "GET, HEAD, OPTIONS, POST"),
        ("POST", "/v1/house-ways", "GET, HEAD, OPTIONS"),
        ("FROB", "/livez", "GET, HEAD, OPTIONS"),
    ],
)
def test_methods(client: Any, method: str, path: str, allowed: str):
    response = client.open(path, method=method)
    problem(response, 405, "method-not-allowed")
    assert response.headers["Allow"] == allowed


def test_foreign_house_ways(client: Any):
    for path in ("/v1/house-ways/bellagio", f"/v1/house-ways/bellagio/split?cards={HAND}"):
        body = problem(client.get(path), 404, "unknown-house-way")
        assert "foxwoods, ballys-ac, casino-real, claridge" in body["detail"]
        assert body["errors"][0]["value"] == "bellagio"


def test_house_way_splits_name_their_faults(client: Any):
    response = client.get("/v1/house-ways/foxwoods/split?cards=As+Zz&banker=player")
    errors = problem(response, 400, "invalid-card")["errors"]
    assert [error["code"] for error in errors] == ["invalid-card", "wrong-card-count", "unknown-parameter"]
    for path in ("/v1/house-ways", "/v1/house-ways/foxwoods", "/openapi.yaml", "/openapi.json", "/problems/not-found"):
        problem(client.get(f"{path}?page=2"), 400, "unknown-parameter")


def test_nothing_is_echoed_at_length(client: Any):
    long = "Z" * 3_000
    for response in (
        client.get(f"/v1/splits?cards={long}&{long}=1&house_way={long}&commission={long}"),
        client.get(f"/{long}"),
        client.get(f"/v1/house-ways/{long}"),
        client.get(f"/problems/{long}"),
        client.post("/v1/splits", data="{}", content_type=long),
        client.post("/v1/splits", json={long: long, "cards": [long] * 50, "dead": {long: long}}),
    ):
        assert response.status_code in (400, 404, 415)
        assert "Z" * 41 not in response.get_data(as_text=True)


def test_a_failure_of_ours_is_a_problem_too(
    app: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def fail(_: object) -> None:
        raise ZeroDivisionError("the secret detail")

    monkeypatch.setattr("paigow.web.trainer.settle_bet", fail)
    bet = {"cards": HAND, "low": "Jk As", "dealer": "Ac Ad 9s 5d 4c 3d 2h"}
    response = app.test_client().post("/v1/settle", json=bet)
    body = problem(response, 500, "internal-error")
    assert "secret" not in json.dumps(body)
    assert "secret" in caplog.text


def test_a_readiness_check_that_fails(app: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(routes, "_PINNED_COUNTS", (1, 2, 3))
    assert "counted wrong" in problem(app.test_client().get("/readyz"), 503, "internal-error")["detail"]
