"""Compilation of the kernels: declared with their signatures, compiled all at once before the first one runs.

Compiling takes some seconds the first time and a fraction of a second from numba's cache. `compile_kernels` does it
where the caller chooses: a command line with a progress bar, a server before it forks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")

_waiting: list[tuple[Any, str]] = []
_lock = Lock()


def kernel(signature: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a kernel, to be compiled for `signature` alone. It runs without the GIL.

    Tables reach a kernel as arguments: numba would freeze a global array into the cached machine code, and would not
    notice when the file that makes the array changes.
    """

    def declared(function: Callable[P, R]) -> Callable[P, R]:
        dispatcher = _dispatcher(function)
        _waiting.append((dispatcher, signature))
        return dispatcher  # type: ignore[no-any-return]

    return declared


def _dispatcher(function: Callable[P, R]) -> Any:
    """The machine code is kept beside the source or, failing that, in the user's cache folder.

    `NUMBA_CACHE_DIR` overrides both. Where none can be written, the code is compiled in each process instead.
    """
    try:
        return numba.njit(nogil=True, cache=True)(function)
    except RuntimeError as error:
        if "cannot cache" not in str(error):
            raise
        return numba.njit(nogil=True)(function)


def kernels_waiting() -> int:
    """How many kernels are not compiled yet."""
    return len(_waiting)


def compile_kernels() -> Iterator[str]:
    """Compile, or load from the cache, every kernel that waits, in the order of declaration; gives each one's name."""
    with _lock:
        while _waiting:
            dispatcher, signature = _waiting[0]
            dispatcher.compile(signature)
            dispatcher.disable_compile()
            del _waiting[0]
            yield dispatcher.py_func.__name__


def ready() -> None:
    """Have every kernel compiled; costs nothing once they are."""
    if _waiting:
        for _ in compile_kernels():
            pass
