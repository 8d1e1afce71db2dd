"""The application factory: routes, CORS on everything, and one problem shape for every error."""

from __future__ import annotations

import logging

from flask import Flask, Response, current_app, g, request
from flask_cors import CORS
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge, UnsupportedMediaType

from paigow.answers.analysis import prepare
from paigow.faults import InvalidInput, did_you_mean, shown
from paigow.house_ways import HouseWayError
from paigow.web.front import Front
from paigow.web.language import chosen_before
from paigow.web.problems import code_of_status, faults_response, problem_response, unusable
from paigow.web.reading import drain, end_turn
from paigow.web.routes import UnknownHouseWay, routes
from paigow.web.settings import FRESH_SECONDS, MOST_BODY_BYTES
from paigow.web.trainer import trainer

_log = logging.getLogger("paigow.web")


def create_app() -> Flask:
    """The WSGI application, its tables loaded and verified.

    Raises `TableError` where a shipped table cannot be trusted, and `CountError` where the compiled kernels cannot: a
    service that would answer wrongly does not start. An operator's house way that has faults is left out, and the log
    names them.
    """
    for warning in prepare():
        _log.warning("%s", warning)
    app = Flask(__name__, static_folder=None)
    # One byte more than allowed: werkzeug reads no more of a chunked body, and `requests` can tell that it is cut.
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES + 1
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    CORS(
        app,
        send_wildcard=True,
        methods=["GET", "HEAD", "POST", "OPTIONS"],
        expose_headers=["ETag", "Allow", "Retry-After"],
        max_age=FRESH_SECONDS,
    )
    app.register_blueprint(routes)
    app.register_blueprint(trainer)
    app.register_error_handler(InvalidInput, _invalid_input)
    app.register_error_handler(UnknownHouseWay, _unknown_house_way)
    app.register_error_handler(HouseWayError, _unusable_house_way)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(UnsupportedMediaType, _unsupported)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failure)
    app.after_request(_finish)
    app.teardown_request(end_turn)
    app.wsgi_app = Front(app.wsgi_app)  # type: ignore[method-assign]
    return app


def _finish(response: Response) -> Response:
    if response.status_code >= 400:
        drain(request)
    response.headers["X-Content-Type-Options"] = "nosniff"
    if "lang" in g:
        response.headers["Content-Language"] = g.lang
        if g.lang_by_header:
            response.vary.add("Accept-Language")
    return response


def _invalid_input(error: InvalidInput) -> Response:
    return faults_response(error.faults, in_body=request.method == "POST", lang=chosen_before())


def _unknown_house_way(error: UnknownHouseWay) -> Response:
    return faults_response(error.faults, in_body=False, status=404, lang=chosen_before())


def _unusable_house_way(error: HouseWayError) -> Response:
    return faults_response(unusable(error), in_body=request.method == "POST", lang=chosen_before())


def _too_large(_: RequestEntityTooLarge) -> Response:
    return problem_response("body-too-large", f"a body may hold {MOST_BODY_BYTES:,} bytes", lang=chosen_before())


def _unsupported(error: UnsupportedMediaType) -> Response:
    sent = request.headers.get("Content-Type")
    detail = f"the body is declared as {shown(sent)}" if sent else "the body has no Content-Type"
    if error.description != UnsupportedMediaType.description:
        detail = error.description or detail
    else:
        detail += "; send application/json"
    return problem_response("unsupported-media-type", detail, lang=chosen_before())


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    code = code_of_status(status)
    match code:
        case "not-found":
            detail = f"there is nothing at {shown(request.path)}{did_you_mean(request.path, _addresses())}"
        case "method-not-allowed":
            detail = f"{shown(request.method)} is not allowed at {shown(request.path)}"
        case _:
            detail = error.description or error.name
    response = problem_response(code, detail, status=status, lang=chosen_before())
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return response


def _addresses() -> tuple[str, ...]:
    """The addresses that take no name of anything."""
    return tuple(rule.rule for rule in current_app.url_map.iter_rules() if not rule.arguments)


def _failure(error: Exception) -> Response:
    _log.error("a request failed", exc_info=error)
    return problem_response("internal-error", "the service failed; its log has the details", lang=chosen_before())
