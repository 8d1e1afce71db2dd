"""Shares in hundredths of a per cent, as the kernel rounds them; `answers.explanations` puts them into text."""

from __future__ import annotations

from paigow.jit import kernel

ALL = 10_000
"""The index of a share of 100 %: n stands for n hundredths of a per cent."""

LITTLE, ALMOST_ALL = ALL + 1, ALL + 2
"""More than nothing, though it would be rounded to nothing; and less than all, though it would be rounded to all."""


@kernel
def percentage_index(count: int, total: int) -> int:
    """The share of `count` in `total`, rounded to hundredths of a per cent, half up.

    >>> [percentage_index.py_func(count, 20_001) for count in (0, 1, 20_000, 20_001)]
    [0, 10001, 10002, 10000]
    """
    index = (2 * ALL * count + total) // (2 * total)
    if index == 0 and count > 0:
        return LITTLE
    if index == ALL and count < total:
        return ALMOST_ALL
    return index
