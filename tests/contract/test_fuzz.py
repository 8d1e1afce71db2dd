"""schemathesis over the whole contract: valid and invalid requests, every answer as documented, never a 5xx."""

from __future__ import annotations

from collections import Counter

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from paigow.game.cards import DECK_SIZE, name_of
from paigow.house_ways import house_ways
from paigow.web import create_app

pytestmark = pytest.mark.slow

SPELLINGS = [str, str.lower, str.upper, lambda name: name.replace("T", "10"), lambda name: name.replace("Jk", "*")]
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@st.composite
def cards(draw: st.DrawFn, counts: list[int]) -> str:
    """As many cards in some spelling, now and then one of them twice."""
    count = draw(st.sampled_from(counts))
    deck = draw(st.permutations(range(DECK_SIZE)))[:count]
    if count and draw(st.integers(0, 15)) == 0:
        deck[-1] = deck[0]
    spelled = [draw(st.sampled_from(SPELLINGS))(name_of(card)) for card in deck]
    return draw(st.sampled_from([" ", ",", "", "+", "-", "_", "/", "\n"])).join(spelled)


# Mostly seven cards, now and then too few or too many.
schemathesis.openapi.format("seven-cards", cards([7] * 12 + [6, 8, 0]))
schemathesis.openapi.format("two-cards", cards([2]))
schemathesis.openapi.format("cards", cards([0, 0, 0, 1, 2]))
schemathesis.openapi.format("house-way", st.sampled_from([*house_ways(), "bellagio"]))
schemathesis.openapi.format("card", st.sampled_from([name_of(card) for card in range(DECK_SIZE)]))
schema = schemathesis.openapi.from_wsgi("/openapi.json", create_app())
QUIET = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
OPERATIONS = [
    (method.upper(), path)
    for path, item in schema.raw_schema["paths"].items()
    for method in item
    if method != "parameters"
]


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_the_service_keeps_to_its_contract(method: str, path: str, mode: GenerationMode) -> None:
    answered: Counter[int] = Counter()

    @given(schema[path][method].as_strategy(generation_mode=mode))
    @QUIET
    def ask(case: Case) -> None:
        answered[case.call_and_validate(checks=CHECKS).status_code] += 1

    try:
        ask()
    except Unsatisfiable:  # some operations have no parameter that could be wrong
        assert mode is GenerationMode.NEGATIVE
        return
    assert answered.total() > 0


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/v1/splits"), ("POST", "/v1/splits"), ("GET", "/v1/house-ways/{id}/split")]
)
def test_fuzzed_hands_get_answers_and_errors(method: str, path: str) -> None:
    answered: Counter[int] = Counter()

    # Most of what is made up for `cards` is none; a hand in some spelling gets further.
    @given(schema[path][method].as_strategy(), cards([7] * 12 + [6, 8, 0]))
    @settings(QUIET, derandomize=True)
    def ask(case: Case, hand: str) -> None:
        asked = case.body if method == "POST" else case.query
        if isinstance(asked, dict) and "cards" in asked:
            asked["cards"] = hand
            # Two parameters need another one, which is seldom made up with them.
            for name, needed in (("variant", "dealer"), ("rounding", "stake")):
                if needed not in asked:
                    asked.pop(name, None)
        answered[case.call_and_validate(checks=CHECKS).status_code] += 1

    ask()
    assert min(answered[200], answered[400]) >= 5, answered
    assert set(answered) <= {200, 304, 400, 404}
