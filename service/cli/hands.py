"""Commands about a hand: split, grade, settle, drill, deal, side bets."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from secrets import randbelow
from typing import Any

import click
from rich.table import Table

from service.analysis import Analysis, answer_to
from service.cli.common import (
    CARDS,
    LANG,
    compile_first,
    given,
    named_faults,
    out,
    rule_options,
)
from service.dealing import DealQuestion, deal
from service.drills import DRILL_KINDS, DrillQuestion, drill
from service.grading import Attempt, grade_attempt
from service.house_ways import DEFAULT
from service.settlement import Bet, settle_bet
from service.side_bets import SideBetQuestion, side_bets
from service.side_bets import answer as side_bet_answer
from service.table_rules import Question, TableRules
from service.web.problems import body


@click.command()
@click.argument("cards", **CARDS)
@rule_options
@LANG
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@click.option("--dealer", help="The dealer's seven cards, where they lie face up.")
@click.option("--limit", help="Show the best so many splits, 1 to 21.")
@click.option("--fouls/--no-fouls", default=True, show_default=True, help="Show splits that foul.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service instead of a table.")
@named_faults
def split(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Rank the splits of seven cards, such as: paigow split Jk As Qs Qh Qd 7s 2s."""
    question = Question.read(given(cards, options))
    compile_first()
    answer = answer_to(question)
    if as_json:
        click.echo(body(answer), nl=False)
    else:
        _show(Analysis.of(answer))


