"""Why a split is worth what it is, in one or two plain sentences made from the numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from paigow.counting.outcomes import SplitOutcome
from paigow.counting.percentages import ALL
from paigow.game.names import Lang

Explain = Callable[[SplitOutcome, Sequence[str], str, Sequence[str], str, float], str]
"""Explains a split: its outcome, the cards and the name of its high hand, the same of its low hand, and what it gives
up against the best split, 0.0 for the best. Names are written as within a sentence.
"""


class Rival(NamedTuple):
    """A split that another is measured against: its low cards, what it gives up against the best, and its outcome."""

    low: str
    ev_loss: float
    outcome: SplitOutcome


def odds_explained(lang: Lang, best: Rival, following: Rival | None) -> Explain:
    """What explains the splits of a hand, each against the best one, and the best against the next.

    `following` is the best of those that are worth less than the best one.
    """
    words, text = _WORDS[lang], _PERCENTAGES[lang]
    foul, odds, gives_up, point = words.foul, words.odds, words.gives_up, words.point
    against = words.against(best.low, text[best.outcome.wins_share], text[best.outcome.losses_share])

    def amount(loss: float) -> str:
        written = f"{loss:.4f}" if loss >= 0.00005 else "< 0.0001"
        return written if point == "." else written.replace(".", point)

    none_better = words.next_best(following.low, amount(following.ev_loss)) if following else words.none_better

    def explain(
        outcome: SplitOutcome, high: Sequence[str], high_name: str, low: Sequence[str], low_name: str, ev_loss: float
    ) -> str:
        _, _, _, fouls, _, _, _, _, wins, losses, high_wins, low_wins = outcome
        high_cards, low_cards = " ".join(high), " ".join(low)
        if fouls:
            return foul(low_cards, high_name)
        sentence = odds(
            high_cards, high_name, text[high_wins], low_cards, low_name, text[low_wins], text[wins], text[losses]
        )
        return f"{sentence}{gives_up}{amount(ev_loss)}{against}" if ev_loss else sentence + none_better

    return explain


def results_explained(lang: Lang, best: Rival, dealer: tuple[int, int]) -> Explain:
    """The same if the dealer's hand lies face up, so that every outcome is certain.

    `dealer` is its high and low value as it is set, so that copies can be named.
    """
    words = _WORDS[lang]
    of_best = words.known_rival(best.low, words.bet(best.outcome.wins, best.outcome.losses))

    def explain(
        outcome: SplitOutcome, high: Sequence[str], high_name: str, low: Sequence[str], low_name: str, ev_loss: float
    ) -> str:
        _, high_value, low_value, fouls, wins, losses, high_wins, low_wins, *_ = outcome
        high_cards, low_cards = " ".join(high), " ".join(low)
        if fouls:
            return (words.foul if losses else words.foul_pushed)(low_cards, high_name)
        high_result = words.hands[high_wins + 2 * (high_value == dealer[0])]
        low_result = words.hands[low_wins + 2 * (low_value == dealer[1])]
        by_rule = high_wins == low_wins and not wins and not losses
        result = words.pushed_by_rule if by_rule else words.bet(wins, losses)
        sentence = words.known(high_cards, high_name, high_result, low_cards, low_name, low_result, result)
        return sentence + (of_best if ev_loss else words.none_better)

    return explain


class _Words(NamedTuple):
    """A language: its decimal point, its sentences, and its words for results.

    Sentences are functions, which are several times as fast as templates; thousands are made each second. `hands` are
    the results of a hand: lost, won, and both again as a copy. `bets` are those of a bet: lost, pushed, won.
    """

    point: str
    foul: Callable[[str, str], str]
    foul_pushed: Callable[[str, str], str]
    odds: Callable[[str, str, str, str, str, str, str, str], str]
    next_best: Callable[[str, str], str]
    gives_up: str
    against: Callable[[str, str, str], str]
    none_better: str
    known: Callable[[str, str, str, str, str, str, str], str]
    known_rival: Callable[[str, str], str]
    hands: tuple[str, str, str, str]
    pushed_by_rule: str
    bets: tuple[str, str, str]

    def bet(self, wins: int, losses: int) -> str:
        """What becomes of a bet against a known hand."""
        return self.bets[1 + wins - losses]


_WORDS: dict[Lang, _Words] = {
    "en": _Words(
        point=".",
        foul=lambda front, high: (
            f"{front} in front outranks the {high} behind: a foul, and the bet loses whatever the dealer has."
        ),
        foul_pushed=lambda front, high: (
            f"{front} in front outranks the {high} behind: a foul, but the bet has already pushed by the push rule."
        ),
        odds=lambda behind, high, high_wins, front, low, low_wins, wins, losses: (
            f"The high hand {behind} ({high}) wins {high_wins} % of the time, the low hand {front} ({low}) {low_wins} "
            f"%. The bet wins {wins} % of the time and loses {losses} %"
        ),
        next_best=lambda front, gap: f"; no split is worth more, and {front} in front gives up {gap} of the bet.",
        gives_up=": it gives up ",
        against=lambda front, wins, losses: (
            f" of the bet against {front} in front, which wins {wins} % and loses {losses} %."
        ),
        none_better="; no split is worth more.",
        known=lambda behind, high, high_result, front, low, low_result, result: (
            f"The high hand {behind} ({high}) {high_result} and the low hand {front} ({low}) {low_result} against the "
            f"dealer's. The bet {result}"
        ),
        known_rival=lambda front, result: f"; {front} in front {result}.",
        hands=("loses", "wins", "loses as a copy", "wins as a copy"),
        pushed_by_rule="pushes by the push rule",
        bets=("loses", "pushes", "wins"),
    ),
    "es": _Words(
        point=",",
        foul=lambda front, high: (
            f"{front} delante supera a la mano alta ({high}): es una mano inválida (foul), y la apuesta pierde tenga "
            "lo que tenga el crupier."
        ),
        foul_pushed=lambda front, high: (
            f"{front} delante supera a la mano alta ({high}): es una mano inválida (foul), pero la apuesta ya ha "
            "empatado por la regla de empate."
        ),
        odds=lambda behind, high, high_wins, front, low, low_wins, wins, losses: (
            f"La mano alta {behind} ({high}) gana el {high_wins} % de las veces y la mano baja {front} ({low}) el "
            f"{low_wins} %. La apuesta gana el {wins} % de las veces y pierde el {losses} %"
        ),
        next_best=lambda front, gap: f"; ninguna división vale más, y con {front} delante se cede {gap} de la apuesta.",
        gives_up=": cede ",
        against=lambda front, wins, losses: (
            f" de la apuesta frente a {front} delante, que gana el {wins} % y pierde el {losses} %."
        ),
        none_better="; ninguna división vale más.",
        known=lambda behind, high, high_result, front, low, low_result, result: (
            f"La mano alta {behind} ({high}) {high_result} y la mano baja {front} ({low}) {low_result} contra las del "
            f"crupier. La apuesta {result}"
        ),
        known_rival=lambda front, result: f"; {front} delante {result}.",
        hands=("pierde", "gana", "pierde por copia", "gana por copia"),
        pushed_by_rule="empata por la regla de empate",
        bets=("pierde", "empata", "gana"),
    ),
}

_PERCENTAGES: dict[Lang, list[str]] = {
    lang: [
        *(f"{n // 100}{words.point}{n % 100:02}" for n in range(ALL + 1)),
        f"< 0{words.point}01",
        f"> 99{words.point}99",
    ]
    for lang, words in _WORDS.items()
}
"""The text of every `percentages.percentage_index`, with two decimal places."""
