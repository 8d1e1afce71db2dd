"""Scratch buffers for the counting kernel: what it writes for each hand and nobody reads afterwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paigow.arrays import NumberRows
from paigow.counting.flush_classes import FLUSHES, OFFSUIT_STRIDE, OffsuitStarts, OffsuitWays
from paigow.counting.half_patterns import VECTOR
from paigow.counting.half_products import TERM_STRIDE, TERMS, Terms
from paigow.counting.histogram import MOST_RUNS
from paigow.dealer.classes import PLAIN_NATURAL


class Scratch(NamedTuple):
    """The buffers of one thread.

    `lower` and `upper` uint16 [13 x 3216] hold the terms of each half, `hands` uint16 [49205 + 16] the hands of plain
    classes, `offsuit_ways` uint8 [16, 128] the ways of every m, `ways_start` uint16 [8437] where in them the suits of
    each F stand, and `runs` int64 [11739, 3] the runs of the histogram.
    """

    lower: Terms
    upper: Terms
    hands: Terms
    offsuit_ways: OffsuitWays
    ways_start: OffsuitStarts
    runs: NumberRows


_free: list[Scratch] = []
"""Buffers that no thread is using.

Fresh memory for every count would cost more than some of its steps, and buffers of each thread's own would never be
found in the cache: the ones used last are handed out first.
"""


def acquire() -> Scratch:
    """Buffers for one thread, until it releases them."""
    try:
        return _free.pop()
    except IndexError:
        terms = np.empty((2, TERMS * TERM_STRIDE), dtype=np.uint16)
        return Scratch(
            lower=terms[0],
            upper=terms[1],
            hands=np.empty(PLAIN_NATURAL + VECTOR, dtype=np.uint16),
            offsuit_ways=np.empty((16, OFFSUIT_STRIDE), dtype=np.uint8),
            ways_start=np.empty(FLUSHES, dtype=np.uint16),
            runs=np.empty((MOST_RUNS, 3), dtype=np.int64),
        )


def release(scratch: Scratch) -> None:
    """Leave buffers to the next thread."""
    _free.append(scratch)
