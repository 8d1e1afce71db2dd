"""The hands in every plain class at once, as products of half patterns: the first part of the counting kernel.

A plain class is a pattern of the ranks 2-8 (how many of each) beside a pattern of the ranks 9-A. The ways to deal a
half are worked out once, each pattern from a shorter one (3,180 + 1,548 of them), and multiplied.

Hands that make a flush do not belong to a plain class, and are taken off in the same product. For each suit s a half
carries its ways with 0, 1 and 2 cards outside s. Seven cards have a flush in s if at most two lie outside it; six cards
and the joker too, since four suited are enough. So with no card of the lower half outside s the upper half may have up
to two, with one up to one, with two none, and a class is a dot product of 13 terms: its ways, less three for each suit.
A card whose rank another one has lies outside s: a half with a spare card has no ways with none outside, one with two
spare cards has ways with two outside only, and classes with three spare cards hold no flush. So patterns go by their
spare cards, and the products in blocks of patterns that are alike on either side: each block takes 13, 9, 5 terms or 1.

No class holds more than 4^7 = 16,384 hands, so everything here is reckoned modulo 2^16: whatever the terms come to on
the way, what is left in the end is the count. A vector holds twice as many of such small numbers, and multiplies them
in a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.dealer.classes import CLASS_TABLES, MOST_COPIES
from paigow.game.ranks import JOKER_SYMBOL, MULTISET
from paigow.jit import kernel

Ints = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint16]
Short = npt.NDArray[np.int16]

LOWER_RANKS = 7
TERMS = 13
STEP = 3216
"""From a term of a pattern to its next: room for every pattern of a half and a vector more.

A constant, so that the compiler knows how the terms lie; and no power of two, which would put all of a pattern's terms
into one set of the cache.
"""

VECTOR = 16
"""The products are made so many at a time, the last ones with whatever lies beyond: the next row writes over it.

