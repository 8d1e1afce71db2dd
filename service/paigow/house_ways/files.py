"""Reads a house way from its file, and names every fault with its line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from paigow.datafiles import FileError, FileFault, Source, read_bytes
from paigow.faults import did_you_mean
from paigow.house_ways.kinds import KINDS, WILD_KINDS, Kind
from paigow.house_ways.language import FRONTS, MADE_WORDS, LineError, parse_line
from paigow.house_ways.way import HouseWay, HouseWayError, Line

_KEYS = ("id", "name", "place", "source", "notes", "lines", "wild", "choices")
_CHOICE = re.compile(r"[A-Z]+(?: [A-Z]+)*")
_ANY_KIND = Kind("any", "Any", (), tuple(dict.fromkeys(group for kind in KINDS for group in kind.groups)))
_ANY_WILD_KIND = _ANY_KIND._replace(wild=True)


MoreFaults = Callable[[HouseWay, bool], Iterable[FileFault]]
"""Finds other faults of a file, also knowing whether its lines could be read."""


def read_file(path: Path, more_faults: MoreFaults | None = None) -> HouseWay:
    """Read the house way file at a path. Raises `HouseWayError` with every fault, also where it cannot be read."""
    try:
        raw = read_bytes(path)
    except FileError as error:
        raise HouseWayError(error.faults) from None
    return parse(raw, str(path), more_faults=more_faults)


def parse(raw: bytes, file: str, shipped: bool = False, more_faults: MoreFaults | None = None) -> HouseWay:
    """Read a house way file. Raises `HouseWayError` with every fault: unknown keys, kinds and words, missing ones.

    `more_faults` finds others, to be told with them.
    """
    try:
        source = Source(raw, file)
    except FileError as error:
        raise HouseWayError(error.faults) from None
    for key in source.data:
        if key not in _KEYS:
            source.fault(source.key(key), f'unknown key "{key}" (known: {", ".join(_KEYS)}){did_you_mean(key, _KEYS)}')
    way_id, way_name, place, origin = source.id(), source.string("name"), source.string("place"), source.origin()
    notes = source.data.get("notes", [])
    if not (isinstance(notes, list) and all(isinstance(note, str) for note in notes)):
        source.fault(source.key("notes"), "notes is a list of strings")
        notes = []

    in_head = len(source.faults)
    kinds = {kind.name: kind for kind in KINDS}
    listed_choices = _lists("choices", source)
    for name in listed_choices:
        if not _CHOICE.fullmatch(name) or name in FRONTS or name in MADE_WORDS:
            detail = f'"{name}" cannot name a list: a name is capital letters only, and no word of the language'
            source.fault(source.key(name, "choices"), detail)
    names = list(listed_choices)
    choices = {
        # A list may refer only to lists above it, so that no lists refer to each other in a circle.
        name: _read_lines(texts, name, None, names[: names.index(name)], source, "choices")
        for name, texts in listed_choices.items()
    }
    listed = _lists("lines", source)
    lines: dict[str, tuple[Line, ...]] = {}
    for name, texts in listed.items():
        if name not in kinds:
            detail = f'unknown kind "{name}" (known: {", ".join(kinds)}){did_you_mean(name, tuple(kinds))}'
            source.fault(source.key(name, "lines"), detail)
        # The lines of an unknown kind are read for their own faults; they may name the groups of any kind.
        lines[name] = _read_lines(texts, name, kinds.get(name, _ANY_KIND), names, source, "lines")
    if "lines" not in source.data:
        source.fault(1, "[lines] is missing: the lines of each kind of hand")
    for name in kinds if "lines" in source.data else ():
        if name not in listed:
            source.fault(source.key("", "lines"), f'the kind "{name}" has no lines')
    wild_kinds = {kind.name: kind for kind in WILD_KINDS}
    wild: dict[str, tuple[Line, ...]] = {}
    for name, texts in _lists("wild", source).items():
        if name not in wild_kinds:
            detail = f'no hand with a wild joker is of the kind "{name}" (known: {", ".join(wild_kinds)})'
            source.fault(source.key(name, "wild"), detail + did_you_mean(name, tuple(wild_kinds)))
        wild[name] = _read_lines(texts, name, wild_kinds.get(name, _ANY_WILD_KIND), names, source, "wild")
    way = HouseWay(
        id=way_id,
        name=way_name,
        place=place,
        source=origin,
        notes=tuple(notes),
        lines=lines,
        wild=wild,
        choices=choices,
        digest=hashlib.sha256(raw).hexdigest(),
        file=file,
        id_line=source.key("id"),
        shipped=shipped,
    )
    readable = len(source.faults) == in_head
    found = [*source.faults, *(more_faults(way, readable) if more_faults else ())]
    if found:
        raise HouseWayError(sorted(found, key=lambda fault: fault.line))
    return way


def _lists(table: str, source: Source) -> dict[str, list[str]]:
    """The lists of lines of a table. Faulty ones are skipped, and named."""
    found = source.data.get(table, {})
    if not isinstance(found, dict):
        source.fault(source.key(table), f"{table} is a table of lists")
        return {}
    lists: dict[str, list[str]] = {}
    for name, texts in found.items():
        lists[name] = [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
        if not lists[name] or len(lists[name]) < len(texts):
            source.fault(source.key(name, table), f'"{name}" is a list of one or more lines of text')
    return lists


def _read_lines(
    texts: list[str],
    owner: str,
    kind: Kind | None,
    choices: list[str],
    source: Source,
    table: str,
) -> tuple[Line, ...]:
    lines: list[Line] = []
    after = source.key(owner, table)
    for text in texts:
        repeats = bool(lines) and lines[-1].text == text
        after = source.text(text, after + repeats)
        try:
            conditions, front = parse_line(text, kind, choices)
        except LineError as error:
            for fault in error.faults:
                source.fault(after, f"{owner}: {fault}")
            continue
        if any(line.conditions == conditions and line.front == front for line in lines):
            source.fault(after, f'{owner}: the line "{text}" is there twice')
        lines.append(Line(owner, text, after, conditions, front, kind))
    return tuple(lines)
