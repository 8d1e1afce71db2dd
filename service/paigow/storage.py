"""What is kept between runs, and how: machine code, dealer tables, unfinished games, strategies.

All of it can be made again: an entry that cannot be read is made, and one that cannot be written is not kept. The name
of an entry holds a digest of everything that made it, so that nobody finds what another release has left behind, and
two releases may share a folder. Entries that were not used for `UNUSED_DAYS` are removed when something new is written.

The folder is `PAIGOW_CACHE_DIR`, or else the user's cache folder. It may be read-only, or belong to somebody else.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import Path
from shutil import rmtree
from uuid import uuid4

from platformdirs import user_cache_dir

FOLDER_VARIABLE = "PAIGOW_CACHE_DIR"

UNUSED_DAYS = 60
"""An entry is removed after this many days without use."""

KINDS = ("kernels", "tables", "games", "strategies")
"""What is kept. Each has a folder."""

_DAY = 86_400.0
_UNFINISHED = ".unfinished"
_ENTRY = re.compile(r".+-[0-9a-f]{24}")
_LEFT = re.compile(rf"{_ENTRY.pattern}\.[0-9a-f]{{8}}{re.escape(_UNFINISHED)}")
_PACKAGE = Path(__file__).parent


def cache_folder() -> Path:
    """The folder of everything that is kept. It need not be there yet."""
    return Path(os.environ.get(FOLDER_VARIABLE) or user_cache_dir("paigow"))


def entry(kind: str, name: str, *made_by: str) -> Path:
    """The place of an entry, a file or a folder, by its kind of `KINDS`, its name, and a digest of what made it."""
    assert kind in KINDS
    return cache_folder() / kind / f"{name}-{digest(*made_by)}"


def digest(*parts: str) -> str:
    """24 hexadecimal digits of the SHA-256 over some texts. Text moved from one to the next changes it."""
    return sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()[:24]


@cache
def source_digest(*modules: str) -> str:
    """SHA-256 over the source of some modules, by their names within this package; over all modules if none is named.

    A name that ends in a dot stands for all modules of a package.
    """
    sources = {".".join(p.relative_to(_PACKAGE).with_suffix("").parts): p for p in sorted(_PACKAGE.rglob("*.py"))}
    chosen = {
        name: [each for each in sources if each == name or (name.endswith(".") and each.startswith(name))]
        for name in modules
    }
    if nowhere := [name for name, found in chosen.items() if not found]:
        raise ValueError(f"there is no module {', '.join(nowhere)}")
    source = sha256()
    for name in sorted({*chain(*chosen.values())}) if modules else sources:
        source.update(name.encode() + b"\0" + sources[name].read_bytes() + b"\0")
    return source.hexdigest()


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A place beside `path` to write a file or folder to, which is moved to `path` once it is finished.

    Nobody ever reads half of it. If writing fails or is interrupted, nothing is left behind, and what stood at `path`
    stays. A path that is no file or folder, such as a pipe, is written to directly.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        yield path
        return
    unfinished = path.with_name(f"{path.name}.{uuid4().hex[:8]}{_UNFINISHED}{path.suffix}")
    try:
        yield unfinished
        if unfinished.is_dir() and path.is_dir():
            rmtree(path)
        os.replace(unfinished, path)
    finally:
        _remove(unfinished)


@contextmanager
def kept(path: Path) -> Iterator[Path]:
    """The same for an entry of the cache. Raises `OSError` where nothing can be kept; callers go on without."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole(path) as unfinished:
        yield unfinished
    sweep()


def used(path: Path) -> None:
    """Mark an entry as used today, so that it stays."""
    with suppress(OSError):
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)


def sweep() -> None:
    """Remove entries that were not used for a long time, and unfinished ones that are older than a day.

    Only our own entries are removed: the folder may hold other things.
    """
    now = time.time()
    with suppress(OSError):
        for path in (path for kind in KINDS for path in (cache_folder() / kind).glob("*")):
            days = UNUSED_DAYS if _ENTRY.fullmatch(path.name) else 1 if _LEFT.fullmatch(path.name) else None
            with suppress(OSError):
                if days and now - path.stat().st_mtime > days * _DAY:
                    _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir():
        rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
