"""Side bets: their rows and pay tables, and which row a hand makes.

A bet is one TOML file: `id`, `name`, `looks_at` (whose hand, "player" or "dealer"), `source`, `notes`; its `[[rows]]`,
of which the first that fits pays; and its known `[[pay_tables]]`, each with what every row pays, to 1.
"""

from paigow.side_bets.bets import PayTable, Row, SideBet, side_bets
from paigow.side_bets.hands import rows_made

__all__ = ["PayTable", "Row", "SideBet", "rows_made", "side_bets"]
