"""`paigow`: split a hand, look at house ways, build dealer tables, run the service."""

from __future__ import annotations

import click

import service
from service.cli.bulk import analyze
from service.cli.game import solve
from service.cli.hands import deal_command, drill_command, grade, settle_command, side_bets_command, split
from service.cli.serving import serve
from service.cli.strategy import strategy
from service.cli.ways import build_tables, house_way


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(service.__version__, prog_name="paigow")
def main() -> None:
    """Pai Gow Poker: the 21 splits of seven cards, ranked by exact expected value."""


for command in (
    split,
    grade,
    settle_command,
    side_bets_command,
    drill_command,
    deal_command,
    house_way,
    build_tables,
    solve,
    strategy,
    analyze,
    serve,
):
    main.add_command(command)
