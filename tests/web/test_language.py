"""English and Spanish: by `lang`, by Accept-Language, in answers and in problems."""

from __future__ import annotations

from typing import Any

import pytest

from paigow.web.problems import PROBLEMS

HAND = "Jk As Qs Qh Qd 7s 2s"
SPANISH = {"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"}


def test_hands_rules_and_explanations_in_spanish(get: Any):
    answer = get("/v1/splits", cards=HAND, lang="es", limit=1)
    best = answer["splits"][0]
    assert (best["high"]["name"], best["low"]["name"]) == ("Color al as", "Par de reinas")
    assert best["explanation"].startswith("La mano alta Jk As Qs 7s 2s (color al as) gana el 99,72 % de las veces")
    assert answer["house_way"]["rule"] == "Trío y un par: se juega delante el par."
    english = get("/v1/splits", cards=HAND, limit=1)
    for name in ("wins", "ev", "rank", "high_wins"):
        assert english["splits"][0][name] == best[name]
    assert english["splits"][0]["low"]["name"] == "Pair of queens"


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("es", "es"),
        ("es-419", "es"),
        ("fr, es;q=0.5", "es"),
        ("en-US,es;q=0.9", "en"),
        ("en-US;q=1,en-GB;q=0.9,es;q=0.1", "en"),
        ("es-MX,en;q=0.5", "es"),
        ("es-MX,en-US;q=0.9,en;q=0.8", "es"),
        ("en;q=0.1, *;q=0.5, ES;q=0.3", "es"),
        ("en;q=0.1, *;q=0.9", "es"),
        ("de, *;q=0.5, es;q=0.1", "en"),
        ("*;q=0, es;q=0", "en"),
        ("esperanto", "en"),
        ("en, es;q=0.5", "en"),
        ("es;q=0", "en"),
        ("de", "en"),
        ("*", "en"),
        ("", "en"),
        (";;q=,,\x80", "en"),
    ],
)
def test_the_header_chooses_where_the_caller_does_not(client: Any, header: str, lang: str):
    response = client.get("/v1/splits", query_string={"cards": HAND, "limit": 1}, headers={"Accept-Language": header})
    assert response.headers["Content-Language"] == lang
    assert "Accept-Language" in response.headers["Vary"]
    name = response.get_json()["splits"][0]["low"]["name"]
    assert name == {"en": "Pair of queens", "es": "Par de reinas"}[lang]


def test_the_parameter_wins_over_the_header(client: Any):
    query = {"cards": HAND, "limit": 1, "lang": "EN"}
    response = client.get("/v1/splits", query_string=query, headers=SPANISH)
    assert response.headers["Content-Language"] == "en"
    assert response.get_json()["splits"][0]["low"]["name"] == "Pair of queens"


def test_each_language_has_its_own_etag(client: Any):
    tags = {
        client.get("/v1/splits", query_string={"cards": HAND, "lang": lang}).headers["ETag"] for lang in ("en", "es")
    }
    assert len(tags) == 2


@pytest.mark.parametrize(
    ("path", "query", "words"),
    [
        ("/v1/grade", {"cards": HAND, "low": "Jk As"}, "cede 0,0675 de la apuesta"),
        ("/v1/house-ways/foxwoods", {}, "Tres pares: se juega delante el par más alto."),
        ("/v1/house-ways/foxwoods/split", {"cards": HAND}, "Trío y un par: se juega delante el par."),
        ("/problems/duplicate-card", {}, "Una carta está repetida"),
    ],
)
def test_every_address_that_answers_in_words(client: Any, path: str, query: dict[str, str], words: str):
    for response in (
        client.get(path, query_string={**query, "lang": "es"}),
        client.get(path, query_string=query, headers=SPANISH),
    ):
        assert response.headers["Content-Language"] == "es"
        assert words in response.get_data(as_text=True)
    assert words not in client.get(path, query_string=query).get_data(as_text=True)


def test_bodies_too(client: Any):
    bet = {"cards": HAND, "low": "Jk As", "dealer": "Ac Ad 9s 5d 4c 3d 2h", "lang": "es"}
    settled = client.post("/v1/settle", json=bet).get_json()
    assert settled["player"]["high"]["name"] == "Trío de reinas"
    assert settled["dealer"]["rule"].startswith("Un par")
    hands = [{"cards": HAND}, {"cards": HAND, "lang": "en"}, {"cards": "Xh"}, {"cards": "Xh", "lang": "en"}]
    results = client.post("/v1/batch", json={"hands": hands, "lang": "es", "limit": 1}).get_json()["results"]
    assert [result["splits"][0]["low"]["name"] for result in results[:2]] == ["Par de reinas", "Pair of queens"]
    assert [result["title"] for result in results[2:]] == ["Una carta no se puede leer", "A card cannot be read"]
    by_header = client.post("/v1/batch", json={"hands": hands[:1], "limit": 1}, headers=SPANISH).get_json()
    assert by_header["results"][0] == results[0]


def test_problem_titles(client: Any):
    for response in (
        client.get("/v1/splits?cards=As&lang=es"),
        client.get("/v1/splits?cards=As", headers=SPANISH),
        client.post("/v1/splits", json={"cards": "As", "lang": "es"}),
    ):
        assert response.get_json()["title"] == "Faltan o sobran cartas"
        assert response.headers["Content-Language"] == "es"
    assert client.get("/nowhere", headers=SPANISH).get_json()["title"] == "No hay nada en esta dirección"
    assert client.put("/v1/splits?lang=es").get_json()["title"] == "Esta dirección no admite ese método"
    assert (
        client.post("/v1/splits", data="{", headers=SPANISH).get_json()["title"] == "El cuerpo no se declara como JSON"
    )
    unknown = client.get(f"/v1/splits?cards={HAND}&lang=fr", headers=SPANISH).get_json()
    assert (unknown["title"], unknown["errors"][0]["value"]) == ("Un parámetro no tiene un valor utilizable", "fr")
    assert unknown["errors"][0]["detail"] == "lang is one of: en, es"


def test_every_problem_is_told_in_both_languages():
    for row in PROBLEMS.values():
        assert row.words["en"].title != row.words["es"].title
        assert row.words["en"].remedy != row.words["es"].remedy


def test_vary_names_the_header_only_where_it_was_asked(client: Any):
    for lang, header, language in ((None, "es", "es"), ("es", None, "es"), ("en", "es", "en")):
        for path in ("/v1/splits", "/v1/grade", "/v1/side-bets", "/v1/house-ways/foxwoods", "/problems/not-found"):
            query = {"cards": HAND} if "/v1/s" in path else {"cards": HAND, "low": "Jk As"} if "grade" in path else {}
            query |= {"lang": lang} if lang else {}
            for _ in range(2):  # the second time, what is kept answers
                answer = client.get(path, query_string=query, headers={"Accept-Language": header} if header else {})
                assert answer.status_code == 200
                assert answer.headers["Content-Language"] == language
                assert ("Vary" in answer.headers) == (lang is None)


def test_answers_without_words_have_no_language(client: Any):
    for path in ("/v1/house-ways", "/v1/deal?seed=3", "/v1/drill?seed=3", "/v1/deal", "/livez", "/openapi.json"):
        answer = client.get(path, headers=SPANISH)
        assert answer.status_code == 200
        assert not {"Vary", "Content-Language"} & {name for name, _ in answer.headers}
    refused = client.get("/v1/deal?seed=x", headers=SPANISH)
    assert (refused.headers["Content-Language"], refused.headers["Vary"]) == ("es", "Accept-Language")
