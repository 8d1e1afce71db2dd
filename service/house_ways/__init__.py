"""House ways: how a casino's dealer sets seven cards, read from one TOML file each.

A file has `id`, `name`, `place`, `source`, `notes`, and under `[lines]` an ordered list of lines for each kind of hand
(`kinds.KINDS`), in the language of `language`. The first line that fits decides. `[choices]` may name further lists
that lines refer to. Loading reads every line; `check` sets one hand of each class of dealer hand besides, and so finds
what reading cannot: hands that no line covers, and settings that foul.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import numpy as np

from service.cards import canonical, name_of
from service.house_ways.engine import NOT_SET, Hands, Ints, set_hands
from service.house_ways.kinds import KINDS, Kind
from service.house_ways.language import FRONTS, MADE_WORDS, Condition, Front, LineError, parse_line
from service.ranks import STANDARD, Ranking
from service.splits import cards_of

_KEYS = ("id", "name", "place", "source", "notes", "lines", "choices")
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_CHOICE = re.compile(r"[A-Z]+(?: [A-Z]+)*")
_MOST_BYTES = 100_000


@dataclass(frozen=True)
class WayFault:
    """One fault of a house way file, with the number of the line it stands on."""

    file: str
    line: int
    detail: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.detail}"


class HouseWayError(ValueError):
    """A house way that cannot be used; `faults` names everything that is wrong with it."""

    def __init__(self, faults: Iterable[WayFault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


@dataclass(frozen=True)
class Line:
    """One line: the kind of hand (or the choice) it belongs to, its text, where it stands, and what it says."""

    owner: str
    text: str
    number: int
    conditions: tuple[Condition, ...]
    front: Front
    kind: Kind | None = None

    @cached_property
    def words(self) -> str:
        """The line as a sentence, the `rule` of an answer."""
        whose = self.kind.words if self.kind else self.owner
        when = " and ".join(condition.words() for condition in self.conditions)
        return f"{whose}{', where ' + when if when else ''}: {self.front.words()}."


@dataclass(frozen=True)
class Setting:
    """How a house sets a hand: the high and low cards in canonical order, and the line that fired."""

    high: tuple[int, ...]
    low: tuple[int, ...]
    line: Line


@dataclass(frozen=True)
class HouseWay:
    """A house way. `digest` is the SHA-256 of its file; `lines` and `choices` hold its lists by name."""

    id: str
    name: str
    place: str
    source: str
    notes: tuple[str, ...]
    lines: Mapping[str, tuple[Line, ...]]
    choices: Mapping[str, tuple[Line, ...]]
    digest: str
    file: str = field(compare=False, default="")

    @cached_property
    def all_lines(self) -> tuple[Line, ...]:
        """Every line of every kind in order; a line's index here is what the dealer tables store."""
        return tuple(line for kind in KINDS for line in self.lines[kind.name])

    def set_hands(self, hands: Hands) -> tuple[Ints, Ints]:
        """Set many hands: int64 [n] splits, and int64 [n] indices into `all_lines`; -1 where no line fits."""
        splits, fired = set_hands(hands, self.lines, self.choices)
        firsts = np.cumsum([0] + [len(self.lines[kind.name]) for kind in KINDS[:-1]])
        return splits, np.where(fired == NOT_SET, NOT_SET, firsts[hands.kind] + fired)

    def set(self, cards: Iterable[int], ranking: Ranking = STANDARD) -> Setting:
        """Set seven cards.

        >>> from service.cards import parse_hand
        >>> setting = house_way("foxwoods").set(parse_hand("Ks Kh 8c 8d 3h 3s 2c"))
        >>> [name_of(card) for card in setting.low], setting.line.text
        (['Ks', 'Kh'], 'PAIR(highest)')
        """
        hand = canonical(cards)
        splits, fired = self.set_hands(Hands.of(np.array([hand], dtype=np.uint8), ranking))
        high, low = cards_of(hand, int(splits[0]))
        return Setting(high, low, self.all_lines[int(fired[0])])


def check(way: HouseWay, hands: Hands) -> tuple[Ints, Ints]:
    """Set `hands` (one of every class, see `dealer.classes`) as `HouseWay.set_hands` does, and refuse a faulty way.

    Raises `HouseWayError` with one fault for each kind that has hands no line covers, and one for each line that sets a
    foul; each fault says how many and shows one.
    """
    splits, fired = way.set_hands(hands)
    faults = []
    uncovered = fired == NOT_SET
    for number, kind in enumerate(KINDS):
        rows = np.flatnonzero(uncovered & (hands.kind == number))
        if len(rows):
            line = way.lines[kind.name][0].number
            example = _written(hands, rows[0])
            faults.append(
                WayFault(way.file, line, f"{kind.name}: no line covers {len(rows)} classes, such as {example}")
            )
    rows = np.arange(len(hands))
    foul = ~uncovered & (hands.low[rows, splits] > hands.ranking.highest_legal_low[hands.high[rows, splits]])
    for index in np.unique(fired[foul]):
        fouled = rows[foul & (fired == index)]
        line = way.all_lines[index]
        high, low = cards_of(tuple(map(int, hands.cards[fouled[0]])), int(splits[fouled[0]]))
        example = f"{' '.join(map(name_of, high))} / {' '.join(map(name_of, low))}"
        detail = f'{line.owner}: the line "{line.text}" fouls {len(fouled)} classes, such as {example}'
        faults.append(WayFault(way.file, line.number, detail))
    if faults:
        raise HouseWayError(faults)
    return splits, fired


