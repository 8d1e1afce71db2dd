"""A release over the cache folder of another one: neither uses what the other has made."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import paigow
from paigow.storage import cache_folder

PACKAGE = Path(paigow.__file__).parent

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


def test_an_upgrade_over_an_old_cache(tmp_path: Path):
    """The old release values one split wrongly and sets hands wrongly: its kernels and tables must not be believed."""
    ways, cache = tmp_path / "ways", tmp_path / "cache"
    ways.mkdir()
    stones = (PACKAGE / "house_ways" / "stones.toml").read_text()
    (ways / "mine.toml").write_text(stones.replace('id = "stones"', 'id = "mine"'))
    shutil.copytree(cache_folder() / "kernels", cache / "kernels")  # machine code that is right need not be made again
    old = tmp_path / "old"
    shutil.copytree(PACKAGE, old / "paigow", ignore=shutil.ignore_patterns("__pycache__"))
    replaced(old / "paigow" / "counting" / "percentages.py", "2 * ALL * count + total", "2 * ALL * count")
    replaced(
        old / "paigow" / "house_ways" / "engine.py", "low.astype(np.int32) * _LOW_STEP", "-low.astype(np.int32) * 0"
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
