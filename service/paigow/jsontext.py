"""JSON as it is written here, on the wire and in files: UTF-8, compact, with a newline at the end."""

from __future__ import annotations

import json
from dataclasses import asdict, is_dataclass
from typing import Any

import orjson


def to_json(value: Any) -> bytes:
    """A value as JSON. Integers are written in full, also those beyond 64 bits, which orjson does not take."""
    try:
        return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        written = json.dumps(value, default=_plain, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return written.encode() + b"\n"


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")
