"""The hands in every plain class at once, as products of half patterns: the first part of the counting kernel.

A plain class is a pattern of the ranks 2-8 (how many of each) beside a pattern of the ranks 9-A. The ways to deal a
half are worked out once, each pattern from a shorter one (3,180 + 1,548 of them), and multiplied.

Hands that make a flush do not belong to a plain class, and are taken off in the same product. For each suit s a half
carries its ways with 0, 1 and 2 cards outside s. Seven cards have a flush in s if at most two lie outside it; six cards
and the joker too, since four suited are enough. So with no card of the lower half outside s the upper half may have up
to two, with one up to one, with two none, and a class is a dot product of 13 terms: its ways, less three for each suit.

Every number here counts hands of one deck, so none exceeds C(53,7) = 154,143,080, and int32 is ample.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from service.dealer.classes import MOST_COPIES, PLAIN_RANKS
from service.jit import kernel
from service.ranks import JOKER_SYMBOL

Ints = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int32]

LOWER_RANKS = 7
TERMS = 13
_MOST_CARDS = 7


class Half:
    """The patterns of some ranks, by how many cards they hold and how many of these have a rank that another has too.

    `number` finds a pattern; `starts` int64 [9] says where those of each total start, `ends` int64 [8, 8] where those
    of each total with at most so many spare cards end (beyond the first of each rank). `sizes` int64 [patterns, 2] has
    the cards and the spare cards of each. `steps` int64 [patterns, 3] says how each but the first, empty one is made:
    from which shorter pattern, by which rank (the highest in it), with how many.
    """

    def __init__(self, ranks: range) -> None:
        found = [p for p in product(range(MOST_COPIES + 1), repeat=len(ranks)) if sum(p) <= _MOST_CARDS]
        found.sort(key=lambda pattern: (sum(pattern), _spare(pattern), pattern))
        self.number = {pattern: number for number, pattern in enumerate(found)}
        self.starts: Ints = np.searchsorted([sum(pattern) for pattern in found], range(_MOST_CARDS + 2))
        spare = list(map(_spare, found))
        self.sizes: Ints = np.array([(sum(pattern), _spare(pattern)) for pattern in found])
        self.ends: Ints = self.starts[:-1, None] + np.array(
            [
                [sum(each <= most for each in spare[first:end]) for most in range(_MOST_CARDS + 1)]
                for first, end in pairwise(self.starts)
            ]
        )
        self.steps: Ints = np.zeros((len(found), 3), dtype=np.int64)
        for number, pattern in enumerate(found[1:], start=1):
            place = max(place for place, copies in enumerate(pattern) if copies)
            shorter = pattern[:place] + (0,) * (len(pattern) - place)
            self.steps[number] = self.number[shorter], ranks[place], pattern[place]


def _spare(pattern: tuple[int, ...]) -> int:
    return sum(copies - 1 for copies in pattern if copies)


LOWER = Half(range(LOWER_RANKS))
UPPER = Half(range(LOWER_RANKS, 13))


def _blocks() -> Ints:
    """int64 [16, 6]: the blocks in which the kernel multiplies, all patterns of one total by all of another.

    Each has the joker or not, where its lower patterns start and how many there are, the same for the upper, and
    whether the upper ones run fastest. The longer side does, since that is the loop that is vectorised.
    """
    blocks = []
    for joker in (0, 1):
        for lower_cards in range(_MOST_CARDS - joker + 1):
            upper_cards = _MOST_CARDS - joker - lower_cards
            lower, lowers = LOWER.starts[lower_cards], LOWER.starts[lower_cards + 1] - LOWER.starts[lower_cards]
            upper, uppers = UPPER.starts[upper_cards], UPPER.starts[upper_cards + 1] - UPPER.starts[upper_cards]
            blocks.append((joker, lower, lowers, upper, uppers, int(uppers > lowers)))
    return np.array(blocks, dtype=np.int64)


BLOCKS = _blocks()


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
    classes = _class_of_pair()
    order: list[int] = []
    first = np.full((2, len(LOWER.steps)), -1, dtype=np.int64)
    for joker in (False, True):
        for lower, (cards, _) in enumerate(LOWER.sizes.tolist()):
            missing = _MOST_CARDS - joker - cards
            if missing >= 0:
                first[int(joker), lower] = len(order)
                order += [classes[joker, lower, upper] for upper in range(*UPPER.starts[missing : missing + 2])]
    return PlainPairs(np.array(order, dtype=np.intp), first)


def _class_of_pair() -> dict[tuple[bool, int, int], int]:
    """The plain class of each lower and upper pattern, without the joker and with it."""
    copies = (PLAIN_RANKS[:, :, None] == np.arange(13)).sum(axis=1)
    joker = (PLAIN_RANKS[:, 6] == JOKER_SYMBOL).tolist()
    classes = {}
    for number, row in enumerate(copies.tolist()):
        lower, upper = LOWER.number[tuple(row[:LOWER_RANKS])], UPPER.number[tuple(row[LOWER_RANKS:])]
        classes[joker[number], lower, upper] = number
    return classes


def _block_order() -> npt.NDArray[np.intp]:
    """intp [67600]: the plain classes in the order in which the blocks give them; those with the joker come last."""
    classes = _class_of_pair()
    order = []
    for with_joker, lower, lowers, upper, uppers, upper_fastest in BLOCKS.tolist():
        pairs = product(range(lowers), range(uppers))
        if not upper_fastest:
            pairs = ((i, j) for j, i in product(range(uppers), range(lowers)))  # type: ignore[assignment]
        order += [classes[bool(with_joker), lower + i, upper + j] for i, j in pairs]
    return np.array(order, dtype=np.intp)


BLOCK_ORDER = _block_order()


@kernel("void(int64[:,::1], int64[::1], int64[::1], int32[:,::1])")
def _half_ways(steps: Ints, left: Ints, in_suits: Ints, terms: Counts) -> None:
    """int32 [13, patterns]: the ways of each pattern; then for each suit those with 0, 1 and 2 cards outside it."""
    choose = np.zeros((5, 5), np.int32)
    for n in range(5):
        choose[n, 0] = 1
        for k in range(1, n + 1):
            choose[n, k] = choose[n - 1, k - 1] + choose[n - 1, k]
    terms[:, 0] = 0
    terms[0, 0] = 1
    for suit in range(4):
        terms[1 + 3 * suit, 0] = 1
    for number in range(1, len(steps)):
        shorter = steps[number, 0]
        rank = steps[number, 1]
        copies = steps[number, 2]
        terms[0, number] = terms[0, shorter] * choose[left[rank], copies]
        for suit in range(4):
            at = 1 + 3 * suit
            inside = np.int32(in_suits[suit] >> rank & 1)
            outside = left[rank] - inside
            # Of the copies added, one is of the suit and the others are not, or all lie outside it.
            one_inside = inside * choose[outside, copies - 1]
            all_outside = choose[outside, copies]
            none = terms[at, shorter]
            one = terms[at + 1, shorter]
            if copies == 1:
                terms[at, number] = none * one_inside
                terms[at + 1, number] = one * one_inside + none * all_outside
                terms[at + 2, number] = terms[at + 2, shorter] * one_inside + one * all_outside
            elif copies == 2:
                terms[at, number] = 0
                terms[at + 1, number] = none * one_inside
                terms[at + 2, number] = one * one_inside + none * all_outside
            else:
                terms[at, number] = 0
                terms[at + 1, number] = 0
                terms[at + 2, number] = none * one_inside if copies == 3 else 0


@kernel("void(int32[::1], int32[:,::1], int64, int32[::1])")
def _products(factors: Counts, terms: Counts, first: int, out: Counts) -> None:
    """int32 [n]: the dot product of 13 factors with each of n columns of terms. Written out, it is vectorised."""
    f0, f1, f2, f3, f4, f5, f6 = factors[0], factors[1], factors[2], factors[3], factors[4], factors[5], factors[6]
    f7, f8, f9, f10, f11, f12 = factors[7], factors[8], factors[9], factors[10], factors[11], factors[12]
    for n in range(len(out)):
        k = np.uint64(first) + np.uint64(n)  # unsigned: no index counts from the end
        spades = np.int32(f1 * terms[1, k]) + np.int32(f2 * terms[2, k]) + np.int32(f3 * terms[3, k])
        hearts = np.int32(f4 * terms[4, k]) + np.int32(f5 * terms[5, k]) + np.int32(f6 * terms[6, k])
        diamonds = np.int32(f7 * terms[7, k]) + np.int32(f8 * terms[8, k]) + np.int32(f9 * terms[9, k])
        clubs = np.int32(f10 * terms[10, k]) + np.int32(f11 * terms[11, k]) + np.int32(f12 * terms[12, k])
        out[n] = np.int32(np.int32(f0 * terms[0, k]) + np.int32(np.int32(spades + hearts) + np.int32(diamonds + clubs)))


@kernel("void(int64[:,::1], int64[:,::1], int64[:,::1], int64[::1], int64[::1], int64, int32[::1])")
def plain_hands(
    lower_steps: Ints, upper_steps: Ints, blocks: Ints, left: Ints, in_suits: Ints, jokers: int, hands: Counts
) -> None:
    """int32 [67600]: the hands in each plain class, in block order.

    `left` int64 [13] is how many cards of each rank are left, `in_suits` int64 [4] the ranks left in each suit as a bit
    mask, `jokers` 0 or 1. The tables are arguments, see `jit.kernel`.
    """
    lower = np.empty((TERMS, len(lower_steps)), np.int32)
    upper = np.empty((TERMS, len(upper_steps)), np.int32)
    _half_ways(lower_steps, left, in_suits, lower)
    _half_ways(upper_steps, left, in_suits, upper)
    for at in range(1, TERMS, 3):  # what the upper half may add to 0, 1 and 2 cards outside the suit, to be taken off
        for n in range(len(upper_steps)):
            none = upper[at, n]
            one = upper[at + 1, n]
            upper[at, n] = -(none + one + upper[at + 2, n])
            upper[at + 1, n] = -(none + one)
            upper[at + 2, n] = -none
    factors = np.empty(TERMS, np.int32)
    at = 0
    for block in range(len(blocks)):
        joker, first_lower, lowers, first_upper, uppers, upper_fastest = blocks[block]
        slow, first_slow, slows = (lower, first_lower, lowers) if upper_fastest else (upper, first_upper, uppers)
        fast, first_fast, fasts = (upper, first_upper, uppers) if upper_fastest else (lower, first_lower, lowers)
        if joker > jokers:
            hands[at:] = 0
            return
        for n in range(slows):
            for term in range(TERMS):
                factors[term] = slow[term, first_slow + n]
            _products(factors, fast, first_fast, hands[at : at + fasts])
            at += fasts
