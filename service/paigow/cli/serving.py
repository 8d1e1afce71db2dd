"""The commands that run the service, and that show how it is set."""

from __future__ import annotations

import os
from typing import Any

import click

from paigow.cli.common import JSON, compile_first, named_faults, out, plain_table, progress_bar, usage_error
from paigow.jsontext import to_json
from paigow.settings import SETTINGS, Settings, SettingsError, read_settings


def _options(command: Any) -> Any:
    """An option for each setting."""
    for name, setting in reversed(SETTINGS.items()):
        option = f"--{name.replace('_', '-')}"
        text = f"{setting.meaning[0].upper()}{setting.meaning[1:]}; or {setting.variable}."
        # --access-log alone is a log on stdout
        flag: dict[str, Any] = {"is_flag": False, "flag_value": "-"} if name == "access_log" else {}
        command = click.option(option, name, help=text, metavar=name.upper(), **flag)(command)
    return command


def _settings(options: dict[str, str | None]) -> Settings:
    try:
        return read_settings(options)
    except SettingsError as error:
        usage_error(str(error))


@click.command()
@_options
@named_faults
def serve(**options: str | None) -> None:
    """Run the HTTP service under gunicorn, until SIGTERM or Ctrl-C.

    `paigow config` shows every setting and where it comes from.
    """
    settings = _settings(options)
    for name, setting in SETTINGS.items():  # read again by whoever needs it, workers included
        if settings.sources[name].startswith("--"):
            os.environ[setting.variable] = str(settings[name])
    # Imported only now, because the folder and the target of machine code are chosen when kernels are imported.
    from paigow.answers.warm_up import warm_up  # noqa: PLC0415
    from paigow.jit import origin  # noqa: PLC0415
    from paigow.web.server import Server  # noqa: PLC0415

    compile_first()
    if origin.kept:  # else it is told already
        click.echo(origin, err=True)

    if settings["house_ways"]:  # checked and built here, where a bar can be shown
        with progress_bar() as progress:
            task = progress.add_task("house ways", total=None)
            warm_up()
            progress.update(task, total=1, completed=1)
    Server(settings).run()


@click.command("config")
@_options
@JSON
@named_faults
def config(as_json: bool, **options: str | None) -> None:
    """Show every setting of the service, its source and its meaning."""
    settings = _settings(options)
    if as_json:
        told = {
            name: {
                "value": None if settings[name] is None else str(settings[name]),
                "source": settings.sources[name],
                "variable": setting.variable,
            }
            for name, setting in SETTINGS.items()
        }
        click.echo(to_json(told), nl=False)
        return
    table = plain_table("setting", "value", "from", "variable", "what it is", left=5)
    for name, setting in SETTINGS.items():
        value = "" if settings[name] is None else str(settings[name])
        table.add_row(name, value, settings.sources[name], setting.variable, setting.meaning)
    out.print(table)
