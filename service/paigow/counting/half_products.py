"""The hands in every plain class at once, as products of half patterns: the first part of the counting kernel.

The ways to deal each half pattern are worked out once, each from a shorter one, 3,180 and 1,548 of them; a plain class
is a product of two.

Hands that make a flush do not belong to a plain class, and are taken off in the same product. For each suit s a half
also carries its ways with 0, 1 and 2 cards outside s. Seven cards have a flush in s if at most two lie outside it; so
do six cards and the joker, since four suited are enough. If the lower half has no card outside s, the upper half may
have up to two; with one, up to one; with two, none. So a class is a dot product of 13 terms: its ways, less three for
each suit.

For example, deal 2-3-4-5 and T-J-Q from a full deck: the lower half has 4^4 = 256 ways, the upper 4^3 = 64, together
16,384. With all four low cards in spades (1 way) the upper half may have up to two cards outside spades: 1 + 9 + 27 =
37 ways. With one low card outside (4 x 3 = 12 ways) it may have up to one: 10 ways. With two (6 x 9 = 54 ways) it has
none: 1 way. That is 37 + 120 + 54 = 211 hands with a flush in spades, and the plain class holds 16,384 - 4 x 211 =
15,540. The tests do this sum.

An extra copy of a rank lies outside every suit. So a half with one extra copy has no ways with none outside, a half
with two has ways with two outside only, and a class with three holds no flush. Patterns are sorted by their extra
copies and multiplied in blocks that are alike on either side: a block takes 13, 9, 5 terms or 1.

No class holds more than 4^7 = 16,384 hands, so everything here is modulo 2^16: whatever the terms are on the way, the
result is the count. A vector holds twice as many 16-bit numbers, and multiplies them in a fraction of the time.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from paigow.arrays import Numbers
from paigow.counting.half_patterns import LOWER, MOST_OFFSUIT, UPPER_PATTERNS, VECTOR, PatternRows
from paigow.dealer.classes import MOST_COPIES
from paigow.jit import kernel

Terms = Annotated[npt.NDArray[np.uint16], "uint16[::1]"]
"""Ways and hands modulo 2^16."""

RankWays = Annotated[npt.NDArray[np.uint16], "uint16[:,::1]"]
SuitWays = Annotated[npt.NDArray[np.uint16], "uint16[:,:,::1]"]

TERMS = 13
"""The terms of a pattern: its ways; then by suit those with 0, with 1 and with 2 cards outside the suit."""

TERM_STRIDE = 3216
"""From a term of a pattern to its next one: room for every pattern of a half and a vector more.

