"""The optimal split of a Pai Gow Poker hand, exactly: the one door for Python callers.

>>> import service
>>> answer = service.analyze("Jk As Qs Qh Qd 7s 2s", house_way="trump-plaza")
>>> best = answer.splits[0]
>>> " ".join(best.high.cards), " ".join(best.low.cards), best.wins, round(best.ev, 6)
('Jk As Qs 7s 2s', 'Qh Qd', 52494721, 0.931354)
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from service.analysis import Analysis, Half, HouseWayChoice, Split, analyze_question
from service.faults import Fault, InvalidInput
from service.house_ways import HouseWay, house_way, house_ways
from service.table_rules import Question, TableRules

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Fault",
    "Half",
    "HouseWay",
    "HouseWayChoice",
    "InvalidInput",
    "Split",
    "TableRules",
    "analyze",
    "house_way",
    "house_ways",
]


def analyze(
    cards: str | Sequence[str],
    *,
    house_way: str = "foxwoods",
    commission: str | Decimal | float = "0.05",
    banker: str = "dealer",
    dead: str | Sequence[str] = (),
    limit: int | None = None,
    fouls: bool = True,
) -> Analysis:
    """All 21 splits of seven cards, best first, against every hand the dealer can hold.

    `cards` are seven different cards in any spelling, as one string or a sequence with one card each. `house_way` is
    how the dealer sets, `commission` the share of a win that is kept (0 to 1, exact as written), `banker` who wins
    copies ("dealer" or "player"), `dead` up to 39 cards known to be elsewhere. `limit` keeps the best so many splits,
    `fouls=False` leaves fouls out.

    Counts are integers over all C(46 - dead, 7) dealer hands; values are in units of the bet. Raises `InvalidInput`, a
    `ValueError` whose `faults` name everything that is wrong with the arguments.

        >>> analyze("As Kd Qc", banker="me")
        Traceback (most recent call last):
        service.faults.InvalidInput: cards holds 3 cards; exactly 7 are needed; banker is one of: dealer, player
    """
    asked: dict[str, object] = {
        "cards": cards,
        "house_way": house_way,
        "commission": commission,
        "banker": banker,
        "dead": dead,
        "fouls": fouls,
    }
    if limit is not None:
        asked["limit"] = limit
    return analyze_question(Question.read(asked))
