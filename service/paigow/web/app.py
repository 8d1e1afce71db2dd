"""The application factory: routes, CORS on everything, and one problem shape for every error."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from flask import Flask, Response, current_app, request
from flask_cors import CORS
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge, UnsupportedMediaType

from paigow.answers.warm_up import warm_up
from paigow.faults import InvalidInput, did_you_mean, excerpt
from paigow.web.batch import batches
from paigow.web.language import response_language
from paigow.web.limits import FRESH_SECONDS, MOST_BODY_BYTES
from paigow.web.problems import code_of_status, faults_problem, problem
from paigow.web.reading import drain, end_turn, query_values
from paigow.web.replies import EXPOSED_HEADERS, Header, problem_reply
from paigow.web.routes import routes
from paigow.web.shortcut import Shortcut
from paigow.web.trainer import trainer
from paigow.web.views import accept_language, send

_log = logging.getLogger("paigow.web")


def create_app() -> Flask:
    """The WSGI application, its tables loaded and verified.

    Raises `TableError` if a shipped table cannot be trusted, and `CountError` if the compiled kernels cannot: a service
    that would answer wrongly does not start. An operator's house way with faults is excluded, and the log names them.
    """
    for warning in warm_up():
        _log.warning("%s", warning)
    app = Flask(__name__, static_folder=None)
    # One byte more than allowed: werkzeug reads no more of a chunked body, and `reading` can tell that it is cut.
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY_BYTES + 1
    app.url_map.merge_slashes = False
    app.url_map.redirect_defaults = False
    # Replies have these headers already; this is for preflight requests.
    CORS(
        app,
        send_wildcard=True,
        methods=["GET", "HEAD", "POST", "OPTIONS"],
        expose_headers=[*EXPOSED_HEADERS],
        max_age=FRESH_SECONDS,
    )
    for blueprint in (routes, trainer, batches):
        app.register_blueprint(blueprint)
    app.register_error_handler(InvalidInput, _invalid_body)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(UnsupportedMediaType, _unsupported)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _failure)
    app.after_request(_finish)
    app.teardown_request(end_turn)
    app.wsgi_app = Shortcut(app.wsgi_app)  # type: ignore[method-assign]
    return app


def _finish(response: Response) -> Response:
    if response.status_code >= 400:
        drain(request)
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response


def _problem(code: str, detail: str, status: int | None = None, extra: Sequence[Header] = ()) -> Response:
    language = response_language(query_values(request.environ), accept_language())
    return send(problem_reply(problem(code, detail, language.lang, status=status), language, extra))


def _invalid_body(error: InvalidInput) -> Response:
    """A body that is no JSON object; nothing in it can say in which language to answer."""
    language = response_language(query_values(request.environ), accept_language())
    return send(problem_reply(faults_problem(error.faults, language.lang, pointer_prefix=""), language))


def _too_large(_: RequestEntityTooLarge) -> Response:
    return _problem("body-too-large", f"a body may hold {MOST_BODY_BYTES:,} bytes")


def _unsupported(error: UnsupportedMediaType) -> Response:
    sent = request.headers.get("Content-Type")
    detail = f"the body is declared as {excerpt(sent)}" if sent else "the body has no Content-Type"
    if error.description != UnsupportedMediaType.description:
        detail = error.description or detail
    else:
        detail += "; send application/json"
    return _problem("unsupported-media-type", detail)


def _http_error(error: HTTPException) -> Response:
    status = error.code or 500
    code = code_of_status(status)
    extra: list[Header] = []
    match code:
        case "not-found":
            detail = f"there is nothing at {excerpt(request.path)}{did_you_mean(request.path, _addresses())}"
        case "method-not-allowed":
            detail = f"{excerpt(request.method)} is not allowed at {excerpt(request.path)}"
        case _:
            detail = error.description or error.name
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        extra.append(("Allow", ", ".join(sorted(error.valid_methods))))
    return _problem(code, detail, status, extra)


def _addresses() -> tuple[str, ...]:
    """The addresses without variable parts."""
    return tuple(rule.rule for rule in current_app.url_map.iter_rules() if not rule.arguments)


def _failure(error: Exception) -> Response:
    _log.error("a request failed", exc_info=error)
    return _problem("internal-error", "the service failed; its log has the details")
