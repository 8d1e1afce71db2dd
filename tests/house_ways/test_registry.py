"""An operator's own house ways: read from a folder, checked, built, cached; faulty ones skipped."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import paigow
from paigow.answers.warm_up import warm_up
from paigow.cli import main
from paigow.counting.counters import _counters
from paigow.datafiles import FileFault
from paigow.dealer import tables
from paigow.game.ranks import STANDARD, ranking_of
from paigow.house_ways import HouseWay, HouseWayError, excluded, house_way, house_ways, registry
from paigow.house_ways.engine import HandFeatures
from paigow.settings import HOUSE_WAYS_VARIABLE
from paigow.web import create_app
from tests.conftest import ALL_WAYS

pytestmark = pytest.mark.slow

SHIPPED = Path(registry.__file__).parent
STONES = (SHIPPED / "stones.toml").read_text()
MINE = STONES.replace('id = "stones"', 'id = "mine"').replace("Stones Gambling Hall", "My own")


@pytest.fixture
def folder(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An operator's folder; the house ways are read anew, from it too, and once more without it at the end."""
    ways = tmp_path / "ways"
    ways.mkdir()
    monkeypatch.setenv(HOUSE_WAYS_VARIABLE, str(ways))
    forget()
    yield ways
    monkeypatch.undo()
    forget()


def forget() -> None:
    """The house ways that were read, and the counters of those that are not shipped."""
    registry._registry.cache_clear()
    for key in [key for key in _counters if key[0] not in ALL_WAYS]:
        del _counters[key]


def test_without_a_folder_there_are_the_shipped_ones():
    assert list(house_ways()) == list(ALL_WAYS)
    assert excluded() == ()


def test_an_operators_way_stands_beside_the_others(folder: Path):
    (folder / "mine.toml").write_text(MINE)
    (folder / "notes.txt").write_text("not a house way")
    assert warm_up() == []
    assert list(house_ways()) == [*ALL_WAYS, "mine"]
    ours, stones = (paigow.analyze("Jk Kd Jc Th 9s 7d 2c", house_way=way) for way in ("mine", "stones"))
    assert ours.splits == stones.splits
    assert ours.rules["house_way"] == "mine"
    assert ours.tables == stones.tables


def test_its_tables_are_built_once(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "mine.toml").write_text(MINE)
    built = tables.tables_of(house_way("mine"))
    cached = list((folder.parent / "cache" / "tables").iterdir())
    assert len(cached) == 1

    def no_more(*_: object) -> None:
        raise AssertionError("built again")

    with monkeypatch.context() as patch:
        patch.setattr(tables, "build", no_more)
        again = tables.tables_of(house_way("mine"))
        assert again.digest == built.digest
        assert tables.tables_of(house_way("foxwoods"), ranking_of("second", "semi-wild")).ranking is STANDARD
        (cached[0] / "mine" / "low.npy").write_bytes(b"spoilt")
        with pytest.raises(AssertionError, match="built again"):
            tables.tables_of(house_way("mine"))
    assert tables.tables_of(house_way("mine")).digest == built.digest
    manifest = json.loads((cached[0] / "manifest.json").read_text())
    assert manifest["house_ways"]["mine"]["digest"] == built.digest


def test_other_rankings_have_tables_of_their_own(folder: Path):
    (folder / "mine.toml").write_text(MINE)
    digests = {
        tables.tables_of(house_way("mine"), ranking_of(wheel, joker)).digest  # type: ignore[arg-type]
        for wheel in ("second", "lowest")
        for joker in ("semi-wild", "wild")
    }
    assert len(digests) == 4
    assert tables.tables_of(house_way("mine"), ranking_of("lowest")).ranking.wheel == "lowest"


