"""The parameters that several requests share, and how each is read."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Annotated

from pydantic import BeforeValidator, Field, ValidationInfo

from paigow.decimals import canonical_decimal
from paigow.faults import Fault, InvalidInput, did_you_mean, invalid
from paigow.game.cards import DECK_SIZE, LOW_SIZE, parse, parse_dead, parse_hand
from paigow.game.names import LANGUAGES, Lang
from paigow.game.splits import SPLIT_COUNT
from paigow.house_ways import house_ways
from paigow.requests.reading import (
    RequestModel,
    as_sent,
    one_of,
    read_switch,
    read_whole_number,
    reading_of,
)

_SHARE_PLACES = 12
_SHARE = re.compile(rf"(?:[01](?:\.[0-9]{{1,{_SHARE_PLACES}}})?|\.[0-9]{{1,{_SHARE_PLACES}}})")
FIRST_CARDS = 3
_MOST_MONEY = Decimal(10) ** 15
_MONEY_PLACES = 6
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


def _read_share(value: object, info: ValidationInfo) -> str:
    """A decimal from 0 to 1 in its shortest form, exactly as written: "0.05", never the double nearest to it."""
    text = canonical_decimal(value)
    as_asked = not isinstance(value, str) or _SHARE.fullmatch(value.strip())
    if as_asked and text and 0 <= Decimal(text) <= 1 and len(text) <= len("0.") + _SHARE_PLACES:
        return text
    detail = f"{info.field_name} is a decimal from 0 to 1, such as 0.05, with at most {_SHARE_PLACES} decimal places"
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


def _money(value: object) -> str:
    """An amount of money in its shortest form; "" for anything else."""
    number = canonical_decimal(value)
    if number and 0 < Decimal(number) <= _MOST_MONEY and len(number.partition(".")[2]) <= _MONEY_PLACES:
        return number
    return ""


def _read_money(value: object, info: ValidationInfo) -> str:
    if amount := _money(value):
        return amount
    detail = (
        f"{info.field_name} is a decimal above 0, at most {_MOST_MONEY:,f}, with at most {_MONEY_PLACES} decimal places"
    )
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


def _read_money_or_none(value: object, info: ValidationInfo) -> str | None:
    return None if value is None else _read_money(value, info)


def _read_rounding(value: object, info: ValidationInfo) -> str:
    """The unit that a commission is rounded up to, which needs a stake to round anything."""
    if isinstance(value, str) and value.strip().lower() == NO_ROUNDING:
        return NO_ROUNDING
    unit = _money(value)
    if not unit:
        detail = (
            f"rounding is {NO_ROUNDING}, or a unit of money above 0 such as 0.25, at most {_MOST_MONEY:,f}, "
            f"with at most {_MONEY_PLACES} decimal places"
        )
        raise invalid("invalid-parameter", detail, value=value, parameter="rounding")
    if as_sent(info, "stake") in ((), None):
        detail = "rounding needs the stake: a commission is rounded up to a unit of money"
        raise invalid("invalid-parameter", detail, value=value, parameter="rounding")
    commission, stake = info.data.get("commission"), info.data.get("stake")
    if commission is not None and stake is not None and share_of_win(commission, stake, unit) > 1:
        detail = f"rounding makes the commission more than the bet of {stake} wins"
        raise invalid("invalid-parameter", detail, value=value, parameter="rounding")
    return unit


NO_ROUNDING = "none"


@lru_cache(maxsize=256)
def share_of_win(commission: str, stake: str | None, rounding: str) -> Fraction:
    """What the house keeps of a win: the commission, rounded up to the unit `rounding` where there is one.

    >>> share_of_win("0.05", "6", "0.25") * 6, share_of_win("0.05", "11", "0.25") * 11
    (Fraction(1, 2), Fraction(3, 4))
    """
    share = Fraction(commission)
    if rounding == NO_ROUNDING or stake is None:
        return share
    units = share * Fraction(stake) / Fraction(rounding)
    return ceil(units) * Fraction(rounding) / Fraction(stake)


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


def _read_dealer_or_none(value: object, info: ValidationInfo) -> tuple[int, ...] | None:
    """The same where he is seldom seen; at a face-up table he always is."""
    if as_sent(info, "dealer") != ():
        return _read_dealer(value, info)
    if info.data.get("variant") == "face-up":
        detail = (
            "dealer is missing: at a face-up table you see his seven cards before you set yours, "
            "and what is best depends on them (what a hand is worth before he is seen: /v1/value, or paigow value)"
        )
        raise invalid("invalid-parameter", detail, parameter="dealer")
    return None


def _read_low(value: object, info: ValidationInfo) -> tuple[int, ...]:
    """Reads the two of the hand's cards that go in front."""
    return _read_part_of_hand(value, info, LOW_SIZE)


def _read_first_three(value: object, info: ValidationInfo) -> tuple[int, ...]:
    """Reads the three cards of the hand that were dealt first; the hand need not be known."""
    return _read_part_of_hand(value, info, FIRST_CARDS)


def _read_part_of_hand(value: object, info: ValidationInfo, size: int) -> tuple[int, ...]:
    """Reads some of the hand's seven cards. If that has faults or is not known, cards that are not dead."""
    hand = info.data.get("cards")
    elsewhere = dict.fromkeys(info.data.get("dead") or (), "dead")
    if hand is not None:
        elsewhere = {card: "nobody's hand" for card in range(DECK_SIZE) if card not in hand}
    try:
        return parse_hand(value, info.field_name or "cards", size, elsewhere, reading_of(info).most)
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
DealerCardsOrNone = Annotated[
    tuple[int, ...] | None, BeforeValidator(_read_dealer_or_none), Field(validate_default=True)
]
FirstThreeOrNone = Annotated[tuple[int, ...] | None, BeforeValidator(_read_first_three)]
LowCards = Annotated[tuple[int, ...], BeforeValidator(_read_low)]
HouseWayId = Annotated[str, BeforeValidator(_read_house_way)]
Share = Annotated[str, BeforeValidator(_read_share)]
Money = Annotated[str, BeforeValidator(_read_money)]
MoneyOrNone = Annotated[str | None, BeforeValidator(_read_money_or_none)]
Rounding = Annotated[str, BeforeValidator(_read_rounding)]
Limit = Annotated[int, BeforeValidator(_read_limit)]
Switch = Annotated[bool, BeforeValidator(read_switch)]
Seed = Annotated[int | None, BeforeValidator(_read_seed)]


class Localized(RequestModel):
    """A request whose answer has words, in this language."""

    lang: Annotated[Lang, BeforeValidator(one_of(*LANGUAGES))] = "en"
