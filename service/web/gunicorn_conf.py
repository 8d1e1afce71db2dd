"""gunicorn's configuration: threads in a few preloaded workers, the kernels compiled before the fork.

`paigow serve` uses it; so does `gunicorn -c python:service.web.gunicorn_conf "service.web:create_app()"`.
"""

import gc
import os
import socket
import struct
import sys
from contextlib import suppress
from typing import Any

from service.web.settings import HOST, MOST_REQUEST_LINE, PATIENCE_SECONDS, PORT, THREADS

bind = f"{os.environ.get('PAIGOW_HOST', HOST)}:{os.environ.get('PAIGOW_PORT', PORT)}"
workers = int(os.environ.get("PAIGOW_WORKERS", os.cpu_count() or 1))
worker_class = "gthread"
threads = THREADS
preload_app = True
limit_request_line = MOST_REQUEST_LINE
keepalive = 75
control_socket_disable = True
forwarder_headers = ""  # no header of a request changes where it goes
timeout = 30
graceful_timeout = 30
accesslog = os.environ.get("PAIGOW_ACCESS_LOG")
# Heartbeats go to memory where there is some, so that a busy disk cannot make a worker look dead.
_memory = "/dev/shm"  # noqa: S108
worker_tmp_dir = _memory if os.path.isdir(_memory) and os.access(_memory, os.W_OK) else None


def when_ready(server: Any) -> None:
    """Just before the workers are forked: spare the memory that they share, and set a time limit for each read.

    The garbage collector would write to every object that was loaded before the fork, and so copy it to each worker.

    gunicorn has no limit for reads, and a stalled client would keep a thread: connections inherit it from the socket
    that they are accepted on.
    """
    gc.collect()
    gc.freeze()
    limit = struct.pack("ll", int(os.environ.get("PAIGOW_PATIENCE", PATIENCE_SECONDS)), 0)
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)


def post_fork(server: Any, worker: Any) -> None:
    """In each worker: let a thread that wakes up wait for its turn instead of taking another one's place.

    One thread at a time has Python's lock. Whoever is pushed aside holds it, or waits for it all the same, and both
    find their caches cold: that costs a busy worker some 15 to 25 % of its requests, see the README. Where it is
    forbidden, it is done without.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
