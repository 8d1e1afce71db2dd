"""Runs the units of the whole game, here or on a cluster; an interrupted run is taken up where it stopped."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from time import monotonic

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_dir

from service.analysis import tables_for
from service.executors import in_order
from service.jit import source_digest
from service.table_rules import TableRules
from service.whole_game.solved import RULES
from service.whole_game.solving import UNITS, Solver, Sums, solve_unit

SAVED_EVERY = 5.0
"""Seconds between two checkpoints."""


class Run:
    """A run: the units that are done, and what they add up to, kept in a file between runs.

    The file is named by the house way's tables, the rules and the source of this package, so that no other game is ever
    taken up, nor what another release has counted. It is written anew and moved into place: an interruption leaves the
    last whole one. Where it cannot be written, nothing is kept; where it cannot be read, the run starts afresh.
    """

    def __init__(self, solver: Solver, folder: Path | None = None) -> None:
        self.solver = solver
        self.path = (folder or Path(user_cache_dir("paigow"))) / f"game-{key_of(solver.rules, RULES[1:])}.npz"
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
        """Do what is missing, with so many units in hand at once, and tell each as it is done.

        Leaving early, by an exception too, keeps what is done.
        """
        saved = monotonic()
        missing = self.missing()
        work = partial(solve_unit, tuple(self.solver.rules.echo().items()))
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
        """Keep what is done; `kept` tells whether that was possible."""
        self.kept = False
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, written = tempfile.mkstemp(dir=self.path.parent, suffix=".npz")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    np.savez_compressed(file, done=self.done, **self.sums.arrays())  # type: ignore[arg-type]
                os.replace(written, self.path)
            except OSError:
                os.unlink(written)
                raise
            self.kept = True

    def _take_up(self) -> None:
        try:
            with np.load(BytesIO(self.path.read_bytes())) as kept:
                sums = Sums(**{name: kept[name] for name in self.sums.arrays()})
                done = kept["done"]
        except Exception:  # noqa: BLE001 - whatever a file that is not there, or damaged in some way, makes of itself
            return
        fits = all(a.shape == b.shape for a, b in zip(sums.arrays().values(), self.sums.arrays().values(), strict=True))
        if fits and done.shape == self.done.shape:
            self.sums, self.done = sums, done


def key_of(rules: TableRules, names: Sequence[str]) -> str:
    """What tells a result from all others: the source of this package, the dealer tables, and the rules by `names`."""
    told = [source_digest(), tables_for(rules).digest, *(getattr(rules, name) for name in names)]
    return hashlib.sha256("\0".join(told).encode()).hexdigest()[:24]
