"""The OpenAPI contract as the service serves it: the hand-written `openapi.yaml`, and the same as JSON."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from paigow.jsontext import to_json

# An installed package holds the file itself; a source tree has it at its top.
_PLACES = (Path(__file__).with_name("openapi.yaml"), Path(__file__).parents[3] / "openapi.yaml")


@lru_cache(maxsize=1)
def contract_yaml() -> bytes:
    """The contract, as it was written."""
    return next(place for place in _PLACES if place.is_file()).read_bytes()


@lru_cache(maxsize=1)
def contract() -> dict[str, Any]:
    """The contract as an object."""
    loaded: dict[str, Any] = yaml.safe_load(contract_yaml())
    return loaded


@lru_cache(maxsize=1)
def contract_json() -> bytes:
    """The contract as JSON."""
    return to_json(contract())
