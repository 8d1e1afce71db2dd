"""House ways over HTTP, health, and the pages of the problems."""

from __future__ import annotations

from typing import Any

import pytest

from paigow.dealer import tables
from paigow.house_ways import house_ways
from paigow.web import routes
from paigow.web.problems import PROBLEMS, code_of_status
from tests.conftest import ALL_WAYS, rows


def test_the_list_has_the_default_first(get: Any):
    listed = get("/v1/house-ways")["house_ways"]
    assert [way["id"] for way in listed] == list(ALL_WAYS)
    assert [way["default"] for way in listed] == [True, *[False] * 8]
    for way in listed:
        assert way["digest"] == house_ways()[way["id"]].digest
        assert way["tables"] == tables.load(house_ways()[way["id"]]).digest


@pytest.mark.parametrize("way_id", ALL_WAYS)
def test_one_house_way(get: Any, way_id: str):
    way = get(f"/v1/house-ways/{way_id}")
    assert way["source"].startswith("https://")
    assert any("our reading" in note for note in way["notes"])
    assert [line["line"] for line in way["lines"]] == [line.text for line in house_ways()[way_id].usual_lines]
    assert [line["line"] for line in way["wild_lines"]] == [line.text for line in house_ways()[way_id].wild_lines]
    assert all(line["words"].endswith(".") for line in way["lines"] + way["wild_lines"])
    assert way["dealer_hands"]["hands"] == 154_143_080


@pytest.mark.parametrize("row", rows("house_way.csv"), ids=lambda r: r["id"])
def test_hands_are_set_as_the_house_sets_them(get: Any, row: dict[str, str]):
    setting = get(f"/v1/house-ways/{row['house_way']}/split", cards=row["cards"])
    assert sorted(setting["low"]["cards"]) == sorted(row["low"].split())
    assert sorted(setting["high"]["cards"]) == sorted(row["high"].split())
    assert set(setting) == {"cards", "house_way", "high", "low", "rule"}
    assert setting["rule"].endswith(".")


def test_health(client: Any, get: Any):
    assert get("/livez") == {"status": "ok"}
    assert get("/readyz") == {"status": "ok", "house_ways": list(ALL_WAYS)}
    assert client.get("/readyz").headers["Cache-Control"] == "no-store"


def test_a_damaged_table_makes_the_service_unready(app: Any, monkeypatch: pytest.MonkeyPatch):
    def damaged(_: object) -> None:
        raise tables.TableError("low.npy is damaged")

    monkeypatch.setattr(routes, "verify", damaged)
    response = app.test_client().get("/readyz")
    assert response.status_code == 503
    assert "low.npy is damaged" in response.get_json()["detail"]


@pytest.mark.parametrize("code", PROBLEMS)
def test_every_problem_has_a_page(get: Any, code: str):
    page = get(f"/problems/{code}")
    assert (page["status"], page["title"]) == (PROBLEMS[code].status, PROBLEMS[code].words["en"].title)


def test_statuses_of_the_framework_have_codes():
    assert code_of_status(404) == "not-found"
    assert code_of_status(405) == "method-not-allowed"
    assert code_of_status(413) == "body-too-large"
    assert code_of_status(400) == "invalid-parameter"
    assert code_of_status(500) == code_of_status(503) == "internal-error"


@pytest.mark.parametrize(
    ("path", "query", "named"),
    [
        ("/v1/house-ways/nope", {"x": "1", "lang": "fr"}, ["id", "lang", "x"]),
        ("/v1/house-ways/nope/split", {"cards": "Zz", "x": "1"}, ["id", "cards", "cards", "x"]),
        ("/problems/nope", {"y": "1"}, [None, "y"]),
    ],
)
def test_what_is_not_there_is_named_together_with_every_other_fault(
    client: Any, path: str, query: dict[str, str], named: list[str | None]
):
    response = client.get(path, query_string=query)
    assert response.status_code == 404
    assert [error.get("parameter") for error in response.get_json()["errors"]] == named


@pytest.mark.parametrize(
    ("way_id", "ace_or_better", "pair"), [("foxwoods", 49.73, 24.47), ("trump-plaza", 48.14, 22.12)]
)
def test_how_the_dealers_hands_fall(get: Any, way_id: str, ace_or_better: float, pair: float):
    """The shares of his low hands are those that players ask for."""
    found = get(f"/v1/house-ways/{way_id}")["dealer_hands"]
    fronts, joint = found["fronts"], found["joint"]
    paired = sum(fronts[rank][rank] for rank in range(13))
    assert sum(map(sum, fronts)) == found["hands"] == 154_143_080
    assert round(100 * paired / found["hands"], 2) == pair
    assert round(100 * (paired + sum(fronts[12][:12])) / found["hands"], 2) == ace_or_better
    assert {name: sum(row.values()) for name, row in joint.items()} == found["high"]
    assert sum(row["pair"] for row in joint.values()) == paired
    assert not any(fronts[high][low] for high in range(13) for low in range(high + 1, 13))
