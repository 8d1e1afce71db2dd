"""The 292,253 classes that all 154,143,080 dealer hands fall into.

How a hand can be set depends on its ranks and, only if one suit holds five of its cards (four with the joker), on the
ranks of that suit. So there are two kinds of class, numbered one after the other:

- *plain*: a multiset of ranks with no flush in it, 67,600 of them: 49,205 of seven ranks, then 18,395 of six and the
  joker, each part in the order of `ranks.MULTISET`;
- *flush*: the ranks F of the flush suit and the ranks m of the 2, 1 or 0 cards outside it, 224,653 of them, in the six
  groups of `FLUSH_GROUPS`; within a group by F as a bit mask, then by m. The same for each of the four suits.

A plain class and the flush classes of the same ranks are different classes: the first holds the hands without a flush.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.arrays import Cards, HighValues, NumberRows, Numbers
from paigow.game.cards import JOKER
from paigow.game.ranks import MULTISET
from paigow.jit import ensure_compiled, kernel

PlainIndex = Annotated[npt.NDArray[np.int32], "int32[::1]"]

PLAIN_NATURAL = 49_205
PLAIN_CLASSES = 67_600
CLASSES = 292_253
MOST_COPIES = 4


class FlushGroup(NamedTuple):
    """Flush classes of one shape: `suited` cards of the flush suit, the joker or not, `offsuit_cards` outside it.

    There are `offsuit_sets` of m; classes are numbered `first` + (number of F) x `offsuit_sets` + (number of m).
    """

    suited: int
    joker: bool
    offsuit_cards: int
    first: int
    offsuit_sets: int


def _flush_groups() -> tuple[FlushGroup, ...]:
    groups, first = [], PLAIN_CLASSES
    for suited, joker in ((5, False), (6, False), (7, False), (4, True), (5, True), (6, True)):
        cards = 7 - suited - joker
        count = comb(12 + cards, cards)
        groups.append(FlushGroup(suited, joker, cards, first, count))
        first += comb(13, suited) * count
    return tuple(groups)


FLUSH_GROUPS = _flush_groups()


def offsuit_ranks(cards: int) -> list[tuple[int, ...]]:
    """The multisets m of ranks outside the flush suit, in class order: by their higher rank, then the lower."""
    return sorted(combinations_with_replacement(range(13), cards), key=lambda m: m[::-1])


def flush_masks(suited: int) -> list[int]:
    """Every set F of that many ranks as a 13-bit mask (bit 0 = deuce), ascending."""
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


def _mask_ordinals() -> npt.NDArray[np.int16]:
    """int16 [8192]: the number of each 13-bit mask among the masks with as many bits, ascending."""
    ordinals = np.zeros(1 << 13, dtype=np.int16)
    for suited in range(14):
        ordinals[flush_masks(suited)] = np.arange(comb(13, suited))
    return ordinals


class ClassTables(NamedTuple):
    """What the class of a hand is looked up in.

    `multiset` is `ranks.MULTISET`; `plain` int32 [C(19,7) + C(18,6)] is the plain class of each multiset number, -1
    where no deck holds the multiset; `mask_ordinal` int16 [8192] the number of each 13-bit mask among those with as
    many bits. Of the flush groups, `group_of` int64 [2, 8] is the index by the joker and the cards of the suit,
    `first_of_group` int64 [6] the first class and `offsuit_sets_of_group` int64 [6] how many m there are.
    """

    multiset: NumberRows
    plain: PlainIndex
    mask_ordinal: HighValues
    group_of: NumberRows
    first_of_group: Numbers
    offsuit_sets_of_group: Numbers


def _group_of() -> NumberRows:
    group_of = np.full((2, 8), -1)
    for number, group in enumerate(FLUSH_GROUPS):
        group_of[int(group.joker), group.suited] = number
    return group_of


CLASS_TABLES = ClassTables(
    MULTISET,
    _plain_index(),
    _mask_ordinals(),
    _group_of(),
    np.array([group.first for group in FLUSH_GROUPS]),
    np.array([group.offsuit_sets for group in FLUSH_GROUPS]),
)


def class_of(hand: Cards) -> int:
    """The class of a hand: uint8 [7], seven different cards in canonical order.

    >>> class_of(representatives()[12345])
    12345
    """
    ensure_compiled()
    return class_of_hand(hand, CLASS_TABLES)


@kernel
def class_of_hand(hand: Cards, tables: ClassTables) -> int:
    """The same in a kernel."""
    joker = 1 if hand[0] == JOKER else 0
    lengths = np.zeros(4, np.int64)
    for k in range(joker, 7):
        lengths[hand[k] & 3] += 1
    for suit in range(4):
        if lengths[suit] + joker < 5:
            continue
        mask = 0
        offsuit = 0
        others = 0
        for k in range(6, joker - 1, -1):
            if hand[k] & 3 == suit:
                mask |= 1 << (hand[k] >> 2)
            else:
                offsuit += tables.multiset[others, hand[k] >> 2]
                others += 1
        group = tables.group_of[joker, lengths[suit]]
        first = tables.first_of_group[group]
        return int(first + tables.mask_ordinal[mask] * tables.offsuit_sets_of_group[group] + offsuit)
    number = 0
    for i in range(7):
        number += tables.multiset[i, hand[6 - i] >> 2]
    return int(tables.plain[number])


def representatives() -> npt.NDArray[np.uint8]:
    """uint8 [292253, 7]: one hand of each class, in canonical order.

    A plain class has its sorted ranks dealt round the four suits, so no suit gets more than two and equal ranks differ;
    a flush class has F in spades, and m in hearts and diamonds.
    """
    hands = np.empty((CLASSES, 7), dtype=np.uint8)
    suits = np.arange(7) % 4
    hands[:PLAIN_CLASSES] = np.where(PLAIN_RANKS == 13, JOKER, 4 * PLAIN_RANKS + suits)
    for group in FLUSH_GROUPS:
        masks = flush_masks(group.suited)
        long = [[4 * rank for rank in range(13) if mask >> rank & 1] + [JOKER] * group.joker for mask in masks]
        outside = [
            [4 * rank + suit for suit, rank in enumerate(m, start=1)] for m in offsuit_ranks(group.offsuit_cards)
        ]
        rows = hands[group.first : group.first + len(long) * group.offsuit_sets]
        rows[:, : len(long[0])] = np.repeat(np.array(long, dtype=np.uint8), group.offsuit_sets, axis=0)
        rows[:, len(long[0]) :] = np.tile(np.array(outside, dtype=np.uint8), (len(long), 1))
    order = np.argsort(-(hands >> 2).astype(np.int16) * 4 + (hands & 3), axis=1, kind="stable")
    return np.take_along_axis(hands, order, axis=1)


def plain_of_flush() -> npt.NDArray[np.int32]:
    """int32 [224653]: for each flush class, in order, the plain class of the same ranks."""
    return _plain_classes(representatives()[PLAIN_CLASSES:])


def _plain_classes(hands: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    symbols = np.where(hands == JOKER, 13, hands >> 2)[:, ::-1]
    classes: npt.NDArray[np.int32] = CLASS_TABLES.plain[MULTISET[np.arange(7), symbols].sum(axis=1)]
    return classes