def _show(analysis: Analysis) -> None:
    rules = analysis.rules
    out.print(
        f"{' '.join(analysis.cards)}   against {rules['house_way']}, {rules['banker']} banks,\n"
        f"commission {rules['commission']}, {analysis.dealer_hands:,} dealer hand{'s' * (analysis.dealer is None)}"
    )
    usual = TableRules().echo()
    others = [f"{name} {rules[name]}" for name in ("variant", "wheel", "joker", "push") if rules[name] != usual[name]]
    others += [f"dead {' '.join(analysis.dead)}"] * bool(analysis.dead)
    if others:
        out.print(", ".join(others))
    if analysis.dealer:
        out.print(f"The dealer sets {' '.join(analysis.dealer.high.cards)} / {' '.join(analysis.dealer.low.cards)}.")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading, justify in (("", "right"), ("high", "left"), ("low", "left")):
        table.add_column(heading, justify=justify, no_wrap=True)  # type: ignore[arg-type]
    for heading in ("EV", "loss", "win %", "push %", "lose %"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for row in analysis.splits:
        percentages = (row.win_probability, row.push_probability, row.loss_probability)
        table.add_row(
            str(row.rank),
            " ".join(row.high.cards),
            " ".join(row.low.cards),
            f"{row.ev:+.6f}",
            f"{row.ev_loss:.6f}",
            *(f"{100 * share:.3f}" for share in percentages),
            "foul" if row.foul else "house" if row.is_house_way else "",
            style="dim" if row.foul else None,
        )
    out.print(table)
    way = analysis.house_way
    out.print(f"The house way plays {' '.join(way.low)} in front (rank {way.rank}). {way.rule}")


@click.command()
@click.argument("cards", **CARDS)
@click.option("--low", required=True, help="The two cards that you put in front.")
@rule_options
@LANG
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@click.option("--dealer", help="The dealer's seven cards, where they lie face up.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@named_faults
def grade(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Grade your own split of seven cards."""
    attempt = Attempt.read(given(cards, options))
    compile_first()
    graded = grade_attempt(attempt)
    click.echo(body(graded) if as_json else f"{graded.grade}: {graded.explanation}\n", nl=False)


@click.command("settle")
@click.argument("cards", **CARDS)
@click.option("--low", required=True, help="The two cards that you put in front.")
@click.option("--dealer", required=True, help="The dealer's seven cards.")
@click.option("--stake", help="The bet.  [default: 1]")
@rule_options
@LANG
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@named_faults
def settle_command(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Settle a bet against the dealer's hand, set by his house way."""
    bet = Bet.read(given(cards, options))
    compile_first()
    settled = settle_bet(bet)
    if as_json:
        click.echo(body(settled), nl=False)
        return
    for who, choice in (("you", settled.player), ("dealer", settled.dealer)):
        names = f"{choice.high.name} / {choice.low.name}"
        click.echo(f"{who:8}{' '.join(choice.high.cards)} / {' '.join(choice.low.cards)}   {names}")
    for name, winner, copied in (
        ("high", settled.high_winner, settled.high_copy),
        ("low", settled.low_winner, settled.low_copy),
    ):
        click.echo(f"{name} hand: {winner}{', a copy' * copied}")
    why = "foul, " if settled.foul else f"the rule {bet.push}, " if settled.pushed_by_rule else ""
    click.echo(f"{why}{settled.result}: {settled.net} on {settled.stake}")


@click.command("drill")
@click.option("--seed", help="The same seed gives the same drill.")
@click.option("--kind", help=f"One of {', '.join(DRILL_KINDS)}.")
@rule_options
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@named_faults
def drill_command(as_json: bool, **options: Any) -> None:
    """Give a hand worth practising; `paigow grade` has the answer."""
    question = DrillQuestion.read({name: value for name, value in options.items() if value is not None})
    compile_first()
    found = drill(question, randbelow(1 << 32) if question.seed is None else question.seed)
    click.echo(body(found) if as_json else f"{' '.join(found.cards)}   ({found.kind}, seed {found.seed})\n", nl=False)


@click.command("side-bets")
@click.argument("cards", nargs=-1, metavar="[CARDS]")
@click.option("--bet", help=f"One of {', '.join(side_bets())}.  [default: all]")
@click.option("--pays", help="What each row of that bet pays at your table, to 1, such as 8000,2000,...")
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@click.option("--house-way", help=f"How the dealer sets his cards.  [default: {DEFAULT}]")
@LANG
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@named_faults
def side_bets_command(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Show the side bets: how often each row comes up, the house edge, and what seven cards make of them."""
    asked = given(cards, options)
    if not cards:
        del asked["cards"]
    question = SideBetQuestion.read(asked)
    compile_first()
    found = side_bet_answer(question)
    if as_json:
        click.echo(body(found), nl=False)
        return
    for bet in found.side_bets:
        click.echo(f"{bet.name}")
        for row in bet.rows:
            pays = "".join(f"{table.pays[row.id]:>8}" for table in bet.pay_tables)
            now = "" if row.dealer_hands is None else f"   {row.dealer_hands:,} of {bet.dealer_hands:,} now"
            click.echo(f"{' *'[row.id == bet.made]} {row.name:46}{row.hands:>12,}{pays}{now}")
        for table in bet.pay_tables:
            now = "" if table.edge_now is None else f", {table.edge_now:.5%} now"
            net = "" if table.net is None else f", this hand {Decimal(table.net):+f}"
            click.echo(f"  pay table {table.id}: the house keeps {table.edge:.5%}{now}{net}")


@click.command("deal")
@click.option("--seed", help="The same seed gives the same deal.")
@click.option("--players", help="Players besides the dealer, 1 to 6.  [default: 6]")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@named_faults
def deal_command(as_json: bool, **options: Any) -> None:
    """Deal a table, with the dice."""
    question = DealQuestion.read({name: value for name, value in options.items() if value is not None})
    dealt = deal(randbelow(1 << 32) if question.seed is None else question.seed, question.players)
    if as_json:
        click.echo(body(dealt), nl=False)
        return
    dice = " ".join(map(str, dealt.dice))
    click.echo(f"seed {dealt.seed}; dice {dice}: seat {dealt.first_seat} gets the first hand")
    for seat in dealt.seats:
        click.echo(f"{seat.seat}  {seat.who:10}hand {seat.hand}  {' '.join(seat.cards)}")
    click.echo(f"discarded: {' '.join(dealt.discards)}")
