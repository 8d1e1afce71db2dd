"""What both languages need to know of a line before they put it into words, and how a wild joker counts."""

from __future__ import annotations

from paigow.game.names import Lang
from paigow.house_ways.kinds import Kind
from paigow.house_ways.language import PLACED_FRONTS, Above, Condition, Front, HasMade, Holds, IsPair, PlacedCard

WILD_JOKER: dict[Lang, str] = {
    "en": "A fully wild joker counts as one more of the largest group of equal cards, the highest of equally large "
    "ones, but makes no four of a kind below aces five. Of equal cards it is the last to go in front.",
    "es": "El comodín libre cuenta como una más del mayor grupo de cartas iguales, del más alto si hay varios, pero no "
    "suma cinco iguales por debajo de los ases. De cartas iguales es la última en ir delante.",
}


def is_sure(front: Front, conditions: tuple[Condition, ...]) -> bool:
    """Whether every hand on which the conditions hold has a BEST front, as far as they say."""
    for condition in conditions:
        match condition:
            case HasMade(behind, True):
                sure = front == Front("BEST", behind=behind)
            case Above(first, second):
                sure = front in (first, second)
            case IsPair(spoken_of) | Holds(spoken_of, _):
                sure = front == spoken_of
            case _:
                sure = False
        if sure:
            return True
    return False


def ranks_the_joker(whose: Kind | str, conditions: tuple[Condition, ...], front: Front) -> bool:
    """Whether a line for a wild joker plays or compares single cards, of which one may equal the joker."""
    fronts = [front]
    for condition in conditions:
        match condition:
            case Above(first, second):
                fronts += (first, second)
            case IsPair(spoken_of) | Holds(spoken_of, _):
                fronts.append(spoken_of)
    by_place = any(isinstance(condition, PlacedCard) for condition in conditions)
    wild = isinstance(whose, Kind) and whose.wild
    return wild and (by_place or any(each.base in ("BREAK", *PLACED_FRONTS) for each in fronts))
