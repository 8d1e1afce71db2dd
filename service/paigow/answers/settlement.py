"""Settling one bet: the player's split against the dealer's hand as the house way sets it, to the last decimal.

Money is decimal: a win of 13 at 5 % is 12.35, not 12.350000000000001 and not 12.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Literal

from paigow.answers.named import DealerChoice, NamedHand, dealer_choice, named_high, named_low
from paigow.counting.counters import tables_for
from paigow.dealer.tables import house_setting
from paigow.decimals import canonical_decimal
from paigow.game.cards import names_of
from paigow.game.showdown import Side, pushes, showdown
from paigow.house_ways import house_way
from paigow.requests.fields import NO_ROUNDING
from paigow.requests.trainer import SettleRequest


@dataclass(frozen=True)
class PlayerChoice:
    """The player's split."""

    high: NamedHand
    low: NamedHand


@dataclass(frozen=True)
class Settlement:
    """The outcome of a bet. `commission`, `collection` and `net` are exact decimals; `net` is what the player gains or
    loses.

    A foul loses both hands, whatever the dealer has. `pushed_by_rule` says that the bet pushes because of the dealer's
    hand alone; at a face-up table it does so before the player sets, even if he fouls.
    """

    cards: tuple[str, ...]
    rules: dict[str, str | None]
    player: PlayerChoice
    dealer: DealerChoice
    foul: bool
    high_winner: Side
    low_winner: Side
    high_copy: bool
    low_copy: bool
    pushed_by_rule: bool
    result: Literal["win", "push", "lose"]
    stake: str
    commission: str
    collection: str
    net: str


def settle_bet(bet: SettleRequest) -> Settlement:
    """Settle a bet.

    >>> bet = SettleRequest.read({"cards": "Ks Kd Qc 9h 7s 4d 2c", "low": "Qc 9h", "stake": 13,
    ...                 "dealer": "Jk Jd Tc 8h 6s 5d 3c"})
    >>> settlement = settle_bet(bet)
    >>> settlement.result, settlement.commission, settlement.net
    ('win', '0.65', '12.35')
    """
    tables = tables_for(bet)
    ranking = tables.ranking
    high_cards = tuple(card for card in bet.cards if card not in bet.low)
    high, low = ranking.high_value(high_cards), ranking.low_value(bet.low)
    foul = ranking.is_foul(high, low)
    setting = house_setting(tables, house_way(bet.house_way), bet.dealer)
    dealer_high, dealer_low = ranking.high_value(setting.high), ranking.low_value(setting.low)

    high_winner, low_winner, outcome = showdown((high, low), (dealer_high, dealer_low), bet.banker)
    # A player who sees the dealer's hand has pushed before he sets his own.
    pushed_by_rule = (bet.dealer_is_seen or not foul) and pushes(bet.push, ranking, dealer_high, dealer_low)
    if foul:
        high_winner = low_winner = "dealer"
        outcome = "loss"
    if pushed_by_rule:
        outcome = "push"

    with localcontext(prec=60):  # ample for a stake of 21 digits times a share of 13
        stake = Decimal(bet.stake)
        commission = _commission(bet) if outcome == "win" else Decimal(0)
        collection = stake * Decimal(bet.collection)
        net = {"win": stake - commission, "push": Decimal(0), "loss": -stake}[outcome] - collection
    return Settlement(
        cards=names_of(bet.cards),
        rules=bet.as_dict(),
        player=PlayerChoice(
            named_high(names_of(high_cards), high, ranking, bet.lang), named_low(names_of(bet.low), low, bet.lang)
        ),
        dealer=dealer_choice(setting, ranking, bet.lang),
        foul=foul,
        high_winner=high_winner,
        low_winner=low_winner,
        high_copy=high == dealer_high,
        low_copy=low == dealer_low,
        pushed_by_rule=pushed_by_rule,
        result="lose" if outcome == "loss" else outcome,
        stake=bet.stake,
        commission=canonical_decimal(commission),
        collection=canonical_decimal(collection),
        net=canonical_decimal(net),
    )


def _commission(bet: SettleRequest) -> Decimal:
    """What the house keeps of a win: a share of the stake, or that rounded up, which is a whole number of units."""
    if bet.rounding == NO_ROUNDING:
        return Decimal(bet.stake) * Decimal(bet.commission)
    units = bet.commission_fraction * Fraction(bet.stake) / Fraction(bet.rounding)
    return int(units) * Decimal(bet.rounding)
