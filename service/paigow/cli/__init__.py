"""`paigow`: split a hand, look at house ways, build dealer tables, run the service."""

from __future__ import annotations

from importlib import import_module

import click

import paigow

_COMMANDS = {
    "split": "hands:split",
    "grade": "hands:grade",
    "settle": "hands:settle_command",
    "side-bets": "hands:side_bets_command",
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
