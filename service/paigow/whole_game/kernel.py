"""The kernel of the whole game: every hand of the player with some ranks, against every hand of the dealer.

Let the player's seven cards have a multiset of ranks. The dealer's hands are counted in two parts:

- by their ranks alone, as if none were a flush: that depends on the player's ranks only, and is done once;
- what flushes change: each dealer hand with a flush in a suit is taken off where its ranks alone would put it and added
  where the house sets it. For one suit that depends on the set of ranks that the player holds in it, and on his ranks.

So there are at most 2^7 = 128 different second parts, one for each set of ranks that a suit can hold, and the counts of
any suit pattern are the first part and four of them: four additions. The sets are worked out side by side, `LANES` at a
time: every step of the count is the same for all of them, which is what vector instructions do.

As in `counting.kernel`, values are put into buckets by the thresholds that the hand's splits ask for, and the
histogram of buckets is summed up to corners. Dealer hands that push by a rule of the table go into a cell of their own,
which neither wins nor loses. Counts of hands of one deck, and their differences, lie within +-C(53,7) < 2^31: int32 is
ample.
"""

from __future__ import annotations

import numpy as np

from paigow.arrays import NumberRows, Numbers
from paigow.counting.half_patterns import MOST_OFFSUIT
from paigow.jit import kernel
from paigow.whole_game.tables import Cells, DealerClasses, LaneFactors, LaneRows, Lanes, LaneTerms, Scratch

LANES = 32

# The steps of the count, for all lanes. The compiler does not know the length, so it vectorises and does not unroll.


@kernel
def _times(first: Lanes, second: Lanes, out: Lanes) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(first[lane] * second[lane])


@kernel
def _plus_times(first: Lanes, second: Lanes, out: Lanes) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(out[lane] + np.int32(first[lane] * second[lane]))


@kernel
def _plus(added: Lanes, out: Lanes) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(out[lane] + added[lane])


@kernel
def _plus_masked(added: Lanes, mask: Lanes, out: Lanes) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(out[lane] + np.int32(added[lane] & mask[lane]))


