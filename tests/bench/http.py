"""Requests a second over HTTP, as ratios in one run: python -m tests.bench.http

Two real servers on loopback with two workers each and the same gunicorn settings: one answers every request with the
same body, as long as an answer of ours; the other is the service. Clients with connections kept alive ask for one hand
over and over, for distinct hands that were never asked, and for batches of 1,000 distinct hands. Before that they ask
for some thousands, so that the service has been running for a while: its caches are full, and its memory is its own.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from selectors import EVENT_READ, DefaultSelector
from statistics import median, quantiles
from time import perf_counter
from urllib.parse import quote

from paigow.game.cards import DECK_SIZE, name_of
from tests.web.test_server import free_port, wait_until_ready

CLIENTS = 16
KEPT_ALIVE = 25
"""Requests on one connection: a new one goes to either worker, and neither gets the most of them for long."""

REQUESTS = 1_600
ROUNDS = 9
WARMING = 4_000


def hands(count: int, seed: int) -> list[str]:
    """Random hands."""
    rng = random.Random(seed)
    return [" ".join(map(name_of, rng.sample(range(DECK_SIZE), 7))) for _ in range(count)]


class _Connection:
    """One client: a connection kept alive, asking for one target after the other."""

    def __init__(self, port: int, targets: list[str]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.targets = iter(targets)
        self.times: list[float] = []
        self.missing = 0

    def ask(self) -> bool:
        """Send the next request; False where there is none."""
        target = next(self.targets, None)
        if target is not None:
            self.start = perf_counter()
            self.socket.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return target is not None

    def take(self) -> bool:
        """Take what has come; True once the answer is whole."""
        received = self.socket.recv(65_536)
        if not self.missing:
            head, _, received = received.partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            self.missing = int(head.lower().partition(b"content-length: ")[2].split()[0])
        self.missing -= len(received)
        if not self.missing:
            self.times.append(perf_counter() - self.start)
        return not self.missing


class Rate:
    """Requests a second, and the median and 99th percentile of their times in milliseconds.

    All clients are in this one process, so that they take as little as can be of the cores that the servers run on.
    """

    def __init__(self, port: int, targets: list[str]) -> None:
        with DefaultSelector() as selector:
            rest = [targets[first : first + KEPT_ALIVE] for first in range(0, len(targets), KEPT_ALIVE)]
            times: list[float] = []
            start = perf_counter()
            while len(times) < len(targets):
                while rest and len(selector.get_map()) < CLIENTS:
                    client = _Connection(port, rest.pop())
                    client.ask()
                    selector.register(client.socket, EVENT_READ, client)
                for key, _ in selector.select():
                    if key.data.take() and not key.data.ask():
                        times += key.data.times
                        selector.unregister(key.fileobj)
                        key.data.socket.close()
            self.a_second = len(targets) / (perf_counter() - start)
        percentiles = quantiles(times, n=100)
        self.p50, self.p99 = 1000 * percentiles[49], 1000 * percentiles[98]


def batch_hands_a_second(port: int, cards: list[str], **rules: object) -> float:
    """Hands a second in one batch."""
    body = json.dumps({"hands": [{"cards": hand} for hand in cards], **rules})
    start = perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("POST", "/v1/batch", body, {"Content-Type": "application/json"})
    response = connection.getresponse()
    response.read()
    assert response.status == 200
    connection.close()
    return len(cards) / (perf_counter() - start)


@contextmanager
def server(application: str, ready: str, **environment: str) -> Iterator[int]:
    """gunicorn with two workers and the service's settings, on a free port."""
    port = free_port()
    command = [sys.executable, "-m", "gunicorn", "-c", "python:paigow.web.gunicorn_conf", application]
    settings = {**os.environ, "PAIGOW_PORT": str(port), "PAIGOW_WORKERS": "2", **environment}
    process = subprocess.Popen(command, env=settings, stderr=subprocess.DEVNULL)
    try:
        wait_until_ready("127.0.0.1", port, ready)
        yield port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def main() -> None:
    """Measure in rounds, both servers by turns, and print the medians and their ratios."""
    size = str(answer_bytes())
    with (
        server("tests.bench.constant:create_app()", "/v1/splits", BODY_BYTES=size) as constant,
        server("paigow.web:create_app()", "/readyz") as ours,
    ):
        found: dict[str, list[Rate]] = {"constant body": [], "repeated hand": [], "distinct hands": []}
        batches, best_only = [], []
        Rate(constant, ["/v1/splits"] * WARMING)
        Rate(ours, _targets(WARMING, 1))
        repeated = _targets(1, 2)
        for number in range(ROUNDS):
            found["constant body"].append(Rate(constant, ["/v1/splits"] * REQUESTS))
            found["repeated hand"].append(Rate(ours, repeated * REQUESTS))
            found["distinct hands"].append(Rate(ours, _targets(REQUESTS, 3 + number)))
            batches.append(batch_hands_a_second(ours, hands(1_000, 100 + number)))
            best_only.append(batch_hands_a_second(ours, hands(1_000, 200 + number), limit=1))
    yardstick = median(rate.a_second for rate in found["constant body"])
    print(f"bodies of {int(size):,} bytes, {CLIENTS} clients, medians of {ROUNDS} rounds of {REQUESTS:,} requests")
    for name, rates in found.items():
        rate = median(each.a_second for each in rates)
        p50, p99 = median(each.p50 for each in rates), median(each.p99 for each in rates)
        print(f"{name:16}{rate:8.0f}/s{rate / yardstick:7.2f} x constant   p50 {p50:6.2f} ms  p99 {p99:6.2f} ms")
    distinct_rate = median(rate.a_second for rate in found["distinct hands"])
    for name, rates in (("batch of 1,000", batches), ("best split only", best_only)):
        print(f"{name:16}{median(rates):8.0f} hands/s{median(rates) / distinct_rate:7.2f} x distinct")


def _targets(count: int, seed: int) -> list[str]:
    return [f"/v1/splits?cards={quote(hand)}" for hand in hands(count, seed)]


def answer_bytes() -> int:
    """How long an answer of ours is, in the middle of some."""
    from paigow.web import create_app

    client = create_app().test_client()
    return int(median(len(client.get(f"/v1/splits?cards={quote(hand)}").data) for hand in hands(50, 9)))


if __name__ == "__main__":
    main()
