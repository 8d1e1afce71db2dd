"""An operator's own side bets: what a file says, and every fault of one by file and line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from paigow.answers.side_bet_check import check_side_bets, faults_of
from paigow.answers.side_bets import side_bets_answer
from paigow.answers.warm_up import warm_up
from paigow.cli import main
from paigow.datafiles import FileError
from paigow.requests.side_bets import SideBetsRequest
from paigow.settings import SIDE_BETS_VARIABLE
from paigow.side_bets import SideBet, excluded, parse, registry, side_bets

SHIPPED = sorted(Path(registry.__file__).parent.glob("*.toml"))

MINE = """\
id = "mine"
name = "My own"
looks_at = "player"
source = "the sheet on the wall"
notes = ["A bonus of ours."]

[[rows]]
id = "five_aces"
name = { en = "Five aces", es = "Cinco ases" }
hand = "five_aces"

[[rows]]
id = "royal_flush"
name = "Royal flush"
hand = "royal_flush"

[[rows]]
id = "straight_flush"
name = "Straight flush"
hand = "straight_flush"

[[pay_tables]]
id = "1"
source = "the sheet on the wall"
pays = [5, "push", "lose"]
"""

DEALER = """\
id = "dealers"
name = "The dealer has nothing"
looks_at = "dealer"
source = "https://example.org/"

[[rows]]
id = "low"
name = "Queen or king high"
dealer = "king-high,queen-high"

[[rows]]
id = "high"
name = "Ace high"
dealer = "ace-high"

