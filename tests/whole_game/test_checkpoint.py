"""Running the units: interrupted and taken up, twice the same, a spoilt checkpoint; and the command."""

from __future__ import annotations

import json
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from click.testing import CliRunner

from paigow import executors
from paigow.cli import main
from paigow.requests.rules import TableRules
from paigow.whole_game import checkpoint, report, shipped
from paigow.whole_game.checkpoint import Run
from paigow.whole_game.solver import UNITS, Solver, Sums
from tests.web.test_server import free_port


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


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """Runs units that only count themselves on threads; returns the run, the units it told of, and those asked for."""
    with ThreadPoolExecutor(2) as pool:

        def played(folder: str = "", fails: int = -1) -> tuple[Run, list[int], list[int]]:
            solver: Any = Counted(STANDARD, fails)
            monkeypatch.setattr("paigow.whole_game.solver._solver", lambda _: solver)
            run = Run(solver, tmp_path / folder)
            told = []
            with suppress(KeyboardInterrupt):
                for number in run.on(pool, ahead=4):
                    told.append(number)
            return run, told, solver.asked

        yield played


def test_an_interrupted_run_is_taken_up(play: Any):
    interrupted, told, _ = play(fails=100)
    assert interrupted.done.sum() == len(told) == 100
    taken_up, told, asked = play()
    assert told == list(range(100, UNITS))
    assert sorted(asked) == told
    whole, told, _ = play("other")
    assert told == list(range(UNITS))
    assert np.array_equal(whole.sums.hands, taken_up.sums.hands)
    assert whole.sums.hands.any()
    assert play()[1:] == ([], [])


def test_a_unit_counts_once(tmp_path: Path):
    solver: Any = Counted(STANDARD)
    twice = Run(solver, tmp_path)
    twice.add(7, solver.unit(7))
    twice.add(7, solver.unit(7))
    assert twice.sums.hands.sum() == 1 << 7


def test_sums_go_over_the_wire_unchanged():
    sums = Solver(STANDARD).unit(0)
    sent = pickle.dumps(sums)
    received = pickle.loads(sent)
    assert all(np.array_equal(a, b) for a, b in zip(sums.arrays().values(), received.arrays().values(), strict=True))
    assert sums.habits.any()
    assert len(sent) < sums.habits.nbytes / 20


@pytest.mark.slow
def test_a_worker_that_is_lost_costs_its_units_and_nothing_else():
    """On a Dask cluster of processes, one of which is killed in the middle of its work; the sums are the same."""
    script = Path(__file__).with_name("lose_a_worker.py")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["a", "worker", "was", "killed:", "the", "same"]


@pytest.mark.slow
def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(executors, "CLUSTER_TIMEOUT", "1s")
    shown = CliRunner().invoke(main, ["solve", "--scheduler", f"tcp://127.0.0.1:{free_port()}"])
    assert shown.exit_code == 1
    assert "no scheduler at tcp://127.0.0.1:" in shown.stderr


def test_other_rules_are_another_game(tmp_path: Path):
    paths = {
        Run(cast(Any, Counted(TableRules.read(rules))), tmp_path).path
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
    solver: Any = Counted(STANDARD)
    Run(solver, tmp_path).path.write_bytes(spoilt)
    assert len(Run(solver, tmp_path).missing()) == UNITS


def test_no_damage_to_a_checkpoint_goes_unnoticed_or_stops_a_run(tmp_path: Path):
    solver: Any = Counted(STANDARD)
    run = Run(solver, tmp_path)
    for number in range(0, UNITS, 3):
        run.add(number, solver.unit(number))
    run.save()
    whole = run.path.read_bytes()
    rng = random.Random(6)
    for _ in range(200):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(whole))] ^= 1 << rng.randrange(8)
        run.path.write_bytes(damaged)
        again = Run(solver, tmp_path)
        assert len(again.missing()) in (UNITS, len(run.missing()))
        if len(again.missing()) < UNITS:  # what was hit does not matter
            assert all(map(np.array_equal, again.sums.arrays().values(), run.sums.arrays().values()))
    np.save(run.path.with_suffix(""), np.arange(3))
    run.path.with_suffix(".npy").rename(run.path)
    assert len(Run(solver, tmp_path).missing()) == UNITS


def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path: Path, play: Any):
    (tmp_path / "file").write_text("")
    assert play("file")[1] == list(range(UNITS))


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """All but the counting, which takes minutes: the sums are those that are shipped."""
    game = shipped.standard_game("stones")
    monkeypatch.setattr(report, "report", lambda solver, _: game if solver.rules.house_way == "stones" else None)
    monkeypatch.setattr(checkpoint.Run, "on", lambda *_, ahead: iter(range(ahead)))
    output = tmp_path / "stones.json"
    asked = ["solve", "--house-way", "stones", "--workers", "1"]
    shown = CliRunner().invoke(main, [*asked, "--output", str(output)])
    assert shown.exit_code == 0
    assert "8,250,459,031,214,400 deals" in shown.stdout
    assert "player, optimal" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 100
    assert json.loads(output.read_text()) == game == json.loads(CliRunner().invoke(main, [*asked, "--json"]).stdout)
    nowhere = CliRunner().invoke(main, [*asked, "--output", str(output / "below.json")])
    assert (nowhere.exit_code, nowhere.stdout) == (2, "")
    assert "cannot be written" in nowhere.stderr
    fine = CliRunner().invoke(main, ["solve", "--commission", "0.0500000001"])
    assert (fine.exit_code, fine.stderr) == (2, "here --commission has at most 9 decimal places\n")
    assert CliRunner().invoke(main, ["solve", "--house-way", "bellagio"]).exit_code == 2


def test_what_the_command_says_of_an_interruption(cache: Path, monkeypatch: pytest.MonkeyPatch):
    def stopped(run: Run, *_: object, ahead: int) -> Iterator[int]:
        run.add(ahead, Sums.nothing(run.solver.lines))
        run.save()
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(checkpoint.Run, "on", stopped)
    asked = ["solve", "--house-way", "stones", "--workers"]
    first = CliRunner().invoke(main, [*asked, "1"])
    assert (first.exit_code, first.stdout) == (1, "")
    assert "interrupted; kept, 1 of 338 units: call again to go on" in first.stderr
    second = CliRunner().invoke(main, [*asked, "2"])
    assert "going on with 1 of 338 units done" in second.stderr
    assert "interrupted; kept, 2 of 338 units" in second.stderr
    monkeypatch.setenv("PAIGOW_CACHE_DIR", "/dev/null")
    third = CliRunner().invoke(main, [*asked, "1"])
    assert "cannot be written: nothing is kept" in third.stderr
    assert "interrupted; nothing is kept" in third.stderr


def test_sums_that_are_not_all_hands_are_refused():
    solver = Solver(STANDARD)
    with pytest.raises(AssertionError, match="0 hands were solved, not 154143080"):
        report.report(solver, Sums.nothing(solver.lines))
