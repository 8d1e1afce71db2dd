"""The rules of the table that a caller can choose, and the question a caller asks.

Both are pydantic models: every field is read on its own, so that an answer to bad input names every fault at once.
Unknown names and values are faults that list what is allowed; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, ValidationInfo

from paigow.faults import Fault, InvalidInput, Reading, did_you_mean, invalid, shown
from paigow.game.cards import DECK_SIZE, LOW_SIZE, parse, parse_dead, parse_hand
from paigow.game.names import LANGUAGES, Lang
from paigow.game.ranks import JokerRule, Wheel
from paigow.game.splits import SPLIT_COUNT, Banker
from paigow.house_ways import DEFAULT, house_ways

_COMMISSION_PLACES = 12
_COMMISSION = re.compile(rf"(?:[01](?:\.[0-9]{{1,{_COMMISSION_PLACES}}})?|\.[0-9]{{1,{_COMMISSION_PLACES}}})")
_DECIMAL = re.compile(r"-?(?:[0-9]{1,20}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})")
_LONGEST_INTEGER = 10**20
_MOST_DIGITS = 80
_LIMITS = range(1, SPLIT_COUNT + 1)
_LIMIT = re.compile(r"[0-9]{1,3}")


def _reading(info: ValidationInfo) -> Reading:
    """How far to read; see `Reader.read`."""
    reading: Reading = (info.context or {}).get("reading") or Reading()
    return reading


def one_of(*allowed: str) -> Callable[[object, ValidationInfo], str]:
    """A reader that takes one of some words, in any case."""

    def read(value: object, info: ValidationInfo) -> str:
        if isinstance(value, str) and value.strip().lower() in allowed:
            return value.strip().lower()
        near = did_you_mean(value, allowed) if isinstance(value, str) else ""
        detail = f"{info.field_name} is one of: {', '.join(allowed)}{near}"
        raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)

    return read


def _read_house_way(value: object, info: ValidationInfo) -> str:
    known = house_ways()
    if isinstance(value, str) and value.strip().lower() in known:
        return value.strip().lower()
    near = did_you_mean(value, tuple(known)) if isinstance(value, str) else ""
    listed = _reading(info).once(f"; there are: {', '.join(known)}")
    raise invalid("unknown-house-way", f"no such house way{listed}{near}", value=value, parameter=info.field_name)


def _read_commission(value: object, info: ValidationInfo) -> str:
    """A decimal from 0 to 1 in its shortest form, exactly as written: "0.05", never the double nearest to it."""
    text = in_canonical_form(value)
    as_asked = not isinstance(value, str) or _COMMISSION.fullmatch(value.strip())
    if as_asked and text and 0 <= Decimal(text) <= 1 and len(text) <= len("0.") + _COMMISSION_PLACES:
        return text
    detail = "commission is a decimal from 0 to 1, such as 0.05, with at most 12 decimal places"
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


def in_canonical_form(value: object) -> str:
    """A number, or a text that is a plain decimal, without exponent or idle zeros; "" for anything else.

    >>> in_canonical_form("0.050"), in_canonical_form(Decimal("5E-2")), in_canonical_form("5e-2")
    ('0.05', '0.05', '')
    """
    if isinstance(value, str) and _DECIMAL.fullmatch(value.strip()):
        number = Decimal(value.strip())
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        if isinstance(value, int) and abs(value) > _LONGEST_INTEGER:
            return ""
        number = Decimal(repr(value) if isinstance(value, float) else value)
    else:
        return ""
    if not number.is_finite():
        return ""
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int) or len(digits) + abs(exponent) > _MOST_DIGITS:
        return ""
    text = f"{number:f}" if number else "0"  # and never "-0"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def _read_limit(value: object, info: ValidationInfo) -> int:
    number = value
    if isinstance(value, Decimal) and value.is_finite() and value in _LIMITS:  # JSON knows but one kind of number
        number = int(value)
    if isinstance(value, str) and _LIMIT.fullmatch(value.strip()):
        number = int(value)
    if isinstance(number, int) and not isinstance(number, bool) and number in _LIMITS:
        return number
    detail = f"limit is a whole number from 1 to {SPLIT_COUNT}"
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


def _read_switch(value: object, info: ValidationInfo) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return value.strip().lower() == "true"
    raise invalid("invalid-parameter", f"{info.field_name} is true or false", value=value, parameter=info.field_name)


def _read_cards(value: object, info: ValidationInfo) -> tuple[int, ...]:
    return parse_hand(value, info.field_name or "cards", most=_reading(info).most)


def _sent(info: ValidationInfo, name: str) -> object:
    """The value of a field as it was sent."""
    return (info.context or {}).get("sent", {}).get(name, ())


def _elsewhere(info: ValidationInfo) -> dict[int, str]:
    """The cards that are in other places, by the name of the place; where it has faults, those that could be read."""
    found: dict[int, str] = {}
    for name, place in (("cards", "the hand"), ("dead", "dead")):
        if name == info.field_name:
            break
        cards = info.data[name] if name in info.data else parse(_sent(info, name)).cards
        found.update((card, place) for card in cards or ())
    return found


def _read_dead(value: object, info: ValidationInfo) -> tuple[int, ...]:
    return parse_dead(value, info.field_name or "dead", _elsewhere(info), _reading(info).most)


def opponent(value: object, info: ValidationInfo) -> tuple[int, ...]:
    """Reads a dealer's seven cards, none of which is elsewhere."""
    return parse_hand(value, info.field_name or "dealer", elsewhere=_elsewhere(info), most=_reading(info).most)


