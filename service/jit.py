"""Compilation of the kernels: explicit signatures, so that importing compiles (or loads) them before a server forks."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")


def kernel(signature: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Compile a function for `signature`, without the GIL, and keep the machine code on disk where there is a place for it.

    numba keeps it beside the source or, failing that, in the user's cache folder (`NUMBA_CACHE_DIR` overrides); where
    neither can be written it refuses to cache, and the function is compiled in each process instead.
    """

    def compiled(function: Callable[P, R]) -> Callable[P, R]:
        try:
            return numba.njit(signature, nogil=True, cache=True)(function)  # type: ignore[no-any-return]
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            return numba.njit(signature, nogil=True)(function)  # type: ignore[no-any-return]

    return compiled
