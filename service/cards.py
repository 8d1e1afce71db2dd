"""Cards: their numbers, the ways people write them, and the one way we write them.

A card is a number from 0 to 52: 4 x rank + suit, with rank 0 = deuce .. 12 = ace and suit 0 = spades, 1 = hearts,
2 = diamonds, 3 = clubs; the joker is 52. So the deuce of spades is 0, the ace of clubs 51.

Canonical order, used for everything that is shown, is the joker, then aces down to deuces, and within a rank spades,
hearts, diamonds, clubs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from service.faults import Fault, InvalidInput, shown

RANKS = "23456789TJQKA"
SUITS = "shdc"
JOKER = 52
DECK_SIZE = 53
HAND_SIZE = 7
LOW_SIZE = 2

ACE = 12

_SUIT_SIGNS = {
    **{letter: suit for suit, letter in enumerate(SUITS)},
    **{letter.upper(): suit for suit, letter in enumerate(SUITS)},
    **dict(zip("♠♥♦♣", range(4), strict=True)),
    **dict(zip("♤♡♢♧", range(4), strict=True)),
    "❤": SUITS.index("h"),  # what telephones offer for a heart
}
_RANK_SIGNS = {
    **{letter: rank for rank, letter in enumerate(RANKS)},
    **{letter.lower(): rank for rank, letter in enumerate(RANKS)},
    "10": RANKS.index("T"),
}
# Spelled out rather than matched without case: Unicode folds look-alikes (the Kelvin sign, the long s) onto ASCII.
_JOKER_SIGNS = ("joker", "jkr", "jk", "jo", "*", "🃏", "🂿", "🃟")  # black, red and white
_ASCII_LOWER = {ord(c): ord(c.lower()) for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_SEPARATORS = re.compile(r"[\s,+_/-]+")
_STYLES = ("\ufe0e", "\ufe0f")  # behind a symbol: as text, as emoji


def name_of(card: int) -> str:
    """The card as we write it.

    >>> [name_of(card) for card in (0, 34, 51, 52)]
    ['2s', 'Td', 'Ac', 'Jk']
    """
    return _NAMES[card]


_NAMES = [*(rank + suit for rank in RANKS for suit in SUITS), "Jk"]
_USUAL = {name: card for card, name in enumerate(_NAMES)}
"""The spelling we use ourselves, read without further ado."""


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
    width = 2 if text.startswith("10", start) else 1
    rank = _RANK_SIGNS.get(text[start : start + width])
    suit = _SUIT_SIGNS.get(text[start + width : start + width + 1])
    if rank is None or suit is None:
        return None
    return 4 * rank + suit, _past_style(text, start + width + 1)


def _past_style(text: str, end: int) -> int:
    return end + 1 if text[end : end + 1] in _STYLES else end


def _tokens(text: str) -> list[tuple[str, int | None]]:
    """Every token of a text with the card it names, or None. Blank tokens (a trailing or doubled comma) do not count.

    A run without separators is read as cards from left to right. Where that fails, the unreadable pieces are named one
    by one if most of the run reads as cards, and as one token otherwise: "nothing" holds no ten of hearts.
    """
    tokens: list[tuple[str, int | None]] = []
    for run in _SEPARATORS.split(text):
        if run in _USUAL:
            tokens.append((run, _USUAL[run]))
        elif run:
            tokens.extend(_run_tokens(run))
    return tokens


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


def _why_unreadable(token: str) -> str:
    """A hint for the tokens that people really send."""
    lower = token.translate(_ASCII_LOWER)
    for sign in token:
        if not sign.isascii() and sign not in _SUIT_SIGNS and sign not in _STYLES:
            title = unicodedata.name(sign, "")
            named = f" ({title})" if title else ""
            return f"it holds U+{ord(sign):04X}{named}, which is no rank or suit"
    if "x" in lower:
        return "X means a ten to some and a joker to others: write T or 10 for a ten, Jk for the joker"
    if lower in ("or", "0r") or lower.startswith(("jo", "jk")):
        return "the joker is written Jk, Jo, JKR, Joker or *"
    if len(token) == 1 or token.startswith("10"):
        return "a card is a rank and a suit, such as As or 10d"
    if ";" in token:
        return "cards are separated by spaces, commas, + _ - / or nothing"
    if lower[0] in "01":
        return "a ten is written T or 10"
    return "a card is a rank (2-9, T or 10, J, Q, K, A) and a suit (s, h, d, c or its symbol), the joker Jk"


class Reading(NamedTuple):
    """What was read: the different cards in the order written, how many tokens were no new card, and every fault."""

    cards: tuple[int, ...]
    unreadable: int
    repeated: int
    faults: list[Fault]


def parse(value: object, parameter: str = "cards", elsewhere: Mapping[int, str] | None = None) -> Reading:
    """Cards in any spelling, and what is wrong with them, all of it.

    `value` is one string (separated by spaces, commas, `+ _ - /`, line ends or nothing) or a sequence of strings with
    one card each. A card that repeats is a fault, and so is one that is `elsewhere`, by the name of that place.

    >>> reading = parse("10h, k♠ joker Qq")
    >>> [name_of(card) for card in reading.cards], [(fault.position, fault.value) for fault in reading.faults]
    (['Th', 'Ks', 'Jk'], [(4, 'Qq')])
    """
    listed = isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)
    tokens: list[tuple[str, int | None]] = []
    faults: list[Fault] = []
    if isinstance(value, str):
        tokens = _tokens(value)
    elif isinstance(value, Sequence) and listed:
        for position, item in enumerate(value, start=1):
            tokens.append(_item_token(item, position, parameter, faults))
    else:
        detail = f'{parameter} is a string such as "As Kd 10h Jk" or a list of strings'
        return Reading((), 0, 0, [Fault("invalid-card", detail, parameter, value=shown(value))])

    named = {fault.position for fault in faults}
    unreadable = repeated = 0
    first_seen: dict[int, int] = {}
    for position, (token, card) in enumerate(tokens, start=1):
        if card is None:
            unreadable += 1
            if position in named:
                continue
            code, detail = "invalid-card", f"{shown(token)} is not a card: {_why_unreadable(token)}"
        elif card in first_seen:
            repeated += 1
            code = "duplicate-card"
            detail = f"{name_of(card)} is given twice in {parameter}, as card {first_seen[card]} and as card {position}"
        else:
            first_seen[card] = position
            if elsewhere is None or card not in elsewhere:
                continue
            code, detail = "duplicate-card", f"{name_of(card)} is in {elsewhere[card]} and in {parameter}"
        faults.append(Fault(code, detail, parameter, position, position - 1 if listed else None, shown(token)))
    return Reading(tuple(first_seen), unreadable, repeated, sorted(faults, key=lambda fault: fault.position or 0))


def _item_token(item: object, position: int, parameter: str, faults: list[Fault]) -> tuple[str, int | None]:
    """The one card of a list's item; anything else is a fault."""
    read = _tokens(item) if isinstance(item, str) else []
    if len(read) == 1:
        return read[0]
    what = "is not a string" if not isinstance(item, str) else f"holds {len(read)} cards" if read else "is blank"
    detail = f'item {position} of {parameter} {what}: each item of a list is one card, such as "As"'
    faults.append(Fault("invalid-card", detail, parameter, position, position - 1, shown(item)))
    return shown(item), None


