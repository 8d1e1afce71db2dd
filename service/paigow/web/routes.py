"""The addresses of the service. Each reads what is asked, asks the core, and hands out the answer."""

from __future__ import annotations

from flask import Blueprint, Response

from paigow.answers.analysis import analyze_question, counter
from paigow.answers.house_ways import all_ways, split_told, way_told
from paigow.dealer.tables import TableError, verify
from paigow.faults import Fault, InvalidInput, did_you_mean, shown
from paigow.house_ways import HouseWay, house_ways
from paigow.jsontext import to_json
from paigow.requests.rules import HandQuestion, Question, Spoken
from paigow.web.answers import finished, splits_answer
from paigow.web.contract import contract_json, contract_yaml
from paigow.web.problems import PROBLEMS, problem_response
from paigow.web.responses import no_parameters, now, read, respond, wordless

routes = Blueprint("paigow", __name__)

# The example of the contract: answered again at every readiness check, and compared in every integer.
_PINNED = {"cards": "Jk As Qs Qh Qd 7s 2s", "house_way": "trump-plaza", "limit": 1}
_PINNED_COUNTS = (52_494_721, 1_010_377, 19_582)


@routes.route("/v1/splits", methods=["GET", "POST"])
def splits() -> Response:
    """All splits of a hand, ranked."""
    return respond(splits_answer(read(Question)))


def _way(way_id: str) -> HouseWay:
    known = house_ways()
    if way_id.lower() in known:
        return known[way_id.lower()]
    near = did_you_mean(way_id, tuple(known))
    detail = f"no such house way; there are: {', '.join(known)}{near}"
    raise UnknownHouseWay([Fault("unknown-house-way", detail, "id", value=shown(way_id))])


class UnknownHouseWay(InvalidInput):
    """A house way named in the address does not exist: 404, where a bad parameter is 400."""


@routes.get("/v1/house-ways")
def list_house_ways() -> Response:
    """The house ways, the default first."""
    read(Spoken)
    return wordless(respond(finished(to_json(all_ways()))))


@routes.get("/v1/house-ways/<way_id>")
def show_house_way(way_id: str) -> Response:
    """One house way: where it comes from, its lines, and how its dealer's hands fall."""
    return respond(finished(to_json(way_told(_way(way_id), read(Spoken).lang))))


@routes.get("/v1/house-ways/<way_id>/split")
def house_way_split(way_id: str) -> Response:
    """How a house way sets seven cards, and the line that says so."""
    way = _way(way_id)
    question = read(HandQuestion)
    return respond(finished(to_json(split_told(way, question))))


@routes.get("/problems/<code>")
def show_problem(code: str) -> Response:
    """What a problem's code means and what to do about it."""
    lang = read(Spoken).lang
    code = code.lower()
    if code not in PROBLEMS:
        near = did_you_mean(code, tuple(PROBLEMS))
        detail = f"there is no problem code {shown(code)}; there are: {', '.join(PROBLEMS)}{near}"
        return problem_response("not-found", detail, lang=lang)
    row = PROBLEMS[code]
    return respond(finished(to_json({"code": code, "status": row.status, **row.words[lang]._asdict()})))


@routes.get("/livez")
def livez() -> Response:
    """The process answers."""
    return now({"status": "ok"})


@routes.get("/readyz")
def readyz() -> Response:
    """Every dealer table is what its manifest says, and a pinned hand still gets its exact counts."""
    try:
        for way in house_ways().values():
            verify(counter(way.id).tables)
    except TableError as error:
        return problem_response("internal-error", str(error), status=503)
    best = analyze_question(Question.read(_PINNED)).splits[0]
    if (best.wins, best.pushes, best.losses) != _PINNED_COUNTS:
        return problem_response("internal-error", "the pinned hand was counted wrong", status=503)
    return now({"status": "ok", "house_ways": list(house_ways())})


@routes.get("/openapi.yaml")
def openapi_yaml() -> Response:
    """The contract, as written."""
    no_parameters()
    return respond(finished(contract_yaml()), "application/yaml")


@routes.get("/openapi.json")
def openapi_json() -> Response:
    """The contract as JSON."""
    no_parameters()
    return respond(finished(contract_json()))
