"""The answer about side bets: what a hand makes of each, how often each row comes up, what the house keeps."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

import numpy as np

from paigow.answers.side_bet_edges import (
    all_hands,
    break_even_meter,
    dealer_frequencies,
    edge,
    envy_of_one,
    frequencies,
)
from paigow.counting.counters import counter
from paigow.decimals import canonical_decimal
from paigow.game.cards import DECK_SIZE, HAND_SIZE, names_of
from paigow.requests.side_bets import SideBetsRequest
from paigow.side_bets import PayTable, SideBet, rows_made, side_bets, threes_made
from paigow.side_bets.pays import LOSE, meter_share, returned
from paigow.side_bets.three_cards import THREE

MOST_OTHERS = 6
"""The other players at a table of seven seats."""

_EXACT_DIGITS = 60


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
    """A pay table: what each row pays for a bet of `stake`, and what the house keeps of a unit bet.

    `edge` is the house edge before any card is known, None where it depends on a meter that is not known;
    `edges_with_envy` are those with the envy bonus for 1 to 6 other players. `edge_now` is the edge of a bet on the
    dealer's hand beside the known cards; `net` is what a bet of `stake` on the player's hand wins or loses, an exact
    decimal. `break_even_meter` is the meter at which the house keeps nothing.
    """

    id: str
    source: str | None
    pays: dict[str, str]
    odds: str
    stake: str
    meter: str | None
    break_even_meter: float | None
    edge: float | None
    edges_with_envy: tuple[float | None, ...] | None
    edge_now: float | None
    net: str | None


@dataclass(frozen=True)
class EnvyAnswer:
    """What the holder of a bet of `stake` is paid for each row that another player makes."""

    source: str
    stake: str
    pays: dict[str, str]


@dataclass(frozen=True)
class SideBetAnswer:
    """A side bet. `made` is the row that the player's cards make, None if they make none or are not known, and for a
    bet on the dealer's hand.
    """

    id: str
    name: str
    looks_at: str
    cards: int
    source: str
    notes: tuple[str, ...]
    hands: int
    dealer_hands: int | None
    made: str | None
    rows: tuple[RowAnswer, ...]
    envy: EnvyAnswer | None
    pay_tables: tuple[PayTableAnswer, ...]


@dataclass(frozen=True)
class SideBetsAnswer:
    """The side bets, for a hand or for none."""

    cards: tuple[str, ...]
    first_three: tuple[str, ...]
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
        first_three=names_of(request.first_three or ()),
        dead=names_of(request.dead),
        house_way=request.house_way,
        side_bets=tuple(describe_bet(bet, request) for bet in bets),
    )


def describe_bet(bet: SideBet, request: SideBetsRequest) -> SideBetAnswer:
    """One bet, which need not be one of those that are known."""
    removed = {*(request.cards or ()), *(request.first_three or ()), *request.dead}
    total = comb(DECK_SIZE - len(removed), HAND_SIZE)
    left = None
    if bet.looks_at == "player":
        hands = frequencies(bet)
    else:
        hands = dealer_frequencies(bet, counter(request.house_way))
        left = dealer_frequencies(bet, counter(request.house_way), removed) if removed else None
    made = _made(bet, request)
    row_ids = [row.id for row in bet.rows]
    envy = None
    if bet.envy:
        envy = EnvyAnswer(bet.envy.source, bet.envy.stake, dict(zip(row_ids, bet.envy.pays, strict=True)))
    return SideBetAnswer(
        id=bet.id,
        name=bet.name[request.lang],
        looks_at=bet.looks_at,
        cards=bet.cards,
        source=bet.source,
        notes=tuple(note[request.lang] for note in bet.notes),
        hands=all_hands(bet),
        dealer_hands=None if left is None else total,
        made=None if made is None or made < 0 else row_ids[made],
        rows=tuple(
            RowAnswer(
                row.id, row.name[request.lang], count, count / all_hands(bet), None if left is None else left[number]
            )
            for number, (row, count) in enumerate(zip(bet.rows, hands, strict=True))
        ),
        envy=envy,
        pay_tables=tuple(
            PayTableAnswer(
                id=table.id,
                source=table.source,
                pays=dict(zip(row_ids, table.pays, strict=True)),
                odds=table.odds,
                stake=table.stake,
                meter=table.meter,
                break_even_meter=break_even_meter(table, hands, all_hands(bet)),
                edge=edge(table, hands, all_hands(bet)),
                edges_with_envy=_edges_with_envy(bet, table, hands),
                edge_now=None if left is None else edge(table, left, total),
                net=None if made is None else _net(table, made),
            )
            for table in request.pay_tables(bet)
        ),
    )


def _made(bet: SideBet, request: SideBetsRequest) -> int | None:
    """The row that the player's cards make, -1 for none; None if they are not known or do not count."""
    if bet.looks_at == "dealer":
        return None
    if bet.cards == THREE:
        return int(threes_made([request.first_three], bet.rows)[0]) if request.first_three else None
    return int(rows_made(np.array([request.cards], dtype=np.uint8), bet.rows)[0]) if request.cards else None


def _edges_with_envy(bet: SideBet, table: PayTable, hands: tuple[int, ...]) -> tuple[float | None, ...] | None:
    if bet.envy is None:
        return None
    one = envy_of_one(bet.envy, hands, all_hands(bet))
    return tuple(edge(table, hands, all_hands(bet), others * one) for others in range(1, MOST_OTHERS + 1))


def _net(table: PayTable, made: int) -> str | None:
    """What a bet of the table's stake wins, or loses as a negative number."""
    pay = table.pays[made] if made >= 0 else LOSE
    if table.meter is None and meter_share(pay):
        return None
    stake = Fraction(table.stake)
    won = returned(pay, table.odds, stake, Fraction(table.meter or 0)) - stake
    with localcontext(prec=_EXACT_DIGITS):
        return canonical_decimal(Decimal(won.numerator) / won.denominator)
