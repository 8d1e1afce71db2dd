"""The dealer tables: for each class of dealer hand, how a house way sets it and by which line.

Each house way has a folder with three arrays of 292,253 entries in the order of `dealer.classes`: `high` (int16, values
of `game.ranks`), `low` (int8), `line` (uint8, an index into `HouseWay.all_lines`). `manifest.json` beside the folders
states the dtype, shape and SHA-256 of each, and the digest of the house way's file. A table that does not agree with
its manifest is not used.

The tables of the shipped house ways are in the package, those for another ranking in a folder such as `lowest-wild`.
The tables of an operator's own house ways are built on first use, which takes about a second, and kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from paigow.datafiles import FileFault
from paigow.dealer.class_counts import class_counts
from paigow.dealer.classes import CLASSES, class_of, representatives
from paigow.faults import Unusable
from paigow.game.ranks import CATEGORIES, LOW_VALUES, PAIR_OF_DEUCES, STANDARD, Ranking, ranks_of_low
from paigow.game.splits import cards_of, value_splits
from paigow.house_ways import HouseWay, HouseWayError, Setting, check
from paigow.house_ways.engine import HandFeatures
from paigow.storage import entry, kept, source_digest, used, whole

FORMAT = 1
"""Goes up when the order of classes or of values changes: older tables are stale then."""

SHIPPED = Path(__file__).parent / "tables"

MADE_BY = (
    "datafiles",
    "dealer.class_counts",
    "dealer.classes",
    "dealer.tables",
    "game.cards",
    "game.ranks",
    "game.splits",
    "house_ways.engine",
    "house_ways.files",
    "house_ways.kinds",
    "house_ways.language",
    "house_ways.way",
)
"""The modules that decide what a table holds. Tables made by another version of one of them are not found."""

_DTYPES: dict[str, np.dtype[Any]] = {"high": np.dtype("<i2"), "low": np.dtype("i1"), "line": np.dtype("u1")}


class TableError(Unusable, RuntimeError):
    """A dealer table that is missing, damaged or stale; the message names the file and says what to do."""


@dataclass(frozen=True)
class DealerTables:
    """The tables of one house way under one ranking; `digest` is the SHA-256 over all three arrays."""

    high: npt.NDArray[np.int16]
    low: npt.NDArray[np.int8]
    line: npt.NDArray[np.uint8]
    digest: str
    ranking: Ranking = STANDARD


def build(way: HouseWay, hands: HandFeatures | None = None) -> DealerTables:
    """Set every class by a house way. Raises `HouseWayError` where a line fouls or no line fits."""
    hands = HandFeatures.of(representatives()) if hands is None else hands
    splits, fired = check(way, hands, class_counts())
    rows = np.arange(CLASSES)
    arrays: dict[str, npt.NDArray[Any]] = {
        "high": hands.high[rows, splits],
        "low": hands.low[rows, splits],
        "line": fired,
    }
    typed = {name: np.ascontiguousarray(arrays[name], dtype=dtype) for name, dtype in _DTYPES.items()}
    for array in typed.values():  # as mapped ones are
        array.setflags(write=False)
    return DealerTables(**typed, digest=_digest(typed.values()), ranking=hands.ranking)


def save(way: HouseWay, tables: DealerTables, folder: Path) -> None:
    """Write the tables of a house way into `folder` and enter them in its manifest."""
    (folder / way.id).mkdir(parents=True, exist_ok=True)
    entries = {}
    for name in _DTYPES:
        array = getattr(tables, name)
        with whole(folder / way.id / f"{name}.npy") as unfinished:
            np.save(unfinished, array)
        entries[name] = {"dtype": array.dtype.str, "shape": list(array.shape), "sha256": _digest([array])}
    manifest: dict[str, Any] = (
        _manifest(folder) if (folder / "manifest.json").exists() else {"format": FORMAT, "house_ways": {}}
    )
    manifest["format"] = FORMAT
    manifest["house_ways"][way.id] = {
        "source": way.digest,
        "digest": tables.digest,
        "arrays": entries,
    }
    manifest["house_ways"] = dict(sorted(manifest["house_ways"].items()))
    with whole(folder / "manifest.json") as unfinished:
        unfinished.write_text(json.dumps(manifest, indent=1) + "\n")


def load(way: HouseWay, folder: Path = SHIPPED) -> DealerTables:
    """The tables of a house way, mapped read-only.

    Raises `TableError` for a file that is missing, or whose shape, type or contents are not those of the manifest, and
    for tables built from another version of the house way's file.
    """
    manifest = _manifest(folder)
    rebuild = f"rebuild with: paigow build --house-way {way.id}"
    if manifest.get("format") != FORMAT:
        raise TableError(f"{folder / 'manifest.json'} is of format {manifest.get('format')}, not {FORMAT}; {rebuild}")
    entry = manifest["house_ways"].get(way.id)
    if entry is None:
        raise TableError(f"{folder / 'manifest.json'} has no tables of {way.id}; {rebuild}")
    if entry["source"] != way.digest:
        raise TableError(f"{folder / way.id} is stale: it was built from another {way.id}.toml; {rebuild}")
    arrays = {}
    for name, dtype in _DTYPES.items():
        path = folder / way.id / f"{name}.npy"
        try:
            array = np.load(path, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError) as error:
            raise TableError(f"{path} cannot be read ({error}); {rebuild}") from error
        if array.dtype != dtype or array.shape != (CLASSES,):
            raise TableError(f"{path} is damaged: {array.dtype} {array.shape}, not {dtype} {(CLASSES,)}; {rebuild}")
        if _digest([array]) != entry["arrays"][name]["sha256"]:
            raise TableError(f"{path} is damaged: its contents are not those of the manifest; {rebuild}")
        arrays[name] = array.view(np.ndarray)  # still mapped and read-only, without memmap's slow indexing
    return DealerTables(**arrays, digest=entry["digest"])


def house_setting(tables: DealerTables, way: HouseWay, hand: tuple[int, ...]) -> Setting:
    """How a house way sets a hand: the same as `HouseWay.set`, by a look-up in its dealer table."""
    cards = np.array([hand], dtype=np.uint8)
    high, low = value_splits(cards, tables.ranking)
    number = class_of(cards[0])
    split = int(((high[0] == tables.high[number]) & (low[0] == tables.low[number])).argmax())
    return Setting(*cards_of(hand, split), way.all_lines[tables.line[number]])


def verify(tables: DealerTables) -> None:
    """Raises `TableError` if the arrays no longer agree with their digest."""
    if _digest(getattr(tables, name) for name in _DTYPES) != tables.digest:
        raise TableError("a dealer table has changed since it was loaded; restart the service")


def shipped_folder(ranking: Ranking) -> Path:
    """Where the package has the tables for a ranking."""
    return SHIPPED if ranking is STANDARD else SHIPPED / f"{ranking.wheel}-{ranking.joker}"


def tables_of(way: HouseWay, ranking: Ranking = STANDARD) -> DealerTables:
    """The tables of a house way under a ranking: from the package, from the cache, or built.

    Raises `TableError` if those in the package cannot be trusted, and `HouseWayError` for a house way that fouls or has
    gaps under this ranking; it may be sound under another. The result is remembered.
    """
    if way.shipped:
        return replace(load(way, shipped_folder(ranking)), ranking=ranking)
    key = (way.digest, ranking.wheel, ranking.joker)
    if key in _faults:
        raise HouseWayError(_faults[key])
    folder = entry("tables", f"{way.id}-{ranking.wheel}-{ranking.joker}", *key, source_digest(*MADE_BY))
    with suppress(TableError):
        tables = replace(load(way, folder), ranking=ranking)
        used(folder)
        return tables
    try:
        tables = build(way, HandFeatures.of(representatives(), ranking))
    except HouseWayError as error:
        _faults[key] = error.faults
        raise
    with suppress(OSError), kept(folder) as unfinished:
        save(way, tables, unfinished)
    return tables


_faults: dict[tuple[str, str, str], tuple[FileFault, ...]] = {}


def frequencies(way: HouseWay) -> dict[str, Any]:
    """How all 154,143,080 dealer hands fall under the usual ranking.

    `hands` is their number, `high` counts them by category of the high hand, `joint` by that and by whether the low one
    is a pair. `fronts` counts them by the low hand: 13 rows for its higher card, from deuce to ace, and 13 columns for
    its lower one; pairs are on the diagonal.
    """
    tables = tables_of(way)
    hands = class_counts()
    categories = tables.ranking.category[tables.high]
    joint = np.zeros((len(CATEGORIES), 2), dtype=np.int64)
    np.add.at(joint, (categories, (tables.low >= PAIR_OF_DEUCES).astype(np.int64)), hands)
    fronts = np.zeros((13, 13), dtype=np.int64)
    for low, count in enumerate(np.bincount(tables.low, hands, LOW_VALUES).astype(np.int64)):
        fronts[ranks_of_low(low)] = count
    told = {
        name: {"high_card": unpaired, "pair": paired}
        for name, (unpaired, paired) in zip(CATEGORIES, joint.tolist(), strict=True)
        if unpaired or paired
    }
    high = {name: sum(by_front.values()) for name, by_front in told.items()}
    return {"hands": int(hands.sum()), "high": high, "joint": told, "fronts": fronts.tolist()}


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    try:
        manifest: dict[str, Any] = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise TableError(f"{path} cannot be read ({error}); rebuild with: paigow build") from error
    return manifest


def _digest(arrays: Iterable[npt.NDArray[Any]]) -> str:
    sha = hashlib.sha256()
    for array in arrays:
        sha.update(np.ascontiguousarray(array).data)
    return sha.hexdigest()
