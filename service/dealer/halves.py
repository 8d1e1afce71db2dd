"""The hands in every plain class at once, as products of half patterns: the first part of the counting kernel.

A plain class is a pattern of the ranks 2-8 (how many of each) beside a pattern of the ranks 9-A. The ways to deal a
half are worked out once, each pattern from a shorter one (3,180 + 1,548 of them), and multiplied.

Hands that make a flush do not belong to a plain class, and are taken off in the same product. For each suit s a half
carries its ways with 0, 1 and 2 cards outside s. Seven cards have a flush in s if at most two lie outside it; six cards
and the joker too, since four suited are enough. So with no card of the lower half outside s the upper half may have up
to two, with one up to one, with two none, and a class is a dot product of 13 terms: its ways, less three for each suit.
A card whose rank another one has lies outside s: a half with a spare card has no ways with none outside, one with two
spare cards has ways with two outside only, and classes with three spare cards hold no flush.

No class holds more than 4^7 = 16,384 hands, so everything here is reckoned modulo 2^16: whatever the terms come to on
the way, what is left in the end is the count. A vector holds twice as many of such small numbers, and multiplies them
in a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from service.dealer.classes import CLASS_TABLES, MOST_COPIES
from service.jit import kernel
from service.ranks import JOKER_SYMBOL, MULTISET

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]
Small = npt.NDArray[np.uint16]

LOWER_RANKS = 7
TERMS = 13
VECTOR = 16
"""The products are made so many at a time, the last ones with whatever lies beyond: the next run writes over it.

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
    from which shorter pattern, by which rank (the highest in it), with how many. `recipes` uint16 [patterns, 4] are the
    steps and the spare cards, small enough to stay in the cache. `numbers` int64 [8, patterns] is what
    each adds to the number of a multiset in which so many cards lie below it.
    """

    def __init__(self, ranks: range) -> None:
        found = [p for p in product(range(MOST_COPIES + 1), repeat=len(ranks)) if sum(p) <= _MOST_CARDS]
        found.sort(key=lambda pattern: (sum(pattern), _spare(pattern), pattern))
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
        for number, pattern in enumerate(found[1:], start=1):
            place = max(place for place, copies in enumerate(pattern) if copies)
            shorter = self.number[pattern[:place] + (0,) * (len(pattern) - place)]
            rank, copies = ranks[place], pattern[place]
            self.steps[number] = shorter, rank, copies
            cards = int(self.sizes[shorter, 0])
            for behind in range(_MOST_CARDS + 1 - self.sizes[number, 0]):
                added = MULTISET[behind + cards : behind + cards + copies, rank].sum()
                self.numbers[behind, number] = self.numbers[behind, shorter] + added
        self.recipes: Small = np.column_stack([self.steps, self.sizes[:, 1]]).astype(np.uint16)


def _spare(pattern: tuple[int, ...]) -> int:
    return sum(copies - 1 for copies in pattern if copies)


LOWER = Half(range(LOWER_RANKS))
UPPER = Half(range(LOWER_RANKS, 13))


class Run(NamedTuple):
    """A stretch of the kernel's products: one pattern, the slow one, by all of the missing total on the other side.

    Whether the slow one is the upper, its number, the first of the others; how many of these may make a flush with it
    and how many there are; and how many the kernel takes at a time, the first so many and then the rest, in whole
    vectors. The side with more patterns is the fast one, since that is the loop that is vectorised.
    """

    upper_is_slow: bool
    slow: int
    first: int
    flushes: int
    patterns: int
    in_vectors: int
    rest_in_vectors: int


def _runs(joker: int) -> Iterator[Run]:
    """The runs of the hands without the joker, or with it."""
    for lower_cards in range(_MOST_CARDS - joker + 1):
        totals = {False: lower_cards, True: _MOST_CARDS - joker - lower_cards}
        sizes = {side: half.starts[totals[side] + 1] - half.starts[totals[side]] for side, half in _SIDES.items()}
        slow = bool(sizes[True] <= sizes[False])
        fast = _SIDES[not slow]
        first, end = fast.starts[totals[not slow] : totals[not slow] + 2]
        for number in range(*_SIDES[slow].starts[totals[slow] : totals[slow] + 2]):
            spare = int(_SIDES[slow].sizes[number, 1])
            flushes = fast.ends[totals[not slow], MOST_OUTSIDE - spare] - first if spare <= MOST_OUTSIDE else 0
            vectors = (_whole_vectors(flushes), _whole_vectors(end - first - flushes))
            yield Run(slow, number, first, flushes, end - first, *vectors)


def _whole_vectors(count: int) -> int:
    return -(-count // VECTOR) * VECTOR


_SIDES = {False: LOWER, True: UPPER}
RUNS: tuple[Ints, Ints] = (np.array([*_runs(0)], dtype=np.int64), np.array([*_runs(1)], dtype=np.int64))
"""int64 [runs, 7] each: those without the joker, and those with it."""


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


def _run_order(joker: int) -> npt.NDArray[np.intp]:
    """intp [n]: the plain classes without the joker, or with it, in the order in which the runs give them."""
    order = []
    for slow_is_upper, slow, first, _, count, *_ in RUNS[joker].tolist():
        slow_side, fast_side = np.full(count, slow), np.arange(first, first + count)
        lower, upper = (fast_side, slow_side) if slow_is_upper else (slow_side, fast_side)
        order.append(_classes(lower, upper, joker))
    return np.concatenate(order)


RUN_ORDER = (_run_order(0), _run_order(1))


@kernel("void(uint16[:,::1], int64[::1], int64[::1], uint16[:,::1])")
def _half_ways(recipes: Small, left: Ints, in_suits: Ints, terms: Small) -> None:
    """uint16 [13, patterns]: the ways of each pattern; then by suit those with 0, with 1 and with 2 cards outside it.

    The latter only for patterns with at most two spare cards.
    """
    choose = np.zeros((5, 5), np.int64)
    for n in range(5):
        choose[n, 0] = 1
        for k in range(1, n + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    terms[:, 0] = 0
    for term in range(5):
        terms[term, 0] = 1
    for number in range(1, len(recipes)):
        shorter = int(recipes[number, 0])
        rank = int(recipes[number, 1])
        copies = int(recipes[number, 2])
        terms[0, number] = terms[0, shorter] * choose[left[rank], copies]
        if recipes[number, 3] > MOST_OUTSIDE:
            continue
        for suit in range(4):
            inside = in_suits[suit] >> rank & 1
            outside = left[rank] - inside
            # Of the copies added, one is of the suit and the others are not, or all lie outside it.
            one_inside = inside * choose[outside, copies - 1]
            all_outside = choose[outside, copies]
            none = terms[1 + suit, shorter]
            one = terms[5 + suit, shorter]
            if copies == 1:
                terms[1 + suit, number] = none * one_inside
                terms[5 + suit, number] = one * one_inside + none * all_outside
                terms[9 + suit, number] = terms[9 + suit, shorter] * one_inside + one * all_outside
            elif copies == 2:
                terms[1 + suit, number] = 0
                terms[5 + suit, number] = none * one_inside
                terms[9 + suit, number] = one * one_inside + none * all_outside
            else:
                terms[1 + suit, number] = 0
                terms[5 + suit, number] = 0
                terms[9 + suit, number] = none * one_inside


@kernel("void(uint16, uint16[:,::1], int64, int32[::1])")
def _ways_alone(factor: int, terms: Small, first: int, out: Counts) -> None:
    """int32 [n]: the ways of n columns of terms, times a factor."""
    for n in range(len(out)):
        out[n] = np.int32(np.uint16(factor * terms[0, np.uint64(first) + np.uint64(n)]))


@kernel("void(uint16[::1], uint16[:,::1], int64, int32[::1])")
def _ways_without_flushes(factors: Small, terms: Small, first: int, out: Counts) -> None:
    """int32 [n]: the dot product of the factors with n columns of terms."""
    f0, f1, f2, f3, f4, f5, f6 = factors[0], factors[1], factors[2], factors[3], factors[4], factors[5], factors[6]
    f7, f8, f9, f10, f11, f12 = factors[7], factors[8], factors[9], factors[10], factors[11], factors[12]
    for n in range(len(out)):
        k = np.uint64(first) + np.uint64(n)  # unsigned: no index counts from the end
        total = np.uint16(f0 * terms[0, k])
        total = np.uint16(total + np.uint16(f1 * terms[1, k]))
        total = np.uint16(total + np.uint16(f2 * terms[2, k]))
        total = np.uint16(total + np.uint16(f3 * terms[3, k]))
        total = np.uint16(total + np.uint16(f4 * terms[4, k]))
        total = np.uint16(total + np.uint16(f5 * terms[5, k]))
        total = np.uint16(total + np.uint16(f6 * terms[6, k]))
        total = np.uint16(total + np.uint16(f7 * terms[7, k]))
        total = np.uint16(total + np.uint16(f8 * terms[8, k]))
        total = np.uint16(total + np.uint16(f9 * terms[9, k]))
        total = np.uint16(total + np.uint16(f10 * terms[10, k]))
        total = np.uint16(total + np.uint16(f11 * terms[11, k]))
        total = np.uint16(total + np.uint16(f12 * terms[12, k]))
        out[n] = np.int32(total)


@kernel("void(uint16[:,::1], uint16[:,::1], int64[::1], int64[::1], uint16[:,::1], uint16[:,::1])")
def half_ways(
    lower_recipes: Small, upper_recipes: Small, left: Ints, in_suits: Ints, lower: Small, upper: Small
) -> None:
    """The terms of both halves, uint16 [13, patterns + 16], ready to be multiplied.

    `left` int64 [13] is how many cards of each rank are left, `in_suits` int64 [4] the ranks left in each suit as a bit
    mask. The tables are arguments, see `jit.kernel`.
    """
    _half_ways(lower_recipes, left, in_suits, lower)
    _half_ways(upper_recipes, left, in_suits, upper)
    for suit in range(4):  # what the upper half may add to 0, 1 and 2 cards outside the suit, to be taken off
        for n in range(len(upper_recipes)):
            none = upper[1 + suit, n]
            one = upper[5 + suit, n]
            upper[1 + suit, n] = -(none + one + upper[9 + suit, n])
            upper[5 + suit, n] = -(none + one)
            upper[9 + suit, n] = -none


@kernel("void(int64[:,::1], uint16[:,::1], uint16[:,::1], int32[::1])")
def plain_hands(runs: Ints, lower: Small, upper: Small, hands: Counts) -> None:
    """int32 [classes + 16]: the hands in each plain class of some runs, in their order, by the terms of the halves."""
    factors = np.empty(TERMS, np.uint16)
    at = 0
    for run in range(len(runs)):
        upper_is_slow, slow, first, flushes, patterns, in_vectors, rest_in_vectors = runs[run]
        slow_terms, fast_terms = (upper, lower) if upper_is_slow else (lower, upper)
        for n in range(TERMS):
            factors[n] = slow_terms[n, slow]
        if flushes:
            _ways_without_flushes(factors, fast_terms, first, hands[at : at + in_vectors])
        if flushes < patterns:
            rest = hands[at + flushes : at + flushes + rest_in_vectors]
            _ways_alone(factors[0], fast_terms, first + flushes, rest)
        at += patterns
