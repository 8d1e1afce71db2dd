"""Plain GETs of the splits go past the web framework, and get just the same reply."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from paigow.web.shortcut import Shortcut

HAND = "Jk As Qs Qh Qd 7s 2s"


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def client(app: Any, asked: list[str]) -> Client:
    """A client of a shortcut of its own, behind which the requests that reach the application are noted."""
    application = app.wsgi_app.application

    def noted(environ: dict[str, Any], start_response: Any) -> Any:
        asked.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}")
        return application(environ, start_response)

    return Client(Shortcut(noted))


PLAIN: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"cards": HAND}, {}),
    ({"cards": "Kh Kd 7s 7c 4h 3d 2s", "house_way": "stones", "variant": "ez", "dead": "9s,9h"}, {}),
    ({"cards": "10\u2660 Kd Qs 7c 4h 3d 2s", "lang": "es", "limit": "2"}, {}),
    ({"cards": "Ts Kd Qs 7c 4h 3d 2s", "fouls": "false"}, {"Accept-Language": "fr, es-MX;q=0.8"}),
    ({"cards": "Ts Kd Qs 7c 4h 3d 2s", "dealer": "Js Jd 3s 4c 5h 6d 9s"}, {"Accept-Language": "de"}),
    ({"cards": ["As", "Kd", "Qs", "7c", "4h", "3d", "2s"]}, {}),
    ({}, {}),
    ({"cards": "As As"}, {"Accept-Language": "es"}),
    ({"cards": HAND, "hand": "1"}, {}),
    ({"cards": HAND, "lang": "xx"}, {}),
    ({"cards": HAND, "house_way": "nobodys"}, {}),
]


@pytest.mark.parametrize(("query", "headers"), PLAIN)
def test_plain_requests_never_reach_the_framework_and_get_the_same_reply(
    app: Any, client: Client, asked: list[str], query: dict[str, Any], headers: dict[str, str]
):
    direct = client.get("/v1/splits", query_string=query, headers=headers)
    assert asked == []
    through = Client(app.wsgi_app.application).get("/v1/splits", query_string=query, headers=headers)
    assert (direct.status, direct.data, list(direct.headers)) == (through.status, through.data, list(through.headers))
    assert direct.headers["Access-Control-Allow-Origin"] == "*"
    assert direct.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/nowhere", {}),
        ("GET", "/v1/splits/", {}),
        ("HEAD", "/v1/splits", {}),
        ("OPTIONS", "/v1/splits", {}),
        ("GET", "/v1/splits", {"If-None-Match": '"x"'}),
        ("GET", "/v1/splits", {"Transfer-Encoding": "chunked"}),
    ],
)
def test_everything_else_is_the_applications(
    client: Client, asked: list[str], method: str, path: str, headers: dict[str, str]
):
    client.open(path, method=method, query_string={"cards": HAND}, headers=headers)
    assert len(asked) == 1
    client.get("/v1/splits", query_string={"cards": HAND}, data=b"a body")
    assert len(asked) == 2


def test_bodies_are_the_applications_and_answer_the_same(client: Client, asked: list[str]):
    query = {"cards": HAND, "limit": 1}
    posted = client.post("/v1/splits", json=query)
    assert len(asked) == 1
    plain = client.get("/v1/splits", query_string=query)
    assert posted.data == plain.data
    own = {"ETag", "Cache-Control"}
    assert {*plain.headers} - {*posted.headers} == {(name, plain.headers[name]) for name in own}
    assert not {name for name, _ in posted.headers} & own


def test_no_header_of_one_request_is_in_another_ones_answer(client: Client):
    private = {"Origin": "https://a.example", "Access-Control-Request-Private-Network": "true"}
    for path, query in (("/v1/drill", {"seed": "991"}), ("/v1/splits", {"cards": HAND, "lang": "en"})):
        first = client.get(path, query_string=query, headers=private)
        plain = client.get(path, query_string=query)
        assert list(first.headers) == list(plain.headers)
        assert not [name for name, _ in plain.headers if "Private" in name]


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_failure_is_a_problem_on_either_way(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, method: str
):
    def fail(_: Any) -> Any:
        raise RuntimeError("a secret of the failure")

    monkeypatch.setattr("paigow.web.splits.answer_to", fail)
    asked = {"cards": "9s 8h 7d 6c 4s 3h Jk", "limit": "3"}
    answer = client.open("/v1/splits", method=method, **{"query_string" if method == "GET" else "json": asked})
    assert answer.status_code == 500
    assert answer.json["code"] == "internal-error"
    assert "secret" not in answer.text
    assert "a secret of the failure" in caplog.text
