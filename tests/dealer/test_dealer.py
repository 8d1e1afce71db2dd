"""The classes hold every hand once, and the shipped tables are what a build gives."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from paigow.dealer import tables
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import (
    CLASSES,
    FLUSH_GROUPS,
    PLAIN_CLASSES,
    PLAIN_NATURAL,
    PLAIN_RANKS,
    class_of,
    representatives,
)
from paigow.game.cards import DECK_SIZE, canonical
from paigow.house_ways import house_way
from tests.conftest import ALL_WAYS, random_hands


def test_the_classes_are_as_many_as_the_method_says():
    assert len(PLAIN_RANKS) == PLAIN_CLASSES == 67_600
    assert (PLAIN_RANKS[:, 6] < 13).sum() == PLAIN_NATURAL == 49_205
    assert CLASSES - PLAIN_CLASSES == 224_653
    last = FLUSH_GROUPS[-1]
    assert last.first + comb(13, last.suited) * last.offsuit_sets == CLASSES


def test_each_class_has_a_hand_of_its_own():
    hands = representatives()
    assert [class_of(hand) for hand in hands] == list(range(CLASSES))
    assert (np.diff(np.sort(hands, axis=1), axis=1) > 0).all(), "a hand holds a card twice"
    assert all(canonical(hand) == tuple(hand) for hand in hands[:: CLASSES // 500].tolist())


def test_each_class_holds_as_many_hands_as_the_deck_deals():
    left = [card for hand, dead in random_hands(1, seed=8) for card in (*hand, *dead)]
    left = sorted({*left, 52, *range(40, 52)})  # 20 or so cards, the joker and many of high rank among them
    hands = np.array([canonical(hand) for hand in combinations(left, 7)], dtype=np.uint8)
    dealt = Counter(class_of(hand) for hand in hands)
    counted = class_counts(set(range(DECK_SIZE)) - set(left))
    assert counted.sum() == len(hands)
    assert {number: int(counted[number]) for number in np.flatnonzero(counted)} == dealt


def test_every_class_of_a_full_deck_can_be_dealt():
    full = class_counts()
    assert full.sum() == comb(53, 7) == 154_143_080
    assert full.min() > 0


@pytest.mark.slow
def test_any_removal_leaves_the_binomial():
    for hand, dead in random_hands(150, seed=9, most_dead=39):
        counted = class_counts((*hand, *dead))
        assert counted.min() >= 0
        assert counted.sum() == comb(46 - len(dead), 7)


@pytest.mark.slow
@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_the_shipped_tables_are_what_a_build_gives(way_id: str, tmp_path: Path):
    way = house_way(way_id)
    built = tables.build(way)
    shipped = tables.load(way)
    assert built.digest == shipped.digest
    for name in ("high", "low", "line"):
        assert (getattr(built, name) == getattr(shipped, name)).all()
    tables.save(way, built, tmp_path)
    entry = json.loads((tmp_path / "manifest.json").read_text())["house_ways"][way_id]
    assert entry == json.loads((tables.SHIPPED / "manifest.json").read_text())["house_ways"][way_id]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped tables, to be spoilt."""
    return Path(shutil.copytree(tables.SHIPPED, tmp_path / "tables"))


def refused(folder: Path, match: str) -> None:
    with pytest.raises(tables.TableError, match=match):
        tables.load(house_way("foxwoods"), folder)
    if "foxwoods" in match:
        tables.load(house_way("trump-plaza"), folder)


def test_whole_tables_load(folder: Path):
    loaded = tables.load(house_way("foxwoods"), folder)
    with pytest.raises(ValueError, match="read-only"):
        loaded.high[0] = 0


def test_one_changed_byte_is_found(folder: Path):
    path = folder / "foxwoods" / "low.npy"
    raw = bytearray(path.read_bytes())
    raw[-1] ^= 1
    path.write_bytes(raw)
    refused(folder, r"foxwoods.low\.npy is damaged: its contents")


def test_a_short_table_is_found(folder: Path):
    path = folder / "foxwoods" / "high.npy"
    path.write_bytes(path.read_bytes()[:-100])
    refused(folder, r"foxwoods.high\.npy cannot be read")


def test_a_table_of_another_shape_or_type_is_found(folder: Path):
    np.save(folder / "foxwoods" / "line.npy", np.zeros(5, dtype=np.uint8))
    refused(folder, r"foxwoods.line\.npy is damaged: uint8 \(5,\)")
    np.save(folder / "foxwoods" / "line.npy", np.zeros(CLASSES, dtype=np.float64))
    refused(folder, r"foxwoods.line\.npy is damaged: float64")


def test_a_missing_table_is_found(folder: Path):
    (folder / "foxwoods" / "line.npy").unlink()
    refused(folder, r"foxwoods.line\.npy cannot be read")
    (folder / "manifest.json").unlink()
    refused(folder, r"manifest\.json cannot be read")


def test_a_stale_table_is_found(folder: Path):
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    source = manifest["house_ways"]["foxwoods"]["source"]
    manifest["house_ways"]["foxwoods"]["source"] = "0" * 64
    path.write_text(json.dumps(manifest))
    refused(folder, "foxwoods is stale")
    manifest["house_ways"]["foxwoods"]["source"] = source
    manifest["format"] = 0
    path.write_text(json.dumps(manifest))
    refused(folder, "of format 0")
    manifest["format"] = tables.FORMAT
    del manifest["house_ways"]["foxwoods"]
    path.write_text(json.dumps(manifest))
    refused(folder, "no tables of foxwoods")
