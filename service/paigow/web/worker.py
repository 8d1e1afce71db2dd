"""gunicorn's threaded worker and its log, for clients that stall."""

from __future__ import annotations

import sys
from typing import Any

from gunicorn.glogging import Logger
from gunicorn.workers import gthread


class Worker(gthread.ThreadWorker):  # type: ignore[misc]
    """A worker whose threads do not wait for connections that have sent nothing: those are left to its poller.

    gunicorn gives each of them a thread for five seconds, so that a few silent clients would keep all threads.
    """

    def handle(self, conn: Any) -> Any:
        """Handle a request, if there is one."""
        wait_for_data = getattr(conn, "wait_for_data", None)  # older releases have none
        if wait_for_data and not conn.initialized and not wait_for_data(0):
            return gthread._DEFER
        return super().handle(conn)


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log. A client that stalls in the middle of a request is no error of ours, and leaves no trace."""

    def exception(self, msg: str, *args: Any, **options: Any) -> None:
        """Log the exception at hand."""
        if isinstance(sys.exc_info()[1], BlockingIOError):
            self.info("a client has stalled in the middle of its request, and was dropped")
        else:
            super().exception(msg, *args, **options)
