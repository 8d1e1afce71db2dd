"""Running the units: interrupted and taken up, twice the same, a spoilt checkpoint; and the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from service.cli import main
from service.table_rules import TableRules
from service.whole_game import results, running, solved
from service.whole_game.running import Run
from service.whole_game.solving import UNITS, Solver, Sums


class Counted:
    """Units that only count themselves; they stop the run at one that fails."""

    def __init__(self, rules: TableRules, fails: int = -1) -> None:
        solver = Solver(rules)
        self.rules, self.tables, self.lines, self.fails = rules, solver.tables, solver.lines, fails
        self.asked: list[int] = []

    def unit(self, number: int) -> Sums:
        self.asked.append(number)
        if number == self.fails:
            raise KeyboardInterrupt
        sums = Sums.nothing(self.lines)
        sums.hands[0, 0] = 1 << (number % 60)
        return sums


STANDARD = TableRules()


def run(folder: Path, solver: Any) -> Run:
    return Run(solver, folder)


def test_an_interrupted_run_is_taken_up(tmp_path: Path):
    first = Counted(STANDARD, fails=100)
    with pytest.raises(KeyboardInterrupt):
        list(run(tmp_path, first).on_threads(2))
    second = Counted(STANDARD)
    taken_up = run(tmp_path, second)
    assert taken_up.done.sum() == 100
    assert list(taken_up.on_threads(2)) == list(range(100, UNITS))
    assert sorted(second.asked) == list(range(100, UNITS))
    whole = run(tmp_path / "other", Counted(STANDARD))
    assert len(list(whole.on_threads(1))) == UNITS
    assert np.array_equal(whole.sums.hands, taken_up.sums.hands)
    assert run(tmp_path, Counted(STANDARD)).missing() == []


def test_a_unit_counts_once(tmp_path: Path):
    solver = Counted(STANDARD)
    twice = run(tmp_path, solver)
    twice.add(7, solver.unit(7))
    twice.add(7, solver.unit(7))
    assert twice.sums.hands.sum() == 1 << 7


def test_other_rules_are_another_game(tmp_path: Path):
    paths = {
        run(tmp_path, Counted(TableRules.read(rules))).path
        for rules in (
            {},
            {"commission": "0"},
            {"push": "ace-high"},
            {"wheel": "lowest"},
            {"joker": "wild"},
            {"house_way": "stones"},
        )
    }
    assert len(paths) == 6


@pytest.mark.parametrize("spoilt", [b"", b"spoilt", b"PK\x03\x04"])
def test_a_spoilt_checkpoint_is_left_alone(tmp_path: Path, spoilt: bytes):
    path = run(tmp_path, Counted(STANDARD)).path
    path.write_bytes(spoilt)
    assert len(run(tmp_path, Counted(STANDARD)).missing()) == UNITS


def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path: Path):
    (tmp_path / "file").write_text("")
    assert len(list(run(tmp_path / "file", Counted(STANDARD)).on_threads(2))) == UNITS


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """All but the counting, which takes minutes: the sums are those that are shipped."""
    game = solved.standard_game("stones")
    monkeypatch.setattr(results, "told", lambda solver, _: game if solver.rules.house_way == "stones" else None)
    monkeypatch.setattr(running.Run, "on_threads", lambda _, threads: iter(range(threads or 2)))
    output = tmp_path / "new" / "stones.json"
    asked = ["solve", "--house-way", "stones", "--threads", "1"]
    shown = CliRunner().invoke(main, [*asked, "--output", str(output)])
    assert shown.exit_code == 0
    assert "8,250,459,031,214,400 deals" in shown.stdout
    assert "player, optimal" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 100
    assert json.loads(output.read_text()) == game == json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    fine = CliRunner().invoke(main, ["solve", "--commission", "0.0500000001"])
    assert (fine.exit_code, fine.stderr) == (2, "here commission has at most 9 decimal places\n")
    assert CliRunner().invoke(main, ["solve", "--house-way", "bellagio"]).exit_code == 2


def test_sums_that_are_not_all_hands_are_refused():
    solver = Solver(STANDARD)
    with pytest.raises(AssertionError, match="0 hands were solved, not 154143080"):
        results.told(solver, Sums.nothing(solver.lines))
