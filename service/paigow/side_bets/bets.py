"""The side bets that are known, read from their files."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, Literal

from paigow.game.names import Lang
from paigow.game.showdown import PushRule

Names = dict[Lang, str]
Front = Literal["pair", "pair_of_aces", "suited_king_queen"]

SEVEN_CARD_STRAIGHT_FLUSH = "seven_card_straight_flush"


@dataclass(frozen=True)
class Row:
    """A row of a bet. It is paid where all of it fits.

    For a bet on the player's hand, `hand` is the category of a high hand that he can make (or a straight flush of all
    seven cards), `front` what the low hand beside it is, `natural` says that the joker is not among the seven, and
    `hands` is how many of the 154,143,080 hands make this row and none above it. For a bet on the dealer's hand,
    `dealer` names his hands by the push rule under which they push.
    """

    id: str
    name: Names = field(hash=False)
    hand: str | None = None
    front: Front | None = None
    natural: bool = False
    dealer: PushRule | None = None
    hands: int | None = None


@dataclass(frozen=True)
class PayTable:
    """What each row of a bet pays, to 1, in their order."""

    id: str
    source: str | None
    pays: tuple[Decimal, ...]


@dataclass(frozen=True)
class SideBet:
    """A side bet: its rows, of which the first that fits pays, and the pay tables that are known."""

    id: str
    name: Names
    looks_at: Literal["player", "dealer"]
    source: str
    notes: tuple[Names, ...]
    rows: tuple[Row, ...]
    pay_tables: tuple[PayTable, ...]


@cache
def side_bets() -> dict[str, SideBet]:
    """The side bets by id.

    >>> list(side_bets())
    ['fortune', 'jackpot', 'queens-dragon', 'tiger-nine']
    """
    files = sorted(Path(__file__).parent.glob("*.toml"))
    bets = [_bet(tomllib.loads(file.read_text(encoding="utf-8"), parse_float=Decimal)) for file in files]
    return {bet.id: bet for bet in bets}


def _bet(read: dict[str, Any]) -> SideBet:
    tables = [
        PayTable(table["id"], table["source"], tuple(map(Decimal, table["pays"])))
        for table in read.pop("pay_tables", ())
    ]
    rows = tuple(Row(**row) for row in read.pop("rows"))
    return SideBet(**{**read, "notes": tuple(read["notes"])}, rows=rows, pay_tables=tuple(tables))