So there must be room for that much more after the patterns and after the hands.
"""

MOST_OUTSIDE = 2
"""Of seven cards with a flush, and of six with the joker, so many may lie outside its suit."""

_MOST_CARDS = 7


class Half:
    """The patterns of some ranks, by how many cards they hold and how many of these have a rank that another has too.

    `number` finds a pattern; `starts` int64 [9] says where those of each total start, `ends` int64 [8, 8] where those
    of each total with at most so many spare cards end (beyond the first of each rank). `sizes` int64 [patterns, 2] has
    the cards and the spare cards of each. `steps` int64 [patterns, 3] says how each but the first, empty one is made:
    from which shorter pattern, by which rank (the highest in it), with how many. `numbers` int64 [8, patterns] is what
    each adds to the number of a multiset in which so many cards lie below it.

    Patterns of one total and one number of spare cards stand in the order of their highest rank, then of how often it
    is there, then of the rest. So those that are made from shorter ones by so many cards of a rank above all of theirs
    are neighbours, and in the same order as the shorter ones: `growths` int16 [blocks, 6] says where they start, where
    the shorter ones start, how many they are, the rank, how many of it, and the spare cards they then have.
    """

    def __init__(self, ranks: range) -> None:
        found = [p for p in product(range(MOST_COPIES + 1), repeat=len(ranks)) if sum(p) <= _MOST_CARDS]
        found.sort(key=lambda pattern: (sum(pattern), _spare(pattern), pattern[::-1]))
        self.number = {pattern: number for number, pattern in enumerate(found)}
        self.sizes: Ints = np.array([(sum(pattern), _spare(pattern)) for pattern in found])
        self.starts: Ints = np.searchsorted(self.sizes[:, 0], range(_MOST_CARDS + 2))
        self.ends: Ints = self.starts[:-1, None] + np.array(
            [
                np.searchsorted(self.sizes[first:end, 1], range(_MOST_CARDS + 1), side="right")
                for first, end in pairwise(self.starts)
            ]
        )
        self.steps: Ints = np.zeros((len(found), 3), dtype=np.int64)
        self.numbers: Ints = np.zeros((_MOST_CARDS + 1, len(found)), dtype=np.int64)
        growths: dict[tuple[int, ...], list[int]] = {}
        for number, pattern in enumerate(found[1:], start=1):
            place = max(place for place, copies in enumerate(pattern) if copies)
            shorter = self.number[pattern[:place] + (0,) * (len(pattern) - place)]
            rank, copies = ranks[place], pattern[place]
            self.steps[number] = shorter, rank, copies
            total, spare = self.sizes[number].tolist()
            growth = growths.setdefault((total, spare, rank, copies), [number, shorter, 0, rank, copies, spare])
            assert number - growth[0] == shorter - growth[1] == growth[2]
            growth[2] += 1
            cards = int(self.sizes[shorter, 0])
            for behind in range(_MOST_CARDS + 1 - total):
                added = MULTISET[behind + cards : behind + cards + copies, rank].sum()
                self.numbers[behind, number] = self.numbers[behind, shorter] + added
        self.growths: Short = np.array([*growths.values()], dtype=np.int16)

    def groups(self, cards: int) -> Iterator[tuple[int, range]]:
        """The patterns of so many cards, by their spare cards as far as they can make a flush, then all others."""
        bounds = [self.starts[cards], *self.ends[cards, : MOST_OUTSIDE + 1], self.starts[cards + 1]]
        return ((spare, range(*bound)) for spare, bound in enumerate(pairwise(bounds)) if bound[0] < bound[1])


def _spare(pattern: tuple[int, ...]) -> int:
    return sum(copies - 1 for copies in pattern if copies)


LOWER = Half(range(LOWER_RANKS))
UPPER = Half(range(LOWER_RANKS, 13))
UPPER_PATTERNS = len(UPPER.sizes)
assert max(len(LOWER.sizes), UPPER_PATTERNS) + VECTOR <= STEP


class Block(NamedTuple):
    """A rectangle of the kernel's products: some patterns of one side by some of the other, each group all alike.

    Whether the rows are upper patterns, the first of the rows and how many there are; the same of the columns, and how
    many of these the kernel takes, in whole vectors. Where the two can make a flush, those taken off have so many cards
    of the lower half outside the suit, `outside` or the next numbers, `outsides` in all. The side with more patterns is
    across, since that is the loop that is vectorised.
    """

    upper_down: bool
    first_row: int
    rows: int
    first_column: int
    columns: int
    in_vectors: int
    outside: int
    outsides: int


def _blocks(joker: int) -> Iterator[Block]:
    """The blocks of the hands without the joker, or with it."""
    for lower_cards in range(_MOST_CARDS - joker + 1):
        upper_cards = _MOST_CARDS - joker - lower_cards
        for (lower_spare, lower), (upper_spare, upper) in product(LOWER.groups(lower_cards), UPPER.groups(upper_cards)):
            upper_down = len(upper) <= len(lower)
            down, across = (upper, lower) if upper_down else (lower, upper)
            in_vectors = -(-len(across) // VECTOR) * VECTOR
            outsides = max(0, MOST_OUTSIDE + 1 - lower_spare - upper_spare)
            yield Block(upper_down, down.start, len(down), across.start, len(across), in_vectors, lower_spare, outsides)


BLOCKS: tuple[Short, Short] = (np.array([*_blocks(0)], dtype=np.int16), np.array([*_blocks(1)], dtype=np.int16))
"""int16 [blocks, 8] each: those without the joker, and those with it."""


class PlainPairs(NamedTuple):
    """The plain classes by their lower and then their upper pattern, those with the joker last.

    `order` intp [67600] are the classes; `first` int64 [2, lower patterns] where those of each lower pattern start,
    without the joker and with it: its upper patterns of the total that is missing follow one by one.
    """

    order: npt.NDArray[np.intp]
    first: Ints


@lru_cache(maxsize=1)
def plain_pairs() -> PlainPairs:
    """The plain classes pair by pair, made once."""
    order: list[npt.NDArray[np.intp]] = []
    first = np.full((2, len(LOWER.steps)), -1, dtype=np.int64)
    at = 0
    for joker in (0, 1):
        for lower, (cards, _) in enumerate(LOWER.sizes.tolist()):
            missing = _MOST_CARDS - joker - cards
            if missing >= 0:
                upper = np.arange(*UPPER.starts[missing : missing + 2])
                first[joker, lower] = at
                order.append(_classes(np.full(len(upper), lower), upper, joker))
                at += len(upper)
    return PlainPairs(np.concatenate(order), first)


def _classes(lower: Ints, upper: Ints, joker: int) -> npt.NDArray[np.intp]:
    """intp [n]: the plain classes of pairs of patterns, with the joker or without; all of the same two totals.

    The number of a multiset is a sum over its ranks in ascending order, and the upper ones stand behind the lower.
    """
    behind = int(LOWER.sizes[lower[0], 0])
    numbers = LOWER.numbers[0][lower] + UPPER.numbers[behind][upper]
    if joker:
        numbers = numbers + MULTISET[_MOST_CARDS - 1, JOKER_SYMBOL]
    classes: npt.NDArray[np.intp] = CLASS_TABLES[0][numbers].astype(np.intp)
    return classes


def _block_order(joker: int) -> npt.NDArray[np.intp]:
    """intp [n]: the plain classes without the joker, or with it, in the order in which the blocks give them."""
    order = []
    for upper_down, first_row, rows, first_column, columns, *_ in BLOCKS[joker].tolist():
        down, across = np.divmod(np.arange(rows * columns), columns)
        lower, upper = (across, down) if upper_down else (down, across)
        starts = (first_column, first_row) if upper_down else (first_row, first_column)
        order.append(_classes(starts[0] + lower, starts[1] + upper, joker))
    return np.concatenate(order)


BLOCK_ORDER = (_block_order(0), _block_order(1))


@kernel("void(int64[::1], int64[::1], uint16[:,::1], uint16[:,:,::1], uint16[:,:,::1])")
def _rank_ways(left: Ints, in_suits: Ints, ways: Small, inside: Small, outside: Small) -> None:
    """The ways to have so many cards of each rank, uint16 [13, 5]; and by suit, uint16 [13, 5, 4], those of them with
    one in the suit and those with none.
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


