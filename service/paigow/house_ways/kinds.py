"""The twelve kinds of seven-card hand that a house way speaks of, told apart by how often each rank occurs.

The joker counts as an ace. Each kind names its groups of equal cards, the most cards first and then the highest rank,
so that a line can say `PAIR(lower pair)`, or `PAIR(lower)` for short, and `higher pair 7-T`.
"""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of hand: its name in a house way file, its words, its shape, and the names of its groups in order.

    `shape` is the number of equal cards in each group, without singles.
    """

    name: str
    words: str
    shape: tuple[int, ...]
    groups: tuple[str, ...]


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

SHAPE_KINDS: dict[tuple[int, ...], int] = {kind.shape: number for number, kind in enumerate(KINDS)}
SHAPE_KINDS[(5, 2)] = SHAPE_KINDS[(5,)]  # five aces, with or without a pair, are one kind
