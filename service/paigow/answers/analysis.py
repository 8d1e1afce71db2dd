"""From counts to an answer: all 21 splits of a hand, ranked by exact expected value.

The value of a split, in units of the bet, is (1 - commission) x P(win) - P(lose). With a commission of p / q that is an
integer over q x dealer hands; splits are compared by that integer, and a double is made only for the answer, the
nearest one. Equal values share a rank; among them the higher low hand stands first, then the higher high hand, then
canonical card order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import repeat
from operator import attrgetter
from threading import Lock
from typing import Any

import numpy as np
from cachetools import LRUCache

from paigow.answers.explanations import Explain, Rival, odds_explained, results_explained
from paigow.counting.counter import Counter
from paigow.counting.outcomes import Outcomes, count_outcomes, known_outcomes
from paigow.counting.self_check import check_counts
from paigow.dealer.classes import class_of
from paigow.dealer.tables import DealerTables, tables_of
from paigow.game.cards import name_of
from paigow.game.names import LANGUAGES, Lang, high_words, low_words
from paigow.game.ranks import STANDARD, JokerRule, Ranking, Wheel, ranking_of, rankings
from paigow.game.splits import FOUL, LOSSES, SPLIT, SPLIT_COUNT, WINS, cards_of, value_splits
from paigow.house_ways import (
    HouseWay,
    HouseWayError,
    Setting,
    house_way,
    house_ways,
    leave_out,
    left_out,
)
from paigow.requests.rules import Question, TableRules


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

    Made once, however many threads ask for it, and kept as long as there is room for those that were used later. Raises
    what `dealer.tables.tables_of` and `self_check.check_counts` raise.
    """
    key = way_id, wheel, joker
    with _lock:
        found = _counters.get(key)
    if found is None:
        with _making:
            with _lock:
                found = _counters.get(key)
            if found is None:
                found = Counter(tables_of(house_way(way_id), ranking_of(wheel, joker)))
                check_counts(found)
                with _lock:
                    _counters[key] = found
    return found


COUNTER_BYTES = 128 * 1024 * 1024
"""Room for the counters of seven house ways under all four rankings, 4.5 MB each."""

_counters: LRUCache[tuple[str, Wheel, JokerRule], Counter] = LRUCache(COUNTER_BYTES, getsizeof=attrgetter("nbytes"))
_lock = Lock()
_making = Lock()


def prepare() -> list[str]:
    """Have the counter of every house way and all words ready, under the usual ranking; tells what is wrong with them.

    An operator's house way is checked under all four rankings. One that cannot be used under the usual one is left out;
    one that cannot under another is refused when it is asked for so. What is made before a server forks is made once,
    and shared by its workers.
    """
    for lang in LANGUAGES:
        high_words(STANDARD, lang)
        low_words(lang)
    partly: list[str] = []
    for way in list(house_ways().values()):
        if way.shipped:
            counter(way.id)
            continue
        for ranking in rankings():
            try:
                tables_of(way, ranking)
            except HouseWayError as error:
                if ranking is STANDARD:
                    leave_out(way, error.faults)
                    break
                refused = f"{way.id} is refused with wheel={ranking.wheel} and joker={ranking.joker}"
                partly += [f"{refused}: {fault}" for fault in error.faults]
        else:
            counter(way.id)
    return [*(f"left out: {fault}" for fault in left_out()), *partly]


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
    return Half(cards, *high_words(ranking, lang)[value][:2])


def low_half(cards: tuple[str, ...], value: int, lang: Lang = "en") -> Half:
    """A two-card hand of a given value."""
    return Half(cards, *low_words(lang)[value][:2])


def analyze_question(question: Question) -> Analysis:
    """Rank the splits of a hand; see `paigow.analyze`."""
    return Analysis.of(answer_to(question))


def answer_to(question: Question) -> dict[str, Any]:
    """The same as plain data, the fields of `Analysis` by name: what a server sends needs no objects on the way."""
    return _finish(question, *next(_count([question])))


def answers_to(questions: Sequence[Question]) -> Iterator[dict[str, Any]]:
    """The answers to many questions, one after the other.

    The hands are valued and counted together, in one stretch without the GIL for each set of rules; that is what makes
    a batch cheap and lets two threads keep two cores busy.
    """
    kinds: dict[tuple[str, str, str, str, str, bool], list[int]] = {}
    for place, question in enumerate(questions):
        rules = (question.house_way, question.wheel, question.joker, question.banker, question.push)
        kinds.setdefault((*rules, question.dealer is None), []).append(place)
    counted: dict[int, tuple[Outcomes, Setting | None]] = {}
    for places in kinds.values():
        alike = [questions[place] for place in places]
        counted.update(zip(places, _count(alike), strict=True))
    return (_finish(question, *counted[place]) for place, question in enumerate(questions))


