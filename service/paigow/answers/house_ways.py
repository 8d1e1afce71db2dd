"""What is told of house ways: a list, one of them in full, and how it sets a hand."""

from __future__ import annotations

from typing import Any

from paigow.answers.named import dealer_choice
from paigow.counting.counters import counter
from paigow.dealer.tables import frequencies, house_setting
from paigow.game.cards import names_of
from paigow.game.names import Lang
from paigow.house_ways import DEFAULT, HouseWay, Line, house_ways
from paigow.requests.splits import HouseWaySplitRequest
from paigow.whole_game.shipped import brief, solved_games, standard_game


def all_ways() -> dict[str, Any]:
    """The house ways in brief, the default first."""
    return {"house_ways": [_summary(way) for way in house_ways().values()]}


def describe_way(way: HouseWay, lang: Lang) -> dict[str, Any]:
    """One house way: its source, its lines, how its dealer's hands fall, and the results of its whole games."""
    found = {**_summary(way), **_lines(way, lang), "dealer_hands": frequencies(way)}
    return {**found, **_games(way, lang)}


def describe_lines(way: HouseWay, lang: Lang) -> dict[str, Any]:
    """What the file of a house way says: its source, its notes and its lines."""
    named = {"id": way.id, "name": way.name, "place": way.place, "source": way.source, "digest": way.digest}
    return {**named, **_lines(way, lang)}


def _lines(way: HouseWay, lang: Lang) -> dict[str, Any]:
    choices = {name: [_line(line, lang) for line in lines] for name, lines in way.choices.items()}
    lines, wild_lines = (
        [{"kind": line.owner, **_line(line, lang)} for line in lines] for lines in (way.usual_lines, way.wild_lines)
    )
    return {"notes": way.notes, "lines": lines, "wild_lines": wild_lines, "choices": choices}


def set_by_way(way: HouseWay, request: HouseWaySplitRequest) -> dict[str, Any]:
    """How a house way sets seven cards, and the line that applies."""
    tables = counter(way.id, request.wheel, request.joker).tables
    choice = dealer_choice(house_setting(tables, way, request.cards), tables.ranking, request.lang)
    found = {"cards": names_of(request.cards), "house_way": way.id, "high": choice.high, "low": choice.low}
    return {**found, "rule": choice.rule}


def _summary(way: HouseWay) -> dict[str, Any]:
    return {
        "id": way.id,
        "name": way.name,
        "place": way.place,
        "source": way.source,
        "default": way.id == DEFAULT,
        "digest": way.digest,
        "tables": counter(way.id).tables.digest,
    }


def _line(line: Line, lang: Lang) -> dict[str, str]:
    return {"line": line.text, "words": line.words[lang]}


def _games(way: HouseWay, lang: Lang) -> dict[str, Any]:
    """The whole game under the standard rules, and those under other rules in brief, as far as they are solved."""
    games = solved_games(way.id)
    standard = standard_game(way.id)
    words = {(line.owner, line.text): line.words[lang] for line in way.usual_lines}
    whole_game = standard and {
        **brief(standard),
        "kinds": standard["kinds"],
        "habits": {
            player: [{**habit, "words": words[habit["kind"], habit["line"]]} for habit in habits]
            for player, habits in standard["habits"].items()
        },
    }
    others = [brief(game) for game in games if game is not standard]
    return {"whole_game": whole_game, "other_games": others}
