"""The kernel of the whole game: every hand of the player with some ranks, against every hand of the dealer.

Let the player's seven cards have a multiset of ranks. The dealer's hands are counted in two parts:

- by their ranks alone, as if none were a flush: that depends on the player's ranks only, and is done once;
- what flushes change: each dealer hand with a flush in a suit is taken off where its ranks alone would put it and added
  where the house sets it. For one suit that depends on the set of ranks that the player holds in it, and on his ranks.

So there are at most 2^7 = 128 different second parts, one for each set of ranks that a suit can hold, and the counts of
any suit pattern are the first part and four of them: four additions. The sets are worked out side by side, `LANES` at a
time: every step of the count is the same for all of them, which is what vector instructions do.

As in `paigow.counting.counter`, values are put into buckets by the thresholds that the hand's splits ask for, and the
histogram of buckets is summed up to corners. Dealer hands that push by a rule of the table go into a cell of their own,
which neither wins nor loses. Counts of hands of one deck, and their differences, lie within +-C(53,7) < 2^31: int32 is
ample.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from paigow.counting.half_products import MOST_OUTSIDE
from paigow.jit import kernel

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Cells = npt.NDArray[np.int16]

LANES = 32

# The steps of the count, for all lanes. Lengths that the compiler does not know: it vectorises, and does not unroll.


@kernel("void(int32[::1], int32[::1], int32[::1])")
def _times(first: Counts, second: Counts, out: Counts) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(first[lane] * second[lane])


@kernel("void(int32[::1], int32[::1], int32[::1])")
def _plus_times(first: Counts, second: Counts, out: Counts) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(out[lane] + np.int32(first[lane] * second[lane]))


@kernel("void(int32[::1], int32[::1])")
def _plus(added: Counts, out: Counts) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(out[lane] + added[lane])


@kernel("void(int32[::1], int32[::1], int32[::1])")
def _plus_masked(added: Counts, mask: Counts, out: Counts) -> None:
    for lane in range(len(out)):
        out[lane] = np.int32(out[lane] + np.int32(added[lane] & mask[lane]))


@kernel("void(int64[:,::1], int64[::1], int32[::1])")
def _half_all(steps: Ints, left: Ints, ways: Counts) -> None:
    """int32 [patterns]: the ways to deal each half pattern, whatever the suits."""
    choose = np.zeros((5, 5), np.int32)
    for n in range(5):
        choose[n, 0] = 1
        for k in range(1, n + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    ways[0] = 1
    for number in range(1, len(steps)):
        ways[number] = ways[steps[number, 0]] * choose[left[steps[number, 1]], steps[number, 2]]


@kernel(
    "void(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[::1], int64, int16[::1], "
    "int64[::1])"
)
def _count_by_ranks(
    lower_steps: Ints,
    upper_steps: Ints,
    lower_sizes: Ints,
    upper_ends: Ints,
    pair_first: Ints,
    left: Ints,
    jokers: int,
    cells: Cells,
    histogram: Ints,
) -> None:
    """Add every dealer hand to the cell where its ranks alone put it."""
    lower = np.empty(len(lower_steps), np.int32)
    upper = np.empty(len(upper_steps), np.int32)
    _half_all(lower_steps, left, lower)
    _half_all(upper_steps, left, upper)
    for joker in range(jokers + 1):
        for p in range(len(lower_steps)):
            total = 7 - joker - lower_sizes[p, 0]
            if total < 0:
                continue
            at = pair_first[joker, p]
            first = upper_ends[total, 8]
            for q in range(first, upper_ends[total, 7]):
                histogram[cells[at + q - first]] += lower[p] * upper[q]


@kernel("void(int64, int64[::1], int64[::1], int32[:,:,:,::1])")
def _lane_factors(first: int, copies: Ints, bit_of: Ints, factors: Counts) -> None:
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


@kernel("void(int64[:,::1], int64[:,::1], int32[:,:,:,::1], int32[:,:,::1])")
def _half_in_suit(steps: Ints, sizes: Ints, factors: Counts, terms: Counts) -> None:
    """int32 [patterns, 3, LANES]: the ways of each half pattern with 0, 1 and 2 cards outside the suit.

    Patterns with more spare cards than that stay as they are: nobody asks for them.
    """
    terms[0] = 0
    terms[0, 0] = 1
    for number in range(1, len(steps)):
        if sizes[number, 1] > MOST_OUTSIDE:
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


@kernel(
    "void(int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64, "
    "int32[:,:,:,::1], int16[::1], "
    "int32[:,:,::1], int32[:,:,::1], int32[:,::1])"
)
def _take_off_flushes(
    lower_steps: Ints,
    upper_steps: Ints,
    lower_sizes: Ints,
    upper_sizes: Ints,
    upper_ends: Ints,
    pair_first: Ints,
    jokers: int,
    factors: Counts,
    cells: Cells,
    lower: Counts,
    upper: Counts,
    histogram: Counts,
) -> None:
    """Take the dealer hands with a flush in the suit off the cells where their ranks alone put them."""
    _half_in_suit(lower_steps, lower_sizes, factors, lower)
    _half_in_suit(upper_steps, upper_sizes, factors, upper)
    for q in range(len(upper_steps)):  # what the upper half may add to 2, 1 and 0 cards outside the suit
        _plus(upper[q, 0], upper[q, 1])
        _plus(upper[q, 1], upper[q, 2])
    for joker in range(jokers + 1):
        for p in range(len(lower_steps)):
            total = 7 - joker - lower_sizes[p, 0]
            spare = lower_sizes[p, 1]
            if total < 0 or spare > MOST_OUTSIDE:
                continue
            at = pair_first[joker, p]
            first = upper_ends[total, 8]
            end = upper_ends[total, MOST_OUTSIDE - spare]
            below = lower[p]
            for q in range(first, end):
                above = upper[q]
                cell = histogram[cells[at + q - first]]
                for lane in range(len(cell)):
                    cell[lane] -= (
                        below[0, lane] * above[2, lane]
                        + below[1, lane] * above[1, lane]
                        + below[2, lane] * above[0, lane]
                    )


@kernel("void(int64, int64[::1], int64[:,::1], int64[:,::1], int32[:,:,:,::1], int16[::1], int32[:,::1])")
def _add_flushes(
    first: int,
    bit_of: Ints,
    flushes: Ints,
    pairs: Ints,
    factors: Counts,
    cells: Cells,
    histogram: Counts,
) -> None:
    """Add the dealer hands with a flush in the suit to the cells where the house sets them.

    `flushes` int64 [F, 3] has for each F its ranks as a mask, how many cards are outside the suit, and its first class.
    """
    outside = np.empty((len(pairs) + 13 + 1, LANES), np.int32)
    for m in range(len(pairs)):
        x, y = pairs[m, 0], pairs[m, 1]
        for lane in range(LANES):
            outside[m, lane] = factors[x, 2, 1, lane] if x == y else factors[x, 1, 1, lane] * factors[y, 1, 1, lane]
    for rank in range(13):
        outside[len(pairs) + rank] = factors[rank, 1, 1]
    outside[len(pairs) + 13] = 1
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
        others = flushes[row, 1]
        column = 0 if others == 2 else len(pairs) if others == 1 else len(pairs) + 13
        end = len(pairs) if others == 2 else len(pairs) + 13 if others == 1 else len(pairs) + 14
        at = flushes[row, 2]
        for m in range(column, end):
            _plus_masked(outside[m], free, histogram[cells[at + m - column]])


@kernel(
    "void(int64, int64, int64[::1], int64[::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], int64[:,::1], "
    "int64[:,::1], int64[:,::1], int64, int64[:,::1], int16[::1], int16[::1], int64, int64, int64[:,::1], "
    "int32[:,:,::1], int32[:,:,::1], int32[:,:,:,::1], int64[:,::1], int32[:,:,::1])"
)
def count_multiset(
    distinct: int,
    jokers: int,
    copies: Ints,
    bit_of: Ints,
    lower_steps: Ints,
    upper_steps: Ints,
    lower_sizes: Ints,
    upper_sizes: Ints,
    upper_ends: Ints,
    pair_first: Ints,
    flushes: Ints,
    natural_flushes: int,
    pairs: Ints,
    plain_cells: Cells,
    flush_cells: Cells,
    columns: int,
    aside: int,
    places: Ints,
    lower: Counts,
    upper: Counts,
    factors: Counts,
    by_ranks: Ints,
    by_suit: Counts,
) -> None:
    """Count the dealer hands below and above the thresholds, beside the player's hands with a multiset of ranks.

    The player holds `copies` int64 [13] of each rank, `distinct` of them different, each with its bit in `bit_of` (-1
    for the others); the dealer may hold so many `jokers`. The cells of the classes make a table with so many `columns`,
    and the one `aside` is last. `places` int64 [queries, 2] are the thresholds, see `options.buckets`.

    Gives `by_ranks` int64 [queries, 2] and `by_suit` int32 [queries, 2, sets]: for each query the hands below in both
    halves and in neither, by their ranks alone, and what the flushes of a suit change for each set that it can hold.
    The three arrays before them are room to work in.
    """
    flat = np.zeros(aside + 1, np.int64)
    _count_by_ranks(
        lower_steps, upper_steps, lower_sizes, upper_ends, pair_first, 4 - copies, jokers, plain_cells, flat
    )
    for at in range(aside):  # every cell becomes the sum of the corner that ends in it
        if at % columns:
            flat[at] += flat[at - 1]
    for at in range(columns, aside):
        flat[at] += flat[at - columns]
    for query in range(len(places)):
        if places[query, 0]:
            row = (places[query, 0] - 1) * columns
            column = places[query, 1] - 1
            corner = flat[row + column]
            by_ranks[query, 0] = corner
            by_ranks[query, 1] = flat[aside - 1] - flat[row + columns - 1] - flat[aside - columns + column] + corner

    rows = len(flushes) if jokers else natural_flushes
    for first in range(0, 1 << distinct, LANES):
        histogram = np.zeros((aside + 1, LANES), np.int32)
        _lane_factors(first, copies, bit_of, factors)
        _take_off_flushes(
            lower_steps,
            upper_steps,
            lower_sizes,
            upper_sizes,
            upper_ends,
            pair_first,
            jokers,
            factors,
            plain_cells,
            lower,
            upper,
            histogram,
        )
        _add_flushes(first, bit_of, flushes[:rows], pairs, factors, flush_cells, histogram)
        for at in range(aside):
            if at % columns:
                _plus(histogram[at - 1], histogram[at])
        for at in range(columns, aside):
            _plus(histogram[at - columns], histogram[at])
        for query in range(len(places)):
            if places[query, 0]:
                row = (places[query, 0] - 1) * columns
                column = places[query, 1] - 1
                for lane in range(min(LANES, 1 << distinct)):
                    corner = histogram[row + column, lane]
                    gone = histogram[row + columns - 1, lane] + histogram[aside - columns + column, lane]
                    by_suit[query, 0, first + lane] = corner
                    by_suit[query, 1, first + lane] = histogram[aside - 1, lane] - gone + corner
