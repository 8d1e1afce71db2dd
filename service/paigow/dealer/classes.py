"""The 292,253 classes that all 154,143,080 dealer hands fall into.

How a hand can be set depends on its ranks and, only if one suit holds five of its cards (four with the joker), on the
ranks of that suit. So there are two kinds of class, numbered one after the other:

- *plain*: a multiset of ranks with no flush in it, 67,600 of them: 49,205 of seven ranks, then 18,395 of six and the
  joker, each part in the order of `ranks.MULTISET`;
- *flush*: the ranks F of the long suit and the ranks m of the 2, 1 or 0 cards outside it, 224,653 of them, in the six
  groups of `FLUSH_GROUPS`; within a group by F as a bit mask, then by m. The same for each of the four suits.

A plain class and the flush classes of the same ranks are different classes: the first holds the hands without a flush.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.game.cards import JOKER
from paigow.game.ranks import MULTISET
from paigow.jit import kernel, ready

PLAIN_NATURAL = 49_205
PLAIN_CLASSES = 67_600
CLASSES = 292_253
MOST_COPIES = 4


class FlushGroup(NamedTuple):
    """Flush classes of one shape: `suited` cards of the long suit, the joker or not, `others` cards outside the suit.

    Its classes are numbered `first` + place of F x number of m + place of m.
    """

    suited: int
    joker: bool
    others: int
    first: int
    outsides: int


def _flush_groups() -> tuple[FlushGroup, ...]:
    groups, first = [], PLAIN_CLASSES
    for suited, joker in ((5, False), (6, False), (7, False), (4, True), (5, True), (6, True)):
        others = 7 - suited - joker
        outsides = comb(12 + others, others)
        groups.append(FlushGroup(suited, joker, others, first, outsides))
        first += comb(13, suited) * outsides
    return tuple(groups)


FLUSH_GROUPS = _flush_groups()


def outsides(others: int) -> list[tuple[int, ...]]:
    """The multisets m of ranks outside the long suit, in class order: by their higher rank, then the lower."""
    return sorted(combinations_with_replacement(range(13), others), key=lambda m: m[::-1])


def long_suits(suited: int) -> list[int]:
    """Every set F of so many ranks as a 13-bit mask (bit 0 = deuce), ascending."""
    return sorted(sum(1 << rank for rank in ranks) for ranks in combinations(range(13), suited))


def _plain_ranks() -> npt.NDArray[np.int8]:
    """int8 [67600, 7]: the rank symbols of each plain class, ascending; the joker is 13."""
    rows: list[tuple[int, ...]] = []
    for natural, tail in ((7, ()), (6, (13,))):
        multisets = (m for m in combinations_with_replacement(range(13), natural) if _dealable(m))
        rows += [(*m, *tail) for m in sorted(multisets, key=lambda m: m[::-1])]
    return np.array(rows, dtype=np.int8)


def _dealable(multiset: tuple[int, ...]) -> bool:
    return all(multiset[i] != multiset[i + MOST_COPIES] for i in range(len(multiset) - MOST_COPIES))


PLAIN_RANKS: npt.NDArray[np.int8] = _plain_ranks()


def _plain_index() -> npt.NDArray[np.int32]:
    """int32 [C(19,7) + C(18,6)]: the plain class of each multiset number, -1 where no deck holds the multiset."""
    numbers = MULTISET[np.arange(7), PLAIN_RANKS].sum(axis=1)
    index = np.full(comb(19, 7) + comb(18, 6), -1, dtype=np.int32)
    index[numbers] = np.arange(PLAIN_CLASSES)
    return index


_PLAIN_INDEX = _plain_index()


def _mask_places() -> npt.NDArray[np.int16]:
    """int16 [8192]: the place of each 13-bit mask among the masks with as many bits, ascending."""
    places = np.zeros(1 << 13, dtype=np.int16)
    for suited in range(14):
        places[long_suits(suited)] = np.arange(comb(13, suited))
    return places


_MASK_PLACES = _mask_places()

_GROUP_OF: npt.NDArray[np.int64] = np.full((2, 8), -1)
for _number, _group in enumerate(FLUSH_GROUPS):
    _GROUP_OF[int(_group.joker), _group.suited] = _number
_FIRST: npt.NDArray[np.int64] = np.array([group.first for group in FLUSH_GROUPS])
_OUTSIDES: npt.NDArray[np.int64] = np.array([group.outsides for group in FLUSH_GROUPS])


CLASS_TABLES = (_PLAIN_INDEX, _MASK_PLACES, _GROUP_OF, _FIRST, _OUTSIDES)
"""What `class_of_hand` looks up, besides `ranks.MULTISET`."""

CLASSING = "int32[::1], int16[::1], int64[:,::1], int64[::1], int64[::1]"
"""Their types."""


def class_of(hand: npt.NDArray[np.uint8]) -> int:
    """The class of a hand: uint8 [7], seven different cards in canonical order.

    >>> class_of(representatives()[12345])
    12345
    """
    ready()
    return class_of_hand(hand, MULTISET, *CLASS_TABLES)


@kernel(f"int64(uint8[::1], int64[:,::1], {CLASSING})")
def class_of_hand(
    hand: npt.NDArray[np.uint8],
    multiset: npt.NDArray[np.int64],
    plain_index: npt.NDArray[np.int32],
    mask_places: npt.NDArray[np.int16],
    group_of: npt.NDArray[np.int64],
    firsts: npt.NDArray[np.int64],
    outside_counts: npt.NDArray[np.int64],
) -> int:
    joker = 1 if hand[0] == JOKER else 0
    lengths = np.zeros(4, np.int64)
    for k in range(joker, 7):
        lengths[hand[k] & 3] += 1
    for suit in range(4):
        if lengths[suit] + joker < 5:
            continue
        mask = 0
        outside = 0
        others = 0
        for k in range(6, joker - 1, -1):
            if hand[k] & 3 == suit:
                mask |= 1 << (hand[k] >> 2)
            else:
                outside += multiset[others, hand[k] >> 2]
                others += 1
        group = group_of[joker, lengths[suit]]
        return int(firsts[group] + mask_places[mask] * outside_counts[group] + outside)
    number = 0
    for i in range(7):
        number += multiset[i, hand[6 - i] >> 2]
    return int(plain_index[number])


def representatives() -> npt.NDArray[np.uint8]:
    """uint8 [292253, 7]: one hand of each class, in canonical order.

    A plain class has its sorted ranks dealt round the four suits, so no suit gets more than two and equal ranks differ;
    a flush class has F in spades, and m in hearts and diamonds.
    """
    hands = np.empty((CLASSES, 7), dtype=np.uint8)
    suits = np.arange(7) % 4
    hands[:PLAIN_CLASSES] = np.where(PLAIN_RANKS == 13, JOKER, 4 * PLAIN_RANKS + suits)
    for group in FLUSH_GROUPS:
        masks = long_suits(group.suited)
        long = [[4 * rank for rank in range(13) if mask >> rank & 1] + [JOKER] * group.joker for mask in masks]
        outside = [[4 * rank + suit for suit, rank in enumerate(m, start=1)] for m in outsides(group.others)]
        rows = hands[group.first : group.first + len(long) * group.outsides]
        rows[:, : len(long[0])] = np.repeat(np.array(long, dtype=np.uint8), group.outsides, axis=0)
        rows[:, len(long[0]) :] = np.tile(np.array(outside, dtype=np.uint8), (len(long), 1))
    order = np.argsort(-(hands >> 2).astype(np.int16) * 4 + (hands & 3), axis=1, kind="stable")
    return np.take_along_axis(hands, order, axis=1)


def plain_of_flush() -> npt.NDArray[np.int32]:
    """int32 [224653]: for each flush class, in order, the plain class of the same ranks."""
    return _plain_classes(representatives()[PLAIN_CLASSES:])


def _plain_classes(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    symbols = np.where(hands == JOKER, 13, hands >> 2)[:, ::-1]
    classes: npt.NDArray[np.int32] = _PLAIN_INDEX[MULTISET[np.arange(7), symbols].sum(axis=1)]
    return classes
