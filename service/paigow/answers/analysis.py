"""The answer about a hand: all its splits, ranked by exact expected value, with their counts and in words.

Equal values share a rank. Among them fouls stand last, then the higher low hand first, then the higher high hand, then
canonical card order. Values are exact until the answer is made, see `counting.evs`; then they are the nearest
doubles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import Any

import numpy as np

from paigow.answers.explanations import Explain, Rival, odds_explained, results_explained
from paigow.answers.named import DealerChoice, NamedHand, dealer_choice
from paigow.counting.counters import counter, tables_for
from paigow.counting.evs import SplitEVs, split_evs
from paigow.counting.outcomes import Outcomes, SplitOutcome, count_outcomes, known_outcomes
from paigow.dealer.tables import house_setting
from paigow.game.cards import names_of
from paigow.game.names import high_words, low_words
from paigow.game.ranks import Ranking
from paigow.game.splits import cards_of
from paigow.house_ways import Setting, house_way
from paigow.requests.splits import SplitsRequest


@dataclass(frozen=True)
class Split:
    """One split. Counts are dealer hands; probabilities and values are the doubles nearest to the exact ratio.

    `high_wins` and `low_wins` are the dealer hands that each hand beats, whatever the other hand does: also those that
    push by a rule, and copies when the player banks. `ev` is in units of the bet, `ev_loss` what the split gives up
    against the best; `explanation` puts them into words.
    """

    rank: int
    high: NamedHand
    low: NamedHand
    foul: bool
    wins: int
    pushes: int
    losses: int
    high_wins: int
    low_wins: int
    win_probability: float
    push_probability: float
    loss_probability: float
    ev: float
    ev_loss: float
    is_house_way: bool
    explanation: str | None


@dataclass(frozen=True)
class HouseWayChoice:
    """The split that the house way itself plays with this hand, and the line that applies."""

    low: tuple[str, ...]
    rank: int
    ev_loss: float
    rule: str


@dataclass(frozen=True)
class Analysis:
    """The answer: the fields of the HTTP contract.

    `method` is "exact" where all hands that the dealer can hold are counted, and "known" where his hand lies face up.
    Then `dealer` is how he sets it, and `dealer_hands` is 1.
    """

    cards: tuple[str, ...]
    rules: dict[str, str | None]
    dead: tuple[str, ...]
    method: str
    dealer_hands: int
    dealer: DealerChoice | None
    tables: str
    house_way: HouseWayChoice
    splits: tuple[Split, ...]

    @classmethod
    def of(cls, answer: dict[str, Any]) -> Analysis:
        """The answer as plain data, made into objects."""
        dealer = answer["dealer"]
        return cls(
            **{
                **answer,
                "dealer": dealer
                and DealerChoice(NamedHand(**dealer["high"]), NamedHand(**dealer["low"]), dealer["rule"]),
                "house_way": HouseWayChoice(**answer["house_way"]),
                "splits": tuple(
                    Split(**{**split, "high": NamedHand(**split["high"]), "low": NamedHand(**split["low"])})
                    for split in answer["splits"]
                ),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer as the JSON of the HTTP contract."""
        return asdict(self)


def analyze_request(request: SplitsRequest) -> Analysis:
    """Rank the splits of a hand; see `paigow.analyze`."""
    return Analysis.of(answer_to(request))


def answer_to(request: SplitsRequest) -> dict[str, Any]:
    """The same as plain data, the fields of `Analysis` by name: a server needs no objects."""
    return _answer(request, *next(_count([request])))


def answers_to(requests: Sequence[SplitsRequest]) -> Iterator[dict[str, Any]]:
    """The answers to many requests, one after the other.

    The hands are valued and counted together, in one stretch without the GIL for each set of rules; that is what makes
    a batch cheap and lets two threads keep two cores busy.
    """
    alike: dict[tuple[object, ...], list[int]] = {}
    for index, request in enumerate(requests):
        rules = (request.house_way, request.wheel, request.joker, request.banker, request.push)
        alike.setdefault((*rules, request.dealer is None, request.dealer_is_seen), []).append(index)
    counted: dict[int, tuple[Outcomes, Setting | None]] = {}
    for indices in alike.values():
        counted.update(zip(indices, _count([requests[index] for index in indices]), strict=True))
    return (_answer(request, *counted[index]) for index, request in enumerate(requests))


