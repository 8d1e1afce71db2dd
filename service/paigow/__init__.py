"""The optimal split of a Pai Gow Poker hand, exactly: the one door for Python callers.

>>> import paigow
>>> answer = paigow.analyze("Jk As Qs Qh Qd 7s 2s", house_way="trump-plaza")
>>> best = answer.splits[0]
>>> " ".join(best.high.cards), " ".join(best.low.cards), best.wins, round(best.ev, 6)
('Jk As Qs 7s 2s', 'Qh Qd', 52494721, 0.931354)
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decimal import Decimal

    from paigow.answers.analysis import Analysis, HouseWayChoice, Split
    from paigow.answers.named import NamedHand
    from paigow.faults import Fault, InvalidInput
    from paigow.house_ways import HouseWay, HouseWayError, house_way
    from paigow.requests.rules import TableRules

__version__ = "0.1.0"

_FROM = {
    "paigow.answers.analysis": ("Analysis", "HouseWayChoice", "Split"),
    "paigow.answers.named": ("NamedHand",),
    "paigow.faults": ("Fault", "InvalidInput"),
    "paigow.house_ways": ("HouseWay", "HouseWayError", "house_way"),
    "paigow.requests.rules": ("TableRules",),
}

__all__ = [
    "Analysis",
    "Fault",
    "HouseWay",
    "HouseWayChoice",
    "HouseWayError",
    "InvalidInput",
    "NamedHand",
    "Split",
    "TableRules",
    "analyze",
    "house_way",
]


def __getattr__(name: str) -> Any:
    """Names are imported when they are first asked for, so that nobody waits for a compiler to hear the version."""
    for module, names in _FROM.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def analyze(
    cards: str | Sequence[str],
    *,
    house_way: str = "foxwoods",
    variant: str = "standard",
    commission: str | Decimal | float | None = None,
    banker: str = "dealer",
    wheel: str = "second",
    joker: str = "semi-wild",
    push: str | Sequence[str] | None = None,
    collection: str | Decimal | float | None = None,
    stake: str | Decimal | float | None = None,
    rounding: str | Decimal | float | None = None,
    dead: str | Sequence[str] = (),
    dealer: str | Sequence[str] | None = None,
    limit: int | None = None,
    fouls: bool = True,
    explain: bool = True,
    lang: str = "en",
) -> Analysis:
    """All 21 splits of seven cards, best first, against every hand the dealer can hold.

    `cards` are seven different cards in any spelling, as one string or a sequence with one card each. `house_way` is
    how the dealer sets, `commission` the share of a win that the house keeps (0 to 1, exact as written, 0.05 unless the
    `variant` says otherwise), `banker` who wins copies ("dealer" or "player"), `wheel` ("second" or "lowest") and
    `joker` ("semi-wild" or "wild") what hands are worth, `push` which of the dealer's hands push, one rule or several.
    `collection` is a flat fee in units of the bet. With a `rounding`, the commission on a win of the `stake` is rounded
    up to that unit of money. `dead` are up to 39 cards known to be elsewhere, `dealer` his own seven where they lie
    face up, which the variant "face-up" needs. `limit` is how many splits to give, `fouls=False` leaves fouls out,
    `explain=False` the explanations; words are in `lang` ("en" or "es").

    Counts are integers over all C(46 - dead, 7) dealer hands; values are in units of the bet. Raises `InvalidInput`, a
    `ValueError` whose `faults` name everything that is wrong with the arguments; and `HouseWayError` where an
    operator's own house way turns out to foul or to have gaps.

        >>> analyze("As Kd Qc", banker="me")
        Traceback (most recent call last):
        paigow.faults.InvalidInput: cards holds 3 cards; exactly 7 are needed; banker is one of: dealer, player
    """
    from paigow.answers.analysis import analyze_request  # noqa: PLC0415 - see `__getattr__`
    from paigow.requests.splits import SplitsRequest  # noqa: PLC0415

    optional = {
        "commission": commission,
        "push": push,
        "collection": collection,
        "stake": stake,
        "rounding": rounding,
        "dealer": dealer,
        "limit": limit,
    }
    asked = {
        "cards": cards,
        "house_way": house_way,
        "variant": variant,
        "banker": banker,
        "wheel": wheel,
        "joker": joker,
        "dead": dead,
        "fouls": fouls,
        "explain": explain,
        "lang": lang,
        **{name: value for name, value in optional.items() if value is not None},
    }
    return analyze_request(SplitsRequest.read(asked))
