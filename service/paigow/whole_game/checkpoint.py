"""Runs the units of the whole game, here or on a cluster. An interrupted run goes on where it stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from time import monotonic

import numpy as np
import numpy.typing as npt

from paigow.counting.counters import tables_for
from paigow.executors import in_order
from paigow.jit import digest_of_package
from paigow.requests.rules import TableRules
from paigow.storage import entry, kept, source_digest
from paigow.whole_game.shipped import RULES
from paigow.whole_game.solver import UNITS, Solver, Sums, solve_unit

SAVED_EVERY = 5.0
"""Seconds between two checkpoints."""

_MADE_BY = (
    "counting.half_patterns",
    "dealer.classes",
    "game.cards",
    "game.ranks",
    "game.showdown",
    "game.splits",
    "house_ways.engine",
    "house_ways.kinds",
    "requests.fields",
    "whole_game.",
)
"""The modules that decide the result of a game, beside the dealer tables."""


class Run:
    """A run: the units that are done and their sums, kept in a file between runs.

    The file is named by the house way's tables, the rules and the code that counts, so that a run never continues
    another game, or the count of another release. If it cannot be written, nothing is kept; if it cannot be read, the
    run starts from nothing.
    """

    def __init__(self, solver: Solver, folder: Path | None = None) -> None:
        self.solver = solver
        self.path = place_of("games", solver.rules, (*RULES[1:], "dealer_is_seen"))
        if folder:
            self.path = folder / self.path.name
        self.sums = Sums.nothing(solver.lines)
        self.done: npt.NDArray[np.bool_] = np.zeros(UNITS, dtype=np.bool_)
        self.kept = True
        self._take_up()

    def missing(self) -> list[int]:
        """The units that are not done yet."""
        return [int(number) for number in np.flatnonzero(~self.done)]

    def add(self, number: int, sums: Sums) -> None:
        """Add a unit; one that is done already changes nothing."""
        if not self.done[number]:
            self.sums.add(sums)
            self.done[number] = True

    def on(self, executor: Executor, ahead: int) -> Iterator[int]:
        """Do what is missing, with at most `ahead` units in hand at once, and yield each as it is done.

        What is done is kept on leaving early, by an exception too.
        """
        saved = monotonic()
        missing = self.missing()
        work = partial(solve_unit, tuple(self.solver.rules.as_dict().items()))
        try:
            for number, sums in zip(missing, in_order(executor, work, missing, ahead), strict=True):
                self.add(number, sums)
                yield number
                if monotonic() - saved > SAVED_EVERY:
                    self.save()
                    saved = monotonic()
        finally:
            self.save()

    def save(self) -> None:
        """Keep what is done; `kept` says whether that was possible."""
        self.kept = False
        with suppress(OSError):
            with kept(self.path) as unfinished, unfinished.open("wb") as file:
                np.savez_compressed(file, done=self.done, **self.sums.arrays())  # type: ignore[arg-type]
            self.kept = True

    def _take_up(self) -> None:
        try:
            with np.load(BytesIO(self.path.read_bytes())) as kept:
                sums = Sums(**{name: kept[name] for name in self.sums.arrays()})
                done = kept["done"]
        except Exception:  # noqa: BLE001 - whatever a file that is not there, or damaged in any way
            return
        fits = all(a.shape == b.shape for a, b in zip(sums.arrays().values(), self.sums.arrays().values(), strict=True))
        if fits and done.shape == self.done.shape:
            self.sums, self.done = sums, done


def place_of(kind: str, rules: TableRules, names: Sequence[str], *made_by: str) -> Path:
    """Where a result of the whole game is kept, by all that it depends on: code, dealer tables, the rules by `names`.

    `made_by` are further modules that have a part in it.
    """
    code = source_digest(*_MADE_BY, *made_by), digest_of_package("paigow.whole_game")
    told = [str(getattr(rules, name)) for name in names]
    return entry(kind, rules.house_way, *code, tables_for(rules).digest, *told)
