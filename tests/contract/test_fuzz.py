"""schemathesis over the whole contract: valid and invalid requests, every answer as documented, never a 5xx."""

from __future__ import annotations

from collections import Counter

import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.cards import DECK_SIZE, name_of
from service.web import create_app

SPELLINGS = [str, str.lower, str.upper, lambda name: name.replace("T", "10"), lambda name: name.replace("Jk", "*")]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@st.composite
def hands(draw: st.DrawFn) -> str:
    """Cards in some spelling: mostly seven different ones, now and then too few, too many, or one twice."""
    count = draw(st.sampled_from([7] * 12 + [6, 8, 0]))
    deck = draw(st.permutations(range(DECK_SIZE)))[:count]
    if count and draw(st.integers(0, 15)) == 0:
        deck[-1] = deck[0]
    spelled = [draw(st.sampled_from(SPELLINGS))(name_of(card)) for card in deck]
    return draw(st.sampled_from([" ", ",", "", "+", "-", "_", "/", "\n"])).join(spelled)


schemathesis.openapi.format("seven-cards", hands())
schemathesis.openapi.format("card", st.sampled_from([name_of(card) for card in range(DECK_SIZE)]))
answered: Counter[tuple[str, str, int]] = Counter()
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app())


@schema.parametrize()
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_service_keeps_to_its_contract(case: Case) -> None:
    response = case.call_and_validate(checks=CHECKS)
    answered[case.operation.method.upper(), case.operation.path, response.status_code] += 1


def test_the_fuzzing_got_answers_and_errors() -> None:
    for method, path in (("GET", "/v1/splits"), ("POST", "/v1/splits"), ("GET", "/v1/house-ways/{id}/split")):
        assert answered[method, path, 200] >= 10, answered
        assert answered[method, path, 400] >= 10, answered
    assert answered["POST", "/v1/splits", 500] == 0
