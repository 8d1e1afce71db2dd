"""The addresses that a trainer calls: grade a split, settle a bet, deal a table, analyse many hands at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import chain, repeat
from secrets import randbelow
from typing import Any

from flask import Blueprint, Response, request

from paigow.answers.analysis import answers_to, tables_for
from paigow.answers.dealing import DealQuestion, deal
from paigow.answers.drills import DrillQuestion, drill
from paigow.answers.grading import Attempt, grade_attempt
from paigow.answers.settlement import Bet, settle_bet
from paigow.answers.side_bets import SideBetQuestion
from paigow.answers.side_bets import answer as side_bet_answer
from paigow.faults import MOST_FAULTS, Fault, InvalidInput, Reading, invalid
from paigow.house_ways import HouseWayError
from paigow.jsontext import to_json
from paigow.requests.rules import Question, SharedRules, read_question
from paigow.web.answers import finished
from paigow.web.language import choose, named
from paigow.web.problems import faults_problem, part, unusable
from paigow.web.reading import sent_values
from paigow.web.responses import now, read, respond, wordless
from paigow.web.settings import BATCH_THREADS, CHUNK, MOST_BATCH_FAULTS, MOST_HANDS

trainer = Blueprint("trainer", __name__)


@trainer.route("/v1/grade", methods=["GET", "POST"])
def grade() -> Response:
    """The grade of a player's own split."""
    return respond(finished(to_json(grade_attempt(read(Attempt)))))


@trainer.post("/v1/settle")
def settle() -> Response:
    """The outcome of a bet."""
    return respond(finished(to_json(settle_bet(read(Bet)))))


@trainer.get("/v1/deal")
def deal_table() -> Response:
    """A formal deal; without a seed, another one every time."""
    question = read(DealQuestion)
    if question.seed is None:
        return wordless(now(deal(randbelow(1 << 32), question.players)))
    return wordless(respond(finished(to_json(deal(question.seed, question.players)))))


@trainer.get("/v1/drill")
def show_drill() -> Response:
    """A hand worth practising; without a seed, another one every time."""
    question = read(DrillQuestion)
    if question.seed is None:
        return wordless(now(drill(question, randbelow(1 << 32))))
    return wordless(respond(finished(to_json(drill(question, question.seed)))))


@trainer.get("/v1/side-bets")
def show_side_bets() -> Response:
    """The side bets: what a hand makes of each, and what the house keeps."""
    return respond(finished(to_json(side_bet_answer(read(SideBetQuestion)))))


@trainer.post("/v1/batch")
def batch() -> Response:
    """Many hands under shared rules: for each an answer, or a problem that spoils no other."""
    values = sent_values(request)
    hands, shared = _hands_and_rules({"lang": choose(values), **values})
    questions = list(_questions(hands, shared))
    chunks = [range(first, min(first + CHUNK, len(hands))) for first in range(0, len(hands), CHUNK)]
    answers = list(_pool().map(lambda chunk: _answers(questions, chunk), chunks))
    commas = [b'{"results":[', *repeat(b",", len(answers) - 1)]
    # In pieces, as they are: joined, they would be copied to 15 MB of fresh memory once more.
    return Response([*chain(*zip(commas, answers, strict=True)), b"]}\n"], content_type="application/json")


def _hands_and_rules(values: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The hands of a batch as they were sent, and what they share. Raises `InvalidInput` where these are bad."""
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
    reading = Reading()
    try:
        SharedRules.read(values, reading)
    except InvalidInput as error:
        of_hands = _faults_of_each(hands if isinstance(hands, list) else [], reading)
        raise InvalidInput(chain(faults, error.faults, of_hands)) from None
    if faults:
        raise InvalidInput(faults)
    return hands or [], values


def _faults_of_each(hands: list[Any], reading: Reading) -> Iterator[Fault]:
    """What is wrong with each hand by itself, to be told at once with what is wrong with the shared rules."""
    for number, item in enumerate(hands[:MOST_HANDS]):
        try:
            Question.read(_as_object(item, number), reading)
        except InvalidInput as error:
            yield from (replace(fault, within=f"hands/{number}") for fault in error.faults)


def _as_object(item: Any, number: int) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise invalid("invalid-parameter", f"hand {number + 1} is not an object with its cards", value=item)
    return item


def _questions(hands: list[Any], shared: dict[str, Any]) -> Iterator[Question | bytes]:
    """What each hand asks; where it cannot be answered, its problem as JSON.

    The hands share `MOST_BATCH_FAULTS`: a thousand hands of a hundred faults each would take seconds to be told.
    """
    reading = Reading()
    left = MOST_BATCH_FAULTS
    for number, item in enumerate(hands):
        reading.most = max(1, min(MOST_FAULTS, left))
        try:
            question = read_question({**shared, **_as_object(item, number)}, reading)
            tables_for(question)
        except InvalidInput as error:
            faults: Sequence[Fault] = error.faults
        except HouseWayError as error:
            faults = unusable(error)
        else:
            yield question
            continue
        left -= len(faults)
        lang = (named(item) if isinstance(item, dict) else None) or named(shared) or "en"
        yield part(faults_problem(faults, f"hands/{number}", lang=lang))


def _answers(questions: list[Question | bytes], chunk: range) -> bytes:
    """The answers to some of the questions as JSON, with commas between them."""
    some = questions[chunk.start : chunk.stop]
    answered = map(part, answers_to([question for question in some if isinstance(question, Question)]))
    return b",".join(question if isinstance(question, bytes) else next(answered) for question in some)


@cache
def _pool() -> ThreadPoolExecutor:
    """Threads for the hands of batches: the kernel runs without the GIL, so that two of them keep two cores busy."""
    return ThreadPoolExecutor(BATCH_THREADS, thread_name_prefix="batch")
