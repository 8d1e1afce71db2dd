"""Bodies as long as they may be and as bad as they can be: refused with little work and little memory."""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import subprocess
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from paigow.faults import MOST_FAULTS
from paigow.game.cards import DECK_SIZE, name_of
from paigow.web.limits import MOST_BATCH_FAULTS, MOST_BODY_BYTES
from tests.web.test_server import JSON, PAIGOW, ask, free_port, wait_until_ready

HAND = "Jk As Qs Qh Qd 7s 2s"
ROOM = MOST_BODY_BYTES - 1000


def filled(start: str, item: str, end: str) -> str:
    """As many items between start and end as there is room for."""
    return start + ",".join([item] * (ROOM // (len(item) + 1))) + end


def names(count: int, last: str = "") -> str:
    pairs = [f'"n{number}": 0' for number in range(count)]
    return "{" + ", ".join([*pairs, *([f'"{last}": 0'] if last else [])]) + "}"


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def batch(hand: str) -> str:
    """A batch of a thousand bad hands, each about as long as there is room for."""
    return json.dumps({"hands": [{"cards": hand[:980]}] * 1_000})


BODIES = {
    "names that repeat at the end": names(70_000, last="n69999"),
    "names that repeat in a thousand objects": filled('{"hands": [', '{"a": 1, "b": 2, "a": 3}', "]}"),
    "unknown names": names(80_000),
    "a text of bad cards": json.dumps({"cards": "x " * (ROOM // 2)}),
    "three texts of bad cards": json.dumps(dict.fromkeys(("cards", "dead", "dealer"), "x " * (ROOM // 6))),
    "bad cards without separators": json.dumps({"cards": "As" * (ROOM // 2)}),
    "symbols": json.dumps({"cards": "♠" * (ROOM // 3)}, ensure_ascii=False),
    "a list of bad cards": filled('{"cards": [', '"x"', "]}"),
    "a list of lists": filled('{"cards": [', "[]", "]}"),
    "a list of numbers": filled('{"dead": [', "0.1", f'], "cards": "{HAND}"}}'),
    "a list of long texts": filled('{"cards": [', f'"{"x " * 450}"', "]}"),
    "a deep list": f'{{"cards": {nested(500_000)}}}',
    "a list as deep as is read": f'{{"cards": {nested(900)}, "house_way": {nested(900)}, "x": {nested(900)}}}',
    "deep objects": '{"a":' * 900 + "1" + "}" * 900,
    "long values": json.dumps(dict.fromkeys(("house_way", "variant", "commission", "push"), "v" * (ROOM // 5))),
    "a long name": json.dumps({"n" * ROOM: 1}),
    "blanks": json.dumps({"cards": HAND, "house_way": " " * ROOM}),
    "a huge integer": f'{{"limit": {"9" * ROOM}}}',
    "a huge fraction": f'{{"commission": 0.{"9" * ROOM}}}',
    "many large integers": filled('{"limit": [', "9" * 4_000, "]}"),
    "an endless exponent": f'{{"commission": 1e{"9" * 4_000}}}',
    "too many hands": filled('{"hands": [', "{}", "]}"),
    "too many hands, but not too many objects": filled('{"hands": [', '{"cards": "' + "x" * 40 + '"}', "]}"),
    "deep hands": f'{{"hands": [{",".join([nested(480)] * 1_000)}]}}',
}
BATCHES = {
    "hands of bad cards": batch("x " * 500),
    "hands of a list of bad cards": json.dumps({"hands": [{"cards": ["x"] * 200}] * 1_000}),
    "hands with unknown names": json.dumps({"hands": [{f"n{n}": n for n in range(80)}] * 1_000}),
    "hands that are none": json.dumps({"hands": ["x" * 1_000] * 1_000}),
    "hands with everything wrong": json.dumps(
        {"hands": [{"cards": "x", "dead": "y", "house_way": "z", "banker": "b", "push": "p", "q": 1}] * 1_000}
    ),
    "hands of many lists": f'{{"hands": [{",".join([nested(18)] * 1_000)}]}}',
}


HEAVIEST = (
    "hands of a list of bad cards",
    "hands with unknown names",
    "hands with everything wrong",
    "hands of many lists",
    "unknown names",
    "a list of numbers",
    "many large integers",
    "too many hands, but not too many objects",
    "deep hands",
)
"""Those that take the most memory."""


def path_of(body: str) -> str:
    return "/v1/batch" if body.startswith('{"hands"') else "/v1/splits"


def good_batch() -> str:
    rng = random.Random(4)
    hands = [{"cards": " ".join(map(name_of, rng.sample(range(DECK_SIZE), 7)))} for _ in range(1_000)]
    return json.dumps({"hands": hands})


def test_the_bodies_are_as_long_as_is_taken():
    for body in (*BODIES.values(), *BATCHES.values()):
        assert len(body.encode()) <= MOST_BODY_BYTES


@pytest.fixture(scope="module")
def yardstick(app: Any) -> float:
    """The processor time of a batch of a thousand good hands."""
    client = app.test_client()
    times = []
    for _ in range(3):
        start = time.process_time()
        assert client.post("/v1/batch", data=good_batch(), content_type="application/json").status_code == 200
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*BODIES, *BATCHES])
def test_they_take_less_work_than_three_batches_of_good_hands(client: Any, yardstick: float, name: str):
    body = (BODIES | BATCHES)[name]
    start = time.process_time()
    response = client.post(path_of(body), data=body, content_type="application/json")
    took = time.process_time() - start
    if name in BATCHES:
        results = response.get_json()["results"]
        assert {result["status"] for result in results} == {400}
        assert sum(len(result["errors"]) for result in results) <= MOST_BATCH_FAULTS + len(results)
        assert len(response.data) < 1_500_000
    else:
        assert response.status_code == 400
        problem = response.get_json()
        assert 1 <= len(problem["errors"]) <= MOST_FAULTS
        assert len(response.data) < 40_000
    assert took < 3 * yardstick


def peak_megabytes(master: int) -> float:
    """The most memory that a worker has had so far, of a master process."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    peaks = [Path(f"/proc/{child}/status").read_text().split("VmHWM:")[1].split()[0] for child in children]
    return max(map(int, peaks)) / 1024


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="memory is read from /proc")
def test_sixteen_at_once_take_less_than_400_megabytes():
    port = free_port()
    command = [PAIGOW, "serve", "--port", str(port), "--workers", "1"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = ("127.0.0.1", port)
    try:
        wait_until_ready(*address)
        with ThreadPoolExecutor(16) as pool:
            for name in HEAVIEST:
                body = (BODIES | BATCHES)[name]
                sent = body.encode()
                asked = [pool.submit(ask, address, "POST", path_of(body), sent, JSON) for _ in range(16)]
                answers = [each.result()[0] for each in asked]
                assert {*answers} <= {200, 400}
        assert peak_megabytes(process.pid) < 400
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def test_the_hundredth_fault_says_that_there_are_more(client: Any):
    def faults(body: Any) -> list[dict[str, Any]]:
        errors: list[dict[str, Any]] = client.post("/v1/splits", json=body).get_json()["errors"]
        return errors

    found = faults({"cards": "x " * 300})
    assert len(found) == MOST_FAULTS
    assert "reading ends here: cards has more" in found[-1]["detail"]
    found = faults({"cards": ["x"] * 300})
    assert len(found) == MOST_FAULTS
    assert "reading ends here: cards has more" in found[-1]["detail"]
    found = faults({f"n{number}": 1 for number in range(300)})
    assert len(found) == MOST_FAULTS
    assert "there are more faults, which are not listed" in found[-1]["detail"]
    found = faults({"cards": "x " * 100})
    assert [error["code"] for error in found[-2:]] == ["invalid-card", "invalid-card"]
    found = faults({"cards": f"{HAND} " + " " * 1_000})
    assert [error["detail"] for error in found] == ["cards has 1,021 characters; it is not read beyond 1,000"]
    found = faults({"cards": HAND, "dead": " " * 2_001})
    assert [error["detail"] for error in found] == ["dead has 2,001 characters; it is not read beyond 2,000"]
    found = faults({"cards": [""] * 1_001})
    assert "1,001 items" in found[0]["detail"]


def test_nothing_long_is_kept_for_the_next_time(client: Any):
    """Suggestions are kept, and rules that were read; what somebody sent at length is not."""
    tracemalloc.start()
    try:
        for number in range(40):
            long = f"{number}" + "v" * 100_000
            client.post("/v1/splits", json={"cards": HAND, "house_way": long, "banker": long, long: 1})
            client.post("/v1/splits", json={"cards": HAND, "house_way": "foxwoods" + " " * 100_000})
            client.get(f"/v1/{'x' * 3_000}{number}")
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] < 2_000_000
    finally:
        tracemalloc.stop()


def test_lists_of_what_there_is_are_given_once(client: Any):
    text = client.post("/v1/splits", json={"a": 1, "b": 2, "house_way": "x", "cards": HAND}).get_data(as_text=True)
    assert text.count("there are: cards") == 2, "in the detail of all, and in the first fault's own"
    hands = [{"cards": HAND, "a": 1}, {"cards": HAND, "b": 1, "house_way": "x"}, {"cards": HAND, "house_way": "y"}]
    text = client.post("/v1/batch", json={"hands": hands}).get_data(as_text=True)
    assert text.count("there are: cards") == 2
    assert text.count("there are: foxwoods") == 2


def test_a_good_hand_among_many_bad_ones_is_answered(client: Any):
    hands = [{"cards": "x " * 400}] * 30 + [{"cards": HAND, "limit": 1}]
    results = client.post("/v1/batch", json={"hands": hands}).get_json()["results"]
    assert [len(result.get("errors", ())) for result in results] == [100] * 10 + [1] * 20 + [0]
    assert results[-1]["splits"][0]["rank"] == 1
    assert results[20]["errors"][0]["detail"].endswith("(reading ends here: cards has more, which may be faulty, too)")
