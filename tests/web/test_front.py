"""Answers given before go out again as they are, and only those that may."""

from __future__ import annotations

from typing import Any

import pytest
from cachetools import LRUCache
from werkzeug.test import Client

from service.web.front import Front
from service.web.settings import MOST_KEY_CHARACTERS

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
    first, second = (client.get("/v1/splits", query_string={"cards": HAND}) for _ in range(2))
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
    front = client.application
    assert isinstance(front, Front)
    front._given = LRUCache(100_000, getsizeof=front._given.getsizeof)
    for number in range(200):
        client.get("/problems/not-found", headers={"Accept-Language": "x" * 900 + str(number)})
    assert 0 < len(front._given) < 25
    kept = sum(len(given.body) + sum(map(len, key)) for key, given in front._given.items())
    assert kept < front._given.currsize <= 100_000


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
