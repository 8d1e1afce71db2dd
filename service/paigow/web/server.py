"""The HTTP server: gunicorn in this very process, which imports the application from where this package lies.

gunicorn's own command would put the current folder before everything that is installed, and run whatever is called
`paigow` there.
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
        """Give gunicorn its settings, those that it has: older releases have no control socket to be turned off."""
        for name, value in configuration(self._settings).items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Flask:
        """Make the application."""
        return create_app()
