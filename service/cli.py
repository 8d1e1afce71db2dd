"""`paigow`: split a hand, look at house ways, build dealer tables, run the service."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from secrets import randbelow
from textwrap import fill
from typing import Any, ParamSpec

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

import service
from service.analysis import Analysis, answer_to, counter, dealer_choice, house_setting, prepare
from service.dealer.classes import representatives
from service.dealer.comparison import Description
from service.dealer.tables import SHIPPED, TableError, build, save
from service.dealing import DealQuestion, deal
from service.drills import DRILL_KINDS, DrillQuestion, drill
from service.faults import InvalidInput
from service.grading import Attempt, grade_attempt
from service.house_ways import DEFAULT, FOLDER_VARIABLE, HouseWayError, clash, house_ways, parse
from service.house_ways.engine import Hands
from service.jit import compile_kernels, compiled_before, kernels_waiting, ready
from service.settlement import Bet, settle_bet
from service.table_rules import HandQuestion, Question, Spoken, TableRules
from service.web.problems import body
from service.web.settings import HOST, PORT

P = ParamSpec("P")

_out = Console(highlight=False, soft_wrap=True)
_err = Console(highlight=False, stderr=True)


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=_err, transient=True, disable=not _err.is_terminal)


def _compile() -> None:
    """Have the kernels compiled: some seconds on the first run, from the cache, and without a bar, afterwards."""
    if compiled_before():
        ready()
        return
    if not _err.is_terminal:
        click.echo("compiling the kernels: some seconds, this once", err=True)
    with _progress() as progress:
        task = progress.add_task("compiling the kernels", total=kernels_waiting())
        for _ in compile_kernels():
            progress.advance(task)


def _named_faults(command: Callable[P, None]) -> Callable[P, None]:
    """Run a command; bad input ends it with its faults on stderr and status 2, a bad table or file with status 1."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except InvalidInput as error:
            for fault in error.faults:
                named = fault.parameter is None or fault.parameter in fault.detail
                click.echo(fault.detail if named else f"{fault.parameter}: {fault.detail}", err=True)
            sys.exit(2)
        except (TableError, HouseWayError) as error:
            click.echo(error, err=True)
            sys.exit(1)

    return run


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(service.__version__, prog_name="paigow")
def main() -> None:
    """Pai Gow Poker: the 21 splits of seven cards, ranked by exact expected value."""


class _WayId(click.ParamType[str]):
    """The id of a house way. Which there are is asked only when a command runs, and knows its folder of them."""

    name = "id"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value.lower() not in house_ways():
            self.fail(f"no such house way; there are: {', '.join(house_ways())}", param, ctx)
        return value.lower()


_WAYS = _WayId()
_CARDS: dict[str, Any] = {"nargs": -1, "required": True, "metavar": "CARDS"}


_LANG = click.option("--lang", help="Language of hands, rules and explanations: en or es.  [default: en]")
_RULES = (
    click.option("--house-way", help=f"How the dealer sets his cards.  [default: {DEFAULT}]"),
    click.option("--variant", help="standard, ez, face-up or commission-free: a bundle of the rules below."),
    click.option("--commission", help="Share of a win that is kept, 0 to 1.  [default: 0.05]"),
    click.option("--banker", help="Who wins copies: dealer or player.  [default: dealer]"),
    click.option("--wheel", help="Rank of A-2-3-4-5: second or lowest.  [default: second]"),
    click.option("--joker", help="semi-wild or wild.  [default: semi-wild]"),
    click.option("--push", help="Dealer's hands that push: none, queen-high, ace-high or front-nine-high."),
    _LANG,
)


def _rule_options(command: Callable[P, None]) -> Callable[P, None]:
    """The options for the rules of the table."""
    for option in reversed(_RULES):
        command = option(command)
    return command


def _given(cards: Sequence[str], options: dict[str, Any]) -> dict[str, Any]:
    """What was asked: the cards, and the options that were given."""
    return {"cards": " ".join(cards), **{name: value for name, value in options.items() if value is not None}}


