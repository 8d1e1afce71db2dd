"""The command that runs the service."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from service.analysis import prepare
from service.cli.common import (
    compile_first,
    named_faults,
    progress_bar,
)
from service.house_ways import FOLDER_VARIABLE
from service.web.settings import HOST, PORT


@click.command()
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
@named_faults
def serve(host: str, port: int, workers: int, folder: Path | None, access_log: bool) -> None:
    """Run the HTTP service under gunicorn."""
    compile_first()
    if folder:
        os.environ[FOLDER_VARIABLE] = str(folder.resolve())
    if os.environ.get(FOLDER_VARIABLE):  # checked and built here, where a bar can be shown
        with progress_bar() as progress:
            task = progress.add_task("house ways", total=None)
            prepare()
            progress.update(task, total=1, completed=1)
    settings = {"PAIGOW_HOST": f"[{host}]" if ":" in host else host, "PAIGOW_PORT": str(port)}
    settings["PAIGOW_WORKERS"] = str(workers)
    if access_log:
        settings["PAIGOW_ACCESS_LOG"] = "-"
    command = [sys.executable, "-m", "gunicorn", "-c", "python:service.web.gunicorn_conf", "service.web:create_app()"]
    os.execve(sys.executable, command, {**os.environ, **settings})  # noqa: S606
