"""The addresses that a trainer calls: grade a split, settle a bet, deal a table, analyse many hands at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from secrets import randbelow

from flask import Blueprint, Response, request

from service.dealing import DealQuestion, deal
from service.faults import Fault, InvalidInput, shown
from service.grading import Attempt, grade_attempt
from service.settlement import Bet, settle_bet
from service.table_rules import Question, SharedRules
from service.web.answers import finished, fresh_splits
from service.web.problems import body, faults_problem
from service.web.requests import body_values
from service.web.responses import now, read, respond
from service.web.settings import BATCH_THREADS, MOST_HANDS

trainer = Blueprint("trainer", __name__)


@trainer.route("/v1/grade", methods=["GET", "POST"])
def grade() -> Response:
    """The grade of a player's own split."""
    return respond(finished(body(grade_attempt(read(Attempt)))))


@trainer.post("/v1/settle")
def settle() -> Response:
    """The outcome of a bet."""
    return respond(finished(body(settle_bet(read(Bet)))))


@trainer.get("/v1/deal")
def deal_table() -> Response:
    """A formal deal; without a seed, another one every time."""
    question = read(DealQuestion)
    if question.seed is None:
        return now(deal(randbelow(1 << 32), question.players))
    return respond(finished(body(deal(question.seed, question.players))))


@trainer.post("/v1/batch")
def batch() -> Response:
    """Many hands under shared rules: for each an answer, or a problem that spoils no other."""
    values = body_values(request)
    hands = values.pop("hands", None)
    faults = []
    if not isinstance(hands, list):
        faults.append(Fault("invalid-parameter", "hands is a list of objects, each with its cards", "hands"))
    elif not 1 <= len(hands) <= MOST_HANDS:
        detail = f"hands holds {len(hands):,} hands; 1 to {MOST_HANDS:,} are possible"
        faults.append(Fault("invalid-parameter", detail, "hands"))
    shared = {name: value for name, value in values.items() if name != "cards"}
    try:
        SharedRules.read(values)
    except InvalidInput as error:
        faults += error.faults
    if faults:
        raise InvalidInput(faults)

    def answer(numbered: tuple[int, object]) -> bytes:
        number, item = numbered
        pointer = f"hands/{number}"
        if not isinstance(item, dict):
            detail = f"hand {number} is not an object with its cards"
            return body(faults_problem([Fault("invalid-parameter", detail, value=shown(item))], pointer))
        try:
            return fresh_splits(Question.read({**shared, **item}))
        except InvalidInput as error:
            return body(faults_problem(error.faults, pointer))

    answers = _pool().map(answer, enumerate(hands))
    return respond(finished(b'{"results":[' + b",".join(a.rstrip(b"\n") for a in answers) + b"]}\n"))


@cache
def _pool() -> ThreadPoolExecutor:
    """Threads for the hands of batches: the kernel runs without the GIL, so that two of them keep two cores busy."""
    return ThreadPoolExecutor(BATCH_THREADS, thread_name_prefix="batch")
