"""What a row pays: how it is written, and what comes back for a bet.

A row's pay is an amount for a bet of `stake`, by default 1. "to one" it is won besides the bet, so that 0 pushes; "for
one" the bet is not given back with it, so that 0 loses. The words "push" and "lose" mean the same under both, and so
does "N%": that share of a progressive's meter, in the money of the stake.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Literal, get_args

from paigow.decimals import canonical_decimal

Odds = Literal["to-one", "for-one"]

ODDS: tuple[Odds, ...] = get_args(Odds)
PUSH = "push"
LOSE = "lose"
MOST_PAID = Decimal(10) ** 12
PAY_PLACES = 6


def what_pays_are(odds: Odds) -> str:
    """What a row can pay, in words."""
    amount = f"a decimal from 0 to {MOST_PAID:,f} with at most {PAY_PLACES} places"
    lose = "lose (or -1)" if odds == "to-one" else "lose"
    return f"{amount}, push, {lose}, or a share of the meter, such as 10%, of at most 100%"


def read_pay(value: object, odds: Odds) -> str:
    """A pay in its one form: a decimal, "push", "lose", or a percentage of the meter; "" for anything else.

    >>> read_pay("2.50", "to-one"), read_pay(-1, "to-one"), read_pay(0, "to-one"), read_pay(0, "for-one")
    ('2.5', 'lose', 'push', 'lose')
    >>> read_pay("100 %", "for-one"), read_pay("-2", "to-one"), read_pay("-1", "for-one"), read_pay(True, "to-one")
    ('100%', '', '', '')
    """
    text = value.strip().lower() if isinstance(value, str) else ""
    if text in (PUSH, LOSE):
        return text
    if text.endswith("%"):
        share = canonical_decimal(text[:-1])
        return f"{share}%" if share and 0 < Decimal(share) <= 100 and _short(share) else ""
    amount = canonical_decimal(value)
    if amount == "-1" and odds == "to-one":
        return LOSE
    if amount == "0":
        return PUSH if odds == "to-one" else LOSE
    return amount if amount and 0 < Decimal(amount) <= MOST_PAID and _short(amount) else ""


def _short(amount: str) -> bool:
    return len(amount.partition(".")[2]) <= PAY_PLACES


def meter_share(pay: str) -> Fraction:
    """The share of the meter that a pay is, 0 for any other."""
    return Fraction(pay[:-1]) / 100 if pay.endswith("%") else Fraction(0)


def returned(pay: str, odds: Odds, stake: Fraction, meter: Fraction = Fraction(0)) -> Fraction:
    """What comes back for a bet of `stake`, in the same money as that and the meter.

    >>> [int(returned(pay, "to-one", Fraction(5))) for pay in ("5", "push", "lose")]
    [10, 5, 0]
    >>> returned("10%", "for-one", Fraction(5), Fraction(2000))
    Fraction(200, 1)
    """
    if pay == LOSE:
        return Fraction(0)
    if pay == PUSH:
        return stake
    amount = meter_share(pay) * meter if pay.endswith("%") else Fraction(pay)
    return amount + (stake if odds == "to-one" else 0)
