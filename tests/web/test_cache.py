"""What a worker keeps: by what is asked and not by its spelling, within its room, and worked out once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from threading import Barrier, Thread
from typing import Any

import pytest

from paigow.web.cache import KEPT, cached_content
from paigow.web.limits import CACHED_BYTES, ENTRY_BYTES
from paigow.web.replies import Content, with_etag

HAND = "Jk As Qs Qh Qd 7s 2s"


@pytest.fixture(autouse=True)
def empty() -> Iterator[None]:
    KEPT.clear()
    yield
    KEPT.clear()


@cached_content
def made(_: Hashable, make: Callable[[], Content]) -> Content:
    return make()


def test_what_is_kept_is_bounded_whatever_is_asked(client: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(KEPT, "_Cache__maxsize", 100_000)
    for number in range(200):
        client.get("/v1/side-bets", query_string={"cards": HAND, "bet": "fortune", "dead": "3d"}, headers=[("X", "1")])
        client.get("/v1/splits", query_string={"cards": HAND, "commission": f"0.{number:03}"})
    assert 0 < len(KEPT) < 25
    assert sum(len(content.body) + ENTRY_BYTES for content in KEPT.values()) == KEPT.currsize <= 100_000


def test_what_is_larger_than_all_the_room_is_answered_and_not_kept():
    large = Content(b"x" * CACHED_BYTES, "x")
    assert made("large", lambda: large) is large
    assert "large" not in KEPT


def test_what_cannot_be_made_is_not_kept_and_not_waited_for():
    def fail() -> Content:
        raise ValueError

    for _ in range(2):
        with pytest.raises(ValueError):  # noqa: PT011
            made("failing", fail)
    assert made("failing", lambda: with_etag(b"made")).body == b"made"


def test_who_asks_for_the_same_waits_and_who_asks_for_another_thing_does_not():
    """The first one to make "slow" waits until "quick" is there, which another thread makes meanwhile."""
    both, makers = Barrier(2), []

    def slow() -> Content:
        makers.append("slow")
        both.wait(timeout=10)
        return with_etag(b"slow")

    def quick() -> Content:
        both.wait(timeout=10)
        return with_etag(b"quick")

    asking: list[tuple[str, Callable[[], Content]]] = [*[("slow", slow)] * 8, ("quick", quick)]
    threads = [Thread(target=made, args=args) for args in asking]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
        assert not thread.is_alive()
    assert makers == ["slow"]


@pytest.mark.parametrize(
    ("path", "spellings"),
    [
        ("/v1/splits", [{"cards": HAND}, {"cards": "2s7sQdQhQsAsJk", "commission": ".05"}]),
        ("/v1/grade", [{"cards": HAND, "low": "Jk As"}, {"cards": "2s7sQdQhQsAsJk", "low": "as jk"}]),
        ("/v1/side-bets", [{"cards": HAND}, {"cards": "2s7sQdQhQsAsJk", "lang": "en"}]),
        ("/v1/drill", [{"seed": "7"}, {"seed": " 7", "commission": "0.050"}]),
        ("/v1/house-ways/stones", [{}, {"lang": "EN"}]),
    ],
)
def test_spellings_share_an_answer(client: Any, path: str, spellings: list[dict[str, str]]):
    answers = [client.get(path, query_string=query) for query in spellings]
    assert len({answer.data for answer in answers}) == 1
    assert len({answer.headers["ETag"] for answer in answers}) == 1
    assert len(KEPT) == 1


def test_a_post_and_a_get_share_an_answer(client: Any):
    for path, asked in (("/v1/splits", {"cards": HAND}), ("/v1/grade", {"cards": HAND, "low": "Jk As"})):
        assert client.get(path, query_string=asked).data == client.post(path, json=asked).data
    assert len(KEPT) == 2


def test_other_house_ways_and_languages_have_answers_of_their_own(client: Any):
    for way in ("stones", "flamingo"):
        for lang in ("en", "es"):
            assert client.get(f"/v1/house-ways/{way}?lang={lang}").get_json()["id"] == way
    assert len(KEPT) == 4
