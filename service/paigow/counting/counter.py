"""Counts over every hand the dealer can still hold: how often both of his hands lie below a split, how often neither,
and how often each of them does.

This is the heart: exact integers over up to C(53,7) hands, in a fraction of a millisecond. `reference.count_plainly` is
the readable twin: the same integers, bit for bit, straight from `dealer.class_counts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from paigow.counting.buffers import acquire, release
from paigow.counting.histogram import MOST_THRESHOLDS
from paigow.counting.kernel import TALLIED, count_hand
from paigow.counting.reference import Tally
from paigow.counting.tables import CountingTables
from paigow.dealer.tables import DealerTables
from paigow.game.showdown import Region
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
        `game.ranks`, with at most 128 different ones among the `highs` (more is a `ValueError`). Returns arrays [n].
        """
        thresholds = np.array([highs, lows], dtype=np.int64)
        different = len(np.unique(thresholds[0]))
        if different > MOST_THRESHOLDS:
            raise ValueError(f"at most {MOST_THRESHOLDS} high thresholds at once, not {different}")
        tallies = np.empty((thresholds.shape[1], TALLIED), dtype=np.int64)
        scratch = acquire()
        count_hand(
            np.array([*removed], dtype=np.int64), thresholds[0], thresholds[1], self.counting_tables, scratch, tallies
        )
        release(scratch)
        return Tally(*tallies.T)

    def count_regions(self, removed: Iterable[int], regions: Sequence[Region]) -> list[int]:
        """How many of the dealer's hands without the `removed` cards are set within each region."""
        highs = [high for region in regions for high in (region.high_end, region.high_first) * 2]
        lows = [
            low for region in regions for low in (region.low_end, region.low_end, region.low_first, region.low_first)
        ]
        corners = self.count(removed, highs, lows).below.reshape(-1, 4).tolist()
        return [
            both_ends - high_first - low_first + both_firsts
            for both_ends, high_first, low_first, both_firsts in corners
        ]
