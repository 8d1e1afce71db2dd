"""Side bets: their rows and pay tables, and which row a hand makes.

A bet is one TOML file: `id`, `name`, `looks_at` (whose hand, "player" or "dealer"), `cards` (7, or 3 for a bet on the
player's first three), `source`, `notes`; its `[[rows]]`, of which the first that fits counts; its known
`[[pay_tables]]`, each with what every row pays; and an `[envy]` bonus for the hands of other players, if it has one.
"""

from paigow.side_bets.bets import Envy, PayTable, Row, SideBet
from paigow.side_bets.files import parse
from paigow.side_bets.hands import rows_made
from paigow.side_bets.registry import exclude, excluded, side_bets
from paigow.side_bets.three_cards import all_threes, threes_made

__all__ = [
    "Envy",
    "PayTable",
    "Row",
    "SideBet",
    "all_threes",
    "exclude",
    "excluded",
    "parse",
    "rows_made",
    "side_bets",
    "threes_made",
]
