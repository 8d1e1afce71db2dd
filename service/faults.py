"""What is wrong with a caller's input: every fault at once, each with its place.

A `Fault` is one thing that is wrong; `InvalidInput` carries all of them. The codes are the closed list of the HTTP
contract, so that a Python caller and an HTTP caller read the same word for the same fault.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal

SHOWN_CHARACTERS = 40
"""What a caller sent is never echoed longer than this."""

MOST_FAULTS = 100
"""At most so many faults are listed; the detail of the last one says how many more there were."""


def shown(value: object) -> str:
    r"""What the caller sent, fit to be echoed: cut, and with whatever does not print written as an escape.

    >>> shown("As")
    'As'
    >>> shown("half an emoji: \ud83c")
    'half an emoji: \\ud83c'
    >>> len(shown("A" * 5000)), shown(None), shown(["As", 5])
    (40, 'null', '["As", 5]')
    """
    text = str(value) if isinstance(value, str | Decimal) else json.dumps(value, default=str)
    safe = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[: SHOWN_CHARACTERS + 1])
    return safe if len(safe) <= SHOWN_CHARACTERS else safe[: SHOWN_CHARACTERS - 1] + "…"


@dataclass(frozen=True)
class Fault:
    """One fault: its `code`, one sentence of `detail`, and where it stands.

    `parameter` is the name of the parameter, `position` counts the cards in it from 1, `item` is the index in a JSON
    list (None when the cards came as one string), `value` is what was sent, already cut by `shown`, and `within` the
    place of the object that holds the parameter, such as hands/3.
    """

    code: str
    detail: str
    parameter: str | None = None
    position: int | None = None
    item: int | None = None
    value: str | None = None
    within: str = ""


class InvalidInput(ValueError):
    """Input that cannot be answered. `faults` names everything that is wrong with it, `code` is the first one's."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        found = list(faults)
        self.faults: tuple[Fault, ...] = tuple(found[:MOST_FAULTS])
        if len(found) > MOST_FAULTS:
            last = found[MOST_FAULTS - 1]
            more = f"{last.detail} (and {len(found) - MOST_FAULTS} more faults)"
            self.faults = (*self.faults[:-1], replace(last, detail=more))
        super().__init__("; ".join(fault.detail for fault in self.faults))

    @property
    def code(self) -> str:
        """The code of the first fault."""
        return self.faults[0].code


_NOTHING = object()


def invalid(code: str, detail: str, *, value: object = _NOTHING, parameter: str | None = None) -> InvalidInput:
    """An `InvalidInput` of a single fault."""
    return InvalidInput([Fault(code, detail, parameter, value=None if value is _NOTHING else shown(value))])