def _count(questions: Sequence[Question]) -> Iterator[tuple[Outcomes, Setting | None]]:
    """The counts for hands under the same rules, all with a dealer unknown or all with one face up, and his setting."""
    rules = questions[0]
    kernel = counter(rules.house_way, rules.wheel, rules.joker)
    hands = np.array([question.cards for question in questions], dtype=np.uint8)
    if rules.dealer is None:
        dead = [question.dead for question in questions]
        return zip(count_outcomes(kernel, hands, dead, rules.banker, rules.push), repeat(None))
    tables = kernel.tables
    settings = [house_setting(tables, house_way(rules.house_way), question.dealer or ()) for question in questions]
    values = [(tables.ranking.high_value(his.high), tables.ranking.low_value(his.low)) for his in settings]
    return zip(known_outcomes(tables, hands, values, rules.banker, rules.push), settings, strict=True)


def _finish(question: Question, outcomes: Outcomes, dealer: Setting | None) -> dict[str, Any]:
    """Rank the splits by exact value, and put them into words."""
    dealer_hands, number, house, rows = outcomes
    tables = tables_for(question)
    way, ranking, lang = house_way(question.house_way), tables.ranking, question.lang
    share = question.share
    staked, kept = share.denominator, share.denominator - share.numerator
    whole = staked * dealer_hands
    evs = [kept * row[WINS] - staked * row[LOSSES] for row in rows]
    order = sorted(range(SPLIT_COUNT), key=evs.__getitem__, reverse=True)  # equals stay in the order of the rows
    best = evs[order[0]]
    rank, ranked = 1, best

    written = texts(question.cards)
    explain = _explain(question, rows, written, order, evs, whole, dealer, ranking) if question.explain else None
    high_named, low_named = high_words(ranking, lang), low_words(lang)
    fouls, limit = question.fouls, question.limit
    splits = []
    for place, s in enumerate(order, start=1):
        row, ev = rows[s], evs[s]
        if ev != ranked:
            rank, ranked = place, ev
        split, high, low, foul, wins, losses, high_wins, low_wins, _, _, _, _ = row
        if foul and not fouls:
            continue
        high_cards, low_cards = cards_of(written, split)
        high_category, high_name, high_within = high_named[high]
        low_category, low_name, low_within = low_named[low]
        pushes = dealer_hands - wins - losses
        ev_loss = (best - ev) / whole
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
                "ev": ev / whole,
                "ev_loss": ev_loss,
                "is_house_way": s == house,
                "explanation": explain and explain(row, high_cards, high_within, low_cards, low_within, ev_loss),
            }
        )
        if len(splits) == limit:
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
            "low": cards_of(written, rows[house][SPLIT])[1],
            "rank": 1 + sum(ev > evs[house] for ev in evs),
            "ev_loss": (best - evs[house]) / whole,
            "rule": way.all_lines[tables.line[number]].words[lang],
        },
        "splits": splits,
    }


def _explain(
    question: Question,
    rows: list[list[int]],
    written: tuple[str, ...],
    order: list[int],
    evs: list[int],
    whole: int,
    dealer: Setting | None,
    ranking: Ranking,
) -> Explain:
    """What explains the splits of this hand."""
    best = evs[order[0]]

    def rival(s: int) -> Rival:
        return Rival(" ".join(cards_of(written, rows[s][SPLIT])[1]), (best - evs[s]) / whole, rows[s])

    if dealer is not None:
        values = ranking.high_value(dealer.high), ranking.low_value(dealer.low)
        return results_explained(question.lang, rival(order[0]), values)
    following = next((rival(s) for s in order if evs[s] < best and not rows[s][FOUL]), None)
    return odds_explained(question.lang, rival(order[0]), following)


def dealer_choice(setting: Setting, ranking: Ranking, lang: Lang = "en") -> DealerChoice:
    """A dealer's hand as set by the house way."""
    return DealerChoice(
        high=high_half(texts(setting.high), ranking.high_value(setting.high), ranking, lang),
        low=low_half(texts(setting.low), ranking.low_value(setting.low), lang),
        rule=setting.line.words[lang],
    )
