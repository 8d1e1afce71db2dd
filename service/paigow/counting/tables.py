"""The tables of the counting kernel for one house way: made once from its dealer tables, and then only read.

Their inventory, with lengths, is in README.md beside this file.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from paigow.arrays import Bits, NumberRows, Numbers
from paigow.counting.flush_bitsets import FlushBitsets
from paigow.counting.flush_classes import LOW_RANKS, FlushMasks, flush_classes
from paigow.counting.half_patterns import BLOCK_ORDER, BLOCKS, LOWER, UPPER, PatternRows
from paigow.counting.histogram import ClassIndices, OffsuitIndices, RunEnds, SortedClasses
from paigow.dealer.classes import PLAIN_CLASSES
from paigow.dealer.tables import DealerTables


class CountingTables(NamedTuple):
    """What the kernel reads. The tables of half products, `low_ranks`, `flush_values` and `missing_rank` are the same
    for all house ways under a ranking.

    Half products: `lower_extensions` int16 [253, 6] and `upper_extensions` int16 [200, 6], see
    `half_patterns.RankPatterns`; `natural_blocks` and `joker_blocks` int16 [blocks, 8], see `half_patterns.Block`.

    Plain classes in the order of the house way's values, without the joker and with it: `natural_order` uint16 [49205]
    and `joker_order` uint16 [18395] where each stands among the products; `natural_starts`, `joker_starts` int64 [92]
    and `natural_ends`, `joker_ends` uint16 [high values + 1, 91], see `histogram.SortedClasses`.

    Flushes: `low_ranks` int64 [91, 2]; `flush_values` int64 [2002], `missing_rank` uint8 [14, 251]
    and `played` uint8 [251, 192], see `flush_bitsets.FlushBitsets`.

    Flush classes that are exceptions, e of them, in the order of the house way's values: `exception_masks` int16 [F]
    are the different F that they have; `exception_flush` uint16 [e] and `exception_offsuit` uint8 [e] the F and m of
    each; `exception_starts` int64 [92] and `exception_ends` uint16 [high values + 1, 91].
    """

    lower_extensions: PatternRows
    upper_extensions: PatternRows
    natural_blocks: PatternRows
    joker_blocks: PatternRows
    natural_order: ClassIndices
    natural_starts: Numbers
    natural_ends: RunEnds
    joker_order: ClassIndices
    joker_starts: Numbers
    joker_ends: RunEnds
    low_ranks: NumberRows
    flush_values: Numbers
    missing_rank: Bits
    played: Bits
    exception_masks: FlushMasks
    exception_flush: ClassIndices
    exception_offsuit: OffsuitIndices
    exception_starts: Numbers
    exception_ends: RunEnds

    @classmethod
    def of(cls, dealer: DealerTables) -> CountingTables:
        """The tables for a house way; takes some tens of milliseconds."""
        high, low = dealer.high.astype(np.int64), dealer.low.astype(np.int64)
        values = dealer.ranking.high_values
        natural, joker = (SortedClasses(high[order], low[order], values) for order in BLOCK_ORDER)

        high, low = high[PLAIN_CLASSES:], low[PLAIN_CLASSES:]
        flushes = flush_classes(dealer.ranking)
        kept = FlushBitsets(flushes, high, low)
        others = SortedClasses(high[kept.exceptions], low[kept.exceptions], values)
        flush, number = np.unique(flushes.flush[kept.exceptions][others.order], return_inverse=True)
        return cls(
            lower_extensions=LOWER.extensions,
            upper_extensions=UPPER.extensions,
            natural_blocks=BLOCKS[0],
            joker_blocks=BLOCKS[1],
            natural_order=natural.order.astype(np.uint16),
            natural_starts=natural.starts,
            natural_ends=natural.ends,
            joker_order=joker.order.astype(np.uint16),
            joker_starts=joker.starts,
            joker_ends=joker.ends,
            low_ranks=LOW_RANKS,
            flush_values=kept.values,
            missing_rank=kept.missing_rank,
            played=kept.played,
            exception_masks=flushes.masks[flush],
            exception_flush=number.astype(np.uint16),
            exception_offsuit=flushes.offsuit[kept.exceptions][others.order].astype(np.uint8),
            exception_starts=others.starts,
            exception_ends=others.ends,
        )
