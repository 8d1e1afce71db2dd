"""The compiled kernels against their readable twin, once, before they answer anything.

Machine code comes from a cache on a disk, made by a compiler for this processor. If it is damaged, it must not be used.
"""

from __future__ import annotations

import numpy as np

from paigow.counting.counter import Counter
from paigow.counting.outcomes import count_outcomes
from paigow.counting.reference import count_plainly
from paigow.faults import Unusable
from paigow.storage import cache_folder

_HAND = (48, 40, 41, 33, 22, 15, 5)
_DEAD = (47, 8, 20)
_SPLITS = 2


class CountError(Unusable, RuntimeError):
    """The kernels count differently from the definition; the message says what to do."""


def check_counts(counter: Counter) -> None:
    """Count for two splits of a hand with dead cards, and by the definition; takes about 25 milliseconds.

    Raises `CountError` if the two differ.
    """
    hands = np.array([_HAND], dtype=np.uint8)
    splits = count_outcomes(counter, hands, [_DEAD], "dealer", "none")[0].splits[:_SPLITS]
    counted = [[split.wins, split.losses, split.high_wins, split.low_wins] for split in splits]
    highs, lows = [split.high for split in splits], [split.low for split in splits]
    if not np.array_equal(np.transpose(counted), count_plainly(counter.tables, _HAND + _DEAD, highs, lows)):
        raise CountError(f"the compiled kernels count wrong; remove {cache_folder()} and start again")
