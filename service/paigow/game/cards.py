"""Cards: their numbers, the ways people write them, and the one way we write them.

A card is a number from 0 to 52: 4 x rank + suit, with rank 0 = deuce .. 12 = ace and suit 0 = spades, 1 = hearts,
2 = diamonds, 3 = clubs; the joker is 52. So the deuce of spades is 0, the ace of clubs 51.

Canonical order, used for everything that is shown, is the joker, then aces down to deuces, and within a rank spades,
hearts, diamonds, clubs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from paigow.faults import MOST_FAULTS, Fault, InvalidInput, excerpt

RANKS = "23456789TJQKA"
SUITS = "shdc"
JOKER = 52
DECK_SIZE = 53
HAND_SIZE = 7
LOW_SIZE = 2
SEATS = 7
"""The seats at a table, the dealer's among them."""

ACE = 12

MOST_CHARACTERS = 1_000
"""The longest text of a hand that is read: a hand needs less than a hundred."""

MOST_DEAD = DECK_SIZE - 2 * HAND_SIZE
MOST_DEAD_CHARACTERS = 2_000

_SUIT_SIGNS = {
    **{letter: suit for suit, letter in enumerate(SUITS)},
    **{letter.upper(): suit for suit, letter in enumerate(SUITS)},
    **dict(zip("♠♥♦♣", range(4), strict=True)),
    **dict(zip("♤♡♢♧", range(4), strict=True)),
    "❤": SUITS.index("h"),  # the heart on telephones
}
_RANK_SIGNS = {
    **{letter: rank for rank, letter in enumerate(RANKS)},
    **{letter.lower(): rank for rank, letter in enumerate(RANKS)},
    "10": RANKS.index("T"),
}
# Spelled out rather than matched without case: Unicode folds look-alikes (the Kelvin sign, the long s) onto ASCII.
_JOKER_SIGNS = ("joker", "jkr", "jk", "jo", "*", "🃏", "🂿", "🃟")  # black, red and white
_GLYPHS = {  # the Unicode block of playing cards: a row for each suit, ace to king, with a knight after the jack
    chr(0x1F0A1 + 16 * row + place): 4 * rank + suit
    for row, suit in enumerate(range(4))
    for rank, place in zip((ACE, *range(ACE)), (*range(11), 12, 13), strict=True)
}
_ASCII_LOWER = {ord(c): ord(c.lower()) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_SEPARATORS = re.compile(r"[\s,;+_/-]+")
_STYLES = ("\ufe0e", "\ufe0f")  # behind a symbol: as text, as emoji


def name_of(card: int) -> str:
    """The card as we write it.

    >>> [name_of(card) for card in (0, 34, 51, 52)]
    ['2s', 'Td', 'Ac', 'Jk']
    """
    return _NAMES[card]


def names_of(cards: Iterable[int]) -> tuple[str, ...]:
    """Cards as we write them."""
    return tuple(map(name_of, cards))


_NAMES = [*(rank + suit for rank in RANKS for suit in SUITS), "Jk"]
_USUAL = {name: card for card, name in enumerate(_NAMES)}
"""Our own spelling, which is read directly."""


def canonical(cards: Iterable[int]) -> tuple[int, ...]:
    """The cards in canonical order.

    >>> [name_of(card) for card in canonical([0, 51, 52, 48])]
    ['Jk', 'As', 'Ac', '2s']
    """
    return tuple(sorted(cards, key=lambda card: (-(card >> 2), card & 3)))


def _card_at(text: str, start: int) -> tuple[int, int] | None:
    """The card written at `start` and where it ends, or None."""
    lower = text[start : start + 5].translate(_ASCII_LOWER)
    for sign in _JOKER_SIGNS:
        if lower.startswith(sign):
            return JOKER, _past_style(text, start + len(sign))
    if text[start] in _GLYPHS:
        return _GLYPHS[text[start]], _past_style(text, start + 1)
    width = 2 if text.startswith("10", start) else 1
    rank = _RANK_SIGNS.get(text[start : start + width])
    suit = _SUIT_SIGNS.get(text[start + width : start + width + 1])
    if rank is None or suit is None:
        return None
    return 4 * rank + suit, _past_style(text, start + width + 1)


def _past_style(text: str, end: int) -> int:
    return end + 1 if text[end : end + 1] in _STYLES else end


_Token = tuple[str, int | None, str]
"""A token; the card it names, or None; and what is wrong with it, "" if it just names no card."""


def _tokens(text: str) -> Iterator[_Token]:
    """Every token of a text with the card it names, or None. Blank tokens (a trailing or doubled comma) do not count.

    A run without separators is read as cards from left to right. Where that fails, the unreadable pieces are named one
    by one if most of the run reads as cards, and as one token otherwise: "nothing" holds no ten of hearts.
    """
    for run in _SEPARATORS.split(text):
        if run in _USUAL:
            yield run, _USUAL[run], ""
        elif run:
            for token, card in _run_tokens(run):
                yield (token if card is not None else excerpt(token)), card, ""


def _item(item: object) -> _Token:
    """The one card of a list's item; anything else is a fault."""
    read = list(_tokens(item)) if isinstance(item, str) else []
    if len(read) == 1:
        return read[0]
    what = "is not a string" if not isinstance(item, str) else f"holds {len(read)} cards" if read else "is blank"
    return excerpt(item), None, f'{what}: each item of a list is one card, such as "As"'


def _run_tokens(run: str) -> list[tuple[str, int | None]]:
    tokens: list[tuple[str, int | None]] = []
    readable = at = unread = 0
    while at < len(run):
        found = _card_at(run, at)
        if found is None or 0 < at - unread < 2:  # an unreadable piece is as long as a card, "Xh" and not "X"
            at += 1
            continue
        if at > unread:
            tokens.append((run[unread:at], None))
        card, end = found
        tokens.append((run[at:end], card))
        readable += end - at
        at = unread = end
    if unread == 0:
        return [(run, None)]
    if len(run) - unread == 1 and tokens:  # one stray sign belongs to the card before it: "Jo1", "As2"
        tokens[-1] = (tokens[-1][0] + run[unread:], None)
    elif unread < len(run):
        tokens.append((run[unread:], None))
    if readable < len(run) and 2 * readable < len(run):
        return [(run, None)]
    return tokens


_SUIT = f"[{''.join(_SUIT_SIGNS)}]"
_NUMBERED = re.compile(rf"(0[1-9]|1[1-4]?)({_SUIT}?)$")
_LIKE_TEN = re.compile(rf"[1il]?[0o]{_SUIT}?$")
_SUIT_FIRST = re.compile(rf"({_SUIT})(10|[2-9tjqka])$")
_NUMBERS = {"1": ("an ace", "A"), "11": ("a jack", "J"), "12": ("a queen", "Q"), "13": ("a king", "K")}
_NUMBERS |= {"14": ("an ace", "A"), **{rank: (f"a {rank}", rank) for rank in "23456789"}}


def _hint(token: str) -> str:
    """A hint for the tokens that people really send."""
    lower = token.translate(_ASCII_LOWER)
    for sign in token:
        if not sign.isascii() and sign not in _SUIT_SIGNS and sign not in _STYLES and sign not in _GLYPHS:
            title = unicodedata.name(sign, "")
            named = f" ({title})" if title else ""
            return f"it holds U+{ord(sign):04X}{named}, which is no rank or suit"
    plain = lower.rstrip("".join(_STYLES))
    if found := _SUIT_FIRST.match(plain):
        return f"the rank stands first: {found[2].upper().replace('10', 'T')}{SUITS[_SUIT_SIGNS[found[1]]]}"
    if "x" in lower:
        return "X means a ten to some and a joker to others: write T or 10 for a ten, Jk for the joker"
    if lower in ("or", "0r") or lower.startswith(("jo", "jk")):
        return "the joker is written Jk, Jo, JKR, Joker or *"
    if number := _NUMBERED.match(plain):
        named, rank = _NUMBERS[number[1].lstrip("0")]
        ten = "; a ten is written T or 10" if number[1] == "1" else ""
        return f"{named} is written {rank}, such as {rank}{number[2] or 's'}{ten}"
    if _LIKE_TEN.match(plain) and not lower.startswith("10"):
        return "a ten is written T or 10"
    if len(token) == 1 or token.startswith("10"):
        return "a card is a rank and a suit, such as As or 10d"
    return "a card is a rank (2-9, T or 10, J, Q, K, A) and a suit (s, h, d, c or its symbol), the joker Jk"


class CardsRead(NamedTuple):
    """What was read: the different cards in the order written, how many tokens were no new card, and every fault.

    `cut` says that not all of it was read, so that the number of cards is unknown.
    """

    cards: tuple[int, ...]
    unreadable: int
    repeated: int
    faults: list[Fault]
    cut: bool = False


def parse(
    value: object,
    parameter: str = "cards",
    elsewhere: Mapping[int, str] | None = None,
    longest: int = MOST_CHARACTERS,
    most: int = MOST_FAULTS,
) -> CardsRead:
    """Cards in any spelling, and what is wrong with them, all of it.

    `value` is one string (separated by spaces, commas, `; + _ - /`, line ends or nothing) or a sequence of strings with
    one card each. A card that repeats is a fault, and so is one that is `elsewhere`, by the name of that place. A text,
    or the texts of a list together, of more than `longest` characters is not read; and reading ends with the fault
    number `most`.

    >>> reading = parse("10h, k♠ joker Qq")
    >>> [name_of(card) for card in reading.cards], [(fault.position, fault.value) for fault in reading.faults]
    (['Th', 'Ks', 'Jk'], [(4, 'Qq')])
    """
    listed = isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)
    if not isinstance(value, str) and not listed:
        detail = f'{parameter} is a string such as "As Kd 10h Jk" or a list of strings'
        return CardsRead((), 0, 0, [Fault("invalid-card", detail, parameter, value=excerpt(value))], cut=True)
    assert isinstance(value, Sequence)
    if (length := _characters(value)) > longest:
        items = "1 item" if len(value) == 1 else f"{len(value):,} items"
        what = f"{items} and {length:,} characters" if listed else f"{length:,} characters"
        detail = f"{parameter} has {what}; it is not read beyond {longest:,}"
        return CardsRead((), 0, 0, [Fault("invalid-card", detail, parameter, value=excerpt(value))], cut=True)

    faults: list[Fault] = []
    unreadable = repeated = 0
    first_seen: dict[int, int] = {}
    tokens = _tokens(value) if isinstance(value, str) else map(_item, value)
    for position, (token, card, why) in enumerate(tokens, start=1):
        if len(faults) == most:
            unread = f"{faults[-1].detail} (reading ends here: {parameter} has more, which may be faulty, too)"
            return CardsRead(
                tuple(first_seen), unreadable, repeated, [*faults[:-1], replace(faults[-1], detail=unread)], cut=True
            )
        if card is None:
            unreadable += 1
            code = "invalid-card"
            detail = f"item {position} of {parameter} {why}" if why else f"{token} is not a card: {_hint(token)}"
        elif card in first_seen:
            repeated += 1
            code = "duplicate-card"
            detail = f"{name_of(card)} is given twice in {parameter}, as card {first_seen[card]} and as card {position}"
        else:
            first_seen[card] = position
            if elsewhere is None or card not in elsewhere:
                continue
            code, detail = "duplicate-card", f"{name_of(card)} is in {elsewhere[card]} and in {parameter}"
        faults.append(Fault(code, detail, parameter, position, position - 1 if listed else None, excerpt(token)))
    return CardsRead(tuple(first_seen), unreadable, repeated, faults)


