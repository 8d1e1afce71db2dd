"""The rules of the table that a caller can choose, and the named bundles of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator

from paigow.game.ranks import JokerRule, Wheel
from paigow.game.showdown import BANKERS, NO_PUSH, PUSH_RULES, Banker
from paigow.house_ways import DEFAULT
from paigow.requests.fields import NO_ROUNDING, HouseWayId, Localized, MoneyOrNone, Rounding, Share, share_of_win
from paigow.requests.reading import one_of, some_of

Variant = Literal["standard", "ez", "face-up", "commission-free"]

VARIANTS: dict[str, dict[str, str]] = {
    "standard": {},
    "ez": {"commission": "0", "push": "queen-high"},
    "face-up": {"commission": "0", "push": "ace-high"},
    "commission-free": {"commission": "0", "push": "front-nine-high"},
}
"""What each named bundle of rules sets; a rule given beside it wins."""


class RankingRules(Localized):
    """The rules that decide what hands are worth."""

    wheel: Annotated[Wheel, BeforeValidator(one_of(*get_args(Wheel)))] = "second"
    joker: Annotated[JokerRule, BeforeValidator(one_of(*get_args(JokerRule)))] = "semi-wild"


class TableRules(RankingRules):
    """The rules of the table, resolved: how the dealer sets, the commission on a win, who wins copies, and so on.

    `push` is "none", or some of `PUSH_RULES` joined by commas. `collection` is a flat fee in units of the bet, whatever
    becomes of it (source: the games of California's card rooms). With a `rounding`, the commission on a win of the
    `stake` is rounded up to that unit (source: ecmaseattle.org/pai_gow_poker.html).

    >>> TableRules.read({"variant": "ez", "commission": "0.0200"}).as_dict()["commission"]
    '0.02'
    >>> TableRules.read({"commission": "2"})
    Traceback (most recent call last):
    paigow.faults.InvalidInput: commission is a decimal from 0 to 1, such as 0.05, with at most 12 decimal places
    """

    variant: Annotated[Variant, BeforeValidator(one_of(*VARIANTS))] = "standard"
    house_way: HouseWayId = DEFAULT
    commission: Share = "0.05"
    banker: Annotated[Banker, BeforeValidator(one_of(*BANKERS))] = "dealer"
    push: Annotated[str, BeforeValidator(some_of(*PUSH_RULES, none=NO_PUSH))] = NO_PUSH
    collection: Share = "0"
    stake: MoneyOrNone = None
    rounding: Rounding = NO_ROUNDING

    @classmethod
    def _completed(cls, values: dict[str, Any]) -> dict[str, Any]:
        variant = values.get("variant")
        bundle = VARIANTS.get(variant.strip().lower(), {}) if isinstance(variant, str) else {}
        return {**bundle, **values}

    @property
    def commission_fraction(self) -> Fraction:
        """The commission as a fraction of a win, rounded as the table does."""
        return share_of_win(self.commission, self.stake, self.rounding)

    @property
    def collection_fraction(self) -> Fraction:
        """The collection as a fraction of the bet."""
        return share_of_win(self.collection, None, NO_ROUNDING)

    @property
    def dealer_is_seen(self) -> bool:
        """Whether the player sees the dealer's hands before he sets his own."""
        return self.variant == "face-up"

    def as_dict(self) -> dict[str, str | None]:
        """The rules by name, as an answer states them."""
        return {name: getattr(self, name) for name in RULE_NAMES}


RULE_NAMES = (
    "variant",
    "house_way",
    "commission",
    "banker",
    "wheel",
    "joker",
    "push",
    "collection",
    "rounding",
    "stake",
)
"""The rules in the order in which they are stated."""