@kernel
def _pattern_ways(steps: NumberRows, left: Numbers, ways: Lanes) -> None:
    """int32 [patterns]: the ways to deal each half pattern, whatever the suits."""
    choose = np.zeros((5, 5), np.int32)
    for n in range(5):
        choose[n, 0] = 1
        for k in range(1, n + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    ways[0] = 1
    for number in range(1, len(steps)):
        ways[number] = ways[steps[number, 0]] * choose[left[steps[number, 1]], steps[number, 2]]


@kernel
def _count_by_ranks(dealer: DealerClasses, left: Numbers, jokers: int, cells: Cells, histogram: Numbers) -> None:
    """Add every dealer hand to the cell where its ranks alone put it."""
    lower = np.empty(len(dealer.lower_steps), np.int32)
    upper = np.empty(len(dealer.upper_steps), np.int32)
    _pattern_ways(dealer.lower_steps, left, lower)
    _pattern_ways(dealer.upper_steps, left, upper)
    for joker in range(jokers + 1):
        for p in range(len(lower)):
            total = 7 - joker - dealer.lower_sizes[p, 0]
            if total < 0:
                continue
            start = dealer.pair_first[joker, p]
            first = dealer.upper_ends[total, 8]
            for q in range(first, dealer.upper_ends[total, 7]):
                histogram[cells[start + q - first]] += lower[p] * upper[q]


@kernel
def _suit_factors(first: int, copies: Numbers, bit_of: Numbers, factors: LaneFactors) -> None:
    """int32 [13, 5, 2, LANES]: the ways to deal k cards of a rank with one of them in the suit, and with none.

    Lane i stands for the set `first` + i of ranks that the player holds in the suit. The suit has the rank left if he
    does not hold it there; outside the suit there are three of it, less those that he holds there.
    """
    for rank in range(13):
        for lane in range(LANES):
            held = 0
            if bit_of[rank] >= 0:
                held = (first + lane) >> bit_of[rank] & 1
            outside = max(3 - copies[rank] + held, 0)
            factors[rank, 0, 0, lane] = 0
            factors[rank, 0, 1, lane] = 1
            for k in range(1, 5):
                factors[rank, k, 1, lane] = factors[rank, k - 1, 1, lane] * max(outside - k + 1, 0) // k
                factors[rank, k, 0, lane] = factors[rank, k - 1, 1, lane] * (1 - held)


@kernel
def _pattern_ways_in_suit(steps: NumberRows, sizes: NumberRows, factors: LaneFactors, terms: LaneTerms) -> None:
    """int32 [patterns, 3, LANES]: the ways of each half pattern with 0, 1 and 2 cards outside the suit.

    Patterns with more extra copies are skipped: nobody reads them.
    """
    terms[0] = 0
    terms[0, 0] = 1
    for number in range(1, len(steps)):
        if sizes[number, 1] > MOST_OFFSUIT:
            continue
        none, one, two = terms[number, 0], terms[number, 1], terms[number, 2]
        shorter = terms[steps[number, 0]]
        copies = steps[number, 2]
        inside = factors[steps[number, 1], copies, 0]
        outside = factors[steps[number, 1], copies, 1]
        if copies == 1:
            _times(shorter[0], inside, none)
            _times(shorter[1], inside, one)
            _plus_times(shorter[0], outside, one)
            _times(shorter[2], inside, two)
            _plus_times(shorter[1], outside, two)
        elif copies == 2:
            none[:] = 0
            _times(shorter[0], inside, one)
            _times(shorter[1], inside, two)
            _plus_times(shorter[0], outside, two)
        else:
            none[:] = 0
            one[:] = 0
            _times(shorter[0], inside, two)


@kernel
def _take_off_flushes(
    dealer: DealerClasses,
    jokers: int,
    factors: LaneFactors,
    cells: Cells,
    lower: LaneTerms,
    upper: LaneTerms,
    histogram: LaneRows,
) -> None:
    """Take the dealer hands with a flush in the suit off the cells where their ranks alone put them."""
    _pattern_ways_in_suit(dealer.lower_steps, dealer.lower_sizes, factors, lower)
    _pattern_ways_in_suit(dealer.upper_steps, dealer.upper_sizes, factors, upper)
    for q in range(len(upper)):  # what the upper half may add to 2, 1 and 0 cards outside the suit
        _plus(upper[q, 0], upper[q, 1])
        _plus(upper[q, 1], upper[q, 2])
    for joker in range(jokers + 1):
        for p in range(len(lower)):
            total = 7 - joker - dealer.lower_sizes[p, 0]
            extra = dealer.lower_sizes[p, 1]
            if total < 0 or extra > MOST_OFFSUIT:
                continue
            start = dealer.pair_first[joker, p]
            first = dealer.upper_ends[total, 8]
            end = dealer.upper_ends[total, MOST_OFFSUIT - extra]
            low_terms = lower[p]
            for q in range(first, end):
                high_terms = upper[q]
                cell = histogram[cells[start + q - first]]
                for lane in range(len(cell)):
                    cell[lane] -= (
                        low_terms[0, lane] * high_terms[2, lane]
                        + low_terms[1, lane] * high_terms[1, lane]
                        + low_terms[2, lane] * high_terms[0, lane]
                    )


@kernel
def _add_flushes(
    first: int,
    bit_of: Numbers,
    flushes: NumberRows,
    offsuit_pairs: NumberRows,
    factors: LaneFactors,
    cells: Cells,
    histogram: LaneRows,
) -> None:
    """Add the dealer hands with a flush in the suit to the cells where the house sets them."""
    pairs = len(offsuit_pairs)
    offsuit = np.empty((pairs + 13 + 1, LANES), np.int32)
    for m in range(pairs):
        x, y = offsuit_pairs[m, 0], offsuit_pairs[m, 1]
        for lane in range(LANES):
            offsuit[m, lane] = factors[x, 2, 1, lane] if x == y else factors[x, 1, 1, lane] * factors[y, 1, 1, lane]
    for rank in range(13):
        offsuit[pairs + rank] = factors[rank, 1, 1]
    offsuit[pairs + 13] = 1
    free = np.empty(LANES, np.int32)
    for row in range(len(flushes)):
        held = 0
        for rank in range(13):
            if flushes[row, 0] >> rank & 1 and bit_of[rank] >= 0:
                held |= 1 << bit_of[rank]
        if held & first:  # all lanes hold a card of it
            continue
        for lane in range(LANES):
            free[lane] = -1 if held & lane == 0 else 0
        cards = flushes[row, 1]
        column = 0 if cards == 2 else pairs if cards == 1 else pairs + 13
        end = pairs if cards == 2 else pairs + 13 if cards == 1 else pairs + 14
        start = flushes[row, 2]
        for m in range(column, end):
            _plus_masked(offsuit[m], free, histogram[cells[start + m - column]])


@kernel
def count_by_ranks(
    dealer: DealerClasses, copies: Numbers, jokers: int, columns: int, cells: Cells, corners: Numbers
) -> None:
    """Count the dealer's hands by their ranks alone into `corners`: each cell is the sum of the corner that ends in it.

    The player holds `copies` int64 [13] of each rank, the dealer may hold `jokers` jokers. The histogram has `columns`
    columns; its last cell is that of the hands which push, and is left as it is.
    """
    push_cell = len(corners) - 1
    corners[:] = 0
    _count_by_ranks(dealer, 4 - copies, jokers, cells, corners)
    for cell in range(push_cell):
        if cell % columns:
            corners[cell] += corners[cell - 1]
    for cell in range(columns, push_cell):
        corners[cell] += corners[cell - columns]


@kernel
def count_by_suit(
    first: int,
    jokers: int,
    copies: Numbers,
    dealer: DealerClasses,
    columns: int,
    scratch: Scratch,
    corners: LaneRows,
) -> None:
    """The same for what the flushes of a suit change, if the player holds the set `first` + lane of ranks in it."""
    push_cell = len(corners) - 1
    factors = scratch.factors
    corners[:] = 0
    rows = len(dealer.flushes) if jokers else dealer.natural_flushes
    _suit_factors(first, copies, scratch.bit_of, factors)
    _take_off_flushes(dealer, jokers, factors, scratch.plain_cells, scratch.lower, scratch.upper, corners)
    _add_flushes(
        first, scratch.bit_of, dealer.flushes[:rows], dealer.offsuit_pairs, factors, scratch.flush_cells, corners
    )
    for cell in range(push_cell):
        if cell % columns:
            _plus(corners[cell - 1], corners[cell])
    for cell in range(columns, push_cell):
        _plus(corners[cell - columns], corners[cell])


@kernel
def count_multiset(
    distinct: int, jokers: int, copies: Numbers, dealer: DealerClasses, columns: int, push_cell: int, scratch: Scratch
) -> None:
    """Count the dealer hands below and above the thresholds, beside the player's hands with a multiset of ranks.

    The player holds `copies` int64 [13] of each rank, `distinct` of them different, each with its bit in
    `scratch.bit_of` (-1 for the others); the dealer may hold `jokers` jokers. The histogram has `columns` columns,
    and the `push_cell` is its last cell. `scratch.threshold_buckets` are the thresholds, see `options.find_buckets`.

    Writes `scratch.by_ranks` int64 [queries, 2] and `scratch.by_suit` int32 [queries, 2, sets]: for each query the
    hands below in both hands and in neither, by their ranks alone, and what the flushes of a suit change for each set
    of ranks that the player can hold in it.
    """
    thresholds, by_ranks, by_suit = scratch.threshold_buckets, scratch.by_ranks, scratch.by_suit
    flat = np.empty(push_cell + 1, np.int64)
    count_by_ranks(dealer, copies, jokers, columns, scratch.plain_cells, flat)
    for query in range(len(thresholds)):
        if thresholds[query, 0]:
            row = (thresholds[query, 0] - 1) * columns
            column = thresholds[query, 1] - 1
            corner = flat[row + column]
            by_ranks[query, 0] = corner
            by_ranks[query, 1] = (
                flat[push_cell - 1] - flat[row + columns - 1] - flat[push_cell - columns + column] + corner
            )

    histogram = np.empty((push_cell + 1, LANES), np.int32)
    for first in range(0, 1 << distinct, LANES):
        count_by_suit(first, jokers, copies, dealer, columns, scratch, histogram)
        for query in range(len(thresholds)):
            if thresholds[query, 0]:
                row = (thresholds[query, 0] - 1) * columns
                column = thresholds[query, 1] - 1
                for lane in range(min(LANES, 1 << distinct)):
                    corner = histogram[row + column, lane]
                    gone = histogram[row + columns - 1, lane] + histogram[push_cell - columns + column, lane]
                    by_suit[query, 0, first + lane] = corner
                    by_suit[query, 1, first + lane] = histogram[push_cell - 1, lane] - gone + corner
