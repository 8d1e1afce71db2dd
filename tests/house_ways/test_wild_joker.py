"""A fully wild joker: one reading of it in kinds, groups, singles and places, and the lines that know it."""

from __future__ import annotations

from collections import Counter
from math import comb

import numpy as np
import pytest

from paigow.counting.counters import counter
from paigow.counting.evs import split_evs
from paigow.counting.outcomes import count_outcomes
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import representatives
from paigow.game.cards import ACE, JOKER, canonical, name_of
from paigow.game.ranks import ranking_of
from paigow.game.splits import cards_of
from paigow.house_ways import HouseWayError, check, house_way, parse
from paigow.house_ways.engine import NOT_SET, HandFeatures, Setter
from paigow.house_ways.kinds import KINDS, SHAPE_KINDS, WILD_KINDS, Kind
from paigow.house_ways.language import LineError, parse_line
from paigow.requests.rules import TableRules
from paigow.whole_game.multisets import multisets
from paigow.whole_game.shipped import solved_games
from tests.conftest import ALL_WAYS, hand, random_hands
from tests.house_ways.test_house_ways import GOOD

WILD = ranking_of("second", "wild")
KIND_NAMES = [kind.name for kind in KINDS]

HANDS_OF_KINDS = {
    # By what the joker joins: C(13,2) x 4 x 4 x 44 of two threes of a kind, and so on; see the sums in each line.
    "quads": 13 * comb(12, 3) * 4**3 + 13 * 4 * comb(12, 3) * 4**3,
    "quads-pair": 13 * 12 * 6 * 44 + 13 * 4 * 12 * 6 * 44 + 12 * comb(12, 2) * 4**2,
    "quads-trips": 13 * 12 * 4 + comb(13, 2) * 4**2 + 12 * 12 * 6,
    "two-trips": comb(13, 2) * 4 * 4 * 44,
    "trips-two-pair": 13 * 4 * comb(12, 2) * 6**2 + comb(13, 3) * 6**3,
    "five-aces": comb(48, 2),
}


def one(text: str) -> HandFeatures:
    return HandFeatures.of(np.array([hand(text)], dtype=np.uint8), WILD)


def read_plainly(cards: tuple[int, ...]) -> tuple[int, str]:
    """The rank that a wild joker counts as and the kind of its hand, by the words of `kinds`."""
    ranks = Counter(card >> 2 for card in cards if card != JOKER)
    joins = max((count, rank) for rank, count in ranks.items() if count < 4 or rank == ACE)[1]
    ranks[joins] += 1
    return joins, KIND_NAMES[SHAPE_KINDS[tuple(sorted((n for n in ranks.values() if n > 1), reverse=True))]]


def test_the_joker_joins_the_largest_group_the_highest_of_equal_ones():
    hands = [canonical((JOKER, *cards[:6])) for cards, _ in random_hands(3000, seed=13) if JOKER not in cards[:6]]
    read = HandFeatures.of(np.array(hands, dtype=np.uint8), WILD)
    assert len({KIND_NAMES[kind] for kind in read.kind}) > 4
    for cards, joker, kind in zip(hands, read.joker.tolist(), read.kind.tolist(), strict=True):
        assert (joker, KIND_NAMES[kind]) == read_plainly(cards)


@pytest.mark.parametrize(("kind", "expected"), HANDS_OF_KINDS.items())
def test_lines_and_whole_games_count_the_kinds_alike(kind: str, expected: int):
    number = KIND_NAMES.index(kind)
    by_lines = HandFeatures.of(representatives(), WILD).kind == number
    assert class_counts()[by_lines].sum() == expected
    player = multisets()
    of_shape = [player.multiplicity[i:j].sum() for i, j in zip(player.starts, player.starts[1:], strict=False)]
    assert np.array(of_shape)[player.shape][player.kinds("wild") == number].sum() == expected


@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_the_shipped_games_tell_the_kinds_so(way_id: str):
    games = [game for game in solved_games(way_id) if game["rules"]["joker"] == "wild"]
    assert games
    for game in games:
        hands = {kind["kind"]: kind["hands"] for kind in game["kinds"]}
        assert {kind: hands[kind] for kind in HANDS_OF_KINDS} == HANDS_OF_KINDS


def test_the_counts_are_those_told():
    told = {"quads": 915_200, "quads-pair": 218_592, "quads-trips": 2_736, "two-trips": 54_912, "five-aces": 1_128}
    assert {**told, "trips-two-pair": 185_328} == HANDS_OF_KINDS


