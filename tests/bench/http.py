"""Requests a second over HTTP, as ratios in one run: python -m tests.bench.http

A real server on loopback with two workers, and four client threads with connections kept alive: a small page, one hand
over and over, distinct hands that were never asked, and batches of 1,000 distinct hands.
"""

from __future__ import annotations

import http.client
import json
import random
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from urllib.parse import quote

from service.cards import DECK_SIZE, name_of
from tests.test_server import free_port, wait_until_ready

THREADS = 4
REQUESTS = 1_000


def hands(count: int, seed: int) -> list[str]:
    """Random hands."""
    rng = random.Random(seed)
    return [" ".join(map(name_of, rng.sample(range(DECK_SIZE), 7))) for _ in range(count)]


def requests_a_second(port: int, targets: list[str]) -> tuple[float, float, float]:
    """Requests a second, and the median and 99th percentile of their times in milliseconds."""

    def ask(part: list[str]) -> list[float]:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        times = []
        for target in part:
            start = perf_counter()
            connection.request("GET", target)
            response = connection.getresponse()
            response.read()
            assert response.status == 200
            times.append(perf_counter() - start)
        connection.close()
        return times

    start = perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        times = [time for part in pool.map(ask, [targets[i::THREADS] for i in range(THREADS)]) for time in part]
    rate = len(targets) / (perf_counter() - start)
    percentiles = quantiles(times, n=100)
    return rate, 1000 * percentiles[49], 1000 * percentiles[98]


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


def main() -> None:
    """Measure, and print the ratios."""
    port = free_port()
    paigow = str(Path(sys.executable).with_name("paigow"))
    server = subprocess.Popen([paigow, "serve", "--port", str(port), "--workers", "2"], stderr=subprocess.DEVNULL)
    try:
        wait_until_ready("127.0.0.1", port)
        requests_a_second(port, ["/livez"] * 200)
        constant = requests_a_second(port, ["/v1/house-ways/foxwoods/split?cards=2s3s4s5s6s7s8s"] * REQUESTS)
        repeated = requests_a_second(port, [f"/v1/splits?cards={quote(hands(1, 1)[0])}"] * REQUESTS)
        distinct = requests_a_second(port, [f"/v1/splits?cards={quote(hand)}" for hand in hands(REQUESTS, 2)])
        batch = batch_hands_a_second(port, hands(1_000, 3))
        best_only = batch_hands_a_second(port, hands(1_000, 4), limit=1)
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(30)
    for name, (rate, median, slow) in (("small page", constant), ("repeated", repeated), ("distinct", distinct)):
        print(f"{name:12}{rate:8.0f}/s  p50 {median:6.2f} ms  p99 {slow:6.2f} ms")
    print(f"batch of 1,000 distinct hands    {batch:8.0f} hands/s {batch / distinct[0]:6.2f} x distinct")
    print(f"the same, the best split only    {best_only:8.0f} hands/s {best_only / distinct[0]:6.2f} x distinct")


if __name__ == "__main__":
    main()
