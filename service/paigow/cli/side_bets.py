"""Commands about side bets: what they are and what a hand makes of them, and whether a file of one is right."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import click

from paigow.answers.side_bet_check import check_side_bets, faults_of
from paigow.answers.side_bets import SideBetAnswer, describe_bet, side_bets_answer
from paigow.cli.common import JSON, compile_first, named_faults, out, plain_table
from paigow.cli.frames import Frames
from paigow.cli.options import HOUSE_WAY, LANG, Word, given
from paigow.jsontext import to_json
from paigow.requests.side_bets import SideBetsRequest
from paigow.side_bets import id_conflict, read_file, side_bets
from paigow.side_bets.pays import LOSE, PUSH


@click.command("side-bets")
@click.argument("cards", nargs=-1, metavar="[CARDS]")
@click.option("--bet", type=Word([*side_bets()]), help="Which side bet.  [default: all]")
@click.option("--pays", help="What each row of that bet pays at your table: amounts, push, lose, or 10% of the meter.")
@click.option("--odds", help="How those are meant: to-one, so that 0 pushes, or for-one, so that 0 loses.")
@click.option("--stake", help="The bet that those are for.  [default: 1]")
@click.option("--meter", help="What a progressive's meter shows.")
@click.option("--first-three", help="The three cards dealt first, for a bet on them.")
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@HOUSE_WAY
@LANG
@JSON
@named_faults
def side_bets_command(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Show the side bets: how often each row comes up, the house edge, and what seven cards make of them."""
    asked = given(cards, options)
    if not cards:
        del asked["cards"]
    for warning in check_side_bets():
        click.echo(warning, err=True)
    request = SideBetsRequest.read(asked)
    compile_first()
    found = side_bets_answer(request)
    if as_json:
        click.echo(to_json(found), nl=False)
        return
    for bet in found.side_bets:
        _show(bet, Frames(request.lang))


@click.command("check-side-bet")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@LANG
@JSON
@named_faults
def check_side_bet(path: Path, as_json: bool, **options: Any) -> None:
    """Check the file of a side bet: its faults, or the count of each row and the edge of each pay table."""
    request = SideBetsRequest.read({name: value for name, value in options.items() if value is not None})
    compile_first()
    bet = read_file(path, lambda bet, readable: [*id_conflict(bet), *(faults_of(bet) if readable else ())])
    found = describe_bet(bet, request)
    if as_json:
        click.echo(to_json(found), nl=False)
        return
    _show(found, Frames(request.lang))


def _show(bet: SideBetAnswer, say: Frames) -> None:
    out.print(bet.name)
    now = [] if bet.dealer_hands is None else [say("now", hands=say.number(f"{bet.dealer_hands:,}"))]
    pays = [say("pays", table=table.id) for table in bet.pay_tables]
    rows = plain_table("", say("row"), say("hands"), *pays, *now, left=2)
    for row in bet.rows:
        mark = "*" if row.id == bet.made else ""
        left = [] if row.dealer_hands is None else [say.number(f"{row.dealer_hands:,}")]
        pays = [_pay(table.pays[row.id], say) for table in bet.pay_tables]
        rows.add_row(mark, row.name, say.number(f"{row.hands:,}"), *pays, *left)
    out.print(rows)
    if not bet.pay_tables:
        return
    facts: list[tuple[str, list[str | None]]] = [
        ("edge", [_percent(table.edge) for table in bet.pay_tables]),
        ("edge with envy", [_percent((table.edges_with_envy or [None])[-1]) for table in bet.pay_tables]),
        ("edge now", [_percent(table.edge_now) for table in bet.pay_tables]),
        ("break-even meter", [_amount(table.break_even_meter) for table in bet.pay_tables]),
        ("net of hand", [table.net and f"{Decimal(table.net):+f}" for table in bet.pay_tables]),
    ]
    told = [(name, values) for name, values in facts if any(value is not None for value in values)]
    tables = plain_table("", *(say(name) for name, _ in told))
    for number, table in enumerate(bet.pay_tables):
        tables.add_row(say("table", table=table.id), *(say.number(values[number] or "") for _, values in told))
    out.print(tables)


def _pay(pay: str, say: Frames) -> str:
    return say(f"row {pay}") if pay in (PUSH, LOSE) else say.number(pay)


def _percent(share: float | None) -> str | None:
    return None if share is None else f"{100 * share:.5f} %"


def _amount(money: float | None) -> str | None:
    return None if money is None else f"{money:,.2f}"