@main.command()
@click.argument("cards", **_CARDS)
@_rule_options
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@click.option("--dealer", help="The dealer's seven cards, where they lie face up.")
@click.option("--limit", help="Show the best so many splits, 1 to 21.")
@click.option("--fouls/--no-fouls", default=True, show_default=True, help="Show splits that foul.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service instead of a table.")
@_named_faults
def split(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Rank the splits of seven cards, such as: paigow split Jk As Qs Qh Qd 7s 2s."""
    question = Question.read(_given(cards, options))
    _compile()
    answer = answer_to(question)
    if as_json:
        click.echo(body(answer), nl=False)
    else:
        _show(Analysis.of(answer))


def _show(analysis: Analysis) -> None:
    rules = analysis.rules
    _out.print(
        f"{' '.join(analysis.cards)}   against {rules['house_way']}, {rules['banker']} banks,\n"
        f"commission {rules['commission']}, {analysis.dealer_hands:,} dealer hand{'s' * (analysis.dealer is None)}"
    )
    usual = TableRules().echo()
    others = [f"{name} {rules[name]}" for name in ("variant", "wheel", "joker", "push") if rules[name] != usual[name]]
    others += [f"dead {' '.join(analysis.dead)}"] * bool(analysis.dead)
    if others:
        _out.print(", ".join(others))
    if analysis.dealer:
        _out.print(f"The dealer sets {' '.join(analysis.dealer.high.cards)} / {' '.join(analysis.dealer.low.cards)}.")
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
    _out.print(table)
    way = analysis.house_way
    _out.print(f"The house way plays {' '.join(way.low)} in front (rank {way.rank}). {way.rule}")


@main.command()
@click.argument("cards", **_CARDS)
@click.option("--low", required=True, help="The two cards that you put in front.")
@_rule_options
@click.option("--dead", help="Cards known to be elsewhere, up to 39.")
@click.option("--dealer", help="The dealer's seven cards, where they lie face up.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@_named_faults
def grade(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Grade your own split of seven cards."""
    attempt = Attempt.read(_given(cards, options))
    _compile()
    graded = grade_attempt(attempt)
    click.echo(body(graded) if as_json else f"{graded.grade}: {graded.explanation}\n", nl=False)


@main.command("settle")
@click.argument("cards", **_CARDS)
@click.option("--low", required=True, help="The two cards that you put in front.")
@click.option("--dealer", required=True, help="The dealer's seven cards.")
@click.option("--stake", help="The bet.  [default: 1]")
@_rule_options
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@_named_faults
def settle_command(cards: Sequence[str], as_json: bool, **options: Any) -> None:
    """Settle a bet against the dealer's hand, set by his house way."""
    bet = Bet.read(_given(cards, options))
    _compile()
    settled = settle_bet(bet)
    if as_json:
        click.echo(body(settled), nl=False)
        return
    for who, choice in (("you", settled.player), ("dealer", settled.dealer)):
        click.echo(f"{who:8}{' '.join(choice.high.cards)} / {' '.join(choice.low.cards)}")
    for name, winner, copied in (
        ("high", settled.high_winner, settled.high_copy),
        ("low", settled.low_winner, settled.low_copy),
    ):
        click.echo(f"{name} hand: {winner}{', a copy' * copied}")
    why = "foul, " if settled.foul else f"the rule {bet.push}, " if settled.pushed_by_rule else ""
    click.echo(f"{why}{settled.result}: {settled.net} on {settled.stake}")


@main.command("drill")
@click.option("--seed", help="The same seed gives the same drill.")
@click.option("--kind", help=f"One of {', '.join(DRILL_KINDS)}.")
@_rule_options
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@_named_faults
def drill_command(as_json: bool, **options: Any) -> None:
    """Give a hand worth practising; `paigow grade` has the answer."""
    question = DrillQuestion.read({name: value for name, value in options.items() if value is not None})
    _compile()
    found = drill(question, randbelow(1 << 32) if question.seed is None else question.seed)
    click.echo(body(found) if as_json else f"{' '.join(found.cards)}   ({found.kind}, seed {found.seed})\n", nl=False)


@main.command("deal")
@click.option("--seed", help="The same seed gives the same deal.")
@click.option("--players", help="Players besides the dealer, 1 to 6.  [default: 6]")
@click.option("--json", "as_json", is_flag=True, help="Print the answer of the HTTP service.")
@_named_faults
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


@main.group()
def house_way() -> None:
    """How casinos set their dealer's hand."""


@house_way.command("list")
@_named_faults
def list_ways() -> None:
    """List the house ways."""
    for fault in prepare():
        click.echo(f"left out: {fault}", err=True)
    for way in house_ways().values():
        click.echo(f"{way.id:14}{way.name}, {way.place}{' (default)' * (way.id == DEFAULT)}")


@house_way.command("show")
@click.argument("way_id", type=_WAYS, metavar="ID")
@_LANG
@_named_faults
def show_way(way_id: str, lang: str | None) -> None:
    """Show the lines of a house way, in order: the first that fits decides."""
    words = Spoken.read({"lang": lang} if lang else {}).lang
    way = house_ways()[way_id]
    click.echo(f"{way.name}, {way.place}\n{way.source}\n")
    for line in (*way.all_lines, *(line for lines in way.choices.values() for line in lines)):
        click.echo(f"{line.owner:16}{line.text}")
        click.echo(fill(line.words[words], 78, initial_indent=" " * 16, subsequent_indent=" " * 16))
    for note in way.notes:
        click.echo("\n" + fill(f"Note: {note}", 78))


@house_way.command("split")
@click.argument("way_id", type=_WAYS, metavar="ID")
@click.argument("cards", **_CARDS)
@click.option("--wheel", help="Rank of A-2-3-4-5: second or lowest.  [default: second]")
@click.option("--joker", help="semi-wild or wild.  [default: semi-wild]")
@_LANG
@_named_faults
def split_by_way(way_id: str, cards: Sequence[str], **options: Any) -> None:
    """Set seven cards as a house way does."""
    question = HandQuestion.read(_given(cards, options))
    _compile()
    tables = counter(way_id, question.wheel, question.joker).tables
    choice = dealer_choice(house_setting(tables, house_ways()[way_id], question.cards), tables.ranking, question.lang)
    click.echo(f"{' '.join(choice.high.cards)} / {' '.join(choice.low.cards)}")
    click.echo(f"{choice.high.name} / {choice.low.name}\n{choice.rule}")


@house_way.command("check")
@click.argument("path", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--against", type=_WAYS, help="Say where it differs from this house way.")
@_named_faults
def check_way(path: Path, against: str | None) -> None:
    """Check a house way file: its faults, or how often each line fires, with an example."""
    way = parse(path.read_bytes(), str(path))
    if taken := clash(way):
        raise HouseWayError([taken])
    _compile()
    described = Description(way)
    click.echo(f"{way.id} sets all 154,143,080 hands without a foul.\n")
    owner = ""
    for sample in described.samples():
        if sample.line.owner != owner:
            owner = sample.line.owner
            click.echo(owner)
        click.echo(f"  {sample.line.text}")
        click.echo(f"{sample.hands:>15,} hands{', such as ' if sample.hands else ''}{sample.example}")
    if against:
        differences = list(described.differences(house_ways()[against]))
        total = sum(difference.hands for difference in differences)
        click.echo(f"\n{way.id} and {against} set {total:,} hands differently.")
        for difference in differences:
            click.echo(f"{difference.kind}\n{difference.hands:>15,} hands, such as {difference.ours}")
            click.echo(f"{against:>15}            {difference.theirs}")


@main.command("build")
@click.option("--house-way", "way_ids", type=_WAYS, multiple=True, help="Build this one only; may be repeated.")
@click.option("--output", type=click.Path(file_okay=False, path_type=Path), default=SHIPPED, help="Folder to write to.")
@_named_faults
def build_tables(way_ids: Sequence[str], output: Path) -> None:
    """Set all 292,253 classes of dealer hands by each house way, and write the dealer tables."""
    ways = [house_ways()[way_id] for way_id in way_ids] or [way for way in house_ways().values() if way.shipped]
    _compile()
    with _progress() as progress:
        task = progress.add_task("building", total=len(ways) + 1)
        hands = Hands.of(representatives())
        progress.advance(task)
        for way in ways:
            progress.update(task, description=f"building {way.id}")
            tables = build(way, hands)
            save(way, tables, output)
            click.echo(f"{way.id:14}{tables.digest}")
            progress.advance(task)


@main.command()
@click.option("--host", default=HOST, show_default=True, help="Address to listen on.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--workers", default=os.cpu_count() or 1, show_default="the cores", type=click.IntRange(1, 256))
@click.option(
    "--house-ways",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Serve the house way files of this folder too; or name it in PAIGOW_HOUSE_WAYS.",
)
@click.option("--access-log", is_flag=True, help="Log every request to stdout.")
@_named_faults
def serve(host: str, port: int, workers: int, folder: Path | None, access_log: bool) -> None:
    """Run the HTTP service under gunicorn."""
    _compile()
    if folder:
        os.environ[FOLDER_VARIABLE] = str(folder.resolve())
    with _progress() as progress:  # an operator's house ways are checked and built here; the service finds them built
        task = progress.add_task("house ways", total=None)
        prepare()
        progress.update(task, total=1, completed=1)
    settings = {"PAIGOW_HOST": f"[{host}]" if ":" in host else host, "PAIGOW_PORT": str(port)}
    settings["PAIGOW_WORKERS"] = str(workers)
    if access_log:
        settings["PAIGOW_ACCESS_LOG"] = "-"
    command = [sys.executable, "-m", "gunicorn", "-c", "python:service.web.gunicorn_conf", "service.web:create_app()"]
    os.execve(sys.executable, command, {**os.environ, **settings})  # noqa: S606
