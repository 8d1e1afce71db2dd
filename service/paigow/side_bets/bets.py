"""What a side bet is: its rows, of which the first that fits counts, and the pay tables that are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from paigow.game.names import Lang
from paigow.side_bets.pays import LOSE, Odds

Names = dict[Lang, str]
Front = Literal["pair", "pair_of_aces", "suited_king_queen"]
LooksAt = Literal["player", "dealer"]

HIGH_CARD = "high_card"
SEVEN_CARD_STRAIGHT_FLUSH = "seven_card_straight_flush"


@dataclass(frozen=True)
class Row:
    """A row of a bet. A hand makes it where all of it fits.

    For a bet on the player's seven cards, `hand` is the category of a high hand that he can set (or a straight flush of
    all seven cards), and `front` what the low hand beside it is; "high_card" is a hand that makes nothing better in any
    split, with `highest` as its highest card. For a bet on his first three cards, `hand` is what these make. `natural`
    says that the joker is not among the cards. `hands` is how many of all hands make this row and none above it.

    For a bet on the dealer's hand, `dealer` names his hands by the push rules under which they push.

    An `optional` row is one that a pay table may leave out; it loses there.
    """

    id: str
    name: Names = field(hash=False)
    hand: str | None = None
    front: Front | None = None
    highest: str | None = None
    natural: bool = False
    dealer: str | None = None
    hands: int | None = None
    optional: bool = False
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class PayTable:
    """What each row of a bet pays, in their order, for a bet of `stake`: see `pays`. `meter` is that of the source."""

    id: str
    source: str | None
    pays: tuple[str, ...]
    odds: Odds = "to-one"
    stake: str = "1"
    meter: str | None = None


@dataclass(frozen=True)
class Envy:
    """What the holder of a bet of `stake` is paid for each hand of another player that makes a row."""

    source: str
    stake: str
    pays: tuple[str, ...]


@dataclass(frozen=True)
class SideBet:
    """A side bet, on the `cards` first cards of the player's or the dealer's hand."""

    id: str
    name: Names
    looks_at: LooksAt
    cards: int
    source: str
    notes: tuple[Names, ...]
    rows: tuple[Row, ...]
    pay_tables: tuple[PayTable, ...]
    envy: Envy | None = None
    file: str = field(compare=False, default="")
    id_line: int = field(compare=False, default=1)
    shipped: bool = field(compare=False, default=False)

    @property
    def needed(self) -> int:
        """How many rows a pay table must name."""
        return sum(not row.optional for row in self.rows)

    @property
    def needs(self) -> str:
        """How many pays a table can hold, in words: "9", or "11 to 12"."""
        return f"{self.needed} to {len(self.rows)}" if self.needed < len(self.rows) else f"{self.needed}"

    def completed(self, pays: tuple[str, ...]) -> tuple[str, ...]:
        """Pays with those of the optional rows that they leave out."""
        return (*pays, *[LOSE] * (len(self.rows) - len(pays)))
