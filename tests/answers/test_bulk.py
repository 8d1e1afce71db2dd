"""Files of hands: CSV and Parquet, each row as a single question, faulty rows named, of any length."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

import paigow
from paigow.answers import bulk
from paigow.answers.bulk import FOUND, analyse_rows, read_table, work_on, write_table
from paigow.cli import main
from paigow.executors import in_order, threads
from paigow.game.cards import name_of
from tests.conftest import random_hands

HAND = "Jk As Qs Qh Qd 7s 2s"
TEXT = f"""id,cards,banker,dead,note
1,{HAND},,,"one, two"
2,Xh,player,,
3,Ks Kd Qc 9h 7s 4d 2c,player,2h 3h,
4,{HAND},me,,
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["analyze", *arguments])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "hands.csv"
    found.write_text(TEXT)
    return found


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads in the place of processes, which take two seconds to start: for files that differ in their form."""
    monkeypatch.setattr("paigow.cli.bulk.processes", threads)


def rows_of(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
        return found
    with path.open(newline="") as file:
        return [{name: value or None for name, value in row.items()} for row in csv.DictReader(file)]


def check(rows: list[dict[str, Any]]) -> None:
    first, second, third, fourth = rows
    best = paigow.analyze(HAND, house_way="trump-plaza").splits[0]
    assert (first["best_low"], int(first["wins"]), float(first["ev"])) == ("Qh Qd", best.wins, best.ev)
    assert (first["house_way_low"], first["note"], first["error"]) == ("Jk As", "one, two", None)
    best = paigow.analyze("Ks Kd Qc 9h 7s 4d 2c", house_way="trump-plaza", banker="player", dead="2h 3h").splits[0]
    assert (int(third["wins"]), int(third["losses"]), float(third["ev"])) == (best.wins, best.losses, best.ev)
    assert "Xh is not a card" in second["error"]
    assert second["wins"] is None
    assert fourth["error"] == "banker is one of: dealer, player"


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_a_file_is_analysed_row_by_row(path: Path, ending: str):
    written = path.with_name(f"out.{ending}")
    shown = run(str(path), "--house-way", "trump-plaza", "--output", str(written), "--workers", "1")
    assert (shown.exit_code, shown.stdout) == (1, f"{written}: 4 rows, of which 2 could not be analysed\n")
    assert list(rows_of(written)[0]) == ["id", "cards", "banker", "dead", "note", *FOUND]
    check(rows_of(written))


@pytest.mark.slow
def test_parquet_keeps_its_types(tmp_path: Path):
    path = tmp_path / "hands.parquet"
    table = {"id": [1, 2], "cards": [HAND, "As"], "weight": [0.5, None], "banker": [None, None]}
    pyarrow.parquet.write_table(pyarrow.table(table), path)
    assert run(str(path), "--workers", "1").exit_code == 1
    found = pyarrow.parquet.read_table(tmp_path / "hands.analysed.parquet")
    types = {field.name: str(field.type) for field in found.schema}
    assert (types["id"], types["weight"], types["wins"], types["ev"]) == ("int64", "double", "int64", "double")
    assert [row["error"] for row in found.to_pylist()] == [None, "cards holds 1 card; exactly 7 are needed"]


def test_long_files_go_in_pieces_and_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bulk, "PIECE", 7)
    path, written = tmp_path / "in.csv", tmp_path / "out.csv"
    hands = [" ".join(map(name_of, hand)) for hand, _ in random_hands(60, seed=4)]
    path.write_text("cards\n" + "\n".join(hands))
    with read_table(path) as table, ThreadPoolExecutor(2) as pool:
        pieces = in_order(pool, work_on({"banker": "player"}), table.pieces(), ahead=3)
        assert list(write_table(written, table, pieces)) == [(7, 0)] * 8 + [(4, 0)]
    rows = rows_of(written)
    assert [row["cards"] for row in rows] == hands
    for row in rows[::13]:
        assert int(row["wins"]) == paigow.analyze(row["cards"], banker="player").splits[0].wins


def test_a_rows_own_rules_win():
    own, shared = analyse_rows({"commission": "0"}, [{"cards": HAND, "commission": "0.1"}, {"cards": HAND}])
    assert own["ev"] == paigow.analyze(HAND, commission="0.1").splits[0].ev
    assert shared["ev"] == paigow.analyze(HAND, commission=0).splits[0].ev


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", b"hand\nAs\n", "has no column named cards, and no columns c1 to c7; its columns: hand"),
        ("a.csv", b"", "has no column named cards, and no columns c1 to c7; its columns: none"),
        ("a.csv", b"cards,Cards\nAs,As\n", "has columns twice: cards"),
        ("a.csv", b"c1,c2,c3,c4,c5,c6\n", "no columns c1 to c7"),
        ("a.csv", b"cards,EV\nAs,1\n", "has columns that are to be added: EV"),
        ("a.csv", b"cards,ev\nAs,1\n", "has columns that are to be added: ev"),
        ("a.csv", b"cards\n" + b"As\n" * 5_000 + b"\xff\n", "line 5002 is not UTF-8"),
        ("a.parquet", b"no Parquet", "is no Parquet file"),
    ],
)
def test_files_that_are_no_tables_of_hands(tmp_path: Path, name: str, content: bytes, message: str):
    path = tmp_path / name
    path.write_bytes(content)
    shown = run(str(path), "--workers", "1")
    assert shown.exit_code == 2
    assert message in shown.stderr


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("headings", ["Cards,BANKER,Note", "c1,C2,c3,c4,c5,c6,c7,Banker,Note"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_files_as_spreadsheets_write_them(tmp_path: Path, delimiter: str, headings: str, mark: str):
    cards = HAND if headings.startswith("Cards") else HAND.replace(" ", delimiter)
    path = tmp_path / "hands.csv"
    lines = [headings.replace(",", delimiter), f"{cards}{delimiter}player{delimiter}a note", ""]
    path.write_text(mark + "\r\n".join(lines), encoding="utf-8", newline="")
    shown = run(str(path), "--workers", "1", "--json")
    assert shown.exit_code == 0, shown.output
    written = tmp_path / "hands.analysed.csv"
    assert json.loads(shown.stdout) == {"output": str(written), "rows": 1, "failed": 0}
    with written.open(newline="") as file:
        (found,) = csv.DictReader(file, delimiter=delimiter)
    assert int(found["wins"]) == paigow.analyze(HAND, banker="player").splits[0].wins
    assert found["Note"] == "a note"


def test_an_interruption_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path, written = tmp_path / "in.csv", tmp_path / "out.csv"
    path.write_text(f"cards\n{HAND}\n")

    def interrupted() -> Iterator[list[dict[str, Any]]]:
        yield analyse_rows({}, [{"cards": HAND}])
        raise KeyboardInterrupt

    for before in (None, "what was there"):
        if before:
            written.write_text(before)
        with read_table(path) as table, pytest.raises(KeyboardInterrupt):
            list(write_table(written, table, interrupted()))
        assert [each.name for each in tmp_path.iterdir() if each != path] == (["out.csv"] if before else [])
        assert before is None or written.read_text() == before


def test_faults_of_the_command(path: Path):
    assert "is the file that is read" in run(str(path), "--output", str(path)).stderr
    assert "commission is a decimal" in run(str(path), "--commission", "2").stderr
    assert "cannot be written" in run(str(path), "--output", str(path / "below.csv")).stderr
    assert run(str(path.with_name("nowhere.csv"))).exit_code == 2