A constant, so that the compiler knows how the terms lie; and no power of two, which would put all terms of a pattern
into one set of the cache.
"""
assert max(len(LOWER.sizes), UPPER_PATTERNS) + VECTOR <= TERM_STRIDE


@kernel
def _rank_ways(left: Numbers, in_suits: Numbers, ways: RankWays, inside: SuitWays, outside: SuitWays) -> None:
    """The ways to hold 0 to 4 copies of each rank, uint16 [13, 5]; and by suit, uint16 [13, 5, 4], those with one copy
    in the suit and those with none.
    """
    for rank in range(13):
        for suit in range(4):
            has = in_suits[suit] >> rank & 1
            others = left[rank] - has
            chosen = 1  # as many of the others as copies
            for copies in range(1, MOST_COPIES + 1):
                inside[rank, copies, suit] = has * chosen
                chosen = chosen * (others + 1 - copies) // copies
                outside[rank, copies, suit] = chosen
        for copies in range(1, MOST_COPIES + 1):
            ways[rank, copies] = inside[rank, copies, 0] + outside[rank, copies, 0]


@kernel
def _extend(extensions: PatternRows, ways: RankWays, inside: SuitWays, outside: SuitWays, terms: Terms) -> None:
    """The terms of each pattern, from those of the shorter pattern that it extends.

    The terms by suit are worked out only for patterns with at most two extra copies. Of the copies added, one may be of
    the suit and the others lie outside.
    """
    for term in range(TERMS):
        terms[term * TERM_STRIDE] = term < 5  # the empty pattern has one way, with no card outside
    for extension in range(len(extensions)):
        new, old, count, rank, copies, extra = extensions[extension]
        some = ways[rank, copies]
        for n in range(count):
            terms[np.uint64(new + n)] = terms[np.uint64(old + n)] * some
        if extra > MOST_OFFSUIT:
            continue
        for suit in range(4):
            one_inside, all_outside = inside[rank, copies, suit], outside[rank, copies, suit]
            none, one, two = (1 + suit) * TERM_STRIDE, (5 + suit) * TERM_STRIDE, (9 + suit) * TERM_STRIDE
            if extra == 0:
                for n in range(count):
                    before, now = np.uint64(old + n), np.uint64(new + n)
                    none_before, one_before = terms[np.uint64(none) + before], terms[np.uint64(one) + before]
                    terms[np.uint64(none) + now] = none_before * one_inside
                    terms[np.uint64(one) + now] = one_before * one_inside + none_before * all_outside
                    two_before = terms[np.uint64(two) + before]
                    terms[np.uint64(two) + now] = two_before * one_inside + one_before * all_outside
            elif extra == 1:
                base = np.uint64(one - (copies - 1) * 4 * TERM_STRIDE)
                for n in range(count):
                    before, now = np.uint64(old + n), np.uint64(new + n)
                    fewer, more = terms[base + before], terms[base + np.uint64(4 * TERM_STRIDE) + before]
                    terms[np.uint64(none) + now] = 0
                    terms[np.uint64(one) + now] = fewer * one_inside
                    terms[np.uint64(two) + now] = more * one_inside + fewer * all_outside
            else:
                base = np.uint64(two - (copies - 1) * 4 * TERM_STRIDE)
                for n in range(count):
                    before, now = np.uint64(old + n), np.uint64(new + n)
                    terms[np.uint64(none) + now] = 0
                    terms[np.uint64(one) + now] = 0
                    terms[np.uint64(two) + now] = terms[base + before] * one_inside


def _products(offsuit_numbers: int) -> Any:
    """A kernel for blocks that take off flushes with this many numbers of cards outside, each by the terms of four
    suits.

    Each number has a kernel of its own, so that the compiler unrolls the innermost loop and vectorises the next.
    """

    def products(
        down: Terms,
        across: Terms,
        first_row: int,
        rows: int,
        first_column: int,
        columns: int,
        padded_columns: int,
        lower_offsuit: int,
        hands: Terms,
    ) -> None:
        """uint16 [rows x columns + 16]: dot products of the halves' terms. Unsigned, so no index is negative."""
        for row in range(rows):
            pattern = np.uint64(first_row + row)
            start = np.uint64(row * columns)
            for n in range(padded_columns):
                other = np.uint64(first_column) + np.uint64(n)
                total = np.uint16(down[pattern] * across[other])
                for more in range(4 * offsuit_numbers):
                    term = (np.uint64(1 + 4 * lower_offsuit) + np.uint64(more)) * np.uint64(TERM_STRIDE)
                    total = np.uint16(total + np.uint16(down[term + pattern] * across[term + other]))
                hands[start + np.uint64(n)] = total

    products.__name__ = products.__qualname__ = f"products_with_{offsuit_numbers}_offsuit_numbers"
    return kernel(products)


_no_flushes, _one_number, _two_numbers, _three_numbers = map(_products, range(4))


@kernel
def half_ways(
    lower_extensions: PatternRows,
    upper_extensions: PatternRows,
    left: Numbers,
    in_suits: Numbers,
    lower: Terms,
    upper: Terms,
) -> None:
    """The terms of both halves, uint16 [13 x TERM_STRIDE] each, flat, ready to be multiplied.

    `left` int64 [13] is how many cards of each rank are left, `in_suits` int64 [4] the ranks left in each suit as a bit
    mask.
    """
    ways = np.empty((13, MOST_COPIES + 1), np.uint16)
    inside = np.empty((13, MOST_COPIES + 1, 4), np.uint16)
    outside = np.empty((13, MOST_COPIES + 1, 4), np.uint16)
    _rank_ways(left, in_suits, ways, inside, outside)
    _extend(lower_extensions, ways, inside, outside, lower)
    _extend(upper_extensions, ways, inside, outside, upper)
    for suit in range(4):  # what the upper half may add to 0, 1 and 2 cards outside the suit, to be taken off
        for n in range(UPPER_PATTERNS):
            none = upper[(1 + suit) * TERM_STRIDE + n]
            one = upper[(5 + suit) * TERM_STRIDE + n]
            upper[(1 + suit) * TERM_STRIDE + n] = -(none + one + upper[(9 + suit) * TERM_STRIDE + n])
            upper[(5 + suit) * TERM_STRIDE + n] = -(none + one)
            upper[(9 + suit) * TERM_STRIDE + n] = -none


@kernel
def plain_hands(blocks: PatternRows, lower: Terms, upper: Terms, hands: Terms) -> None:
    """uint16 [classes + 16]: the hands in each plain class of some blocks, in their order."""
    start = 0
    for block in range(len(blocks)):
        rows_are_upper, row, rows, column, columns, padded, offsuit, numbers = blocks[block]
        down, across = (upper, lower) if rows_are_upper else (lower, upper)
        out = hands[start:]
        if numbers == 0:
            _no_flushes(down, across, row, rows, column, columns, padded, offsuit, out)
        elif numbers == 1:
            _one_number(down, across, row, rows, column, columns, padded, offsuit, out)
        elif numbers == 2:
            _two_numbers(down, across, row, rows, column, columns, padded, offsuit, out)
        else:
            _three_numbers(down, across, row, rows, column, columns, padded, offsuit, out)
        start += rows * columns
