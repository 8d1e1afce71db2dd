"""The rules of the table that a caller can choose, and the named bundles of them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator

from paigow.game.ranks import JokerRule, Wheel
from paigow.game.showdown import BANKERS, Banker, Push
from paigow.house_ways import DEFAULT
from paigow.requests.fields import Commission, HouseWayId, Localized
from paigow.requests.reading import one_of

Variant = Literal["standard", "ez", "face-up", "commission-free"]

VARIANTS: dict[str, dict[str, str]] = {
    "standard": {},
    "ez": {"commission": "0", "push": "queen-high"},
    "face-up": {"commission": "0", "push": "ace-high"},
    "commission-free": {"commission": "0", "push": "front-nine-high"},
}
"""What each named bundle of rules sets; a rule given beside it wins."""


_fraction = lru_cache(maxsize=256)(Fraction)


class RankingRules(Localized):
    """The rules that decide what hands are worth."""

    wheel: Annotated[Wheel, BeforeValidator(one_of(*get_args(Wheel)))] = "second"
    joker: Annotated[JokerRule, BeforeValidator(one_of(*get_args(JokerRule)))] = "semi-wild"


class TableRules(RankingRules):
    """The rules of the table, resolved: how the dealer sets, the commission on a win, who wins copies, and so on.

    >>> TableRules.read({"variant": "ez", "commission": "0.0200"}).as_dict()["commission"]
    '0.02'
    >>> TableRules.read({"commission": "2"})
    Traceback (most recent call last):
    paigow.faults.InvalidInput: commission is a decimal from 0 to 1, such as 0.05, with at most 12 decimal places
    """

    variant: Annotated[Variant, BeforeValidator(one_of(*VARIANTS))] = "standard"
    house_way: HouseWayId = DEFAULT
    commission: Commission = "0.05"
    banker: Annotated[Banker, BeforeValidator(one_of(*BANKERS))] = "dealer"
    push: Annotated[Push, BeforeValidator(one_of(*get_args(Push)))] = "none"

    @classmethod
    def _completed(cls, values: dict[str, Any]) -> dict[str, Any]:
        variant = values.get("variant")
        bundle = VARIANTS.get(variant.strip().lower(), {}) if isinstance(variant, str) else {}
        return {**bundle, **values}

    @property
    def commission_fraction(self) -> Fraction:
        """The commission as a fraction of a win."""
        return _fraction(self.commission)

    def as_dict(self) -> dict[str, str]:
        """The rules by name, as an answer states them."""
        return {name: getattr(self, name) for name in RULE_NAMES}


RULE_NAMES = ("variant", "house_way", "commission", "banker", "wheel", "joker", "push")
"""The rules in the order in which they are stated."""
