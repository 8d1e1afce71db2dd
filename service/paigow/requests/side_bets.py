"""The request for side bets: one of them or all, for a hand or before a card is dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import BeforeValidator, ValidationInfo

from paigow.decimals import canonical_decimal
from paigow.faults import Fault, InvalidInput, excerpt, invalid
from paigow.house_ways import DEFAULT
from paigow.requests.fields import (
    DeadCards,
    FirstThreeOrNone,
    HouseWayId,
    Localized,
    Money,
    MoneyOrNone,
    SevenCardsOrNone,
)
from paigow.requests.reading import as_sent, one_of
from paigow.side_bets import PayTable, SideBet, side_bets
from paigow.side_bets.pays import ODDS, Odds, meter_share, read_pay, what_pays_are
from paigow.side_bets.three_cards import THREE

_USUAL_STAKE = "1"


def _read_bet(value: object, info: ValidationInfo) -> str:
    return one_of(*side_bets())(value, info)


def _needs_three(value: object, info: ValidationInfo) -> object:
    """Beside a bet on the dealer's hand they are cards that he cannot hold."""
    bet = side_bets().get(info.data.get("bet") or "")
    if value is not None and bet and bet.looks_at == "player" and bet.cards != THREE:
        detail = f"first_three is for a bet on the first three cards; {bet.id} looks at all seven"
        raise invalid("invalid-parameter", detail, value=value, parameter="first_three")
    return value


def _read_pays(value: object, info: ValidationInfo) -> tuple[str, ...]:
    """What each row of the bet pays, in their order: a list, or a text with commas."""
    bet = info.data.get("bet", "")
    if bet is None:
        detail = "pays says what each row of one bet pays: name that bet, too"
        raise invalid("invalid-parameter", detail, value=value, parameter="pays")
    listed: Sequence[object] = value.split(",") if isinstance(value, str) else [value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        listed = value
    odds = info.data.get("odds", ODDS[0])
    read = [read_pay(item, odds) for item in listed]
    allowed = what_pays_are(odds)
    faults = [
        Fault("invalid-parameter", f"item {number} of pays is {allowed}", "pays", number, value=excerpt(item))
        for number, (item, pay) in enumerate(zip(listed, read, strict=True), start=1)
        if not pay
    ]
    if bet and not side_bets()[bet].needed <= len(listed) <= len(side_bets()[bet].rows):
        rows = side_bets()[bet].rows
        named = ", ".join(f"{row.id} (may be left out)" if row.optional else row.id for row in rows)
        detail = f"pays holds {len(listed)} items where {bet} needs {side_bets()[bet].needs}, one a row: {named}"
        faults.append(Fault("invalid-parameter", detail, "pays", value=excerpt(value)))
    if faults:
        raise InvalidInput(faults)
    return tuple(read)


def _read_odds(value: object, info: ValidationInfo) -> str:
    odds = one_of(*ODDS)(value, info)
    _needs_pays(odds != ODDS[0], info, "odds says how pays are meant")
    return odds


def _read_stake(value: object, info: ValidationInfo) -> object:
    _needs_pays(canonical_decimal(value) != _USUAL_STAKE, info, "stake is the bet that pays are for")
    return value


def _needs_pays(unusual: bool, info: ValidationInfo, why: str) -> None:
    """A client may send what is usual without need."""
    if unusual and as_sent(info, "pays") == ():
        raise invalid("invalid-parameter", f"{why}: send pays, too", parameter=info.field_name)


def _read_meter(value: object, info: ValidationInfo) -> object:
    bet = side_bets().get(info.data.get("bet") or "")
    known = [bet] if bet else list(side_bets().values())
    pays = [pay for each in known for table in each.pay_tables for pay in table.pays]
    if value is not None and not any(map(meter_share, (*pays, *(info.data.get("pays") or ())))):
        detail = "meter is what a progressive shows, but no row pays a share of it, such as 10%"
        raise invalid("invalid-parameter", detail, value=value, parameter="meter")
    return value


class SideBetsRequest(Localized):
    """A hand or none; one bet or all; and what that bet pays at the caller's table.

    `pays` are for a bet of `stake`, see `side_bets.pays`; `meter` is what a progressive's meter shows.
    """

    house_way: HouseWayId = DEFAULT
    cards: SevenCardsOrNone = None
    dead: DeadCards = ()
    bet: Annotated[str | None, BeforeValidator(_read_bet)] = None
    first_three: Annotated[FirstThreeOrNone, BeforeValidator(_needs_three)] = None
    odds: Annotated[Odds, BeforeValidator(_read_odds)] = "to-one"
    pays: Annotated[tuple[str, ...] | None, BeforeValidator(_read_pays)] = None
    stake: Annotated[Money, BeforeValidator(_read_stake)] = _USUAL_STAKE
    meter: Annotated[MoneyOrNone, BeforeValidator(_read_meter)] = None

    def pay_tables(self, bet: SideBet) -> list[PayTable]:
        """The pay tables of a bet, that of the caller last, with what the caller's meter shows."""
        tables = list(bet.pay_tables)
        if self.pays:
            tables.append(PayTable("pays", None, bet.completed(self.pays), self.odds, self.stake))
        if self.meter is None:
            return tables
        return [replace(each, meter=self.meter) if any(map(meter_share, each.pays)) else each for each in tables]
