"""The whole game: published integers, multisets against analysing their hands one by one, shipped slices anew."""

from __future__ import annotations

from functools import cache
from itertools import starmap
from typing import Any

import numpy as np
import pytest

from paigow.answers.analysis import Analysis, answers_to
from paigow.counting.counters import counter, tables_for
from paigow.counting.informed import informed_outcome
from paigow.game.cards import names_of
from paigow.game.ranks import JokerRule
from paigow.house_ways.kinds import KINDS
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest
from paigow.whole_game import shipped
from paigow.whole_game.multisets import multisets
from paigow.whole_game.options import ROLES
from paigow.whole_game.report import hand_of
from paigow.whole_game.shipped import PLAYERS, PLAYS, players_of, solved_games, standard_game
from paigow.whole_game.solver import DEALS, HANDS, Solver, Sums
from tests.conftest import ALL_WAYS, REFERENCE_WAYS, figures

RULES: list[dict[str, str]] = [
    {},
    {"house_way": "trump-plaza", "commission": "0"},
    {"house_way": "flamingo", "variant": "ez"},
    {"house_way": "stones", "push": "queen-high,ace-high,front-nine-high", "commission": "0.025", "collection": "0.01"},
    {"house_way": "mgm-grand", "variant": "commission-free"},
    {"wheel": "lowest", "joker": "wild"},
]
GAMES = [
    pytest.param(way, number, id=f"{way}-{number}") for way in ALL_WAYS for number in range(len(solved_games(way)))
]


@cache
def solver(rules: tuple[tuple[str, str], ...]) -> Solver:
    return Solver(TableRules.read(dict(rules)))


def solve(solver: Solver, numbers: list[int]) -> Sums:
    """Solve single multisets."""
    sums = Sums.nothing(solver.lines)
    for number in numbers:
        solver.solve(number, number + 1, sums)
    return sums


@pytest.mark.parametrize("way_id", REFERENCE_WAYS)
def test_every_published_integer(way_id: str):
    game, published = standard_game(way_id), figures()["whole_game"][way_id]
    assert game
    for player in PLAYERS:
        for play in PLAYS:
            ours, theirs = game[f"{player}_{play}"], published[f"{play}_{player}"]
            assert [ours[name] for name in ("wins", "pushes", "losses")] == [
                theirs[name] for name in ("win", "push", "lose")
            ]
    assert game["hands_where_optimal_is_better"] == published["hands_where_optimal_beats_house_way"]


def test_the_edge_of_foxwoods_is_the_published_one():
    """Published: 0.027212, by a program that broke ties between equal fronts otherwise; see figures.json."""
    game = standard_game("foxwoods")
    assert game
    assert round(game["player_house_way"]["ev"], 6) == -0.027211
    assert round(game["player_optimal"]["ev"] - game["player_house_way"]["ev"], 4) == 0.0021
    shares = [game["player_house_way"][name] / DEALS for name in ("wins", "pushes", "losses")]
    published = next(row for row in figures()["published_main_bet"] if "edge" in row)
    assert [round(share, 4) for share in shares] == [
        published["win"],
        round(published["push"], 4),
        published["lose"],
    ]


def test_games_of_other_tables_are_not_used(monkeypatch: pytest.MonkeyPatch):
    assert [len(solved_games(way)) for way in ("foxwoods", "stones", "bellagio")] == [8, 6, 0]
    other = tables_for(TableRules.read({"house_way": "stones"}))
    monkeypatch.setattr(shipped, "tables_for", lambda _: other)
    assert solved_games.__wrapped__("foxwoods") == ()
    assert len(solved_games.__wrapped__("stones")) == 6


@pytest.mark.parametrize("variant", ["standard", "commission-free"])
def test_published_results_of_trump_plaza(variant: str):
    """Exact ones to the digits that are published; those of the commission-free game are simulated there."""
    published = next(
        row
        for row in figures()["published_main_bet"]
        if (row["house_way"], row.get("variant", "standard")) == ("trump-plaza", variant)
    )
    game = next(game for game in solved_games("trump-plaza") if game["rules"]["variant"] == variant)
    for ours, theirs in (("wins", "win"), ("pushes", "push"), ("losses", "lose")):
        assert abs(game["player_house_way"][ours] / DEALS - published[theirs]) < 0.00005


