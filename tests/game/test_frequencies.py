"""Every one of the 154,143,080 hands, looked at by an evaluator that knows nothing of ours.

It works on bit masks of seven cards and never splits a hand: how often the best five of seven are of each category, and
how high their straights, under each rule for the wheel and the joker.
"""

from __future__ import annotations

from collections import Counter
from math import comb

import numba
import numpy as np
import pytest

from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import representatives
from paigow.game.ranks import CATEGORIES, JokerRule, Wheel, ranking_of
from paigow.game.splits import value_splits


def straight_tables(wheel: Wheel) -> np.ndarray:
    """int8 [2, 8192]: the place of the best straight in a mask of ranks, [1] with one card to fill in; -1 for none."""
    order = [(12, 0, 1, 2, 3)] * (wheel == "lowest") + [tuple(range(low, low + 5)) for low in range(8)]
    order += [(12, 0, 1, 2, 3)] * (wheel == "second") + [(8, 9, 10, 11, 12)]
    table = np.full((2, 8192), -1, dtype=np.int8)
    for place, ranks in enumerate(order):
        straight = sum(1 << rank for rank in ranks)
        for mask in range(8192):
            held = (mask & straight).bit_count()
            if held == 5:
                table[0, mask] = place
            if held >= 4:
                table[1, mask] = place
    return table


@numba.njit
def bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@numba.njit
def best_of_seven(s0, s1, s2, s3, joker, wild, straights):
    """The category of the best five cards, by its place in CATEGORIES, and the place of its straight or else 0."""
    any_ = s0 | s1 | s2 | s3
    two = (s0 & s1) | (s2 & s3) | ((s0 | s1) & (s2 | s3))
    three = ((s0 & s1) & (s2 | s3)) | ((s2 & s3) & (s0 | s1))
    four = s0 & s1 & s2 & s3
    ace = 1 << 12
    if joker and four & ace:
        return 11, 0
    if joker and wild and four:
        return 10, 0
    best = -1
    flush = False
    for suit in (s0, s1, s2, s3):
        if bits(suit) + joker >= 5:
            flush = True
            best = max(best, straights[joker, suit])
    if best == 9:
        return 9, 9
    if best >= 0:
        return 8, best
    pairs, triples = bits(two), bits(three)
    quads = four != 0
    if joker and wild:
        quads = quads or triples > 0
        full = pairs >= 2
        trips = pairs >= 1
        two_pair = False
        pair = True
    else:
        if joker:  # one ace more
            quads = quads or (three & ace) != 0
            triples += (two & ace) != 0 and (three & ace) == 0
            pairs += (any_ & ace) != 0 and (two & ace) == 0
        full = triples >= 1 and pairs >= 2
        trips = triples >= 1
        two_pair = pairs >= 2
        pair = pairs == 1
    if quads:
        return 7, 0
    if full:
        return 6, 0
    if flush:
        return 5, 0
    place = straights[joker, any_]
    if place >= 0:
        return 4, place
    if trips:
        return 3, 0
    if two_pair:
        return 2, 0
    return (1, 0) if pair else (0, 0)


@numba.njit(parallel=True)
def tally(joker, wild, straights):
    """int64 [12, 10]: all hands by category and place of the straight, with the joker or without."""
    found = np.zeros((52, 12, 10), np.int64)
    for a in numba.prange(52):  # the highest card; the others below it
        suits = np.zeros(4, np.int64)
        suits[a & 3] |= 1 << (a >> 2)
        for b in range(a):
            suits[b & 3] |= 1 << (b >> 2)
            for c in range(b):
                suits[c & 3] |= 1 << (c >> 2)
                for d in range(c):
                    suits[d & 3] |= 1 << (d >> 2)
                    for e in range(d):
                        suits[e & 3] |= 1 << (e >> 2)
                        for f in range(e):
                            suits[f & 3] |= 1 << (f >> 2)
                            if joker:
                                category, place = best_of_seven(
                                    suits[0], suits[1], suits[2], suits[3], 1, wild, straights
                                )
                                found[a, category, place] += 1
                            else:
                                for g in range(f):
                                    suits[g & 3] ^= 1 << (g >> 2)
                                    category, place = best_of_seven(
                                        suits[0], suits[1], suits[2], suits[3], 0, wild, straights
                                    )
                                    found[a, category, place] += 1
                                    suits[g & 3] ^= 1 << (g >> 2)
                            suits[f & 3] ^= 1 << (f >> 2)
                        suits[e & 3] ^= 1 << (e >> 2)
                    suits[d & 3] ^= 1 << (d >> 2)
                suits[c & 3] ^= 1 << (c >> 2)
            suits[b & 3] ^= 1 << (b >> 2)
    return found.sum(axis=0)


@pytest.mark.slow
@pytest.mark.parametrize("wheel", ["second", "lowest"])
@pytest.mark.parametrize("joker", ["semi-wild", "wild"])
def test_the_frequency_of_every_category(wheel: Wheel, joker: JokerRule):
    straights = straight_tables(wheel)
    brute = tally(0, False, straights) + tally(1, joker == "wild", straights)
    assert brute.sum() == comb(53, 7)

    ranking = ranking_of(wheel, joker)
    best = value_splits(representatives(), ranking)[0].max(axis=1)
    straight_values = [v for v in range(ranking.high_values) if ranking.category_of(v) == "straight"]
    flush_values = [
        v for v in range(ranking.high_values) if ranking.category_of(v) in ("straight_flush", "royal_flush")
    ]
    ours: Counter[tuple[str, int]] = Counter()
    for value, hands in zip(best.tolist(), class_counts().tolist(), strict=True):
        category = ranking.category_of(value)
        place = 0
        if category == "straight":
            place = straight_values.index(value)
        elif category in ("straight_flush", "royal_flush"):
            place = flush_values.index(value)
        ours[category, place] += hands
    theirs = {(CATEGORIES[c], p): int(brute[c, p]) for c, p in zip(*np.nonzero(brute), strict=True)}
    assert dict(ours) == theirs