@pytest.fixture
def only_semi_wild(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """An operator's way that fouls where the joker is fully wild; gives the rankings that it was built under."""
    build, asked = tables.build, []

    def picky(way: HouseWay, hands: HandFeatures | None = None) -> tables.DealerTables:
        assert hands is not None
        asked.append((hands.ranking.wheel, hands.ranking.joker))
        if way.id == "mine" and hands.ranking.joker == "wild":
            raise HouseWayError([FileFault(way.file, 24, 'trips: the line "KEEP" fouls 96 hands')])
        return build(way, hands)

    monkeypatch.setattr(tables, "build", picky)
    monkeypatch.setattr(tables, "_faults", {})
    (folder / "mine.toml").write_text(MINE)
    return asked


def test_a_way_that_cannot_be_used_with_a_wild_joker(folder: Path, only_semi_wild: list[tuple[str, str]]):
    told = f'{folder / "mine.toml"}:24: trips: the line "KEEP" fouls 96 hands'
    assert warm_up() == [
        f"mine is refused with wheel=second and joker=wild: {told}",
        f"mine is refused with wheel=lowest and joker=wild: {told}",
    ]
    assert len(only_semi_wild) == 4
    client = create_app().test_client()
    hand = "Jk Kd Jc Th 9s 7d 2c"
    assert client.get("/v1/splits", query_string={"cards": hand, "house_way": "mine"}).status_code == 200
    wild = {"cards": hand, "house_way": "mine", "joker": "wild"}
    low = {"low": "Kd 2c"}
    for response in (
        client.get("/v1/splits", query_string=wild),
        client.post("/v1/splits", json=wild),
        client.get("/v1/grade", query_string=wild | low),
        client.post("/v1/settle", json=wild | low | {"dealer": "As Ks Qs 8d 8h 3c 2s"}),
        client.get("/v1/house-ways/mine/split", query_string={"cards": hand, "joker": "wild"}),
        client.get("/v1/drill", query_string={"house_way": "mine", "joker": "wild", "seed": 1, "kind": "two-pair"}),
    ):
        problem = response.get_json()
        assert (response.status_code, problem["code"]) == (400, "unusable-house-way")
        detail = problem["errors"][0]["detail"]
        named = "id" if "/mine/" in response.request.path else "house_way"
        assert problem["errors"][0].get("parameter", named) == named
        assert detail.endswith('under these rules: mine.toml, line 24: trips: the line "KEEP" fouls 96 hands')
        assert str(folder) not in response.get_data(as_text=True), "where the files are is the operator's business"
    hands = [{"cards": hand, "joker": "wild"}, {"cards": hand}]
    refused, answered = client.post("/v1/batch", json={"hands": hands, "house_way": "mine"}).get_json()["results"]
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("unusable-house-way", "/hands/0/house_way")
    assert len(answered["splits"]) == 21
    assert len(only_semi_wild) == 4, "what was found once is remembered"


def test_the_check_tells_it_too(folder: Path, only_semi_wild: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("paigow.cli.ways.build", tables.build)
    shown = CliRunner().invoke(main, ["house-way", "check", str(folder / "mine.toml")])
    assert shown.exit_code == 0
    assert "Not usable with wheel=lowest, joker=wild:\n" in shown.stdout
    found = json.loads(CliRunner().invoke(main, ["house-way", "check", str(folder / "mine.toml"), "--json"]).stdout)
    assert [(each["wheel"], each["joker"]) for each in found["refused"]] == [("second", "wild"), ("lowest", "wild")]


def test_a_folder_that_cannot_be_written_does_not_matter(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "mine.toml").write_text(MINE)
    (folder.parent / "file").write_text("")
    monkeypatch.setenv("PAIGOW_CACHE_DIR", str(folder.parent / "file"))
    assert tables.tables_of(house_way("mine")).digest == tables.load(house_way("stones")).digest


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (MINE.replace("KEEP", "KEPT"), 'unknown front "KEPT"'),
        (MINE.replace('  "PAIR(lower)",\n', ""), "two-pair: no line covers"),
        (MINE.replace('  "KEEP",\n]\ntwo-pair', '  "PAIR(pair)",\n]\ntwo-pair'), 'the line "PAIR(pair)" fouls'),
        (MINE.replace("two-trips", "twotrips"), 'unknown kind "twotrips"'),
        (MINE.replace("[lines]", '[choices]\nA = ["B"]\nB = ["A"]\n[lines]'), 'unknown front "B"'),
        (STONES, 'the id "stones" is taken by stones.toml'),
        ("\x00", "not TOML"),
        ("x = " + "9" * 5_000, "not TOML"),
        ("x = " + "[" * 20_000, "nested too deeply"),
        (MINE.replace('"SECOND AND THIRD"', '3, "SECOND"'), '"no-pair" is a list of one or more lines of text'),
        (MINE.replace('"SECOND AND THIRD"', '3, "SECOND"'), 'unknown front "SECOND"'),
        (MINE.replace('"SECOND AND THIRD"', '"\\u001b[31m"'), 'unknown front "\\x1b[31m"'),
        (MINE.replace('"SECOND AND THIRD"', '"KEEP holding A with MADE"'), '"with" stands before "holding"'),
        (MINE.replace('"mine"', f'"{"m" * 61}"'), "is no id: at most 60"),
    ],
)
def test_faulty_ones_are_skipped_by_name(folder: Path, text: str, fault: str):
    (folder / "bad.toml").write_text(text.replace('id = "mine"', 'id = "bad"'))
    faults = warm_up()
    assert list(house_ways()) == [*ALL_WAYS]
    assert any(fault in found for found in faults), faults
    assert all(found.startswith(f"skipped: {folder / 'bad.toml'}") for found in faults)


