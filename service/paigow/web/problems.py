"""Problem details (RFC 9457) for every error: one table of codes, one shape."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import Any, NamedTuple

from paigow.faults import MOST_FAULTS, Fault, InvalidInput
from paigow.game.names import Lang
from paigow.house_ways import HouseWayError
from paigow.web.language import Language
from paigow.web.replies import Reply, problem_reply

_log = logging.getLogger("paigow.web")


class Told(NamedTuple):
    """A problem in words: its title, and what the caller can do about it."""

    title: str
    remedy: str


class Problem(NamedTuple):
    """One row of the table: an HTTP status, and its words in each language."""

    status: int
    words: dict[Lang, Told]


def _problem_row(status: int, english: tuple[str, str], spanish: tuple[str, str]) -> Problem:
    return Problem(status, {"en": Told(*english), "es": Told(*spanish)})


PROBLEMS: dict[str, Problem] = {
    "invalid-card": _problem_row(
        400,
        (
            "A card cannot be read",
            "Write a rank (2-9, T or 10, J, Q, K, A) and a suit (s, h, d, c); the joker is Jk.",
        ),
        (
            "Una carta no se puede leer",
            "Escriba un valor (2-9, T o 10, J, Q, K, A) y un palo (s, h, d, c); el comodín es Jk.",
        ),
    ),
    "wrong-card-count": _problem_row(
        400,
        ("Too few or too many cards", "A hand is seven cards; at most 39 can be dead."),
        ("Faltan o sobran cartas", "Una mano son siete cartas; como mucho 39 pueden estar muertas."),
    ),
    "duplicate-card": _problem_row(
        400,
        ("A card is given twice", "The deck has one of each of the 52 cards, and one joker."),
        ("Una carta está repetida", "La baraja tiene una de cada una de las 52 cartas, y un comodín."),
    ),
    "invalid-parameter": _problem_row(
        400,
        ("A parameter has no usable value", "The detail says which values are allowed."),
        ("Un parámetro no tiene un valor utilizable", "El detalle dice qué valores se admiten."),
    ),
    "unknown-parameter": _problem_row(
        400,
        ("There is no such parameter", "The detail lists the parameters that there are."),
        ("No existe tal parámetro", "El detalle enumera los parámetros que hay."),
    ),
    "unknown-house-way": _problem_row(
        400,
        ("There is no such house way", "GET /v1/house-ways lists those that there are."),
        ("No existe tal regla de la casa", "GET /v1/house-ways enumera las que hay."),
    ),
    "unusable-house-way": _problem_row(
        400,
        (
            "The house way cannot be used under these rules",
            "Choose another wheel or joker rule, or another house way; whoever runs the service can fix its file.",
        ),
        (
            "Esa regla de la casa no se puede usar con estas reglas",
            "Elija otra regla para la escalera menor o el comodín, u otra regla de la casa.",
        ),
    ),
    "invalid-json": _problem_row(
        400,
        ("The body is not a JSON object", 'Send one JSON object, such as {"cards": "As Kd ..."}.'),
        ("El cuerpo no es un objeto JSON", 'Envíe un objeto JSON, como {"cards": "As Kd ..."}.'),
    ),
    "unsupported-media-type": _problem_row(
        415,
        ("The body is not declared as JSON", "Send Content-Type: application/json."),
        ("El cuerpo no se declara como JSON", "Envíe Content-Type: application/json."),
    ),
    "body-too-large": _problem_row(
        413,
        ("The body is too large", "The detail says how long a body may be."),
        ("El cuerpo es demasiado grande", "El detalle dice cuánto puede medir."),
    ),
    "not-found": _problem_row(
        404,
        ("There is nothing at this address", "GET /openapi.yaml lists all addresses."),
        ("No hay nada en esta dirección", "GET /openapi.yaml enumera todas las direcciones."),
    ),
    "method-not-allowed": _problem_row(
        405,
        ("This address does not take that method", "The Allow header lists the methods."),
        ("Esta dirección no admite ese método", "La cabecera Allow enumera los métodos."),
    ),
    "internal-error": _problem_row(
        500,
        ("The service failed", "The fault is ours; the log of the service has the details."),
        ("El servicio ha fallado", "La culpa es nuestra; el registro del servicio tiene los detalles."),
    ),
}

_BY_STATUS = {problem.status: code for code, problem in reversed(PROBLEMS.items())}


def code_of_status(status: int) -> str:
    """The code for an error of the web framework, by its status."""
    if status == 400:
        return "invalid-parameter"
    return _BY_STATUS.get(status, "not-found" if status < 500 else "internal-error")


def problem(
    code: str, detail: str, lang: Lang, *, status: int | None = None, errors: Sequence[dict[str, Any]] = ()
) -> dict[str, Any]:
    """A problem object, with `errors`, or else itself as the only error."""
    row = PROBLEMS[code]
    return {
        "type": f"/problems/{code}",
        "title": row.words[lang].title,
        "status": status or row.status,
        "detail": detail,
        "code": code,
        "errors": list(errors) or [{"code": code, "detail": detail}],
    }


def faults_problem(
    faults: Sequence[Fault], lang: Lang, *, pointer_prefix: str | None, status: int | None = None
) -> dict[str, Any]:
    """All faults of a caller's input; the first one gives the problem its code.

    `pointer_prefix` is where in the JSON body the faulty input stands, None for a query.
    """
    number = f"{len(faults)}{' or more' if len(faults) == MOST_FAULTS else ''} faults: "
    detail = faults[0].detail if len(faults) == 1 else number + "; ".join(_details(faults))
    errors = [_error(fault, pointer_prefix) for fault in faults]
    return problem(faults[0].code, detail, lang, status=status, errors=errors)


class NotFound(InvalidInput):
    """What the address names does not exist: 404, where a bad parameter is 400."""


def error_reply(error: Exception, language: Language, *, in_body: bool, house_way: str = "house_way") -> Reply:
    """The problem to reply with where an error stands in the way of an answer.

    Whatever the error is, the caller gets a problem; if it is a fault of ours, the log gets the details. `in_body` says
    that the parameters came in the JSON body, so that faults have pointers; `house_way` is the parameter that names it.
    """
    pointer_prefix = "" if in_body else None
    if isinstance(error, InvalidInput):
        status = PROBLEMS["not-found"].status if isinstance(error, NotFound) else None
        told = faults_problem(error.faults, language.lang, pointer_prefix=pointer_prefix, status=status)
    elif isinstance(error, HouseWayError):
        told = faults_problem(unusable(error, house_way), language.lang, pointer_prefix=pointer_prefix)
    else:
        _log.error("a request failed", exc_info=error)
        told = problem("internal-error", "the service failed; its log has the details", language.lang)
    return problem_reply(told, language)


def unusable(error: HouseWayError, parameter: str = "house_way") -> list[Fault]:
    """The faults of a house way that fouls or has gaps under the rules that were asked for. They do not show its
    folder.
    """
    detail = "the house way cannot be used under these rules: "
    return [
        Fault(
            "unusable-house-way", f"{detail}{PurePath(fault.file).name}, line {fault.line}: {fault.detail}", parameter
        )
        for fault in error.faults
    ]


def _details(faults: Sequence[Fault]) -> Iterable[str]:
    yield from (fault.detail for fault in faults[:5])
    if len(faults) > 5:
        yield f"and {len(faults) - 5} more"


def _error(fault: Fault, pointer_prefix: str | None) -> dict[str, Any]:
    error: dict[str, Any] = {"code": fault.code, "detail": fault.detail}
    if pointer_prefix is None:
        if fault.parameter is not None:
            error["parameter"] = fault.parameter
    else:
        path = [place for place in (pointer_prefix, fault.pointer_prefix) if place]
        if fault.parameter is not None:
            path.append(fault.parameter.replace("~", "~0").replace("/", "~1"))
        if fault.item is not None:
            path.append(str(fault.item))
        if path:
            error["pointer"] = "/" + "/".join(path)
    if fault.position is not None:
        error["position"] = fault.position
    if fault.value is not None:
        error["value"] = fault.value
    return error
