"""The contract against the code: the same addresses, the same values, examples replayed to the letter."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest
import yaml
from openapi_spec_validator import OpenAPIV31SpecValidator

from paigow import __version__
from paigow.answers.grading import Grade
from paigow.game.names import LANGUAGES
from paigow.game.ranks import CATEGORIES
from paigow.game.showdown import PUSH_RULES
from paigow.house_ways import DEFAULT, house_ways
from paigow.requests.rules import RULE_NAMES, TableRules
from paigow.requests.side_bets import SideBetsRequest
from paigow.requests.splits import SharedRules, SplitsRequest, ValueRequest
from paigow.requests.trainer import GradeRequest, SettleRequest
from paigow.side_bets import side_bets
from paigow.web.contract import contract, contract_yaml
from paigow.web.limits import MOST_BODY_BYTES
from paigow.web.problems import PROBLEMS
from tests.contract.refresh_examples import CONTRACT, refreshed

DOCUMENT = contract()
SCHEMAS = DOCUMENT["components"]["schemas"]


def test_the_contract_is_valid_openapi():
    OpenAPIV31SpecValidator(DOCUMENT).validate()
    assert DOCUMENT["info"]["version"] == __version__


def test_every_key_is_a_name():
    def keys(value: Any) -> Iterator[Any]:
        if isinstance(value, dict):
            yield from value
        for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            yield from keys(inner)

    assert {type(key) for key in keys(DOCUMENT)} == {str}


def test_it_is_yaml_that_every_reader_knows():
    """No merge keys, which YAML 1.2 takes for a property named `<<`, and so no anchors."""
    for event in yaml.parse(CONTRACT.read_text()):
        assert getattr(event, "anchor", None) is None
        assert getattr(event, "value", "") != "<<"


def test_no_default_is_written_where_generators_make_it_a_must():
    """In place, a default makes TypeScript ask for the property; behind a `$ref` it may be left out."""
    for name, schema in SCHEMAS.items():
        if name.endswith("Request"):
            assert [key for key, value in schema["properties"].items() if "default" in value] == []
    # Sent unasked, as Python clients do with a default in place, it would win over the variant's.
    for name in ("commission", "push"):
        assert set(DOCUMENT["components"]["parameters"][name]["schema"]) == {"$ref"}


def test_it_is_served_as_written(client: Any):
    served = client.get("/openapi.yaml")
    assert served.data == contract_yaml() == CONTRACT.read_bytes()
    assert served.headers["Content-Type"].startswith("application/yaml")
    assert client.get("/openapi.json").get_json() == DOCUMENT == yaml.safe_load(served.data)


def test_addresses_and_methods_are_those_of_the_app(app: Any):
    served = {
        (rule.rule.replace("<way_id>", "{id}").replace("<code>", "{code}"), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    written = {
        (path, method)
        for path, item in DOCUMENT["paths"].items()
        for method in item
        if method not in ("parameters", "summary", "description")
    }
    assert served == written


def test_closed_lists_are_those_of_the_code():
    assert SCHEMAS["HouseWayId"]["examples"] == list(house_ways())
    assert SCHEMAS["HouseWayId"]["default"] == DEFAULT
    assert SCHEMAS["Category"]["enum"] == list(reversed(CATEGORIES))
    assert SCHEMAS["Code"]["enum"] == list(PROBLEMS)
    for name, field in TableRules.model_fields.items():
        if name in ("variant", "banker", "wheel", "joker"):
            schema = SCHEMAS[name.capitalize()]
            assert schema["enum"] == list(get_args(field.annotation))
            assert schema["default"] == field.default
    # What a variant can set has no default: a generated client that sends it would overrule the variant.
    assert "default" not in SCHEMAS["Push"]
    assert SCHEMAS["PushInput"]["oneOf"][1]["items"]["enum"] == list(PUSH_RULES)
    rules = "|".join(PUSH_RULES)
    assert SCHEMAS["Push"]["pattern"] == rf"^(?!.*({rules}).*\1)(none|({rules})(,({rules})){{0,3}})$"
    assert f"{MOST_BODY_BYTES:,}" in DOCUMENT["components"]["responses"]["BodyTooLarge"]["description"]


@pytest.mark.parametrize(
    ("schema", "parameter", "texts"),
    [
        ("Push", "push", ["none", "ace-high", "ace-high,queen-high", "ace-high,ace-high", "ace-high,none", "ace"]),
        ("Rounding", "rounding", ["none", "0", "0.00", "0.25", ".5", "1000000000000000", "1000000000000000.5", "2e15"]),
        ("StakeText", "stake", ["0", "0.000000", "0.000001", "0.0000001", "999999999999999.5", "1000000000000001"]),
        ("CommissionText", "commission", ["0", "1", "1.0", "1.01", ".05", "-0.05"]),
        ("CollectionText", "collection", ["0", "0.01", "2"]),
    ],
)
def test_patterns_admit_what_the_service_takes(client: Any, schema: str, parameter: str, texts: list[str]):
    for text in texts:
        query = {"cards": "Jk As Qs Qh Qd 7s 2s", "stake": "1000000000000000", parameter: text}
        taken = client.get("/v1/splits", query_string=query).status_code == 200
        assert bool(re.search(SCHEMAS[schema]["pattern"], text)) is taken, text


def test_parameters_are_those_of_the_code():
    names = set(SplitsRequest.model_fields)
    assert set(SCHEMAS["SplitsRequest"]["properties"]) == names
    referred = [p["$ref"].rpartition("/")[2] for p in DOCUMENT["paths"]["/v1/splits"]["get"]["parameters"]]
    assert set(referred) - {"if_none_match", "accept_language"} == names
    assert SCHEMAS["Rules"]["required"] == list(RULE_NAMES)
    models = (("GradeRequest", GradeRequest), ("SettleRequest", SettleRequest), ("ValueRequest", ValueRequest))
    for schema, model in models:
        assert set(SCHEMAS[schema]["properties"]) == set(model.model_fields)
    assert set(SCHEMAS["BatchRequest"]["properties"]) == {"hands", *SharedRules.model_fields}
    assert sorted(SCHEMAS["SideBetId"]["examples"]) == list(side_bets())
    assert SCHEMAS["Lang"]["enum"] == list(LANGUAGES)
    asked = DOCUMENT["paths"]["/v1/side-bets"]["get"]["parameters"]
    named = [p.get("name") or p["$ref"].rpartition("/")[2] for p in asked]
    assert set(named) - {"if_none_match", "accept_language"} == set(SideBetsRequest.model_fields)
    assert SCHEMAS["Grade"]["properties"]["grade"]["enum"] == list(get_args(Grade))


def examples() -> Iterator[tuple[str, str, dict[str, Any], dict[str, Any]]]:
    for path, item in DOCUMENT["paths"].items():
        for method in ("get", "post"):
            for status, response in item.get(method, {}).get("responses", {}).items():
                for media in response.get("content", {}).values():
                    for name, example in media.get("examples", {}).items():
                        yield f"{method} {path} {status} {name}", path, example, item[method]


@pytest.mark.parametrize(("path", "example", "operation"), [pytest.param(*rest, id=name) for name, *rest in examples()])
def test_examples_are_what_the_service_answers(
    client: Any, path: str, example: dict[str, Any], operation: dict[str, Any]
):
    if "x-request" in example:
        response = client.get(example["x-request"])
    else:
        sent = operation["requestBody"]["content"]["application/json"]["examples"][example["x-body"]]["value"]
        response = client.post(path, json=sent)
    assert json.loads(response.data) == example["value"]


def test_every_answer_with_json_has_an_example():
    with_examples = {name.rpartition(" ")[0] for name, *_ in examples()}
    for path, item in DOCUMENT["paths"].items():
        for method in ("get", "post"):
            media = item.get(method, {}).get("responses", {}).get("200", {}).get("content", {})
            if "application/json" in media and path != "/openapi.json":
                assert f"{method} {path} 200" in with_examples


def test_refreshing_the_examples_changes_nothing(client: Any):
    assert refreshed(CONTRACT.read_text(), client) == CONTRACT.read_text()