@kernel("void(int16[:,::1], uint16[:,::1], uint16[:,:,::1], uint16[:,:,::1], uint16[::1])")
def _half_ways(growths: Short, ways: Small, inside: Small, outside: Small, terms: Small) -> None:
    """The ways of each pattern; then by suit those with 0, with 1 and with 2 cards outside it.

    The latter only for patterns with at most two spare cards, all of which lie outside every suit. Of the copies added
    one may be of the suit, the others lie outside: so many more are there to go with what was there before.
    """
    for term in range(TERMS):
        terms[term * STEP] = term < 5  # the empty pattern has one way, with none outside
    for growth in range(len(growths)):
        new, old, count, rank, copies, spare = growths[growth]
        some = ways[rank, copies]
        for n in range(count):
            terms[np.uint64(new + n)] = terms[np.uint64(old + n)] * some
        if spare > MOST_OUTSIDE:
            continue
        for suit in range(4):
            one_inside, all_outside = inside[rank, copies, suit], outside[rank, copies, suit]
            none, one, two = (1 + suit) * STEP, (5 + suit) * STEP, (9 + suit) * STEP
            if spare == 0:
                for n in range(count):
                    before, now = np.uint64(old + n), np.uint64(new + n)
                    none_before, one_before = terms[np.uint64(none) + before], terms[np.uint64(one) + before]
                    terms[np.uint64(none) + now] = none_before * one_inside
                    terms[np.uint64(one) + now] = one_before * one_inside + none_before * all_outside
                    two_before = terms[np.uint64(two) + before]
                    terms[np.uint64(two) + now] = two_before * one_inside + one_before * all_outside
            elif spare == 1:
                at = np.uint64(one - (copies - 1) * 4 * STEP)
                for n in range(count):
                    before, now = np.uint64(old + n), np.uint64(new + n)
                    fewer, more = terms[at + before], terms[at + np.uint64(4 * STEP) + before]
                    terms[np.uint64(none) + now] = 0
                    terms[np.uint64(one) + now] = fewer * one_inside
                    terms[np.uint64(two) + now] = more * one_inside + fewer * all_outside
            else:
                at = np.uint64(two - (copies - 1) * 4 * STEP)
                for n in range(count):
                    before, now = np.uint64(old + n), np.uint64(new + n)
                    terms[np.uint64(none) + now] = 0
                    terms[np.uint64(one) + now] = 0
                    terms[np.uint64(two) + now] = terms[at + before] * one_inside