def own_low(value: object, info: ValidationInfo) -> tuple[int, ...]:
    """Reads the two of the hand's cards that go in front."""
    parameter = info.field_name or "low"
    hand = info.data.get("cards")
    elsewhere = {card: "nobody's hand" for card in range(DECK_SIZE) if hand is not None and card not in hand}
    try:
        return parse_hand(value, parameter, LOW_SIZE, elsewhere, _reading(info).most)
    except InvalidInput as error:
        faults = [_not_in_hand(fault) for fault in error.faults]
    raise InvalidInput(faults)


def _not_in_hand(fault: Fault) -> Fault:
    if "nobody's hand" not in fault.detail:
        return fault
    return replace(fault, code="invalid-parameter", detail=f"{fault.value} is not one of the hand's seven cards")


Seven = Annotated[tuple[int, ...], BeforeValidator(_read_cards)]
SevenOrNone = Annotated[tuple[int, ...] | None, BeforeValidator(_read_cards)]
Dead = Annotated[tuple[int, ...], BeforeValidator(_read_dead)]
HouseWayId = Annotated[str, BeforeValidator(_read_house_way)]
Low = tuple[int, ...]

_fraction = lru_cache(maxsize=256)(Fraction)


class Reader(BaseModel):
    """Reads a mapping of names to values, naming every fault."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def read(cls, values: Mapping[str, Any], reading: Reading | None = None) -> Self:
        """Raises `InvalidInput` with all that is wrong: bad values, missing and unknown names.

        `reading` says how far to go. The first unknown name tells all that there are, and so does the first unknown
        house way.
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
        """The values with whatever they imply."""
        return values

    @classmethod
    def _unknown(cls, name: object, reading: Reading) -> Fault:
        names = sorted(cls.model_fields, key=lambda field: field != "cards")
        known = reading.once(f"; there are: {', '.join(names)}" if names else "; none are taken here")
        detail = f"there is no parameter {shown(name)}{known}{did_you_mean(str(name), tuple(names))}"
        return Fault("unknown-parameter", detail, shown(name), value=shown(name))


_MAY_BE_LISTS = ("cards", "dead", "dealer", "low", "pays")


def _is_several(value: Any) -> bool:
    return isinstance(value, list) and len(value) > 1


def _one_value(name: str, values: list[Any]) -> Fault:
    """The fault of a list, or of a parameter given more than once in a query, where one value is needed."""
    return Fault("invalid-parameter", f"{name} has {len(values)} values where one is needed", name, value=shown(values))


