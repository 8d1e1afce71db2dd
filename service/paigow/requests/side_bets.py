"""The request for side bets: one of them or all, for a hand or before a card is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, ValidationInfo

from paigow.faults import Fault, InvalidInput, excerpt, invalid
from paigow.house_ways import DEFAULT
from paigow.requests.fields import DeadCards, HouseWayId, Localized, SevenCardsOrNone
from paigow.requests.reading import canonical_decimal, one_of
from paigow.side_bets import side_bets

_MOST_PAID = Decimal(10) ** 9
_PAY_PLACES = 6


def _read_bet(value: object, info: ValidationInfo) -> str:
    return one_of(*side_bets())(value, info)


def _read_pays(value: object, info: ValidationInfo) -> tuple[str, ...]:
    """What each row of the bet pays, in their order: a list, or a text with commas."""
    bet = info.data.get("bet", "")
    if bet is None:
        detail = "pays says what each row of one bet pays: name that bet, too"
        raise invalid("invalid-parameter", detail, value=value, parameter="pays")
    listed: Sequence[object] = value.split(",") if isinstance(value, str) else [value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        listed = value
    read = [canonical_decimal(item) for item in listed]
    faults = [
        Fault(
            "invalid-parameter",
            f"item {number} of pays is no decimal from 0 to {_MOST_PAID:,f} with at most {_PAY_PLACES} places",
            "pays",
            number,
            value=excerpt(item),
        )
        for number, (item, text) in enumerate(zip(listed, read, strict=True), start=1)
        if not text or not 0 <= Decimal(text) <= _MOST_PAID or len(text.partition(".")[2]) > _PAY_PLACES
    ]
    if bet and len(listed) != len(side_bets()[bet].rows):
        rows = side_bets()[bet].rows
        named = ", ".join(row.id for row in rows)
        detail = f"pays holds {len(listed)} numbers where {bet} needs {len(rows)}, one a row: {named}"
        faults.append(Fault("invalid-parameter", detail, "pays", value=excerpt(value)))
    if faults:
        raise InvalidInput(faults)
    return tuple(read)


class SideBetsRequest(Localized):
    """A hand or none; one bet or all; and what that bet pays at the caller's table."""

    house_way: HouseWayId = DEFAULT
    cards: SevenCardsOrNone = None
    dead: DeadCards = ()
    bet: Annotated[str | None, BeforeValidator(_read_bet)] = None
    pays: Annotated[tuple[str, ...] | None, BeforeValidator(_read_pays)] = None
