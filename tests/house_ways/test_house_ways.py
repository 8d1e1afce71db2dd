"""House ways: the shipped ones set real hands as written, and a faulty file is refused with file and line."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import representatives
from paigow.dealer.description import Description
from paigow.game.cards import JOKER, name_of, parse_hand
from paigow.game.ranks import STANDARD
from paigow.game.splits import cards_of
from paigow.house_ways import HouseWayError, check, house_way, house_ways, parse
from paigow.house_ways.engine import HandFeatures, Setter
from paigow.house_ways.kinds import KINDS
from paigow.house_ways.language import LineError, parse_line
from tests.conftest import ALL_WAYS, cards, hand, high_value, is_foul, low_value, random_hands, rows

BROADWAY = "pair A, MADE but no JOKER BROADWAY: BEST but no JOKER BROADWAY"

GOOD = """\
id = "plain"
name = "Plain"
place = "Nowhere"
source = "https://example.com/"
notes = []

[choices]
FRONT = [
  "BEST FLUSH holding A",
  "BEST",
]

[lines]
no-pair = ["MADE: FRONT", "SECOND AND THIRD"]
one-pair = ["MADE: FRONT", "KEEP"]
two-pair = [
  "higher pair 7-A: PAIR(lower)",
  "KEEP",
]
three-pair = ["PAIR(highest)"]
trips = ["trips A: BREAK ACES", "KEEP"]
trips-pair = ["PAIR(pair)"]
trips-two-pair = ["PAIR(higher)"]
two-trips = ["PAIR(higher)"]
quads = ["KEEP"]
quads-pair = ["PAIR(pair)"]
quads-trips = ["PAIR(trips)"]
five-aces = ["PAIR(A)"]
"""


@pytest.fixture(scope="module")
def every_class() -> HandFeatures:
    return HandFeatures.of(representatives())


@pytest.mark.parametrize("row", rows("house_way.csv"), ids=lambda r: r["id"])
def test_hands_are_set_as_the_house_sets_them(row: dict[str, str]):
    setting = house_way(row["house_way"]).set(hand(row["cards"]))
    assert set(setting.low) == set(cards(row["low"]))
    assert set(setting.high) == set(cards(row["high"]))


@pytest.mark.parametrize(
    ("way", "text", "low", "line"),
    [
        ("foxwoods", "Jd Jc 4d 4c As 9s 2s", "4d 4c", "higher pair J-A: PAIR(lower)"),
        ("foxwoods", "Td Tc 4d 4c As 9s 2s", "As 9s", "higher pair 7-T, single A: KEEP"),
        ("foxwoods", "Td Tc 4d 4c Ks 9s 2s", "4d 4c", "PAIR(lower)"),
        ("foxwoods", "6d 6c 4d 4c Ks 9s 2s", "Ks 9s", "higher pair 3-6, single K-A: KEEP"),
        ("foxwoods", "6d 6c 4d 4c Jk 9s 2s", "Jk 9s", "higher pair 3-6, single K-A: KEEP"),
        ("foxwoods", "6d 6c 4d 4c Qs 9s 2s", "4d 4c", "PAIR(lower)"),
        ("foxwoods", "As Qs Qd Jd Tc 9h 8c", "As Qs", "MADE: BEST"),
        ("foxwoods", "As Qd Qc Js Ts 9d 2h", "As Js", "KEEP"),
        ("foxwoods", "As Td Tc 9s 8s 7d 6h", "As Td", "MADE: BEST"),
        ("foxwoods", "As Kd Kc Qs Js Td 2h", "As Qs", "MADE, pair T-K, single A, KEEP above BEST: KEEP"),
        ("foxwoods", "As Kd Td Tc 9s 8d 7h", "As Kd", "KEEP"),
        ("foxwoods", "8s 8h 8d 3s 4s 5s 6s", "8h 8d", "MADE: BEST"),
        ("foxwoods", "2s 2h 2d As Ah Ad 7c", "As Ah", "PAIR(higher)"),
        ("foxwoods", "2s 2h 9d 9s 9h Ad Kc", "2s 2h", "PAIR(pair)"),
        ("foxwoods", "8s 8h 8d 8c Kd 4s 2c", "Kd 4s", "KEEP"),
        ("foxwoods", "8s 8h 8d 8c Qd 4s 2c", "8d 8c", "quads 7-T, no single K-A: PAIR(quads)"),
        ("foxwoods", "Jk As Ah Ad Ac 4s 2c", "Ad Ac", "PAIR(A)"),
        ("foxwoods", "Jk As Ah Ad Ac Ks Kc", "Ks Kc", "PAIR(K)"),
        ("foxwoods", "Jk As Ah Ad Kc Ks 2c", "Kc Ks", "PAIR(pair)"),
        ("trump-plaza", "Td Tc 4d 4c Ks 9s 2s", "Ks 9s", "higher pair 2-T, lower pair 2-6, single K-A: KEEP"),
        ("trump-plaza", "Td Tc 9d 9c Ks 8h 2s", "9d 9c", "PAIR(lower)"),
        ("trump-plaza", "Ad Ac 4d 4c Ks 9s 2s", "4d 4c", "PAIR(lower)"),
        ("trump-plaza", "6d 6c 7s 8s 9h Ts As", "As 6d", "MADE: BEST"),
        ("trump-plaza", "Qd Qc 7s 8s 9s Ts 2s", "Qd Qc", "PAIR(pair) with MADE"),
        ("trump-plaza", "9d 9c 9s 2s 2d As Kh", "As Kh", "pair 2, single A, single K: KEEP"),
        ("trump-plaza", "9d 9c 9s 2s 2d As Jk", "As Jk", "PAIR(higher)"),
        ("claridge", "9d 9c 9s 2s 2d As Kh", "2s 2d", "PAIR(pair)"),
        ("claridge", "7s 7h 7d 7c Kd 4s 2c", "7s 7h", "PAIR(quads)"),
        ("claridge", "7s 7h 7d 7c Ad 4s 2c", "Ad 4s", "quads 7-T, single A: KEEP"),
        ("casino-real", "8s 8h 8d 3s 4s 5s 6s", "8h 8d", "PAIR(trips) with MADE"),
        ("casino-real", "Jk Jd Jc Js Th 9d 8c", "Jd Jc", "PAIR(trips) with MADE"),
        ("casino-real", "8d 8c 4d 4c Ks 9s 2s", "Ks 9s", "higher pair 6-8, single K-A: KEEP"),
        ("golden-nugget", "Jd Jc 6d 6c As 9s 2s", "6d 6c", "higher pair J-K, lower pair 6-Q: PAIR(lower)"),
        ("golden-nugget", "Jd Jc 5d 5c As 9s 2s", "As 9s", "KEEP"),
        ("golden-nugget", "6d 6c 5d 5c 9s 7s 2h", "9s 7s", "KEEP"),
        ("golden-nugget", "7d 7c 5d 5c 9s 8s 2h", "5d 5c", "higher pair 7-K, no single A: PAIR(lower)"),
        ("golden-nugget", "As Ks Qs Js Ts Kd 9c", "As Kd", "MADE: CHOICE"),
        ("golden-nugget", "9s 8s 7s 6s 5s Td Jc", "Jc Td", "MADE: CHOICE"),
        ("golden-nugget", "Js Ts 9s 8s 7s Qd Ac", "Ac Qd", "MADE: CHOICE"),
        ("ballys-ac", "7s 7h 7d 7c Ad 4s 2c", "Ad 4s", "quads 2-9: KEEP"),
        ("ballys-ac", "Js Jh Jd Jc Kd 4s 2c", "Js Jh", "PAIR(quads)"),
        ("ballys-ac", "As Ah Ad Ac Ks Kd 2c", "Ks Kd", "PAIR(pair)"),
        ("ballys-ac", "As Ah Ad Ac Qs Qd 2c", "As Ah", "quads A, pair 2-Q: PAIR(quads)"),
        ("ballys-ac", "Jk As Kd Qc Th 4s 2d", "Kd Qc", "KEEP"),
        ("ballys-ac", "Jk As 5d 4c 3h Ks 9d", "Ks 9d", BROADWAY),
        ("ballys-ac", "Jk Kd Kc Qs Jh Td 2c", "Kc 2c", "pair 2-K, MADE: BEST"),
        ("ballys-ac", "Jk As Ks Qd Js Ts 8s", "As Ks", BROADWAY),
    ],
)  # fmt: skip
def test_the_line_that_fires(way: str, text: str, low: str, line: str):
    setting = house_way(way).set(hand(text))
    assert setting.line.text == line
    assert low_value(setting.low) == low_value(cards(low))


@pytest.mark.slow
@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_a_house_way_never_fouls_and_covers_every_class(way_id: str, every_class: HandFeatures):
    splits, fired = check(house_way(way_id), every_class, class_counts())
    assert splits.min() >= 0
    assert set(fired.tolist()) == set(range(len(house_way(way_id).usual_lines))), "a line that no hand reaches"


@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_setting_many_hands_is_setting_each(way_id: str):
    way = house_way(way_id)
    hands = [hand for hand, _ in random_hands(300, seed=21)]
    splits, fired = way.set_hands(HandFeatures.of(np.array(hands, dtype=np.uint8)))
    for cards_, split, line in zip(hands, splits.tolist(), fired.tolist(), strict=True):
        setting = way.set(cards_[::-1])
        assert setting.line is way.all_lines[line]
        assert not is_foul(high_value(setting.high), low_value(setting.low))
        assert setting == way.set(cards_)
        assert split >= 0


def test_every_kind_is_told_apart():
    texts = {
        "no-pair": "As Kd 9c 7h 5s 3d 2c",
        "one-pair": "Jk Ad 9c 7h 5s 3d 2c",
        "two-pair": "Jk Ad 9c 9h 5s 3d 2c",
        "three-pair": "Jk Ad 9c 9h 5s 5d 2c",
        "trips": "Jk Ad Ac 9h 5s 3d 2c",
        "trips-pair": "Jk Ad Ac 9h 9s 3d 2c",
        "trips-two-pair": "Jk Ad Ac 9h 9s 3d 3c",
        "two-trips": "Jk Ad Ac 9h 9s 9d 2c",
        "quads": "Jk Ad Ac Ah 9s 3d 2c",
        "quads-pair": "Jk Ad Ac Ah 9s 9d 2c",
        "quads-trips": "Jk Ad Ac Ah 9s 9d 9c",
        "five-aces": "Jk Ad Ac Ah As 3d 2c",
    }
    hands = HandFeatures.of(np.array([hand(text) for text in texts.values()], dtype=np.uint8))
    assert [KINDS[kind].name for kind in hands.kind] == list(texts)
    five_aces_and_a_pair = HandFeatures.of(np.array([hand("Jk Ad Ac Ah As 3d 3c")], dtype=np.uint8))
    assert KINDS[five_aces_and_a_pair.kind[0]].name == "five-aces"


def faults_of(text: str) -> list[tuple[int, str]]:
    with pytest.raises(HouseWayError) as error:
        parse(text.encode(), "casino.toml")
    assert all(str(fault).startswith(f"casino.toml:{fault.line}: ") for fault in error.value.faults)
    return [(fault.line, fault.detail) for fault in error.value.faults]


def test_a_good_file_is_read(every_class: HandFeatures):
    way = parse(GOOD.encode(), "casino.toml")
    assert way.lines["two-pair"][0].number == 17
    splits, _ = check(way, every_class, class_counts())
    assert splits.min() >= 0


@pytest.mark.parametrize(
    ("old", "new", "line", "detail"),
    [
        ('"KEEP",\n]', '"KEPT",\n]', 18, 'two-pair: unknown front "KEPT"'),
        ("higher pair 7-A", "upper pair 7-A", 17, 'two-pair: unknown condition "upper pair 7-A"'),
        ("higher pair 7-A", "higher pair A-7", 17, "runs downwards"),
        ("higher pair 7-A", "trips 7-A", 17, 'two-pair: "trips" is no group of two-pair'),
        ("higher pair 7-A: PAIR(lower)", "higher pair 7-A:", 17, "the front is missing"),
        ("higher pair 7-A: PAIR(lower)", "KEEP", 18, "there twice"),
        ("PAIR(highest)", "PAIR(higher)", 20, 'three-pair: "higher" is no group'),
        ("PAIR(highest)", "PAIR(1)", 20, "unknown front"),
        ("quads = [", "quad = [", 25, 'unknown kind "quad"'),
        ('name = "Plain"', "", 1, '"name" is missing'),
        ('name = "Plain"', "name = 5", 2, '"name" must be a text'),
        ('name = "Plain"', 'name = "\\u001b[31mPlain"', 2, "a text of one line"),
        ("https://example.com/", "javascript:alert(1)", 4, "the address of a page"),
        ('id = "plain"', 'id = "Plain Way"', 1, "is no id"),
        ("higher pair 7-A: PAIR(lower)", "pear 7-A, single A, MAED: KEPT", 17, 'unknown condition "MAED"'),
        ("higher pair 7-A: PAIR(lower)", "pear 7-A, single A, MAED: KEPT", 17, 'unknown front "KEPT"'),
        ("[lines]", "[Lines]", 1, "[lines] is missing"),
        ("[lines]", "[Lines]", 13, 'unknown key "Lines"'),
        ("notes = []", 'note = "x"', 5, 'unknown key "note"'),
        ("[lines]", "[Choices]\n[lines]", 13, "wild, choices); did you mean choices?"),
        ("notes = []", 'notes = "x"', 5, "list of strings"),
        ('["KEEP"]', "[]", 25, '"quads" is a list of one or more lines'),
        ("[choices]\nFRONT", "[choices]\nKEEP", 8, "cannot name a list"),
        ('  "BEST",\n', '  "FRONT",\n', 10, 'FRONT: unknown front "FRONT"'),  # a list that refers to itself
        ('  "BEST",\n', '  "PAIR(pair)",\n', 10, "cannot name the group"),
        ("id =", "id", 1, "not TOML"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, line: int, detail: str):
    assert old in GOOD
    found = faults_of(GOOD.replace(old, new, 1))
    assert any(number == line and detail in text for number, text in found), found


def test_all_faults_of_a_file_at_once():
    faulty = GOOD.replace("7-A", "7-1").replace("BREAK ACES", "BREAK KINGS").replace("two-trips", "to-trips")
    assert [line for line, _ in faults_of(faulty)] == [13, 17, 21, 24]


def test_hands_without_a_line_are_named(every_class: HandFeatures):
    way = parse(GOOD.replace('  "KEEP",\n]', "]", 1).encode(), "casino.toml")
    with pytest.raises(HouseWayError, match=r"casino.toml:17: two-pair: no line covers 4,060,800 hands, such as"):
        check(way, every_class, class_counts())


def test_a_setting_that_fouls_is_named(every_class: HandFeatures):
    way = parse(GOOD.replace('FRONT", "KEEP"]', 'FRONT", "PAIR(pair)"]').encode(), "casino.toml")
    with pytest.raises(HouseWayError) as error:
        check(way, every_class, class_counts())
    (fault,) = error.value.faults
    assert fault.line == 15
    assert 'one-pair: the line "PAIR(pair)" fouls' in fault.detail
    assert " / " in fault.detail


def test_a_file_that_is_no_text_or_too_long_is_refused():
    with pytest.raises(HouseWayError, match="UTF-8"):
        parse(b"\xff", "casino.toml")
    with pytest.raises(HouseWayError, match="larger"):
        parse(b"#" * 200_000, "casino.toml")


def test_choices_are_fronts(every_class: HandFeatures):
    way = parse(GOOD.encode(), "casino.toml")
    low = way.set(hand("As Ks 9s 7s 5s 3s Qd")).low  # the flush that leaves an ace in front, K-9-7-5-3
    assert set(low) == set(hand("As Qd", size=2))
    assert "by the list FRONT" in way.lines["no-pair"][0].words["en"]


def test_conditions_on_fronts(every_class: HandFeatures):
    text = textwrap.dedent(GOOD).replace(
        '["MADE: FRONT", "KEEP"]',
        '["MADE, BEST is a pair: KEEP", "MADE, BEST holds K-A: BEST", "no MADE, no single A: KEEP",'
        ' "BEST PAIR", "KEEP"]',
    )
    way = parse(text.encode(), "casino.toml")
    assert way.set(hand("Qd Qc 7s 8s 9s Ts 2s")).line.text == "MADE, BEST is a pair: KEEP"
    assert way.set(hand("6d 6c 7s 8s 9h Ts As")).line.text == "MADE, BEST holds K-A: BEST"
    assert way.set(hand("6d 6c 7s 8s Kh Js 2h")).line.text == "no MADE, no single A: KEEP"
    assert way.set(hand("6d 6c 7s 8s Ah Js 2h")).line.text == "KEEP"


def test_ids_are_file_names():
    for way_id, way in house_ways().items():
        assert way.file == f"{way_id}.toml"
        assert way.source.startswith("https://")


PLACED = [
    ("no-pair", "SECOND AND SIXTH", "As Qh 9c 7h 6h 4c 3h", "Qh 4c"),
    ("no-pair", "SIXTH AND SEVENTH", "Jk Qh 9c 7h 6h 4c 3h", "4c 3h"),
    ("no-pair", "third 9, fourth 2-8: SECOND AND FOURTH", "Ac Qh 9s 7h 6h 4c 3h", "Qh 7h"),
    ("no-pair", "third 2-8: SECOND AND FOURTH", "Ac Qh 9s 7h 6h 4c 3h", None),
    ("no-pair", "second A: SECOND AND THIRD", "Ac Qh 9s 7h 6h 4c 3h", None),
    ("trips", "BREAK(trips)", "Ks Kh Kd Jc 9s 4h 3c", "Kd Jc"),
    ("trips", "BREAK(trips)", "Jk As Ad Jc 9s 4h 3c", "Ad Jc"),
    ("two-pair", "BREAK(lower)", "Ks Kh 9d 9s 7h 4h 3c", "9d 7h"),
    ("two-pair", "second single 2-4: KEEP", "Ks Kh 9d 9s 7h 4h 3c", "7h 4h"),
    ("two-pair", "second single 5-A: KEEP", "Ks Kh 9d 9s 7h 4h 3c", None),
    ("trips-two-pair", "second single 2-A: PAIR(lower)", "Ks Kh Kd 9d 9s 7h 7c", None),
]


@pytest.mark.parametrize(("kind", "line", "cards", "low"), PLACED)
def test_fronts_and_conditions_by_place(kind: str, line: str, cards: str, low: str | None):
    hands = HandFeatures.of(np.array([parse_hand(cards)], dtype=np.uint8))
    described = next(each for each in KINDS if each.name == kind)
    assert KINDS[hands.kind[0]] == described
    conditions, front = parse_line(line, described)
    setter = Setter(hands, described.groups, {}, {})
    split = int(setter.pick(front)[0])
    holds = all(setter.holds(condition)[0] for condition in conditions)
    front_cards = " ".join(map(name_of, cards_of(tuple(map(int, hands.cards[0])), split)[1]))
    assert (front_cards if holds else None) == low


@pytest.mark.parametrize("line", ["FIRST AND SECOND", "THIRD AND SECOND", "BREAK(K)", "BREAK(quads)", "first A: KEEP"])
def test_there_is_no_such_front_or_condition(line: str):
    with pytest.raises(LineError):
        parse_line(line, next(kind for kind in KINDS if kind.name == "trips"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "against", "differences"),
    [
        ("claridge", "trump-plaza", {"trips-pair": 4_800, "quads": 24_720}),
        ("ballys-ac", "trump-plaza", {"one-pair", "quads", "quads-pair", "quads-trips"}),
        ("casino-real", "stones", {"trips": 83_916}),
    ],
)
def test_ways_that_are_told_by_their_differences(way: str, against: str, differences: dict[str, int] | set[str]):
    found = {each.kind: each.hands for each in Description(house_way(way)).differences(house_way(against))}
    assert (found if isinstance(differences, dict) else set(found)) == differences


def test_a_hand_behind_that_does_not_count():
    """Aces with the joker at Bally's: by looking at each of the splits."""
    way = house_way("ballys-ac")
    tried = 0
    for sevens, _ in random_hands(4_000, seed=77):
        ranks = sorted(min(card >> 2, 12) for card in sevens)
        if sevens[0] != JOKER or ranks.count(12) != 2 or len(set(ranks)) != 6:
            continue
        counted = []
        for split in range(21):
            high, low = cards_of(sevens, split)
            name, order = STANDARD.hands[high_value(high)]
            made = name in ("straight", "flush", "straight_flush", "royal_flush")
            broadway = JOKER in high and name in ("straight", "royal_flush") and order[:2] == (12, 11)
            if made and not broadway and not is_foul(high_value(high), low_value(low)):
                counted.append((low_value(low), high_value(high)))
        setting = way.set(sevens)
        found = low_value(setting.low), high_value(setting.high)
        pairs = [each for each in counted if each[0] == 90]
        if counted:
            assert found == max(pairs or counted), sevens
        else:
            assert setting.line.text == "KEEP"
        tried += bool(counted)
    assert tried > 10


def test_a_ten_may_be_written_in_digits_and_a_source_in_words():
    text = GOOD.replace("higher pair 7-A: PAIR(lower)", "higher pair 10-A: PAIR(lower)").replace(
        "https://example.com/", "the sheet on the wall, 2026"
    )
    way = parse(text.encode(), "mine")
    assert way.lines["two-pair"][0].conditions == parse_line("higher pair T-A: KEEP", KINDS[2])[0]
    assert way.source == "the sheet on the wall, 2026"


def test_an_unknown_kind_hides_no_faults():
    text = GOOD.replace('quads = ["KEEP"]', 'quad = ["quads 2-6: KEEPP", "pair 2: KEEP"]')
    with pytest.raises(HouseWayError) as error:
        parse(text.encode(), "mine")
    told = "\n".join(fault.detail for fault in error.value.faults)
    assert "did you mean quads?" in told
    assert 'unknown front "KEEPP"' in told
