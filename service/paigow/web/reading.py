"""What a request asks: the query string or the JSON body as one mapping of names to values, or the faults in it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from threading import Lock
from typing import Any
from urllib.parse import parse_qsl

from flask import g
from werkzeug.exceptions import RequestEntityTooLarge, UnsupportedMediaType
from werkzeug.wrappers import Request

from paigow.faults import Fault, InvalidInput, excerpt, invalid
from paigow.web.limits import LARGE_BODY_BYTES, MOST_BODY_BYTES, MOST_CONTAINERS, MOST_DIGITS, MOST_DRAINED_BYTES


def query_values(environ: Mapping[str, Any]) -> dict[str, Any]:
    """The query string of a WSGI request by name. A name given more than once has the list of its values, as in JSON.

    Bytes that are not UTF-8 become replacement characters, which no parameter accepts.
    """
    query = environ.get("QUERY_STRING", "").encode("latin1").decode(errors="replace")
    found: dict[str, Any] = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        found.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}


def sent_values(request: Request) -> dict[str, Any]:
    """The JSON object in the body by name.

    Raises `InvalidInput` (invalid-json) for a body that is no JSON object, or whose names repeat; 413 and 415 as
    werkzeug's exceptions.
    """
    if request.mimetype != "application/json" and not (
        request.mimetype.startswith("application/") and request.mimetype.endswith("+json")
    ):
        raise UnsupportedMediaType
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        detail = "the body is sent compressed; send it as it is, without Content-Encoding"
        raise UnsupportedMediaType(detail)
    if request.args:
        detail = "a POST takes its parameters in the body, not in the query: "
        names = (excerpt(name) for name in request.args)
        raise InvalidInput(Fault("unknown-parameter", detail + name, value=name) for name in names)
    raw = _body(request)
    _take_turn(raw)
    return _object_in(raw)


def _take_turn(raw: bytes) -> None:
    """Wait for the turn of a large body, which ends with the request, see `end_turn`.

    A megabyte of JSON can become forty megabytes of objects, and sixteen at once would be half a gigabyte. The body is
    complete before it waits for its turn, so that a slow client holds up nobody.
    """
    if len(raw) > LARGE_BODY_BYTES:
        _large.acquire()
        g.has_turn = True


def end_turn(_: BaseException | None) -> None:
    """Let the next large body have its turn, now that nothing of the request is left."""
    if g.pop("has_turn", False):
        _large.release()


_large = Lock()


def _object_in(raw: bytes) -> dict[str, Any]:
    if not raw.strip():
        raise invalid("invalid-json", "the body is empty; a JSON object is expected")
    if raw.count(b"[") + raw.count(b"{") > MOST_CONTAINERS:  # each takes many times its two characters
        raise invalid("invalid-json", f"the body holds more than {MOST_CONTAINERS:,} lists and objects")
    try:
        value = json.loads(
            raw.decode("utf-8-sig"), parse_float=_number, parse_constant=_refuse_constant, object_pairs_hook=_object
        )
    except UnicodeDecodeError:
        raise invalid("invalid-json", "the body is not UTF-8") from None
    except RecursionError:
        raise invalid("invalid-json", "the body is nested too deeply") from None
    except InvalidInput:
        raise
    except json.JSONDecodeError as error:
        detail = f"the body is not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        raise invalid("invalid-json", detail) from None
    except ValueError:  # an integer of more digits than Python reads
        raise invalid("invalid-json", "the body holds a number with too many digits") from None
    if not isinstance(value, dict):
        kind = {list: "a list", str: "a string", bool: "true or false", type(None): "null"}.get(type(value), "a number")
        raise invalid("invalid-json", f"the body is {kind}; a JSON object is expected")
    return value


def _body(request: Request) -> bytes:
    """The whole body, or 413, or `InvalidInput` for one that ends early or whose chunks are malformed."""
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge:
        raise
    except Exception:  # noqa: BLE001 - whatever the server that reads it makes of a body that it cannot read
        g.body_is_over = True
        detail = "the body ends early, its chunks are malformed, or the rest of it did not come in time"
        raise invalid("invalid-json", detail) from None
    if len(raw) > MOST_BODY_BYTES:
        raise RequestEntityTooLarge
    if request.content_length is not None and len(raw) < request.content_length:
        raise invalid("invalid-json", f"the body ends early: {len(raw)} of {request.content_length} bytes came")
    return raw


def _number(text: str) -> Decimal:
    """A JSON fraction, exactly as written, so that a commission of 0.05 is a twentieth."""
    if len(text) > MOST_DIGITS:
        raise ValueError
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent beyond all bounds
        raise ValueError from None


def _refuse_constant(name: str) -> None:
    raise invalid("invalid-json", f"{name} is not JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise invalid("invalid-json", f"the name {excerpt(twice)} stands twice in an object", value=twice)
    return found


def drain(request: Request) -> None:
    """Read and drop what is left of a body that was refused.

    If a server answers and closes while the client still writes, the connection is reset, and the client never reads
    the answer.
    """
    if g.pop("body_is_over", False):  # to wait for more would take the client's patience once again
        return
    announced = request.content_length or 0
    if announced > MOST_DRAINED_BYTES or not (announced or "Transfer-Encoding" in request.headers):
        return
    stream = request.environ["wsgi.input"]
    left = MOST_DRAINED_BYTES
    try:
        while left > 0 and (chunk := stream.read(min(left, 1 << 16))):
            left -= len(chunk)
    except Exception:  # noqa: BLE001
        return  # the client is gone or stalls, or its chunks are malformed: it only gets the answer
