"""Compilation of the kernels: declared with their types, compiled all at once before the first one runs.

Compiling takes about 20 seconds the first time; after that the machine code comes from the cache, see `storage`.
`compile_kernels` does it where the caller chooses: a command line with a progress bar, a server before it forks.

A file of machine code is named by a digest of all that made it: the byte code of the kernel, the constants it reads and
the kernels it calls; the processor, and the versions of numba and LLVM. numba's own cache goes by the time and size of
the one file that a kernel stands in. It would miss a change in another file, and an outdated kernel would count wrong;
and it would compile a whole file again for a changed docstring.
"""

from __future__ import annotations

import os
import pickle
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from threading import Lock
from types import BuiltinFunctionType, CodeType
from typing import Any, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

import llvmlite
import numba
import numpy as np
from llvmlite.binding import get_host_cpu_features
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.extending import intrinsic

from paigow.settings import TARGET_VARIABLE
from paigow.storage import cache_folder, digest, entry, kept, used

P = ParamSpec("P")
R = TypeVar("R")

_V3 = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
"""The features of a processor that runs code for x86-64-v3."""

_declared: dict[str, Any] = {}
_waiting: list[Any] = []
_lock = Lock()


def _choose_target() -> None:
    """Compile for this very processor; or, with `PAIGOW_TARGET=portable`, for images that move from one to another.

    Portable code uses the instructions that all x86-64 processors of the last ten years have, if this one has them, and
    else the most basic ones. numba reads this when the first kernel is declared.
    """
    if os.environ.get(TARGET_VARIABLE) != "portable":
        return
    config: Any = numba.config
    features = get_host_cpu_features() if platform.machine() in ("x86_64", "AMD64") else {}
    config.CPU_NAME = "x86-64-v3" if all(features.get(name) for name in _V3) else "generic"
    config.CPU_FEATURES = ""


_choose_target()


@dataclass
class Origin:
    """Where the kernels come from: how many the cache had, how many were compiled, whether those could be kept."""

    loaded: int = 0
    compiled: int = 0
    kept: bool = True

    def __str__(self) -> str:
        folder = cache_folder()
        if not self.compiled:
            return f"machine code: {self.loaded} kernels from {folder}"
        kept = f"kept in {folder}" if self.kept else f"not kept, since {folder} cannot be written"
        found = f"; {self.loaded} found there" if self.loaded else ""
        return f"machine code: {self.compiled} compiled and {kept}{found}"


origin = Origin()
"""Of the kernels of this process, so far."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Declare a kernel, to be compiled for the types that its annotations name. It runs without the GIL.

    An `int` is an int64 and a `bool` a boolean; an array is one of `arrays`, or `Annotated` with numba's type for it; a
    named tuple has the types of its fields.

    Tables reach a kernel as arguments: numba would freeze a global array into the machine code. A kernel reads numbers,
    numpy, kinds of named tuple and other kernels; any other global is a `TypeError` when it is compiled.

    Each kernel must have a name of its own, else it is a `ValueError`.
    """
    name = f"{function.__module__}.{function.__qualname__}"
    if name in _declared:
        raise ValueError(f"there is a kernel {name} already")
    # Nobody calls kernels from C. Compiling a wrapper for each would take a fifth of the time.
    dispatcher = _declared[name] = numba.njit(nogil=True, no_cfunc_wrapper=True)(function)
    dispatcher.signature = _signature(function)
    _waiting.append(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def _signature(function: Any) -> Any:
    hints = get_type_hints(function, include_extras=True)
    result = _numba_type(hints.pop("return"))
    return result(*map(_numba_type, hints.values()))


def _field_names(function: Any) -> str:
    """The fields of the named tuples that a kernel takes. numba's name of such a type has only their types."""
    return repr([getattr(hint, "_fields", None) for hint in get_type_hints(function).values()])


def _numba_type(hint: Any) -> Any:
    """Numba's type for an annotation."""
    if hint is type(None):
        return numba.void
    if hint in (int, bool):
        return numba.int64 if hint is int else numba.boolean
    if hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True).values()
        return numba.types.BaseTuple.from_types([*map(_numba_type, fields)], hint)
    if get_origin(hint) is tuple:
        return numba.types.BaseTuple.from_types([*map(_numba_type, get_args(hint))])
    return eval(hint.__metadata__[0], {"__builtins__": {}}, vars(numba.types))  # noqa: S307 - written in this package