def test_a_good_one_beside_a_faulty_one_is_served(folder: Path):
    (folder / "bad.toml").write_text(MINE.replace("KEEP", "KEPT"))
    (folder / "mine.toml").write_text(MINE)
    assert warm_up()
    assert list(house_ways()) == [*ALL_WAYS, "mine"]
    assert paigow.analyze("Jk Kd Jc Th 9s 7d 2c", house_way="mine").splits


def test_a_faulty_one_leaves_its_id_to_a_good_one(folder: Path):
    (folder / "a.toml").write_text(MINE.replace('  "KEEP",\n]\ntwo-pair', '  "PAIR(pair)",\n]\ntwo-pair'))
    (folder / "b.toml").write_text(MINE)
    (warning,) = warm_up()
    assert warning.startswith(f"skipped: {folder / 'a.toml'}:")
    assert house_way("mine").file == str(folder / "b.toml")


def test_the_command_line_names_what_was_skipped(folder: Path):
    fouling = MINE.replace('  "KEEP",\n]\ntwo-pair', '  "PAIR(pair)",\n]\ntwo-pair')
    (folder / "mine.toml").write_text(fouling)
    (folder / "bad.toml").write_text(MINE.replace("KEEP", "KEPT"))
    shown = CliRunner().invoke(main, ["house-way", "show", "mine"])
    assert (shown.exit_code, shown.stdout) == (1, "")
    assert 'the line "PAIR(pair)" fouls' in shown.stderr
    shown = CliRunner().invoke(main, ["house-way", "show", "bad"])
    assert shown.exit_code == 2
    assert 'unknown front "KEPT"' in shown.stderr


def test_what_is_no_file_is_skipped_by_name(folder: Path):
    (folder / "folder.toml").mkdir()
    (folder / "dangling.toml").symlink_to(folder / "nowhere")
    os.mkfifo(folder / "pipe.toml")
    (folder / "mine.toml").write_text(MINE)
    assert warm_up() == [
        f"skipped: {folder / name}.toml: there is no file, or it is no plain one"
        for name in ("dangling", "folder", "pipe")
    ]
    assert list(house_ways()) == [*ALL_WAYS, "mine"]


def test_a_folder_that_is_not_there_is_named(folder: Path):
    shutil.rmtree(folder)
    assert "the folder cannot be read" in warm_up()[0]
    assert list(house_ways()) == list(ALL_WAYS)
