"""Whole games that are shipped: one JSON file of `paigow solve` for each house way and set of rules.

Each states the digest of the dealer tables it was made from. They are used if the digest of the standard game is that
of the tables at hand. The other games come from the same house way file, and the tests build their tables.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import orjson

from paigow.counting.counters import tables_for
from paigow.house_ways import house_ways
from paigow.requests.rules import TableRules

PLAYERS = ("player", "banker")
"""The roles: the player not banking, and banking."""

PLAYS = ("house_way", "optimal")
RULES = ("variant", "commission", "wheel", "joker", "push", "collection", "rounding", "stake")
"""The rules that a game is solved for: for both roles, except at a face-up table, where the dealer always banks."""

RESULTS = tuple(f"{player}_{play}" for player in PLAYERS for play in PLAYS)
BRIEF = ("rules", "tables", "deals", *RESULTS, "hands_where_optimal_is_better")
"""The fields of a game in brief, as far as it has them."""

Game = dict[str, Any]


def players_of(rules: TableRules) -> tuple[str, ...]:
    """The roles that a game has under these rules."""
    return PLAYERS[:1] if rules.dealer_is_seen else PLAYERS


def brief(game: Game) -> Game:
    """A game in brief."""
    return {name: game[name] for name in BRIEF if name in game}


@cache
def solved_games(way_id: str) -> tuple[Game, ...]:
    """The games of a house way, that of the standard rules first; none if they come from other tables."""
    folder = files("paigow.whole_game") / "games" / way_id
    if way_id not in house_ways() or not house_ways()[way_id].shipped or not folder.is_dir():
        return ()
    games: list[Game] = [orjson.loads(entry.read_bytes()) for entry in folder.iterdir() if entry.name.endswith(".json")]
    games.sort(key=lambda game: [game["rules"][name] != usual for name, usual in _USUAL.items()])
    tables = tables_for(TableRules.read({"house_way": way_id}))
    return tuple(games) if games and games[0]["tables"] == tables.digest else ()


_USUAL = {name: getattr(TableRules(), name) for name in RULES}


def standard_game(way_id: str) -> Game | None:
    """The game of the standard rules, if it is solved."""
    return next((game for game in solved_games(way_id) if game["rules"] == _USUAL), None)
