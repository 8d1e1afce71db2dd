"""From counts to an answer: all 21 splits of a hand, ranked by exact expected value.

The value of a split, in units of the bet, is (1 - commission) x P(win) - P(lose). With a commission of p / q that is an
integer over q x dealer hands; splits are compared by that integer, and a double is made only for the answer, the
nearest one. Equal values share a rank; among them the higher low hand stands first, then the higher high hand, then
canonical card order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import comb
from operator import neg
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from cachetools import LRUCache

from service.cards import DECK_SIZE, HAND_SIZE, name_of
from service.counting import Counter
from service.dealer.classes import class_of
from service.dealer.tables import DealerTables, tables_of
from service.explanations import Explainer, Rival, percentages
from service.house_ways import (
    HouseWay,
    HouseWayError,
    Setting,
    WayFault,
    house_way,
    house_ways,
    leave_out,
    left_out,
)
from service.outcomes import count_outcomes, known_outcomes
from service.ranks import STANDARD, JokerRule, Ranking, Wheel, ranking_of
from service.splits import cards_of, value_splits
from service.table_rules import Question, TableRules
from service.words import LANGUAGES, Lang, high_words, low_words


@dataclass(frozen=True)
class Half:
    """The high or the low hand of a split: its cards as text in canonical order, its category and its name."""

    cards: tuple[str, ...]
    category: str
    name: str


@dataclass(frozen=True)
class Split:
    """One split. Counts are dealer hands; probabilities and values are the doubles nearest to the exact ratio.

    `high_wins` and `low_wins` are the dealer hands that each hand beats, whatever becomes of the other. `ev` is in
    units of the bet, `ev_loss` what the split gives up against the best; `explanation` puts them into words.
    """

    rank: int
    high: Half
    low: Half
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
    """The split that the house way itself plays with this hand, and the line of it that says so."""

    low: tuple[str, ...]
    rank: int
    ev_loss: float
    rule: str


@dataclass(frozen=True)
class DealerChoice:
    """How the house way sets a hand, and the line of it that says so."""

    high: Half
    low: Half
    rule: str


@dataclass(frozen=True)
class Analysis:
    """The answer: the fields of the HTTP contract.

    `method` is "exact" where all the hands the dealer can hold are counted, and "known" where his hand lies face up;
    then `dealer` is how he sets it, and `dealer_hands` is 1.
    """

    cards: tuple[str, ...]
    rules: dict[str, str]
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
                "dealer": dealer and DealerChoice(Half(**dealer["high"]), Half(**dealer["low"]), dealer["rule"]),
                "house_way": HouseWayChoice(**answer["house_way"]),
                "splits": tuple(
                    Split(**{**split, "high": Half(**split["high"]), "low": Half(**split["low"])})
                    for split in answer["splits"]
                ),
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """The answer as the JSON of the HTTP contract."""
        return asdict(self)


def counter(way_id: str, wheel: Wheel = "second", joker: JokerRule = "semi-wild") -> Counter:
    """The counter of a house way under a ranking.

    Made once, however many threads ask for it. Raises what `dealer.tables.tables_of` raises.
    """
    key = way_id, wheel, joker
    with _at_hand:
        found = _counters.get(key)
    if found is None:
        with _making:
            with _at_hand:
                found = _counters.get(key)
            if found is None:
                found = Counter(tables_of(house_way(way_id), ranking_of(wheel, joker)))
                with _at_hand:
                    _counters[key] = found
    return found


_counters: LRUCache[tuple[str, Wheel, JokerRule], Counter] = LRUCache(24)
_at_hand, _making = Lock(), Lock()


def prepare() -> tuple[WayFault, ...]:
    """Have the counter of every house way and all words ready, under the usual ranking; tells which ways are left out.

    What is made before a server forks is made once, and shared by its workers.
    """
    for lang in LANGUAGES:
        high_words(STANDARD, lang)
        low_words(lang)
    for way in list(house_ways().values()):
        try:
            counter(way.id)
        except HouseWayError as error:
            if way.shipped:
                raise
            leave_out(way, error.faults)
    return left_out()


def tables_for(rules: TableRules) -> DealerTables:
    """The dealer tables under these rules."""
    return counter(rules.house_way, rules.wheel, rules.joker).tables


def house_setting(tables: DealerTables, way: HouseWay, hand: tuple[int, ...]) -> Setting:
    """How a house way sets a hand, read from its dealer table: the same as `HouseWay.set`, and a lookup."""
    cards = np.array([hand], dtype=np.uint8)
    high, low = value_splits(cards, tables.ranking)
    number = class_of(cards[0])
    split = int(((high[0] == tables.high[number]) & (low[0] == tables.low[number])).argmax())
    behind, front = cards_of(hand, split)
    return Setting(behind, front, way.all_lines[tables.line[number]])


def texts(cards: Iterable[int]) -> tuple[str, ...]:
    """Cards as we write them."""
    return tuple(map(name_of, cards))


def high_half(cards: tuple[str, ...], value: int, ranking: Ranking, lang: Lang = "en") -> Half:
    """A five-card hand of a given value."""
    return Half(cards, *high_words(ranking, lang)[value])


def low_half(cards: tuple[str, ...], value: int, lang: Lang = "en") -> Half:
    """A two-card hand of a given value."""
    return Half(cards, *low_words(lang)[value])


def analyze_question(question: Question) -> Analysis:
    """Rank the splits of a hand; see `service.analyze`."""
    return Analysis.of(answer_to(question))


def answer_to(question: Question) -> dict[str, Any]:
    """The same as plain data, the fields of `Analysis` by name: what a server sends needs no objects on the way."""
    return next(answers_to([question]))


def answers_to(questions: Sequence[Question]) -> Iterator[dict[str, Any]]:
    """The answers to many questions, one after the other.

    The hands are valued and counted together, in one stretch without the GIL for each set of rules; that is what makes
    a batch cheap and lets two threads keep two cores busy.
    """
    kinds: dict[tuple[str, str, str, str, str, bool], list[int]] = {}
    for place, question in enumerate(questions):
        rules = (question.house_way, question.wheel, question.joker, question.banker, question.push)
        kinds.setdefault((*rules, question.dealer is None), []).append(place)
    prepared: dict[int, _Prepared] = {}
    for places in kinds.values():
        alike = [questions[place] for place in places]
        prepared.update(zip(places, _prepare(alike), strict=True))
    return (_finish(question, prepared[place]) for place, question in enumerate(questions))


class _Prepared(NamedTuple):
    """A hand's 21 splits in canonical order: their values, and their outcomes, fouls not looked at.

    `outcomes` [4, 21] are those of `outcomes.Outcomes`, `shares` [21, 4] the same as `explanations.percentages`.
    """

    tables: DealerTables
    dealer: Setting | None
    dealer_hands: int
    number: int
    highs: list[int]
    lows: list[int]
    outcomes: list[list[int]]
    shares: list[list[int]]


def _prepare(questions: Sequence[Question]) -> Iterator[_Prepared]:
    """The counts for hands under the same rules, all with a dealer unknown or all with one face up."""
    rules = questions[0]
    kernel = counter(rules.house_way, rules.wheel, rules.joker)
    tables, ranking = kernel.tables, kernel.tables.ranking
    hands = np.array([question.cards for question in questions], dtype=np.uint8)
    highs, lows = value_splits(hands, ranking)
    wide = highs.astype(np.int64), lows.astype(np.int64)
    dealers: list[Setting | None] = [None] * len(questions)
    if rules.dealer is None:
        removed = [(*question.cards, *question.dead) for question in questions]
        totals = [comb(DECK_SIZE - len(gone), HAND_SIZE) for gone in removed]
        outcomes = count_outcomes(kernel, removed, *wide, rules.banker, rules.push)
    else:
        totals = [1] * len(questions)
        settings = [house_setting(tables, house_way(rules.house_way), question.dealer or ()) for question in questions]
        dealers = [*settings]
        values = [(ranking.high_value(setting.high), ranking.low_value(setting.low)) for setting in settings]
        outcomes = known_outcomes(values, *wide, rules.banker, rules.push, ranking)
    counts = np.array(outcomes)
    shares = percentages(counts, np.array(totals))
    columns = (highs.tolist(), lows.tolist(), counts.swapaxes(0, 1).tolist(), shares.tolist())
    for hand, dealer, total, *row in zip(hands, dealers, totals, *columns, strict=True):
        yield _Prepared(tables, dealer, total, class_of(hand), *row)


def _finish(question: Question, prepared: _Prepared) -> dict[str, Any]:
    """Rank the splits by exact value, and put them into words."""
    tables, dealer, dealer_hands, number, highs, lows, (wins, losses, high_wins, low_wins), shares = prepared
    way, ranking, lang = house_way(question.house_way), tables.ranking, question.lang
    legal_lows = ranking.legal_lows
    fouls = [low > legal_lows[high] for high, low in zip(highs, lows, strict=True)]
    for s, foul in enumerate(fouls):
        if foul:
            wins[s], losses[s], high_wins[s], low_wins[s] = 0, dealer_hands, 0, 0
    share = question.share
    staked, kept = share.denominator, share.denominator - share.numerator
    whole = staked * dealer_hands
    evs = [kept * win - staked * loss for win, loss in zip(wins, losses, strict=True)]
    keys = [*zip(fouls, map(neg, evs), map(neg, lows), map(neg, highs), strict=True)]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    best = evs[order[0]]
    ranks: dict[int, int] = {}
    for rank, s in enumerate(order, start=1):
        ranks.setdefault(evs[s], rank)

    setting = int(tables.high[number]), int(tables.low[number])
    house = [*zip(highs, lows, strict=True)].index(setting)

    written = texts(question.cards)
    legal = [s for s in order if not fouls[s]]
    his_high, his_low = (
        (None, None) if dealer is None else (ranking.high_value(dealer.high), ranking.low_value(dealer.low))
    )
    explain = _explainer(question, prepared, written, evs, legal, whole) if question.explain else None
    high_named, low_named = high_words(ranking, lang), low_words(lang)
    splits = []
    for s in order:
        if fouls[s] and not question.fouls:
            continue
        high_cards, low_cards = cards_of(written, s)
        high_category, high_name = high_named[highs[s]]
        low_category, low_name = low_named[lows[s]]
        won, lost, ev = wins[s], losses[s], evs[s]
        pushes = dealer_hands - won - lost
        split = {
            "rank": ranks[ev],
            "high": {"cards": high_cards, "category": high_category, "name": high_name},
            "low": {"cards": low_cards, "category": low_category, "name": low_name},
            "foul": fouls[s],
            "wins": won,
            "pushes": pushes,
            "losses": lost,
            "high_wins": high_wins[s],
            "low_wins": low_wins[s],
            "win_probability": won / dealer_hands,
            "push_probability": pushes / dealer_hands,
            "loss_probability": lost / dealer_hands,
            "ev": ev / whole,
            "ev_loss": (best - ev) / whole,
            "is_house_way": s == house,
        }
        split["explanation"] = explain and explain(split, shares[s], highs[s] == his_high, lows[s] == his_low)
        splits.append(split)
        if len(splits) == question.limit:
            break
    return {
        "cards": written,
        "rules": question.echo(),
        "dead": texts(question.dead),
        "method": "exact" if dealer is None else "known",
        "dealer_hands": dealer_hands,
        "dealer": dealer and asdict(dealer_choice(dealer, ranking, lang)),
        "tables": tables.digest,
        "house_way": {
            "low": cards_of(written, house)[1],
            "rank": ranks[evs[house]],
            "ev_loss": (best - evs[house]) / whole,
            "rule": way.all_lines[tables.line[number]].words[lang],
        },
        "splits": splits,
    }


def _explainer(
    question: Question,
    prepared: _Prepared,
    written: tuple[str, ...],
    evs: list[int],
    legal: list[int],
    whole: int,
) -> Callable[[dict[str, Any], list[int], bool, bool], str]:
    """What explains a split of this hand: the best is measured against the next, all others against the best."""
    wins, losses, *_ = prepared.outcomes
    best = legal[0]
    following = next((s for s in legal if evs[s] < evs[best]), None)

    def rival(s: int) -> Rival:
        return Rival(
            " ".join(cards_of(written, s)[1]), wins[s], losses[s], prepared.shares[s], (evs[best] - evs[s]) / whole
        )

    explainer = Explainer(
        prepared.dealer is not None,
        question.lang,
        rival(best),
        None if following is None else rival(following),
    )
    return explainer.explain


def dealer_choice(setting: Setting, ranking: Ranking, lang: Lang = "en") -> DealerChoice:
    """A dealer's hand as set by the house way."""
    return DealerChoice(
        high=high_half(texts(setting.high), ranking.high_value(setting.high), ranking, lang),
        low=low_half(texts(setting.low), ranking.low_value(setting.low), lang),
        rule=setting.line.words[lang],
    )
