"""What is kept between runs: whole or not at all, found by what made it, and not for ever."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import paigow
from paigow import storage
from paigow.cli.common import compile_first
from paigow.counting.counters import tables_for
from paigow.dealer import tables
from paigow.house_ways import house_way, parse
from paigow.requests.rules import TableRules
from paigow.storage import cache_folder, digest, entry, kept, source_digest, sweep, used, whole
from paigow.whole_game import checkpoint
from paigow.whole_game.solver import Solver

PACKAGE = Path(paigow.__file__).parent
OLD = time.time() - 61 * 86_400


@pytest.mark.parametrize("before", [None, "the last one"])
def test_what_is_interrupted_leaves_nothing(tmp_path: Path, before: str | None):
    path = tmp_path / "file.csv"
    if before:
        path.write_text(before)
    with pytest.raises(IsADirectoryError), whole(path) as unfinished:  # noqa: PT012 - what is within is the point
        unfinished.write_text("half")
        tmp_path.write_text("this fails")
    assert [found.read_text() for found in tmp_path.iterdir()] == ([before] if before else [])
    with whole(path) as unfinished:
        unfinished.write_text("all")
        assert unfinished.suffix == ".csv"
    assert [found.read_text() for found in tmp_path.iterdir()] == ["all"]


def test_folders_are_replaced_as_a_whole(tmp_path: Path):
    for text in ("one", "two"):
        with whole(tmp_path / "folder") as unfinished:
            unfinished.mkdir()
            (unfinished / text).write_text(text)
    assert [path.name for path in (tmp_path / "folder").iterdir()] == ["two"]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_pipe_is_written_to_as_it_is():
    with whole(Path(os.devnull)) as unfinished:
        unfinished.write_text("gone")
    assert Path(os.devnull).is_char_device()


def test_others_may_read_what_is_kept(cache: Path):
    with kept(entry("games", "one")) as unfinished:
        unfinished.write_text("1")
    umask = os.umask(0)
    os.umask(umask)
    for path in (cache, *cache.rglob("*")):
        assert path.stat().st_mode & 0o444 == 0o444 & ~umask


def test_old_entries_and_unfinished_ones_are_removed(cache: Path):
    for name in ("old", "used", "new"):
        with kept(entry("games", name)) as unfinished:
            unfinished.write_text(name)
    for name in ("old", "used"):
        os.utime(entry("games", name), (OLD, OLD))
    used(entry("games", "used"))
    stale = entry("tables", "stale").with_suffix(".12345678.unfinished")
    written = entry("tables", "written").with_suffix(".12345678.unfinished")
    stale.mkdir(parents=True)
    written.mkdir()
    foreign = [cache / "games" / "my-notes.txt", cache / "documents" / entry("games", "mine").name]
    foreign[1].parent.mkdir()
    for path in foreign:
        path.write_text("somebody else's")
    for path in (stale, *foreign):
        os.utime(path, (OLD, OLD))
    sweep()
    assert {*cache.glob("*/*")} == {entry("games", "used"), entry("games", "new"), written, *foreign}


def test_digests_tell_texts_apart_wherever_they_are_cut():
    assert digest("ab", "c") != digest("a", "bc")
    assert cache_folder() in entry("games", "b", "c").parents
    assert source_digest("game.cards") != source_digest("game.ranks")
    assert source_digest("strategy.") != source_digest("strategy.card")
    with pytest.raises(ValueError, match="no module crads"):
        source_digest("crads")


def modules_run(work: Any) -> set[str]:
    """The modules of this package whose functions a piece of work calls."""
    files: set[str] = set()

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            files.add(frame.f_code.co_filename)

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    inside = (Path(file) for file in files if Path(file).is_relative_to(PACKAGE))
    return {".".join(path.relative_to(PACKAGE).with_suffix("").parts) for path in inside}


NO_PART = {
    "faults",
    "jit",
    "storage",
    "game.names",
    "counting.counters",
    "requests.rules",
    "house_ways.registry",
    "house_ways.__init__",
}
"""They hand things on, find them or name them."""


def test_tables_are_named_by_every_module_that_has_a_part_in_them(tmp_path: Path):
    way = house_way("stones")
    raw = (PACKAGE / "house_ways" / "stones.toml").read_bytes()

    def work() -> None:
        tables.save(way, tables.build(parse(raw, "stones.toml")), tmp_path)

    assert modules_run(work) - NO_PART <= set(tables.MADE_BY)


def test_a_table_made_by_other_code_is_not_found(cache: Path, monkeypatch: pytest.MonkeyPatch):
    mine = replace(house_way("stones"), shipped=False)
    tables.tables_of(mine)
    monkeypatch.setattr(tables, "source_digest", lambda *_: "another release")
    tables.tables_of(mine)
    assert len(list(cache.glob("tables/stones-second-semi-wild-*"))) == 2


def test_games_are_named_by_every_module_that_has_a_part_in_them():
    compile_first()
    rules = TableRules.read({"house_way": "stones"})
    tables_for(rules)  # their counter is checked, which has no part in the game
    ran = modules_run(lambda: Solver(rules).unit(0)) - NO_PART
    listed = checkpoint._MADE_BY
    assert {module for module in ran if not module.startswith("whole_game.")} <= {*listed, "dealer.tables"}
    assert storage.source_digest(*listed) != storage.source_digest(*listed, "strategy.")
