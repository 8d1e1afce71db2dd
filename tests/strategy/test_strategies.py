"""Strategies: the shipped ones add up, are priced anew for whole kinds of hand, and can be played."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from paigow.answers.analysis import answer_to
from paigow.cli import main
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import CLASSES, class_of
from paigow.dealer.tables import build
from paigow.faults import InvalidInput
from paigow.game.cards import names_of
from paigow.game.names import Lang, high_name, low_name
from paigow.game.ranks import JokerRule, ranking_of
from paigow.game.showdown import BANKERS
from paigow.house_ways import house_way
from paigow.house_ways.files import read_file
from paigow.house_ways.kinds import KINDS, WILD_KINDS
from paigow.requests.rules import TableRules
from paigow.requests.splits import SplitsRequest
from paigow.strategy import card, store, strategies
from paigow.strategy.strategies import Finder, Strategy, kinds_told, toml_of, way_of
from paigow.strategy.vocabulary import all_hands, conditions, fronts, merged, rows_of
from paigow.whole_game import checkpoint
from paigow.whole_game.multisets import multisets
from paigow.whole_game.report import hand_of
from paigow.whole_game.shipped import solved_games, standard_game
from paigow.whole_game.solver import DEALS, Solver, Sums
from paigow.whole_game.tables import ClassSettings
from tests.conftest import ALL_WAYS, HOUSE_WAYS

CARDS = [pytest.param(way, banker, id=f"{way}-{banker}") for way in ALL_WAYS for banker in BANKERS]
PRICED_ANEW = ("quads-trips", "five-aces")


def strategy_of(way: str, banker: str, **rules: str) -> Strategy:
    found = store.shipped(TableRules.read({"house_way": way, "banker": banker, **rules}))
    assert found
    return found


@pytest.mark.parametrize(("way", "banker"), CARDS)
def test_shipped_strategies_add_up(way: str, banker: str):
    """Against the solved game: the same perfect play, and the same house way by kind of hand."""
    strategy, game = strategy_of(way, banker), standard_game(way)
    assert game
    player = "player" if banker == "dealer" else "banker"
    assert strategy["deals"] == DEALS
    assert strategy["units_per_bet"] == 20 * DEALS
    assert strategy["cost"] == strategy["cost_in_units"] / strategy["units_per_bet"]
    assert strategy["optimal_ev"] == game[f"{player}_optimal"]["ev"]
    assert strategy["house_way_ev"] == game[f"{player}_house_way"]["ev"]
    costs = {kind["kind"]: kind[f"{player}_cost"] for kind in game["kinds"]}
    assert {kind["kind"]: kind["house_way_cost"] for kind in strategy["kinds"]} == costs
    assert sum(kind["cost"] for kind in strategy["kinds"]) == pytest.approx(strategy["cost"], rel=1e-12)
    assert strategy["ev"] == pytest.approx(strategy["optimal_ev"] - strategy["cost"], abs=1e-15)


@pytest.mark.parametrize(("way", "banker"), CARDS)
def test_they_beat_the_best_known_simple_rule(way: str, banker: str):
    """That one costs 0.04 points on two pair: of all deals, and ours less even of the deals with two pair."""
    strategy = strategy_of(way, banker)
    two_pair = next(kind for kind in strategy["kinds"] if kind["kind"] == "two-pair")
    hands = next(kind["hands"] for kind in standard_game(way)["kinds"] if kind["kind"] == "two-pair")  # type: ignore[index]
    assert two_pair["cost"] < 0.0001
    assert two_pair["cost"] * 154_143_080 / hands < 0.0004
    assert len(two_pair["lines"]) <= 16
    assert strategy["cost"] < 0.00025
    assert strategy["cost"] < strategy["house_way_cost"] / 5


@pytest.mark.parametrize("banker", BANKERS)
def test_the_card_for_a_wild_joker_costs_about_the_same(banker: str):
    """Asked for: at most three times as much as with a semi-wild one."""
    wild, usual = strategy_of("foxwoods", banker, joker="wild"), strategy_of("foxwoods", banker)
    assert wild["cost"] < 1.5 * usual["cost"]
    game = next(
        game
        for game in solved_games("foxwoods")
        if (game["rules"]["joker"], game["rules"]["wheel"]) == ("wild", "second")
    )
    player = "player" if banker == "dealer" else "banker"
    assert wild["optimal_ev"] == game[f"{player}_optimal"]["ev"]
    assert wild["house_way_ev"] == game[f"{player}_house_way"]["ev"]
    told = list(kinds_told(wild))
    assert {kind.name: 0 for kind, _ in told} | {kind["kind"]: kind["hands"] for kind in game["kinds"]} == {
        name: sum(each["hands"] for kind, each in told if kind.name == name) for name in {kind.name for kind, _ in told}
    }
    assert "with a wild joker" in card.text(wild)
    assert "con comodín libre" in card.html(wild, "es")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("way", "joker", "kinds"),
    [
        *((way, "semi-wild", PRICED_ANEW) for way in HOUSE_WAYS),
        ("foxwoods", "semi-wild", ("quads-pair", "trips-two-pair")),
        ("foxwoods", "wild", ("quads-pair", "trips-two-pair", *PRICED_ANEW)),
    ],
)
def test_whole_kinds_are_priced_anew(way: str, joker: JokerRule, kinds: tuple[str, ...]):
    """Straight from the kernel, with the dealer tables of the strategies for both roles as two more settings."""
    strategies = [strategy_of(way, banker, joker=joker) for banker in BANKERS]
    hands = all_hands(ranking_of(joker=joker))
    tables = [build(way_of(strategy), hands) for strategy in strategies]
    settings = ClassSettings(np.array([each.high for each in tables]), np.array([each.low for each in tables]))
    solver = Solver(TableRules.read({"house_way": way, "joker": joker}), settings)
    sums = Sums.nothing(solver.lines)
    wanted = np.isin(multisets().kinds(joker), [number for number, kind in enumerate(KINDS) if kind.name in kinds])
    bounds = np.flatnonzero(np.diff(wanted, prepend=False, append=False)).tolist()
    for first, end in zip(bounds[::2], bounds[1::2], strict=True):  # neighbours together
        solver.solve(first, end, sums)
    for role, strategy in enumerate(strategies):
        _, *by_strategies, best = solver.values[role]
        for kind, told in kinds_told(strategy):
            if kind.name in kinds:
                own = rows_of(kind, hands.ranking)
                assert told["hands"] == class_counts()[own].sum()
                assert told["cost"] == int((best[own] - by_strategies[role][own]).sum()) / strategy["units_per_bet"]


def test_values_are_those_of_single_analyses():
    """Every hand of some multisets, set by every front, against analysing the hand."""
    finder = Finder(TableRules.read({"house_way": "stones"}))
    solver, hands = finder._solver, multisets()
    sums = Sums.nothing(solver.lines)
    for number in (25, 30_011, 60_000):
        solver.solve(number, number + 1, sums)
        expected = np.zeros_like(solver.values)
        shape = hands.shape[number]
        for pattern in range(hands.starts[shape], hands.starts[shape + 1]):
            cards = hand_of(number << 12 | (pattern - int(hands.starts[shape])))
            place = class_of(np.array(cards, dtype=np.uint8))
            for role, banker in enumerate(BANKERS):
                asked = {"cards": names_of(cards), "house_way": "stones", "banker": banker, "explain": False}
                splits = answer_to(SplitsRequest.read(asked))["splits"]
                multiplicity = int(hands.multiplicity[pattern])
                values = {
                    (split["high"]["name"], split["low"]["name"]): 19 * split["wins"] - 20 * split["losses"]
                    for split in splits
                    if not split["foul"]
                }
                expected[role, -1, place] += multiplicity * (19 * splits[0]["wins"] - 20 * splits[0]["losses"])
                for front in range(len(finder.settings.high)):
                    high, low = finder.settings.high[front, place], finder.settings.low[front, place]
                    if high >= 0:
                        named = high_name(int(high)), low_name(int(low))
                        expected[role, 1 + front, place] += multiplicity * values[named]
        own = expected[0, -1] != 0
        assert own.any()
        assert (solver.values[:, 1:, own] == expected[:, 1:, own]).all()


@pytest.mark.parametrize("banker", BANKERS)
def test_a_strategy_is_a_house_way(tmp_path: Path, banker: str):
    """Its file can be read, covers every hand and fouls none."""
    path = tmp_path / "mine.toml"
    path.write_text(toml_of(strategy_of("flamingo", banker)))
    way = read_file(path)
    assert way.id == ("flamingo-strategy" if banker == "dealer" else "flamingo-banking-strategy")
    tables = build(way)
    assert len(tables.high) == CLASSES


@pytest.mark.slow
def test_finding_takes_the_units_and_gives_both_roles(monkeypatch: pytest.MonkeyPatch, cache: Path):
    """The whole way from the command to what is kept, with two units of the game; the others cost nothing here."""
    monkeypatch.setattr("paigow.whole_game.solver.UNITS", 2)
    arguments = ["strategy", "--house-way", "stones", "--variant", "ez", "--banker", "player"]
    first = CliRunner().invoke(main, arguments)
    assert first.exit_code == 0, first.output
    assert "when you bank" in first.stdout
    assert len(list(cache.glob("strategies/*"))) == 2
    monkeypatch.setattr(strategies.Finder, "value", None)
    assert CliRunner().invoke(main, arguments).stdout == first.stdout
    other = CliRunner().invoke(main, [*arguments[:-1], "dealer", "--json"])
    assert '"banker":"dealer"' in other.stdout
    for path in cache.glob("strategies/*"):
        path.write_text("{")
    assert store.found_before(TableRules.read({"house_way": "stones", "variant": "ez"})) is None


@pytest.mark.slow
def test_a_commission_that_takes_integers_beyond_64_bits(monkeypatch: pytest.MonkeyPatch, cache: Path, tmp_path: Path):
    monkeypatch.setattr("paigow.whole_game.solver.UNITS", 1)
    page = tmp_path / "card.html"
    arguments = ["strategy", "--house-way", "stones", "--commission", "0.0333", "--json", "--html", str(page)]
    first = CliRunner().invoke(main, arguments)
    assert first.exit_code == 0, first.output
    found = json.loads(first.stdout)
    assert found["units_per_bet"] == 10_000 * 8_250_459_031_214_400 > 2**64
    assert found["cost"] == found["cost_in_units"] / found["units_per_bet"]
    assert sorted(path.name[:7] for path in cache.glob("strategies/*")) == ["stones-", "stones-"], (
        "and nothing unfinished"
    )
    assert page.read_text().startswith("<!doctype html>")
    monkeypatch.setattr(strategies.Finder, "value", None)
    assert CliRunner().invoke(main, arguments).stdout == first.stdout


def test_nothing_is_shipped_for_other_rules_or_tables(monkeypatch: pytest.MonkeyPatch):
    rules = TableRules.read({"house_way": "stones"})
    assert store.shipped(rules)
    assert store.shipped(TableRules.read({"house_way": "stones", "commission": "0"})) is None
    by_another_name = {"variant": "ez", "commission": "0.05", "push": "none"}
    assert store.shipped(TableRules.read({"house_way": "stones", **by_another_name}))
    assert checkpoint.place_of("games", rules, ("banker",)) != checkpoint.place_of("games", rules, ("push",))
    other = store.tables_for(TableRules.read({"house_way": "foxwoods"}))
    monkeypatch.setattr(store, "tables_for", lambda _: other)
    assert store.shipped(rules) is None


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["td"]:
            self.cells.append(data)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_card_says_every_line(tmp_path: Path, lang: Lang):
    strategy = strategy_of("mgm-grand", "dealer")
    page, mine = tmp_path / "card.html", tmp_path / "mine.toml"
    arguments = ["strategy", "--house-way", "mgm-grand", "--lang", lang, "--html", str(page), "--toml", str(mine)]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    written = " ".join(result.stdout.split())
    parser = _Text()
    parser.feed(page.read_text())
    lines = way_of(strategy).all_lines
    assert len(parser.cells) == 2 * len(lines)
    for line, play in zip(lines, parser.cells[1::2], strict=True):
        assert line.sentence_parts(lang)[2] == play
        assert play in written
    point = "," if lang == "es" else "."
    assert f"{100 * strategy['cost']:.4f} %".replace(".", point) in written
    assert ("cuenta como as" if lang == "es" else "counts as an ace") in written
    assert mine.read_text() == toml_of(strategy)
    assert "http" not in page.read_text()


def test_a_card_says_what_the_joker_is():
    strategy = strategy_of("stones", "dealer")
    wild = {**strategy, "rules": {**strategy["rules"], "joker": "wild"}}
    assert "one more of the largest group" in card.text(wild)
    assert "una más del mayor grupo" in card.html(wild, "es")


def test_a_strategy_file_says_for_which_rules_it_is():
    strategy = strategy_of("stones", "dealer")
    wild = {**strategy, "rules": {**strategy["rules"], "joker": "wild"}}
    usual, other = way_of(strategy), way_of(wild)
    assert usual.id == "stones-strategy"
    assert re.fullmatch("stones-strategy-[0-9a-f]{8}", other.id)
    assert "joker wild" in other.notes[1]
    assert usual.notes[0].startswith("No casino's house way")


def test_a_card_escapes_what_it_is_given(monkeypatch: pytest.MonkeyPatch):
    strategy = strategy_of("stones", "dealer")
    monkeypatch.setattr(card, "house_way", lambda _: replace(house_way("stones"), name="<b>"))
    assert "<b>" in card.text(strategy)
    assert "&lt;b&gt;" in card.html(strategy)
    assert "<b>" not in card.html(strategy)


def test_bad_rules_and_files_are_named(tmp_path: Path):
    result = CliRunner().invoke(main, ["strategy", "--commission", "2", "--house-way", "nowhere"])
    assert result.exit_code == 2
    assert "commission is a decimal" in result.stderr
    assert "no such house way" in result.stderr
    result = CliRunner().invoke(main, ["strategy", "--html", str(tmp_path)])
    assert result.exit_code == 2
    both = str(tmp_path / "both")
    result = CliRunner().invoke(main, ["strategy", "--html", both, "--toml", both])
    assert result.exit_code == 2
    assert "toml: the page and the house way cannot go to the same file" in result.stderr
    assert not list(tmp_path.iterdir())
    with pytest.raises(InvalidInput):
        TableRules.read({"banker": "both"})
    for commission in ("0.1234567", "0.0000000001"):
        result = CliRunner().invoke(main, ["strategy", "--commission", commission])
        assert result.exit_code == 2
        assert "at most 6 decimal places" in result.stderr


def test_totals_are_exact_beyond_64_bits():
    values = np.full(1_000, 2**62, dtype=np.int64)
    assert strategies._total(values) == 1_000 * 2**62


def test_conditions_about_one_card_are_merged():
    assert merged(["third T-A", "third 2-T"]) == ["third T"]
    assert merged(["no single Q-A", "single 9-A"]) == ["no single Q-A", "single 9-A"]
    assert merged(["lower pair 2-9", "higher pair 8-A", "lower pair 3-A"]) == ["lower pair 3-9", "higher pair 8-A"]


def test_every_kind_has_conditions_and_fronts_that_can_be_read():
    for kind in (*KINDS, *WILD_KINDS):
        assert len(set(fronts(kind))) == len(fronts(kind))
        assert len(set(conditions(kind))) == len(conditions(kind))