def _faults(error: ValidationError) -> list[Fault]:
    """What the readers above have found.

    Their errors must not outlive this call: they hold the frames that raised them, and so all that was sent, in a
    circle that only a garbage collection would break.
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


Push = Literal["none", "queen-high", "ace-high", "front-nine-high"]
Variant = Literal["standard", "ez", "face-up", "commission-free"]

VARIANTS: dict[str, dict[str, str]] = {
    "standard": {},
    "ez": {"commission": "0", "push": "queen-high"},
    "face-up": {"commission": "0", "push": "ace-high"},
    "commission-free": {"commission": "0", "push": "front-nine-high"},
}
"""What each named bundle of rules sets; a rule given beside it wins."""


class Spoken(Reader):
    """What is asked, and the language of the words in the answer."""

    lang: Annotated[Lang, BeforeValidator(one_of(*LANGUAGES))] = "en"


class _RankingRules(Spoken):
    """The rules that decide what hands are worth."""

    wheel: Annotated[Wheel, BeforeValidator(one_of(*get_args(Wheel)))] = "second"
    joker: Annotated[JokerRule, BeforeValidator(one_of(*get_args(JokerRule)))] = "semi-wild"


class TableRules(_RankingRules):
    """The rules of the table, resolved: how the dealer sets, the commission on a win, who wins copies, and so on.

    >>> TableRules.read({"variant": "ez", "commission": "0.0200"}).echo()["commission"]
    '0.02'
    >>> TableRules.read({"commission": "2"})
    Traceback (most recent call last):
    paigow.faults.InvalidInput: commission is a decimal from 0 to 1, such as 0.05, with at most 12 decimal places
    """

    variant: Annotated[Variant, BeforeValidator(one_of(*VARIANTS))] = "standard"
    house_way: HouseWayId = DEFAULT
    commission: Annotated[str, BeforeValidator(_read_commission)] = "0.05"
    banker: Annotated[Banker, BeforeValidator(one_of(*get_args(Banker)))] = "dealer"
    push: Annotated[Push, BeforeValidator(one_of(*get_args(Push)))] = "none"

    @classmethod
    def _completed(cls, values: dict[str, Any]) -> dict[str, Any]:
        variant = values.get("variant")
        bundle = VARIANTS.get(variant.strip().lower(), {}) if isinstance(variant, str) else {}
        return {**bundle, **values}

    @property
    def share(self) -> Fraction:
        """The commission as a fraction of a win."""
        return _fraction(self.commission)

    def echo(self) -> dict[str, str]:
        """The rules by name, as an answer states them."""
        return {name: getattr(self, name) for name in RULE_NAMES}


RULE_NAMES = ("variant", "house_way", "commission", "banker", "wheel", "joker", "push")
"""The rules in the order in which they are stated."""


class Hand(TableRules):
    """A hand, and the rules it is played by. Cards are numbers, in canonical order.

    `dealer` is the dealer's hand at a table where it lies face up, None where it is unknown.
    """

    cards: Seven
    dead: Dead = ()
    dealer: Annotated[tuple[int, ...] | None, BeforeValidator(opponent)] = None


class Question(Hand):
    """A hand to split: how many of the splits to list, whether those that foul are among them, and explained."""

    limit: Annotated[int, BeforeValidator(_read_limit)] = SPLIT_COUNT
    fouls: Annotated[bool, BeforeValidator(_read_switch)] = True
    explain: Annotated[bool, BeforeValidator(_read_switch)] = True


def read_question(values: Mapping[str, Any], reading: Reading | None = None) -> Question:
    """The same as `Question.read`: the rules of a table seldom change from hand to hand, and are read once."""
    cards = values.get("cards")
    if isinstance(cards, str) and "dead" not in values and "dealer" not in values:
        rules = [(name, type(value), value) for name, value in values.items() if name != "cards"]
        if all(not isinstance(value, str) or len(value) <= _USUAL_CHARACTERS for *_, value in rules):
            with suppress(InvalidInput, TypeError):  # a fault, or a list: told below
                return _under_rules(tuple(rules)).model_copy(update={"cards": parse_hand(cards, most=1)})
    return Question.read(values, reading)


_USUAL_CHARACTERS = 100
"""What is longer is not worth keeping."""


@lru_cache(maxsize=256)
def _under_rules(rules: tuple[tuple[str, type, Any], ...]) -> Question:
    """A question under these rules; types tell 1 from true. About which hand does not matter, as no card is known."""
    return Question.read({"cards": "As Ks Qs Js Ts 9s 8s", **{name: value for name, _, value in rules}})


class SharedRules(TableRules):
    """What the hands of a batch share: everything but the cards and the dealer's. A hand's own choice wins."""

    dead: Dead = ()
    limit: Annotated[int, BeforeValidator(_read_limit)] = SPLIT_COUNT
    fouls: Annotated[bool, BeforeValidator(_read_switch)] = True
    explain: Annotated[bool, BeforeValidator(_read_switch)] = True


class HandQuestion(_RankingRules):
    """Seven cards, and what they are worth."""

    cards: Seven


class NoQuestion(Reader):
    """Nothing at all: any parameter is unknown."""
