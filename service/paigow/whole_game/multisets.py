"""The player's hands in the order of the whole game: by their ranks, and then by their suits up to relabelling.

A *multiset* is one of the 67,600 sets of ranks that seven cards can have, in the order of the plain classes of
`dealer.classes`. Its natural ranks, the most copies first, are the bits of the sets of ranks that a suit can hold.

A *suit pattern* says for each of the four suits which of those ranks it holds. Patterns that differ only in the names
of the suits are worth the same, so one of each kind is looked at. Its *multiplicity* is how many hands it stands for.
Which patterns there are depends on the *shape* alone, the copies of each rank: 2-1-1-1-1-1 for a pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb, prod

import numpy as np
import numpy.typing as npt

from paigow.dealer.classes import PLAIN_CLASSES, PLAIN_RANKS
from paigow.game.ranks import JOKER_SYMBOL, JokerRule
from paigow.house_ways.kinds import joined, kinds_of
from paigow.whole_game.tables import PlayerTables

Ints = npt.NDArray[np.int64]

MOST_RANKS = 7
SUITS = 4


class Multisets:
    """Every multiset of the player's ranks, and the suit patterns of its shape.

    `symbols` int64 [67600, 7] are its rank symbols, ascending; `ranks` int64 [67600, 7] its natural ranks, the rank of
    each bit, and -1 where there are fewer; `copies` int64 [67600, 13] how many of each rank; `shape` int64 [67600]
    which shape it has.

    The patterns of shape i are `suits` uint8 [patterns, 4] (the bits of the ranks in each suit) and `multiplicity`
    int64 [patterns], from `starts[i]` to `starts[i + 1]`.
    """

    def __init__(self) -> None:
        self.symbols: Ints = PLAIN_RANKS.astype(np.int64)
        self.copies: Ints = (PLAIN_RANKS[:, :, None] == np.arange(13)).sum(axis=1)
        self.ranks: Ints = np.full((PLAIN_CLASSES, MOST_RANKS), -1)
        self.shape: Ints = np.zeros(PLAIN_CLASSES, dtype=np.int64)
        shapes: dict[tuple[int, ...], int] = {}
        for number, copies in enumerate(self.copies.tolist()):
            ranks = sorted((rank for rank in range(13) if copies[rank]), key=lambda rank: (-copies[rank], -rank))
            self.ranks[number, : len(ranks)] = ranks
            shape = tuple(copies[rank] for rank in ranks)
            self.shape[number] = shapes.setdefault(shape, len(shapes))
        patterns = [list(suit_patterns(shape)) for shape in shapes]
        self.starts: Ints = np.cumsum([0, *map(len, patterns)])
        self.suits = np.array([suits for each in patterns for suits, _ in each], dtype=np.uint8)
        self.multiplicity: Ints = np.array([multiplicity for each in patterns for _, multiplicity in each])

    def kinds(self, joker: JokerRule) -> Ints:
        """int64 [67600]: the kind of each multiset, an index into `house_ways.kinds.KINDS`."""
        counts = self.copies.astype(np.int8)
        with_joker = np.flatnonzero(self.symbols[:, -1] == JOKER_SYMBOL)
        counts[with_joker, joined(counts[with_joker], joker)] += 1
        return kinds_of(counts).astype(np.int64)

    def tables(self, joker: JokerRule) -> PlayerTables:
        """The same as the kernels take it."""
        return PlayerTables(
            self.symbols,
            self.ranks,
            self.copies,
            self.kinds(joker),
            self.shape,
            self.starts,
            self.suits,
            self.multiplicity,
        )


multisets = lru_cache(maxsize=1)(Multisets)
"""Made once."""


def suit_patterns(shape: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every suit pattern of a shape up to the names of the suits, and the multiplicity of each.

    Rank by rank: suits that held the same ranks so far are interchangeable, so of each group of them only the number
    that gets the next rank matters.

    >>> list(suit_patterns((2, 1)))
    [((3, 1, 0, 0), 12), ((1, 1, 2, 0), 12)]
    """
    found: dict[tuple[int, ...], int] = {(0,) * SUITS: 1}
    for bit, copies in enumerate(shape):
        longer: dict[tuple[int, ...], int] = {}
        for suits, multiplicity in found.items():
            groups = sorted(set(suits), reverse=True)
            sizes = [suits.count(group) for group in groups]
            for chosen in product(*(range(size, -1, -1) for size in sizes)):
                if sum(chosen) == copies:
                    held = [
                        group | (place < of_group) << bit
                        for group, size, of_group in zip(groups, sizes, chosen, strict=True)
                        for place in range(size)
                    ]
                    ways = prod(comb(size, of_group) for size, of_group in zip(sizes, chosen, strict=True))
                    key = tuple(held)
                    longer[key] = longer.get(key, 0) + multiplicity * ways
        found = longer
    yield from found.items()
