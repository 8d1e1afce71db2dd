"""Reads a side bet from its file, and names every fault with its line.

What reading cannot find, rows that never come up and hands that are left out between rows, `answers.side_bet_check`
finds by counting.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from paigow.datafiles import ORIGIN, FileError, FileFault, Source, is_origin, is_text, read_bytes
from paigow.decimals import canonical_decimal
from paigow.faults import did_you_mean, excerpt
from paigow.game.cards import HAND_SIZE, RANKS
from paigow.game.names import LANGUAGES
from paigow.game.ranks import CATEGORIES
from paigow.game.showdown import PUSH_RULES
from paigow.side_bets.bets import (
    HIGH_CARD,
    SEVEN_CARD_STRAIGHT_FLUSH,
    Envy,
    Front,
    LooksAt,
    Names,
    PayTable,
    Row,
    SideBet,
)
from paigow.side_bets.pays import ODDS, Odds, meter_share, read_pay, what_pays_are
from paigow.side_bets.three_cards import THREE, THREE_CARD_HANDS

_SEVEN_CARD_HANDS = (SEVEN_CARD_STRAIGHT_FLUSH, *(name for name in CATEGORIES if name != "five_of_a_kind"))
"""Side bets are counted with a joker that is not fully wild, with which nobody has five of a kind but five aces."""

_KEYS = ("id", "name", "looks_at", "cards", "source", "notes", "rows", "pay_tables", "envy")
_PLAYER_KEYS = ("hand", "front", "highest", "natural")
_DEALER_KEYS = ("dealer",)
_ROW_KEYS = ("id", "name", *_PLAYER_KEYS, *_DEALER_KEYS, "hands", "optional")
_ROW_ID = re.compile(r"(?=.{1,60}$)[a-z0-9]+(?:_[a-z0-9]+)*")
_TABLE_KEYS = ("id", "source", "pays", "odds", "stake", "meter")
_ENVY_KEYS = ("source", "stake", "pays")
_BESIDE_THE_ROWS = {"id", "name", "source", "notes", "hands", "pays", "odds", "stake", "meter", "pay_tables", "envy"}
"""A fault of these leaves it clear which hands make which row."""

_SUITED_FRONT = "suited_king_queen"
_SUITED_HANDS = ("flush", "straight_flush", "royal_flush")
_MOST_TABLES = 100
_MOST_MONEY = Decimal(10) ** 15


MoreFaults = Callable[[SideBet, bool], Iterable[FileFault]]
"""Finds other faults of a file, also knowing whether it is clear which hands make which row."""


def read_file(path: Path, more_faults: MoreFaults | None = None) -> SideBet:
    """Read the side bet file at a path. Raises `FileError` with every fault, also where it cannot be read."""
    return parse(read_bytes(path), str(path), more_faults=more_faults)


def parse(raw: bytes, file: str, shipped: bool = False, more_faults: MoreFaults | None = None) -> SideBet:
    """Read a side bet file. Raises `FileError` with every fault.

    `more_faults` finds others, to be told with them.
    """
    source = Source(raw, file)
    whole = _Table(source, source.data)
    whole.known_keys(_KEYS)
    looks_at: LooksAt = whole.word("looks_at", get_args(LooksAt))
    cards = source.data.get("cards", HAND_SIZE)
    if cards not in (HAND_SIZE, THREE) or isinstance(cards, bool) or (looks_at == "dealer" and cards != HAND_SIZE):
        whole.fault("cards", "cards is 7, or 3 for a bet on the player's first three cards")
        cards = HAND_SIZE
    bet = SideBet(
        id=source.id(),
        name=whole.names("name"),
        looks_at=looks_at,
        cards=cards,
        source=source.origin(),
        notes=_notes(whole),
        rows=tuple(_row(table, looks_at, cards) for table in whole.tables("rows")),
        pay_tables=(),
        file=file,
        id_line=source.key("id"),
        shipped=shipped,
    )
    if not bet.rows:
        whole.fault("rows", "there are no [[rows]]")
    if any(row.optional and not after.optional for row, after in pairwise(bet.rows)):
        whole.fault("rows", "optional rows stand below all others, so that pays can leave them out")
    bet = replace(
        bet, pay_tables=tuple(_pay_table(table, bet) for table in whole.tables("pay_tables")), envy=_envy(whole, bet)
    )
    for name, ids in (("rows", [row.id for row in bet.rows]), ("pay_tables", [table.id for table in bet.pay_tables])):
        for number, each in enumerate(ids):
            if each and each in ids[:number]:
                source.fault(source.key("id", name, number), f'the id "{each}" is there twice')
    found = list(source.faults)
    if more_faults:
        found += more_faults(bet, whole.faulty <= _BESIDE_THE_ROWS)
    if found:
        raise FileError(sorted(found, key=lambda fault: fault.line))
    return bet


class _Table:
    """One table of a file: its values, and where its faults stand. `faulty` are the keys with one, in it and below."""

    def __init__(self, source: Source, values: Mapping[str, Any], name: str = "", number: int = 0) -> None:
        self.source = source
        self.values = values
        self.faulty: set[str] = set()
        self._name = name
        self._number = number

    def line(self, key: str) -> int:
        return self.source.key(key, self._name, self._number)

    def fault(self, key: str, detail: str) -> None:
        self.faulty.add(key)
        self.source.fault(self.line(key), detail)

    def known_keys(self, known: tuple[str, ...]) -> None:
        for key in self.values:
            if key not in known:
                where = f" of {self._name}" if self._name else ""
                detail = f'unknown key "{key}"{where} (known: {", ".join(known)}){did_you_mean(key, known)}'
                self.fault(key, detail)

    def tables(self, key: str) -> list[_Table]:
        """The tables of a list, `[[key]]`."""
        found = self.values.get(key, [])
        if isinstance(found, list) and all(isinstance(each, dict) for each in found) and len(found) <= _MOST_TABLES:
            return [self.below(each, key, number) for number, each in enumerate(found)]
        self.fault(key, f"{key} are at most {_MOST_TABLES} tables: [[{key}]]")
        return []

    def below(self, values: Mapping[str, Any], name: str, number: int = 0) -> _Table:
        """A table within this one."""
        table = _Table(self.source, values, name, number)
        table.faulty = self.faulty
        return table

    def word(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> Any:
        """One of the allowed words. Where it is faulty or missing without a default, the first of them."""
        value = self.values.get(key, default)
        if isinstance(value, str) and value in allowed:
            return value
        near = did_you_mean(value, allowed) if isinstance(value, str) else ""
        missing = f"{key} is missing: one of {', '.join(allowed)}"
        detail = f"{key} is one of: {', '.join(allowed)}; not {excerpt(value)}{near}"
        self.fault(key, missing if value is None else detail)
        return allowed[0]

    def word_or_none(self, key: str, allowed: tuple[str, ...]) -> Any:
        return self.word(key, allowed) if key in self.values else None

    def switch(self, key: str) -> bool:
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            self.fault(key, f"{key} is true or false")
        return value is True

    def text(self, key: str) -> str:
        value = self.values.get(key)
        if is_text(value):
            return str(value)
        self.fault(key, f"{key} is missing" if value is None else f"{key} must be a text of one line")
        return ""

    def origin(self) -> str:
        text = self.text("source")
        if text and not is_origin(text):
            self.fault("source", ORIGIN)
        return text

    def names(self, key: str) -> Names:
        """A text for both languages, or one for each."""
        found = _in_each_language(self.values.get(key))
        if not found:
            self.fault(key, f"{key} is a text of one line, or one for each language: {{ en = ..., es = ... }}")
        return found

    def money(self, key: str, default: int = 0) -> str:
        value = self.values.get(key, default)
        amount = canonical_decimal(value)
        if amount and 0 < Decimal(amount) <= _MOST_MONEY:
            return amount
        self.fault(key, f"{key} is an amount of money above 0; not {excerpt(value)}")
        return "1"

    def items(self, key: str) -> list[Any]:
        found = self.values.get(key)
        if isinstance(found, list):
            return found
        self.fault(key, f"{key} is missing" if found is None else f"{key} is a list, an item for each row")
        return []


def _in_each_language(value: object) -> Names:
    """A text in each language; {} for anything else."""
    texts: dict[Any, Any] = value if isinstance(value, dict) else dict.fromkeys(LANGUAGES, value)
    return texts if set(texts) == set(LANGUAGES) and all(map(is_text, texts.values())) else {}


def _notes(whole: _Table) -> tuple[Names, ...]:
    listed = whole.values.get("notes", [])
    notes = [_in_each_language(note) for note in listed] if isinstance(listed, list) else [{}]
    if not all(notes):
        whole.fault("notes", "notes is a list of texts, or of one for each language: { en = ..., es = ... }")
    return tuple(note for note in notes if note)


def _row(table: _Table, looks_at: LooksAt, cards: int) -> Row:
    table.known_keys(_ROW_KEYS)
    row_id = table.text("id")
    if row_id and not _ROW_ID.fullmatch(row_id):
        detail = f'"{row_id}" is no id of a row: lower-case letters and digits, words joined by underscores'
        table.fault("id", detail)
    hands = table.values.get("hands")
    if hands is not None and (isinstance(hands, bool) or not isinstance(hands, int) or hands < 0):
        table.fault("hands", "hands is a whole number")
        hands = None
    for key in {"player": _DEALER_KEYS, "dealer": (*_PLAYER_KEYS, "hands")}[looks_at]:
        if key in table.values:
            table.fault(key, f"{key} says nothing in a bet that looks at the {looks_at}'s hand")
    return Row(
        id=row_id,
        name=table.names("name"),
        hands=hands,
        optional=table.switch("optional"),
        line=table.line("id"),
        **(_player_row(table, cards) if looks_at == "player" else {"dealer": _push_rules(table)}),
    )


def _player_row(table: _Table, cards: int) -> dict[str, Any]:
    hand = table.word("hand", _SEVEN_CARD_HANDS if cards == HAND_SIZE else THREE_CARD_HANDS)
    front = table.word_or_none("front", get_args(Front))
    highest = table.word_or_none("highest", tuple(RANKS))
    if front and (cards != HAND_SIZE or hand in (SEVEN_CARD_STRAIGHT_FLUSH, HIGH_CARD)):
        table.fault("front", "front stands beside a high hand of five cards")
    elif front == _SUITED_FRONT and hand not in _SUITED_HANDS:  # elsewhere the suits of the front are not counted
        table.fault("front", f"{_SUITED_FRONT} stands beside one of: {', '.join(_SUITED_HANDS)}")
    if highest and hand != HIGH_CARD:
        table.fault("highest", f"highest is for {HIGH_CARD} only")
    return {"hand": hand, "front": front, "highest": highest, "natural": table.switch("natural")}


def _push_rules(table: _Table) -> str | None:
    value = table.values.get("dealer")
    words = value.split(",") if isinstance(value, str) else []
    if words and set(words) <= set(PUSH_RULES) and len(set(words)) == len(words):
        return ",".join(rule for rule in PUSH_RULES if rule in words)
    table.fault("dealer", f"dealer is one or several of: {', '.join(PUSH_RULES)}, with commas between")
    return None


def _pay_table(table: _Table, bet: SideBet) -> PayTable:
    table.known_keys(_TABLE_KEYS)
    odds: Odds = table.word("odds", ODDS, "to-one")
    items = table.items("pays")
    pays = [read_pay(item, odds) for item in items]
    for number, (item, pay) in enumerate(zip(items, pays, strict=True), start=1):
        if not pay:
            table.fault("pays", f"item {number} of pays is {what_pays_are(odds)}; not {excerpt(item)}")
    if "pays" in table.values and not bet.needed <= len(pays) <= len(bet.rows):
        rows = ", ".join(row.id for row in bet.rows)
        table.fault("pays", f"pays holds {len(pays)} items where {bet.needs} are needed, one a row: {rows}")
    if "meter" in table.values and not any(map(meter_share, pays)):
        table.fault("meter", "no row pays a share of the meter")
    return PayTable(
        id=table.text("id"),
        source=table.origin(),
        pays=bet.completed(tuple(pays)),
        odds=odds,
        stake=table.money("stake", default=1),
        meter=table.money("meter") if "meter" in table.values else None,
    )


def _envy(whole: _Table, bet: SideBet) -> Envy | None:
    values = whole.values.get("envy")
    if values is None:
        return None
    if bet.looks_at == "dealer":
        whole.fault("envy", "a bet on the dealer's hand has no [envy]: that is paid for the hands of other players")
        return None
    if not isinstance(values, dict):
        whole.fault("envy", "[envy] is a table of what other players' hands pay, row by row")
        return None
    table = whole.below(values, "envy")
    table.known_keys(_ENVY_KEYS)
    items = table.items("pays")
    pays = [canonical_decimal(item) for item in items]
    for number, (item, pay) in enumerate(zip(items, pays, strict=True), start=1):
        if not pay or not 0 <= Decimal(pay) <= _MOST_MONEY:
            table.fault("pays", f"item {number} of pays is an amount of money, 0 or more; not {excerpt(item)}")
    if len(pays) > len(bet.rows):
        table.fault("pays", f"pays holds {len(pays)} items for {len(bet.rows)} rows")
    pays += ["0"] * (len(bet.rows) - len(pays))
    return Envy(table.origin(), table.money("stake", default=1), tuple(pays))
