"""Requests of a trainer: grade a split, settle a bet, deal a table, draw a hand worth practising."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, ValidationInfo

from paigow.game.cards import SEATS
from paigow.requests.fields import DealerCards, LowCards, Money, Seed, SevenCards
from paigow.requests.reading import one_of, read_whole_number
from paigow.requests.rules import TableRules
from paigow.requests.splits import HandQuery

DrillKind = Literal["two-pair", "straight-or-pair", "flush-or-pair", "joker", "close-call", "house-way-is-wrong"]
DRILL_KINDS: tuple[DrillKind, ...] = get_args(DrillKind)


class GradeRequest(HandQuery):
    """A hand, its rules, and the two cards that a player puts in front."""

    low: LowCards


class SettleRequest(TableRules):
    """A bet to settle: seven cards, the two of them that go in front, the dealer's seven, and the stake."""

    cards: SevenCards
    low: LowCards
    dealer: DealerCards
    stake: Money = "1"


def _read_players(value: object, info: ValidationInfo) -> int:
    return read_whole_number(value, info, 1, SEATS - 1)


class DealRequest(TableRules):
    """Which deal, to how many players besides the dealer, and at which table."""

    seed: Seed = None
    players: Annotated[int, BeforeValidator(_read_players)] = SEATS - 1


class DrillRequest(TableRules):
    """Which drill, and the rules it is for."""

    seed: Seed = None
    kind: Annotated[DrillKind | None, BeforeValidator(one_of(*DRILL_KINDS))] = None
