"""The house ways: those that are shipped, and an operator's own from a folder of files.

The folder is named by the environment variable `PAIGOW_HOUSE_WAYS`; its files are read once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from paigow.datafiles import FileFault
from paigow.house_ways.files import parse, read_file
from paigow.house_ways.way import HouseWay
from paigow.registries import Registry
from paigow.settings import HOUSE_WAYS_VARIABLE

DEFAULT = "foxwoods"


@lru_cache(maxsize=1)
def _registry() -> Registry[HouseWay]:
    entries = (entry for entry in files("paigow.house_ways").iterdir() if entry.name.endswith(".toml"))
    shipped = [parse(entry.read_bytes(), entry.name, shipped=True) for entry in entries]
    registry = Registry(sorted(shipped, key=lambda way: (way.id != DEFAULT, way.name)))
    if folder := os.environ.get(HOUSE_WAYS_VARIABLE):
        registry.add_folder(Path(folder), read_file)
    return registry


def id_conflict(way: HouseWay) -> list[FileFault]:
    """The fault of a new file whose id is taken. The file of a known house way may be read again."""
    known = house_ways().get(way.id)
    return [] if known and known.digest == way.digest else _registry().taken(way)


def house_ways() -> Mapping[str, HouseWay]:
    """The house ways by id: the default, the other shipped ones by name, then the operator's by file."""
    return _registry().entries


def house_way(way_id: str) -> HouseWay:
    """A house way; `KeyError` for an id that there is not."""
    return house_ways()[way_id]


def exclude(way: HouseWay, faults: Iterable[FileFault]) -> HouseWay | None:
    """Leave out a house way that turned out not to be usable; returns the next one with its id, if there is one."""
    return _registry().exclude(way, faults)


def excluded() -> tuple[FileFault, ...]:
    """What is wrong with the house ways that are left out."""
    return _registry().excluded()
