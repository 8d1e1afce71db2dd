"""What all tests share."""

from __future__ import annotations

import csv
import json
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from paigow.game.cards import DECK_SIZE, canonical, parse, parse_hand
from paigow.game.ranks import STANDARD
from paigow.jit import ensure_compiled
from paigow.storage import FOLDER_VARIABLE

settings.register_profile("ci", derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
"""In CI the same examples every time: a change is judged by what it does, and not by luck."""

REFERENCE = Path(__file__).parent / "reference"
ALL_WAYS = (
    "foxwoods",
    "ballys-ac",
    "casino-real",
    "claridge",
    "flamingo",
    "golden-nugget",
    "mgm-grand",
    "stones",
    "trump-plaza",
)
HOUSE_WAYS = ("foxwoods", "flamingo", "mgm-grand", "stones", "trump-plaza")
REFERENCE_WAYS = ("foxwoods", "trump-plaza")
"""Those whose counts an independent program has worked out."""


high_value, low_value, is_foul = STANDARD.high_value, STANDARD.low_value, STANDARD.is_foul
category_of = STANDARD.category_of


def cards(text: str) -> tuple[int, ...]:
    """Cards in the order written."""
    reading = parse(text)
    assert not reading.faults
    return reading.cards


def hand(text: str, size: int = 7) -> tuple[int, ...]:
    """Cards in canonical order."""
    return parse_hand(text, size=size)


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a reference table."""
    with (REFERENCE / name).open(newline="") as file:
        return list(csv.DictReader(file))


def figures() -> dict[str, Any]:
    """The published and exact counts."""
    found: dict[str, Any] = json.loads((REFERENCE / "figures.json").read_text())
    return found


def random_hands(count: int, seed: int, most_dead: int = 0) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Random hands, each with random dead cards."""
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        drawn = rng.sample(range(DECK_SIZE), 7 + rng.randint(0, most_dead))
        found.append((canonical(drawn[:7]), canonical(drawn[7:])))
    return found


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """The kernels, from the usual cache, before a test names another folder."""
    import paigow.web  # noqa: F401

    ensure_compiled()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(scope="session")
def app() -> Any:
    """The application."""
    from paigow.web import create_app

    return create_app()


@pytest.fixture
def client(app: Any) -> Any:
    """A client of the application."""
    return app.test_client()


@pytest.fixture
def get(client: Any) -> Callable[..., Any]:
    """GET, with the answer as JSON that must be a 200."""

    def ask(path: str, **query: Any) -> Any:
        response = client.get(path, query_string=query or None)
        assert response.status_code == 200, response.get_data(as_text=True)
        return response.get_json()

    return ask
