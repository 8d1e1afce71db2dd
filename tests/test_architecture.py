"""Arrows point one way, and nothing below the web knows HTTP."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import paigow

ROOT = Path(paigow.__file__).parent
LAYERS = [
    {"faults", "storage", "jsontext", "executors", "decimals"},
    {"settings", "datafiles", "registries"},
    {"jit", "arrays"},
    {"game"},
    {"house_ways", "side_bets"},
    {"requests"},
    {"dealer"},
    {"counting"},
    {"whole_game"},
    {"strategy"},
    {"answers"},
    {"web"},
    {"cli"},
]
WEB_LIBRARIES = {"flask", "flask_cors", "werkzeug", "gunicorn", "yaml"}
SOURCES = sorted(ROOT.rglob("*.py"))


def layer_of(module: str) -> int:
    return next(number for number, layer in enumerate(LAYERS) if module in layer)


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found.add(node.module or "")
        elif isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_arrows_point_one_way(path: Path):
    module = path.relative_to(ROOT).with_suffix("").parts[0]
    if module == "__init__":
        return
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "paigow" and rest:
            assert layer_of(rest.split(".")[0]) <= layer_of(module), f"{path} imports {name}"
        if layer_of(module) < layer_of("web"):
            assert top not in WEB_LIBRARIES, f"{path} imports {name}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_hold_one_idea(path: Path):
    assert len(path.read_text().splitlines()) <= 350
