"""Machine code is cached for the very source it was made from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import service
from service.jit import _waiting, kernel

COUNT = """
from service.counting import Counter
from service.dealer.tables import tables_of
from service.house_ways import house_way
print(Counter(tables_of(house_way("foxwoods"))).count([1, 2, 3], [3000], [50]).below[0])
"""


def counted(package: Path, cache: Path) -> int:
    environment = {**os.environ, "PYTHONPATH": str(package), "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", COUNT], env=environment, cwd=cache, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def test_a_changed_kernel_is_compiled_anew_in_its_callers_too(tmp_path: Path):
    """The change keeps the file's size and time, and is in another file than the kernel that is called."""
    package, cache = tmp_path / "package", tmp_path / "cache"
    cache.mkdir()
    shutil.copytree(Path(service.__file__).parent, package / "service", ignore=shutil.ignore_patterns("__pycache__"))
    right = counted(package, cache)
    assert counted(package, cache) == right
    folders = list(cache.iterdir())
    assert len(folders) == 1
    assert not list(cache.rglob("*.2.nbc")), "two kernels share an index, and processes would mix them up"

    count_hand, *_ = cache.rglob("counting.count_hand-*.nbc")
    os.truncate(count_hand, 1000)
    runs_of, *_ = cache.rglob("cells.runs_of-*.nbi")
    os.truncate(runs_of, 0)
    assert counted(package, cache) == right, "damaged files are made anew"
    assert min(path.stat().st_size for path in (count_hand, runs_of)) > 0
    assert count_hand.stat().st_size > 1000

    path = package / "service" / "dealer" / "halves.py"
    stat, text = path.stat(), path.read_text()
    path.write_text(
        text.replace("np.uint16(down[pattern] * across[other])", "np.uint16(down[pattern] + across[other])")
    )
    assert path.read_text() != text
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.stat().st_size == stat.st_size
    assert counted(package, cache) != right
    assert len(list(cache.iterdir())) == 2


def test_kernels_have_names_of_their_own():
    def here() -> None:
        pass

    kernel("void()")(here)
    _waiting.pop()
    with pytest.raises(ValueError, match="here already"):
        kernel("void()")(here)


def test_a_cache_that_cannot_be_written_does_not_matter(tmp_path: Path):
    (tmp_path / "file").write_text("")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file")}
    command = [sys.executable, "-c", "import service.jit; print(service.jit.kernels_waiting() > 0)"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