def _count_fault(value: object, reading: Reading, parameter: str, wanted: str) -> Fault:
    found = len(reading.cards) + reading.unreadable + reading.repeated
    notes = [
        f"{number} {word}" for number, word in zip(reading[1:3], ("unreadable", "repeated"), strict=True) if number
    ]
    tail = f" ({', '.join(notes)})" if notes else ""
    detail = f"{parameter} holds {found} card{'' if found == 1 else 's'}{tail}; {wanted}"
    written = value if isinstance(value, str) else " ".join(map(name_of, reading.cards))
    return Fault("wrong-card-count", detail, parameter, value=shown(written))


def parse_hand(
    value: object, parameter: str = "cards", size: int = HAND_SIZE, elsewhere: Mapping[int, str] | None = None
) -> tuple[int, ...]:
    """`size` different cards in canonical order, or an `InvalidInput` that names every fault.

    >>> " ".join(name_of(card) for card in parse_hand("2s7sQdQhQsAsJk"))
    'Jk As Qs Qh Qd 7s 2s'
    >>> parse_hand("As Kd")
    Traceback (most recent call last):
    service.faults.InvalidInput: cards holds 2 cards; exactly 7 are needed
    """
    if elsewhere is None and isinstance(value, str):
        plainly = [_USUAL.get(token, -1) for token in value.split(" ", size)]
        if len(plainly) == size == len({*plainly}) and -1 not in plainly:  # just as we write cards: most callers do
            return canonical(plainly)
    reading = parse(value, parameter, elsewhere)
    faults = reading.faults
    no_cards_at_all = any(fault.position is None for fault in faults)
    if len(reading.cards) + reading.unreadable + reading.repeated != size and not no_cards_at_all:
        faults.append(_count_fault(value, reading, parameter, f"exactly {size} are needed"))
    if faults:
        raise InvalidInput(faults)
    return canonical(reading.cards)


def parse_dead(
    value: object, most: int, parameter: str = "dead", elsewhere: Mapping[int, str] | None = None
) -> tuple[int, ...]:
    """Up to `most` different dead cards in canonical order, none of them `elsewhere`, or an `InvalidInput`."""
    reading = parse(value, parameter, elsewhere)
    faults = reading.faults
    if len(reading.cards) > most:
        faults.append(_count_fault(value, reading, parameter, f"at most {most} can be dead"))
    if faults:
        raise InvalidInput(faults)
    return canonical(reading.cards)