def _characters(value: Sequence[Any]) -> int:
    """How much there is to read: the characters of a text, or of the texts of a list, each with a separator."""
    if isinstance(value, str):
        return len(value)
    return len(value) + sum(len(item) for item in value if isinstance(item, str))


def _count_fault(value: object, read: CardsRead, parameter: str, wanted: str) -> Fault:
    found = len(read.cards) + read.unreadable + read.repeated
    notes = [f"{number} {word}" for number, word in zip(read[1:3], ("unreadable", "repeated"), strict=True) if number]
    tail = f" ({', '.join(notes)})" if notes else ""
    detail = f"{parameter} holds {found} card{'' if found == 1 else 's'}{tail}; {wanted}"
    written = value if isinstance(value, str) else " ".join(map(name_of, read.cards))
    return Fault("wrong-card-count", detail, parameter, value=excerpt(written))


def parse_hand(
    value: object,
    parameter: str = "cards",
    size: int = HAND_SIZE,
    elsewhere: Mapping[int, str] | None = None,
    most: int = MOST_FAULTS,
) -> tuple[int, ...]:
    """`size` different cards in canonical order, or an `InvalidInput` that names every fault, up to `most`.

    >>> " ".join(name_of(card) for card in parse_hand("2s7sQdQhQsAsJk"))
    'Jk As Qs Qh Qd 7s 2s'
    >>> parse_hand("As Kd")
    Traceback (most recent call last):
    paigow.faults.InvalidInput: cards holds 2 cards; exactly 7 are needed
    """
    if elsewhere is None and isinstance(value, str):
        plainly = [_USUAL.get(token, -1) for token in value.split(" ", size)]
        if len(plainly) == size == len({*plainly}) and -1 not in plainly:  # just as we write cards: most callers do
            return canonical(plainly)
    read = parse(value, parameter, elsewhere, most=most)
    if len(read.cards) + read.unreadable + read.repeated != size and not read.cut:
        read.faults.append(_count_fault(value, read, parameter, f"exactly {size} are needed"))
    if read.faults:
        raise InvalidInput(read.faults, most)
    return canonical(read.cards)


def parse_dead(
    value: object, parameter: str = "dead", elsewhere: Mapping[int, str] | None = None, most: int = MOST_FAULTS
) -> tuple[int, ...]:
    """Different dead cards in canonical order, none of them `elsewhere`, or an `InvalidInput` as `parse_hand` raises.

    There can be 39 of them: the player's seven and the dealer's seven must be left.
    """
    read = parse(value, parameter, elsewhere, MOST_DEAD_CHARACTERS, most)
    if len(read.cards) > MOST_DEAD:
        read.faults.append(_count_fault(value, read, parameter, f"at most {MOST_DEAD} can be dead"))
    if read.faults:
        raise InvalidInput(read.faults, most)
    return canonical(read.cards)