PLAYED = [
    # what the lines play, and by which line of which kind
    ("foxwoods", "Jk 9h 9d Kc Qs 4c 3d", "9h 9d", "trips", "AS(two-pair) is a pair: AS(two-pair)"),
    ("foxwoods", "Jk 4s 4h As 9d 3c 2h", "4s 4h", "trips", "AS(two-pair) is a pair: AS(two-pair)"),
    ("foxwoods", "Jk As Ah Ks Qd 5c 3h", "Jk Ks", "trips", "AS(two-pair) is a pair: AS(two-pair)"),
    ("foxwoods", "Jk 6d 6c 5h 4h 3s 2s", "6d 6c", "trips", "BEST PAIR"),
    ("foxwoods", "Jk As Ks Qh 9d 7c 3h", "As Ks", "one-pair", "no MADE: BREAK(pair)"),
    ("foxwoods", "Jk As Ks Qh Jd 7c 3h", "7c 3h", "one-pair", "MADE: BEST"),
    ("foxwoods", "Jk Kc 9s 9h 5s 5d 4h", "Jk Kc", "trips-pair", "AS(three-pair)"),
    ("foxwoods", "Jk Ks Kh 9s 9h 5s 5d", "Ks Kh", "trips-two-pair", "AS(three-pair)"),
    ("foxwoods", "Jk Ks Kh Kd Qs 5h 3c", "Jk Qs", "quads", "AS(trips-pair)"),
    ("foxwoods", "Jk 9s 9h 9d 5s 5d Kh", "Jk Kh", "quads-pair", "AS(trips-two-pair)"),
    ("foxwoods", "Jk 9s 9h 9d 9c Kh 5s", "Jk Kh", "quads-pair", "PAIR(pair)"),
    ("foxwoods", "Jk 9s 9h 9d 5s 5d 5h", "9s 9h", "quads-trips", "AS(two-trips)"),
    ("foxwoods", "Jk 9s 9h 9d 9c 5d 5h", "5d 5h", "quads-trips", "PAIR(trips)"),
    ("foxwoods", "Jk As Ah Ad Ac Kd Td", "Jk Kd", "five-aces", "PAIR(single) holding K"),
    ("foxwoods", "Jk As Ah Ad Ac Qd Td", "Ad Ac", "five-aces", "PAIR(A)"),
    ("foxwoods", "Jk As Ah Ad Ac Kd Kh", "Kh Kd", "five-aces", "PAIR(K)"),
    ("stones", "Jk As Ah Ad Ac Kd Td", "Ad Ac", "five-aces", "PAIR(A)"),
    ("mgm-grand", "Jk 9h 9d Kc Qs 4c 3d", "9h 9d", "trips", "AS(two-pair) is a pair: AS(two-pair)"),
    ("foxwoods", "9c 9h 9d Kc Qs 4c 3d", "Kc Qs", "trips", "KEEP"),
]  # fmt: skip


@pytest.mark.parametrize(("way_id", "text", "low", "kind", "line"), PLAYED)
def test_what_a_wild_joker_is_played_as(way_id: str, text: str, low: str, kind: str, line: str):
    setting = house_way(way_id).set(hand(text), WILD)
    assert (setting.line.owner, setting.line.text) == (kind, line)
    assert sorted(card >> 2 for card in setting.low) == sorted(card >> 2 for card in hand(low, size=2))


@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_no_house_gives_up_a_pair_in_front(way_id: str):
    kernel, cards = counter(way_id, "second", "wild"), hand("Jk 9h 9d Kc Qs 4c 3d")
    outcomes = count_outcomes(kernel, np.array([cards], dtype=np.uint8), [()], "dealer", "none")[0]
    rules = TableRules()
    valued = split_evs(outcomes.splits, outcomes.dealer_hands, rules.commission_fraction, rules.collection_fraction)
    assert valued.loss(outcomes.house) == 0


@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_wild_lines_speak_only_of_a_wild_joker(way_id: str):
    way = house_way(way_id)
    _, fired = check(way, HandFeatures.of(representatives()), class_counts())
    assert fired.max() < len(way.usual_lines)
    hands = HandFeatures.of(representatives(), WILD)
    _, fired = check(way, hands, class_counts())
    by_wild_lines = fired >= len(way.usual_lines)
    numbers = range(len(way.usual_lines), len(way.all_lines))
    assert set(fired[by_wild_lines].tolist()) == set(numbers), "a line that no hand reaches"
    assert (hands.joker[by_wild_lines] != NOT_SET).all()
    assert any("wild joker is our reading" in note for note in way.notes)


