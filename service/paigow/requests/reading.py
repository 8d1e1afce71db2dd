"""How a request is read: a pydantic model of its parameters, each field read on its own, so that every fault is named.

Unknown names and values are faults that list what is allowed; nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError, ValidationInfo

from paigow.decimals import canonical_decimal
from paigow.faults import Fault, InvalidInput, Reading, did_you_mean, excerpt, invalid

_MAY_BE_LISTS = ("cards", "dead", "dealer", "low", "pays", "push")


class RequestModel(BaseModel):
    """Reads a mapping of names to values, naming every fault."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def read(cls, values: Mapping[str, Any], reading: Reading | None = None) -> Self:
        """Raises `InvalidInput` with everything that is wrong: bad values, missing and unknown names.

        `reading` says how far to read. Only the first unknown name, and the first unknown house way, list all that
        there are.
        """
        reading = reading or Reading()
        known = cls._completed({name: value for name, value in values.items() if name in cls.model_fields})
        listed = [name for name, value in known.items() if _is_several(value) and name not in _MAY_BE_LISTS]
        faults = [_one_value(name, known.pop(name)) for name in listed]
        try:
            read = cls.model_validate(known, context={"sent": known, "reading": reading})
        except ValidationError as error:
            faults += _faults(error)
        faults.sort(key=lambda fault: fault.parameter != "cards")  # the hand's own faults first
        unknown = [name for name in values if name not in cls.model_fields]
        if faults or unknown:
            raise InvalidInput(chain(faults, (cls._unknown(name, reading) for name in unknown)), reading.most)
        return read

    @classmethod
    def _completed(cls, values: dict[str, Any]) -> dict[str, Any]:
        """The values, and those that they imply."""
        return values

    @classmethod
    def _unknown(cls, name: object, reading: Reading) -> Fault:
        names = sorted(cls.model_fields, key=lambda field: field != "cards")
        known = reading.once(f"; there are: {', '.join(names)}" if names else "; none are taken here")
        detail = f"there is no parameter {excerpt(name)}{known}{did_you_mean(str(name), tuple(names))}"
        return Fault("unknown-parameter", detail, excerpt(name), value=excerpt(name))


def _is_several(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1


def _one_value(name: str, values: list[Any]) -> Fault:
    """The fault of a list, or of a parameter given more than once in a query, where one value is needed."""
    detail = f"{name} has {len(values)} values where one is needed"
    return Fault("invalid-parameter", detail, name, value=excerpt(values))


def _faults(error: ValidationError) -> list[Fault]:
    """The faults that the fields' readers have found.

    Their errors must not outlive this call. They hold the frames that raised them, and with these all that was sent, in
    a circle that only a garbage collection would break.
    """
    faults: list[Fault] = []
    for details in error.errors(include_url=False, include_input=False):
        raised = details.get("ctx", {}).get("error")
        if isinstance(raised, InvalidInput):
            faults += raised.faults
        else:
            name = str(details["loc"][0])  # the readers raise nothing else, so the name is missing
            faults.append(Fault("invalid-parameter", f"{name} is missing", name))
    return faults


class NoParameters(RequestModel):
    """A request without parameters: any parameter is unknown."""


def reading_of(info: ValidationInfo) -> Reading:
    """How far to read, see `RequestModel.read`."""
    reading: Reading = (info.context or {}).get("reading") or Reading()
    return reading


def as_sent(info: ValidationInfo, name: str) -> object:
    """The value of a parameter as it was sent."""
    return (info.context or {}).get("sent", {}).get(name, ())


def one_of(*allowed: str) -> Callable[[object, ValidationInfo], str]:
    """A reader that accepts one of some words, in upper or lower case."""

    def read(value: object, info: ValidationInfo) -> str:
        if isinstance(value, str) and value.strip().lower() in allowed:
            return value.strip().lower()
        near = did_you_mean(value, allowed) if isinstance(value, str) else ""
        detail = f"{info.field_name} is one of: {', '.join(allowed)}{near}"
        raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)

    return read


def some_of(*allowed: str, none: str) -> Callable[[object, ValidationInfo], str]:
    """A reader that accepts `none`, or several of some words: a list, or a text with commas.

    It gives them in the order in which they are allowed, joined by commas.
    """

    def read(value: object, info: ValidationInfo) -> str:
        listed = value.split(",") if isinstance(value, str) else value if isinstance(value, list | tuple) else [value]
        words = [item.strip().lower() if isinstance(item, str) else "" for item in listed]
        name = info.field_name or ""
        faults = []
        for number, (item, word) in enumerate(zip(listed, words, strict=True), start=1):
            detail = ""
            if word not in (none, *allowed):
                near = did_you_mean(item, (none, *allowed)) if isinstance(item, str) else ""
                detail = f"{name} is one or several of: {', '.join((none, *allowed))}{near}"
            elif word in words[: number - 1]:
                detail = f"{name} names {word} twice"
            elif word == none and len(set(words)) > 1:
                detail = f"{name} names {none} beside others"
            if detail:
                position = number if len(words) > 1 else None
                faults.append(Fault("invalid-parameter", detail, name, position, value=excerpt(item)))
        if faults or not words:
            raise InvalidInput(faults or [Fault("invalid-parameter", f"{name} is an empty list", name)])
        return ",".join(word for word in allowed if word in words) or none

    return read


def read_whole_number(value: object, info: ValidationInfo, least: int, most: int) -> int:
    """Reads a whole number, from a JSON number or a text."""
    number = canonical_decimal(value)
    if number.isdecimal() and least <= int(number) <= most:
        return int(number)
    detail = f"{info.field_name} is a whole number from {least} to {most}"
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


def read_switch(value: object, info: ValidationInfo) -> bool:
    """Reads true or false."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise invalid("invalid-parameter", f"{info.field_name} is true or false", value=value, parameter=info.field_name)
