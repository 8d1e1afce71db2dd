"""Hands in words: cards as we write them, with the category and the name of what they make."""

from __future__ import annotations

from dataclasses import dataclass

from paigow.game.cards import names_of
from paigow.game.names import Lang, high_words, low_words
from paigow.game.ranks import Ranking
from paigow.house_ways import Setting


@dataclass(frozen=True)
class NamedHand:
    """A high or a low hand: its cards as text in canonical order, its category and its name."""

    cards: tuple[str, ...]
    category: str
    name: str


@dataclass(frozen=True)
class DealerChoice:
    """How the house way sets a hand, and the line that applies."""

    high: NamedHand
    low: NamedHand
    rule: str


def named_high(cards: tuple[str, ...], value: int, ranking: Ranking, lang: Lang = "en") -> NamedHand:
    """A high hand of a given value."""
    return NamedHand(cards, *high_words(ranking, lang)[value][:2])


def named_low(cards: tuple[str, ...], value: int, lang: Lang = "en") -> NamedHand:
    """A low hand of a given value."""
    return NamedHand(cards, *low_words(lang)[value][:2])


def dealer_choice(setting: Setting, ranking: Ranking, lang: Lang = "en") -> DealerChoice:
    """A hand as the house way sets it."""
    return DealerChoice(
        high=named_high(names_of(setting.high), ranking.high_value(setting.high), ranking, lang),
        low=named_low(names_of(setting.low), ranking.low_value(setting.low), lang),
        rule=setting.line.words[lang],
    )
