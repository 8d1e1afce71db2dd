"""A house way's line as an English sentence."""

from __future__ import annotations

from paigow.game.cards import ACE
from paigow.game.names import PLURALS, RANK_WORDS
from paigow.house_ways.kinds import KINDS, Kind
from paigow.house_ways.language import (
    FRONTS,
    JOKER_BROADWAY,
    PLACED_FRONTS,
    PLACES,
    Above,
    Behind,
    Condition,
    Front,
    GroupRank,
    HasMade,
    HasSingle,
    Holds,
    PlacedCard,
    RankRange,
    SecondSingle,
)
from paigow.house_ways.wording import is_sure, ranks_the_joker

_RANKS, _PLURALS = RANK_WORDS["en"], PLURALS["en"]
_MADE = {
    "MADE": "a straight or flush",
    "STRAIGHT": "a straight",
    "FLUSH": "a flush",
    "STRAIGHT OR FLUSH": "a straight or flush (no straight flush)",
    "STRAIGHT FLUSH": "a straight flush",
    "ROYAL": "a royal flush",
    JOKER_BROADWAY: "an ace-high straight or royal flush that takes the joker",
}


def sentence(whose: Kind | str, conditions: tuple[Condition, ...], front: Front) -> str:
    """A line as a sentence. `whose` is the kind of hand that it is for, or the name of the choice it belongs to."""
    owner, when, play = sentence_parts(whose, conditions, front)
    return f"{owner}{', where ' + when if when else ''}: {play}."


def sentence_parts(whose: Kind | str, conditions: tuple[Condition, ...], front: Front) -> tuple[str, str, str]:
    """The parts of that sentence: the kind of hand, when the line applies ("" for always), and what is played."""
    owner = whose.words + " with a wild joker" * whose.wild if isinstance(whose, Kind) else whose
    when = " and ".join(condition_words(condition) for condition in conditions)
    return owner, when, _instruction(front, conditions) + _joker_last(whose, conditions, front)


def _joker_last(whose: Kind | str, conditions: tuple[Condition, ...], front: Front) -> str:
    """That of equal cards a wild joker stays behind, where a line would leave it open; else ""."""
    return ", the joker the last of equal cards" if ranks_the_joker(whose, conditions, front) else ""


def condition_words(condition: Condition) -> str:
    """A condition, as "a king or an ace is a single"."""
    match condition:
        case HasMade():
            made = _behind(condition.behind)
            return f"{made if condition.wanted else 'no' + made[1:]} can stand behind"
        case GroupRank():
            return f"{_group(condition.group)} is {_range_of_groups(condition.ranks)}"
        case SecondSingle():
            return f"the second highest single is {_range(condition.ranks)}"
        case PlacedCard():
            return f"the {PLACES[condition.place - 1]} highest card is {_range(condition.ranks)}"
        case HasSingle():
            single = _range(condition.ranks)
            return f"{single} is a single" if condition.wanted else f"no single is {single}"
        case Above():
            return f"{_noun(condition.first)} would be a higher front than {_noun(condition.second)}"
        case Holds():
            return f"{_noun(condition.front)} would hold {_range(condition.ranks)}"
        case _:
            return f"{_noun(condition.front)} would be a pair"


def _instruction(front: Front, conditions: tuple[Condition, ...]) -> str:
    match front.base:
        case "BEST" | "BEST PAIR":
            sure = is_sure(front, conditions)
            in_front = "" if front.base == "BEST" else "in front "
            return f"play {in_front}{_noun(front)}{'' if sure else ', if there is one'}"
        case "AS":
            return f"play {_noun(front)}, the joker counted as the highest card that makes it one, if any does"
        case base if base not in FRONTS:
            return f"play {_noun(front)}, if it gives one"
    qualities = [f"holds {_range(front.holding)}"] if front.holding else []
    qualities += [f"leaves {_behind(front.behind)} behind"] if front.behind else []
    paired = ", everything paired behind" if front.base == "KEEP" else ""
    if qualities:
        return f"play {_name(front)} in front{paired}, if that {' and '.join(qualities)}"
    may_lack = front.base == "HIGHEST PAIR" or front.rank is not None
    return f"play {_name(front)} in front{paired}{', if there is one' if may_lack else ''}"


def _noun(front: Front) -> str:
    """A front in words, with what it must hold and what must stand behind it."""
    qualities = [f"holding {_range(front.holding)}"] if front.holding else []
    qualities += [f"leaving {_behind(front.behind)} behind"] if front.behind else []
    return _name(front) + (f" {' and '.join(qualities)}" if qualities else "")


def _name(front: Front) -> str:
    match front.base:
        case "KEEP":
            return "the two highest singles"
        case "PAIR" if front.rank is not None:
            return f"a pair of {_PLURALS[front.rank]}"
        case "PAIR" if front.group == "single":
            return "the highest single and the joker"
        case "PAIR":
            group = _group(front.group or "")
            return group if group.endswith("pair") else f"two of {group}"
        case "BEST":
            return "the highest front"
        case "BEST PAIR":
            return "the highest pair"
        case "HIGHEST PAIR":
            return "the highest pair that is no foul"
        case "AS":
            words = next(kind.words for kind in KINDS if kind.name == front.group)
            return f"the front by the lines for {words.lower()}"
        case "BREAK ACES":
            return "one ace and the highest single"
        case "BREAK":
            return f"one card of {_group(front.group or '')} and the highest single"
        case base if base in PLACED_FRONTS:
            return f"the {base.lower()} highest cards"
        case _:
            return f"the front by the list {front.base}"


def _behind(behind: Behind) -> str:
    """As "a straight or flush (not counting a royal flush)"."""
    return _MADE[behind.word] + (f" (not counting {_MADE[behind.barred]})" if behind.barred else "")


def _group(group: str) -> str:
    return "the " + group.replace("trips", "three of a kind").replace("quads", "four of a kind")


def _range(ranks: RankRange) -> str:
    """As "a king or an ace", "a queen or better", "a nine or lower", "a ten to a king"."""
    low, high = _with_article(ranks.low), _with_article(ranks.high)
    if ranks.low == ranks.high:
        return low
    if ranks.high == ranks.low + 1:
        return f"{low} or {high}"
    if ranks.low == 0:
        return f"{high} or lower"
    return f"{low} or better" if ranks.high == ACE else f"{low} to {high}"


def _range_of_groups(ranks: RankRange) -> str:
    """As "aces", "sevens to tens", "tens or better", "sixes or lower"."""
    low, high = _PLURALS[ranks.low], _PLURALS[ranks.high]
    if low == high:
        return low
    if ranks.high == ACE:
        return f"{low} or better"
    return f"{high} or lower" if ranks.low == 0 else f"{low} to {high}"


def _with_article(rank: int) -> str:
    return ("an " if _RANKS[rank][0] in "ae" else "a ") + _RANKS[rank]
