"""A player's split meets the dealer's: who wins each hand, who wins copies, and which of the dealer's hands push the
bet.

The banker wins copies (source: wizardofodds.com/games/pai-gow-poker/): as banker a player also wins a hand that equals
the dealer's. A table may also say that some dealer's hands push the bet, whatever the player holds (sources: the rules
of EZ Pai Gow, Face Up and commission-free Pai Gow Poker). When the player banks, the rule looks at the hand of the
player he plays against. Both rules are stated here and nowhere else.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from paigow.game.cards import ACE
from paigow.game.ranks import Ranking

Banker = Literal["dealer", "player"]
Push = Literal["none", "queen-high", "ace-high", "front-nine-high"]
Result = Literal["win", "push", "loss"]
Side = Literal["player", "dealer"]

BANKERS: tuple[Banker, ...] = get_args(Banker)

COPY_STEP: dict[Banker, int] = {"dealer": 0, "player": 1}
"""What to add to the value of a player's hand to get its threshold: it wins against the dealer's values below that."""

_RESULTS: tuple[Result, ...] = ("loss", "push", "win")
_QUEEN, _NINE = ACE - 2, ACE - 5


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


class PushedRange(NamedTuple):
    """The dealer's hands that push: those whose high (or low) value v has first <= v < end."""

    of_low_hand: bool
    first: int
    end: int

    def holds(self, high: int, low: int) -> bool:
        """Whether a setting of these values pushes."""
        return self.first <= (low if self.of_low_hand else high) < self.end


def pushed_range(push: Push, ranking: Ranking) -> PushedRange | None:
    """The range of a push rule: exactly queen high, exactly ace high, or a low hand that is exactly nine high.

    >>> from paigow.game.ranks import STANDARD
    >>> pushed_range("front-nine-high", STANDARD)
    PushedRange(of_low_hand=True, first=21, end=28)
    """
    match push:
        case "queen-high" | "ace-high":
            values = ranking.high_card_values(_QUEEN if push == "queen-high" else ACE)
            return PushedRange(False, values.start, values.stop)
        case "front-nine-high":
            return PushedRange(True, int(ranking.low[_NINE, 0]), int(ranking.low[_NINE, _NINE - 1]) + 1)
        case _:
            return None
