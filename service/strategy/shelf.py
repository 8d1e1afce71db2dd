"""Where strategies lie: the shipped ones in the package, those found for other rules in the user's cache folder."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import orjson
from platformdirs import user_cache_dir

from service.analysis import tables_for
from service.house_ways import house_way
from service.strategy.strategies import Strategy
from service.table_rules import RULE_NAMES, TableRules
from service.whole_game.running import key_of

_TOLD_APART = tuple(name for name in RULE_NAMES if name != "variant")
"""A variant is but a name for some of the other rules."""


def shipped(rules: TableRules) -> Strategy | None:
    """The strategy that is shipped for these rules, if there is one for the dealer tables that are at hand."""
    entry = files("service.strategy") / "found" / rules.house_way / f"{rules.banker}.json"
    if not house_way(rules.house_way).shipped or not entry.is_file():
        return None
    strategy: Strategy = orjson.loads(entry.read_bytes())
    same = all(strategy["rules"][name] == getattr(rules, name) for name in _TOLD_APART)
    return strategy if same and strategy["tables"] == tables_for(rules).digest else None


def kept(rules: TableRules) -> Strategy | None:
    """The strategy that was found for these rules before, by this very release."""
    try:
        strategy: Strategy = orjson.loads(_path(rules).read_bytes())
    except (OSError, ValueError):
        return None
    return strategy


def keep(strategies: Iterable[Strategy]) -> None:
    """Keep strategies for the next time; where the folder cannot be written, they are found anew."""
    for strategy in strategies:
        path = _path(TableRules.read(strategy["rules"]))
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                file.write(orjson.dumps(strategy))
            os.replace(file.name, path)


def _path(rules: TableRules) -> Path:
    return Path(user_cache_dir("paigow")) / f"strategy-{key_of(rules, _TOLD_APART)}.json"
