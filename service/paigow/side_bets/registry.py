"""The side bets: those that are shipped, and an operator's own from a folder of files.

The folder is named by the environment variable `PAIGOW_SIDE_BETS`; its files are read once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from paigow.datafiles import FileFault
from paigow.registries import Registry
from paigow.settings import SIDE_BETS_VARIABLE
from paigow.side_bets.bets import SideBet
from paigow.side_bets.files import parse, read_file


@lru_cache(maxsize=1)
def _registry() -> Registry[SideBet]:
    entries = (entry for entry in files("paigow.side_bets").iterdir() if entry.name.endswith(".toml"))
    shipped = [parse(entry.read_bytes(), entry.name, shipped=True) for entry in entries]
    registry = Registry(sorted(shipped, key=lambda bet: bet.id))
    if folder := os.environ.get(SIDE_BETS_VARIABLE):
        registry.add_folder(Path(folder), read_file)
    return registry


def id_conflict(bet: SideBet) -> list[FileFault]:
    """The fault of a new file whose id is taken. The file of a known bet may be read again."""
    known = side_bets().get(bet.id)
    return [] if known and known == bet else _registry().taken(bet)


def side_bets() -> Mapping[str, SideBet]:
    """The side bets by id: the shipped ones, then the operator's by file.

    >>> list(side_bets())[:3]
    ['emperors-challenge', 'fortune', 'jackpot']
    """
    return _registry().entries


def exclude(bet: SideBet, faults: Iterable[FileFault]) -> SideBet | None:
    """Leave out a side bet that turned out not to be usable; returns the next one with its id, if there is one."""
    return _registry().exclude(bet, faults)


def excluded() -> tuple[FileFault, ...]:
    """What is wrong with the side bets that are left out."""
    return _registry().excluded()
