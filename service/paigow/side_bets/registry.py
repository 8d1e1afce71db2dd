"""The side bets: those that are shipped, and an operator's own from a folder of files.

The folder is named by the environment variable `PAIGOW_SIDE_BETS`. Its files are read once; one that is faulty is
excluded, and its faults are kept, so that the others can be used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from paigow.datafiles import FileError, FileFault, files_in, read_bytes
from paigow.settings import SIDE_BETS_VARIABLE
from paigow.side_bets.bets import SideBet
from paigow.side_bets.files import parse


@dataclass(frozen=True)
class _Registry:
    bets: dict[str, SideBet]
    faults: list[FileFault]


@lru_cache(maxsize=1)
def _registry() -> _Registry:
    entries = (entry for entry in files("paigow.side_bets").iterdir() if entry.name.endswith(".toml"))
    shipped = [parse(entry.read_bytes(), entry.name, shipped=True) for entry in entries]
    registry = _Registry({bet.id: bet for bet in sorted(shipped, key=lambda bet: bet.id)}, [])
    if folder := os.environ.get(SIDE_BETS_VARIABLE):
        try:
            paths = files_in(Path(folder))
        except FileError as error:
            registry.faults.extend(error.faults)
            paths = []
        for path in paths:
            _add(registry, path)
    return registry


def _add(registry: _Registry, path: Path) -> None:
    try:
        bet = parse(read_bytes(path), str(path))
    except FileError as error:
        registry.faults.extend(error.faults)
        return
    if faults := _conflict(bet, registry.bets):
        registry.faults.extend(faults)
    else:
        registry.bets[bet.id] = bet


def _conflict(bet: SideBet, bets: Mapping[str, SideBet]) -> list[FileFault]:
    other = bets.get(bet.id)
    return [FileFault(bet.file, bet.id_line, f'the id "{bet.id}" is taken by {other.file}')] if other else []


def conflict(bet: SideBet) -> list[FileFault]:
    """The fault of a new file whose id is taken. The file of a known bet may be read again."""
    return [] if side_bets().get(bet.id) == bet else _conflict(bet, side_bets())


def side_bets() -> Mapping[str, SideBet]:
    """The side bets by id: the shipped ones, then the operator's by file.

    >>> list(side_bets())[:3]
    ['emperors-challenge', 'fortune', 'jackpot']
    """
    return _registry().bets


def exclude(bet: SideBet, faults: Iterable[FileFault]) -> None:
    """Exclude a side bet that turned out not to be usable, and keep its faults."""
    _registry().bets.pop(bet.id)
    _registry().faults.extend(faults)


def excluded() -> tuple[FileFault, ...]:
    """What is wrong with the side bets that are excluded."""
    return tuple(_registry().faults)
