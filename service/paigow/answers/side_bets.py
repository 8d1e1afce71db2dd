"""The answer about side bets: what a hand makes of each, how often each row comes up, what the house keeps."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import comb

import numpy as np

from paigow.answers.side_bet_edges import HANDS, dealer_frequencies, edge, frequencies
from paigow.counting.counters import counter
from paigow.game.cards import DECK_SIZE, HAND_SIZE, names_of
from paigow.requests.reading import canonical_decimal
from paigow.requests.side_bets import SideBetsRequest
from paigow.side_bets import PayTable, SideBet, rows_made, side_bets


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
    """A pay table: what each row pays, to 1; the house edge before any card is known; and what the known cards change.

    `edge_now` is the edge of a bet on the dealer's hand beside the known cards; `net` is what a unit bet on the
    player's hand wins or loses, an exact decimal.
    """

    id: str
    source: str | None
    pays: dict[str, str]
    edge: float
    edge_now: float | None
    net: str | None


@dataclass(frozen=True)
class SideBetAnswer:
    """A side bet. `made` is the row that the player's hand makes, None if it makes none or the dealer's hand counts."""

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
    """The side bets, for a hand or for none."""

    cards: tuple[str, ...]
    dead: tuple[str, ...]
    house_way: str
    side_bets: tuple[SideBetAnswer, ...]


def side_bets_answer(request: SideBetsRequest) -> SideBetsAnswer:
    """The side bets for a hand, or as they are before a card is dealt.

    >>> found = side_bets_answer(SideBetsRequest.read({"cards": "Jk As Qs Qh Qd 7s 2s", "bet": "fortune"})).side_bets[0]
    >>> found.made, found.pay_tables[0].net, found.pay_tables[0].edge
    ('full_house', '5', 0.07765574685545404)
    """
    bets = [side_bets()[request.bet]] if request.bet else list(side_bets().values())
    return SideBetsAnswer(
        cards=names_of(request.cards or ()),
        dead=names_of(request.dead),
        house_way=request.house_way,
        side_bets=tuple(_bet(bet, request) for bet in bets),
    )


def _bet(bet: SideBet, request: SideBetsRequest) -> SideBetAnswer:
    removed = (*(request.cards or ()), *request.dead)
    made = left = None
    total = comb(DECK_SIZE - len(removed), HAND_SIZE)
    if bet.looks_at == "player":
        hands = frequencies(bet)
        if request.cards:
            made = int(rows_made(np.array([request.cards], dtype=np.uint8), bet.rows)[0])
    else:
        hands = dealer_frequencies(bet, counter(request.house_way))
        left = dealer_frequencies(bet, counter(request.house_way), removed) if removed else None
    tables = list(bet.pay_tables)
    if request.pays:
        tables.append(PayTable("pays", None, tuple(map(Decimal, request.pays))))
    row_ids = [row.id for row in bet.rows]
    return SideBetAnswer(
        id=bet.id,
        name=bet.name[request.lang],
        looks_at=bet.looks_at,
        source=bet.source,
        notes=tuple(note[request.lang] for note in bet.notes),
        hands=HANDS,
        dealer_hands=None if left is None else total,
        made=None if made is None or made < 0 else row_ids[made],
        rows=tuple(
            RowAnswer(row.id, row.name[request.lang], count, count / HANDS, None if left is None else left[number])
            for number, (row, count) in enumerate(zip(bet.rows, hands, strict=True))
        ),
        pay_tables=tuple(
            PayTableAnswer(
                id=table.id,
                source=table.source,
                pays=dict(zip(row_ids, map(canonical_decimal, table.pays), strict=True)),
                edge=edge(table.pays, hands, HANDS),
                edge_now=None if left is None else edge(table.pays, left, total),
                net=None if made is None else "-1" if made < 0 else canonical_decimal(table.pays[made]),
            )
            for table in tables
        ),
    )
