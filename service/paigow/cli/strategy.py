"""The command that writes a strategy card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from paigow.cli.common import JSON, WORKERS, check_output, compile_first, named_faults, progress_bar
from paigow.cli.options import LANG, check_commission, rule_options
from paigow.executors import cores, in_order, threads
from paigow.faults import invalid
from paigow.jsontext import to_json
from paigow.requests.rules import TableRules
from paigow.storage import whole

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("strategy")
@rule_options
@LANG
@click.option("--html", type=_FILE, help="Write the card to this file as a page of HTML.")
@click.option("--toml", type=_FILE, help="Write the strategy to this file as a house way of your own.")
@JSON
@WORKERS
@named_faults
def strategy(html: Path | None, toml: Path | None, as_json: bool, workers: int | None, **rules: Any) -> None:
    """Write a strategy card: a short list of lines for each kind of hand, and their exact cost.

    The cards for the standard rules are shipped. For other rules the whole game is counted, which takes some minutes,
    and the card is kept. The commission may have at most six decimal places here.
    """
    from paigow.strategy import card, store  # noqa: PLC0415 - the whole game's kernels, as in `solve`
    from paigow.strategy.strategies import MOST_COMMISSION_PLACES, toml_of  # noqa: PLC0415

    read = TableRules.read({name: value for name, value in rules.items() if value is not None})
    if read.dealer_is_seen:
        detail = "at a face-up table there is nothing to memorise: you see the dealer's hands before you set yours"
        raise invalid("invalid-parameter", detail, parameter="variant")
    check_commission(read, MOST_COMMISSION_PLACES)
    for option, output in (("html", html), ("toml", toml)):
        if output:
            check_output(output, option)
    if html and toml and html.resolve() == toml.resolve():
        raise invalid("invalid-parameter", "the page and the house way cannot go to the same file", parameter="toml")
    compile_first()
    found = store.shipped(read) or store.found_before(read) or _find(read, workers or cores())
    for output, text in ((html, card.html(found, read.lang)), (toml, toml_of(found))):
        if output:
            with whole(output) as unfinished:
                unfinished.write_text(text, encoding="utf-8")
            click.echo(f"written: {output}", err=True)

    click.echo(to_json(found) if as_json else card.text(found, read.lang), nl=False)


def _find(rules: TableRules, count: int) -> dict[str, Any]:
    """Find the strategies for both roles, keep them, and give the one that is asked for."""
    from paigow.strategy import store  # noqa: PLC0415
    from paigow.strategy.strategies import Finder  # noqa: PLC0415
    from paigow.whole_game.solver import UNITS  # noqa: PLC0415

    click.echo("counting the whole game for these rules: first run only, a few minutes", err=True)
    finder = Finder(rules)
    with threads(count) as executor, progress_bar() as progress:
        task = progress.add_task("counting", total=UNITS)
        for _ in in_order(executor, finder.value, range(UNITS), 2 * count):
            progress.advance(task)
        progress.update(task, description="searching", total=None)
        strategies = list(finder.find())
    store.keep(strategies)
    return next(each for each in strategies if each["rules"]["banker"] == rules.banker)
