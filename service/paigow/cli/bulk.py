"""The command that analyses files of hands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from paigow.answers.bulk import read_table, work_on, write_table
from paigow.cli.common import JSON, SCHEDULER, WORKERS, check_output, compile_first, named_faults, progress_bar
from paigow.cli.options import rule_options
from paigow.executors import cluster, cores, in_order, processes
from paigow.faults import invalid
from paigow.jsontext import to_json
from paigow.requests.splits import SharedRules

_CLUSTER_AHEAD = 256
"""Pieces in hand at once on a cluster, so that a hundred cores have work."""


@click.command("analyze")
@click.argument("path", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="[default: FILE with .analysed in it]")
@rule_options
@WORKERS
@SCHEDULER
@JSON
@named_faults
def analyze(
    path: Path, output: Path | None, workers: int | None, scheduler: str | None, as_json: bool, **rules: Any
) -> None:
    """Analyse a file of hands, CSV or Parquet, of any length.

    The column cards has the hand, or columns c1 to c7 have one card each. Columns named like the rules below, dead and
    dealer hold for their row. The output adds the best split with its counts and value, what the house way plays and
    gives up, and in error what is wrong with a row. If any row is wrong, the command ends with status 1.
    """
    shared = {name: value for name, value in rules.items() if value is not None}
    SharedRules.read(shared)
    if output is None and not path.is_file():
        raise invalid("invalid-parameter", f"{path} is no plain file: name the file to write with --output")
    written = output or path.with_name(f"{path.stem}.analysed{path.suffix}")
    if written.resolve() == path.resolve():
        raise invalid("invalid-parameter", f"{written} is the file that is read")
    check_output(written)
    compile_first()
    count = workers or cores()
    rows = failed = 0
    with (
        read_table(path) as table,
        cluster(scheduler) if scheduler else processes(count) as executor,
        progress_bar() as progress,
    ):
        task = progress.add_task("pieces of 1,000 hands", total=None)
        pieces = in_order(executor, work_on(shared), table.pieces(), _CLUSTER_AHEAD if scheduler else 2 * count)
        for some, errors in write_table(written, table, pieces):
            rows += some
            failed += errors
            progress.advance(task)
    beside = not written.is_file()  # a pipe or a terminal has the rows
    if as_json:
        click.echo(to_json({"output": str(written), "rows": rows, "failed": failed}), nl=False, err=beside)
    else:
        click.echo(f"{written}: {_rows(rows)}, of which {failed:,} could not be analysed", err=beside)
    if failed:
        sys.exit(1)


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
