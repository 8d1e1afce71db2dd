"""The addresses of the service. Each reads what is asked, asks the core, and hands out the answer."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from service.analysis import analyze_question, counter, dealer_choice, house_setting, texts
from service.dealer.tables import TableError, counts, tables_of
from service.faults import Fault, InvalidInput, shown
from service.house_ways import DEFAULT, HouseWay, Line, house_ways
from service.table_rules import HandQuestion, Question, Spoken
from service.web.answers import finished, splits_answer
from service.web.contract import contract_json, contract_yaml
from service.web.problems import PROBLEMS, body, problem_response
from service.web.responses import no_parameters, now, read, respond
from service.whole_game.solved import BRIEF, solved_games, standard_game
from service.words import Lang

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
    detail = f"no such house way; there are: {', '.join(known)}"
    raise UnknownHouseWay([Fault("unknown-house-way", detail, "id", value=shown(way_id))])


class UnknownHouseWay(InvalidInput):
    """A house way named in the address does not exist: 404, where a bad parameter is 400."""


def _summary(way: HouseWay) -> dict[str, Any]:
    return {
        "id": way.id,
        "name": way.name,
        "place": way.place,
        "source": way.source,
        "default": way.id == DEFAULT,
        "digest": way.digest,
        "tables": counter(way.id).tables.digest,
    }


def _line(line: Line, lang: Lang) -> dict[str, str]:
    return {"line": line.text, "words": line.words[lang]}


@routes.get("/v1/house-ways")
def list_house_ways() -> Response:
    """The house ways, the default first."""
    read(Spoken)
    return respond(finished(body({"house_ways": [_summary(way) for way in house_ways().values()]})))


@routes.get("/v1/house-ways/<way_id>")
def show_house_way(way_id: str) -> Response:
    """One house way: where it comes from, its lines, and how its dealer's hands fall."""
    way = _way(way_id)
    lang = read(Spoken).lang
    choices = {name: [_line(line, lang) for line in lines] for name, lines in way.choices.items()}
    lines = [{"kind": line.owner, **_line(line, lang)} for line in way.all_lines]
    found = {**_summary(way), "notes": way.notes, "lines": lines, "choices": choices, "dealer_hands": counts(way)}
    return respond(finished(body({**found, **_games(way, lang)})))


def _games(way: HouseWay, lang: Lang) -> dict[str, Any]:
    """The whole game of a house way by the standard rules, and those of other rules in brief, as far as solved."""
    games = solved_games(way.id)
    standard = standard_game(way.id)
    words = {(line.owner, line.text): line.words[lang] for line in way.all_lines}
    whole_game = standard and {
        **{name: standard[name] for name in (*BRIEF, "kinds")},
        "habits": {
            player: [{**habit, "words": words[habit["kind"], habit["line"]]} for habit in habits]
            for player, habits in standard["habits"].items()
        },
    }
    others = [{name: game[name] for name in BRIEF} for game in games if game is not standard]
    return {"whole_game": whole_game, "other_games": others}


@routes.get("/v1/house-ways/<way_id>/split")
def house_way_split(way_id: str) -> Response:
    """How a house way sets seven cards, and the line that says so."""
    way = _way(way_id)
    question = read(HandQuestion)
    tables = counter(way.id, question.wheel, question.joker).tables
    choice = dealer_choice(house_setting(tables, way, question.cards), tables.ranking, question.lang)
    found = {"cards": texts(question.cards), "house_way": way.id, "high": choice.high, "low": choice.low}
    return respond(finished(body({**found, "rule": choice.rule})))


@routes.get("/problems/<code>")
def show_problem(code: str) -> Response:
    """What a problem's code means and what to do about it."""
    lang = read(Spoken).lang
    code = code.lower()
    if code not in PROBLEMS:
        detail = f"there is no problem code {shown(code)}; there are: {', '.join(PROBLEMS)}"
        return problem_response("not-found", detail, lang=lang)
    row = PROBLEMS[code]
    return respond(finished(body({"code": code, "status": row.status, **row.words[lang]._asdict()})))


@routes.get("/livez")
def livez() -> Response:
    """The process answers."""
    return now({"status": "ok"})


@routes.get("/readyz")
def readyz() -> Response:
    """Every dealer table is what its manifest says, and a pinned hand still gets its exact counts."""
    try:
        for way in house_ways().values():
            tables_of(way)
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
