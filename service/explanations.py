"""Why a split is worth what it is, in one or two plain sentences made from the numbers by templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from service.jit import kernel, ready
from service.words import Lang, within

Ints = npt.NDArray[np.int64]


class Rival(NamedTuple):
    """A split that another is measured against: its front, what it wins and loses, and gives up against the best.

    `shares` are its `percentages`.
    """

    front: str
    wins: int
    losses: int
    shares: Sequence[int]
    ev_loss: float


class Explainer:
    """Explains the splits of one hand, each against the best one, and the best against the next.

    `known` tells that the dealer's hand lies face up, so that every outcome is certain; `following` is the best of
    those that are worth less than the best one.
    """

    def __init__(self, known: bool, lang: Lang, best: Rival, following: Rival | None) -> None:
        self._words, self._percentages, self._known = _WORDS[lang], _PERCENTAGES[lang], known
        words = self._words
        self._none_better = words.none_better
        if known:
            self._known_rival = words.known_rival % (best.front, words.bets[1 + best.wins - best.losses])
            return
        wins, losses = (self._percentages[place] for place in best.shares[:2])
        self._gives_up = words.gives_up[1] % (best.front, wins, losses)
        if following:
            self._none_better = words.next_best % (following.front, self._gap(following.ev_loss))

    def explain(
        self, split: Mapping[str, Any], shares: Sequence[int], high_copy: bool = False, low_copy: bool = False
    ) -> str:
        """Explain a split, given with the fields that an answer has, and its `percentages`.

        The copies of a known hand are told apart.
        """
        words, high, low = self._words, split["high"], split["low"]
        front, high_name = " ".join(low["cards"]), within(high["name"])
        if split["foul"]:
            return words.foul % (front, high_name)
        behind, low_name = " ".join(high["cards"]), within(low["name"])
        is_best = split["rank"] == 1
        if self._known:
            high_wins, low_wins = split["high_wins"], split["low_wins"]
            high_result, low_result = words.hands[high_wins + 2 * high_copy], words.hands[low_wins + 2 * low_copy]
            result = words.bets[1 + split["wins"] - split["losses"]]
            if high_wins == low_wins and not split["wins"] and not split["losses"]:
                result = words.pushed_by_rule
            told = words.known % (behind, high_name, high_result, front, low_name, low_result, result)
            return told + (self._none_better if is_best else self._known_rival)
        text = self._percentages
        wins, losses, high_wins, low_wins = shares
        told = words.odds % (
            behind,
            high_name,
            text[high_wins],
            front,
            low_name,
            text[low_wins],
            text[wins],
            text[losses],
        )
        if is_best:
            return told + self._none_better
        return f"{told}{words.gives_up[0]}{self._gap(split['ev_loss'])}{self._gives_up}"

    def _gap(self, loss: float) -> str:
        text = f"{loss:.4f}" if loss >= 0.00005 else "< 0.0001"
        return text if self._words.point == "." else text.replace(".", self._words.point)


class _Words(NamedTuple):
    """A language: its decimal point, its templates, and its words for results.

    `gives_up` is what stands before and after the amount. Of a hand: lost, won, and the same as a copy; of a bet: lost,
    pushed, won.
    """

    point: str
    foul: str
    odds: str
    next_best: str
    gives_up: tuple[str, str]
    none_better: str
    known: str
    known_rival: str
    hands: tuple[str, str, str, str]
    pushed_by_rule: str
    bets: tuple[str, str, str]


_WORDS: dict[Lang, _Words] = {
    "en": _Words(
        point=".",
        foul="%s in front outranks the %s behind: a foul, and the bet loses whatever the dealer has.",
        odds="The high hand %s (%s) wins %s %% of the time, the low hand %s (%s) %s %%. "
        "The bet wins %s %% and loses %s %%",
        next_best="; no split is worth more, and %s in front gives up %s of the bet.",
        gives_up=(": it gives up ", " of the bet against %s in front, which wins %s %% and loses %s %%."),
        none_better="; no split is worth more.",
        known="The high hand %s (%s) %s and the low hand %s (%s) %s against the dealer's. The bet %s",
        known_rival="; %s in front %s.",
        hands=("loses", "wins", "loses as a copy", "wins as a copy"),
        pushed_by_rule="pushes by the push rule",
        bets=("loses", "pushes", "wins"),
    ),
    "es": _Words(
        point=",",
        foul="%s delante supera a la mano alta (%s): es una mano inválida (foul), y la apuesta pierde tenga lo que "
        "tenga el crupier.",
        odds="La mano alta %s (%s) gana el %s %% de las veces y la mano baja %s (%s) el %s %%. "
        "La apuesta gana el %s %% y pierde el %s %%",
        next_best="; ninguna división vale más, y con %s delante se cede %s de la apuesta.",
        gives_up=(": cede ", " de la apuesta frente a %s delante, que gana el %s %% y pierde el %s %%."),
        none_better="; ninguna división vale más.",
        known="La mano alta %s (%s) %s y la mano baja %s (%s) %s contra las del crupier. La apuesta %s",
        known_rival="; %s delante %s.",
        hands=("pierde", "gana", "pierde por copia", "gana por copia"),
        pushed_by_rule="empata por la regla de empate",
        bets=("pierde", "empata", "gana"),
    ),
}

_ALL = 10_000
_LITTLE, _ALMOST_ALL = _ALL + 1, _ALL + 2

_PERCENTAGES: dict[Lang, list[str]] = {
    lang: [
        *(f"{n // 100}{words.point}{n % 100:02}" for n in range(_ALL + 1)),
        f"< 0{words.point}01",
        f"> 99{words.point}99",
    ]
    for lang, words in _WORDS.items()
}
"""Every percentage with two places by its hundredths, then what is more than nothing, and what is less than all."""


def percentages(counts: Ints, totals: Ints) -> Ints:
    """Shares in per cent with two places, as places in the list of their texts.

    `counts` int64 [kinds, n, m] of `totals` int64 [n]; returns int64 [n, m, kinds]. Something is never told as 0.00,
    nor less than all as 100.00.

    >>> places = percentages(np.array([[[1, 4, 8]]]), np.array([8]))
    >>> [_PERCENTAGES["en"][place] for place in places[0, :, 0]]
    ['12.50', '50.00', '100.00']
    """
    ready()
    places = np.empty((*counts.shape[1:], len(counts)), dtype=np.int64)
    _find_percentages(counts, totals, places)
    return places


@kernel("void(int64[:,:,::1], int64[::1], int64[:,:,::1])")
def _find_percentages(counts: Ints, totals: Ints, places: Ints) -> None:
    for kind in range(counts.shape[0]):
        for n in range(counts.shape[1]):
            total = totals[n]
            for m in range(counts.shape[2]):
                count = counts[kind, n, m]
                place = (2 * _ALL * count + total) // (2 * total)
                if place == 0 and count > 0:
                    place = _LITTLE
                elif place == _ALL and count < total:
                    place = _ALMOST_ALL
                places[n, m, kind] = place
