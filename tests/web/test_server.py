"""A real gunicorn, from outside: `PAIGOW_URL` may name any running service; otherwise one is started on a free port."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from select import select
from urllib.parse import quote, urlsplit

import pytest

import paigow
from paigow.web import gunicorn_conf

pytestmark = pytest.mark.slow

HAND = "Jk As Qs Qh Qd 7s 2s"
PAIGOW = str(Path(sys.executable).with_name("paigow"))
PATIENCE_SECONDS = 90


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(host: str, port: int, path: str = "/readyz") -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        try:
            if ask((host, port), "GET", path)[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the service did not become ready")


@dataclass(frozen=True)
class Served:
    """Where a service listens; and its master process, where we started it."""

    address: tuple[str, int]
    master: int | None = None


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    if url := os.environ.get("PAIGOW_URL"):
        parts = urlsplit(url)
        yield Served((parts.hostname or "", parts.port or 80))
        return
    port = free_port()
    command = [PAIGOW, "serve", "--port", str(port), "--workers", "2"]
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL, env={**os.environ, "PAIGOW_PATIENCE": "2"})
    try:
        wait_until_ready("127.0.0.1", port)
        yield Served(("127.0.0.1", port), server.pid)
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0, "SIGTERM is an orderly end"


@pytest.fixture
def address(served: Served) -> tuple[str, int]:
    return served.address


def ask(
    address: tuple[str, int],
    method: str,
    target: str,
    body: bytes | Iterable[bytes] | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection(*address, timeout=30)
    try:
        chunked = body is not None and not isinstance(body, bytes)
        connection.request(method, target, body, headers or {}, encode_chunked=chunked)  # type: ignore[arg-type]
        response = connection.getresponse()
        return response.status, dict(response.headers), response.read()
    finally:
        connection.close()


JSON = {"Content-Type": "application/json"}


def test_the_best_split(address: tuple[str, int]):
    status, headers, body = ask(address, "GET", f"/v1/splits?house_way=trump-plaza&cards={quote(HAND)}")
    assert status == 200
    assert json.loads(body)["splits"][0]["wins"] == 52_494_721
    again = ask(
        address,
        "GET",
        f"/v1/splits?house_way=trump-plaza&cards={quote(HAND)}",
        headers={"If-None-Match": headers["ETag"]},
    )
    assert (again[0], again[2]) == (304, b"")
    posted = ask(address, "POST", "/v1/splits", json.dumps({"cards": HAND, "house_way": "trump-plaza"}).encode(), JSON)
    assert posted[2] == body


@pytest.mark.skipif(sys.platform != "linux", reason="the workers are read from /proc")
def test_both_workers_answer_and_give_the_same_bytes(served: Served):
    """Each of them answers while the other one is stopped."""
    if served.master is None:
        return  # somebody else's service: its processes are not ours to stop
    deadline = time.monotonic() + PATIENCE_SECONDS
    workers: list[int] = []
    while len(workers) < 2:  # one of them is enough to be ready
        assert time.monotonic() < deadline
        workers = [*map(int, Path(f"/proc/{served.master}/task/{served.master}/children").read_text().split())]
    bodies = set()
    for stopped in workers:
        os.kill(stopped, signal.SIGSTOP)
        try:
            status, _, body = ask(served.address, "GET", f"/v1/splits?cards={quote(HAND)}")
        finally:
            os.kill(stopped, signal.SIGCONT)
        assert status == 200
        bodies.add(body)
    assert len(bodies) == 1


def test_a_body_of_ten_megabytes_gets_its_answer(address: tuple[str, int]):
    for _ in range(3):
        status, _, body = ask(address, "POST", "/v1/splits", b"x" * 10_000_000, JSON)
        assert (status, json.loads(body)["code"]) == (413, "body-too-large")


def test_a_chunked_body_too(address: tuple[str, int]):
    headers = {**JSON, "Transfer-Encoding": "chunked"}
    status, _, body = ask(address, "POST", "/v1/splits", (b"y" * 65_536 for _ in range(100)), headers)
    assert (status, json.loads(body)["code"]) == (413, "body-too-large")
    small = iter([json.dumps({"cards": HAND}).encode()])
    assert ask(address, "POST", "/v1/splits", small, headers)[0] == 200


def test_a_refused_request_with_a_long_body_gets_its_answer(address: tuple[str, int]):
    for method, target, headers, status in (
        ("POST", "/v1/splits", {"Content-Type": "text/plain"}, 415),
        ("POST", "/nothing", JSON, 404),
        ("PUT", "/v1/splits", JSON, 405),
    ):
        assert ask(address, method, target, b"z" * 5_000_000, headers)[0] == status


def test_a_request_line_of_4000_characters_reaches_the_service(address: tuple[str, int]):
    target = "/v1/splits?cards=" + "Z" * (4000 - len("GET /v1/splits?cards= HTTP/1.1"))
    status, headers, body = ask(address, "GET", target)
    assert (status, headers["Content-Type"]) == (400, "application/problem+json")
    assert json.loads(body)["code"] == "invalid-card"
    assert ask(address, "GET", "/v1/splits?cards=" + "Z" * 9000)[0] in (400, 414)


@pytest.mark.parametrize(
    ("method", "target", "body", "headers", "status"),
    [
        ("GET", "/v1/splits", None, {}, 400),
        ("GET", "/v1/splits?cards=%FF%FE", None, {}, 400),
        ("GET", "/v1/splits?cards=As&cards=%00", None, {}, 400),
        ("GET", "/%ff%fe", None, {}, 404),
        ("GET", "/nothing", None, {}, 404),
        ("DELETE", "/v1/splits", None, {}, 405),
        ("POST", "/v1/splits", b'{"cards": "\\ud800"}', JSON, 400),
        ("POST", "/v1/splits", b"\xff", JSON, 400),
        ("POST", "/v1/splits", b"[" * 100_000, JSON, 400),
        ("POST", "/v1/splits", b"", JSON, 400),
        ("POST", "/v1/splits", b"{}", {}, 415),
        ("POST", "/v1/splits", b"cards=As", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ("POST", "/v1/splits", b'{"cards": NaN}', JSON, 400),
    ],
)
def test_bad_input_is_answered_and_the_service_goes_on(
    address: tuple[str, int], method: str, target: str, body: bytes | None, headers: dict[str, str], status: int
):
    found, sent, content = ask(address, method, target, body, headers)
    assert (found, sent["Content-Type"]) == (status, "application/problem+json")
    assert json.loads(content)["errors"]
    assert ask(address, "GET", f"/v1/splits?cards={quote(HAND)}")[0] == 200


def test_a_body_that_ends_early(address: tuple[str, int]):
    body = json.dumps({"cards": HAND}).encode()
    with socket.create_connection(address, timeout=30) as connection:
        head = "POST /v1/splits HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n"
        connection.sendall(head.encode() + body)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"ends early" in answer


@pytest.mark.parametrize(
    "chunks",
    [b"zz\r\n", b"-5\r\nabc", b"\r\n", b'5\r\n{"a":\r\nQ\r\n', b'5\r\n{"a":XX3\r\n1}\r\n0\r\n\r\n', b"5\r\nab"],
)
@pytest.mark.parametrize(("line", "status"), [("POST /v1/splits", 400), ("PUT /v1/splits", 405), ("POST /nope", 404)])
def test_malformed_chunks(address: tuple[str, int], chunks: bytes, line: str, status: int):
    head = f"{line} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    with socket.create_connection(address, timeout=30) as connection:
        connection.sendall(head.encode() + chunks)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert b"application/problem+json" in answer


def body_on(connection: socket.socket) -> bytes:
    """The whole body of the answer that comes: its head may come alone."""
    with http.client.HTTPResponse(connection) as response:
        response.begin()
        return response.read()


def test_clients_that_stall_lose_their_connections_and_no_one_waits_for_long(address: tuple[str, int]):
    stalled = [socket.create_connection(address) for _ in range(80)]
    try:
        for number, connection in enumerate(stalled):
            half_body = (
                b"POST /v1/splits HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
            )
            connection.sendall(half_body if number % 2 else b"GET /livez HT")
        assert ask(address, "GET", "/livez")[0] == 200
        stalled[1].settimeout(60)
        assert b"did not come in time" in body_on(stalled[1])
    finally:
        for connection in stalled:
            connection.close()


def test_silent_connections_keep_no_one_waiting(address: tuple[str, int]):
    """Three times as many as there are threads; with a thread for each, the answers would take many seconds."""
    silent = [socket.create_connection(address) for _ in range(96)]
    try:
        for _ in range(20):
            connection = http.client.HTTPConnection(*address, timeout=4)
            connection.request("GET", "/livez")
            assert connection.getresponse().status == 200
            connection.close()
    finally:
        for connection in silent:
            connection.close()


def test_a_connection_is_kept_for_the_next_request(address: tuple[str, int]):
    connection = http.client.HTTPConnection(*address, timeout=30)
    connection.connect()
    first = connection.sock
    for method, body in [("GET", None), ("POST", json.dumps({"cards": HAND}).encode())] * 20:
        connection.request(method, f"/v1/splits{'?cards=' + quote(HAND) if body is None else ''}", body, JSON)
        response = connection.getresponse()
        assert response.status == 200
        assert json.loads(response.read())["dealer_hands"] == 53_524_680
        assert connection.sock is first
    connection.close()


def test_a_body_that_stalls_is_waited_for_once(address: tuple[str, int]):
    """Its answer comes before a second wait of two seconds would end."""
    with socket.create_connection(address) as stalled, socket.create_connection(address) as chunked:
        head = b"POST /v1/splits HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        stalled.sendall(head + b"Content-Length: 100\r\n\r\n{}")
        chunked.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n")
        assert select([stalled, chunked], [], [], 30)[0]
        stalled.settimeout(1.9)
        chunked.settimeout(1.9)
        assert b"did not come in time" in body_on(stalled)
        assert b"did not come in time" in body_on(chunked)


def test_a_client_that_goes_away_harms_no_one(address: tuple[str, int]):
    for _ in range(5):
        with socket.create_connection(address) as half:
            half.sendall(
                b"POST /v1/splits HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
            )
    assert ask(address, "GET", "/livez")[0] == 200


def test_the_installed_package_is_served_whatever_lies_in_the_folder(tmp_path: Path):
    (tmp_path / "paigow").mkdir()
    for name in ("paigow/__init__.py", "service.py", "click.py", "gunicorn.py", "flask.py"):
        (tmp_path / name).write_text("raise SystemExit('the wrong module')\n")
    port = free_port()
    command = [PAIGOW, "serve", "--port", str(port), "--workers", "1"]
    server = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    try:
        wait_until_ready("127.0.0.1", port)
        assert ask(("127.0.0.1", port), "GET", f"/v1/splits?cards={quote(HAND)}")[0] == 200
    finally:
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=30)
    assert errors.startswith("machine code: ")
    assert server.returncode == 0


def test_an_operators_house_ways(tmp_path: Path):
    stones = (Path(paigow.__file__).parent / "house_ways" / "stones.toml").read_text()
    (tmp_path / "mine.toml").write_text(stones.replace('id = "stones"', 'id = "mine"'))
    (tmp_path / "typo.toml").write_text(stones.replace('id = "stones"', 'id = "typo"').replace("KEEP", "KEPT", 1))
    port = free_port()
    command = [PAIGOW, "serve", "--port", str(port), "--workers", "1", "--house-ways", str(tmp_path)]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        wait_until_ready("127.0.0.1", port)
        listed = json.loads(ask(("127.0.0.1", port), "GET", "/v1/house-ways")[2])["house_ways"]
        assert listed[-1]["id"] == "mine"
        for target in (f"/v1/splits?house_way=mine&cards={quote(HAND)}", "/v1/house-ways/mine", "/readyz"):
            assert ask(("127.0.0.1", port), "GET", target)[0] == 200
        assert ask(("127.0.0.1", port), "GET", "/v1/house-ways/typo")[0] == 404
    finally:
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=30)
    line = 1 + stones[: stones.index("KEEP")].count("\n")
    assert f'skipped: {tmp_path / "typo.toml"}:{line}: one-pair: unknown front "KEPT"' in errors


@pytest.mark.skipif(sys.platform != "linux", reason="a policy of Linux")
def test_workers_are_scheduled_as_batch_work_where_that_is_allowed(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "sched_setscheduler", lambda pid, policy, _: asked.append((pid, policy)))
    gunicorn_conf.post_fork(None, None)
    assert asked == [(0, os.SCHED_BATCH)]

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    gunicorn_conf.post_fork(None, None)
