"""The addresses that a trainer calls: grade a split, settle a bet, deal a table, analyse many hands at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import chain, repeat
from secrets import randbelow
from typing import Any

from flask import Blueprint, Response, request

from service.analysis import answers_to
from service.dealing import DealQuestion, deal
from service.drills import DrillQuestion, drill
from service.faults import Fault, InvalidInput, invalid
from service.grading import Attempt, grade_attempt
from service.settlement import Bet, settle_bet
from service.side_bets import SideBetQuestion
from service.side_bets import answer as side_bet_answer
from service.table_rules import Question, SharedRules
from service.web.answers import finished
from service.web.language import choose, named
from service.web.problems import body, faults_problem, part
from service.web.requests import body_values
from service.web.responses import now, read, respond
from service.web.settings import BATCH_THREADS, CHUNK, MOST_HANDS

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


@trainer.get("/v1/drill")
def show_drill() -> Response:
    """A hand worth practising; without a seed, another one every time."""
    question = read(DrillQuestion)
    if question.seed is None:
        return now(drill(question, randbelow(1 << 32)))
    return respond(finished(body(drill(question, question.seed))))


@trainer.get("/v1/side-bets")
def show_side_bets() -> Response:
    """The side bets: what a hand makes of each, and what the house keeps."""
    return respond(finished(body(side_bet_answer(read(SideBetQuestion)))))


@trainer.post("/v1/batch")
def batch() -> Response:
    """Many hands under shared rules: for each an answer, or a problem that spoils no other."""
    values = body_values(request)
    values = {"lang": choose(values), **values}
    missing = "hands" not in values
    hands = values.pop("hands", None)
    faults = []
    if missing:
        faults.append(Fault("invalid-parameter", "hands is missing", "hands"))
    elif not isinstance(hands, list):
        faults.append(Fault("invalid-parameter", "hands is a list of objects, each with its cards", "hands"))
    elif not 1 <= len(hands) <= MOST_HANDS:
        detail = f"hands holds {len(hands):,} hands; 1 to {MOST_HANDS:,} are possible"
        faults.append(Fault("invalid-parameter", detail, "hands"))
    shared = {name: value for name, value in values.items() if name != "cards"}
    try:
        SharedRules.read(values)
    except InvalidInput as error:
        faults += error.faults
        faults += _faults_of_each(hands if isinstance(hands, list) else [])
    if faults:
        raise InvalidInput(faults)

    chunks = [range(first, min(first + CHUNK, len(hands))) for first in range(0, len(hands), CHUNK)]
    answers = list(_pool().map(lambda chunk: _answers(hands, chunk, shared), chunks))
    commas = [b'{"results":[', *repeat(b",", len(answers) - 1)]
    # In pieces, as they are: joined, they would be copied to 15 MB of fresh memory once more.
    return Response([*chain(*zip(commas, answers, strict=True)), b"]}\n"], content_type="application/json")


def _faults_of_each(hands: list[Any]) -> Iterator[Fault]:
    """What is wrong with each hand by itself, to be told at once with what is wrong with the shared rules."""
    for number, item in enumerate(hands[:MOST_HANDS]):
        try:
            Question.read(_as_object(item, number))
        except InvalidInput as error:
            yield from (replace(fault, within=f"hands/{number}") for fault in error.faults)


def _as_object(item: Any, number: int) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise invalid("invalid-parameter", f"hand {number + 1} is not an object with its cards", value=item)
    return item


def _answers(hands: list[Any], chunk: range, shared: dict[str, Any]) -> bytes:
    """The answers to some of the hands as JSON, with commas between them."""
    found: dict[int, bytes] = {}
    questions = {}
    for number in chunk:
        item = hands[number]
        try:
            questions[number] = Question.read({**shared, **_as_object(item, number)})
        except InvalidInput as error:
            lang = (named(item) if isinstance(item, dict) else None) or named(shared) or "en"
            found[number] = part(faults_problem(error.faults, f"hands/{number}", lang=lang))
    for number, answer in zip(questions, answers_to(list(questions.values())), strict=True):
        found[number] = part(answer)
    return b",".join(found[number] for number in chunk)


@cache
def _pool() -> ThreadPoolExecutor:
    """Threads for the hands of batches: the kernel runs without the GIL, so that two of them keep two cores busy."""
    return ThreadPoolExecutor(BATCH_THREADS, thread_name_prefix="batch")
