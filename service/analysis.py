"""From counts to an answer: all 21 splits of a hand, ranked by exact expected value.

The value of a split, in units of the bet, is (1 - commission) x P(win) - P(lose). With a commission of p / q that is an
integer over q x dealer hands; splits are compared by that integer, and a double is made only for the answer, the
nearest one. Equal values share a rank; among them the higher low hand stands first, then the higher high hand, then
canonical card order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import comb
from threading import Condition
from typing import Any

import numpy as np
from cachetools import LRUCache, cached

from service.cards import DECK_SIZE, HAND_SIZE, name_of
from service.counting import Counter
from service.dealer.classes import class_of, representatives
from service.dealer.tables import DealerTables, build, load
from service.house_ways import HouseWay, Setting, house_way
from service.house_ways.engine import Hands
from service.outcomes import count_outcomes, known_outcomes
from service.ranks import STANDARD, JokerRule, Ranking, Wheel, low_category_of, low_name, ranking_of
from service.splits import cards_of, value_splits
from service.table_rules import Question, TableRules


@dataclass(frozen=True)
class Half:
    """The high or the low hand of a split: its cards as text in canonical order, its category and its name."""

    cards: tuple[str, ...]
    category: str
    name: str


@dataclass(frozen=True)
class Split:
    """One split. Counts are dealer hands; probabilities and values are the doubles nearest to the exact ratio.

    `ev` is in units of the bet, `ev_loss` what the split gives up against the best.
    """

    rank: int
    high: Half
    low: Half
    foul: bool
    wins: int
    pushes: int
    losses: int
    win_probability: float
    push_probability: float
    loss_probability: float
    ev: float
    ev_loss: float
    is_house_way: bool


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

    def to_dict(self) -> dict[str, Any]:
        """The answer as the JSON of the HTTP contract."""
        return asdict(self)


@cached(LRUCache(maxsize=24), condition=Condition())
def counter(way_id: str, wheel: Wheel = "second", joker: JokerRule = "semi-wild") -> Counter:
    """The counter of a house way under a ranking.

    The tables of the usual ranking are shipped, and verified here; those of another are built on first use, which takes
    some tenths of a second. Raises `TableError` for shipped tables that are not to be trusted.
    """
    way, rules = house_way(way_id), ranking_of(wheel, joker)
    return Counter(load(way) if rules is STANDARD else build(way, Hands.of(representatives(), rules)))


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


def high_half(cards: tuple[str, ...], value: int, ranking: Ranking) -> Half:
    """A five-card hand of a given value."""
    return Half(cards, ranking.category_of(value), ranking.high_name(value))


def low_half(cards: tuple[str, ...], value: int) -> Half:
    """A two-card hand of a given value."""
    return Half(cards, low_category_of(value), low_name(value))


def analyze_question(question: Question) -> Analysis:
    """Rank the splits of a hand; see `service.analyze`."""
    hand = question.cards
    way = house_way(question.house_way)
    kernel = counter(way.id, question.wheel, question.joker)
    tables, ranking = kernel.tables, kernel.tables.ranking
    row = np.array([hand], dtype=np.uint8)
    high_row, low_row = value_splits(row, ranking)
    highs, lows = high_row[0].tolist(), low_row[0].tolist()
    fouls = (low_row > ranking.highest_legal_low[high_row])[0].tolist()

    dealer = None
    if question.dealer is None:
        removed = (*hand, *question.dead)
        dealer_hands = comb(DECK_SIZE - len(removed), HAND_SIZE)
        won, lost = count_outcomes(
            kernel, removed, high_row[0].astype(np.int64), low_row[0].astype(np.int64), question.banker, question.push
        )
    else:
        setting = house_setting(tables, way, question.dealer)
        dealer = dealer_choice(setting, ranking)
        dealer_hands = 1
        values = ranking.high_value(setting.high), ranking.low_value(setting.low)
        won, lost = known_outcomes(values, high_row[0], low_row[0], question.banker, question.push, ranking)
    wins = [0 if foul else count for count, foul in zip(won, fouls, strict=True)]
    losses = [dealer_hands if foul else count for count, foul in zip(lost, fouls, strict=True)]

    share = question.share
    kept = share.denominator - share.numerator
    whole = share.denominator * dealer_hands
    evs = [kept * win - share.denominator * loss for win, loss in zip(wins, losses, strict=True)]
    order = sorted(range(len(evs)), key=lambda s: (fouls[s], -evs[s], -lows[s], -highs[s], s))
    best = evs[order[0]]
    ranks = {evs[s]: rank for rank, s in reversed(list(enumerate(order, start=1)))}

    number = class_of(row[0])
    set_high, set_low = int(tables.high[number]), int(tables.low[number])
    house = next(s for s in range(len(evs)) if highs[s] == set_high and lows[s] == set_low)

    written = texts(hand)
    splits = []
    for s in order:
        if fouls[s] and not question.fouls:
            continue
        high_cards, low_cards = cards_of(written, s)
        pushes = dealer_hands - wins[s] - losses[s]
        splits.append(
            Split(
                rank=ranks[evs[s]],
                high=high_half(high_cards, highs[s], ranking),
                low=low_half(low_cards, lows[s]),
                foul=fouls[s],
                wins=wins[s],
                pushes=pushes,
                losses=losses[s],
                win_probability=wins[s] / dealer_hands,
                push_probability=pushes / dealer_hands,
                loss_probability=losses[s] / dealer_hands,
                ev=evs[s] / whole,
                ev_loss=(best - evs[s]) / whole,
                is_house_way=s == house,
            )
        )
        if len(splits) == question.limit:
            break
    return Analysis(
        cards=written,
        rules=question.echo(),
        dead=texts(question.dead),
        method="exact" if dealer is None else "known",
        dealer_hands=dealer_hands,
        dealer=dealer,
        tables=tables.digest,
        house_way=HouseWayChoice(
            low=cards_of(written, house)[1],
            rank=ranks[evs[house]],
            ev_loss=(best - evs[house]) / whole,
            rule=way.all_lines[tables.line[number]].words,
        ),
        splits=tuple(splits),
    )


def dealer_choice(setting: Setting, ranking: Ranking) -> DealerChoice:
    """A dealer's hand as set by the house way."""
    return DealerChoice(
        high=high_half(texts(setting.high), ranking.high_value(setting.high), ranking),
        low=low_half(texts(setting.low), ranking.low_value(setting.low)),
        rule=setting.line.words,
    )
