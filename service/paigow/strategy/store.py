"""Where strategies are kept: shipped ones in the package, those found for other rules in the user's cache folder."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import orjson

from paigow.counting.counters import tables_for
from paigow.house_ways import house_way
from paigow.jsontext import to_json
from paigow.requests.rules import RULE_NAMES, TableRules
from paigow.storage import kept, used
from paigow.strategy.strategies import Strategy
from paigow.whole_game.checkpoint import place_of

_TOLD_APART = tuple(name for name in RULE_NAMES if name != "variant")
"""A variant is only a name for some of the other rules."""


def shipped(rules: TableRules) -> Strategy | None:
    """The strategy that is shipped for these rules, if it is for the dealer tables at hand."""
    name = f"{rules.banker}.json" if rules.joker == "semi-wild" else f"{rules.banker}_joker-wild.json"
    entry = files("paigow.strategy") / "cards" / rules.house_way / name
    if not house_way(rules.house_way).shipped or not entry.is_file():
        return None
    strategy: Strategy = orjson.loads(entry.read_bytes())
    same = all(strategy["rules"][name] == getattr(rules, name) for name in _TOLD_APART)
    return strategy if same and strategy["tables"] == tables_for(rules).digest else None


def found_before(rules: TableRules) -> Strategy | None:
    """The strategy that was found for these rules before, by the same code."""
    try:
        strategy: Strategy = json.loads(_path(rules).read_bytes())
    except (OSError, ValueError):
        return None
    used(_path(rules))
    return strategy


def keep(strategies: Iterable[Strategy]) -> None:
    """Keep strategies for the next time. If the folder cannot be written, they will be searched again."""
    for strategy in strategies:
        with suppress(OSError), kept(_path(TableRules.read(strategy["rules"]))) as unfinished:
            unfinished.write_bytes(to_json(strategy))


def _path(rules: TableRules) -> Path:
    return place_of("strategies", rules, _TOLD_APART, "dealer.class_counts", "house_ways.", "strategy.")
