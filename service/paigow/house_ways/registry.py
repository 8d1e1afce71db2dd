"""The house ways: those that are shipped, and an operator's own from a folder of files.

The folder is named by the environment variable `PAIGOW_HOUSE_WAYS`. Its files are read once; one that is faulty is
excluded, and its faults are kept, so that the others can be used.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from paigow.datafiles import FileError, FileFault, files_in
from paigow.house_ways.files import parse, read_file
from paigow.house_ways.way import HouseWay, HouseWayError
from paigow.settings import HOUSE_WAYS_VARIABLE

DEFAULT = "foxwoods"


@dataclass(frozen=True)
class _Registry:
    ways: dict[str, HouseWay]
    faults: list[FileFault]


@lru_cache(maxsize=1)
def _registry() -> _Registry:
    entries = (entry for entry in files("paigow.house_ways").iterdir() if entry.name.endswith(".toml"))
    shipped = [parse(entry.read_bytes(), entry.name, shipped=True) for entry in entries]
    ways = {way.id: way for way in sorted(shipped, key=lambda way: (way.id != DEFAULT, way.name))}
    registry = _Registry(ways, [])
    if folder := os.environ.get(HOUSE_WAYS_VARIABLE):
        _add_folder(registry, Path(folder))
    return registry


def _add_folder(registry: _Registry, folder: Path) -> None:
    try:
        paths = files_in(folder)
    except FileError as error:
        registry.faults.extend(error.faults)
        return
    for path in paths:
        try:
            way = read_file(path)
        except HouseWayError as error:
            registry.faults.extend(error.faults)
        else:
            if conflict := _id_conflict(way, registry.ways):
                registry.faults.append(conflict)
            else:
                registry.ways[way.id] = way


def _id_conflict(way: HouseWay, ways: Mapping[str, HouseWay]) -> FileFault | None:
    other = ways.get(way.id)
    if other is None:
        return None
    return FileFault(way.file, way.id_line, f'the id "{way.id}" is taken by {other.file}')


def id_conflict(way: HouseWay) -> FileFault | None:
    """The fault of a new file whose id is taken. The file of a known house way may be read again."""
    other = _registry().ways.get(way.id)
    return None if other is not None and other.digest == way.digest else _id_conflict(way, _registry().ways)


def house_ways() -> Mapping[str, HouseWay]:
    """The house ways by id: the default, the other shipped ones by name, then the operator's by file."""
    return _registry().ways


def house_way(way_id: str) -> HouseWay:
    """A house way; `KeyError` for an id that there is not."""
    return _registry().ways[way_id]


def exclude(way: HouseWay, faults: Iterable[FileFault]) -> None:
    """Exclude a house way that turned out not to be usable, and keep its faults."""
    _registry().ways.pop(way.id)
    _registry().faults.extend(faults)


def excluded() -> tuple[FileFault, ...]:
    """What is wrong with the house ways that are excluded."""
    return tuple(_registry().faults)
