"""The parameters that several requests share, and how each is read."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, ValidationInfo

from paigow.faults import Fault, InvalidInput, did_you_mean, invalid
from paigow.game.cards import DECK_SIZE, LOW_SIZE, parse, parse_dead, parse_hand
from paigow.game.names import LANGUAGES, Lang
from paigow.game.splits import SPLIT_COUNT
from paigow.house_ways import house_ways
from paigow.requests.reading import (
    RequestModel,
    as_sent,
    canonical_decimal,
    one_of,
    read_switch,
    read_whole_number,
    reading_of,
)

_COMMISSION_PLACES = 12
_COMMISSION = re.compile(rf"(?:[01](?:\.[0-9]{{1,{_COMMISSION_PLACES}}})?|\.[0-9]{{1,{_COMMISSION_PLACES}}})")
_LIMITS = range(1, SPLIT_COUNT + 1)
_LIMIT = re.compile(r"[0-9]{1,3}")
_MOST_SEED = 2**63 - 1


def _read_house_way(value: object, info: ValidationInfo) -> str:
    known = house_ways()
    if isinstance(value, str) and value.strip().lower() in known:
        return value.strip().lower()
    near = did_you_mean(value, tuple(known)) if isinstance(value, str) else ""
    listed = reading_of(info).once(f"; there are: {', '.join(known)}")
    raise invalid("unknown-house-way", f"no such house way{listed}{near}", value=value, parameter=info.field_name)


def _read_commission(value: object, info: ValidationInfo) -> str:
    """A decimal from 0 to 1 in its shortest form, exactly as written: "0.05", never the double nearest to it."""
    text = canonical_decimal(value)
    as_asked = not isinstance(value, str) or _COMMISSION.fullmatch(value.strip())
    if as_asked and text and 0 <= Decimal(text) <= 1 and len(text) <= len("0.") + _COMMISSION_PLACES:
        return text
    detail = "commission is a decimal from 0 to 1, such as 0.05, with at most 12 decimal places"
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


def _read_limit(value: object, info: ValidationInfo) -> int:
    number = value
    if isinstance(value, Decimal) and value.is_finite() and value in _LIMITS:  # JSON has only one kind of number
        number = int(value)
    if isinstance(value, str) and _LIMIT.fullmatch(value.strip()):
        number = int(value)
    if isinstance(number, int) and not isinstance(number, bool) and number in _LIMITS:
        return number
    detail = f"limit is a whole number from 1 to {SPLIT_COUNT}"
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


def _read_seed(value: object, info: ValidationInfo) -> int:
    return read_whole_number(value, info, 0, _MOST_SEED)


def _read_cards(value: object, info: ValidationInfo) -> tuple[int, ...]:
    return parse_hand(value, info.field_name or "cards", most=reading_of(info).most)


def _elsewhere(info: ValidationInfo) -> dict[int, str]:
    """The cards that are in other places, by the name of the place. If a place has faults, those that could be read."""
    found: dict[int, str] = {}
    for name, place in (("cards", "the hand"), ("dead", "dead")):
        if name == info.field_name:
            break
        cards = info.data[name] if name in info.data else parse(as_sent(info, name)).cards
        found.update((card, place) for card in cards or ())
    return found


def _read_dead(value: object, info: ValidationInfo) -> tuple[int, ...]:
    return parse_dead(value, info.field_name or "dead", _elsewhere(info), reading_of(info).most)


def _read_dealer(value: object, info: ValidationInfo) -> tuple[int, ...]:
    """Reads a dealer's seven cards, none of which is elsewhere."""
    return parse_hand(value, info.field_name or "dealer", elsewhere=_elsewhere(info), most=reading_of(info).most)


def _read_low(value: object, info: ValidationInfo) -> tuple[int, ...]:
    """Reads the two of the hand's cards that go in front."""
    parameter = info.field_name or "low"
    hand = info.data.get("cards")
    elsewhere = {card: "nobody's hand" for card in range(DECK_SIZE) if hand is not None and card not in hand}
    try:
        return parse_hand(value, parameter, LOW_SIZE, elsewhere, reading_of(info).most)
    except InvalidInput as error:
        faults = [_not_in_hand(fault) for fault in error.faults]
    raise InvalidInput(faults)


def _not_in_hand(fault: Fault) -> Fault:
    if "nobody's hand" not in fault.detail:
        return fault
    return replace(fault, code="invalid-parameter", detail=f"{fault.value} is not one of the hand's seven cards")


SevenCards = Annotated[tuple[int, ...], BeforeValidator(_read_cards)]
SevenCardsOrNone = Annotated[tuple[int, ...] | None, BeforeValidator(_read_cards)]
DeadCards = Annotated[tuple[int, ...], BeforeValidator(_read_dead)]
DealerCards = Annotated[tuple[int, ...], BeforeValidator(_read_dealer)]
DealerCardsOrNone = Annotated[tuple[int, ...] | None, BeforeValidator(_read_dealer)]
LowCards = Annotated[tuple[int, ...], BeforeValidator(_read_low)]
HouseWayId = Annotated[str, BeforeValidator(_read_house_way)]
Commission = Annotated[str, BeforeValidator(_read_commission)]
Limit = Annotated[int, BeforeValidator(_read_limit)]
Switch = Annotated[bool, BeforeValidator(read_switch)]
Seed = Annotated[int | None, BeforeValidator(_read_seed)]


class Localized(RequestModel):
    """A request whose answer has words, in this language."""

    lang: Annotated[Lang, BeforeValidator(one_of(*LANGUAGES))] = "en"
