"""What the kernels of the whole game read, write and add up, as named tuples of arrays."""

from __future__ import annotations

from typing import Annotated, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from paigow.arrays import (
    Cards,
    Flags,
    HighValueRows,
    HighValues,
    LowValueRows,
    LowValues,
    NumberBlocks,
    NumberRows,
    Numbers,
)
from paigow.dealer.classes import CLASSES
from paigow.house_ways.engine import NOT_SET

SuitPatterns = Annotated[npt.NDArray[np.uint8], "uint8[:,::1]"]
"""The ranks in each of the four suits as bits, a row for each pattern."""

SuitPattern = Annotated[npt.NDArray[np.uint8], "uint8[::1]"]
HouseLines = Annotated[npt.NDArray[np.uint8], "uint8[::1]"]
Categories = Annotated[npt.NDArray[np.uint8], "uint8[::1]"]
Cells = Annotated[npt.NDArray[np.int16], "int16[::1]"]
"""The cell of the flattened histogram that each class or value falls into."""

Lanes = Annotated[npt.NDArray[np.int32], "int32[::1]"]
LaneRows = Annotated[npt.NDArray[np.int32], "int32[:,::1]"]
LaneTerms = Annotated[npt.NDArray[np.int32], "int32[:,:,::1]"]
LaneFactors = Annotated[npt.NDArray[np.int32], "int32[:,:,:,::1]"]
"""Counts for several sets of ranks side by side, the last axis."""

Totals = Annotated[npt.NDArray[np.int64], "int64[:,:,:,::1]"]


class PlayerTables(NamedTuple):
    """The player's hands, see `multisets.Multisets` for the fields."""

    symbols: NumberRows
    ranks: NumberRows
    copies: NumberRows
    kind: Numbers
    shape: Numbers
    pattern_starts: Numbers
    patterns: SuitPatterns
    multiplicity: Numbers


class DealerClasses(NamedTuple):
    """The dealer's hands by class, and how the house sets them.

    `lower_steps`, `upper_steps`, `lower_sizes` and `upper_sizes` are those of `half_patterns.RankPatterns`;
    `upper_ends` int64 [8, 9] its `ends`, and its `starts` as the last column; `pair_first` is that of
    `half_patterns.PlainPairs`, in whose order `plain_high` int16 and `plain_low` int8 [67600] have the values of the
    plain classes. `flush_high` int16 and `flush_low` int8 [224653] are those of the flush classes. `flushes` int64
    [8437, 3] has for each F its ranks as bits, how many cards are outside the suit, and its first flush class;
    `natural_flushes` of them need no joker. `offsuit_pairs` int64 [91, 2] are the ranks m of two cards outside the
    suit. `pushed_high` bool [high values] and `pushed_low` bool [91] say which values push by the rule of the table.
    """

    lower_steps: NumberRows
    upper_steps: NumberRows
    lower_sizes: NumberRows
    upper_sizes: NumberRows
    upper_ends: NumberRows
    pair_first: NumberRows
    plain_high: HighValues
    plain_low: LowValues
    flush_high: HighValues
    flush_low: LowValues
    flushes: NumberRows
    natural_flushes: int
    offsuit_pairs: NumberRows
    pushed_high: Flags
    pushed_low: Flags


class ClassSettings(NamedTuple):
    """Ways to set the hands of each class, [settings, 292253] values of high and low hands; -1 where there is none."""

    high: HighValueRows
    low: LowValueRows

    @classmethod
    def none(cls, settings: int = 0) -> Self:
        """That many settings, all of them empty."""
        shape = (settings, CLASSES)
        return cls(np.full(shape, NOT_SET, dtype=np.int16), np.full(shape, NOT_SET, dtype=np.int8))


class GameSums(NamedTuple):
    """What the player's hands add up to, by role (0 not banking, 1 banking).

    `values` int64 [2, settings + 1, 292253] is what the hands of each class are worth together in each setting, the
    best one last; or [2, 0, 292253]. `totals` int64 [2, 2, kinds, 2] are the deals won and lost, by the house way and
    by the best split. `hands` int64 [3, kinds] are the hands where the best split is worth more, by role, and all
    hands. `habits` int64 [2, habits, 3] has, for each thing that the house way does where another is better, the hands,
    and by how many deals the better one wins more and loses less; `examples` int64 [2, habits, 2] the greatest loss of
    value among them, and the code of the hand: multiset x 4096 + suit pattern.
    """

    values: NumberBlocks
    totals: Totals
    hands: NumberRows
    habits: NumberBlocks
    examples: NumberBlocks


class Scratch(NamedTuple):
    """What the kernels write for each multiset of the player's ranks; nobody reads it afterwards.

    `high_bucket` int16 [high values + 1] and `low_bucket` int16 [92] are the buckets of values, `plain_cells` int16
    [67600] and `flush_cells` int16 [224653] the cells of classes; `threshold_buckets` int64 [queries, 2], `highs` and
    `lows` int64 [21, 2] see `options`; `by_ranks` int64 [queries, 2] and `by_suit` int32 [queries, 2, 128] see
    `kernel.count_multiset`; `lower` and `upper` int32 [patterns, 3, LANES] and `factors` int32 [13, 5, 2, LANES] the
    terms of half patterns. `bit_of` int64 [13] has the bit of each rank of the player, `hand` uint8 [7] his cards,
    `flushed` int64 [21] whether an option is a flush, `found` int64 [settings + 1, 5] see `accumulate`.
    """

    high_bucket: Cells
    low_bucket: Cells
    plain_cells: Cells
    flush_cells: Cells
    threshold_buckets: NumberRows
    highs: NumberRows
    lows: NumberRows
    by_ranks: NumberRows
    by_suit: LaneTerms
    lower: LaneTerms
    upper: LaneTerms
    factors: LaneFactors
    bit_of: Numbers
    hand: Cards
    flushed: Numbers
    found: NumberRows
