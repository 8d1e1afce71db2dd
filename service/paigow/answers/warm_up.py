"""What a server has ready before it forks: made once, and shared by its workers."""

from __future__ import annotations

from paigow.answers.side_bet_check import check_side_bets
from paigow.counting.counters import counter
from paigow.dealer.tables import tables_of
from paigow.game.names import LANGUAGES, high_words, low_words
from paigow.game.ranks import STANDARD, rankings
from paigow.house_ways import HouseWayError, exclude, excluded, house_ways


def warm_up() -> list[str]:
    """Make the counter of every house way and all words, under the usual ranking; returns warnings.

    An operator's house way is checked under all four rankings. One that cannot be used under the usual one is excluded;
    one that cannot be used under another ranking is refused when a caller asks for that. A faulty side bet is excluded.
    """
    for lang in LANGUAGES:
        high_words(STANDARD, lang)
        low_words(lang)
    refused: list[str] = []
    unchecked = list(house_ways().values())
    while unchecked:
        way = unchecked.pop(0)
        if way.shipped:
            counter(way.id)
            continue
        for ranking in rankings():
            try:
                tables_of(way, ranking)
            except HouseWayError as error:
                if ranking is STANDARD:
                    if heir := exclude(way, error.faults):
                        unchecked.append(heir)
                    break
                under = f"{way.id} is refused with wheel={ranking.wheel} and joker={ranking.joker}"
                refused += [f"{under}: {fault}" for fault in error.faults]
        else:
            counter(way.id)
    return [*(f"skipped: {fault}" for fault in excluded()), *refused, *check_side_bets()]