@pytest.mark.parametrize(("way_id", "kept"), [("trump-plaza", 1.294), ("foxwoods", 1.265)])
def test_games_without_a_commission(way_id: str, kept: float):
    """In percent, by the house way on both sides: losses less wins of the standard game."""
    game = next(game for game in solved_games(way_id) if game["rules"]["commission"] == "0")
    assert (game["rules"]["variant"], round(-100 * game["player_house_way"]["ev"], 3)) == ("standard", kept)
    standard = standard_game(way_id)
    assert standard is not None
    assert game["player_house_way"]["wins"] == standard["player_house_way"]["wins"]


@pytest.mark.parametrize(("way_id", "number"), GAMES)
def test_shipped_games_add_up(way_id: str, number: int):
    game = solved_games(way_id)[number]
    assert game["deals"] == DEALS == 8_250_459_031_214_400
    players = [player for player in PLAYERS if f"{player}_optimal" in game]
    assert len(players) == (1 if game["rules"]["variant"] == "face-up" else 2)
    for result in (f"{player}_{play}" for player in players for play in PLAYS):
        assert sum(game[result][name] for name in ("wins", "pushes", "losses")) == DEALS
        for name in ("wins", "pushes", "losses"):
            assert sum(kind[result][name] for kind in game["kinds"]) == game[result][name]
    assert sum(kind["hands"] for kind in game["kinds"]) == HANDS
    for player in players:
        gained = game[f"{player}_optimal"]["ev"] - game[f"{player}_house_way"]["ev"]
        assert gained > 0
        assert sum(kind[f"{player}_cost"] for kind in game["kinds"]) == pytest.approx(gained, rel=1e-9)
        if "habits" not in game:
            continue
        habits = game["habits"][player]
        assert [habit["cost"] for habit in habits] == sorted((habit["cost"] for habit in habits), reverse=True)
        assert len(habits) == 20
        assert sum(habit["cost"] for habit in habits) < gained
    if game["rules"]["push"] == "none":  # the house's wins are the player's losses
        ours, his = game["player_house_way"], game["banker_house_way"]
        assert (ours["wins"], ours["losses"]) == (his["losses"], his["wins"])


@pytest.mark.slow
@pytest.mark.parametrize(("way_id", "number"), GAMES)
def test_a_slice_of_every_shipped_game_is_solved_anew(way_id: str, number: int):
    game = solved_games(way_id)[number]
    rules = {"house_way": way_id, **game["rules"]}
    ours = solver(tuple(rules.items()))
    assert game["tables"] == ours.tables.digest
    for name in ("quads-trips", "five-aces"):
        kind = next(index for index, each in enumerate(KINDS) if each.name == name)
        sums = solve(ours, np.flatnonzero(multisets().kinds(game["rules"]["joker"]) == kind).tolist())
        shipped = next(each for each in game["kinds"] if each["kind"] == name)
        assert sums.hands[ROLES, kind] == shipped["hands"]
        for role, player in enumerate(players_of(ours.rules)):
            assert sums.hands[role, kind] == shipped[f"{player}_hands_where_optimal_is_better"]
            for split, play in enumerate(PLAYS):
                wins, losses = sums.totals[role, split, kind].tolist()
                assert (wins, losses) == (shipped[f"{player}_{play}"]["wins"], shipped[f"{player}_{play}"]["losses"])


