"""Reads a house way from its file, and names every fault with its line."""

from __future__ import annotations

import hashlib
import re
import tomllib
from pathlib import Path
from typing import Any

from paigow.faults import did_you_mean
from paigow.house_ways.kinds import KINDS, Kind
from paigow.house_ways.language import FRONTS, MADE_WORDS, LineError, parse_line
from paigow.house_ways.way import HouseWay, HouseWayError, Line, WayFault

_KEYS = ("id", "name", "place", "source", "notes", "lines", "choices")
_ID = re.compile(r"(?=.{1,60}$)[a-z0-9]+(?:-[a-z0-9]+)*")
_CHOICE = re.compile(r"[A-Z]+(?: [A-Z]+)*")
_ANY_KIND = Kind("any", "Any", (), tuple(dict.fromkeys(group for kind in KINDS for group in kind.groups)))
MOST_BYTES = 100_000
"""The longest file that is read."""


class _Source:
    """The text of a file, to find the line on which something stands."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def key(self, key: str, table: str = "") -> int:
        """The line of `key =` within `[table]`, or of the table, or 1."""
        inside = table == ""
        fallback = 1
        for number, line in enumerate(self._lines, start=1):
            if header := re.match(r"\s*\[\s*\"?([^]\"]+?)\"?\s*\]", line):
                inside = header[1] == table
                fallback = number if inside else fallback
            elif inside and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return number
        return fallback

    def text(self, text: str, after: int) -> int:
        """The line at or below `after` that holds `text` as a string, or `after`."""
        for number in range(after, len(self._lines) + 1):
            if f'"{text}"' in self._lines[number - 1] or f"'{text}'" in self._lines[number - 1]:
                return number
        return after


def read_file(path: Path) -> HouseWay:
    """Read the house way file at a path. Raises `HouseWayError` with every fault, also where it cannot be read."""
    if not path.is_file():
        raise HouseWayError([WayFault(str(path), 0, "there is no file, or it is no plain one")])
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise HouseWayError([WayFault(str(path), 0, f"the file cannot be read: {error.strerror}")]) from None
    return parse(raw, str(path))


def parse(raw: bytes, file: str, shipped: bool = False) -> HouseWay:
    """Read a house way file. Raises `HouseWayError` with every fault: unknown keys, kinds and words, missing ones."""
    if len(raw) > MOST_BYTES:
        raise HouseWayError([WayFault(file, 1, f"the file is larger than {MOST_BYTES} bytes")])
    try:
        text = raw.decode("utf-8-sig")
        data = tomllib.loads(text)
    except UnicodeDecodeError:
        raise HouseWayError([WayFault(file, 1, "the file is not UTF-8")]) from None
    except (ValueError, RecursionError) as error:  # also a number too long, and tables nested too deeply
        where = re.search(r"at line (\d+)", str(error))
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise HouseWayError([WayFault(file, int(where[1]) if where else 1, f"not TOML: {why}")]) from None
    source = _Source(text)
    faults: list[WayFault] = []
    for key in data:
        if key not in _KEYS:
            faults.append(WayFault(file, source.key(key), f'unknown key "{key}" (known: {", ".join(_KEYS)})'))
    strings = {key: _string(data, key, source, file, faults) for key in ("id", "name", "place", "source")}
    if strings["id"] and not _ID.fullmatch(strings["id"]):
        detail = f'"{strings["id"]}" is no id: at most 60 lower-case letters and digits, words joined by hyphens'
        faults.append(WayFault(file, source.key("id"), detail))
    notes = data.get("notes", [])
    if not (isinstance(notes, list) and all(isinstance(note, str) for note in notes)):
        faults.append(WayFault(file, source.key("notes"), "notes is a list of strings"))
        notes = []

    kinds = {kind.name: kind for kind in KINDS}
    listed_choices = _lists(data, "choices", source, file, faults)
    for name in listed_choices:
        if not _CHOICE.fullmatch(name) or name in FRONTS or name in MADE_WORDS:
            detail = f'"{name}" cannot name a list: a name is capital letters only, and no word of the language'
            faults.append(WayFault(file, source.key(name, "choices"), detail))
    names = list(listed_choices)
    choices = {
        # A list may refer only to lists above it, so that no lists refer to each other in a circle.
        name: _read_lines(texts, name, None, names[: names.index(name)], source, "choices", file, faults)
        for name, texts in listed_choices.items()
    }
    listed = _lists(data, "lines", source, file, faults)
    lines: dict[str, tuple[Line, ...]] = {}
    for name, texts in listed.items():
        if name not in kinds:
            detail = f'unknown kind "{name}" (known: {", ".join(kinds)}){did_you_mean(name, tuple(kinds))}'
            faults.append(WayFault(file, source.key(name, "lines"), detail))
        # The lines of an unknown kind are read for their own faults; they may name the groups of any kind.
        lines[name] = _read_lines(texts, name, kinds.get(name, _ANY_KIND), names, source, "lines", file, faults)
    for name in kinds:
        if name not in listed:
            faults.append(WayFault(file, source.key("", "lines"), f'the kind "{name}" has no lines'))
    if faults:
        raise HouseWayError(sorted(faults, key=lambda fault: fault.line))
    return HouseWay(
        **strings,
        notes=tuple(notes),
        lines=lines,
        choices=choices,
        digest=hashlib.sha256(raw).hexdigest(),
        file=file,
        id_line=source.key("id"),
        shipped=shipped,
    )


def _string(data: dict[str, Any], key: str, source: _Source, file: str, faults: list[WayFault]) -> str:
    value = data.get(key)
    if isinstance(value, str) and value.strip() and value.isprintable():
        if key != "source" or re.match(r"https?://", value) or not re.match(r"\s*[A-Za-z][\w+.-]*:\S", value):
            return value
        faults.append(WayFault(file, source.key(key), "source is the address of a page (https://...), or words"))
        return ""
    detail = f'"{key}" is missing' if value is None else f'"{key}" must be a text of one line'
    faults.append(WayFault(file, source.key(key), detail))
    return ""


def _lists(
    data: dict[str, Any], table: str, source: _Source, file: str, faults: list[WayFault]
) -> dict[str, list[str]]:
    """The lists of lines of a table. Faulty ones are skipped, and named."""
    found = data.get(table, {})
    if not isinstance(found, dict):
        faults.append(WayFault(file, source.key(table), f"{table} is a table of lists"))
        return {}
    lists: dict[str, list[str]] = {}
    for name, texts in found.items():
        lists[name] = [text for text in texts if isinstance(text, str)] if isinstance(texts, list) else []
        if not lists[name] or len(lists[name]) < len(texts):
            faults.append(WayFault(file, source.key(name, table), f'"{name}" is a list of one or more lines of text'))
    return lists


def _read_lines(
    texts: list[str],
    owner: str,
    kind: Kind | None,
    choices: list[str],
    source: _Source,
    table: str,
    file: str,
    faults: list[WayFault],
) -> tuple[Line, ...]:
    lines: list[Line] = []
    after = source.key(owner, table)
    for text in texts:
        repeats = bool(lines) and lines[-1].text == text
        after = source.text(text, after + repeats)
        try:
            conditions, front = parse_line(text, kind, choices)
        except LineError as error:
            faults.append(WayFault(file, after, f"{owner}: {error}"))
            continue
        if any(line.conditions == conditions and line.front == front for line in lines):
            faults.append(WayFault(file, after, f'{owner}: the line "{text}" is there twice'))
        lines.append(Line(owner, text, after, conditions, front, kind))
    return tuple(lines)
