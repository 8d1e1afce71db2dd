"""The command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import paigow
from paigow.cli import main
from paigow.dealer import tables
from paigow.game.cards import DECK_SIZE, name_of
from paigow.game.ranks import rankings
from paigow.house_ways import house_ways

HAND = "Jk As Qs Qh Qd 7s 2s"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_split_prints_a_table():
    result = run("split", *HAND.split(), "--house-way", "trump-plaza")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert "53,524,680 dealer hands" in lines[1]
    assert max(map(len, lines[:-1])) <= 80
    assert lines[3].split() == "1 Jk As Qs 7s 2s Qh Qd +0.931354 0.000000 98.076 1.888 0.037".split()
    assert lines[4].endswith("house")
    assert len(lines) == 25
    assert "rank 2" in lines[-1]


@pytest.mark.parametrize("cards", [HAND.split(), [HAND], [HAND.replace(" ", "")], [HAND.replace(" ", ",")]])
def test_split_json_is_the_answer_of_the_service(cards: list[str]):
    result = run("split", *cards, "--json", "--limit", "2", "--no-fouls", "--dead", "Kh", "--banker", "player",
                 "--commission", "0")  # fmt: skip
    assert result.exit_code == 0
    wanted = paigow.analyze(HAND, limit=2, fouls=False, dead="Kh", banker="player", commission="0")
    assert json.loads(result.stdout) == json.loads(json.dumps(wanted.to_dict()))


def test_rules_that_move_the_numbers_are_named():
    result = run(
        "split", HAND, "--variant", "ez", "--joker", "wild", "--wheel", "lowest", "--dead", "Kh", "--limit", "1"
    )
    assert result.stdout.splitlines()[2] == "variant ez, wheel lowest, joker wild, push queen-high, dead Kh"


def test_every_fault_is_named():
    result = run("split", "As", "Xh", "As", "--banker", "me", "--limit", "x")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert [line.split()[0] for line in result.stderr.splitlines()] == ["cards:", "As", "cards", "--banker", "--limit"]
    assert run("split", "--house-way", "bellagio", *HAND.split()).stderr.startswith("--house-way: no such house way")


def test_a_dealer_face_up():
    result = run("split", *HAND.split(), "--variant", "face-up", "--dealer", "2c3c4d5h7c9d9h")
    assert "The dealer sets 9h 9d 4d 3c 2c / 7c 5h." in result.stdout
    assert "the dealer's hand is known\n" in result.stdout


def test_fouls_are_marked():
    assert "foul" in run("split", "Ks Kd Qc 9h 7s 4d 2c").stdout
    assert "foul" not in run("split", "Ks Kd Qc 9h 7s 4d 2c", "--no-fouls").stdout


def test_grade():
    result = run("grade", *HAND.split(), "--low", "Jk As", "--house-way", "trump-plaza")
    assert result.stdout.startswith("mistake: The high hand Qs Qh Qd 7s 2s (three queens) wins 91.26 % of the time")
    as_json = json.loads(run("grade", HAND, "--low", "Jk As", "--house-way", "trump-plaza", "--json").stdout)
    assert as_json["grade"] == "mistake"
    assert run("grade", HAND, "--low", "Jk 3s").exit_code == 2


def test_settle():
    asked = ["settle", "Ks Kd Qc 9h 7s 4d 2c", "--low", "Qc 9h", "--dealer", "Jk Jd Tc 8h 6s 5d 3c", "--stake", "13"]
    assert run(*asked).stdout.splitlines() == [
        "you     Ks Kd 7s 4d 2c / Qc 9h   Pair of kings / Queen-nine",
        "dealer  Jk 8h 6s 5d 3c / Jd Tc   Ace high / Jack-ten",
        "high hand: player",
        "low hand: player",
        "win: 12.35 on 13",
    ]
    assert json.loads(run(*asked, "--json").stdout)["net"] == "12.35"


def test_deal():
    lines = run("deal", "--seed", "7", "--players", "2").stdout.splitlines()
    assert [line.split()[1] for line in lines[1:4]] == ["dealer", "player", "player"]
    assert len(lines[4].split()) == 33
    assert run("deal", "--seed", "7", "--json").stdout == run("deal", "--seed", "7", "--json").stdout
    assert run("deal", "--players", "9").exit_code == 2
    seen = run("deal", "--seed", "7", "--players", "2", "--variant", "face-up", "--house-way", "stones").stdout
    assert seen.splitlines() == [*lines[:-1], "The dealer sets Qh Qd 7s 6s 4c / 8h 8d.", lines[-1]]


def test_house_ways():
    assert [line.split()[0] for line in run("house-way", "list").stdout.splitlines()] == list(house_ways())
    shown = run("house-way", "show", "foxwoods").stdout
    for line in house_ways()["foxwoods"].all_lines:
        assert line.text in shown
        assert line.words["en"] in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80
    assert run("house-way", "show", "bellagio").exit_code == 2
    setting = run("house-way", "split", "trump-plaza", "Ks Kh 8c 8d 3h 3s 2c")
    assert setting.stdout.splitlines()[:2] == [
        "8d 8c 3s 3h 2c / Ks Kh",
        "Two pair, eights and threes / Pair of kings",
    ]
    assert run("house-way", "split", "trump-plaza", "Ks").exit_code == 2
    wild = run("house-way", "split", "foxwoods", "Jk Kh 8c 7d 6h 3s 2c", "--joker", "wild")
    assert "Pair of sevens / King-eight" in wild.stdout


def test_side_bets():
    shown = run("side-bets", *HAND.split()).stdout
    rows = [line.split() for line in shown.splitlines()]
    assert ["row", "hands", "pays", "2", "pays", "5000", *"pays 1 pays 3 pays 4 pays 5 pays 6 pays 7".split()] in rows
    assert ["*", "Full", "house", "4,188,528", *["5"] * 8] in rows
    assert ["Three", "pair", "2,862,000", "lose", "lose", "push", *["lose"] * 5] in rows
    assert "the house keeps  this hand" in shown
    assert ["pay", "table", "2", "7.76557", "%", "2.20458", "%", "+5"] in rows
    assert ["pay", "table", "october-2022", "-86.18600", "%", "919,464.16", "+15"] in rows
    assert "now, of 53,524,680" in shown
    assert "479,785" in shown
    own = run("side-bets", "--bet", "tiger-nine", "--pays", "30").stdout
    assert ["pay", "table", "pays", "22.49962", "%"] in [line.split() for line in own.splitlines()]
    assert json.loads(run("side-bets", "--json").stdout)["cards"] == []
    assert run("side-bets", "Ks", "--pays", "1").exit_code == 2


def test_spanish():
    assert "Trío y un par: se juega delante el par." in run("split", *HAND.split(), "--lang", "es").stdout
    assert "cede 0,0675" in run("grade", *HAND.split(), "--low", "Jk As", "--lang", "es").stdout
    assert (
        "Tres pares: se juega delante el par más alto." in run("house-way", "show", "foxwoods", "--lang", "es").stdout
    )
    assert (
        "Par de reyes" in run("house-way", "split", "foxwoods", *"Ks Kh 8c 8d 3h 3s 2c".split(), "--lang", "es").stdout
    )
    assert run("house-way", "show", "foxwoods", "--lang", "fr").exit_code == 2


@pytest.mark.slow
def test_build(tmp_path: Path):
    result = run("build", "--house-way", "foxwoods", "--output", str(tmp_path))
    assert result.exit_code == 0
    way = house_ways()["foxwoods"]
    assert [line.split() for line in result.stdout.splitlines()] == [
        ["foxwoods", ranking.wheel, ranking.joker, tables.load(way, tables.shipped_folder(ranking)).digest]
        for ranking in rankings()
    ]
    assert tables.load(way, tmp_path).digest == tables.load(way).digest
    other = ["lowest-semi-wild", "lowest-wild", "second-wild"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["foxwoods", *other[:2], "manifest.json", other[2]]


def test_a_folder_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "file").write_text("")
    result = run("build", "--house-way", "foxwoods", "--output", str(tmp_path / "file" / "tables"))
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.strip().endswith("Not a directory")
    assert "Traceback" not in result.stderr


def test_help_and_version():
    assert paigow.__version__ in run("--version").stdout
    hands, ways = (
        "split grade value settle side-bets check-side-bet drill deal",
        "house-way build solve strategy analyze",
    )
    commands = f"{hands} {ways} serve config".split()
    assert main.list_commands(click.Context(main)) == commands
    for command in commands:
        assert command in run("--help").stdout
        assert run(command, "--help").exit_code == 0


@pytest.mark.slow
def test_checking_a_house_way_file(tmp_path: Path):
    path = Path(paigow.__file__).parent / "house_ways" / "stones.toml"
    result = run("house-way", "check", str(path), "--against", "foxwoods")
    assert result.exit_code == 0
    assert "stones sets all 154,143,080 hands without a foul." in result.stdout
    assert "stones and foxwoods set" in result.stdout
    clash = tmp_path / "clash.toml"
    clash.write_text(path.read_text() + "# another file")
    result = run("house-way", "check", str(clash))
    assert (result.exit_code, result.stderr) == (1, f'{clash}:4: the id "stones" is taken by stones.toml\n')
    clash.write_text(path.read_text().replace('  "KEEP",\n]\ntwo-pair', '  "PAIR(pair)",\n]\ntwo-pair'))
    result = run("house-way", "check", str(clash))
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == [f"{clash}:4", f"{clash}:24"]
    assert 'the line "PAIR(pair)" fouls' in result.stderr
    idle = tmp_path / "idle.toml"
    text = path.read_text().replace('id = "stones"', 'id = "idle"')
    idle.write_text(text.replace("two-pair = [", 'two-pair = [\n  "higher pair J-A, higher pair 2-9: KEEP",'))
    result = run("house-way", "check", str(idle))
    assert result.exit_code == 0
    assert "  higher pair J-A, higher pair 2-9: KEEP\n              0 hands: never fires" in result.stdout
    bad = tmp_path / "bad.toml"
    bad.write_text(path.read_text().replace("KEEP", "KEPT"))
    result = run("house-way", "check", str(bad))
    assert (result.exit_code, result.stdout) == (1, "")
    taken, *others = result.stderr.splitlines()
    assert taken == f'{bad}:4: the id "stones" is taken by stones.toml'
    assert all(line.startswith(f"{bad}:") and 'unknown front "KEPT"' in line for line in others)
    as_json = run("house-way", "check", str(bad), "--json")
    assert (as_json.exit_code, as_json.stderr) == (1, "")
    faults = json.loads(as_json.stdout)["faults"]
    assert [f"{fault['file']}:{fault['line']}: {fault['detail']}" for fault in faults] == result.stderr.splitlines()


def test_every_front_of_the_language_is_named_where_one_is_unknown(tmp_path: Path):
    stones = (Path(paigow.__file__).parent / "house_ways" / "stones.toml").read_text()
    bad = tmp_path / "bad.toml"
    bad.write_text(stones.replace("KEEP", "KEPT", 1).replace('"stones"', '"bad"'))
    (fault,) = run("house-way", "check", str(bad)).stderr.splitlines()
    named = re.findall(r"[^,]+", fault.partition("(known: ")[2].rstrip(")"))
    assert {"BEST FLUSH", "BEST STRAIGHT FLUSH", "SECOND AND FOURTH", "SIXTH AND SEVENTH"} <= {*map(str.strip, named)}


def test_a_house_way_file_may_have_a_byte_order_mark(tmp_path: Path):
    stones = (Path(paigow.__file__).parent / "house_ways" / "stones.toml").read_text()
    marked = tmp_path / "marked.toml"
    marked.write_bytes(
        b"\xef\xbb\xbf" + stones.replace('id = "stones"', 'id = "marked"').replace("\n", "\r\n").encode()
    )
    assert run("house-way", "check", str(marked)).exit_code == 0


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path):
    path = tmp_path / "typo" / "card.html"
    result = run("strategy", "--html", str(path))
    assert result.exit_code == 2
    assert result.stderr == f"--html: {path} cannot be written: No such file or directory\n"
    assert not path.parent.exists()
    path = tmp_path / "card.html"
    assert run("strategy", "--html", str(path)).stderr.splitlines()[-1] == f"written: {path}"


def test_numbers_are_written_as_the_language_does():
    spanish = run("split", *HAND.split(), "--lang", "es").stdout
    assert "comisión 0,05, 53.524.680 manos" in spanish
    assert "98,088" in spanish
    settled = run(
        "settle", *"Ks Kd Qc 9h 7s 4d 2c".split(), "--low", "Qc 9h", "--dealer", "Jk Jd Tc 8h 6s 5d 3c", "--lang", "es"
    )
    assert "0,95 de 1" in settled.stdout
    assert "479.785" in run("side-bets", *HAND.split(), "--lang", "es").stdout


def test_one_dealer_hand_is_one():
    dead = " ".join(name_of(card) for card in range(DECK_SIZE) if name_of(card) not in HAND.split())[: 39 * 3]
    assert "1 dealer hand\n" in run("split", *HAND.split(), "--dead", dead).stdout


def test_an_option_is_named_in_the_place_of_its_parameter():
    assert run("side-bets", "--pays", "1,2").stderr == (
        "--pays says what each row of one bet pays: name that bet, too\n"
    )
    assert "did you mean foxwoods?" in run("house-way", "show", "foxwood").stderr


def test_the_version_waits_for_no_compiler():
    """Nothing that takes long is imported: neither numba nor numpy, nor any command."""
    asked = "import sys, paigow.cli as cli\ntry: cli.main(['--version'])\nexcept SystemExit: pass\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    loaded = {*done.stdout.split()}
    assert "paigow.cli" in loaded
    assert not loaded & {"numba", "numpy", "rich", "pydantic", "flask", "paigow.cli.hands", "paigow.answers.analysis"}


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["split", *HAND.split()], ["house-way", "show", "foxwoods"], ["config"]])
def test_a_closed_pipe_is_no_fault(arguments: list[str]):
    reading, writing = os.pipe()
    os.close(reading)
    paigow = str(Path(sys.executable).with_name("paigow"))
    try:
        done = subprocess.run([paigow, *arguments], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("no_color", "styled"), [("", True), ("1", False)])
def test_no_color_is_no_style_at_all(no_color: str, styled: bool):
    asked = (
        "import paigow.cli.common as c; t = c.plain_table('a', 'b'); t.add_row('1', '2', style='dim'); c.out.print(t)"
    )
    environment = {**os.environ, "NO_COLOR": no_color, "FORCE_COLOR": "1", "TERM": "xterm"}
    done = subprocess.run([sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True)
    assert ("\x1b[" in done.stdout) == styled


@pytest.mark.slow
def test_nothing_is_cut_on_a_narrow_terminal():
    environment = {**os.environ, "COLUMNS": "40"}
    paigow = str(Path(sys.executable).with_name("paigow"))
    for arguments in (["split", *HAND.split()], ["config"]):
        narrow = subprocess.run([paigow, *arguments], env=environment, capture_output=True, text=True, check=True)
        assert "\u2026" not in narrow.stdout
        assert narrow.stdout == subprocess.run([paigow, *arguments], capture_output=True, text=True, check=True).stdout


EVERY_JSON = [
    ["split", HAND],
    ["grade", HAND, "--low", "Jk As"],
    ["settle", "Ks Kd Qc 9h 7s 4d 2c", "--low", "Qc 9h", "--dealer", "Jk Jd Tc 8h 6s 5d 3c"],
    ["drill"],
    ["deal"],
    ["side-bets"],
    ["house-way", "list"],
    ["house-way", "show", "foxwoods"],
    ["house-way", "split", "foxwoods", HAND],
    ["house-way", "check", str(Path(paigow.__file__).parent / "house_ways" / "stones.toml"), "--against", "foxwoods"],
    ["strategy", "--house-way", "stones"],
    ["config"],
]


@pytest.mark.parametrize("arguments", EVERY_JSON, ids=lambda arguments: " ".join(arguments[:2]))
def test_every_command_has_json(arguments: list[str], client: Any):
    shown = run(*arguments, "--json")
    assert shown.exit_code == 0, shown.output
    found = json.loads(shown.stdout)
    if arguments[:2] == ["house-way", "show"]:
        assert found == client.get("/v1/house-ways/foxwoods").get_json()
    if arguments[:2] == ["house-way", "list"]:
        assert found == client.get("/v1/house-ways").get_json()
    if arguments[:2] == ["house-way", "split"]:
        assert found == client.get("/v1/house-ways/foxwoods/split", query_string={"cards": HAND}).get_json()


ENGLISH = re.compile(
    r"\b(the|against|banks?|commission|hands?|high|low|loss|win|lose|house|plays|front|dealer|you|player|copy|foul|"
    r"best|good|mistake|blunder|inaccuracy|row|pays?|table|keeps|default|sets|is|known|dead|wild|lowest|second|none|"
    r"push|pushes|ace|queen|nine|rule)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize(
    "arguments",
    [
        ["split", HAND, "--dead", "2h"],
        ["split", HAND, "--dealer", "2c3c4d5h7c9d9h", "--banker", "player"],
        ["split", HAND, "--wheel", "lowest", "--joker", "wild", "--push", "queen-high"],
        ["split", HAND, "--variant", "commission-free"],
        ["settle", HAND, "--low", "Jk As", "--dealer", "Ac9c8d6h4s3d2c", "--push", "ace-high"],
        ["side-bets", HAND],
        ["strategy", "--house-way", "stones"],
        ["grade", HAND, "--low", "Jk As"],
        ["grade", "Ks Kd Qc 9h 7s 4d 2c", "--low", "Ks Kd"],
        ["settle", "Ks Kd Qc 9h 7s 4d 2c", "--low", "Qc 9h", "--dealer", "Jk Jd Tc 8h 6s 5d 3c"],
        ["settle", "Ks Kd Qc 9h 7s 4d 2c", "--low", "Ks Kd", "--dealer", "Jk Jd Tc 8h 6s 5d 3c"],
        ["house-way", "split", "foxwoods", HAND],
    ],
)
def test_spanish_has_no_english_word(arguments: list[str]):
    shown = run(*arguments, "--lang", "es")
    assert shown.exit_code == 0
    told = (
        shown.stdout.replace("(foul)", "").replace("Queen's Dragon", "").replace("Tiger Nine", "")
    )  # the field's word, and a name
    assert ENGLISH.findall(told) == []
    assert ENGLISH.findall(run(*arguments).stdout)


@pytest.mark.slow
def test_values_complete():
    words = "paigow split --house-way f"
    environment = {**os.environ, "_PAIGOW_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": "3"}
    paigow = str(Path(sys.executable).with_name("paigow"))
    done = subprocess.run([paigow], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["plain,foxwoods", "plain,flamingo"]
    environment |= {"COMP_WORDS": "paigow split --push q"}
    done = subprocess.run([paigow], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["plain,queen-high"]
