"""The contract in the tools of its readers: linters, generated clients, a proxy that compares every answer with it.

Needs node and npm, and installs some 200 MB in a temporary folder; so it runs only where it is asked for:

    pip install -r tests/contract/client/requirements.txt
    python -m pytest -n 0 tests/contract/with_tools.py
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from paigow.web.limits import MOST_BODY_BYTES
from tests.contract.refresh_examples import CONTRACT
from tests.contract.test_contract import DOCUMENT, examples
from tests.web.test_server import PAIGOW, free_port, wait_until_ready

HERE = Path(__file__).parent
JSON = {"Content-Type": "application/json"}
HAND = "cards=Jk+As+Qs+Qh+Qd+7s+2s"
EXAMPLES = [pytest.param(*rest, id=name) for name, *rest in examples()]
# Answers besides the examples: a target, a body or none, headers, and the status.
OTHERS = [
    (f"/v1/splits?{HAND}&variant=ez&fouls=false&explain=false&lang=es", None, {}, 200),
    ("/v1/drill?kind=joker", None, {}, 200),
    ("/v1/deal", None, {}, 200),
    ("/v1/side-bets", None, {}, 200),
    *((f"/v1/house-ways/{name}?lang=es", None, {}, 200) for name in ("flamingo", "mgm-grand", "stones", "trump-plaza")),
    ("/openapi.yaml", None, {}, 200),
    ("/openapi.json", None, {}, 200),
    ("/livez", None, {"If-None-Match": "*"}, 200),
    ("/openapi.json", None, {"If-None-Match": "*"}, 304),
    (f"/v1/splits?{HAND}", None, {"If-None-Match": "*", "Accept-Language": "es-MX"}, 304),
    ("/v1/splits", None, {}, 400),
    ("/v1/splits?cards=Xh&commission=2&variant=none&typo=1", None, {"Accept-Language": "es"}, 400),
    (f"/v1/grade?{HAND}&low=Ah", None, {}, 400),
    ("/v1/drill?kind=none", None, {}, 400),
    ("/v1/deal?players=7&seed=-1", None, {}, 400),
    ("/v1/side-bets?pays=1", None, {}, 400),
    ("/v1/house-ways?typo=1", None, {}, 400),
    ("/v1/house-ways/foxwoods/split?cards=As", None, {}, 400),
    ("/openapi.yaml?typo=1", None, {}, 400),
    ("/openapi.json?typo=1", None, {}, 400),
    ("/v1/house-ways/nowhere", None, {}, 404),
    (f"/v1/house-ways/nowhere/split?{HAND}", None, {}, 404),
    ("/problems/none", None, {}, 404),
    ("/v1/splits", b"{}", JSON, 400),
    ("/v1/splits", b"[]", JSON, 400),
    ("/v1/batch", b'{"hands": []}', JSON, 400),
    ("/v1/grade", b'{"cards": "As", "low": 7}', JSON, 400),
    ("/v1/settle", b'{"stake": 0}', JSON, 400),
    ("/v1/splits", b'{"cards": "%s"}' % (b"x" * MOST_BODY_BYTES), JSON, 413),
    ("/v1/splits", b"cards", {"Content-Type": "text/plain"}, 415),
]


@contextmanager
def running(command: list[str], port: int, path: str) -> Iterator[str]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_ready("127.0.0.1", port, path)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def run(*command: str, within: Path, **variables: str) -> str:
    """What a program prints; it must end well."""
    variables = {**os.environ, **variables}
    done = subprocess.run(command, check=False, cwd=within, env=variables, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The clients, with what their package.json names."""
    found = tmp_path_factory.mktemp("tools") / "client"
    shutil.copytree(HERE / "client", found)
    quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock")
    run("npm", "install", *quiet, within=found)
    return found


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    port = free_port()
    with running([PAIGOW, "serve", "--port", str(port), "--workers", "1"], port, "/readyz") as url:
        yield url


@contextmanager
def comparing(folder: Path, document: Path, service: str) -> Iterator[str]:
    """Prism in front of the service; without --errors, so that bad requests reach the service too."""
    port = free_port()
    prism = str(folder / "node_modules/@stoplight/prism-cli/dist/index.js")
    with running(["node", prism, "proxy", str(document), service, "--port", str(port)], port, "/livez") as url:
        yield url


@pytest.fixture(scope="module")
def proxy(folder: Path, service: str) -> Iterator[str]:
    with comparing(folder, CONTRACT, service) as url:
        yield url


def test_redocly_finds_nothing(folder: Path):
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
    run("npx", "redocly", "lint", str(CONTRACT), "--config", str(HERE / "redocly.yaml"), within=folder, **quiet)


def test_spectral_finds_nothing(folder: Path):
    ruleset = str(HERE / "spectral.yaml")
    run("npx", "spectral", "lint", str(CONTRACT), "--ruleset", ruleset, "--fail-severity", "hint", within=folder)


def test_a_typescript_client(folder: Path, service: str):
    assert [path for path in DOCUMENT["paths"] if f'"{path}"' not in (folder / "client.ts").read_text()] == []
    run("npx", "openapi-typescript", str(CONTRACT), "--output", "contract.d.ts", within=folder)
    run("npx", "tsc", within=folder)
    run("node", "built/client.js", within=folder, PAIGOW_URL=service)


def test_a_python_client(folder: Path, service: str):
    made = folder / "paigow_client"
    where = ("--path", str(CONTRACT), "--output-path", str(made), "--config", "generator.yaml", "--meta", "none")
    scripts = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # the generator calls ruff
    printed = run(sys.executable, "-m", "openapi_python_client", "generate", *where, within=folder, PATH=scripts)
    assert "warning" not in printed.lower()
    run(sys.executable, "client.py", within=folder, PAIGOW_URL=service)


def ask(url: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, bytes]:
    """Asks through the proxy, which must have nothing to say against the answer."""
    try:
        answer = urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=60)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        found = json.loads(answer.headers.get("sl-violations", "[]"))
        assert [one for one in found if one["location"][0] == "response"] == []
        return answer.status, answer.read()


@pytest.mark.parametrize(("path", "example", "operation"), EXAMPLES)
def test_examples_through_the_proxy(proxy: str, path: str, example: dict[str, Any], operation: dict[str, Any]):
    if "x-request" in example:
        _, found = ask(proxy + example["x-request"], None, {})
    else:
        sent = operation["requestBody"]["content"]["application/json"]["examples"][example["x-body"]]["value"]
        _, found = ask(proxy + path, json.dumps(sent).encode(), JSON)
    assert json.loads(found) == example["value"]


@pytest.mark.parametrize(
    ("target", "body", "headers", "status"), OTHERS, ids=[f"{status}-{target}" for target, _, _, status in OTHERS]
)
def test_other_answers_through_the_proxy(
    proxy: str, target: str, body: bytes | None, headers: dict[str, str], status: int
):
    assert ask(proxy + target, body, headers)[0] == status


def test_the_proxy_sees_what_is_wrong(folder: Path, service: str):
    """So that its silence means something."""
    wrong = folder / "wrong.yaml"
    wrong.write_text(CONTRACT.read_text().replace("{const: ok}", "{const: wrong}"))
    with comparing(folder, wrong, service) as url, pytest.raises(AssertionError, match="const"):
        ask(f"{url}/livez", None, {})
