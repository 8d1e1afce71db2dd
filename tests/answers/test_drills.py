"""Drills are of their kind, and reproducible."""

from __future__ import annotations

from collections import Counter

import pytest

import paigow
from paigow.answers.drills import CLOSE, drill
from paigow.faults import InvalidInput
from paigow.house_ways import house_way
from paigow.requests.trainer import DRILL_KINDS, DrillRequest
from tests.conftest import hand

RULES = [{}, {"house_way": "trump-plaza", "banker": "player"}, {"joker": "wild", "variant": "ez"}]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("kind", DRILL_KINDS)
def test_a_drill_is_of_its_kind(kind: str, rules: dict[str, str]):
    seen = set()
    for seed in range(8):
        found = drill(DrillRequest.read({"kind": kind, **rules}), seed)
        assert found == drill(DrillRequest.read({"kind": kind, **rules}), seed)
        assert (found.kind, found.seed) == (kind, seed)
        seen.add(found.cards)
        answer = paigow.analyze(found.cards, **rules)
        assert answer.rules == found.rules
        categories = {split.high.category for split in answer.splits}
        owner = house_way("foxwoods").set(hand(" ".join(found.cards))).line.owner
        if kind == "joker":
            assert found.cards[0] == "Jk"
        elif kind == "close-call":
            second = next(split for split in answer.splits if split.rank > 1)
            assert 0 < second.ev_loss <= CLOSE
            assert not second.foul
        elif kind == "house-way-is-wrong":
            assert answer.house_way.ev_loss > 0
            assert answer.house_way.rank > 1
        elif kind == "two-pair" and "joker" not in rules:
            assert owner == "two-pair"
        elif kind != "two-pair":
            assert kind.partition("-")[0] in categories
    assert len(seen) == 8


def test_a_seed_without_a_kind_draws_one():
    kinds = Counter(drill(DrillRequest.read({}), seed).kind for seed in range(60))
    assert set(kinds) == set(DRILL_KINDS)


def test_a_seed_gives_the_same_hand_for_ever():
    found = drill(DrillRequest.read({"kind": "house-way-is-wrong"}), seed=1)
    assert " ".join(found.cards) == "Jk Qd Jd 9h 9d 7d 4c"


def test_other_drills_are_refused():
    with pytest.raises(InvalidInput, match="kind is one of: two-pair, "):
        DrillRequest.read({"kind": "three-pair"})
    with pytest.raises(InvalidInput, match="there is no parameter cards"):
        DrillRequest.read({"cards": "As"})
