"""Grading a player's own split by what it gives up against the best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from paigow.answers.analysis import Analysis, HouseWayChoice, Split, analyze_request
from paigow.answers.named import DealerChoice
from paigow.game.cards import name_of
from paigow.requests.splits import SplitsRequest
from paigow.requests.trainer import GradeRequest

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "foul"]

THRESHOLDS: tuple[tuple[float, Grade], ...] = ((0.01, "good"), (0.05, "inaccuracy"), (0.15, "mistake"))
"""The grades of splits that are not the best, each with the greatest loss in units of the bet; beyond them, a blunder.
"""


@dataclass(frozen=True)
class Graded:
    """The grade of a split. All splits of the best value grade best. A foul is always a foul."""

    cards: tuple[str, ...]
    rules: dict[str, str | None]
    dead: tuple[str, ...]
    method: str
    dealer_hands: int
    dealer: DealerChoice | None
    tables: str
    grade: Grade
    ev_loss: float
    rank: int
    chosen: Split
    best: Split
    house_way: HouseWayChoice
    explanation: str | None


def grade_of(split: Split) -> Grade:
    """The grade of a split."""
    if split.foul:
        return "foul"
    if split.rank == 1:
        return "best"
    return next((grade for most, grade in THRESHOLDS if split.ev_loss <= most), "blunder")


def grade_split(request: GradeRequest) -> Graded:
    """Grade a split.

    >>> request = GradeRequest.read({"cards": "Jk As Qs Qh Qd 7s 2s", "low": "Jk As", "house_way": "trump-plaza"})
    >>> graded = grade_split(request)
    >>> graded.grade, graded.rank, graded.best.low.name
    ('mistake', 2, 'Pair of queens')
    """
    analysis = analyze_request(SplitsRequest.model_construct(**request.model_dump(exclude={"low"})))
    chosen = split_with(analysis, request.low)
    return Graded(
        cards=analysis.cards,
        rules=analysis.rules,
        dead=analysis.dead,
        method=analysis.method,
        dealer_hands=analysis.dealer_hands,
        dealer=analysis.dealer,
        tables=analysis.tables,
        grade=grade_of(chosen),
        ev_loss=chosen.ev_loss,
        rank=chosen.rank,
        chosen=chosen,
        best=analysis.splits[0],
        house_way=analysis.house_way,
        explanation=chosen.explanation,
    )


def split_with(analysis: Analysis, low: tuple[int, ...]) -> Split:
    """The split with these two cards in front."""
    written = {name_of(card) for card in low}
    return next(split for split in analysis.splits if set(split.low.cards) == written)
