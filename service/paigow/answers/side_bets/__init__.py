"""Side bets: what a seven-card hand makes, how often, and what the house keeps of each pay table.

A bet is one TOML file: `id`, `name`, `looks_at` (whose hand, "player" or "dealer"), `source`, `notes`; its `[[rows]]`,
of which the first that fits pays; and its known `[[pay_tables]]`, each with what every row pays, to 1.
"""

from paigow.answers.side_bets.answers import SideBetAnswer, SideBetQuestion, SideBetsAnswer, answer
from paigow.answers.side_bets.bets import side_bets

__all__ = ["SideBetAnswer", "SideBetQuestion", "SideBetsAnswer", "answer", "side_bets"]
