"""A player's split meets the dealer's: who wins each hand, who wins copies, and which of the dealer's hands push the
bet.

The banker wins copies (source: wizardofodds.com/games/pai-gow-poker/): as banker a player also wins a hand that equals
the dealer's. A table may also say that some dealer's hands push the bet, whatever the player holds (sources: the rules
of EZ Pai Gow, Face Up and commission-free Pai Gow Poker; and for king high luckyladyla.com). When the player banks, the
rule looks at the hand of the player he plays against. Both rules are stated here and nowhere else.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from paigow.game.cards import ACE
from paigow.game.ranks import LOW_VALUES, Ranking

Banker = Literal["dealer", "player"]
PushRule = Literal["queen-high", "king-high", "ace-high", "front-nine-high"]
Result = Literal["win", "push", "loss"]
Side = Literal["player", "dealer"]

BANKERS: tuple[Banker, ...] = get_args(Banker)

PUSH_RULES: tuple[PushRule, ...] = get_args(PushRule)
NO_PUSH = "none"
"""A table's `push` is this word, or some of the push rules in their order, joined by commas."""

COPY_STEP: dict[Banker, int] = {"dealer": 0, "player": 1}
"""What to add to the value of a player's hand to get its threshold: it wins against the dealer's values below that."""

_RESULTS: tuple[Result, ...] = ("loss", "push", "win")
_NINE = ACE - 5
_HIGH_CARDS: dict[PushRule, int] = {"queen-high": ACE - 2, "king-high": ACE - 1, "ace-high": ACE}


class Showdown(NamedTuple):
    """Who wins the high and the low hand, and what becomes of the bet."""

    high: Side
    low: Side
    result: Result


def showdown(player: tuple[int, int], dealer: tuple[int, int], banker: Banker = "dealer") -> Showdown:
    """The player's (high, low) values against the dealer's, neither of them a foul and no push rule.

    Both hands won is a win, one a push, none a loss.

    >>> showdown((10, 5), (9, 5)).result, showdown((10, 5), (9, 5), banker="player").result
    ('push', 'win')
    """
    step = COPY_STEP[banker]
    high, low = player[0] + step > dealer[0], player[1] + step > dealer[1]
    winners: tuple[Side, Side] = ("dealer", "player")
    return Showdown(winners[high], winners[low], _RESULTS[high + low])


class Region(NamedTuple):
    """Settings whose high value h and low value l have high_first <= h < high_end and low_first <= l < low_end."""

    high_first: int
    high_end: int
    low_first: int
    low_end: int

    def holds(self, high: int, low: int) -> bool:
        """Whether a setting of these values is one of them."""
        return self.high_first <= high < self.high_end and self.low_first <= low < self.low_end


def pushed_regions(push: str, ranking: Ranking) -> tuple[Region, ...]:
    """The dealer's settings that push by the push rules of a table: regions that do not overlap.

    A high hand that is exactly queen, king or ace high; a low hand that is exactly nine high.

    >>> from paigow.game.ranks import STANDARD
    >>> pushed_regions("front-nine-high", STANDARD)
    (Region(high_first=0, high_end=7463, low_first=21, low_end=28),)
    >>> [region[:2] for region in pushed_regions("king-high,ace-high", STANDARD)]
    [(455, 1277)]
    """
    rules = push.split(",")
    highs: list[tuple[int, int]] = []
    for rule, rank in _HIGH_CARDS.items():
        if rule in rules:
            values = ranking.high_card_values(rank)
            first = highs.pop()[0] if highs and highs[-1][1] == values.start else values.start
            highs.append((first, values.stop))
    regions = [Region(first, end, 0, LOW_VALUES) for first, end in highs]
    if "front-nine-high" in rules:
        lows = int(ranking.low[_NINE, 0]), int(ranking.low[_NINE, _NINE - 1]) + 1
        firsts, ends = [0, *(end for _, end in highs)], [*(first for first, _ in highs), ranking.high_values]
        regions += [Region(first, end, *lows) for first, end in zip(firsts, ends, strict=True) if first < end]
    return tuple(regions)


def pushes(push: str, ranking: Ranking, high: int, low: int) -> bool:
    """Whether a setting of the dealer pushes by the push rules of the table."""
    return any(region.holds(high, low) for region in pushed_regions(push, ranking))
