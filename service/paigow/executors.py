"""Where long work is done: on threads or processes of this machine, or on a Dask cluster.

All three are executors like those of the standard library. On a cluster the work of a lost worker goes to another one,
so any piece of work may be done twice.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from math import ceil
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

from paigow.faults import Unusable

CLUSTER_TIMEOUT = "10s"
"""How long a scheduler may take to answer at first."""

T = TypeVar("T")
R = TypeVar("R")

_RETRIES = 10
"""How many workers may be lost with the same piece of work."""


class NoCluster(Unusable, ValueError):
    """A scheduler that cannot be reached, or Dask is not installed; the message says what to do."""


def cores() -> int:
    """How many cores this process may use: those it may run on, up to the limit of its control group.

    A container with a limit of two and a half cores has three, on a machine of 64 too.
    """
    allowed = len(os.sched_getaffinity(0))
    limit = _core_limit(Path("/sys/fs/cgroup"), Path("/proc/self/cgroup"))
    return max(1, allowed if limit is None else min(allowed, ceil(limit)))


def _core_limit(root: Path, groups: Path) -> float | None:
    """The lowest limit of the process's control groups, in cores; None without a limit. Reads versions 2 and 1."""
    found = []
    own = [line.split(":", 2)[-1] for line in _read(groups).splitlines() if line.startswith("0::")]
    group = root / (own[0].strip("/") if own else "")
    for folder in (group, *group.parents):
        if folder.is_relative_to(root):
            found.append(_read(folder / "cpu.max").split())
    found += [[_read(root / "cpu" / f"cpu.cfs_{name}_us").strip() for name in ("quota", "period")]]
    limits = [int(time[0]) / int(time[1]) for time in found if len(time) == 2 and all(map(str.isdecimal, time))]
    return min((limit for limit in limits if limit), default=None)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


@contextmanager
def threads(count: int) -> Iterator[Executor]:
    """Threads, for work that runs without the GIL."""
    with ThreadPoolExecutor(count) as pool:
        yield pool


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Fresh processes, for work that is mostly Python.

    They end with this process, however it ends; Ctrl-C is for this process alone.
    """
    with ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_end_with_parent) as pool:
        with _interrupts_ignored():  # which processes that are started meanwhile inherit
            for _ in range(count):
                pool.submit(int)
        yield pool


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)


def _end_with_parent() -> None:
    """Watch the process that has started this one: killed, it could not tell its workers to end."""
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    Thread(target=watch, daemon=True).start()


@contextmanager
def cluster(scheduler: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, by the address of its scheduler. They must have this package installed."""
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError:
        raise NoCluster('for a cluster, install the extra "cluster", which brings distributed') from None
    try:
        client: Any = Client(scheduler, timeout=CLUSTER_TIMEOUT)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise NoCluster(f"no scheduler at {scheduler}: {error}") from None
    with client:
        yield client.get_executor(pure=False, retries=_RETRIES)


def in_order(executor: Executor, work: Callable[[T], R], items: Iterable[T], ahead: int) -> Iterator[R]:
    """The results in the order of the items, with at most `ahead` items in hand at once."""
    rest = iter(items)
    waiting: deque[Future[R]] = deque(executor.submit(work, item) for item in islice(rest, ahead))
    try:
        while waiting:
            result = waiting.popleft().result()
            waiting.extend(executor.submit(work, item) for item in islice(rest, 1))
            yield result
    finally:
        for future in waiting:
            future.cancel()
