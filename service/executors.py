"""Where much work is done: on threads or processes of this machine, or on a Dask cluster.

All three are executors of the standard library's kind. What they are given is done as often as it takes: on a cluster,
what a lost worker had in hand goes to another one, so that the work must not mind being done twice.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

_RETRIES = 10
"""So many workers may be lost with the same piece of work."""


class NoCluster(ValueError):
    """A scheduler that cannot be reached, or Dask is not installed; the message says what to do."""


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


@contextmanager
def threads(count: int) -> Iterator[Executor]:
    """Threads: for work that runs without the GIL."""
    with ThreadPoolExecutor(count) as pool:
        yield pool


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """Processes, started afresh: for work that is mostly Python."""
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        yield pool


@contextmanager
def cluster(scheduler: str) -> Iterator[Executor]:
    """The workers of a Dask cluster, by the address of its scheduler. They need this package installed."""
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError:
        raise NoCluster("for a cluster, install the extra: pip install 'paigow[cluster]'") from None
    try:
        client: Any = Client(scheduler, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise NoCluster(f"no scheduler at {scheduler}: {error}") from None
    with client:
        yield client.get_executor(pure=False, retries=_RETRIES)


def in_order(executor: Executor, work: Callable[[T], R], items: Iterable[T], ahead: int) -> Iterator[R]:
    """The results in the order of the items, of which no more than `ahead` are in hand at once."""
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
