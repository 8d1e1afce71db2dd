"""gunicorn's configuration: threads in a few preloaded workers, the kernels compiled before the fork.

`paigow serve` uses it; so does `gunicorn -c python:paigow.web.gunicorn_conf "paigow.web:create_app()"`.
"""

import gc
import os
import socket
import struct
import sys
from contextlib import suppress
from typing import Any

from paigow.settings import Settings, SettingsError, read_settings
from paigow.web.limits import MOST_REQUEST_LINE

# Heartbeats go to memory where there is some, so that a busy disk cannot make a worker look dead.
_MEMORY = "/dev/shm"  # noqa: S108


def configuration(settings: Settings) -> dict[str, Any]:
    """gunicorn's settings, from ours."""
    host = settings["host"]
    return {
        "bind": f"{f'[{host}]' if ':' in host else host}:{settings['port']}",
        "workers": settings["workers"],
        "worker_class": "paigow.web.worker.Worker",
        "threads": settings["threads"],
        "preload_app": True,
        "limit_request_line": MOST_REQUEST_LINE,
        "keepalive": 75,
        "control_socket_disable": True,
        "forwarder_headers": "",  # no header of a request changes where it goes
        "timeout": 30,
        "graceful_timeout": 30,
        "accesslog": settings["access_log"],
        "worker_tmp_dir": _MEMORY if os.path.isdir(_MEMORY) and os.access(_MEMORY, os.W_OK) else None,
        "logger_class": "paigow.web.worker.Log",
        "when_ready": when_ready,
        "post_fork": post_fork,
    }


def when_ready(server: Any) -> None:
    """Just before the workers are forked: keep the memory that they share, and set a time limit for each read.

    The garbage collector would write to every object that was loaded before the fork, and so copy it to each worker.

    gunicorn has no time limit for reads, and a stalled client would keep a thread. Connections inherit the limit from
    the socket that accepts them. The system holds back a connection that sends nothing for as long; after that, a
    worker's poller does, see `worker`.
    """
    gc.collect()
    gc.freeze()
    patience = read_settings()["patience"]
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", patience, 0))
        if hasattr(socket, "TCP_DEFER_ACCEPT"):
            listener.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, patience)


def post_fork(server: Any, worker: Any) -> None:
    """In each worker: let a thread that wakes up wait for its turn instead of taking another one's place.

    Only one thread at a time has Python's lock. A thread that is pushed aside holds the lock, or waits for it anyway,
    and both find their caches cold: that costs a busy worker 15 to 25 % of its requests, see the README. Nothing is
    changed where the system forbids it.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


try:
    globals().update(configuration(read_settings()))
except SettingsError as error:
    print(error, file=sys.stderr)
    raise SystemExit(2) from None
