"""Settling one bet: the player's split against the dealer's hand as the house way sets it, to the last decimal.

Money is decimal throughout: a win of 13 at 5 % is 12.35, never 12.350000000000001 and never 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from typing import Annotated, Literal

from pydantic import BeforeValidator, ValidationInfo

from paigow.answers.analysis import (
    DealerChoice,
    Half,
    dealer_choice,
    high_half,
    house_setting,
    low_half,
    tables_for,
    texts,
)
from paigow.counting.outcomes import pushed_range
from paigow.faults import invalid
from paigow.game.splits import settle
from paigow.house_ways import house_way
from paigow.requests.rules import Low, Seven, TableRules, in_canonical_form, opponent, own_low

Winner = Literal["player", "dealer"]

_MOST_STAKE = Decimal(10) ** 15
_STAKE_PLACES = 6


def _read_stake(value: object, info: ValidationInfo) -> str:
    number = in_canonical_form(value)
    if number and 0 < Decimal(number) <= _MOST_STAKE and len(number.partition(".")[2]) <= _STAKE_PLACES:
        return number
    detail = f"stake is a decimal above 0, at most {_MOST_STAKE:,f}, with at most {_STAKE_PLACES} decimal places"
    raise invalid("invalid-parameter", detail, value=value, parameter=info.field_name)


class Bet(TableRules):
    """A bet to settle: seven cards, the two of them that go in front, the dealer's seven, and the stake."""

    cards: Seven
    low: Annotated[Low, BeforeValidator(own_low)]
    dealer: Annotated[tuple[int, ...], BeforeValidator(opponent)]
    stake: Annotated[str, BeforeValidator(_read_stake)] = "1"


@dataclass(frozen=True)
class PlayerChoice:
    """The player's split."""

    high: Half
    low: Half


@dataclass(frozen=True)
class Settlement:
    """The outcome of a bet. `commission` and `net` are exact decimals; `net` is what the player gains or loses.

    A foul loses both hands, whatever the cards. `pushed_by_rule` tells that the bet pushes for the dealer's hand alone.
    """

    cards: tuple[str, ...]
    rules: dict[str, str]
    player: PlayerChoice
    dealer: DealerChoice
    foul: bool
    high_winner: Winner
    low_winner: Winner
    high_copy: bool
    low_copy: bool
    pushed_by_rule: bool
    result: Literal["win", "push", "lose"]
    stake: str
    commission: str
    net: str


def settle_bet(bet: Bet) -> Settlement:
    """Settle a bet.

    >>> bet = Bet.read({"cards": "Ks Kd Qc 9h 7s 4d 2c", "low": "Qc 9h", "stake": 13,
    ...                 "dealer": "Jk Jd Tc 8h 6s 5d 3c"})
    >>> settlement = settle_bet(bet)
    >>> settlement.result, settlement.commission, settlement.net
    ('win', '0.65', '12.35')
    """
    tables = tables_for(bet)
    ranking = tables.ranking
    back = tuple(card for card in bet.cards if card not in bet.low)
    high, low = ranking.high_value(back), ranking.low_value(bet.low)
    foul = ranking.is_foul(high, low)
    setting = house_setting(tables, house_way(bet.house_way), bet.dealer)
    dealer_high, dealer_low = ranking.high_value(setting.high), ranking.low_value(setting.low)

    high_copy, low_copy = high == dealer_high, low == dealer_low
    high_winner: Winner = bet.banker if high_copy else "player" if high > dealer_high else "dealer"
    low_winner: Winner = bet.banker if low_copy else "player" if low > dealer_low else "dealer"
    pushed = pushed_range(bet.push, ranking)
    pushed_by_rule = not foul and pushed is not None and pushed.holds(dealer_high, dealer_low)
    outcome = settle((high, low), (dealer_high, dealer_low), bet.banker)
    if foul:
        high_winner = low_winner = "dealer"
        outcome = "loss"
    elif pushed_by_rule:
        outcome = "push"

    with localcontext(prec=60):  # ample for a stake of 21 digits times a commission of 13
        stake = Decimal(bet.stake)
        commission = stake * Decimal(bet.commission) if outcome == "win" else Decimal(0)
        net = {"win": stake - commission, "push": Decimal(0), "loss": -stake}[outcome]
    return Settlement(
        cards=texts(bet.cards),
        rules=bet.echo(),
        player=PlayerChoice(high_half(texts(back), high, ranking, bet.lang), low_half(texts(bet.low), low, bet.lang)),
        dealer=dealer_choice(setting, ranking, bet.lang),
        foul=foul,
        high_winner=high_winner,
        low_winner=low_winner,
        high_copy=high_copy,
        low_copy=low_copy,
        pushed_by_rule=pushed_by_rule,
        result="lose" if outcome == "loss" else outcome,
        stake=bet.stake,
        commission=in_canonical_form(commission),
        net=in_canonical_form(net),
    )
