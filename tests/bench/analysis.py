"""One uncached analysis against np.bincount, on one core and in one run: python -m tests.bench.analysis

The yardstick is one `np.bincount` with float64 weights over 292,253 elements, as many as there are classes of dealer
hands. They take turns, so that a noisy machine disturbs all alike, and the medians are compared: some runs of each in
a row, as in a service that is busy with distinct hands; and an analysis right after a bincount, whose five megabytes
leave the caches with nothing of ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from statistics import median
from time import perf_counter_ns

import numpy as np

from paigow.answers.analysis import answer_to
from paigow.counting.counters import counter
from paigow.dealer.classes import CLASSES
from paigow.game.cards import DECK_SIZE, canonical, name_of
from paigow.game.ranks import STANDARD
from paigow.game.splits import value_splits
from paigow.requests.splits import SplitsRequest

ROUNDS = 40
IN_A_ROW = 10


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
    kernel = counter("foxwoods")

    def bincount() -> object:
        return np.bincount(cells, weights)

    def analysis() -> Callable[[], object]:
        written = " ".join(map(name_of, rng.sample(range(DECK_SIZE), 7)))
        return lambda: answer_to(SplitsRequest.read({"cards": written}))

    def kernel_alone() -> Callable[[], object]:
        hand = rng.sample(range(DECK_SIZE), 7)
        high, low = value_splits(np.array([canonical(hand)], dtype=np.uint8))
        legal = low[0] <= STANDARD.highest_legal_low[high[0]]
        return lambda: kernel.count(hand, high[0, legal], low[0, legal])

    times: dict[str, list[float]] = {"bincount": [], "analysis": [], "kernel alone": [], "analysis, cold": []}
    for _ in range(ROUNDS):
        times["bincount"] += [seconds(bincount) for _ in range(IN_A_ROW)]
        times["analysis"] += [seconds(call) for call in [analysis() for _ in range(IN_A_ROW)]]
        times["kernel alone"] += [seconds(call) for call in [kernel_alone() for _ in range(IN_A_ROW)]]
        for call in [analysis() for _ in range(IN_A_ROW)]:
            bincount()
            times["analysis, cold"].append(seconds(call))
    yardstick = median(times["bincount"])
    for name, found in times.items():
        print(f"{name:16}{1000 * median(found):8.3f} ms{median(found) / yardstick:8.2f} x bincount")


if __name__ == "__main__":
    main()
