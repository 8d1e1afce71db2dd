"""The HTTP server: gunicorn in this process, with the application of this package.

gunicorn's own command would put the current folder before the installed packages, and run anything called `paigow`
there.
"""

from __future__ import annotations

from flask import Flask
from gunicorn.app.base import BaseApplication

from paigow.settings import Settings
from paigow.web.app import create_app
from paigow.web.gunicorn_conf import configuration


class Server(BaseApplication):  # type: ignore[misc]
    """The service under gunicorn. `run` ends with the process."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        super().__init__(prog="paigow serve")

    def load_config(self) -> None:
        """Give gunicorn the settings that it knows: older releases have no control socket to turn off."""
        for name, value in configuration(self._settings).items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """Make the application."""
        return create_app()
