"""The dealer tables: for each class of dealer hand, how a house way sets it and by which line.

One folder a house way with three arrays of 292,253 entries in the order of `dealer.classes`: `high` (int16, values of
`service.ranks`), `low` (int8), `line` (uint8, an index into `HouseWay.all_lines`). `manifest.json` beside the folders
states for each its dtype, shape and the SHA-256 of its contents, the digest of the house way's file, and how the
154,143,080 hands of a full deck fall. Nothing is used that does not agree with its manifest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import numpy as np
import numpy.typing as npt
from platformdirs import user_cache_dir

from service.dealer.classes import CLASSES, representatives
from service.dealer.ways import ways
from service.house_ways import HouseWay, check
from service.house_ways.engine import Hands
from service.ranks import CATEGORIES, STANDARD, Ranking

FORMAT = 1
"""Raised whenever the order of classes or of values changes: older tables are then stale."""

SHIPPED = Path(__file__).parent / "tables"
_DTYPES: dict[str, np.dtype[Any]] = {"high": np.dtype("<i2"), "low": np.dtype("i1"), "line": np.dtype("u1")}


class TableError(RuntimeError):
    """A dealer table that is missing, damaged or stale; the message names the file and says what to do."""


@dataclass(frozen=True)
class DealerTables:
    """The tables of one house way under one ranking; `digest` is the SHA-256 over all three arrays."""

    high: npt.NDArray[np.int16]
    low: npt.NDArray[np.int8]
    line: npt.NDArray[np.uint8]
    digest: str
    ranking: Ranking = STANDARD


def build(way: HouseWay, hands: Hands | None = None) -> DealerTables:
    """Set every class by a house way. Raises `HouseWayError` where a line fouls or no line fits."""
    hands = Hands.of(representatives()) if hands is None else hands
    splits, fired = check(way, hands)
    rows = np.arange(CLASSES)
    arrays: dict[str, npt.NDArray[Any]] = {
        "high": hands.high[rows, splits],
        "low": hands.low[rows, splits],
        "line": fired,
    }
    typed = {name: np.ascontiguousarray(arrays[name], dtype=dtype) for name, dtype in _DTYPES.items()}
    return DealerTables(**typed, digest=_digest(typed.values()), ranking=hands.ranking)


def save(way: HouseWay, tables: DealerTables, folder: Path) -> None:
    """Write the tables of a house way into `folder` and enter them in its manifest."""
    (folder / way.id).mkdir(parents=True, exist_ok=True)
    entries = {}
    for name in _DTYPES:
        array = getattr(tables, name)
        np.save(folder / way.id / f"{name}.npy", array)
        entries[name] = {"dtype": array.dtype.str, "shape": list(array.shape), "sha256": _digest([array])}
    manifest: dict[str, Any] = (
        _manifest(folder) if (folder / "manifest.json").exists() else {"format": FORMAT, "house_ways": {}}
    )
    manifest["format"] = FORMAT
    manifest["house_ways"][way.id] = {
        "source": way.digest,
        "digest": tables.digest,
        "arrays": entries,
        "counts": _counts(tables),
    }
    manifest["house_ways"] = dict(sorted(manifest["house_ways"].items()))
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


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


def tables_of(way: HouseWay, ranking: Ranking = STANDARD) -> DealerTables:
    """The tables of a house way under a ranking, wherever they are.

    Those of shipped house ways under the usual ranking are in the package, and `TableError` is raised where they are
    not to be trusted. All others are built on first use, which takes about a second, and kept in the user's cache
    folder by the digest of the file they were built from; where that folder cannot be used they are built each time.
    Raises `HouseWayError` for a house way that fouls or has gaps.
    """
    if way.shipped and ranking is STANDARD:
        return load(way)
    folder = Path(user_cache_dir("paigow")) / f"{way.digest[:24]}-{ranking.wheel}-{ranking.joker}-{FORMAT}"
    with suppress(TableError):
        return replace(load(way, folder), ranking=ranking)
    tables = build(way, Hands.of(representatives(), ranking))
    with suppress(OSError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(mkdtemp(dir=folder.parent))  # written aside and renamed: no other process meets half a table
        save(way, tables, aside)
        rmtree(folder, ignore_errors=True)
        aside.rename(folder)
    return tables


def counts(way: HouseWay) -> dict[str, Any]:
    """How all 154,143,080 dealer hands fall under the usual ranking: `hands`, and `high` by category."""
    if not way.shipped:
        return _counts(tables_of(way))
    found: dict[str, Any] = _manifest(SHIPPED)["house_ways"][way.id]["counts"]
    return found


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    try:
        manifest: dict[str, Any] = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise TableError(f"{path} cannot be read ({error}); rebuild with: paigow build") from error
    return manifest


def _counts(tables: DealerTables) -> dict[str, Any]:
    hands = ways()
    by_category = np.zeros(len(CATEGORIES), dtype=np.int64)
    np.add.at(by_category, tables.ranking.category[tables.high], hands)
    high = {name: count for name, count in zip(CATEGORIES, by_category.tolist(), strict=True) if count}
    return {"hands": int(hands.sum()), "high": high}


def _digest(arrays: Iterable[npt.NDArray[Any]]) -> str:
    sha = hashlib.sha256()
    for array in arrays:
        sha.update(np.ascontiguousarray(array).data)
    return sha.hexdigest()
