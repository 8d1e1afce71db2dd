"""From counts to outcomes: who wins copies, which dealer's hands push the bet, and a dealer whose hand is known.

The banker wins copies: as banker a player wins where the dealer's value is not above his own, not only where it is
below. Where a rule makes some of the dealer's hands push the bet (sources: the rules of EZ Pai Gow, Face Up and
commission-free Pai Gow), those hands neither win nor lose. They are a range of values of one of his two hands, so they
are counted by a few more thresholds. When the player banks, the rule looks at the hand of the one he plays against.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from service.cards import ACE
from service.counting import Counter
from service.ranks import Ranking
from service.splits import Banker
from service.table_rules import Push

Ints = npt.NDArray[np.int64]

QUEEN, NINE = ACE - 2, ACE - 5


class Outcomes(NamedTuple):
    """Dealer hands, int64 [n, 21] each: those that a split's bet wins and loses against, and that each hand beats.

    A hand beats its like whatever becomes of the other one, or of the bet under a push rule.
    """

    wins: Ints
    losses: Ints
    high_wins: Ints
    low_wins: Ints


class PushedRange(NamedTuple):
    """The dealer's hands that push: those whose high (or low) value v has first <= v < end."""

    of_low_hand: bool
    first: int
    end: int

    def holds(self, high: int, low: int) -> bool:
        """Whether a setting of these values pushes."""
        return self.first <= (low if self.of_low_hand else high) < self.end


def pushed_range(push: Push, ranking: Ranking) -> PushedRange | None:
    """The range of a push rule: exactly queen high, exactly ace high, or a front that is exactly nine high.

    >>> from service.ranks import STANDARD
    >>> pushed_range("front-nine-high", STANDARD)
    PushedRange(of_low_hand=True, first=21, end=28)
    """
    match push:
        case "queen-high" | "ace-high":
            values = ranking.high_card_values(QUEEN if push == "queen-high" else ACE)
            return PushedRange(False, values.start, values.stop)
        case "front-nine-high":
            return PushedRange(True, int(ranking.low[NINE, 0]), int(ranking.low[NINE, NINE - 1]) + 1)
        case _:
            return None


def count_outcomes(
    counter: Counter, removed: Sequence[Sequence[int]], highs: Ints, lows: Ints, banker: Banker, push: Push
) -> Outcomes:
    """How many of the dealer's hands each split wins and loses against, fouls not looked at.

    `removed` are the cards that the dealer cannot hold, for each of n hands; `highs` and `lows` int64 [n, 21] the
    values of their splits.
    """
    if banker == "player":
        highs, lows = highs + 1, lows + 1
    pushed = pushed_range(push, counter.tables.ranking)
    if pushed is None:
        return Outcomes(*counter.count_many(removed, highs, lows))

    # Of the hands below in both, those in the range lie below its end and not below its first value, and so above.
    def clipped(clip: np.ufunc, bound: int) -> tuple[Ints, Ints]:
        return (highs, clip(lows, bound)) if pushed.of_low_hand else (clip(highs, bound), lows)

    queries = [
        (highs, lows),
        clipped(np.minimum, pushed.end),
        clipped(np.minimum, pushed.first),
        clipped(np.maximum, pushed.first),
        clipped(np.maximum, pushed.end),
    ]
    tally = counter.count_many(
        removed, np.hstack([high for high, _ in queries]), np.hstack([low for _, low in queries])
    )
    below, above, high_below, low_below = (counts.reshape(len(removed), 5, -1) for counts in tally)
    return Outcomes(
        wins=below[:, 0] - (below[:, 1] - below[:, 2]),
        losses=above[:, 0] - (above[:, 3] - above[:, 4]),
        high_wins=high_below[:, 0],
        low_wins=low_below[:, 0],
    )


def known_outcomes(
    dealers: Sequence[tuple[int, int]], highs: Ints, lows: Ints, banker: Banker, push: Push, ranking: Ranking
) -> Outcomes:
    """The same where each dealer's hand is known and set to these (high, low) values: every count is 0 or 1."""
    pushed = pushed_range(push, ranking)
    step = 1 if banker == "player" else 0
    settings = np.array(dealers, dtype=np.int64)
    high_wins, low_wins = highs + step > settings[:, :1], lows + step > settings[:, 1:]
    counts = np.array([pushed is None or not pushed.holds(*dealer) for dealer in dealers])[:, None]
    wins, losses = counts & high_wins & low_wins, counts & ~high_wins & ~low_wins
    return Outcomes(*(won.astype(np.int64) for won in (wins, losses, high_wins, low_wins)))
