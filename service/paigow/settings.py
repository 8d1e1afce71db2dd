"""What an operator can set: each setting with its environment variable, its default and its possible values.

An option of the command line wins over the variable, and the variable over the default. Everything is checked before
anything starts, and all faults are told at once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from paigow.executors import cores
from paigow.faults import excerpt
from paigow.storage import FOLDER_VARIABLE as CACHE_VARIABLE
from paigow.storage import cache_folder

HOUSE_WAYS_VARIABLE = "PAIGOW_HOUSE_WAYS"
SIDE_BETS_VARIABLE = "PAIGOW_SIDE_BETS"
TARGET_VARIABLE = "PAIGOW_TARGET"
TARGETS = ("native", "portable")

_HOST = re.compile(
    r"(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*"
)


class SettingsError(ValueError):
    """Settings that cannot be used; the message has a line for each."""


def _whole(least: int, most: int, value: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", value) or not least <= int(value) <= most:
        raise ValueError(f"is a whole number from {least} to {most}")
    return int(value)


def _host(value: str) -> str:
    try:
        return str(ip_address(value.strip("[]")))
    except ValueError:
        if _HOST.fullmatch(value):
            return value
    raise ValueError("is an IP address or a host name")


def _one_of(words: tuple[str, ...], value: str) -> str:
    if value not in words:
        raise ValueError(f"is one of: {', '.join(words)}")
    return value


def _folder(value: str) -> Path:
    if not Path(value).is_dir():
        raise ValueError("is a folder")
    return Path(value).absolute()


def _place(value: str) -> Path:
    if Path(value).exists() and not Path(value).is_dir():
        raise ValueError("is a folder, or a path where one can be made")
    return Path(value).absolute()


@dataclass(frozen=True)
class Setting:
    """One setting: its variable, what makes its default, how it is read (a `ValueError` says why not), what it is."""

    variable: str
    default: Callable[[], Any]
    read: Callable[[str], Any]
    meaning: str


SETTINGS: dict[str, Setting] = {
    "host": Setting("PAIGOW_HOST", lambda: "127.0.0.1", _host, "address to listen on"),
    "port": Setting("PAIGOW_PORT", lambda: 8000, partial(_whole, 0, 65535), "port to listen on; 0 for any free one"),
    "workers": Setting(
        "PAIGOW_WORKERS", cores, partial(_whole, 1, 256), "worker processes; by default the usable cores"
    ),
    "threads": Setting("PAIGOW_THREADS", lambda: 16, partial(_whole, 1, 256), "threads of each worker"),
    "patience": Setting(
        "PAIGOW_PATIENCE",
        lambda: 10,
        partial(_whole, 1, 3600),
        "seconds of silence after which a client in the middle of a request is dropped",
    ),
    "access_log": Setting(
        "PAIGOW_ACCESS_LOG", lambda: None, str, "file that gets a line for each request; - is stdout"
    ),
    "house_ways": Setting(HOUSE_WAYS_VARIABLE, lambda: None, _folder, "folder with your own house ways"),
    "side_bets": Setting(SIDE_BETS_VARIABLE, lambda: None, _folder, "folder with your own side bets"),
    "cache_dir": Setting(CACHE_VARIABLE, cache_folder, _place, "folder for machine code, tables and results"),
    "target": Setting(
        TARGET_VARIABLE,
        lambda: "native",
        partial(_one_of, TARGETS),
        "processor to compile for: native, or portable for images that move between machines",
    ),
}


@dataclass(frozen=True)
class Settings:
    """The settings by name, and where each comes from: default, its variable, or its option."""

    values: dict[str, Any]
    sources: dict[str, str]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


def read_settings(options: Mapping[str, object] | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings from options (None where not given), variables and defaults. A variable that is empty is not set.

    Raises `SettingsError` with every fault.
    """
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    faults = []
    for name, setting in SETTINGS.items():
        option = (options or {}).get(name)
        source = setting.variable if option is None else f"--{name.replace('_', '-')}"
        sent = environ.get(setting.variable) if option is None else str(option)
        if not sent:
            values[name], sources[name] = setting.default(), "default"
            continue
        try:
            values[name], sources[name] = setting.read(sent), source
        except ValueError as error:
            faults.append(f"{source} {error}, not {excerpt(sent)}")
    if faults:
        raise SettingsError("\n".join(faults))
    return Settings(values, sources)
