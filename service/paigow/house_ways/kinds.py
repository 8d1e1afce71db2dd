"""The twelve kinds of seven-card hand that a house way speaks of, told apart by how often each rank occurs.

The joker counts as an ace. Fully wild, it counts as the card that makes the best hand by equal ranks: it joins the
largest group of them, the highest of equally large ones. No kind has five equal cards except five aces, so four of a
kind below aces stays four, and the joker joins the next group. (The sources are silent; this is our reading.)

Each kind names its groups of equal cards, the most cards first and then the highest rank, so that a line can say
`PAIR(lower pair)`, or `PAIR(lower)` for short, and `higher pair 7-T`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.game.cards import ACE
from paigow.game.ranks import JokerRule


class Kind(NamedTuple):
    """A kind of hand: its name in a house way file, its words, its shape, and the names of its groups in order.

    `shape` is the number of equal cards in each group, without singles. `wild` ones are the hands of the kind that have
    a fully wild joker, which a house way may set by lines of their own.
    """

    name: str
    words: str
    shape: tuple[int, ...]
    groups: tuple[str, ...]
    wild: bool = False


KINDS: tuple[Kind, ...] = (
    Kind("no-pair", "No pair", (), ()),
    Kind("one-pair", "One pair", (2,), ("pair",)),
    Kind("two-pair", "Two pair", (2, 2), ("higher pair", "lower pair")),
    Kind("three-pair", "Three pair", (2, 2, 2), ("highest pair", "middle pair", "lowest pair")),
    Kind("trips", "Three of a kind", (3,), ("trips",)),
    Kind("trips-pair", "Three of a kind and a pair", (3, 2), ("trips", "pair")),
    Kind("trips-two-pair", "Three of a kind and two pair", (3, 2, 2), ("trips", "higher pair", "lower pair")),
    Kind("two-trips", "Three of a kind twice", (3, 3), ("higher trips", "lower trips")),
    Kind("quads", "Four of a kind", (4,), ("quads",)),
    Kind("quads-pair", "Four of a kind and a pair", (4, 2), ("quads", "pair")),
    Kind("quads-trips", "Four of a kind and three of a kind", (4, 3), ("quads", "trips")),
    Kind("five-aces", "Five aces", (5,), ("aces",)),
)

KIND_NUMBERS: dict[str, int] = {kind.name: number for number, kind in enumerate(KINDS)}
"""The index into `KINDS` of each name."""

SHAPE_KINDS: dict[tuple[int, ...], int] = {kind.shape: number for number, kind in enumerate(KINDS)}
SHAPE_KINDS[(5, 2)] = SHAPE_KINDS[(5,)]  # five aces, with or without a pair, are one kind

_NEVER_WILD = ("no-pair", "two-pair", "three-pair", "two-trips")  # the joker makes a better kind of these

WILD_KINDS: tuple[Kind, ...] = tuple(kind._replace(wild=True) for kind in KINDS if kind.name not in _NEVER_WILD)
"""The kinds of the hands with a fully wild joker."""

NO_KIND = -1


def joined(naturals: npt.NDArray[np.int8], joker: JokerRule) -> npt.NDArray[np.int64]:
    """int64 [n]: the rank that the joker counts as, beside `naturals` int8 [n, 13] cards of each rank.

    >>> pair_of_nines = np.array([[0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 1, 0]], dtype=np.int8)
    >>> joined(pair_of_nines, "wild"), joined(pair_of_nines, "semi-wild")
    (array([7]), array([12]))
    """
    if joker == "semi-wild":
        return np.full(len(naturals), ACE)
    group = naturals.astype(np.int64) * 13 + np.arange(13)
    group[:, :ACE][naturals[:, :ACE] == 4] = 0
    joins: npt.NDArray[np.int64] = group.argmax(axis=1)
    return joins


def kinds_of(counts: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """int8 [n]: the kind of each hand, an index into `KINDS`, by `counts` int8 [n, 13] of each rank with the joker.

    `NO_KIND` where it is none: with five equal cards below aces.

    >>> KINDS[kinds_of(np.array([[0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 2, 2]], dtype=np.int8))[0]].name
    'three-pair'
    """
    # A shape as one number: how many ranks occur 2, 3, 4 and 5 times, in base 4.
    digits = sum((counts == size).sum(axis=1) << 2 * (size - 2) for size in range(2, 6))
    kinds = np.full(len(counts), NO_KIND, dtype=np.int8)
    for shape, number in SHAPE_KINDS.items():
        kinds[digits == sum(1 << 2 * (size - 2) for size in shape)] = number
    kinds[(counts[:, :ACE] == 5).any(axis=1)] = NO_KIND
    return kinds
