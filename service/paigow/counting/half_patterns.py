"""Half patterns: how many cards of each rank one half of a hand holds, ranks 2-8 in the lower half and 9-A in the
upper.

A plain class is a lower pattern beside an upper one. Every pattern but the empty one is a shorter pattern and some
copies of one rank above all of its own. Patterns are sorted so that `half_products` works on stretches of neighbours.

An *extra copy* is a card whose rank the pattern holds already: 8-8-8-5 has two. Only one card of each rank can be of
any one suit, so extra copies always lie outside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.arrays import NumberRows, Numbers
from paigow.dealer.classes import CLASS_TABLES, MOST_COPIES
from paigow.game.ranks import JOKER_SYMBOL, MULTISET

PatternRows = Annotated[npt.NDArray[np.int16], "int16[:,::1]"]
"""Pieces of work on patterns, a row each."""

Classes = npt.NDArray[np.intp]

LOWER_RANKS = 7

VECTOR = 16
"""How many products are made at a time.

A row of products is rounded up to whole vectors, and the next row writes over what the last vector made beyond the end.
So every array needs that much room after its last pattern or hand.
"""

MOST_OFFSUIT = 2
"""The most cards outside the suit of a flush: in seven cards with five of the suit, in six with four and the joker."""

_MOST_CARDS = 7


class RankPatterns:
    """The patterns of some ranks, by how many cards they hold and then by their extra copies.

    `number` finds a pattern. `sizes` int64 [patterns, 2] has the cards and the extra copies of each; `starts` int64 [9]
    says where the patterns with each number of cards start, and `ends` int64 [8, 8] where those of them with at most so
    many extra copies end. `steps` int64 [patterns, 3] says how each pattern but the first, the empty one, is made: from
    which shorter pattern, by which rank (its highest), with how many copies. `numbers` int64 [8, patterns] is what each
    pattern adds to the number of a multiset in which that many cards lie below it.

    Patterns with equal cards and extra copies are sorted by their highest rank, then by its copies, then by the rest.
    So the patterns made by the same copies of the same rank are neighbours, in the order of the shorter patterns they
    come from. `extensions` int16 [n, 6] has such stretches: where the new patterns start, where the shorter ones start,
    how many there are, the rank, its copies, and the extra copies of the new patterns.
    """

    def __init__(self, ranks: range) -> None:
        patterns = [p for p in product(range(MOST_COPIES + 1), repeat=len(ranks)) if sum(p) <= _MOST_CARDS]
        patterns.sort(key=lambda pattern: (sum(pattern), _extra_copies(pattern), pattern[::-1]))
        self.number = {pattern: number for number, pattern in enumerate(patterns)}
        self.sizes: NumberRows = np.array([(sum(pattern), _extra_copies(pattern)) for pattern in patterns])
        self.starts: Numbers = np.searchsorted(self.sizes[:, 0], range(_MOST_CARDS + 2))
        self.ends: NumberRows = self.starts[:-1, None] + np.array(
            [
                np.searchsorted(self.sizes[first:end, 1], range(_MOST_CARDS + 1), side="right")
                for first, end in pairwise(self.starts)
            ]
        )
        self.steps: NumberRows = np.zeros((len(patterns), 3), dtype=np.int64)
        self.numbers: NumberRows = np.zeros((_MOST_CARDS + 1, len(patterns)), dtype=np.int64)
        extensions: dict[tuple[int, ...], list[int]] = {}
        for number, pattern in enumerate(patterns[1:], start=1):
            highest = max(index for index, copies in enumerate(pattern) if copies)
            shorter = self.number[pattern[:highest] + (0,) * (len(pattern) - highest)]
            rank, copies = ranks[highest], pattern[highest]
            self.steps[number] = shorter, rank, copies
            cards, extra = self.sizes[number].tolist()
            extension = extensions.setdefault((cards, extra, rank, copies), [number, shorter, 0, rank, copies, extra])
            assert number - extension[0] == shorter - extension[1] == extension[2]
            extension[2] += 1
            shorter_cards = int(self.sizes[shorter, 0])
            for below in range(_MOST_CARDS + 1 - cards):
                added = MULTISET[below + shorter_cards : below + shorter_cards + copies, rank].sum()
                self.numbers[below, number] = self.numbers[below, shorter] + added
        self.extensions: PatternRows = np.array([*extensions.values()], dtype=np.int16)

    def groups(self, cards: int) -> Iterator[tuple[int, range]]:
        """The patterns with that many cards: those with 0, 1 and 2 extra copies, and then all others together."""
        bounds = [self.starts[cards], *self.ends[cards, : MOST_OFFSUIT + 1], self.starts[cards + 1]]
        return ((extra, range(*bound)) for extra, bound in enumerate(pairwise(bounds)) if bound[0] < bound[1])


def _extra_copies(pattern: tuple[int, ...]) -> int:
    return sum(copies - 1 for copies in pattern if copies)


LOWER = RankPatterns(range(LOWER_RANKS))
UPPER = RankPatterns(range(LOWER_RANKS, 13))
UPPER_PATTERNS = len(UPPER.sizes)


class Block(NamedTuple):
    """A rectangle of products: patterns of one half by patterns of the other, all of them alike on either side.

    The half with more patterns is across, because the loop over the columns is the one that is vectorised:
    `rows_are_upper` says which. `padded_columns` are the columns in whole vectors. Where the two halves can make a
    flush together, the lower half has `lower_offsuit` cards outside the suit, or one of the next numbers,
    `offsuit_numbers` of them.
    """

    rows_are_upper: bool
    first_row: int
    rows: int
    first_column: int
    columns: int
    padded_columns: int
    lower_offsuit: int
    offsuit_numbers: int


def _blocks(joker: int) -> Iterator[Block]:
    """The blocks of the hands without the joker, or with it."""
    for lower_cards in range(_MOST_CARDS - joker + 1):
        upper_cards = _MOST_CARDS - joker - lower_cards
        for (lower_extra, lower), (upper_extra, upper) in product(LOWER.groups(lower_cards), UPPER.groups(upper_cards)):
            rows_are_upper = len(upper) <= len(lower)
            down, across = (upper, lower) if rows_are_upper else (lower, upper)
            padded = -(-len(across) // VECTOR) * VECTOR
            numbers = max(0, MOST_OFFSUIT + 1 - lower_extra - upper_extra)
            yield Block(rows_are_upper, down.start, len(down), across.start, len(across), padded, lower_extra, numbers)


BLOCKS: tuple[PatternRows, PatternRows] = (
    np.array([*_blocks(0)], dtype=np.int16),
    np.array([*_blocks(1)], dtype=np.int16),
)
"""int16 [blocks, 8] each, the fields of `Block`: those without the joker, and those with it."""


class PlainPairs(NamedTuple):
    """The plain classes by their lower and then their upper pattern, those with the joker last.

    `order` intp [67600] are the classes. `first` int64 [2, lower patterns] is where those of each lower pattern start,
    without the joker and with it; the upper patterns with the cards that are missing follow one by one.
    """

    order: Classes
    first: NumberRows


@lru_cache(maxsize=1)
def plain_pairs() -> PlainPairs:
    """The plain classes pair by pair, made once."""
    order: list[Classes] = []
    first = np.full((2, len(LOWER.steps)), -1, dtype=np.int64)
    start = 0
    for joker in (0, 1):
        for lower, (cards, _) in enumerate(LOWER.sizes.tolist()):
            missing = _MOST_CARDS - joker - cards
            if missing >= 0:
                upper = np.arange(*UPPER.starts[missing : missing + 2])
                first[joker, lower] = start
                order.append(_classes(np.full(len(upper), lower), upper, joker))
                start += len(upper)
    return PlainPairs(np.concatenate(order), first)


def _classes(lower: Numbers, upper: Numbers, joker: int) -> Classes:
    """intp [n]: the plain classes of pairs of patterns, with the joker or without; all pairs have the same two sizes.

    The number of a multiset is a sum over its ranks in ascending order, so the upper ranks come after the lower ones.
    """
    below = int(LOWER.sizes[lower[0], 0])
    numbers = LOWER.numbers[0][lower] + UPPER.numbers[below][upper]
    if joker:
        numbers = numbers + MULTISET[_MOST_CARDS - 1, JOKER_SYMBOL]
    classes: Classes = CLASS_TABLES.plain[numbers].astype(np.intp)
    return classes


def _block_order(joker: int) -> Classes:
    """intp [n]: the plain classes without the joker, or with it, in the order in which the blocks produce them."""
    order = []
    for rows_are_upper, first_row, rows, first_column, columns, *_ in BLOCKS[joker].tolist():
        down, across = np.divmod(np.arange(rows * columns), columns)
        lower, upper = (across, down) if rows_are_upper else (down, across)
        starts = (first_column, first_row) if rows_are_upper else (first_row, first_column)
        order.append(_classes(starts[0] + lower, starts[1] + upper, joker))
    return np.concatenate(order)


BLOCK_ORDER = (_block_order(0), _block_order(1))
