"""Every one of the 154,143,080 hands, and of the 23,426 first threes, put into the rows of each side bet a second time.

The rows are taken from ../reference/side_bets.json, the published tables, and stated here once more, as ladders on bit
masks of the seven cards; no split is made but for the pair in front of the jackpot's rows.
"""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import numba
import numpy as np
import pytest

from paigow.answers.side_bet_edges import counted_frequencies, frequencies
from paigow.side_bets import side_bets

PUBLISHED = json.loads((Path(__file__).parents[1] / "reference" / "side_bets.json").read_text())
LADDERS = ("fortune", "emperors-challenge", "pai-gow-mania-seven", "pai-gow-insurance", "jackpot")
RUNS = np.array([0b1_0000_0000_1111, *(0b11111 << low for low in range(9))])
"""The straights as masks of ranks, the deuce is bit 0: the wheel first, ace high last."""
SEVENS = np.array([0b1_0000_0011_1111, *(0b111_1111 << low for low in range(7))])
FIRST_NIBBLES = 0x1_1111_1111_1111
ACE_COUNT = 1 << 48
KING_QUEEN = 0b110_0000_0000_00


@numba.njit
def bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


@numba.njit
def fits_a_run(mask, joker, runs):
    """Whether cards of these ranks, and the joker, hold one of the runs, each as long as the first."""
    for run in runs:  # noqa: SIM110 - compiled
        if bits(mask & run) + joker >= bits(runs[0]):
            return True
    return False


@numba.njit
def best_five(counts, suits, joker):
    """The category of exactly five cards: counts of ranks in nibbles, masks of the suits."""
    any_ = suits[0] | suits[1] | suits[2] | suits[3]
    flush = bits(max(suits)) + joker == 5
    straight = bits(any_) + joker == 5 and fits_a_run(any_, joker, RUNS)
    counts += joker * ACE_COUNT
    most = 0
    kinds = 0
    while counts:
        most = max(most, counts & 15)
        kinds += (counts & 15) > 0
        counts >>= 4
    if most == 5:
        return 11
    if flush and straight:
        return 9 if bits(any_ & RUNS[-1]) == bits(any_) else 8
    if most == 4:
        return 7
    if kinds == 2:
        return 6
    if flush:
        return 5
    return 4 if straight else 0


@numba.njit
def pairs_in_front(cards, joker):
    """Bit c is set where a pair in front leaves five cards of category c; bit 15 a natural royal and two aces."""
    found = 0
    last = len(cards)
    for i in range(last):
        for j in range(i):
            joker_in_front = cards[i] == 52
            if cards[i] >> 2 != cards[j] >> 2 and not (joker_in_front and cards[j] >> 2 == 12):
                continue
            counts = 0
            suits = np.zeros(4, np.int64)
            for k in range(last):
                if k not in (i, j) and cards[k] < 52:
                    counts += 1 << 4 * (cards[k] >> 2)
                    suits[cards[k] & 3] |= 1 << (cards[k] >> 2)
            category = best_five(counts, suits, joker - joker_in_front)
            found |= 1 << category
            if category == 9 and not joker and cards[j] >> 2 == 12:
                found |= 1 << 15
    return found


@numba.njit
def put(cards, joker, found):  # noqa: PLR0915 - a ladder for each bet
    """Count the rows that seven cards make, each bet's own; the last card is the joker if it is there."""
    counts = 0
    suits = np.zeros(4, np.int64)
    for card in cards[: 7 - joker]:
        counts += 1 << 4 * (card >> 2)
        suits[card & 3] |= 1 << (card >> 2)
    any_ = suits[0] | suits[1] | suits[2] | suits[3]
    held = counts + joker * ACE_COUNT  # the joker is an ace, where it completes nothing
    two = ((held >> 1) | (held >> 2)) & FIRST_NIBBLES
    three = (((held >> 1) & held) | (held >> 2)) & FIRST_NIBBLES
    quads = (held >> 2) & FIRST_NIBBLES
    five_aces = held >> 48 == 5
    pairs = bits(two)
    flush = straight_flush = royal = suited_beside = seven = False
    for suit in suits:
        if bits(suit) + joker >= 5:
            flush = True
            straight_flush = straight_flush or fits_a_run(suit, joker, RUNS)
            if bits(suit & RUNS[-1]) + joker >= 5:
                royal = True
                for other in suits:
                    suited_beside = suited_beside or other == KING_QUEEN
            seven = seven or (bits(suit) + joker == 7 and fits_a_run(suit, joker, SEVENS))
    straight = fits_a_run(any_, joker, RUNS)
    full = bits(three) > 0 and pairs > 1
    highest = 12
    while not held >> 4 * highest & 15:
        highest -= 1
    nothing = not (flush or straight or pairs)

    row = 12  # the rows that most bets share, best first; 12 is none of them
    if five_aces:
        row = 2
    elif royal:
        row = 3
    elif straight_flush:
        row = 4
    elif quads:
        row = 5
    elif full:
        row = 6
    elif flush:
        row = 7
    elif three:
        row = 8
    elif straight:
        row = 9
    elif pairs == 3:
        row = 10
    if row < 10:
        found[2, row - 2] += 1
    if nothing:
        found[3, highest - 7] += 1
    top = 0 if seven and not joker else 1 if seven else -1
    if top >= 0:
        found[1, top] += 1
    elif row < 10:
        found[1, row] += 1
    elif nothing and highest <= 9:
        found[1, 10 + highest - 7] += 1
    if top == 0:
        found[0, 0] += 1
    elif royal and suited_beside:
        found[0, 1] += 1
    elif top == 1:
        found[0, 2] += 1
    elif row <= 10:
        found[0, row + 1] += 1

    beside = pairs_in_front(cards, joker) if pairs else 0
    if beside >> 15:
        found[4, 0] += 1
    elif beside >> 11 & 1:
        found[4, 1] += 1
    elif beside >> 9 & 1:
        found[4, 2] += 1
    elif five_aces:
        found[4, 3] += 1
    elif royal:
        found[4, 4] += 1
    elif beside >> 8 & 1:
        found[4, 5] += 1
    elif beside >> 7 & 1:
        found[4, 6] += 1
    elif straight_flush:
        found[4, 7] += 1
    elif quads:
        found[4, 8] += 1
    elif beside >> 6 & 1:
        found[4, 9] += 1
    elif beside >> 5 & 1:
        found[4, 10] += 1
    elif beside >> 4 & 1:
        found[4, 11] += 1
    elif full:
        found[4, 12] += 1
    elif flush:
        found[4, 13] += 1
    elif straight:
        found[4, 14] += 1
    elif three:
        found[4, 15] += 1


