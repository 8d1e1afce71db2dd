"""One uncached analysis against np.bincount, on one core and in one run: python -m tests.bench.analysis

The yardstick is one `np.bincount` with float64 weights over 292,253 elements, as many as there are classes of dealer
hands. Runs of the two alternate, so that a noisy machine disturbs both alike; the medians are compared.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter_ns

import numpy as np

from service.analysis import answer_to, counter
from service.cards import DECK_SIZE, canonical, name_of
from service.dealer.classes import CLASSES
from service.splits import value_splits
from service.table_rules import Question

ROUNDS = 400


def seconds(call: Callable[[], object]) -> float:
    """How long one call takes."""
    start = perf_counter_ns()
    call()
    return (perf_counter_ns() - start) / 1e9


def main() -> None:
    """Measure, and print the ratios."""
    rng = random.Random(1)
    cells = np.random.default_rng(1).integers(0, 484, CLASSES)
    weights = np.random.default_rng(2).random(CLASSES)
    times: dict[str, list[float]] = {"bincount": [], "analysis": [], "kernel alone": []}
    kernel = counter("foxwoods")
    for _ in range(ROUNDS):
        hand = rng.sample(range(DECK_SIZE), 7)
        written = " ".join(map(name_of, hand))
        high, low = value_splits(np.array([canonical(hand)], dtype=np.uint8))
        highs, lows = high[0].tolist(), low[0].tolist()
        times["bincount"].append(seconds(lambda: np.bincount(cells, weights)))
        times["analysis"].append(seconds(lambda: answer_to(Question.read({"cards": written}))))  # noqa: B023
        times["kernel alone"].append(seconds(lambda: kernel.count(hand, highs, lows)))  # noqa: B023
    yardstick = median(times["bincount"])
    for name, found in times.items():
        print(f"{name:14}{1000 * median(found):8.3f} ms{median(found) / yardstick:8.2f} x bincount")


if __name__ == "__main__":
    main()
