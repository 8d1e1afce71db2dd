"""What the commands share: options, tables, the progress bar, and how faults are told."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from paigow.datafiles import FileError
from paigow.faults import Fault, InvalidInput, Unusable, invalid
from paigow.jsontext import to_json

P = ParamSpec("P")

_ANY_WIDTH = 10_000
"""Nothing in a table is cut, however narrow the terminal."""


class _Console(Console):
    """Text without style where `NO_COLOR` is set. A closed pipe raises `BrokenPipeError`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto", **options)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


out = _Console(soft_wrap=True, width=_ANY_WIDTH)
err = _Console(stderr=True)


def plain_table(*headings: str, left: int = 1) -> Table:
    """A table of words in the first `left` columns, and of numbers in the others."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="left" if number < left else "right", no_wrap=True)
    return table


def progress_bar() -> Progress:
    """A bar with its counts and the time passed, on terminals only."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=err, transient=True, disable=not err.is_terminal)


def compile_first() -> None:
    """Have the kernels compiled: about 20 seconds on the first run; later they come from the cache, without a bar."""
    from paigow.jit import compile_kernels, compiled_before, ensure_compiled, kernels_waiting, origin  # noqa: PLC0415 - slow

    if compiled_before():
        ensure_compiled()
        return
    with progress_bar() as progress:
        if not err.is_terminal:
            click.echo("compiling the kernels: first run only, about 20 seconds", err=True)
        task = progress.add_task("compiling the kernels", total=kernels_waiting())
        for _ in compile_kernels():
            progress.advance(task)
    if not origin.kept:
        click.echo(origin, err=True)


def check_output(output: Path, option: str = "output") -> None:
    """Refuse a file that cannot be written, before the work for it is done. It does not make the file."""
    try:
        there = output.exists()
        output.open("ab").close()
        if not there:
            output.unlink()
    except OSError as error:
        raise invalid("invalid-parameter", f"{output} cannot be written: {error.strerror}", parameter=option) from None


def usage_error(message: str) -> NoReturn:
    """End with a message on stderr and the status of a wrong call."""
    click.echo(message, err=True)
    sys.exit(2)


def named_faults(command: Callable[P, None]) -> Callable[P, None]:
    """Run a command; bad input ends it with its faults on stderr and status 2, a bad table or file with status 1.

    With `--json` the faults of a data file are printed as JSON. A reader who closes the pipe has seen enough.
    """

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            if sys.stdout:
                sys.stdout.flush()
        except InvalidInput as error:
            usage_error("\n".join(map(_told, error.faults)))
        except Unusable as error:
            if isinstance(error, FileError) and kwargs.get("as_json"):
                click.echo(to_json({"faults": error.faults}), nl=False)
            else:
                click.echo(error, err=True)
            sys.exit(1)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except OSError as error:
            if error.filename is None:
                raise
            click.echo(f"{error.filename}: {error.strerror}", err=True)
            sys.exit(1)

    return run


def _told(fault: Fault) -> str:
    """A fault in the words of the command line: it names the option instead of the parameter."""
    if fault.parameter is None:
        return fault.detail
    options = [param for param in click.get_current_context().command.params if isinstance(param, click.Option)]
    name = next((option.opts[0] for option in options if option.name == fault.parameter), fault.parameter)
    # Not in a path: card.html is no option.
    word = rf"(?<![\w./-]){re.escape(fault.parameter)}(?![\w./])"
    told, found = re.subn(word, name, fault.detail, count=1)
    return told if found else f"{name}: {fault.detail}"


JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON; for a hand, the answer of the HTTP service.")
WORKERS = click.option(
    "--workers", type=click.IntRange(1, 1024), help="Threads or processes to use.  [default: the cores]"
)
SCHEDULER = click.option("--scheduler", metavar="ADDRESS", help="Use the Dask cluster of this scheduler.")
