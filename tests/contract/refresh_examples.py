"""Rewrites the examples of openapi.yaml with what the service answers: python -m tests.contract.refresh_examples"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

CONTRACT = Path(__file__).parents[2] / "openapi.yaml"
_REQUEST = re.compile(r"(?P<indent> *)x-(?P<how>request|body): (?P<what>.*)")


def refreshed(text: str, client: Any) -> str:
    """The text with each `value` after an `x-request` (an address) or `x-body` (a request body's name) made anew."""
    bodies = {
        name: (path, example["value"])
        for path, item in yaml.safe_load(text)["paths"].items()
        for name, example in _body_examples(item).items()
    }
    lines = text.split("\n")
    kept: list[str] = []
    at = 0
    while at < len(lines):
        kept.append(lines[at])
        asked = _REQUEST.fullmatch(lines[at])
        at += 1
        if not asked:
            continue
        if asked["how"] == "request":
            response = client.get(asked["what"])
        else:
            path, body = bodies[asked["what"]]
            response = client.post(path, json=body)
        indent = asked["indent"]
        kept.append(f"{indent}value:")
        at += 1
        while lines[at].startswith(f"{indent} ") or lines[at] == "":
            at += 1
        value = yaml.safe_dump(
            response.get_json(), sort_keys=False, allow_unicode=True, width=110, default_flow_style=None
        )
        kept += [f"{indent}  {line}" for line in value.rstrip().split("\n")]
    return "\n".join(kept)


def _body_examples(item: dict[str, Any]) -> dict[str, Any]:
    content = item.get("post", {}).get("requestBody", {}).get("content", {})
    examples: dict[str, Any] = content.get("application/json", {}).get("examples", {})
    return examples


if __name__ == "__main__":
    from paigow.web import create_app

    CONTRACT.write_text(refreshed(CONTRACT.read_text(), create_app().test_client()))
