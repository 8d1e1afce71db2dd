"""What is wrong with a caller's input: every fault at once, each with its place.

A `Fault` is one thing that is wrong; `InvalidInput` carries all of them. The codes are the closed list of the HTTP
contract, so that a Python caller and an HTTP caller read the same word for the same fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import lru_cache
from itertools import islice
from reprlib import Repr
from typing import Any

SHOWN_CHARACTERS = 40
"""The longest echo of anything that a caller sent."""

MOST_FAULTS = 100
"""The most faults that are listed; the detail of the last one says that there are more."""

_MOST_BITS = 400


class _Excerpt(Repr):
    """The beginning of a value as JSON. However large and deep it is, only what is shown is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxdict = self.maxset = 10
        self.maxother = SHOWN_CHARACTERS + 1

    def repr_str(self, x: str, _: int) -> str:
        return json.dumps(x[: SHOWN_CHARACTERS + 1])

    def repr_int(self, x: int, _: int) -> str:
        return str(x) if x.bit_length() <= _MOST_BITS else f"an integer of {x.bit_length():,} bits"

    def repr_Decimal(self, x: object, _: int) -> str:  # noqa: N802 - named for the type
        return str(x)

    def repr_bool(self, x: bool, _: int) -> str:
        return json.dumps(x)

    def repr_NoneType(self, _: None, __: int) -> str:  # noqa: N802
        return "null"

    def repr_tuple(self, x: tuple[Any, ...], level: int) -> str:
        return self.repr_list([*x[: self.maxtuple + 1]], level)

    def repr_dict(self, x: dict[Any, Any], level: int) -> str:
        if level <= 0 and x:
            return "{...}"
        pairs = [
            f"{self.repr_str(str(key), 0)}: {self.repr1(value, level - 1)}"
            for key, value in islice(x.items(), self.maxdict)
        ]
        return "{" + ", ".join(pairs) + "}"


_excerpt = _Excerpt()


def excerpt(value: object) -> str:
    r"""What the caller sent, fit to be echoed: cut, and with escapes for characters that do not print.

    >>> excerpt("As")
    'As'
    >>> excerpt("half an emoji: \ud83c")
    'half an emoji: \\ud83c'
    >>> len(excerpt("A" * 5000)), excerpt(None), excerpt(["As", 5])
    (40, 'null', '["As", 5]')
    """
    text = value if isinstance(value, str) else _excerpt.repr(value)
    safe = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: SHOWN_CHARACTERS + 1])
    return safe if len(safe) <= SHOWN_CHARACTERS else safe[: SHOWN_CHARACTERS - 1] + "…"


def did_you_mean(text: str, known: tuple[str, ...]) -> str:
    """A suggestion for a misspelt word, to be put after a sentence; "" where no word is near.

    >>> did_you_mean("houseway", ("house_way", "banker")), did_you_mean("x", ("house_way",))
    ('; did you mean house_way?', '')
    """
    if len(text) > SHOWN_CHARACTERS:
        return ""
    near = _nearest(text.strip().lower(), known)
    return f"; did you mean {near}?" if near else ""


@lru_cache(maxsize=1024)
def _nearest(text: str, known: tuple[str, ...]) -> str:
    return next(iter(get_close_matches(text, known, n=1)), "")


@dataclass
class Reading:
    """How far to read bad input: until `most` faults are found.

    `told` are the hints given so far: an answer gives each once, though many faults may call for it.
    """

    most: int = MOST_FAULTS
    told: set[str] = field(default_factory=set)

    def once(self, hint: str) -> str:
        """A hint, the first time; "" afterwards."""
        if hint in self.told:
            return ""
        self.told.add(hint)
        return hint


@dataclass(frozen=True)
class Fault:
    """One fault: its `code`, one sentence of `detail`, and where it stands.

    `parameter` is the name of the parameter, `position` counts the cards in it from 1, `item` is the index in a JSON
    list (None when the cards came as one string), `value` is what was sent, already cut by `excerpt`, and
    `pointer_prefix` the place of the object that holds the parameter, such as hands/3.
    """

    code: str
    detail: str
    parameter: str | None = None
    position: int | None = None
    item: int | None = None
    value: str | None = None
    pointer_prefix: str = ""


class InvalidInput(ValueError):
    """Input that cannot be answered. `faults` names everything that is wrong with it, `code` is the first one's."""

    def __init__(self, faults: Iterable[Fault], most: int = MOST_FAULTS) -> None:
        found = list(islice(faults, most + 1))
        self.faults: tuple[Fault, ...] = tuple(found[:most])
        if len(found) > most:
            more = "there are more faults, which are not listed"
            self.faults = (*self.faults[:-1], replace(found[most - 1], detail=f"{found[most - 1].detail} ({more})"))
        super().__init__("; ".join(fault.detail for fault in self.faults))

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code


class Unusable(Exception):
    """Something that is needed and cannot be used, such as a table or a file; the message says what to do about it."""


_NOTHING = object()


def invalid(code: str, detail: str, *, value: object = _NOTHING, parameter: str | None = None) -> InvalidInput:
    """An `InvalidInput` of a single fault."""
    return InvalidInput([Fault(code, detail, parameter, value=None if value is _NOTHING else excerpt(value))])