@numba.njit(parallel=True)
def tally():
    """int64 [5, 16]: the hands that make each row of each of `LADDERS`."""
    found = np.zeros((53, 5, 16), np.int64)
    for a in numba.prange(53):  # the highest card, the joker is 52; the others below it
        joker = 1 if a == 52 else 0
        cards = np.zeros(7, np.int64)
        cards[6] = a
        for b in range(a):
            cards[5] = b
            for c in range(b):
                cards[4] = c
                for d in range(c):
                    cards[3] = d
                    for e in range(d):
                        cards[2] = e
                        for f in range(e):
                            cards[1] = f
                            for g in range(f):
                                cards[0] = g
                                put(cards, joker, found[a])
    return found.sum(axis=0)


@pytest.fixture(scope="module")
def tallied() -> np.ndarray:
    return tally()


@pytest.mark.slow
@pytest.mark.parametrize("bet", LADDERS)
def test_every_hand_is_in_the_row_that_the_bet_says(bet: str, tallied: np.ndarray):
    rows = len(side_bets()[bet].rows)
    counted = tallied[LADDERS.index(bet)].tolist()
    assert counted == [*frequencies(side_bets()[bet]), *[0] * (16 - rows)]
    assert counted[:rows] == list(counted_frequencies(side_bets()[bet].rows))


def three_card_row(three: tuple[int, ...]) -> str:
    """Its row at Pai Gow Mania, by trying every card for the joker."""
    jokers = three.count(52)
    natural = [card for card in three if card < 52]
    made = set()
    for filled in range(52) if jokers else [-1]:
        cards = [*natural, filled] if jokers else natural
        ranks = sorted(card >> 2 for card in cards)
        flush = len({card & 3 for card in cards}) == 1
        straight = ranks == [0, 1, 12] or ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2]
        if flush and straight:
            made.add("wild_straight_flush" if jokers else "natural_straight_flush")
        if straight:
            made.add("straight")
        if flush and len(set(ranks)) == 3:
            made.add("flush")
        if filled in (-1, 48):  # the joker is an ace besides
            made.add({1: "three_of_a_kind", 2: "pair", 3: "nothing"}[len(set(ranks))])
    order = ["natural_straight_flush", "three_of_a_kind", "wild_straight_flush", "straight", "flush", "pair", "nothing"]
    return min(made, key=order.index)


def test_every_three_cards_are_in_the_row_that_the_bet_says():
    bet = side_bets()["pai-gow-mania-three"]
    rows = [three_card_row(three) for three in combinations(range(53), 3)]
    counts = tuple(rows.count(row.id) for row in bet.rows)
    assert counts == frequencies(bet) == counted_frequencies(bet.rows, 3)


@pytest.mark.parametrize("bet", PUBLISHED["counts"])
def test_counts_are_the_published_ones(bet: str):
    assert (
        dict(zip([row.id for row in side_bets()[bet].rows], frequencies(side_bets()[bet]), strict=True))
        == (PUBLISHED["counts"][bet])
    )


def test_the_progressive_has_the_first_rows_of_fortune():
    progressive, fortune = side_bets()["progressive"].rows, side_bets()["fortune"].rows
    assert progressive == fortune[: len(progressive)]