[[pay_tables]]
id = "1"
source = "https://example.org/"
pays = ["2.5", 1]
"""


def read(text: str) -> SideBet:
    return parse(text.encode(), "mine.toml")


def faults(text: str) -> list[str]:
    """The faults of a file, those that counting finds among them."""
    try:
        parse(text.encode(), "mine.toml", more_faults=lambda bet, readable: faults_of(bet) if readable else ())
    except FileError as error:
        return [str(fault) for fault in error.faults]
    return []


def test_a_file_that_is_right():
    bet = read(MINE)
    assert faults_of(bet) == []
    assert bet.name == {"en": "My own", "es": "My own"}
    assert bet.rows[0].name["es"] == "Cinco ases"
    assert bet.pay_tables[0].pays == ("5", "push", "lose")
    assert (bet.cards, bet.shipped, bet.envy) == (7, False, None)
    assert read(DEALER).rows[0].dealer == "queen-high,king-high"
    assert faults_of(read(DEALER)) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_shipped_files_are_right(path: Path):
    bet = parse(path.read_bytes(), path.name)
    assert faults_of(bet) == []
    assert bet.id == path.stem
    assert all(row.hands is not None for row in bet.rows) == (bet.looks_at == "player")


ROYAL = 'hand = "royal_flush"'
"""The second row of `MINE`, on line 15."""

WRONG = [
    (MINE.replace('id = "mine"', 'id = "My bet"'), 'mine.toml:1: "My bet" is no id'),
    (MINE.replace('name = "My own"\n', ""), "mine.toml:1: name is a text of one line"),
    (MINE.replace('"player"', '"banker"'), "mine.toml:3: looks_at is one of: player, dealer; not banker"),
    (MINE.replace("source = ", "origin = ", 1), 'mine.toml:4: unknown key "origin" (known: id, name,'),
    (MINE.replace('"the sheet on the wall"', '"ftp://here"'), "mine.toml:4: source is the address of a page"),
    (MINE.replace('["A bonus of ours."]', '"no list"'), "mine.toml:5: notes is a list of texts"),
    (MINE.replace('source = "the', 'cards = 5\nsource = "the', 1), "mine.toml:4: cards is 7, or 3"),
    (MINE.replace(ROYAL, 'hand = "royal"'), "mine.toml:15: hand is one of: seven_card_straight_flush"),
    (MINE.replace(ROYAL, 'hand = "royal_flsh"'), "not royal_flsh; did you mean royal_flush?"),
    (MINE.replace(f"{ROYAL}\n", ""), "mine.toml:12: hand is missing: one of"),
    (MINE.replace(ROYAL, f'{ROYAL}\ndealer = "queen-high"'), "mine.toml:16: dealer says nothing in a bet"),
    (MINE.replace(ROYAL, f'{ROYAL}\nfront = "aces"'), "mine.toml:16: front is one of: pair,"),
    (
        MINE.replace(ROYAL, 'hand = "full_house"\nfront = "suited_king_queen"'),
        "mine.toml:16: suited_king_queen stands beside one of: flush,",
    ),
    (MINE.replace(ROYAL, 'hand = "high_card"\nfront = "pair"'), "mine.toml:16: front stands beside a high hand"),
    (MINE.replace(ROYAL, f'{ROYAL}\nhighest = "K"'), "mine.toml:16: highest is for high_card only"),
    (MINE.replace(ROYAL, f"{ROYAL}\nnatural = 1"), "mine.toml:16: natural is true or false"),
    (MINE.replace(ROYAL, f"{ROYAL}\nhands = -1"), "mine.toml:16: hands is a whole number"),
    (MINE.replace(ROYAL, f"{ROYAL}\nhands = 12"), "mine.toml:13: royal_flush says 12 hands, but 26,132 make it"),
    (MINE.replace(ROYAL, f"{ROYAL}\noptional = true"), "optional rows stand below all others"),
    (MINE.replace('id = "straight_flush"', 'id = "five_aces"'), 'mine.toml:18: the id "five_aces" is there twice'),
    (MINE.replace('id = "straight_flush"', 'id = "a-flush"'), 'mine.toml:18: "a-flush" is no id of a row'),
    (MINE.replace('"push", "lose"', '"push", "free"'), "mine.toml:25: item 3 of pays is a decimal from 0 to"),
    (MINE.replace('"push", "lose"', '"push", -2'), "such as 10%, of at most 100%; not -2"),
    (MINE.replace('"push", "lose"', '"push", true'), "mine.toml:25: item 3 of pays"),
    (
        MINE.replace('"push", "lose"', '"push"'),
        "mine.toml:25: pays holds 2 items where 3 are needed",
    ),
    (MINE.replace("pays = [5", "stake = 0\npays = [5"), "mine.toml:25: stake is an amount of money above 0; not 0"),
    (MINE.replace("pays = [5", 'odds = "one"\npays = [5'), "mine.toml:25: odds is one of: to-one, for-one; not one"),
    (MINE.replace("pays = [5", "meter = 7\npays = [5"), "mine.toml:25: no row pays a share of the meter"),
    (MINE + '[envy]\nsource = "here"\npays = [1, -2]\n', "mine.toml:28: item 2 of pays is an amount of money"),
    (MINE + '[envy]\nsource = "here"\npays = [1, 2, 3, 4]\n', "mine.toml:28: pays holds 4 items for 3 rows"),
    (MINE.partition("[[rows]]")[0], "mine.toml:1: there are no [[rows]]"),
    ("id = ", "mine.toml:1: not TOML"),
    (MINE.replace(ROYAL, 'hand = "five_of_a_kind"'), "mine.toml:15: hand is one of: seven_card_straight_flush"),
    (
        MINE.replace(ROYAL, 'hand = "high_card"\nhighest = "8"'),
        "mine.toml:13: royal_flush never comes up: no hand makes it",
    ),
    (MINE + "[envy]\nsource = 3\n", "mine.toml:27: source must be a text"),
    # Rows that overlap: one takes all hands of another.
    (
        MINE.replace('hand = "straight_flush"', ROYAL),
        "mine.toml:18: straight_flush never comes up: it overlaps with the rows above, which take all its hands",
    ),
    (
        MINE.replace(ROYAL, 'hand = "flush"').replace('hand = "straight_flush"', 'hand = "seven_card_straight_flush"'),
        "mine.toml:18: straight_flush never comes up",
    ),
    # Rows that leave a gap.
    (
        MINE.replace(ROYAL, 'hand = "four_of_a_kind"').replace('hand = "straight_flush"', 'hand = "flush"'),
        "mine.toml:18: there is a gap: full_house makes no row, though hands above and below it do, such as ",
    ),
    (
        MINE.replace(ROYAL, 'hand = "high_card"\nhighest = "9"').replace(
            'hand = "straight_flush"', 'hand = "high_card"\nhighest = "J"'
        ),
        "there is a gap: T as the highest card makes no row",
    ),
    (DEALER.replace('"ace-high"', '"ace"'), "mine.toml:14: dealer is one or several of: queen-high, king-high,"),
    (DEALER.replace('"ace-high"', '"king-high"'), "mine.toml:12: high overlaps with low: a dealer's hand can be both"),
    (DEALER.replace('"ace-high"', '"front-nine-high"'), "mine.toml:12: high overlaps with low"),
    (DEALER.replace('dealer = "ace', 'hand = "flush"\ndealer = "ace'), "mine.toml:14: hand says nothing in a bet"),
    (
        DEALER.replace('dealer = "ace', 'hands = 7\ndealer = "ace'),
        "mine.toml:14: hands says nothing in a bet that looks",
    ),
    (
        MINE.replace('"push", "lose"', '"push", -1]\nodds = "for-one"\nsomething = [1'),
        "at most 6 places, push, lose, or a share of the meter, such as 10%, of at most 100%; not -1",
    ),
    (MINE + "\n[Envy]\n", 'mine.toml:27: unknown key "Envy" (known: id, name, looks_at'),
    (MINE + "\n[Envy]\n", "; did you mean envy?"),
    (DEALER + "[envy]\n", "a bet on the dealer's hand has no [envy]"),
]


@pytest.mark.parametrize(("text", "message"), WRONG, ids=[message[:60] for _, message in WRONG])
def test_faults_are_named_with_their_line(text: str, message: str):
    found = faults(text)
    assert any(message in fault for fault in found), found


def test_all_faults_are_named_at_once():
    text = MINE.replace('"player"', '"banker"').replace('"push", "lose"', '"draw", "lost"').replace('"My own"', "7")
    assert [fault.partition(": ")[0] for fault in faults(text)] == ["mine.toml:2", "mine.toml:3", *["mine.toml:25"] * 2]


def test_what_counting_finds_is_told_with_the_rest():
    text = MINE.replace('"push", "lose"', '"draw", "lose"').replace(ROYAL, f"{ROYAL}\nhands = 12")
    assert [fault[:22] for fault in faults(text)] == ["mine.toml:13: royal_fl", "mine.toml:26: item 2 o"]
    unclear = text.replace('hand = "five_aces"', 'hand = "six_aces"')
    assert [fault[:22] for fault in faults(unclear)] == ["mine.toml:10: hand is ", "mine.toml:26: item 2 o"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An operator's folder; the bets are read anew, from it too, and once more without it at the end."""
    monkeypatch.setenv(SIDE_BETS_VARIABLE, str(tmp_path))
    registry._registry.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    registry._registry.cache_clear()


