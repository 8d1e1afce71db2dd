"""A strategy as a card to read: plain text, or one page of HTML without other files."""

from __future__ import annotations

from functools import cache
from textwrap import fill
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from paigow.game.names import Lang, rule_word
from paigow.house_ways import house_way
from paigow.house_ways.wording import WILD_JOKER
from paigow.requests.rules import TableRules
from paigow.strategy.strategies import Strategy, kinds_told, way_of

_WIDTH = 100

_WORDS: dict[Lang, dict[str, str]] = {
    "en": {
        "title": "Pai Gow Poker: how to play against the house way of {way}",
        "dealer": "when the dealer banks",
        "player": "when you bank",
        "rules": "Commission {commission}, wheel {wheel}, joker {joker}, pushes {push}.",
        "how": "Find your kind of hand; the first line that fits decides. In front lies the two-card hand, behind it "
        "the five-card hand; a single is a card whose rank you hold once; flushes do not include straight flushes. "
        "{joker}",
        "semi-wild": "The joker counts as an ace.",
        "wild": f"{WILD_JOKER['en']} Sections without a wild joker are for hands without it.",
        "point": ".",
        "group": ",",
        "kind": "costs {cost} %, the house way {house_way_cost} %",
        "always": "In all other cases",
        "only": "Always",
        "total": "In all, a bet played by this card returns {ev} %, played perfectly {optimal_ev} %, by the house way "
        "{house_way_ev} %: the card costs {cost} %.",
        "exact": "Costs are shares of a bet per deal against the best split of every hand, counted exactly over "
        "{deals} deals.",
    },
    "es": {
        "title": "Pai Gow Póker: cómo jugar contra la regla de la casa de {way}",
        "dealer": "cuando el crupier es la banca",
        "player": "cuando usted es la banca",
        "rules": "Comisión {commission}, A-2-3-4-5 {wheel}, comodín {joker}, empates: {push}.",
        "how": "Busque su tipo de mano; decide la primera línea que encaja. Delante va la mano de dos cartas y detrás "
        "la de cinco; una carta suelta es la única de su valor; un color no es escala de color. {joker}",
        "semi-wild": "El comodín cuenta como as.",
        "wild": f"{WILD_JOKER['es']} Las secciones sin comodín libre son para las manos que no lo tienen.",
        "point": ",",
        "group": ".",
        "kind": "cuesta {cost} %, la regla de la casa {house_way_cost} %",
        "always": "En los demás casos",
        "only": "Siempre",
        "total": "En total, una apuesta jugada con esta tarjeta rinde {ev} %, jugada a la perfección {optimal_ev} %, "
        "con la regla de la casa {house_way_ev} %: la tarjeta cuesta {cost} %.",
        "exact": "Los costes son partes de una apuesta por reparto frente a la mejor división de cada mano, contados "
        "exactamente sobre {deals} repartos.",
    },
}


def text(strategy: Strategy, lang: Lang = "en") -> str:
    """The card as plain text."""
    card = _card(strategy, lang)
    lines = [card["title"], card["banks"], card["rules"], "", fill(card["how"], _WIDTH)]
    for kind in card["kinds"]:
        lines += ["", f"{kind['name']} ({kind['cost']})"]
        for number, (when, play) in enumerate(kind["lines"], start=1):
            mark = f"{number:3}. "
            lines.append(fill(f"{mark}{when}: {play}", _WIDTH, subsequent_indent=" " * len(mark)))
    lines += ["", fill(card["total"], _WIDTH), fill(card["exact"], _WIDTH)]
    return "\n".join(lines) + "\n"


def html(strategy: Strategy, lang: Lang = "en") -> str:
    """The card as a page."""
    return _page().render(lang=lang, **_card(strategy, lang))


@cache
def _page() -> Template:
    environment = Environment(
        loader=PackageLoader("paigow.strategy", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("card.html")


def _card(strategy: Strategy, lang: Lang) -> dict[str, Any]:
    """The contents of the card."""
    words = _WORDS[lang]
    rules = TableRules.read(strategy["rules"])
    way = way_of(strategy)
    kinds = []
    for kind, costs in kinds_told(strategy):
        if not costs["hands"]:
            continue
        parts = [line.sentence_parts(lang) for line in (way.wild if kind.wild else way.lines)[kind.name]]
        otherwise = words["always" if len(parts) > 1 else "only"]
        percents = {name: _percent(costs[name], words) for name in ("cost", "house_way_cost")}
        kinds.append(
            {
                "name": parts[0][0],
                "cost": words["kind"].format(**percents),
                "lines": [(when[:1].upper() + when[1:] or otherwise, play) for _, when, play in parts],
            }
        )
    told = {name: rule_word(getattr(rules, name), lang) for name in ("wheel", "joker", "push")}
    results = {name: _percent(strategy[name], words) for name in ("ev", "optimal_ev", "house_way_ev", "cost")}
    return {
        "title": words["title"].format(way=house_way(rules.house_way).name),
        "banks": words[rules.banker],
        "rules": words["rules"].format(**told, commission=rules.commission.replace(".", words["point"])),
        "how": words["how"].format(joker=words[rules.joker]),
        "kinds": kinds,
        "total": words["total"].format(**results),
        "exact": words["exact"].format(deals=f"{strategy['deals']:,}".replace(",", words["group"])),
    }


def _percent(share: float, words: dict[str, str]) -> str:
    return f"{100 * share:.4f}".replace(".", words["point"])
