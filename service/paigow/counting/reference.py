"""What is counted of the dealer's hands, and the readable twin of the counting kernel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.dealer.class_counts import class_counts
from paigow.dealer.tables import DealerTables

Ints = npt.NDArray[np.int64]


class Tally(NamedTuple):
    """Dealer hands for each pair of thresholds (h, l), int64 arrays of one shape.

    `below` have high < h and low < l, `above` high >= h and low >= l, `high_below` high < h with any low hand,
    `low_below` low < l with any high hand.
    """

    below: Ints
    above: Ints
    high_below: Ints
    low_below: Ints


def count_plainly(tables: DealerTables, removed: Iterable[int], highs: npt.ArrayLike, lows: npt.ArrayLike) -> Tally:
    """The readable twin of `Counter.count`: class by class, threshold by threshold."""
    hands = class_counts(removed)
    pairs = list(zip(np.asarray(highs), np.asarray(lows), strict=True))
    below = [hands[(tables.high < high) & (tables.low < low)].sum() for high, low in pairs]
    above = [hands[(tables.high >= high) & (tables.low >= low)].sum() for high, low in pairs]
    high_below = [hands[tables.high < high].sum() for high, _ in pairs]
    low_below = [hands[tables.low < low].sum() for _, low in pairs]
    return Tally(*(np.array(counts, dtype=np.int64) for counts in (below, above, high_below, low_below)))