def test_an_operators_bet_stands_beside_the_others(folder: Path):
    (folder / "mine.toml").write_text(MINE)
    (folder / "notes.txt").write_text("no side bet")
    assert check_side_bets() == []
    assert list(side_bets())[-1] == "mine"
    found = side_bets_answer(SideBetsRequest.read({"bet": "mine", "cards": "Jk As Ah Ad Ac 7s 2s"})).side_bets[0]
    assert [row.hands for row in found.rows] == [1_128, 26_132, 184_832], "as at Pai Gow Mania"
    assert (found.made, found.pay_tables[0].net) == ("five_aces", "5")


def test_faulty_bets_are_excluded_and_named(folder: Path):
    (folder / "a.toml").write_text(MINE.replace('id = "mine"', 'id = "fortune"'))
    (folder / "b.toml").write_text(MINE.replace('hand = "straight_flush"', 'hand = "flush"').replace("mine", "b"))
    (folder / "c.toml").write_text(MINE.replace('"push", "lose"', '"draw", "lose"'))
    (folder / "d.toml").write_text(MINE)
    warnings = warm_up()
    assert [warning.partition(" ")[2].removeprefix(f"{folder}/").split(": ")[0] for warning in warnings] == [
        "a.toml:1",
        *["b.toml:18"] * 3,
        "c.toml:25",
    ]
    assert 'the id "fortune" is taken by fortune.toml' in warnings[0]
    assert list(side_bets())[-1] == "mine", "the one without a fault"
    assert len(excluded()) == len(warnings)


def test_a_faulty_bet_leaves_its_id_to_a_good_one(folder: Path):
    wrong = MINE.replace(ROYAL, f"{ROYAL}\nhands = 12")
    for name, text in {"a": wrong, "b": wrong.replace("12", "13"), "c": MINE, "d": MINE}.items():
        (folder / f"{name}.toml").write_text(text)
    assert [warning.removeprefix(f"skipped: {folder}/")[:34] for warning in check_side_bets()] == [
        "a.toml:13: royal_flush says 12 han",
        "b.toml:13: royal_flush says 13 han",
        'd.toml:1: the id "mine" is taken b',
    ]
    assert side_bets()["mine"].file == str(folder / "c.toml")


def test_a_folder_that_is_gone(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(SIDE_BETS_VARIABLE, str(folder / "gone"))
    registry._registry.cache_clear()
    assert "the folder cannot be read" in str(excluded()[0])


def test_checking_a_file(tmp_path: Path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    shown = CliRunner().invoke(main, ["check-side-bet", str(path)])
    assert shown.exit_code == 0
    assert ["Royal", "flush", "26,132", "push"] in [line.split() for line in shown.stdout.splitlines()]
    found = json.loads(CliRunner().invoke(main, ["check-side-bet", str(path), "--json"]).stdout)
    assert found["pay_tables"][0]["pays"] == {"five_aces": "5", "royal_flush": "push", "straight_flush": "lose"}
    path.write_text(MINE.replace('hand = "straight_flush"', ROYAL).replace('id = "mine"', 'id = "jackpot"'))
    refused = CliRunner().invoke(main, ["check-side-bet", str(path)])
    assert refused.exit_code == 1
    as_json = CliRunner().invoke(main, ["check-side-bet", str(path), "--json"])
    assert (as_json.exit_code, as_json.stderr) == (1, "")
    found = json.loads(as_json.stdout)["faults"]
    assert [(fault["file"], fault["line"]) for fault in found] == [(str(path), 1), (str(path), 18)]
    assert found[0]["detail"] == 'the id "jackpot" is taken by jackpot.toml'
    assert 'the id "jackpot" is taken by jackpot.toml' in refused.stderr
    assert "straight_flush never comes up" in refused.stderr
    assert CliRunner().invoke(main, ["check-side-bet", str(SHIPPED[0])]).exit_code == 0
