"""The addresses that a trainer calls: grade a split, value a hand, settle, deal, draw a hand, look at side bets."""

from __future__ import annotations

from secrets import randbelow

from flask import Blueprint

from paigow.answers.dealing import deal_at_table
from paigow.answers.drills import drill
from paigow.answers.grading import grade_split
from paigow.answers.settlement import settle_bet
from paigow.answers.side_bets import side_bets_answer
from paigow.answers.value import value_of
from paigow.requests.side_bets import SideBetsRequest
from paigow.requests.splits import ValueRequest
from paigow.requests.trainer import DealRequest, DrillRequest, GradeRequest, SettleRequest
from paigow.web.replies import Reply, momentary_reply
from paigow.web.views import Asked, view

trainer = Blueprint("trainer", __name__)


@trainer.route("/v1/grade", methods=["GET", "POST"])
@view
def grade(asked: Asked) -> Reply:
    """The grade of a player's own split."""
    request = asked.read(GradeRequest)
    return asked.cached_answer(request, lambda: grade_split(request))


@trainer.route("/v1/value", methods=["GET", "POST"])
@view
def show_value(asked: Asked) -> Reply:
    """What a hand is worth before the dealer is seen."""
    request = asked.read(ValueRequest)
    return asked.cached_answer(request, lambda: value_of(request), words=False)


@trainer.post("/v1/settle")
@view
def settle(asked: Asked) -> Reply:
    """The outcome of a bet."""
    return asked.answer(settle_bet(asked.read(SettleRequest)))


@trainer.get("/v1/deal")
@view
def deal_table(asked: Asked) -> Reply:
    """A formal deal; without a seed, another one every time."""
    request = asked.read(DealRequest)
    if request.seed is None:
        return momentary_reply(deal_at_table(request, randbelow(1 << 32)))
    return asked.answer(deal_at_table(request, request.seed), words=request.dealer_is_seen)


@trainer.get("/v1/drill")
@view
def show_drill(asked: Asked) -> Reply:
    """A hand worth practising; without a seed, another one every time."""
    request = asked.read(DrillRequest)
    seed = request.seed
    if seed is None:
        return momentary_reply(drill(request, randbelow(1 << 32)))
    return asked.cached_answer(request, lambda: drill(request, seed), words=False)


@trainer.get("/v1/side-bets")
@view
def show_side_bets(asked: Asked) -> Reply:
    """The side bets: what a hand makes of each, and what the house keeps."""
    request = asked.read(SideBetsRequest)
    return asked.cached_answer(request, lambda: side_bets_answer(request))
