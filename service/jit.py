"""Compilation of the kernels: declared with their signatures, compiled all at once before the first one runs.

Compiling takes some seconds the first time and a fraction of a second from numba's cache. `compile_kernels` does it
where the caller chooses: a command line with a progress bar, a server before it forks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, ParamSpec, TypeVar

import numba
from numba.extending import intrinsic
from platformdirs import user_cache_dir

P = ParamSpec("P")
R = TypeVar("R")

_names: set[str] = set()
_waiting: list[tuple[Any, str]] = []
_lock = Lock()


def kernel(signature: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a kernel, to be compiled for `signature` alone. It runs without the GIL.

    Tables reach a kernel as arguments: numba would freeze a global array into the cached machine code, and would not
    notice when the file that makes the array changes.

    Each kernel must have a name of its own, else it is a `ValueError`. Functions of one name share an index in numba's
    cache; two processes that compile them at the same time would give each other's machine code to the wrong one.
    """

    def declared(function: Callable[P, R]) -> Callable[P, R]:
        name = f"{function.__module__}.{function.__qualname__}"
        if name in _names:
            raise ValueError(f"there is a kernel {name} already")
        _names.add(name)
        dispatcher = _dispatcher(function)
        _waiting.append((dispatcher, signature))
        return dispatcher  # type: ignore[no-any-return]

    return declared


def _popcount(_: Any, number: Any) -> Any:
    def generated(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(*arguments)

    return number(number), generated


popcount: Any = intrinsic(_popcount)
"""In a kernel: how many bits of an integer are set, as one of the same type. It is an instruction, for vectors too."""


def _dispatcher(function: Callable[P, R]) -> Any:
    """The machine code is kept in the cache folder; where that cannot be written, each process compiles its own."""
    config: Any = numba.config
    usual = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder())  # looked at here and now, and for our own functions only
    try:
        return numba.njit(nogil=True, cache=True)(function)
    except (RuntimeError, OSError):
        return numba.njit(nogil=True)(function)
    finally:
        config.CACHE_DIR = usual


@lru_cache(maxsize=1)
def source_digest() -> str:
    """SHA-256 of every source file of this package."""
    package = Path(__file__).parent
    source = sha256()
    for path in sorted(package.rglob("*.py")):
        source.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return source.hexdigest()


@lru_cache(maxsize=1)
def cache_folder() -> Path:
    """A folder for this very source: in `NUMBA_CACHE_DIR` if that is set, else in the user's cache folder.

    numba looks at the time and size of the one file that a kernel stands in. It would not notice that another file,
    whose kernels are called and compiled in, has changed; and a kernel of yesterday would count wrong.
    """
    base = os.environ.get("NUMBA_CACHE_DIR") or user_cache_dir("paigow")
    return Path(base) / f"kernels-{source_digest()[:16]}"


def kernels_waiting() -> int:
    """How many kernels are not compiled yet."""
    return len(_waiting)


def compiled_before() -> bool:
    """Whether machine code for this source is in the cache."""
    return any(cache_folder().rglob("*.nbi"))  # numba makes the folder itself when a kernel is declared


def compile_kernels() -> Iterator[str]:
    """Compile, or load from the cache, every kernel that waits, in the order of declaration; gives each one's name."""
    with _lock:
        while _waiting:
            dispatcher, signature = _waiting[0]
            try:
                dispatcher.compile(signature)
            except Exception:  # noqa: BLE001 - whatever a damaged file in the cache leads to: it is made anew
                dispatcher._cache.flush()
                dispatcher.compile(signature)
            dispatcher.disable_compile()
            del _waiting[0]
            yield dispatcher.py_func.__name__


def ready() -> None:
    """Have every kernel compiled; costs nothing once they are."""
    if _waiting:
        for _ in compile_kernels():
            pass
