"""How many hands each class holds, with any cards removed: the readable form of the count.

The kernel in `paigow.counting` gets the same integers in less than a hundredth of the time and is tested against this.
Let a_r be the cards of rank r that are left, S_s the ranks left in suit s, b_r the cards of rank r left outside suit s.
Then

- a multiset of ranks n can be dealt in the product over r of C(a_r, n_r) ways;
- the ranks F in suit s with the ranks m outside it can be dealt, if F lies within S_s, in b_x b_y ways for m = {x, y},
  C(b_x, 2) for m = {x, x}, b_x for m = {x}, and 1 for no m;
- a plain class holds the hands of its multiset less those of the flush classes with the same ranks.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb

import numpy as np
import numpy.typing as npt

from paigow.dealer.classes import (
    CLASSES,
    FLUSH_GROUPS,
    PLAIN_CLASSES,
    PLAIN_RANKS,
    flush_masks,
    offsuit_ranks,
    plain_of_flush,
)
from paigow.game.cards import JOKER

Ints = npt.NDArray[np.int64]

_CHOOSE: Ints = np.array([[comb(n, k) for k in range(5)] for n in range(5)])


@lru_cache(maxsize=1)
def _copies() -> npt.NDArray[np.int8]:
    """int8 [67600, 14]: how many cards of each rank symbol a plain class holds."""
    copies: npt.NDArray[np.int8] = (PLAIN_RANKS[:, :, None] == np.arange(14)).sum(axis=1, dtype=np.int8)
    return copies


_plain_of_flush = lru_cache(maxsize=1)(plain_of_flush)


def class_counts(removed: Iterable[int] = ()) -> Ints:
    """int64 [292253]: the hands in each class that can be dealt from the deck without the `removed` cards.

    They sum to C(53 - removed, 7).

    >>> int(class_counts().sum()), int(class_counts(range(46)).sum())
    (154143080, 1)
    """
    left = np.ones((13, 4), dtype=np.int64)
    jokers = 1
    for card in removed:
        if card == JOKER:
            jokers = 0
        else:
            left[card >> 2, card & 3] = 0

    count = np.empty(CLASSES, dtype=np.int64)
    available = np.append(left.sum(axis=1), jokers)
    count[:PLAIN_CLASSES] = np.prod(_CHOOSE[available, _copies()], axis=1)
    for group in FLUSH_GROUPS:
        masks = np.array(flush_masks(group.suited))
        flush = np.zeros((len(masks), group.offsuit_sets), dtype=np.int64)
        for suit in range(4):
            in_suit = int((left[:, suit] << np.arange(13)).sum())
            outside = left.sum(axis=1) - left[:, suit]
            flush += np.outer(
                masks & ~in_suit == 0, [_offsuit_ways(outside, m) for m in offsuit_ranks(group.offsuit_cards)]
            )
        count[group.first : group.first + flush.size] = flush.ravel() * (jokers if group.joker else 1)
    np.subtract.at(count, _plain_of_flush(), count[PLAIN_CLASSES:])
    return count


def _offsuit_ways(outside: Ints, m: tuple[int, ...]) -> int:
    if len(m) == 2 and m[0] == m[1]:
        return comb(int(outside[m[0]]), 2)
    return int(np.prod(outside[list(m)]))
