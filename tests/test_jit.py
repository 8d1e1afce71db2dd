"""Machine code is cached for the very source it was made from."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import paigow
from paigow.jit import _waiting, digest_of, kernel

COUNT = """
from paigow.counting.counter import Counter
from paigow.dealer.tables import tables_of
from paigow.house_ways import house_way
print(Counter(tables_of(house_way("foxwoods"))).count([1, 2, 3], [3000], [50]).below[0])
"""


def counted(package: Path, cache: Path) -> int:
    environment = {**os.environ, "PYTHONPATH": str(package), "PAIGOW_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-P", "-c", COUNT], env=environment, cwd=package, capture_output=True, text=True, check=True
    )
    return int(done.stdout)


def changed(path: Path, old: str, new: str) -> None:
    """Change a file, but not its size and time."""
    stat, text = path.stat(), path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.stat().st_size == stat.st_size


def test_a_changed_kernel_is_compiled_anew_in_its_callers_too_and_nothing_else(tmp_path: Path):
    """The changes keep the file's size and time, and are in another file than the kernel that is called."""
    package, cache = tmp_path / "package", tmp_path / "cache"
    shutil.copytree(Path(paigow.__file__).parent, package / "paigow", ignore=shutil.ignore_patterns("__pycache__"))
    right = counted(package, cache)
    first = {path.name for path in cache.rglob("kernels/*")}
    assert len(first) == len({name.rpartition("-")[0] for name in first}), "no two kernels share a file's name"

    count_hand, *_ = cache.rglob("kernel.count_hand-*")
    os.truncate(count_hand, 1000)
    find_runs, *_ = cache.rglob("histogram.find_runs-*")
    content = bytearray(find_runs.read_bytes())
    content[-9] ^= 1
    find_runs.write_bytes(content)
    changed(package / "paigow" / "counting" / "half_products.py", "Unsigned, so no index", "Unsigned: so no index")
    changed(package / "paigow" / "web" / "settings.py", "Every limit of the HTTP", "All limits of the HTTP.")
    assert counted(package, cache) == right, "damaged files are made again, and a docstring changes nothing"
    assert {path.name for path in cache.rglob("kernels/*")} == first
    assert count_hand.stat().st_size > 1000

    changed(
        package / "paigow" / "counting" / "half_products.py",
        "np.uint16(down[pattern] * across[other])",
        "np.uint16(down[pattern] + across[other])",
    )
    assert counted(package, cache) != right
    made = {path.name.rpartition("-")[0] for path in cache.rglob("kernels/*") if path.name not in first}
    products = {f"half_products.products_with_{number}_offsuit_numbers" for number in range(4)}
    assert made == {*products, "half_products.plain_hands", "kernel.count_hand"}


def test_kernels_have_names_of_their_own():
    def here() -> None:
        pass

    kernel(here)
    _waiting.pop()
    with pytest.raises(ValueError, match="here already"):
        kernel(here)


FROM_A_CACHE = """
import os, sys
import paigow.counting.counter
from paigow.jit import compiled_before, origin, ensure_compiled
assert not os.access(os.environ["PAIGOW_CACHE_DIR"], os.W_OK)
before = compiled_before()
ensure_compiled()
print(before, origin.loaded, origin.compiled, origin.kept, origin, sep="|")
"""


def test_a_cache_that_can_only_be_read_is_read():
    """Also one that belongs to somebody else."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        environment = {**os.environ, "PAIGOW_CACHE_DIR": str(cache)}
        subprocess.run([sys.executable, "-c", COUNT], env=environment, check=True, capture_output=True)
        for path in (Path(folder), cache, cache / "kernels"):
            path.chmod(0o555)
        try:
            # The superuser may write anywhere, unless that is taken from him.
            bounded = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
            command = [*bounded, sys.executable, "-c", FROM_A_CACHE]
            warm = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
            (cache / "kernels").chmod(0o755)
            removed, *_ = cache.rglob("flush_classes.offsuit_ways-*")
            removed.unlink()
            (cache / "kernels").chmod(0o555)
            partly = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        finally:
            for path in (Path(folder), cache, cache / "kernels"):
                path.chmod(0o755)
    was_there, loaded, compiled, _, told = warm.stdout.strip().split("|")
    assert (was_there, compiled) == ("True", "0")
    assert told == f"machine code: {loaded} kernels from {cache}"
    was_there, found, compiled, kept, told = partly.stdout.strip().split("|")
    assert (was_there, compiled, kept) == ("False", "1", "False")
    assert told == f"machine code: 1 compiled and not kept, since {cache} cannot be written; {found} found there"


def test_portable_code_has_files_of_its_own(tmp_path: Path):
    environment = {**os.environ, "PAIGOW_CACHE_DIR": str(tmp_path)}
    asked = "import paigow.game.splits, paigow.jit as jit; jit.ensure_compiled(); print(jit._target()[-2])"
    for target in ("native", "portable"):
        command = [sys.executable, "-c", asked]
        done = subprocess.run(
            command, env={**environment, "PAIGOW_TARGET": target}, capture_output=True, text=True, check=True
        )
    assert done.stdout.strip() in ("x86-64-v3", "generic")
    assert len(list(tmp_path.rglob("splits.value_hand-*"))) == 2


def test_a_kernel_that_reads_what_its_digest_cannot_tell_is_refused():
    def reads() -> int:
        return len(LOOKED_UP)

    dispatcher = kernel(reads)
    _waiting.pop()
    with pytest.raises(TypeError, match="reads LOOKED_UP, a list"):
        digest_of(dispatcher)


LOOKED_UP = [1]