def _written(hands: Hands, row: int) -> str:
    return " ".join(name_of(int(card)) for card in hands.cards[row])


class _Source:
    """A file's text, to find the number of the line on which something stands."""

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


def parse(raw: bytes, file: str) -> HouseWay:
    """Read a house way file. Raises `HouseWayError` with every fault: unknown keys, kinds and words, missing ones."""
    if len(raw) > _MOST_BYTES:
        raise HouseWayError([WayFault(file, 1, f"the file is larger than {_MOST_BYTES} bytes")])
    try:
        text = raw.decode()
        data = tomllib.loads(text)
    except UnicodeDecodeError:
        raise HouseWayError([WayFault(file, 1, "the file is not UTF-8")]) from None
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        raise HouseWayError([WayFault(file, int(where[1]) if where else 1, f"not TOML: {error}")]) from None
    source = _Source(text)
    faults: list[WayFault] = []
    for key in data:
        if key not in _KEYS:
            faults.append(WayFault(file, source.key(key), f'unknown key "{key}" (known: {", ".join(_KEYS)})'))
    strings = {key: _string(data, key, source, file, faults) for key in ("id", "name", "place", "source")}
    if strings["id"] and not _ID.fullmatch(strings["id"]):
        detail = f'"{strings["id"]}" is no id: lower-case letters and digits, words joined by hyphens'
        faults.append(WayFault(file, source.key("id"), detail))
    notes = data.get("notes", [])
    if not (isinstance(notes, list) and all(isinstance(note, str) for note in notes)):
        faults.append(WayFault(file, source.key("notes"), "notes is a list of strings"))
        notes = []

    kinds = {kind.name: kind for kind in KINDS}
    listed_choices = _lists(data, "choices", source, file, faults)
    for name in listed_choices:
        if not _CHOICE.fullmatch(name) or name in FRONTS or name in MADE_WORDS:
            detail = f'"{name}" cannot name a list: it is in capitals, and not a word of the language'
            faults.append(WayFault(file, source.key(name, "choices"), detail))
    names = list(listed_choices)
    choices = {
        # A list may refer to the lists above it only, so that no list can go round in a circle.
        name: _read_lines(texts, name, None, names[: names.index(name)], source, "choices", file, faults)
        for name, texts in listed_choices.items()
    }
    listed = _lists(data, "lines", source, file, faults)
    lines: dict[str, tuple[Line, ...]] = {}
    for name, texts in listed.items():
        if name not in kinds:
            detail = f'unknown kind "{name}" (known: {", ".join(kinds)})'
            faults.append(WayFault(file, source.key(name, "lines"), detail))
            continue
        lines[name] = _read_lines(texts, name, kinds[name], names, source, "lines", file, faults)
    for name in kinds:
        if name not in listed:
            faults.append(WayFault(file, source.key("", "lines"), f'the kind "{name}" has no lines'))
    if faults:
        raise HouseWayError(sorted(faults, key=lambda fault: fault.line))
    return HouseWay(
        **strings, notes=tuple(notes), lines=lines, choices=choices, digest=hashlib.sha256(raw).hexdigest(), file=file
    )


def _string(data: dict[str, Any], key: str, source: _Source, file: str, faults: list[WayFault]) -> str:
    value = data.get(key)
    if isinstance(value, str) and value.strip():
        return value
    detail = f'"{key}" is missing' if value is None else f'"{key}" must be a text'
    faults.append(WayFault(file, source.key(key), detail))
    return ""


def _lists(
    data: dict[str, Any], table: str, source: _Source, file: str, faults: list[WayFault]
) -> dict[str, list[str]]:
    """The lists of lines of a table, faulty ones left out and named."""
    found = data.get(table, {})
    if not isinstance(found, dict):
        faults.append(WayFault(file, source.key(table), f"{table} is a table of lists"))
        return {}
    lists: dict[str, list[str]] = {}
    for name, texts in found.items():
        if isinstance(texts, list) and texts and all(isinstance(text, str) for text in texts):
            lists[name] = texts
        else:
            faults.append(WayFault(file, source.key(name, table), f'"{name}" is a list of one or more lines of text'))
            lists[name] = []
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


def _shipped_files() -> dict[str, Traversable]:
    found = (entry for entry in files(__name__).iterdir() if entry.name.endswith(".toml"))
    return {entry.name.removesuffix(".toml"): entry for entry in found}


DEFAULT = "foxwoods"


@lru_cache(maxsize=1)
def house_ways() -> Mapping[str, HouseWay]:
    """The shipped house ways by id, the default first, then by name."""
    ways = [parse(entry.read_bytes(), entry.name) for entry in _shipped_files().values()]
    return {way.id: way for way in sorted(ways, key=lambda way: (way.id != DEFAULT, way.name))}


def house_way(way_id: str) -> HouseWay:
    """A shipped house way; `KeyError` for an id that there is not."""
    return house_ways()[way_id]
