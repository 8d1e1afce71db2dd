"""Decimals as people write them, read exactly and written in one form."""

from __future__ import annotations

import re
from decimal import Decimal

_DECIMAL = re.compile(r"-?(?:[0-9]{1,20}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})")
_LONGEST_INTEGER = 10**20
_MOST_DIGITS = 80


def canonical_decimal(value: object) -> str:
    """A number, or a text that is a plain decimal, without exponent or extra zeros; "" for anything else.

    >>> canonical_decimal("0.050"), canonical_decimal(Decimal("5E-2")), canonical_decimal("5e-2")
    ('0.05', '0.05', '')
    """
    if isinstance(value, str) and _DECIMAL.fullmatch(value.strip()):
        number = Decimal(value.strip())
    elif isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        if isinstance(value, int) and abs(value) > _LONGEST_INTEGER:
            return ""
        number = Decimal(repr(value) if isinstance(value, float) else value)
    else:
        return ""
    if not number.is_finite():
        return ""
    _, digits, exponent = number.as_tuple()
    if not isinstance(exponent, int) or len(digits) + abs(exponent) > _MOST_DIGITS:
        return ""
    text = f"{number:f}" if number else "0"  # and never "-0"
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"
