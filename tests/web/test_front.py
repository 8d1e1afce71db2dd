"""Answers given before go out again as they are, and only those that may."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import Client

from paigow.web.front import KEPT_HEADERS, Front
from paigow.web.settings import MOST_KEY_CHARACTERS
from paigow.web.store import Store

HAND = "Jk As Qs Qh Qd 7s 2s"


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def client(app: Any, asked: list[str]) -> Client:
    """A client of a front of its own, behind which the requests that reach the application are noted."""
    application = app.wsgi_app._application

    def noted(environ: dict[str, Any], start_response: Any) -> Any:
        asked.append(f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}")
        return application(environ, start_response)

    return Client(Front(noted))


def test_the_same_request_gets_the_same_answer_from_memory(client: Client, asked: list[str]):
    first, second = (client.get("/v1/drill", query_string={"seed": "7"}) for _ in range(2))
    assert (first.status, first.data, list(first.headers)) == (second.status, second.data, list(second.headers))
    assert first.headers["ETag"]
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("path", "query", "headers"),
    [
        ("/v1/splits", {"cards": "As"}, {}),  # an error
        ("/nowhere", {}, {}),
        ("/readyz", {}, {}),  # the state of this moment
        ("/v1/deal", {}, {}),  # another deal every time
        ("/v1/splits", {"cards": HAND}, {"If-None-Match": '"x"'}),
        ("/v1/splits", {"cards": HAND}, {"Transfer-Encoding": "chunked"}),
        ("/v1/splits", {"cards": HAND + " " * MOST_KEY_CHARACTERS}, {}),
    ],
)
def test_what_may_not_be_kept_is_asked_anew(
    client: Client, asked: list[str], path: str, query: dict[str, str], headers: dict[str, str]
):
    for _ in range(2):
        client.get(path, query_string=query, headers=headers)
    assert len(asked) == 2


def test_what_is_kept_is_bounded_whatever_is_asked(client: Client, monkeypatch: pytest.MonkeyPatch):
    small = Store(100_000)
    monkeypatch.setattr("paigow.web.front.answers", small)
    monkeypatch.setattr("paigow.web.answers.answers", small)
    for number in range(200):
        client.get("/problems/not-found", headers={"Accept-Language": "x" * 900 + str(number)})
        client.get("/v1/splits", query_string={"cards": HAND, "commission": f"0.{number:03}"})
    assert 0 < len(small._kept) < 25
    kept = sum(size for _, size in small._kept.values())
    assert kept == small._kept.currsize <= 100_000
    small.keep("too long", b"", 100_000)
    assert small.get("too long") is None


def test_what_is_kept_answers_no_header_of_one_request(client: Client, asked: list[str]):
    private = {"Origin": "https://a.example", "Access-Control-Request-Private-Network": "true"}
    for path, query in (("/v1/drill", {"seed": "991"}), ("/v1/splits", {"cards": HAND, "lang": "en"})):
        first = client.get(path, query_string=query, headers=private)
        plain = client.get(path, query_string=query)
        assert list(first.headers) == list(plain.headers)
        assert not [name for name, _ in plain.headers if "Private" in name]
        assert {name.lower() for name, _ in plain.headers} <= KEPT_HEADERS
    assert len(asked) == 2, "the others are kept"


def test_other_methods_and_languages_are_other_requests(client: Client, asked: list[str]):
    query = {"cards": HAND, "limit": 1}
    english = client.get("/v1/splits", query_string=query)
    spanish = client.get("/v1/splits", query_string=query, headers={"Accept-Language": "es"})
    assert english.data != spanish.data
    assert client.head("/v1/splits", query_string=query).data == b""
    assert client.post("/v1/splits", json=query).data == english.data
    assert (
        client.get("/v1/splits", query_string=query, headers={"If-None-Match": english.headers["ETag"]}).status_code
        == 304
    )
    assert len(asked) == 5
    assert client.get("/v1/splits", query_string=query).data == english.data
    assert len(asked) == 5


ASKED_DIRECTLY: list[tuple[dict[str, Any], dict[str, str]]] = [
    ({"cards": HAND}, {}),
    ({"cards": "Kh Kd 7s 7c 4h 3d 2s", "house_way": "stones", "variant": "ez", "dead": "9s,9h"}, {}),
    ({"cards": "10\u2660 Kd Qs 7c 4h 3d 2s", "lang": "es", "limit": "2"}, {}),
    ({"cards": "Ts Kd Qs 7c 4h 3d 2s", "fouls": "false"}, {"Accept-Language": "fr, es-MX;q=0.8"}),
    ({"cards": "Ts Kd Qs 7c 4h 3d 2s", "dealer": "Js Jd 3s 4c 5h 6d 9s"}, {"Accept-Language": "de"}),
    ({"cards": ["As", "Kd", "Qs", "7c", "4h", "3d", "2s"]}, {}),
]


@pytest.mark.parametrize(("query", "headers"), ASKED_DIRECTLY)
def test_hands_are_answered_without_the_framework_and_just_the_same(
    app: Any, client: Client, asked: list[str], query: dict[str, Any], headers: dict[str, str]
):
    for lang in ("en", "es"):
        client.get("/v1/splits", query_string={"cards": HAND, "lang": lang, "limit": "1"})
        client.get("/v1/splits", query_string={"cards": HAND, "limit": "1"}, headers={"Accept-Language": lang})
    assert len(asked) == 4
    direct = client.get("/v1/splits", query_string=query, headers=headers)
    assert len(asked) == 4
    through = Client(app.wsgi_app._application).get("/v1/splits", query_string=query, headers=headers)
    assert (direct.status, direct.data, list(direct.headers)) == (through.status, through.data, list(through.headers))
    assert direct.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("query", [{}, {"cards": "As As"}, {"cards": HAND, "hand": "1"}, {"cards": HAND, "lang": "xx"}])
def test_faults_are_told_by_the_application(client: Client, asked: list[str], query: dict[str, str]):
    client.get("/v1/splits", query_string={"cards": HAND})
    answer = client.get("/v1/splits", query_string=query)
    assert answer.status_code == 400
    assert answer.content_type == "application/problem+json"
    assert len(asked) == 2


def test_a_failure_is_told_by_the_application(client: Client, monkeypatch: pytest.MonkeyPatch):
    client.get("/v1/splits", query_string={"cards": HAND})

    def fail(_: Any) -> Any:
        raise RuntimeError("a failure")

    monkeypatch.setattr("paigow.web.direct.splits_answer", fail)
    monkeypatch.setattr("paigow.web.routes.splits_answer", fail)
    answer = client.get("/v1/splits", query_string={"cards": HAND, "limit": "3"})
    assert answer.status_code == 500
    assert answer.json["code"] == "internal-error"
