"""The search for a short list of lines that costs little.

A list is read from the top: the first line whose conditions hold, and whose front the hand has, decides. The search
starts from the one or two lines that cost least, and then adds, removes and replaces lines as long as that lowers the
cost of the hands plus a price for every line and condition. Which line to add in a place is decided by
trying them all: every front, under every set of up to three conditions.

The cost of a set of conditions is a sum over the hands on which they hold. Hands that no condition tells apart are
taken together first, and the sums for all pairs of conditions are one product of matrices: C diag(g) C', with C the
conditions by hands and g what the front gains on each. A third condition is tried only where the hands that gain could
still pay for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

PRICE_OF_LINE = 4e-6
PRICE_OF_CONDITION = 1.5e-6
"""What a line and a condition must save to be worth reading, in units of a bet per deal."""

COMMON, RAREST = 0.01, 0.0005
"""For a kind of hand that is less than `COMMON` of all hands the price falls in proportion, down to the price at
`RAREST`: nobody reads about hands that hardly ever occur.
"""

_TINY = 1e-12
"""More than rounding changes a sum of costs."""


class Candidate(NamedTuple):
    """A line by the numbers of its conditions, ascending, and of its front."""

    conditions: tuple[int, ...]
    front: int


class HandGroups(NamedTuple):
    """The hands of a kind, in groups that no condition and no missing front tells apart.

    `holds` bool [conditions, groups], `has` bool [fronts, groups], `costs` float64 [fronts, groups]: what a front costs
    against the best split, in units of a bet per deal; 0 where there is none. `share` is their share of all hands.
    """

    holds: Bools
    has: Bools
    costs: Floats
    share: float = 1.0

    @classmethod
    def of(cls, holds: Bools, has: Bools, costs: Floats, share: float = 1.0) -> HandGroups:
        """From the same arrays by classes."""
        signatures = np.packbits(np.concatenate([holds, has]), axis=0).T
        _, first, group = np.unique(signatures, axis=0, return_index=True, return_inverse=True)
        summed = [np.bincount(group.ravel(), np.where(has[f], costs[f], 0), len(first)) for f in range(len(has))]
        return cls(holds[:, first], has[:, first], np.array(summed), share)


def price(lines: Sequence[Candidate], share: float = 1.0) -> float:
    """The price of reading these lines, for a kind of hand that is a `share` of all hands."""
    conditions = sum(len(line.conditions) for line in lines)
    return min(max(share, RAREST) / COMMON, 1) * (PRICE_OF_LINE * len(lines) + PRICE_OF_CONDITION * conditions)


_Found = tuple[float, Candidate | None]
"""What a line gains beyond its price, and the line."""


def shortest(groups: HandGroups) -> list[Candidate]:
    """The list that is found: adding, removing or replacing a line does not pay."""
    last = [[Candidate((), front)] for front in np.flatnonzero(groups.has.all(axis=1)).tolist()]
    starts = [next(_with_one_more(groups, lines, _cost(groups, lines)), lines) for lines in last]
    lines = min(starts, key=lambda lines: _cost(groups, lines))
    while better := next(_better(groups, lines), None):
        lines = better
    return lines


def _better(groups: HandGroups, lines: list[Candidate]) -> Iterator[list[Candidate]]:
    """The lists one change away that cost less, with the price of their lines."""
    now = _cost(groups, lines) - _TINY
    shorter = [lines[:n] + lines[n + 1 :] for n in range(len(lines) - 1)]  # the last line is there for all the rest
    yield from _with_one_more(groups, lines, now)
    yield from (other for other in shorter if _cost(groups, other) < now)
    for other in shorter:
        yield from _with_one_more(groups, other, now)


def _with_one_more(groups: HandGroups, lines: list[Candidate], now: float) -> Iterator[list[Candidate]]:
    """The list with the most profitable line added in its best place, if it then costs less than `now`."""
    taken, costs = _read(groups, lines)
    least, longer = _cost(groups, lines) - now, None
    for place in range(len(lines)):
        gains = np.where(groups.has & (taken >= place), costs - groups.costs, 0)
        least, line = _most_profitable(groups, gains, least)
        if line:
            longer = [*lines[:place], line, *lines[place:]]
    if longer and _cost(groups, longer) < now:
        yield longer


def _read(groups: HandGroups, lines: list[Candidate]) -> tuple[npt.NDArray[np.int64], Floats]:
    """By group, the number of the line that decides and what its front costs."""
    taken = np.full(groups.costs.shape[1], -1)
    costs = np.zeros(groups.costs.shape[1])
    for number, (conditions, front) in enumerate(lines):
        fits = (taken < 0) & groups.has[front] & groups.holds[list(conditions)].all(axis=0)
        taken[fits], costs[fits] = number, groups.costs[front, fits]
    return taken, costs


def _cost(groups: HandGroups, lines: list[Candidate]) -> float:
    """What the hands cost and the lines are priced at."""
    return float(_read(groups, lines)[1].sum()) + price(lines, groups.share)


def _most_profitable(groups: HandGroups, gains: Floats, least: float) -> _Found:
    """The line that gains most beyond its price, if that is more than `least`. `gains` [fronts, groups]."""
    best: _Found = (least, None)
    for front in np.flatnonzero((gains > 0).any(axis=1)).tolist():
        some = np.flatnonzero(gains[front])
        gain, holds = gains[front, some].astype(np.float32), groups.holds[:, some].astype(np.float32)
        best = _under(groups.share, best, (), float(gain.sum()), front)
        pairs = (holds * gain) @ holds.T  # on the diagonal each condition alone
        first, second = np.unravel_index(int(pairs.argmax()), pairs.shape)
        alone = int(pairs.diagonal().argmax())
        best = _under(groups.share, best, (alone,), float(pairs[alone, alone]), front)
        best = _under(groups.share, best, (int(first), int(second)), float(pairs[first, second]), front)
        at_most = (holds * np.maximum(gain, 0)) @ holds.T
        for first in np.argsort(-at_most.max(axis=1)).tolist():
            worth = at_most[first] - price([Candidate((0, 1, 2), front)], groups.share) > best[0]
            others = np.flatnonzero(worth)
            if len(others) < 2:
                continue
            on = np.flatnonzero(holds[first])
            held = holds[np.ix_(others, on)]
            triples = (held * gain[on]) @ held.T
            second, third = np.unravel_index(int(triples.argmax()), triples.shape)
            three = (first, int(others[second]), int(others[third]))
            best = _under(groups.share, best, three, float(triples[second, third]), front)
    return best


def _under(share: float, best: _Found, conditions: tuple[int, ...], gain: float, front: int) -> _Found:
    """The better of the best so far and another line. A condition named twice counts once."""
    line = Candidate(tuple(sorted(set(conditions))), front)
    profit = gain - price([line], share)
    return (profit, line) if profit > best[0] + _TINY else best
