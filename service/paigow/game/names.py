"""The words of the game in each language: ranks, and what five and two cards are called.

Spanish follows the usage of the game's Spanish rules: escala real, escala de color, póker, full, color, escalera, trío,
doble pareja, par, carta alta.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, get_args

from paigow.game.ranks import LOW_VALUES, STANDARD, WHEEL, Ranking, ranks_of_low

Lang = Literal["en", "es"]
LANGUAGES: tuple[Lang, ...] = get_args(Lang)

RANK_WORDS: dict[Lang, list[str]] = {
    "en": "two three four five six seven eight nine ten jack queen king ace".split(),
    "es": "dos tres cuatro cinco seis siete ocho nueve diez jota reina rey as".split(),
}
PLURALS: dict[Lang, list[str]] = {
    "en": "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces".split(),
    "es": "doses treses cuatros cincos seises sietes ochos nueves dieces jotas reinas reyes ases".split(),
}

_RULES_IN_SPANISH = {
    "standard": "normal",
    "ez": "EZ",
    "face-up": "cartas a la vista",
    "commission-free": "sin comisión",
    "second": "segunda",
    "lowest": "la más baja",
    "semi-wild": "semilibre",
    "wild": "libre",
    "none": "ninguno",
    "queen-high": "reina alta",
    "king-high": "rey alto",
    "ace-high": "as alto",
    "front-nine-high": "mano baja de nueve alto",
}


def rule_word(value: str, lang: Lang) -> str:
    """The value of a rule in words: in English it is its own name. Several push rules are joined by commas.

    >>> rule_word("ace-high", "en"), rule_word("ace-high", "es")
    ('ace-high', 'as alto')
    """
    words = value.split(",")
    return ", ".join(_RULES_IN_SPANISH.get(word, word) if lang == "es" else word for word in words)


Words = tuple[str, str, str]
"""The category of a hand, its name, and its name as it stands in brackets within a sentence."""


@lru_cache(maxsize=8)
def high_words(ranking: Ranking, lang: Lang = "en") -> list[Words]:
    """The words for each high value of a ranking.

    >>> high_words(STANDARD)[0]
    ('high_card', 'Seven high', 'seven high')
    """
    name = {"en": _english, "es": _spanish}[lang]
    return [_words(category, name(category, ranks)) for category, ranks in ranking.hands]


@lru_cache(maxsize=2)
def low_words(lang: Lang = "en") -> list[Words]:
    """The words for each low value."""
    return [_low(*ranks_of_low(low), lang) for low in range(LOW_VALUES)]


def high_name(high: int, ranking: Ranking = STANDARD, lang: Lang = "en") -> str:
    """The name of a high value.

    >>> high_name(0), high_name(7461), high_name(7461, lang="es")
    ('Seven high', 'Royal flush', 'Escala real')
    """
    return high_words(ranking, lang)[high][1]


def low_name(low: int, lang: Lang = "en") -> str:
    """The name of a low value.

    >>> low_name(0), low_name(77), low_name(88), low_name(88, "es")
    ('Three-two', 'Ace-king', 'Pair of queens', 'Par de reinas')
    """
    return low_words(lang)[low][1]


@cache
def _words(category: str, name: str) -> Words:
    """The same object for the same words: thousands of values share a few hundred names, which stay in the cache."""
    return category, name, (name[0].lower() + name[1:]).replace(" (", ", ").replace(")", "")


def _low(high: int, low: int, lang: Lang) -> Words:
    if high == low:
        return _words("pair", f"{'Pair of' if lang == 'en' else 'Par de'} {PLURALS[lang][high]}")
    return _words("high_card", f"{RANK_WORDS[lang][high].capitalize()}-{RANK_WORDS[lang][low]}")


def _english(category: str, ranks: tuple[int, ...]) -> str:
    plurals = [PLURALS["en"][rank] for rank in ranks]
    top = RANK_WORDS["en"][ranks[0]].capitalize()
    match category:
        case "five_aces" | "five_of_a_kind":
            return f"Five {plurals[0]}"
        case "royal_flush":
            return "Royal flush"
        case "straight_flush":
            return "Steel wheel (ace-to-five straight flush)" if ranks == WHEEL else f"{top}-high straight flush"
        case "four_of_a_kind":
            return f"Four {plurals[0]}"
        case "full_house":
            return f"Full house, {plurals[0]} over {plurals[3]}"
        case "flush":
            return f"{top}-high flush"
        case "straight":
            return "Wheel (ace-to-five straight)" if ranks == WHEEL else f"{top}-high straight"
        case "three_of_a_kind":
            return f"Three {plurals[0]}"
        case "two_pair":
            return f"Two pair, {plurals[0]} and {plurals[2]}"
        case "pair":
            return f"Pair of {plurals[0]}"
        case _:
            return f"{top} high"


def _spanish(category: str, ranks: tuple[int, ...]) -> str:
    plurals = [PLURALS["es"][rank] for rank in ranks]
    top = RANK_WORDS["es"][ranks[0]]
    upwards = "del as al cinco" if ranks == WHEEL else f"{'a la' if top in ('jota', 'reina') else 'al'} {top}"
    match category:
        case "five_aces" | "five_of_a_kind":
            return f"Cinco {plurals[0]}"
        case "royal_flush":
            return "Escala real"
        case "straight_flush":
            return f"Escala de color {upwards}"
        case "four_of_a_kind":
            return f"Póker de {plurals[0]}"
        case "full_house":
            return f"Full de {plurals[0]} y {plurals[3]}"
        case "flush":
            return f"Color {upwards}"
        case "straight":
            return f"Escalera {upwards}"
        case "three_of_a_kind":
            return f"Trío de {plurals[0]}"
        case "two_pair":
            return f"Doble pareja, {plurals[0]} y {plurals[2]}"
        case "pair":
            return f"Par de {plurals[0]}"
        case _:
            return f"Carta alta, {top}"
