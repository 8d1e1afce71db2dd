"""House ways described by example."""

from __future__ import annotations

import pytest

from paigow.dealer.description import Description
from paigow.house_ways import house_way
from tests.conftest import ALL_WAYS, cards, high_value, low_value


@pytest.mark.slow
@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_every_hand_is_some_lines(way_id: str):
    way = house_way(way_id)
    samples = list(Description(way).samples())
    assert sum(sample.hands for sample in samples) == 154_143_080
    for sample in samples:
        high, low = (cards(half) for half in sample.example.split(" / "))
        setting = way.set(high + low)
        assert setting.line == sample.line
        assert (high_value(setting.high), low_value(setting.low)) == (high_value(high), low_value(low))


@pytest.mark.slow
def test_differences_are_settled_both_ways():
    foxwoods, trump_plaza = house_way("foxwoods"), house_way("trump-plaza")
    there = list(Description(foxwoods).differences(trump_plaza))
    back = list(Description(trump_plaza).differences(foxwoods))
    assert [(d.kind, d.hands) for d in there] == [(d.kind, d.hands) for d in back]
    assert {d.kind for d in there} == {"one-pair", "two-pair", "trips-pair", "quads"}
    for difference in there:
        assert difference.ours != difference.theirs
        high, low = (cards(half) for half in difference.ours.split(" / "))
        assert low_value(foxwoods.set(high + low).low) == low_value(low)
        assert (low_value(trump_plaza.set(high + low).low), high_value(trump_plaza.set(high + low).high)) != (
            low_value(low),
            high_value(high),
        )
    assert list(Description(foxwoods).differences(foxwoods)) == []
