"""How the program ends: interrupted, told to end, and where its output cannot be written."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from paigow.game.cards import DECK_SIZE, name_of

HAND = "Jk As Qs Qh Qd 7s 2s"
PAIGOW = str(Path(sys.executable).with_name("paigow"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="processes and full devices of Linux"),
]


def children(process: int) -> list[int]:
    return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]


def is_there(process: int) -> bool:
    return Path(f"/proc/{process}").exists() and "Z (zombie)" not in Path(f"/proc/{process}/status").read_text()


@pytest.mark.parametrize(
    ("number", "status", "left"),
    [(signal.SIGINT, 130, 0), (signal.SIGTERM, 143, 0), (signal.SIGHUP, 129, 0), (signal.SIGKILL, -9, 1)],
)
def test_an_analysis_that_is_ended_leaves_no_process_and_no_file(tmp_path: Path, number: int, status: int, left: int):
    """Killed, it cannot remove what it has written, but its workers see to it that they end."""
    rng = random.Random(3)
    hands = (" ".join(map(name_of, rng.sample(range(DECK_SIZE), 7))) for _ in range(60_000))
    (tmp_path / "hands.csv").write_text("cards\n" + "\n".join(hands) + "\n")
    # A shell starts what runs in its background deaf to SIGINT, and the tests may run there.
    command = ["env", "--default-signal=INT", PAIGOW, "analyze", "hands.csv", "--workers", "2"]
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not (written := [*tmp_path.glob("*.unfinished*")]) or written[0].stat().st_size < 10_000:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    workers = children(running.pid)
    assert len(workers) >= 2
    if number == signal.SIGINT:
        for each in (running.pid, *workers):  # as from a terminal, which interrupts all
            os.kill(each, number)
    else:
        running.send_signal(number)
    _, errors = running.communicate(timeout=60)
    while any(map(is_there, workers)):
        assert time.monotonic() < deadline + 30
        time.sleep(0.05)
    assert running.returncode == status
    if number == signal.SIGKILL:
        assert "Traceback" not in errors
    else:
        assert errors.strip() == {130: "Aborted!"}.get(status, "")
    assert len([*tmp_path.iterdir()]) == 1 + left


@pytest.mark.parametrize(
    "arguments",
    [["split", *HAND.split()], ["split", *HAND.split(), "--json"],
     ["--help"],
     ["strategy", "--html", "/dev/full"], ["strategy", "--toml", "/dev/full"]],
    ids=" ".join,
)  # fmt: skip
def test_output_that_cannot_be_written_is_one_line(arguments: list[str]):
    with open("/dev/full", "w") as full:
        done = subprocess.run([PAIGOW, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("No space left on device")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [["split", *HAND.split()], ["split", *HAND.split(), "--json"], ["--help"]])
def test_without_any_output_there_is_no_trace(arguments: list[str]):
    command = f"exec {PAIGOW} {' '.join(arguments)} >&-"
    done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_a_table_goes_to_a_pipe_and_what_is_told_of_it_beside_it(tmp_path: Path):
    (tmp_path / "hands.csv").write_text(f"cards\n{HAND}\n")
    command = [PAIGOW, "analyze", "hands.csv", "--workers", "1", "--output", "/dev/stdout"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.splitlines()[-1] == "/dev/stdout: 1 row, of which 0 could not be analysed"
    piped = subprocess.run(
        [PAIGOW, "analyze", "/dev/stdin"], input=f"cards\n{HAND}\n", capture_output=True, text=True, check=False
    )
    assert piped.returncode == 2
    assert "no plain file: name the file to write with --output" in piped.stderr
