"""What a caller asks about side bets, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import comb
from typing import Annotated

import numpy as np
from pydantic import BeforeValidator, ValidationInfo

from paigow.answers.analysis import counter, texts
from paigow.answers.side_bets.bets import PayTable, SideBet, side_bets
from paigow.answers.side_bets.edges import HANDS, dealer_frequencies, edge, frequencies
from paigow.answers.side_bets.hands import rows_made
from paigow.faults import Fault, InvalidInput, invalid, shown
from paigow.game.cards import DECK_SIZE, HAND_SIZE
from paigow.house_ways import DEFAULT
from paigow.requests.rules import Dead, HouseWayId, SevenOrNone, Spoken, in_canonical_form, one_of

_MOST_PAID = Decimal(10) ** 9
_PAY_PLACES = 6


def _read_bet(value: object, info: ValidationInfo) -> str:
    return one_of(*side_bets())(value, info)


def _read_pays(value: object, info: ValidationInfo) -> tuple[str, ...]:
    """What each row of the bet pays, in their order: a list, or a text with commas."""
    bet = info.data.get("bet", "")
    if bet is None:
        detail = "pays goes with bet: it says what each row of that bet pays"
        raise invalid("invalid-parameter", detail, value=value, parameter="pays")
    listed: Sequence[object] = value.split(",") if isinstance(value, str) else [value]
    if isinstance(value, Sequence) and not isinstance(value, str):
        listed = value
    read = [in_canonical_form(item) for item in listed]
    faults = [
        Fault(
            "invalid-parameter",
            f"item {number} of pays is no decimal from 0 to {_MOST_PAID:,f} with at most {_PAY_PLACES} places",
            "pays",
            number,
            value=shown(item),
        )
        for number, (item, text) in enumerate(zip(listed, read, strict=True), start=1)
        if not text or not 0 <= Decimal(text) <= _MOST_PAID or len(text.partition(".")[2]) > _PAY_PLACES
    ]
    if bet and len(listed) != len(side_bets()[bet].rows):
        rows = side_bets()[bet].rows
        named = ", ".join(row.id for row in rows)
        detail = f"pays holds {len(listed)} numbers where {bet} needs {len(rows)}, one a row: {named}"
        faults.append(Fault("invalid-parameter", detail, "pays", value=shown(value)))
    if faults:
        raise InvalidInput(faults)
    return tuple(read)


class SideBetQuestion(Spoken):
    """A hand, where one is given; one bet or all; and what it pays at the caller's table."""

    house_way: HouseWayId = DEFAULT
    cards: SevenOrNone = None
    dead: Dead = ()
    bet: Annotated[str | None, BeforeValidator(_read_bet)] = None
    pays: Annotated[tuple[str, ...] | None, BeforeValidator(_read_pays)] = None


@dataclass(frozen=True)
class RowAnswer:
    """A row: how many of all hands make it, and how many of those that the dealer can hold beside the known cards."""

    id: str
    name: str
    hands: int
    probability: float
    dealer_hands: int | None


@dataclass(frozen=True)
class PayTableAnswer:
    """A pay table: what each row pays, to 1; the house edge before any card is known; and what is known now.

    `edge_now` is the edge of a bet on the dealer's hand beside the known cards, `net` what the player's hand wins or
    loses of a unit bet on it, an exact decimal.
    """

    id: str
    source: str | None
    pays: dict[str, str]
    edge: float
    edge_now: float | None
    net: str | None


@dataclass(frozen=True)
class SideBetAnswer:
    """A side bet. `made` is the row that the player's hand makes, None where none or where it is on the dealer's."""

    id: str
    name: str
    looks_at: str
    source: str
    notes: tuple[str, ...]
    hands: int
    dealer_hands: int | None
    made: str | None
    rows: tuple[RowAnswer, ...]
    pay_tables: tuple[PayTableAnswer, ...]


@dataclass(frozen=True)
class SideBetsAnswer:
    """The side bets, for a hand where one is given."""

    cards: tuple[str, ...]
    dead: tuple[str, ...]
    house_way: str
    side_bets: tuple[SideBetAnswer, ...]


def answer(question: SideBetQuestion) -> SideBetsAnswer:
    """The side bets for a hand, or as they are before a card is dealt.

    >>> found = answer(SideBetQuestion.read({"cards": "Jk As Qs Qh Qd 7s 2s", "bet": "fortune"})).side_bets[0]
    >>> found.made, found.pay_tables[0].net, found.pay_tables[0].edge
    ('full_house', '5', 0.07765574685545404)
    """
    bets = [side_bets()[question.bet]] if question.bet else list(side_bets().values())
    return SideBetsAnswer(
        cards=texts(question.cards or ()),
        dead=texts(question.dead),
        house_way=question.house_way,
        side_bets=tuple(_bet(bet, question) for bet in bets),
    )


def _bet(bet: SideBet, question: SideBetQuestion) -> SideBetAnswer:
    removed = (*(question.cards or ()), *question.dead)
    made = left = None
    total = comb(DECK_SIZE - len(removed), HAND_SIZE)
    if bet.looks_at == "player":
        hands = frequencies(bet)
        if question.cards:
            made = int(rows_made(np.array([question.cards], dtype=np.uint8), bet.rows)[0])
    else:
        hands = dealer_frequencies(bet, counter(question.house_way))
        left = dealer_frequencies(bet, counter(question.house_way), removed) if removed else None
    tables = list(bet.pay_tables)
    if question.pays:
        tables.append(PayTable("pays", None, tuple(map(Decimal, question.pays))))
    row_ids = [row.id for row in bet.rows]
    return SideBetAnswer(
        id=bet.id,
        name=bet.name[question.lang],
        looks_at=bet.looks_at,
        source=bet.source,
        notes=tuple(note[question.lang] for note in bet.notes),
        hands=HANDS,
        dealer_hands=None if left is None else total,
        made=None if made is None or made < 0 else row_ids[made],
        rows=tuple(
            RowAnswer(row.id, row.name[question.lang], count, count / HANDS, None if left is None else left[number])
            for number, (row, count) in enumerate(zip(bet.rows, hands, strict=True))
        ),
        pay_tables=tuple(
            PayTableAnswer(
                id=table.id,
                source=table.source,
                pays=dict(zip(row_ids, map(in_canonical_form, table.pays), strict=True)),
                edge=edge(table.pays, hands, HANDS),
                edge_now=None if left is None else edge(table.pays, left, total),
                net=None if made is None else "-1" if made < 0 else in_canonical_form(table.pays[made]),
            )
            for table in tables
        ),
    )
