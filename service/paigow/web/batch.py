"""Many hands in one request: the hands share rules and threads, and a bad one spoils no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import chain, repeat
from typing import Any

import orjson
from flask import Blueprint

from paigow.answers.analysis import answers_to
from paigow.counting.counters import tables_for
from paigow.faults import MOST_FAULTS, Fault, InvalidInput, Reading, invalid
from paigow.house_ways import HouseWayError
from paigow.requests.splits import SharedRules, SplitsRequest, read_splits_request
from paigow.web.language import lang_parameter
from paigow.web.limits import BATCH_THREADS, CHUNK, MOST_BATCH_FAULTS, MOST_HANDS
from paigow.web.problems import faults_problem, unusable
from paigow.web.replies import Reply, pieces_reply
from paigow.web.views import Asked, view

batches = Blueprint("batches", __name__)


@batches.post("/v1/batch")
@view
def batch(asked: Asked) -> Reply:
    """Many hands under shared rules: for each an answer, or a problem that spoils no other."""
    hands, shared = _hands_and_rules({"lang": asked.language.lang, **asked.values})
    requests = list(_requests(hands, shared))
    chunks = [range(first, min(first + CHUNK, len(hands))) for first in range(0, len(hands), CHUNK)]
    answers = list(_pool().map(lambda chunk: _answers(requests, chunk), chunks))
    commas = [b'{"results":[', *repeat(b",", len(answers) - 1)]
    return pieces_reply([*chain(*zip(commas, answers, strict=True)), b"]}\n"], asked.language)


def _hands_and_rules(values: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """The hands of a batch as they were sent, and what they share. Raises `InvalidInput` if these are faulty."""
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
    """The faults of each hand by itself, to be listed together with those of the shared rules."""
    for number, item in enumerate(hands[:MOST_HANDS]):
        try:
            SplitsRequest.read(_as_object(item, number), reading)
        except InvalidInput as error:
            yield from (replace(fault, pointer_prefix=f"hands/{number}") for fault in error.faults)


def _as_object(item: Any, number: int) -> dict[str, Any]:
    if not isinstance(item, dict):
        raise invalid("invalid-parameter", f"hand {number + 1} is not an object with its cards", value=item)
    return item


def _requests(hands: list[Any], shared: dict[str, Any]) -> Iterator[SplitsRequest | bytes]:
    """The request of each hand; or its problem as JSON, if it cannot be answered.

    The hands share `MOST_BATCH_FAULTS`: listing a hundred faults for each of a thousand hands would take seconds.
    """
    reading = Reading()
    left = MOST_BATCH_FAULTS
    for number, item in enumerate(hands):
        reading.most = max(1, min(MOST_FAULTS, left))
        try:
            request = read_splits_request({**shared, **_as_object(item, number)}, reading)
            tables_for(request)
        except InvalidInput as error:
            faults: Sequence[Fault] = error.faults
        except HouseWayError as error:
            faults = unusable(error)
        else:
            yield request
            continue
        left -= len(faults)
        lang = (lang_parameter(item) if isinstance(item, dict) else None) or lang_parameter(shared) or "en"
        yield _part(faults_problem(faults, lang, pointer_prefix=f"hands/{number}"))


def _answers(requests: list[SplitsRequest | bytes], chunk: range) -> bytes:
    """The answers to some of the requests as JSON, with commas between them."""
    some = requests[chunk.start : chunk.stop]
    answered = map(_part, answers_to([request for request in some if isinstance(request, SplitsRequest)]))
    return b",".join(request if isinstance(request, bytes) else next(answered) for request in some)


def _part(value: Any) -> bytes:
    """JSON without the newline, as a part of a longer text."""
    return orjson.dumps(value)


@cache
def _pool() -> ThreadPoolExecutor:
    """Threads for the hands of batches: the kernel runs without the GIL, so two of them keep two cores busy."""
    return ThreadPoolExecutor(BATCH_THREADS, thread_name_prefix="batch")
