"""The addresses for splits, house ways, problems, health and the contract."""

from __future__ import annotations

from flask import Blueprint, Response, request

from paigow.answers.analysis import analyze_request
from paigow.answers.house_ways import all_ways, describe_way, set_by_way
from paigow.counting.counters import counter
from paigow.dealer.tables import TableError, verify
from paigow.faults import Fault, InvalidInput, did_you_mean, excerpt
from paigow.house_ways import HouseWay, house_ways
from paigow.requests.fields import Localized
from paigow.requests.reading import NoParameters, RequestModel
from paigow.requests.splits import HouseWaySplitRequest, SplitsRequest
from paigow.web.contract import contract_json, contract_yaml
from paigow.web.problems import PROBLEMS, NotFound, problem
from paigow.web.reading import query_values, sent_values
from paigow.web.replies import Reply, momentary_reply, problem_reply, with_etag
from paigow.web.splits import splits_reply
from paigow.web.views import Asked, M, accept_language, send, view

routes = Blueprint("paigow", __name__)

# The example of the contract: answered again at every readiness check, and compared in every integer.
_PINNED = {"cards": "Jk As Qs Qh Qd 7s 2s", "house_way": "trump-plaza", "limit": 1}
_PINNED_COUNTS = (52_494_721, 1_010_377, 19_582)


@routes.route("/v1/splits", methods=["GET", "POST"])
def splits() -> Response:
    """All splits of a hand, ranked. Plain GETs do not get here, see `shortcut`."""
    in_body = request.method == "POST"
    values = sent_values(request) if in_body else query_values(request.environ)
    return send(splits_reply(values, accept_language(), in_body=in_body))


def _way_and(way_id: str, asked: Asked, model: type[M]) -> tuple[HouseWay, M]:
    """The house way of an address, and what is asked about it; or every fault in both."""
    known = house_ways()
    if way_id.lower() in known:
        return known[way_id.lower()], asked.read(model)
    near = did_you_mean(way_id, tuple(known))
    detail = f"no such house way; there are: {', '.join(known)}{near}"
    raise _not_found(Fault("unknown-house-way", detail, "id", value=excerpt(way_id)), asked, model)


def _not_found(fault: Fault, asked: Asked, model: type[RequestModel]) -> NotFound:
    """What the address names does not exist, and whatever else is wrong."""
    try:
        asked.read(model)
    except InvalidInput as error:
        return NotFound([fault, *error.faults])
    return NotFound([fault])


@routes.get("/v1/house-ways")
@view
def list_house_ways(asked: Asked) -> Reply:
    """The house ways, the default first."""
    asked.read(Localized)
    return asked.answer(all_ways(), words=False)


@routes.get("/v1/house-ways/<way_id>")
@view
def show_house_way(asked: Asked, way_id: str) -> Reply:
    """One house way: where it comes from, its lines, and how its dealer's hands fall."""
    way, localized = _way_and(way_id, asked, Localized)
    return asked.cached_answer((way.digest, localized), lambda: describe_way(way, localized.lang))


@routes.get("/v1/house-ways/<way_id>/split")
@view
def house_way_split(asked: Asked, way_id: str) -> Reply:
    """How a house way sets seven cards, and the line that applies."""
    return asked.answer(set_by_way(*_way_and(way_id, asked, HouseWaySplitRequest)))


@routes.get("/problems/<code>")
@view
def show_problem(asked: Asked, code: str) -> Reply:
    """What a problem's code means and what to do about it."""
    code = code.lower()
    if code not in PROBLEMS:
        near = did_you_mean(code, tuple(PROBLEMS))
        detail = f"there is no problem code {excerpt(code)}; there are: {', '.join(PROBLEMS)}{near}"
        raise _not_found(Fault("not-found", detail), asked, Localized)
    lang = asked.read(Localized).lang
    row = PROBLEMS[code]
    return asked.answer({"code": code, "status": row.status, **row.words[lang]._asdict()})


@routes.get("/livez")
def livez() -> Response:
    """The process answers."""
    return send(momentary_reply({"status": "ok"}))


@routes.get("/readyz")
@view
def readyz(asked: Asked) -> Reply:
    """Every dealer table is what its manifest says, and a pinned hand still gets its exact counts."""

    def not_ready(detail: str) -> Reply:
        return problem_reply(problem("internal-error", detail, asked.language.lang, status=503), asked.language)

    try:
        for way in house_ways().values():
            verify(counter(way.id).tables)
    except TableError as error:
        return not_ready(str(error))
    best = analyze_request(SplitsRequest.read(_PINNED)).splits[0]
    if (best.wins, best.pushes, best.losses) != _PINNED_COUNTS:
        return not_ready("the pinned hand was counted wrong")
    return momentary_reply({"status": "ok", "house_ways": list(house_ways())})


@routes.get("/openapi.yaml")
@view
def openapi_yaml(asked: Asked) -> Reply:
    """The contract, as written."""
    asked.read(NoParameters)
    return asked.content(with_etag(contract_yaml()), words=False, content_type="application/yaml")


@routes.get("/openapi.json")
@view
def openapi_json(asked: Asked) -> Reply:
    """The contract as JSON."""
    asked.read(NoParameters)
    return asked.content(with_etag(contract_json()), words=False)
