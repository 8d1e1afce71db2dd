"""Solves some units on a cluster, kills a worker meanwhile, and compares with solving them here."""

from __future__ import annotations

import os
import signal
from functools import partial

import numpy as np
from distributed import LocalCluster

from paigow.executors import cluster, in_order
from paigow.requests.rules import TableRules
from paigow.whole_game.solver import solve_unit

UNITS = range(6)


def main() -> None:
    """Print whether the sums are the same."""
    work = partial(solve_unit, tuple(TableRules().as_dict().items()))
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as workers,
        cluster(workers.scheduler_address) as executor,
    ):
        there = []
        killed = False
        for sums in in_order(executor, work, UNITS, ahead=4):
            there.append(sums)
            if len(there) == 2:
                victim = next(iter(workers.workers.values()))
                os.kill(victim.pid, signal.SIGKILL)
                killed = True
    here = [work(number) for number in UNITS]
    same = all(
        np.array_equal(a, b)
        for ours, theirs in zip(here, there, strict=True)
        for a, b in zip(ours.arrays().values(), theirs.arrays().values(), strict=True)
    )
    assert killed
    print("a worker was killed:", "the same" if same else "other sums")


if __name__ == "__main__":
    main()
