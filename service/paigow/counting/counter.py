"""Counts over every hand the dealer can still hold: how often both of his hands lie below a split, how often neither,
and how often each of them does.

This is the heart: exact integers over up to C(53,7) hands, in a fraction of a millisecond. `reference.count_plainly` is
the readable twin: the same integers, bit for bit, straight from `dealer.class_counts`.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from paigow.counting.buffers import acquire, release
from paigow.counting.histogram import MOST_THRESHOLDS
from paigow.counting.kernel import TALLIED, count_hand
from paigow.counting.reference import Tally
from paigow.counting.tables import CountingTables
from paigow.dealer.tables import DealerTables
from paigow.jit import ensure_compiled


class Counter:
    """Counts against one house way's dealer. It is read-only and may be shared by threads."""

    def __init__(self, tables: DealerTables) -> None:
        ensure_compiled()
        self.tables = tables
        self.counting_tables = CountingTables.of(tables)

    @property
    def nbytes(self) -> int:
        """The memory of its arrays. A few kilobytes are shared by all counters; the dealer tables are mapped."""
        return sum(array.nbytes for array in self.counting_tables)

    def count(self, removed: Iterable[int], highs: npt.ArrayLike, lows: npt.ArrayLike) -> Tally:
        """For each pair of thresholds (h, l), how many dealer hands lie below in both hands, in neither, in each.

        `removed` are the card numbers that the dealer cannot hold; `highs` and `lows` are as many values of
        `game.ranks`, at most 128 (more is a `ValueError`). Returns arrays [n].
        """
        thresholds = np.array([highs, lows], dtype=np.int64)
        if thresholds.shape[1] > MOST_THRESHOLDS:
            raise ValueError(f"at most {MOST_THRESHOLDS} thresholds at once, not {thresholds.shape[1]}")
        tallies = np.empty((thresholds.shape[1], TALLIED), dtype=np.int64)
        scratch = acquire()
        count_hand(
            np.array([*removed], dtype=np.int64), thresholds[0], thresholds[1], self.counting_tables, scratch, tallies
        )
        release(scratch)
        return Tally(*tallies.T)
