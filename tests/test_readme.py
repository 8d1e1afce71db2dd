"""README is held to what runs: its answer is the service's, its examples work, its tables are what is shipped."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from paigow.cli import main
from paigow.house_ways import house_ways
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest
from paigow.settings import SETTINGS
from paigow.strategy.store import shipped
from paigow.whole_game.shipped import RESULTS, solved_games, standard_game
from tests.conftest import ALL_WAYS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()

LONG_OR_FOREVER = {"serve", "build", "solve", "strategy", "analyze"}
"""Commands that tests of their own run."""


def blocks(language: str) -> list[str]:
    """The blocks of a language, at least one."""
    found = re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found, f"README has no block of {language}"
    return found


def commands() -> list[list[str]]:
    """The arguments of every `paigow` command in README."""
    lines = "\n".join(blocks("sh")).splitlines()
    return [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("paigow ")]


def test_the_annotated_answer_is_what_the_service_answers(get: Any):
    (address,) = re.findall(r"curl 'localhost:8000(.*?)'", "".join(blocks("sh")))
    (answer,) = blocks("jsonc")
    shown = json.loads(re.sub(r" +//.*", "", answer))
    answered = get(address)
    assert answered["tables"].startswith(shown.pop("tables").rstrip("…"))
    del answered["tables"]
    assert shown == answered


def test_every_parameter_and_house_way_is_in_the_table():
    for name in (*SplitsRequest.model_fields, *house_ways()):
        assert f"`{name}`" in README


def test_every_setting_is_in_the_table():
    rows = re.findall(r"^\| `--([\w-]+)` \| `(\w+)` \|", README, re.MULTILINE)
    assert rows == [(name.replace("_", "-"), setting.variable) for name, setting in SETTINGS.items()]


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [each for each in commands() if each[0] not in LONG_OR_FOREVER], ids=" ".join)
def test_the_commands_work(arguments: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    assert CliRunner().invoke(main, arguments).exit_code == 0


def test_the_commands_are_those_that_there_are():
    named = {each[0] for each in commands()}
    assert named >= LONG_OR_FOREVER - {"serve"}
    assert named <= {*main.list_commands(None)}  # type: ignore[arg-type]


def test_the_whole_games_are_those_that_are_shipped():
    for way in ALL_WAYS:
        game = standard_game(way)
        assert game
        evs = [f"{game[result]['ev']:+.6f}".replace("-", "−") for result in RESULTS]
        assert f"| `{way}` | {' | '.join(evs)} |" in README


def test_the_face_up_games_are_those_that_are_shipped():
    told = [line for line in README.splitlines() if line.startswith("| `") and line.count("|") == 6 and " 0.2" in line]
    games = {way: game for way in ALL_WAYS for game in solved_games(way) if game["rules"]["variant"] == "face-up"}
    assert len(told) == len(games)
    for way, game in games.items():
        won = game["player_optimal"]
        shares = [f"{won[name] / game['deals']:.6f}" for name in ("wins", "pushes", "losses")]
        assert f"| `{way}` | {' | '.join(shares)} | {won['ev']:+.6f} |".replace("-0", "−0") in told


def test_the_strategies_are_those_that_are_shipped():
    for way in ALL_WAYS:
        told = []
        for banker in ("dealer", "player"):
            strategy = shipped(TableRules.read({"house_way": way, "banker": banker}))
            assert strategy
            two_pair = next(kind for kind in strategy["kinds"] if kind["kind"] == "two-pair")
            told += [f"{100 * strategy[cost]:.4f}" for cost in ("cost", "house_way_cost")]
            told.append(f"{100 * two_pair['cost']:.4f}, {len(two_pair['lines'])} lines")
        assert f"| `{way}` | {' | '.join(told)} |" in README


def test_the_python_example_works(capsys: Any):
    (example,) = blocks("python")
    exec(example, {})
    assert capsys.readouterr().out.startswith("('Qh', 'Qd') 0.93135")


def test_the_example_for_pages_works(get: Any):
    """Node runs it, where there is one, with a `fetch` that gives our answer."""
    (example,) = blocks("js")
    query = {"cards": "Jk As Qs Qh Qd 7s 2s", "limit": "1"}
    assert all(f"{name}: {json.dumps(value) if name == 'cards' else value}" in example for name, value in query.items())
    answer = get("/v1/splits", **query)
    if node := shutil.which("node"):
        fetch = f"globalThis.fetch = async address => ({{json: () => ({{...{json.dumps(answer)}, address}})}});\n"
        done = subprocess.run(
            [node, "--input-type=module", "-e", fetch + example], capture_output=True, text=True, check=True
        )
        assert done.stdout == f"{answer['splits'][0]['low']['name']} {answer['splits'][0]['ev']}\n"


def test_links_lead_somewhere():
    inside = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert len(inside) > 3
    assert all((ROOT / link).exists() for link in inside)
