"""A house way's line as a Spanish sentence."""

from __future__ import annotations

from typing import NamedTuple

from paigow.game.cards import ACE, RANKS
from paigow.game.names import PLURALS, RANK_WORDS
from paigow.house_ways.kinds import Kind
from paigow.house_ways.language import (
    FRONTS,
    JOKER_BROADWAY,
    PLACED_FRONTS,
    Above,
    Behind,
    Condition,
    Front,
    GroupRank,
    HasMade,
    HasSingle,
    Holds,
    PlacedCard,
    RankRange,
    SecondSingle,
)
from paigow.house_ways.wording import is_sure, ranks_the_joker

_RANKS, _PLURALS = RANK_WORDS["es"], PLURALS["es"]
_QUEEN = RANKS.index("Q")
_JACK = RANKS.index("J")
_KINDS = {
    "no-pair": "Sin par",
    "one-pair": "Un par",
    "two-pair": "Doble pareja",
    "three-pair": "Tres pares",
    "trips": "Trío",
    "trips-pair": "Trío y un par",
    "trips-two-pair": "Trío y doble pareja",
    "two-trips": "Dos tríos",
    "quads": "Póker",
    "quads-pair": "Póker y un par",
    "quads-trips": "Póker y trío",
    "five-aces": "Cinco ases",
}
_GROUPS = {
    "pair": "el par",
    "higher pair": "el par mayor",
    "lower pair": "el par menor",
    "highest pair": "el par más alto",
    "middle pair": "el par del medio",
    "lowest pair": "el par más bajo",
    "trips": "el trío",
    "higher trips": "el trío mayor",
    "lower trips": "el trío menor",
    "quads": "el póker",
    "aces": "el grupo",
}
_MADE = {
    "MADE": ("una escalera o un color", "ni escalera ni color"),
    "STRAIGHT": ("una escalera", "ninguna escalera"),
    "FLUSH": ("un color", "ningún color"),
    "STRAIGHT OR FLUSH": (
        "una escalera o un color (sin ser escala de color)",
        "ni escalera ni color (sin contar la escala de color)",
    ),
    "STRAIGHT FLUSH": ("una escala de color", "ninguna escala de color"),
    "ROYAL": ("una escala real", "ninguna escala real"),
    JOKER_BROADWAY: (
        "una escalera al as o una escala real con el comodín",
        "ninguna escalera al as ni escala real con el comodín",
    ),
}
"""The words for what stands behind, and for that nothing of the kind does."""


_PLACES = ("segunda", "tercera", "cuarta", "quinta", "sexta", "séptima")


class _Noun(NamedTuple):
    text: str
    plural: bool = False

    def __str__(self) -> str:
        return self.text


def sentence(whose: Kind | str, conditions: tuple[Condition, ...], front: Front) -> str:
    """A line as a sentence. `whose` is the kind of hand that it is for, or the name of the choice it belongs to."""
    owner, when, play = sentence_parts(whose, conditions, front)
    return f"{owner}{', cuando ' + when if when else ''}: {play}."


def sentence_parts(whose: Kind | str, conditions: tuple[Condition, ...], front: Front) -> tuple[str, str, str]:
    """The parts of that sentence: the kind of hand, when the line applies ("" for always), and what is played."""
    owner = _KINDS[whose.name] + " con comodín libre" * whose.wild if isinstance(whose, Kind) else whose
    when = " y ".join(condition_words(condition) for condition in conditions)
    return owner, when, _instruction(front, conditions) + _joker_last(whose, conditions, front)


def _joker_last(whose: Kind | str, conditions: tuple[Condition, ...], front: Front) -> str:
    """That of equal cards a wild joker stays behind, where a line would leave it open; else ""."""
    return ", con el comodín como la última de las iguales" if ranks_the_joker(whose, conditions, front) else ""


def condition_words(condition: Condition) -> str:
    """A condition, as "hay un rey o un as entre las cartas sueltas"."""
    match condition:
        case HasMade():
            there, none = _behind(condition.behind)
            return f"detrás cabe {there}" if condition.wanted else f"detrás no cabe {none}"
        case GroupRank():
            return f"{_GROUPS[condition.group]} es de {_range_of_groups(condition.ranks)}"
        case SecondSingle():
            return f"la segunda carta suelta más alta es {_range(condition.ranks)}"
        case PlacedCard():
            return f"la {_PLACES[condition.place - 1]} carta más alta es {_range(condition.ranks)}"
        case HasSingle():
            single = _range(condition.ranks)
            if condition.wanted:
                return f"hay {single} entre las cartas sueltas"
            is_one = single.replace("una carta de ", "va de ") if single.startswith("una carta") else f"es {single}"
            return f"ninguna carta suelta {is_one}"
        case Above():
            first = _noun(condition.first)
            return f"{first} {_verb('vale', first)} más que {_noun(condition.second)}"
        case Holds():
            held = _noun(condition.front)
            return f"{held} {_verb('lleva', held)} {_range(condition.ranks)}"
        case _:
            pair = _noun(condition.front)
            return f"{pair} {'son' if pair.plural else 'es'} un par"


