"""The command that solves the whole game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from paigow.cli.common import (
    JSON,
    SCHEDULER,
    WORKERS,
    check_output,
    compile_first,
    named_faults,
    out,
    plain_table,
    progress_bar,
)
from paigow.cli.options import check_commission, rules_of_both_roles
from paigow.executors import cluster, cores, threads
from paigow.jsontext import to_json
from paigow.requests.rules import TableRules
from paigow.storage import whole
from paigow.whole_game.shipped import PLAYERS, PLAYS, Game

_CLUSTER_AHEAD = 64
"""Units in hand at once on a cluster, so that some dozens of cores have work."""


@click.command("solve")
@rules_of_both_roles
@WORKERS
@SCHEDULER
@JSON
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Also write the JSON to this file.")
@named_faults
def solve(workers: int | None, scheduler: str | None, as_json: bool, output: Path | None, **rules: Any) -> None:
    """Solve the whole game: your every hand against every hand of the dealer, by the house way and at best.

    This takes some minutes on two cores. If it is interrupted, call it again and it goes on where it stopped. The
    commission may have at most nine decimal places here.
    """
    # Only this command needs these kernels, so no other waits for them to be compiled.
    from paigow.whole_game.checkpoint import Run  # noqa: PLC0415
    from paigow.whole_game.report import report  # noqa: PLC0415
    from paigow.whole_game.solver import MOST_COMMISSION_PLACES, UNITS, Solver  # noqa: PLC0415

    read = TableRules.read({name: value for name, value in rules.items() if value is not None})
    check_commission(read, MOST_COMMISSION_PLACES)
    if output:
        check_output(output)
    compile_first()
    run = Run(Solver(read))
    if run.done.any():
        click.echo(f"going on with {run.done.sum()} of {UNITS} units done: {run.path}", err=True)
    run.save()
    if not run.kept:
        click.echo(f"{run.path} cannot be written: nothing is kept if this is interrupted", err=True)
    count = workers or cores()
    # The kernel runs without the GIL, so that a thread is a core.
    with cluster(scheduler) if scheduler else threads(count) as executor, progress_bar() as progress:
        task = progress.add_task("solving", total=UNITS, completed=UNITS - len(run.missing()))
        try:
            for _ in run.on(executor, ahead=_CLUSTER_AHEAD if scheduler else 2 * count):
                progress.advance(task)
        except (KeyboardInterrupt, SystemExit):
            kept = f"kept, {run.done.sum()} of {UNITS} units: call again to go on" if run.kept else "nothing is kept"
            click.echo(f"interrupted; {kept}", err=True)
            raise
    game = report(run.solver, run.sums)
    if as_json:
        click.echo(to_json(game), nl=False)
    else:
        _show(game)
    if output:
        with whole(output) as unfinished:
            unfinished.write_bytes(to_json(game))


def _show(game: Game) -> None:
    usual = {name: getattr(TableRules(), name) for name in ("collection", "rounding", "stake")}
    told = {name: value for name, value in game["rules"].items() if usual.get(name, "") != value}
    rules = ", ".join(f"{name} {value}" for name, value in told.items())
    players = [player for player in PLAYERS if f"{player}_optimal" in game]
    out.print(f"{game['house_way']}: {rules}\n{game['deals']:,} deals\n")
    results = plain_table("", "win %", "push %", "lose %", "EV")
    for player in players:
        for play in PLAYS:
            result = game[f"{player}_{play}"]
            shares = (f"{100 * result[name] / game['deals']:.6f}" for name in ("wins", "pushes", "losses"))
            results.add_row(f"{player}, {play.replace('_', ' ')}", *shares, f"{result['ev']:+.8f}")
    out.print(results)
    better = game["hands_where_optimal_is_better"]
    if len(players) == 1:
        out.print("\nThe house way is set without looking; the optimal player sees the dealer's hands first.")
        out.print(f"Looking is worth something with {better['player']:,} hands.\n")
    else:
        banking = f"as banker with {better['banker']:,}"
        out.print(f"\nThe best split is worth more with {better['player']:,} hands, {banking}.\n")
    kinds = plain_table("kind of hand", "hands", *("costs the player", "the banker")[: len(players)])
    for kind in game["kinds"]:
        costs = (f"{kind[f'{player}_cost']:.8f}" for player in players)
        kinds.add_row(kind["kind"], f"{kind['hands']:,}", *costs)
    out.print(kinds)
    for player, habits in game.get("habits", {}).items():
        out.print(f"\nThe costliest habits of the house way, for the {player}:\n")
        _show_habits(habits)


def _show_habits(habits: Iterable[dict[str, Any]]) -> None:
    for habit in habits:
        example = habit["example"]
        plays, better = _hands(habit["plays"]), _hands(habit["better"])
        low, best = " ".join(example["house_way_low"]), " ".join(example["best_low"])
        out.print(f"{habit['cost']:.8f}  {habit['kind']}: {habit['line']}")
        instead = f"another {better}" if plays == better else better
        out.print(f"{'':12}{habit['hands']:,} hands: {plays}, where {instead} is better")
        gain = f"{example['ev_loss']:.4f}"
        out.print(f"{'':12}{' '.join(example['cards'])}: {best} in front, not {low}, is worth {gain} more")


def _hands(hands: dict[str, str]) -> str:
    return f"{hands['high']} / {hands['low']}".replace("_", " ")
