"""What the commands share: their options, the progress bar, and how faults are told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from service.dealer.tables import TableError
from service.executors import NoCluster
from service.faults import InvalidInput, invalid
from service.house_ways import DEFAULT, HouseWayError, house_ways, left_out
from service.jit import compile_kernels, compiled_before, kernels_waiting, ready
from service.self_check import CountError
from service.table_rules import TableRules

P = ParamSpec("P")

out = Console(highlight=False, soft_wrap=True)
err = Console(highlight=False, stderr=True)


def progress_bar() -> Progress:
    """A bar with its counts and the time passed, on a terminal only."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def compile_first() -> None:
    """Have the kernels compiled: some seconds on the first run, from the cache, and without a bar, afterwards."""
    if compiled_before():
        ready()
        return
    if not err.is_terminal:
        click.echo("compiling the kernels: some seconds, this once", err=True)
    with progress_bar() as progress:
        task = progress.add_task("compiling the kernels", total=kernels_waiting())
        for _ in compile_kernels():
            progress.advance(task)


def check_commission(rules: TableRules, most_places: int) -> None:
    """Refuse a commission with more decimal places than can be counted exactly."""
    if len(rules.commission.partition(".")[2]) > most_places:
        detail = f"here commission has at most {most_places} decimal places"
        raise invalid("invalid-parameter", detail, value=rules.commission, parameter="commission")


def check_output(output: Path, option: str = "output") -> None:
    """Refuse a file that cannot be written, before the work for it is done. Makes its folder, but not the file."""
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        there = output.exists()
        output.open("ab").close()
        if not there:
            output.unlink()
    except OSError as error:
        raise invalid("invalid-parameter", f"{output} cannot be written: {error.strerror}", parameter=option) from None


def named_faults(command: Callable[P, None]) -> Callable[P, None]:
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
        except (TableError, CountError, HouseWayError, NoCluster) as error:
            click.echo(error, err=True)
            sys.exit(1)

    return run


class _WayId(click.ParamType[str]):
    """The id of a house way. Which there are is asked only when a command runs, and knows its folder of them."""

    name = "id"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value.lower() not in house_ways():
            faults = "".join(f"\nleft out: {fault}" for fault in left_out())
            self.fail(f"no such house way; there are: {', '.join(house_ways())}{faults}", param, ctx)
        return value.lower()


WAYS = _WayId()
CARDS: dict[str, Any] = {"nargs": -1, "required": True, "metavar": "CARDS"}


LANG = click.option("--lang", help="Language of the names of hands, rules and explanations: en or es.  [default: en]")
_BANKER = click.option("--banker", help="Who wins copies: dealer or player.  [default: dealer]")
_RULES = (
    click.option("--house-way", help=f"How the dealer sets his cards.  [default: {DEFAULT}]"),
    click.option("--variant", help="standard, ez, face-up or commission-free: a bundle of the rules below."),
    click.option("--commission", help="Share of a win that is kept, 0 to 1.  [default: 0.05]"),
    click.option("--wheel", help="Rank of A-2-3-4-5: second or lowest.  [default: second]"),
    click.option("--joker", help="semi-wild or wild.  [default: semi-wild]"),
    click.option("--push", help="Dealer's hands that push: none, queen-high, ace-high or front-nine-high."),
)


WORKERS = click.option("--workers", type=click.IntRange(1, 1024), help="How many at once.  [default: the cores]")
SCHEDULER = click.option("--scheduler", metavar="ADDRESS", help="Work on the Dask cluster of this scheduler.")


def rule_options(command: Callable[P, None]) -> Callable[P, None]:
    """The options for the rules of the table."""
    return rules_of_both_roles(_BANKER(command))


def rules_of_both_roles(command: Callable[P, None]) -> Callable[P, None]:
    """The same, but for who banks."""
    for option in reversed(_RULES):
        command = option(command)
    return command


def given(cards: Sequence[str], options: dict[str, Any]) -> dict[str, Any]:
    """What was asked: the cards, and the options that were given."""
    return {"cards": " ".join(cards), **{name: value for name, value in options.items() if value is not None}}