def _instruction(front: Front, conditions: tuple[Condition, ...]) -> str:
    match front.base:
        case "BEST" | "BEST PAIR":
            sure = is_sure(front, conditions)
            in_front = "" if front.base == "BEST" else "delante "
            return f"se juega {in_front}{_noun(front)}{'' if sure else ', si lo hay' if in_front else ', si la hay'}"
        case "AS":
            return f"se juega {_name(front)}, con el comodín como la carta más alta que la forme, si la hay"
        case base if base not in FRONTS:
            return f"se juega {_name(front)}, si dice algo"
    name = _name(front)
    paired = ", y todo lo emparejado detrás" if front.base == "KEEP" else ""
    played = f"se {_verb('juega', name)} delante {name}{paired}"
    if qualities := _qualities(front, name):
        return f"{played}, si {qualities}"
    may_lack = front.base == "HIGHEST PAIR" or front.rank is not None
    return f"{played}{', si lo hay' if may_lack else ''}"


def _qualities(front: Front, name: _Noun) -> str:
    qualities = [f"{_verb('lleva', name)} {_range(front.holding)}"] if front.holding else []
    qualities += [f"{_verb('deja', name)} detrás {_behind(front.behind)[0]}"] if front.behind else []
    return " y ".join(qualities)


def _behind(behind: Behind) -> tuple[str, str]:
    """The words for what stands behind, and for that nothing of the kind does."""
    there, none = _MADE[behind.word]
    uncounted = f" (sin contar {_MADE[behind.barred][0]})" if behind.barred else ""
    return there + uncounted, none + uncounted


def _verb(singular: str, noun: _Noun) -> str:
    return singular + "n" * noun.plural


def _noun(front: Front) -> _Noun:
    """A front in words, with what it must hold and what must stand behind it."""
    name = _name(front)
    qualities = _qualities(front, name)
    return _Noun(f"{name} que {qualities}", name.plural) if qualities else name


def _name(front: Front) -> _Noun:
    match front.base:
        case "KEEP":
            return _Noun("las dos cartas sueltas más altas", plural=True)
        case "PAIR" if front.rank is not None:
            return _Noun(f"un par de {_PLURALS[front.rank]}")
        case "PAIR" if front.group == "single":
            return _Noun("la carta suelta más alta y el comodín", plural=True)
        case "PAIR":
            group = _GROUPS[front.group or ""]
            paired = group.startswith("el par")
            return _Noun(group if paired else f"dos cartas de{group[1:]}", plural=not paired)
        case "BEST":
            return _Noun("la mejor mano baja")
        case "BEST PAIR":
            return _Noun("el par más alto")
        case "HIGHEST PAIR":
            return _Noun("el par más alto que no anula la mano")
        case "AS":
            return _Noun(f"lo que digan las líneas de {_KINDS[front.group or ''].lower()}")
        case "BREAK ACES":
            return _Noun("un as y la carta suelta más alta", plural=True)
        case "BREAK":
            return _Noun(f"una carta de{_GROUPS[front.group or ''][1:]} y la carta suelta más alta", plural=True)
        case base if base in PLACED_FRONTS:
            one, other = (_PLACES[place - 1] for place in PLACED_FRONTS[base])
            return _Noun(f"la {one} y la {other} carta más altas", plural=True)
        case _:
            return _Noun(f"lo que diga la lista {front.base}")


def _range(ranks: RankRange) -> str:
    """As "un rey o un as", "una reina o mejor", "un nueve o menor", "una carta de diez a rey"."""
    low, high = _with_article(ranks.low), _with_article(ranks.high)
    if ranks.low == ranks.high:
        return low
    if ranks.high == ranks.low + 1:
        return f"{low} o {high}"
    if ranks.low == 0:
        return f"{high} o menor"
    return f"{low} o mejor" if ranks.high == ACE else f"una carta de {_RANKS[ranks.low]} a {_RANKS[ranks.high]}"


def _range_of_groups(ranks: RankRange) -> str:
    """As "ases", "sietes a dieces", "dieces o mejores", "seises o menores"."""
    low, high = _PLURALS[ranks.low], _PLURALS[ranks.high]
    if low == high:
        return low
    if ranks.high == ACE:
        return f"{low} o mejores"
    return f"{high} o menores" if ranks.low == 0 else f"{low} a {high}"


def _with_article(rank: int) -> str:
    return ("una " if rank in (_JACK, _QUEEN) else "un ") + _RANKS[rank]
