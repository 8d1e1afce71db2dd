"""Whole games that are shipped, one JSON file for each house way and set of rules: what `paigow solve` writes.

Each states the digest of the dealer tables it came from. They are used where the tables of the standard rules, the only
ones that are at hand, are those of the standard game: the others come from the same file, and the tests build theirs.
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
RULES = ("variant", "commission", "wheel", "joker", "push")
"""The rules that a game is solved for; both roles are."""

RESULTS = tuple(f"{player}_{play}" for player in PLAYERS for play in PLAYS)
BRIEF = ("rules", "tables", "deals", *RESULTS, "hands_where_optimal_is_better")
"""What there is to say about a game in brief."""

Game = dict[str, Any]


@cache
def solved_games(way_id: str) -> tuple[Game, ...]:
    """The games of a house way, that of the standard rules first; none for tables that they do not come from."""
    folder = files("paigow.whole_game") / "games" / way_id
    if way_id not in house_ways() or not house_ways()[way_id].shipped or not folder.is_dir():
        return ()
    games: list[Game] = [orjson.loads(entry.read_bytes()) for entry in folder.iterdir() if entry.name.endswith(".json")]
    games.sort(key=lambda game: [game["rules"][name] != usual for name, usual in _USUAL.items()])
    tables = tables_for(TableRules.read({"house_way": way_id}))
    return tuple(games) if games and games[0]["tables"] == tables.digest else ()


_USUAL = {name: getattr(TableRules(), name) for name in RULES}


def standard_game(way_id: str) -> Game | None:
    """The game of the standard rules, where it is solved."""
    return next((game for game in solved_games(way_id) if game["rules"] == _USUAL), None)