READ = [
    # kind, line, hand, the front it plays
    ("one-pair", "second K: SECOND AND THIRD", "Jk Ks Qh 9d 7c 5h 3h", "Ks Qh"),
    ("one-pair", "second A: SECOND AND THIRD", "Jk Ks Qh 9d 7c 5h 3h", None),
    ("one-pair", "third Q: THIRD AND FOURTH", "Jk Ks Qh 9d 7c 5h 3h", "Qh 9d"),
    ("trips", "fourth 9: SECOND AND FOURTH", "Jk 9h 9d Kc Qs 4c 3d", "Qs 9h"),
    ("trips", "trips 9, single K, no single A: PAIR(single)", "Jk 9h 9d Kc Qs 4c 3d", "Jk Kc"),
    ("trips", "HIGHEST PAIR", "Jk 9h 9d Kc Qs 4c 3d", "9h 9d"),
    ("trips", "HIGHEST PAIR", "Jk Ah Ad Kc Qs 4c 3d", "Jk Kc"),
    ("trips", "PAIR(K)", "Jk 9h 9d Kc Qs 4c 3d", None),
    ("trips", "AS(three-pair)", "Jk 9h 9d Kc Qs 4c 3d", None),
    ("five-aces", "PAIR(K)", "Jk As Ah Ad Ac Kd Td", None),
    ("five-aces", "AS(quads-pair)", "Jk As Ah Ad Ac Kd Td", "Jk Kd"),
    ("quads", "AS(trips-pair)", "Jk As Ah Ad 7c 6d 2d", "Jk 7c"),
]


@pytest.mark.parametrize(("kind", "line", "text", "low"), READ)
def test_groups_singles_and_places_go_by_the_same_reading(kind: str, line: str, text: str, low: str | None):
    hands, described = one(text), next(each for each in WILD_KINDS if each.name == kind)
    assert KIND_NAMES[hands.kind[0]] == kind
    conditions, front = parse_line(line, described)
    way = house_way("foxwoods")
    setter = Setter(hands, described.groups, way.choices, way.lines)
    split = int(setter.pick(front)[0])
    if split == NOT_SET or not all(setter.holds(condition)[0] for condition in conditions):
        assert low is None
        return
    ranks = [name_of(card)[0] for card in cards_of(tuple(map(int, hands.cards[0])), split)[1]]
    assert sorted(ranks) == sorted(card[0] for card in (low or "").split())


@pytest.mark.parametrize(
    ("line", "wild", "told"),
    [
        ("AS(two-pair)", False, "only for lines under"),
        ("PAIR(single)", False, "only for lines under"),
        ("AS(to-pair)", True, "no other kind is called that"),
        ("AS(trips)", True, "no other kind is called that"),
        ("AS(two-pair) with MADE", True, "takes no"),
        ("KEEP above AS()", True, "no other kind is called that"),
        ("AS(two-pair", True, "unknown front"),
    ],
)
def test_faulty_lines_are_named(line: str, wild: bool, told: str):
    trips: Kind = next(kind for kind in (WILD_KINDS if wild else KINDS) if kind.name == "trips")
    with pytest.raises(LineError, match=told):
        parse_line(line if "above" not in line else line + ": KEEP", trips)


def test_a_file_with_wild_lines():
    way = parse((GOOD + '\n[wild]\ntrips = ["AS(two-pair)"]\nquads = ["PAIR(single)"]\n').encode(), "casino.toml")
    check(way, HandFeatures.of(representatives(), WILD), class_counts())
    assert [(line.heading, line.text) for line in way.wild_lines] == [
        ("trips, wild joker", "AS(two-pair)"),
        ("quads, wild joker", "PAIR(single)"),
    ]
    assert "with a wild joker" in way.wild_lines[0].words["en"]
    assert "el comodín" in way.wild_lines[1].words["es"]


def test_faults_of_wild_lines_are_named_where_they_stand():
    faulty = GOOD + '\n[wild]\ntwo-pair = ["KEEP"]\ntrip = ["KEEP"]\nquads = [\n"AS(five)",\n"KEEP",\n"KEEP",\n]\n'
    with pytest.raises(HouseWayError) as error:
        parse(faulty.encode(), "casino.toml")
    first = GOOD.count("\n") + 3
    found = [(fault.line - first, fault.detail) for fault in error.value.faults]
    assert [line for line, _ in found] == [0, 1, 3, 5]
    assert 'no hand with a wild joker is of the kind "two-pair"' in found[0][1]
    assert found[1][1].endswith("did you mean trips?")


def test_a_wild_line_that_fouls_is_named():
    way = parse((GOOD + '\n[wild]\ntrips = ["PAIR(single)"]\n').encode(), "casino.toml")
    check(way, HandFeatures.of(representatives()), class_counts())
    with pytest.raises(HouseWayError, match=r'casino.toml:\d+: trips: the line "PAIR\(single\)" fouls'):
        check(way, HandFeatures.of(representatives(), WILD), class_counts())
