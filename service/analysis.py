"""From counts to an answer: all 21 splits of a hand, ranked by exact expected value.

The value of a split, in units of the bet, is (1 - commission) x P(win) - P(lose). With a commission of p / q that is an
integer over q x dealer hands; splits are compared by that integer, and a double is made only for the answer, the
nearest one. Equal values share a rank; among them the higher low hand stands first, then the higher high hand, then
canonical card order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

from service.cards import DECK_SIZE, HAND_SIZE, name_of
from service.counting import Counter
from service.dealer.classes import class_of
from service.dealer.tables import load
from service.house_ways import HouseWay, Setting, house_way
from service.ranks import HIGHEST_LEGAL_LOW, category_of, high_name, low_category_of, low_name
from service.splits import cards_of, value_splits
from service.table_rules import Question


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
class Analysis:
    """The answer: the fields of the HTTP contract."""

    cards: tuple[str, ...]
    rules: dict[str, str]
    dead: tuple[str, ...]
    method: str
    dealer_hands: int
    tables: str
    house_way: HouseWayChoice
    splits: tuple[Split, ...]

    def to_dict(self) -> dict[str, Any]:
        """The answer as the JSON of the HTTP contract."""
        return asdict(self)


@lru_cache(maxsize=16)
def counter(way_id: str) -> Counter:
    """The counter of a shipped house way, its tables verified. Raises `TableError` where they are not to be trusted."""
    return Counter(load(house_way(way_id)))


def house_setting(way: HouseWay, hand: tuple[int, ...]) -> Setting:
    """How a house way sets a hand, read from its dealer table: the same as `HouseWay.set`, and a lookup."""
    cards = np.array([hand], dtype=np.uint8)
    high, low = value_splits(cards)
    tables = counter(way.id).tables
    number = class_of(cards[0])
    split = int(((high[0] == tables.high[number]) & (low[0] == tables.low[number])).argmax())
    behind, front = cards_of(hand, split)
    return Setting(behind, front, way.all_lines[tables.line[number]])


def texts(cards: Iterable[int]) -> tuple[str, ...]:
    """Cards as we write them."""
    return tuple(map(name_of, cards))


def high_half(cards: tuple[str, ...], value: int) -> Half:
    """A five-card hand of a given value."""
    return Half(cards, category_of(value), high_name(value))


def low_half(cards: tuple[str, ...], value: int) -> Half:
    """A two-card hand of a given value."""
    return Half(cards, low_category_of(value), low_name(value))


def analyze_question(question: Question) -> Analysis:
    """Rank the splits of a hand; see `service.analyze`."""
    hand = question.cards
    way = house_way(question.house_way)
    kernel = counter(way.id)
    row = np.array([hand], dtype=np.uint8)
    high_row, low_row = value_splits(row)
    highs, lows = high_row[0].tolist(), low_row[0].tolist()
    fouls = (low_row > HIGHEST_LEGAL_LOW[high_row])[0].tolist()
    removed = (*hand, *question.dead)
    dealer_hands = comb(DECK_SIZE - len(removed), HAND_SIZE)

    # The banker wins copies: as banker, a player wins where the dealer's value is not above his, not only where below.
    step = 1 if question.banker == "player" else 0
    below, above = kernel.count(removed, high_row[0] + step, low_row[0] + step)
    wins = [0 if foul else won for won, foul in zip(below.tolist(), fouls, strict=True)]
    losses = [dealer_hands if foul else lost for lost, foul in zip(above.tolist(), fouls, strict=True)]

    share = question.share
    kept = share.denominator - share.numerator
    whole = share.denominator * dealer_hands
    values = [kept * won - share.denominator * lost for won, lost in zip(wins, losses, strict=True)]
    order = sorted(range(len(values)), key=lambda s: (fouls[s], -values[s], -lows[s], -highs[s], s))
    best = values[order[0]]
    ranks = {values[s]: rank for rank, s in reversed(list(enumerate(order, start=1)))}

    number = class_of(row[0])
    set_high, set_low = int(kernel.tables.high[number]), int(kernel.tables.low[number])
    house = next(s for s in range(len(values)) if highs[s] == set_high and lows[s] == set_low)

    written = texts(hand)
    splits = []
    for s in order:
        if fouls[s] and not question.fouls:
            continue
        high_cards, low_cards = cards_of(written, s)
        pushes = dealer_hands - wins[s] - losses[s]
        splits.append(
            Split(
                rank=ranks[values[s]],
                high=high_half(high_cards, highs[s]),
                low=low_half(low_cards, lows[s]),
                foul=fouls[s],
                wins=wins[s],
                pushes=pushes,
                losses=losses[s],
                win_probability=wins[s] / dealer_hands,
                push_probability=pushes / dealer_hands,
                loss_probability=losses[s] / dealer_hands,
                ev=values[s] / whole,
                ev_loss=(best - values[s]) / whole,
                is_house_way=s == house,
            )
        )
        if len(splits) == question.limit:
            break
    return Analysis(
        cards=written,
        rules=question.echo(),
        dead=texts(question.dead),
        method="exact",
        dealer_hands=dealer_hands,
        tables=kernel.tables.digest,
        house_way=HouseWayChoice(
            low=cards_of(written, house)[1],
            rank=ranks[values[house]],
            ev_loss=(best - values[house]) / whole,
            rule=way.all_lines[kernel.tables.line[number]].words,
        ),
        splits=tuple(splits),
    )