def _popcount(_: Any, number: Any) -> Any:
    def generated(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(*arguments)

    return number(number), generated


popcount: Any = intrinsic(_popcount)
"""In a kernel: how many bits of an integer are set, as an integer of the same type. It is one instruction, for vectors
too.
"""


def digest_of(kernel: Any) -> str:
    """A digest of what a kernel does: of its own code and of everything that it uses."""
    found: str | None = getattr(kernel, "made_of", None)
    if found is None:
        function = kernel.py_func
        parts = [function.__module__, function.__qualname__, str(kernel.signature), _field_names(function)]
        parts += _code(function)
        found = kernel.made_of = digest(*parts)
    return found


def digest_of_package(package: str) -> str:
    """A digest of what all kernels of a package do."""
    return digest(*(digest_of(kernel) for name, kernel in sorted(_declared.items()) if name.startswith(f"{package}.")))


def _code(function: Any) -> Iterator[str]:
    """The byte code of a function, without its docstring, and the value of every name that it looks up."""
    yield from _instructions(function.__code__, function.__doc__)
    for cell in function.__closure__ or ():
        yield _value(function, "a closure", cell.cell_contents)
    for name in sorted(_names_in(function.__code__)):
        if name in function.__globals__:
            yield f"{name}={_value(function, name, function.__globals__[name])}"


def _instructions(code: CodeType, docstring: str | None) -> Iterator[str]:
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_freevars))
    for number, constant in enumerate(code.co_consts):
        if isinstance(constant, CodeType):
            yield from _instructions(constant, None)
        elif not (number == 0 and constant == docstring):
            yield repr(constant)


def _names_in(code: CodeType) -> set[str]:
    inner = (_names_in(constant) for constant in code.co_consts if isinstance(constant, CodeType))
    return set(code.co_names).union(*inner)


def _value(function: Any, name: str, value: Any) -> str:
    if hasattr(value, "py_func"):
        return digest_of(value)
    if value is popcount:
        return digest(*_code(_popcount))
    if value is np or isinstance(value, BuiltinFunctionType):
        return str(value.__name__)
    if isinstance(value, int | float | str | tuple):
        return repr(value)
    if isinstance(value, type) and hasattr(value, "_fields"):
        return repr((value.__name__, value._fields))
    raise TypeError(f"the kernel {function.__qualname__} reads {name}, a {type(value).__name__}")


@cache
def _target() -> tuple[str, ...]:
    """Which processor the machine code is for, and what makes it."""
    codegen = cpu_target.target_context.codegen()
    versions = numba.__version__, llvmlite.__version__, np.__version__, platform.python_version()
    return *versions, *map(str, codegen.magic_tuple())


class _MachineCode(_Cache):  # type: ignore[misc]
    """The machine code of a kernel in a file of its own: a SHA-256, and what numba has compiled."""

    def __init__(self, kernel: Any) -> None:
        function = kernel.py_func
        name = f"{function.__module__.rpartition('.')[2]}.{function.__name__}"
        self._path = entry("kernels", name, digest_of(kernel), *_target())

    @property
    def cache_path(self) -> str:
        return str(self._path.parent)

    def is_there(self) -> bool:
        return self._path.is_file()

    def load_overload(self, _: Any, target_context: Any) -> Any:
        target_context.refresh()
        try:
            told, content = _split(self._path.read_bytes())
            if sha256(content).digest() != told:
                return None
            found = CompileResult._rebuild(target_context, *pickle.loads(content))  # noqa: S301 - our own, checked
        except Exception:  # noqa: BLE001 - a file that is not there, or damaged in any way: it is made again
            return None
        used(self._path)
        origin.loaded += 1
        return found

    def save_overload(self, _: Any, data: Any) -> None:
        content = dumps(data._reduce())
        origin.compiled += 1
        try:
            with kept(self._path) as unfinished:
                unfinished.write_bytes(sha256(content).digest() + content)
        except OSError:
            origin.kept = False

    def enable(self) -> None:  # numba's interface has these three; nothing here calls them
        raise NotImplementedError

    disable = flush = enable


def _split(file: bytes) -> tuple[bytes, bytes]:
    return file[:32], file[32:]


def kernels_waiting() -> int:
    """How many kernels are not compiled yet."""
    return len(_waiting)


def compiled_before() -> bool:
    """Whether the cache has the machine code of every kernel that waits."""
    return all(_MachineCode(kernel).is_there() for kernel in _waiting)


def compile_kernels() -> Iterator[str]:
    """Compile every kernel that waits, or load it from the cache, in the order of declaration; yields each name."""
    with _lock:
        while _waiting:
            kernel = _waiting[0]
            kernel._cache = _MachineCode(kernel)
            kernel.compile(kernel.signature)
            kernel.disable_compile()
            del _waiting[0]
            yield kernel.py_func.__name__


def ensure_compiled() -> None:
    """Have every kernel compiled; costs nothing once they are."""
    if _waiting:
        for _ in compile_kernels():
            pass
