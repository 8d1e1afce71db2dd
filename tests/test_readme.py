"""README is held to what runs: its answer is the service's, its examples work."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from paigow.cli import main
from paigow.house_ways import house_ways
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest
from paigow.strategy.store import shipped
from paigow.whole_game.shipped import RESULTS, standard_game

README = (Path(__file__).parents[1] / "README.md").read_text()


def block(language: str, number: int = 0) -> str:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)[number]


def test_the_annotated_answer_is_what_the_service_answers(get: Any):
    address = re.search(r"curl 'localhost:8000(.*?)'", block("sh"))
    assert address
    shown = json.loads(re.sub(r" +//.*", "", block("jsonc")))
    answered = get(address[1])
    assert answered["tables"].startswith(shown.pop("tables").rstrip("…"))
    del answered["tables"]
    assert shown == answered


def test_every_parameter_and_house_way_is_in_the_table():
    for name in (*SplitsRequest.model_fields, *house_ways()):
        assert f"`{name}`" in README


def test_the_commands_work():
    for command in re.findall(
        r"^paigow (split|grade|settle|drill|deal|side-bets|house-way .*?) +(.*?)(?: +#.*)?$",
        block("sh", 3),
        re.MULTILINE,
    ):
        arguments = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', " ".join(command))]
        assert CliRunner().invoke(main, arguments).exit_code == 0, command


def test_the_whole_games_are_those_that_are_shipped():
    for way in house_ways():
        game = standard_game(way)
        assert game
        evs = [f"{game[result]['ev']:+.6f}".replace("-", "−") for result in RESULTS]
        assert f"| `{way}` | {' | '.join(evs)} |" in README


def test_the_strategies_are_those_that_are_shipped():
    for way in house_ways():
        told = []
        for banker in ("dealer", "player"):
            strategy = shipped(TableRules.read({"house_way": way, "banker": banker}))
            assert strategy
            two_pair = next(kind for kind in strategy["kinds"] if kind["kind"] == "two-pair")
            told += [f"{100 * strategy[cost]:.4f}" for cost in ("cost", "house_way_cost")]
            told.append(f"{100 * two_pair['cost']:.4f}, {len(two_pair['lines'])} lines")
        assert f"| `{way}` | {' | '.join(told)} |" in README


def test_the_python_example_works(capsys: Any):
    exec(block("python"), {})
    assert capsys.readouterr().out.startswith("('Qh', 'Qd') 0.93135")