def multisets_of_all_kinds(joker_rule: JokerRule = "semi-wild") -> list[int]:
    """For each kind one multiset without the joker, and one with it where there are any."""
    hands, kinds = multisets(), multisets().kinds(joker_rule)
    rng = np.random.default_rng(17)
    found = []
    for kind in range(len(KINDS)):
        for joker in (False, True):
            numbers = np.flatnonzero((kinds == kind) & ((hands.symbols[:, 6] == 13) == joker))
            if len(numbers):
                found.append(int(rng.choice(numbers)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "-".join(rules.values()) or "standard")
def test_multisets_are_the_sums_of_their_hands(rules: dict[str, str]):
    ours = solver(tuple(rules.items()))
    hands, joker = multisets(), ours.tables.ranking.joker
    for number in multisets_of_all_kinds(joker):
        sums = solve(ours, [number])
        first, end = hands.starts[hands.shape[number]], hands.starts[hands.shape[number] + 1]
        multiplicities = hands.multiplicity[first:end].tolist()
        totals = np.zeros((2, 2, 2), dtype=np.int64)
        better = np.zeros(2, dtype=np.int64)
        for role, banker in enumerate(("dealer", "player")):
            asked = [
                SplitsRequest.read({**rules, "cards": names_of(hand_of(number << 12 | pattern)), "banker": banker})
                for pattern in range(len(multiplicities))
            ]
            for multiplicity, answer in zip(multiplicities, map(Analysis.of, answers_to(asked)), strict=True):
                house = next(split for split in answer.splits if split.is_house_way)
                for split, chosen in enumerate((house, answer.splits[0])):
                    totals[role, split] += multiplicity * np.array([chosen.wins, chosen.losses])
                better[role] += multiplicity * (answer.house_way.ev_loss > 0)
        kind = hands.kinds(joker)[number]
        assert np.array_equal(sums.totals[:, :, kind], totals), number
        assert sums.totals.sum() == totals.sum()
        assert sums.hands[:, kind].tolist() == [*better.tolist(), sum(multiplicities)]
        for role in range(ROLES):
            gained = totals[role, 1] - totals[role, 0]
            assert sums.habits[role].sum(axis=0).tolist() == [better[role], gained[0], -gained[1]]


@pytest.mark.slow
@pytest.mark.parametrize("push", ["ace-high", "none", "king-high,front-nine-high"])
@pytest.mark.parametrize("way_id", ["foxwoods", "flamingo"])
def test_face_up_multisets_are_the_sums_of_their_hands(way_id: str, push: str):
    """Hand by hand: the house way from the ranked splits, and the player who sees from the values of single hands."""
    rules = TableRules.read({"variant": "face-up", "house_way": way_id, "push": push})
    ours, hands = Solver(rules), multisets()
    for number in multisets_of_all_kinds()[::2]:
        sums = solve(ours, [number])
        first, end = hands.starts[hands.shape[number]], hands.starts[hands.shape[number] + 1]
        totals, better = np.zeros((2, 2), dtype=np.int64), 0
        for pattern, multiplicity in enumerate(hands.multiplicity[first:end].tolist()):
            hand = hand_of(number << 12 | pattern)
            asked = {"cards": names_of(hand), "house_way": way_id, "push": push, "commission": "0"}
            (answer,) = answers_to([SplitsRequest.read(asked)])
            house = next(split for split in answer["splits"] if split["is_house_way"])
            informed = informed_outcome(counter(way_id), hand, (), "dealer", push)
            totals += multiplicity * np.array([[house["wins"], house["losses"]], informed[1:]])
            better += multiplicity * (informed[1:] != (house["wins"], house["losses"]))
        kind = hands.kinds("semi-wild")[number]
        assert np.array_equal(sums.totals[0, :, kind], totals), number
        assert sums.hands[:, kind].tolist() == [better, 0, hands.multiplicity[first:end].sum()]
        assert not sums.habits.any()


def test_face_up_games_against_simulations():
    """Simulated over 5,000,000 deals, with a standard error of 0.03 points; the published edge is 1.81 %."""
    for way, simulated in (("foxwoods", -0.0201), ("trump-plaza", -0.0184)):
        game = next(game for game in solved_games(way) if game["rules"]["variant"] == "face-up")
        assert abs(game["player_optimal"]["ev"] - simulated) < 0.0013
    assert round(game["player_optimal"]["ev"], 3) == -0.018


def test_the_order_of_units_does_not_matter():
    ours = solver(())
    units = [solve(ours, [number]) for number in (30, 31_000, 48_000, 60_000)]

    def added(order: list[Sums]) -> dict[str, Any]:
        sums = Sums.nothing(ours.lines)
        for unit in order:
            sums.add(unit)
        return sums.arrays()

    forwards, backwards = added(units), added(units[::-1])
    assert all(starmap(np.array_equal, zip(forwards.values(), backwards.values(), strict=True)))
    assert any(array.any() for array in forwards.values())