def _count(requests: Sequence[SplitsRequest]) -> Iterator[tuple[Outcomes, Setting | None]]:
    """The counts for hands under the same rules, all with a dealer unknown or all with one face up, and his setting."""
    rules = requests[0]
    found = counter(rules.house_way, rules.wheel, rules.joker)
    hands = np.array([request.cards for request in requests], dtype=np.uint8)
    if rules.dealer is None:
        dead = [request.dead for request in requests]
        return zip(count_outcomes(found, hands, dead, rules.banker, rules.push), repeat(None))
    tables, ranking = found.tables, found.tables.ranking
    settings = [house_setting(tables, house_way(rules.house_way), request.dealer or ()) for request in requests]
    values = [(ranking.high_value(setting.high), ranking.low_value(setting.low)) for setting in settings]
    outcomes = known_outcomes(tables, hands, values, rules.banker, rules.push, before_setting=rules.dealer_is_seen)
    return zip(outcomes, settings, strict=True)


def _answer(request: SplitsRequest, outcomes: Outcomes, dealer: Setting | None) -> dict[str, Any]:
    """Rank the splits by exact value, and put them into words."""
    dealer_hands, class_number, house, rows = outcomes
    tables = tables_for(request)
    way, ranking, lang = house_way(request.house_way), tables.ranking, request.lang
    valued = split_evs(rows, dealer_hands, request.commission_fraction, request.collection_fraction)
    evs, order, denominator = valued
    cards = names_of(request.cards)
    explain = _explain(request, rows, valued, cards, dealer, ranking) if request.explain else None
    high_named, low_named = high_words(ranking, lang), low_words(lang)
    fouls, limit = request.fouls, request.limit
    best = ranked = evs[order[0]]
    rank = 1
    splits = []
    for place, index in enumerate(order, start=1):
        row, ev = rows[index], evs[index]
        if ev != ranked:
            rank, ranked = place, ev
        split, high, low, foul, wins, losses, high_wins, low_wins, _, _, _, _ = row
        if foul and not fouls:
            continue
        high_cards, low_cards = cards_of(cards, split)
        high_category, high_name, high_within = high_named[high]
        low_category, low_name, low_within = low_named[low]
        pushes = dealer_hands - wins - losses
        ev_loss = (best - ev) / denominator
        splits.append(
            {
                "rank": rank,
                "high": {"cards": high_cards, "category": high_category, "name": high_name},
                "low": {"cards": low_cards, "category": low_category, "name": low_name},
                "foul": foul == 1,
                "wins": wins,
                "pushes": pushes,
                "losses": losses,
                "high_wins": high_wins,
                "low_wins": low_wins,
                "win_probability": wins / dealer_hands,
                "push_probability": pushes / dealer_hands,
                "loss_probability": losses / dealer_hands,
                "ev": ev / denominator,
                "ev_loss": ev_loss,
                "is_house_way": index == house,
                "explanation": explain and explain(row, high_cards, high_within, low_cards, low_within, ev_loss),
            }
        )
        if len(splits) == limit:
            break
    return {
        "cards": cards,
        "rules": request.as_dict(),
        "dead": names_of(request.dead),
        "method": "exact" if dealer is None else "known",
        "dealer_hands": dealer_hands,
        "dealer": dealer and asdict(dealer_choice(dealer, ranking, lang)),
        "tables": tables.digest,
        "house_way": {
            "low": cards_of(cards, rows[house].split)[1],
            "rank": 1 + sum(ev > evs[house] for ev in evs),
            "ev_loss": valued.loss(house),
            "rule": way.all_lines[tables.line[class_number]].words[lang],
        },
        "splits": splits,
    }


def _explain(
    request: SplitsRequest,
    rows: Sequence[SplitOutcome],
    valued: SplitEVs,
    cards: tuple[str, ...],
    dealer: Setting | None,
    ranking: Ranking,
) -> Explain:
    """What explains the splits of this hand."""
    evs, order = valued.evs, valued.order
    best = order[0]

    def rival(index: int) -> Rival:
        return Rival(" ".join(cards_of(cards, rows[index].split)[1]), valued.loss(index), rows[index])

    if dealer is not None:
        setting = ranking.high_value(dealer.high), ranking.low_value(dealer.low)
        return results_explained(request.lang, rival(best), setting)
    following = next((rival(index) for index in order if evs[index] < evs[best] and not rows[index].foul), None)
    return odds_explained(request.lang, rival(best), following)
