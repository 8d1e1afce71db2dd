"""`paigow`: split a hand, look at house ways, build dealer tables, run the service."""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from types import FrameType
from typing import NoReturn

import click

import paigow

_COMMANDS = {
    "split": "hands:split",
    "grade": "hands:grade",
    "value": "hands:value_command",
    "settle": "hands:settle_command",
    "side-bets": "side_bets:side_bets_command",
    "check-side-bet": "side_bets:check_side_bet",
    "drill": "hands:drill_command",
    "deal": "hands:deal_command",
    "house-way": "ways:house_way",
    "build": "ways:build_tables",
    "solve": "game:solve",
    "strategy": "strategy:strategy",
    "analyze": "bulk:analyze",
    "serve": "serving:serve",
    "config": "serving:config",
}
"""Each command by its module and its name there."""


class _Commands(click.Group):
    """Imports a command when it is asked for: compilers and tables take a second to import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(f"paigow.cli.{module}"), name)
        return command


@click.command(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(paigow.__version__, prog_name="paigow")
def main() -> None:
    """Pai Gow Poker: the 21 splits of seven cards, ranked by exact expected value.

    Completion for bash: eval "$(_PAIGOW_COMPLETE=bash_source paigow)"; zsh_source and fish_source for the others.
    """


def run() -> NoReturn:
    """The program: the command, and an end as a shell expects it.

    Ctrl-C ends with status 130, SIGTERM and SIGHUP with 143 and 129, after the clean-up of what was running. Output
    that cannot be written is one line on stderr and status 1.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _end)
    try:
        status = main(standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except click.Abort:
        click.echo("Aborted!", err=True)
        status = 128 + signal.SIGINT
    except OSError as error:
        status = _cannot_write(error)
    except SystemExit as error:
        status = error.code
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError as error:
        status = _cannot_write(error)
    sys.exit(status)


def _end(number: int, _: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


def _cannot_write(error: OSError) -> int:
    click.echo(f"the output cannot be written: {error.strerror}", err=True)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what is left in the buffer has nowhere to go
    return 1
