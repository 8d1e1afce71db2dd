"""The essay beside the kernel: its inventory is what there is, and its examples are what the kernel's steps give."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import paigow
from paigow.counting.buffers import acquire, release
from paigow.counting.counters import counter
from paigow.counting.flush_classes import LOW_RANKS, OFFSUIT_STRIDE, offsuit_ways, suits_holding
from paigow.counting.half_patterns import BLOCK_ORDER, BLOCKS, LOWER, UPPER
from paigow.counting.half_products import half_ways, plain_hands
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import PLAIN_RANKS, flush_masks
from paigow.game.ranks import STANDARD
from tests.conftest import cards

ESSAY = (Path(paigow.__file__).parent / "counting" / "README.md").read_text()
ROWS = re.findall(r"^\| `(\w+)` \| (\w+) \| ([\d, x]+) \| ([\d,]+) \|", ESSAY, re.MULTILINE)


def deck_without(text: str) -> tuple[np.ndarray, np.ndarray]:
    """The cards of each rank that are left, and the ranks left in each suit as bits, the joker among them."""
    left, in_suits = np.full(13, 4), np.full(4, (1 << 14) - 1)
    for card in cards(text):
        left[card >> 2] -= 1
        in_suits[card & 3] ^= 1 << (card >> 2)
    return left, in_suits


def test_the_inventory_is_what_there_is():
    scratch = acquire()
    release(scratch)
    found = {
        name: (str(array.dtype), " x ".join(f"{length:,}" for length in array.shape), f"{array.nbytes:,}")
        for name, array in {**counter("foxwoods").counting_tables._asdict(), **scratch._asdict()}.items()
    }
    assert {name: tuple(row) for name, *row in ROWS} == found


def test_the_example_of_half_products():
    """2-3-4-5-T-J-Q from a full deck: 16,384 less 211 flushes in each suit."""
    ranks = [0, 1, 2, 3, 8, 9, 10]
    (number,) = np.flatnonzero((ranks == PLAIN_RANKS).all(axis=1))
    left, in_suits = deck_without("")
    scratch = acquire()
    half_ways(LOWER.extensions, UPPER.extensions, left, in_suits, scratch.lower, scratch.upper)
    plain_hands(BLOCKS[0], scratch.lower, scratch.upper, scratch.hands)
    hands = int(scratch.hands[np.flatnonzero(BLOCK_ORDER[0] == number)[0]])
    release(scratch)
    assert 37 + 120 + 54 == 211
    assert hands == 4**7 - 4 * 211 == 15_540 == class_counts()[number]


@pytest.mark.parametrize(("flush", "suits", "ways"), [("2468T", 0b1111, 10), ("8JQKA", 0b1100, 2)])
def test_the_example_of_suits_as_a_mask(flush: str, suits: int, ways: int):
    left, in_suits = deck_without("Ah Kh Qh Jh 9h As Ks")
    masks = np.array(flush_masks(5), dtype=np.int16)
    of_suits = np.empty((16, OFFSUIT_STRIDE), dtype=np.uint8)
    starts = np.empty(len(masks), dtype=np.uint16)
    offsuit_ways(left, in_suits, LOW_RANKS, of_suits)
    suits_holding(masks, in_suits, starts)
    mask = sum(1 << "23456789TJQKA".index(rank) for rank in flush)
    assert starts[np.flatnonzero(masks == mask)[0]] == suits * OFFSUIT_STRIDE
    assert of_suits[suits, STANDARD.low[12, 11]] == ways
    assert np.count_nonzero(starts == 0b1111 * OFFSUIT_STRIDE) == 56


def test_the_example_of_flushes_by_bits():
    assert 0b10110111 & 0b11110011 == 0b10110011
    assert 0b10110011.bit_count() * 3 == 15
