"""Machine code is cached for the very source it was made from; and so is everything else in the cache folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import paigow
from paigow.jit import _waiting, digest_of, kernel

PACKAGE = Path(paigow.__file__).parent

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


@pytest.fixture(scope="module")
def compiled_here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder with the machine code of this source and nothing else."""
    cache = tmp_path_factory.mktemp("compiled") / "cache"
    counted(PACKAGE.parent, cache)
    return cache


def changed(path: Path, old: str, new: str) -> None:
    """Change a file, but not its size and time."""
    stat, text = path.stat(), path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert path.stat().st_size == stat.st_size


@pytest.mark.slow
def test_a_changed_kernel_is_compiled_anew_in_its_callers_too_and_nothing_else(tmp_path: Path, compiled_here: Path):
    """The changes keep the file's size and time, and are in another file than the kernel that is called."""
    package, cache = tmp_path / "package", tmp_path / "cache"
    shutil.copytree(compiled_here, cache)
    shutil.copytree(PACKAGE, package / "paigow", ignore=shutil.ignore_patterns("__pycache__"))
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
    changed(package / "paigow" / "web" / "limits.py", "Every limit of the HTTP", "All limits of the HTTP.")
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


@pytest.mark.slow
def test_a_cache_that_can_only_be_read_is_read(compiled_here: Path):
    """Also one that belongs to somebody else."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "cache"
        environment = {**os.environ, "PAIGOW_CACHE_DIR": str(cache)}
        shutil.copytree(compiled_here, cache)
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


@pytest.mark.slow
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


ASKED = """
import json, paigow
from paigow.jit import origin
split = paigow.analyze("Ks Kh 8c 8d 3h 3s 2c", house_way="mine").splits[0]
print(json.dumps([split.wins, split.losses, split.low.cards, origin.compiled]))
"""


def asked(package: Path, cache: Path, ways: Path) -> list[object]:
    """What a release says, and how many kernels it had to compile."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(package),
        "PAIGOW_CACHE_DIR": str(cache),
        "PAIGOW_HOUSE_WAYS": str(ways),
    }
    done = subprocess.run(
        [sys.executable, "-P", "-c", ASKED], env=environment, cwd=package, capture_output=True, text=True, check=True
    )
    found: list[object] = json.loads(done.stdout)
    return found


def names(cache: Path, kind: str) -> set[str]:
    return {path.name for path in (cache / kind).iterdir()}


def replaced(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


@pytest.mark.slow
def test_an_upgrade_over_an_old_cache(tmp_path: Path, compiled_here: Path):
    """The old release values one split wrongly and sets hands wrongly: its kernels and tables must not be believed."""
    ways, cache = tmp_path / "ways", tmp_path / "cache"
    ways.mkdir()
    stones = (PACKAGE / "house_ways" / "stones.toml").read_text()
    (ways / "mine.toml").write_text(stones.replace('id = "stones"', 'id = "mine"'))
    for each in (cache, tmp_path / "another"):
        shutil.copytree(compiled_here, each)
    old = tmp_path / "old"
    shutil.copytree(PACKAGE, old / "paigow", ignore=shutil.ignore_patterns("__pycache__"))
    replaced(old / "paigow" / "counting" / "percentages.py", "2 * ALL * count + total", "2 * ALL * count")
    replaced(
        old / "paigow" / "house_ways" / "engine.py",
        "self.low.astype(np.int32) * _LOW_STEP",
        "self.low.astype(np.int32) * 0",
    )

    right = asked(PACKAGE.parent, tmp_path / "another", ways)
    kernels = names(cache, "kernels")
    of_old = asked(old, cache, ways)
    assert of_old[:3] != right[:3], "the old release is wrong"
    assert of_old[3], "and has compiled its own kernel"
    tables = names(cache, "tables")
    assert asked(PACKAGE.parent, cache, ways)[:3] == right[:3]
    assert names(cache, "tables") > tables, "the new release has made its own"
    assert names(cache, "kernels") > kernels
    assert asked(old, cache, ways) == [*of_old[:3], 0], "and the old one finds what it has made"