def _products(outsides: int) -> Any:
    """A kernel for blocks that take off flushes with so many numbers of cards outside, each by the terms of four suits.

    A kernel of its own for each number, for then the compiler writes the innermost loop out and vectorises the next.
    """

    def products(
        down: Small,
        across: Small,
        first_row: int,
        rows: int,
        first_column: int,
        columns: int,
        in_vectors: int,
        outside: int,
        hands: Small,
    ) -> None:
        """uint16 [rows x columns + 16]: the dot products of two sides' terms. Unsigned, lest an index count back."""
        for row in range(rows):
            pattern = np.uint64(first_row + row)
            at = np.uint64(row * columns)
            for n in range(in_vectors):
                other = np.uint64(first_column) + np.uint64(n)
                total = np.uint16(down[pattern] * across[other])
                for more in range(4 * outsides):
                    term = (np.uint64(1 + 4 * outside) + np.uint64(more)) * np.uint64(STEP)
                    total = np.uint16(total + np.uint16(down[term + pattern] * across[term + other]))
                hands[at + np.uint64(n)] = total

    products.__name__ = products.__qualname__ = f"products_with_{outsides}_outsides"
    return kernel("void(uint16[::1], uint16[::1], int64, int64, int64, int64, int64, int64, uint16[::1])")(products)


_no_flushes, _one_outside, _two_outsides, _three_outsides = map(_products, range(4))


@kernel("void(int16[:,::1], int16[:,::1], int64[::1], int64[::1], uint16[::1], uint16[::1])")
def half_ways(
    lower_growths: Short, upper_growths: Short, left: Ints, in_suits: Ints, lower: Small, upper: Small
) -> None:
    """The terms of both halves, uint16 [13, patterns + 16], ready to be multiplied.

    `left` int64 [13] is how many cards of each rank are left, `in_suits` int64 [4] the ranks left in each suit as a bit
    mask. The tables are arguments, see `jit.kernel`.
    """
    ways = np.empty((13, MOST_COPIES + 1), np.uint16)
    inside = np.empty((13, MOST_COPIES + 1, 4), np.uint16)
    outside = np.empty((13, MOST_COPIES + 1, 4), np.uint16)
    _rank_ways(left, in_suits, ways, inside, outside)
    _half_ways(lower_growths, ways, inside, outside, lower)
    _half_ways(upper_growths, ways, inside, outside, upper)
    for suit in range(4):  # what the upper half may add to 0, 1 and 2 cards outside the suit, to be taken off
        for n in range(UPPER_PATTERNS):
            none = upper[(1 + suit) * STEP + n]
            one = upper[(5 + suit) * STEP + n]
            upper[(1 + suit) * STEP + n] = -(none + one + upper[(9 + suit) * STEP + n])
            upper[(5 + suit) * STEP + n] = -(none + one)
            upper[(9 + suit) * STEP + n] = -none


@kernel("void(int16[:,::1], uint16[::1], uint16[::1], uint16[::1])")
def plain_hands(blocks: Short, lower: Small, upper: Small, hands: Small) -> None:
    """uint16 [classes + 16]: the hands in each plain class of some blocks, in their order, by the halves' terms."""
    at = 0
    for block in range(len(blocks)):
        upper_down, row, rows, column, columns, in_vectors, outside, outsides = blocks[block]
        down, across = (upper, lower) if upper_down else (lower, upper)
        out = hands[at:]
        if outsides == 0:
            _no_flushes(down, across, row, rows, column, columns, in_vectors, outside, out)
        elif outsides == 1:
            _one_outside(down, across, row, rows, column, columns, in_vectors, outside, out)
        elif outsides == 2:
            _two_outsides(down, across, row, rows, column, columns, in_vectors, outside, out)
        else:
            _three_outsides(down, across, row, rows, column, columns, in_vectors, outside, out)
        at += rows * columns
