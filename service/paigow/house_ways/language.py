"""The language of a house way's lines: `conditions: front`, or a front alone, which fits every hand that can play it.

    higher pair 7-T, single A: KEEP
    PAIR(lower)

Conditions, joined by commas, all of which must hold:

    MADE                        some split has a straight, a flush or a straight flush behind
    no MADE
    pair T-K                    a group of equal cards lies in a range of ranks; the groups' names are in `kinds`
    single K-A                  a rank in the range occurs just once
    no single A
    second single 9-A           the second highest single lies in the range
    third 2-9                   the third highest card lies in the range; also second, fourth ... seventh
    KEEP above BEST             the first front is higher than the second
    BEST is a pair              that front is a pair
    BEST holds K-A              that front holds a card in the range

Fronts. Each admits some fronts and takes the highest of them, with the strongest hand behind:

    KEEP                        the two highest singles, everything paired behind
    PAIR(lower), PAIR(A)        two cards of a group, or of a rank
    BEST                        any front with MADE behind
    BEST PAIR                   any pair with MADE behind
    HIGHEST PAIR                any pair that is no foul
    BREAK ACES, BREAK(trips)    one ace, or one card of a group, and the highest single
    SECOND AND THIRD            the second and third highest cards; also SECOND AND FOURTH ... SIXTH AND SEVENTH
    ... with MADE               only where MADE stands behind it
    ... but no ROYAL            after what stands behind: such hands behind do not count
    ... holding A               only where it holds a card in the range

The kinds of hand, with the names of their groups of equal cards. A file must have all kinds under `[lines]`:

    no-pair; one-pair (pair); two-pair (higher, lower); three-pair (highest, middle, lowest); trips (trips);
    trips-pair (trips, pair); trips-two-pair (trips, higher, lower); two-trips (higher, lower); quads (quads);
    quads-pair (quads, pair); quads-trips (quads, trips); five-aces (aces)

`STRAIGHT`, `FLUSH`, `STRAIGHT OR FLUSH`, `STRAIGHT FLUSH` (a royal too) and `ROYAL` can stand for `MADE`, and after
`BEST`. They, and `JOKER BROADWAY`, an ace-high straight or straight flush that takes the joker, can stand after
`but no`: `MADE but no ROYAL`, `BEST but no JOKER BROADWAY`, `PAIR(pair) with FLUSH but no ROYAL`.

A name in capitals that the file defines under `[choices]` is a front as well: its own lines decide. Such
lines serve several kinds, so they name no groups, and they refer only to lists above their own.

In groups, singles and places the joker counts as one card: as an ace, or fully wild as the card that `kinds` tells.
Under `[wild]` a file may have more lines for the kinds that hands with a wild joker are: all but no-pair, two-pair,
three-pair and two-trips. They come first where a hand has one, and they have two fronts of their own:

    PAIR(single)                a pair of the highest single, one of them the joker
    AS(two-pair)                as the lines of two-pair set the hand, the joker counted as the highest card that makes
                                it one; there is no such front if none does
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations

from paigow.faults import did_you_mean
from paigow.game.cards import RANKS
from paigow.house_ways.kinds import KINDS, Kind

MADE_WORDS: dict[str, tuple[str, ...]] = {
    "MADE": ("straight", "flush", "straight_flush", "royal_flush"),
    "STRAIGHT": ("straight",),
    "FLUSH": ("flush",),
    "STRAIGHT OR FLUSH": ("straight", "flush"),
    "STRAIGHT FLUSH": ("straight_flush", "royal_flush"),
    "ROYAL": ("royal_flush",),
}
"""The categories of the high hand that each word admits."""

JOKER_BROADWAY = "JOKER BROADWAY"
BARRED_WORDS = (*MADE_WORDS, JOKER_BROADWAY)
"""The words for hands behind that do not count."""

PLACES = ("second", "third", "fourth", "fifth", "sixth", "seventh")
"""The places of the cards below the highest."""

PLACED_FRONTS = {f"{a} AND {b}".upper(): (i, j) for (i, a), (j, b) in combinations(enumerate(PLACES, start=1), 2)}
"""The fronts that are two cards by their places, counted from 0, the highest card."""

FRONTS = ("KEEP", "PAIR", "BEST", "BEST PAIR", "HIGHEST PAIR", "BREAK", "BREAK ACES", "AS", *PLACED_FRONTS)
"""The fronts of the language itself."""

_MADE = "|".join(sorted(MADE_WORDS, key=len, reverse=True))
_BARRED = "|".join(sorted(BARRED_WORDS, key=len, reverse=True))
_BEHIND = rf"(?:{_MADE})(?: but no (?:{_BARRED}))?"
_RANGE = rf"[{RANKS}](?:-[{RANKS}])?"
_GROUP = r"(?:higher|lower|highest|middle|lowest)(?: pair| trips)?|pair|trips|quads|aces"


class LineError(ValueError):
    """A line that cannot be read; `faults` are the messages that say what is wrong with it."""

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


@dataclass(frozen=True)
class RankRange:
    """Ranks from `low` to `high`, both included."""

    low: int
    high: int


@dataclass(frozen=True)
class Behind:
    """What stands behind: a hand of `word`, but none of `barred`.

    >>> Behind.of("MADE but no ROYAL")
    Behind(word='MADE', barred='ROYAL')
    """

    word: str
    barred: str | None = None

    @classmethod
    def of(cls, text: str) -> Behind:
        """Reads one."""
        word, _, barred = text.partition(" but no ")
        return cls(word, barred or None)


@dataclass(frozen=True)
class Front:
    """Which fronts are admitted. `base` is one of `FRONTS` or the name of a choice.

    `group` or `rank` say which PAIR; `group` may also be "single", and it says which group to BREAK, or which kind the
    hand is set AS. `behind` is what must stand behind, `holding` what the front must hold.
    """

    base: str
    group: str | None = None
    rank: int | None = None
    behind: Behind | None = None
    holding: RankRange | None = None


@dataclass(frozen=True)
class HasMade:
    """Some split has such a hand behind, or none has."""

    behind: Behind
    wanted: bool


@dataclass(frozen=True)
class GroupRank:
    """A group of equal cards lies in a range of ranks."""

    group: str
    ranks: RankRange


@dataclass(frozen=True)
class HasSingle:
    """A rank in the range occurs just once, or none does."""

    ranks: RankRange
    wanted: bool


@dataclass(frozen=True)
class SecondSingle:
    """The second highest single lies in a range of ranks. False where there is none."""

    ranks: RankRange


@dataclass(frozen=True)
class PlacedCard:
    """The card in a place lies in a range of ranks. `place` counts from 0, the highest card."""

    place: int
    ranks: RankRange


@dataclass(frozen=True)
class Above:
    """The first front is higher than the second. False where either cannot be set."""

    first: Front
    second: Front


@dataclass(frozen=True)
class IsPair:
    """That front is a pair."""

    front: Front


@dataclass(frozen=True)
class Holds:
    """That front holds a card in the range."""

    front: Front
    ranks: RankRange


Condition = HasMade | GroupRank | HasSingle | SecondSingle | PlacedCard | Above | IsPair | Holds


def _range(text: str) -> RankRange:
    first, _, last = text.partition("-")
    low, high = RANKS.index(first), RANKS.index(last or first)
    if low > high:
        raise LineError(f'the range "{text}" runs downwards: write the lower rank first')
    return RankRange(low, high)


def _group(text: str, kind: Kind | None) -> str:
    if kind is None:
        raise LineError(f'a list under [choices] serves several kinds of hand, so it cannot name the group "{text}"')
    for name in kind.groups:
        if text == name or (" " in name and text == name.split()[0]):
            return name
    raise LineError(f'"{text}" is no group of {kind.name} (its groups: {", ".join(kind.groups) or "none"})')


def parse_front(text: str, kind: Kind | None, choices: Collection[str] = ()) -> Front:
    """Read a front. `kind` is None inside a choice, which serves several kinds.

    >>> front = parse_front("BEST FLUSH holding A", None)
    >>> front.base, front.behind, front.holding
    ('BEST', Behind(word='FLUSH', barred=None), RankRange(low=12, high=12))
    """
    match = re.fullmatch(rf"(?P<head>.+?)(?: with (?P<behind>{_BEHIND}))?(?: holding (?P<holding>{_RANGE}))?", text)
    assert match is not None or not text
    if match is None:
        raise LineError("the front is missing")
    if re.search(rf" holding {_RANGE} with ", text):
        raise LineError(f'in "{text}", "with" stands before "holding"')
    head, behind = match["head"], Behind.of(match["behind"]) if match["behind"] else None
    holding = _range(match["holding"]) if match["holding"] else None
    if other := re.fullmatch(r"AS\((?P<kind>[^()]*)\)", head):
        return _as_kind(other["kind"], text, kind, bool(behind or holding))
    if head in choices or head in ("KEEP", "HIGHEST PAIR", "BREAK ACES", *PLACED_FRONTS):
        if head in choices and (behind or holding):
            raise LineError(f'"{head}" is a list of lines and takes no "with" or "holding"')
        return Front(head, behind=behind, holding=holding)
    if head == "PAIR(single)":
        if kind is None or not kind.wild:
            raise LineError(f'"{text}" is only for lines under [wild]: without a wild joker a single makes no pair')
        return Front("PAIR", group="single", behind=behind, holding=holding)
    if pair := re.fullmatch(rf"PAIR\((?:(?P<rank>[{RANKS}])|(?P<group>{_GROUP}))\)", head):
        if pair["rank"]:
            return Front("PAIR", rank=RANKS.index(pair["rank"]), behind=behind, holding=holding)
        return Front("PAIR", group=_group(pair["group"], kind), behind=behind, holding=holding)
    if broken := re.fullmatch(rf"BREAK\((?P<group>{_GROUP})\)", head):
        return Front("BREAK", group=_group(broken["group"], kind), behind=behind, holding=holding)
    if best := re.fullmatch(rf"BEST(?P<pair> PAIR)?(?: (?P<made>{_MADE}))?(?: but no (?P<barred>{_BARRED}))?", head):
        if (best["made"] or best["barred"]) and behind:
            raise LineError(f'"{text}" says twice what stands behind')
        behind = behind or Behind(best["made"] or "MADE", best["barred"])
        return Front("BEST PAIR" if best["pair"] else "BEST", behind=behind, holding=holding)
    made_words = [f"BEST {made}" for made in MADE_WORDS if made != "MADE"]
    known = ["KEEP", "PAIR(...)", "BEST", *made_words, "BEST PAIR", "BEST but no ...", "BREAK ACES", "BREAK(...)"]
    known += ["HIGHEST PAIR", *PLACED_FRONTS]
    known += ["PAIR(single)", "AS(...)"] if kind and kind.wild else []
    known += sorted(choices)
    raise LineError(f'unknown front "{text}" (known: {", ".join(known)})')


def _as_kind(name: str, text: str, kind: Kind | None, narrowed: bool) -> Front:
    if kind is None or not kind.wild:
        raise LineError(f'"{text}" is only for lines under [wild]: without a wild joker a hand is of one kind')
    others = tuple(other.name for other in KINDS if other.name != kind.name)
    if name not in others:
        raise LineError(
            f'"{text}": no other kind is called that (known: {", ".join(others)}){did_you_mean(name, others)}'
        )
    if narrowed:
        raise LineError(f'"{text}": AS sets the hand by the lines of another kind and takes no "with" or "holding"')
    return Front("AS", group=name)


def parse_condition(text: str, kind: Kind | None, choices: Collection[str] = ()) -> Condition:
    """Read one condition.

    >>> parse_condition("single K-A", None)
    HasSingle(ranks=RankRange(low=11, high=12), wanted=True)
    """
    if match := re.fullmatch(rf"(no )?({_BEHIND})", text):
        return HasMade(Behind.of(match[2]), match[1] is None)
    if match := re.fullmatch(rf"(no )?single ({_RANGE})", text):
        return HasSingle(_range(match[2]), match[1] is None)
    if match := re.fullmatch(rf"second single ({_RANGE})", text):
        return SecondSingle(_range(match[1]))
    if match := re.fullmatch(rf"({'|'.join(PLACES)}) ({_RANGE})", text):
        return PlacedCard(1 + PLACES.index(match[1]), _range(match[2]))
    if match := re.fullmatch(rf"({_GROUP}) ({_RANGE})", text):
        return GroupRank(_group(match[1], kind), _range(match[2]))
    if match := re.fullmatch(r"(.+) above (.+)", text):
        return Above(parse_front(match[1], kind, choices), parse_front(match[2], kind, choices))
    if match := re.fullmatch(r"(.+) is a pair", text):
        return IsPair(parse_front(match[1], kind, choices))
    if match := re.fullmatch(rf"(.+) holds ({_RANGE})", text):
        return Holds(parse_front(match[1], kind, choices), _range(match[2]))
    raise LineError(
        f'unknown condition "{text}" (known: MADE, no MADE, MADE but no ROYAL, a group and ranks such as "pair T-K", '
        "single K-A, no single A, second single 9-A, third 2-9, FRONT above FRONT, FRONT is a pair, FRONT holds K-A)"
    )


def parse_line(text: str, kind: Kind | None, choices: Collection[str] = ()) -> tuple[tuple[Condition, ...], Front]:
    """Read a whole line. A ten may be written 10.

    >>> conditions, front = parse_line("MADE, single A: BEST", None)
    >>> conditions[0], front.base
    (HasMade(behind=Behind(word='MADE', barred=None), wanted=True), 'BEST')
    >>> parse_line("third 7-10: KEEP", None) == parse_line("third 7-T: KEEP", None)
    True
    """
    text = re.sub(r"\b10\b", "T", " ".join(text.split()))
    before, colon, after = text.partition(":")
    if not colon:
        return (), parse_front(text, kind, choices)
    conditions: list[Condition] = []
    faults: list[str] = []
    for part in before.split(","):
        try:
            conditions.append(parse_condition(part.strip(), kind, choices))
        except LineError as error:
            faults += error.faults
    try:
        front = parse_front(after.strip(), kind, choices)
    except LineError as error:
        raise LineError(*faults, *error.faults) from None
    if faults:
        raise LineError(*faults)
    return tuple(conditions), front
