"""Requests about a hand: its splits, one of a batch, and how a house way sets it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from paigow.faults import InvalidInput, Reading
from paigow.game.cards import parse_hand
from paigow.game.splits import SPLIT_COUNT
from paigow.requests.fields import DeadCards, DealerCardsOrNone, Limit, SevenCards, Switch
from paigow.requests.rules import RankingRules, TableRules


class HandQuery(TableRules):
    """A hand, and the rules it is played by. Cards are numbers, in canonical order.

    `dealer` is the dealer's hand at a table where it lies face up, None where it is unknown. The variant face-up needs
    it.
    """

    cards: SevenCards
    dead: DeadCards = ()
    dealer: DealerCardsOrNone = None


class SplitsRequest(HandQuery):
    """A hand to split: how many splits to list, whether to list fouls, and whether to explain."""

    limit: Limit = SPLIT_COUNT
    fouls: Switch = True
    explain: Switch = True


def read_splits_request(values: Mapping[str, Any], reading: Reading | None = None) -> SplitsRequest:
    """The same as `SplitsRequest.read`, but quicker: the rules seldom change from hand to hand, and are read once."""
    cards = values.get("cards")
    if isinstance(cards, str) and "dead" not in values and "dealer" not in values:
        rules = [(name, type(value), value) for name, value in values.items() if name != "cards"]
        if all(not isinstance(value, str) or len(value) <= _USUAL_CHARACTERS for *_, value in rules):
            with suppress(InvalidInput, TypeError):  # a fault, or a list: told below
                return _under_rules(tuple(rules)).model_copy(update={"cards": parse_hand(cards, most=1)})
    return SplitsRequest.read(values, reading)


_USUAL_CHARACTERS = 100
"""Longer texts are not worth keeping."""


@lru_cache(maxsize=256)
def _under_rules(rules: tuple[tuple[str, type, Any], ...]) -> SplitsRequest:
    """A request under these rules, with any hand; no card is known elsewhere. The types tell 1 from true."""
    return SplitsRequest.read({"cards": "As Ks Qs Js Ts 9s 8s", **{name: value for name, _, value in rules}})


class ValueRequest(TableRules):
    """A hand to value before the dealer is seen, and the cards that he cannot hold."""

    cards: SevenCards
    dead: DeadCards = ()


class SharedRules(TableRules):
    """What the hands of a batch share: everything but the cards and the dealer's cards. A hand's own choice wins."""

    dead: DeadCards = ()
    limit: Limit = SPLIT_COUNT
    fouls: Switch = True
    explain: Switch = True


class HouseWaySplitRequest(RankingRules):
    """Seven cards to be set by a house way, and the rules for what they are worth."""

    cards: SevenCards
