"""What an operator can set: read from options, variables and defaults, and checked before anything starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from paigow.cli import main
from paigow.executors import _core_limit, cores
from paigow.settings import SETTINGS, SettingsError, read_settings
from paigow.web.gunicorn_conf import configuration


def test_options_win_over_variables_and_variables_over_defaults():
    found = read_settings(
        {"port": "9000", "host": None}, {"PAIGOW_PORT": "1", "PAIGOW_THREADS": "3", "PAIGOW_HOST": ""}
    )
    assert (found["port"], found["threads"], found["host"]) == (9000, 3, "127.0.0.1")
    assert [found.sources[name] for name in ("port", "threads", "host")] == ["--port", "PAIGOW_THREADS", "default"]
    assert found["workers"] == cores()


FAULTS = {
    "PAIGOW_HOST": ("not a host!", "is an IP address or a host name, not not a host!"),
    "PAIGOW_PORT": ("99999", "is a whole number from 0 to 65535, not 99999"),
    "PAIGOW_WORKERS": ("0", "is a whole number from 1 to 256, not 0"),
    "PAIGOW_THREADS": ("abc", "is a whole number from 1 to 256, not abc"),
    "PAIGOW_PATIENCE": ("1e3", "is a whole number from 1 to 3600, not 1e3"),
    "PAIGOW_HOUSE_WAYS": ("/nowhere", "is a folder, not /nowhere"),
    "PAIGOW_SIDE_BETS": ("/nowhere", "is a folder, not /nowhere"),
    "PAIGOW_CACHE_DIR": ("/dev/null", "is a folder, or a path where one can be made, not /dev/null"),
    "PAIGOW_TARGET": ("386", "is one of: native, portable, not 386"),
}


def test_every_fault_is_named_at_once():
    with pytest.raises(SettingsError) as error:
        read_settings({}, {variable: sent for variable, (sent, _) in FAULTS.items()})
    assert str(error.value).splitlines() == [f"{variable} {told}" for variable, (_, told) in FAULTS.items()]
    checked = {setting.variable for setting in SETTINGS.values()} - {"PAIGOW_ACCESS_LOG"}
    assert checked == {*FAULTS}


@pytest.mark.parametrize("command", ["serve", "config"])
def test_the_commands_name_them(command: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PAIGOW_THREADS", "many")
    result = CliRunner().invoke(main, [command, "--port", "x", "--workers", "0"])
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "--port is a whole number from 0 to 65535, not x",
        "--workers is a whole number from 1 to 256, not 0",
        "PAIGOW_THREADS is a whole number from 1 to 256, not many",
    ]


@pytest.mark.slow
def test_gunicorn_alone_names_them():
    environment = {**os.environ, "PAIGOW_WORKERS": "0", "PAIGOW_PORT": "abc"}
    gunicorn = str(Path(sys.executable).with_name("gunicorn"))
    command = [gunicorn, "-c", "python:paigow.web.gunicorn_conf", "paigow.web:create_app()"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "PAIGOW_PORT is a whole number from 0 to 65535, not abc",
        "PAIGOW_WORKERS is a whole number from 1 to 256, not 0",
    ]


def test_config_shows_each_with_its_source(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PAIGOW_HOUSE_WAYS", str(tmp_path))
    shown = CliRunner().invoke(main, ["config", "--port", "9000", "--access-log", "-"])
    assert shown.exit_code == 0
    rows = {line.split()[0]: line for line in shown.stdout.splitlines()}
    assert rows.keys() == {"setting", *SETTINGS}
    assert str(tmp_path) in rows["house_ways"], "however long"
    found = json.loads(CliRunner().invoke(main, ["config", "--json"]).stdout)
    assert found["house_ways"] == {
        "value": str(tmp_path),
        "source": "PAIGOW_HOUSE_WAYS",
        "variable": "PAIGOW_HOUSE_WAYS",
    }


@pytest.mark.parametrize(
    ("host", "bind"), [("::1", "[::1]:8000"), ("[::]", "[::]:8000"), ("localhost", "localhost:8000")]
)
def test_addresses_of_every_kind(host: str, bind: str):
    assert configuration(read_settings({"host": host}, {}))["bind"] == bind


def test_the_cores_of_a_control_group(tmp_path: Path):
    groups = tmp_path / "groups"
    groups.write_text("0::/a/b\n")
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert _core_limit(tmp_path, groups) is None
    (tmp_path / "a" / "b" / "cpu.max").write_text("max 100000\n")
    assert _core_limit(tmp_path, groups) is None
    (tmp_path / "a" / "cpu.max").write_text("250000 100000\n")
    assert _core_limit(tmp_path, groups) == 2.5
    (tmp_path / "cpu").mkdir()
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("-1\n")
    (tmp_path / "cpu" / "cpu.cfs_period_us").write_text("100000\n")
    assert _core_limit(tmp_path, groups) == 2.5
    (tmp_path / "cpu" / "cpu.cfs_quota_us").write_text("50000\n")
    assert _core_limit(tmp_path, tmp_path / "nowhere") == 0.5
    assert 1 <= cores() <= len(os.sched_getaffinity(0))
