"""The names of hands in both languages."""

from __future__ import annotations

import pytest

from paigow.game.names import LANGUAGES, PLURALS, RANK_WORDS, Lang, high_name, high_words, low_name, low_words
from paigow.game.ranks import LOW_VALUES, STANDARD, ranking_of
from tests.conftest import hand, high_value

NAMES = [
    ("As Ah Ad Ac Jk", "Five aces", "Cinco ases"),
    ("As Ks Qs Js Ts", "Royal flush", "Escala real"),
    ("9s 8s 7s 6s 5s", "Nine-high straight flush", "Escala de color al nueve"),
    ("As 2s 3s 4s 5s", "Steel wheel (ace-to-five straight flush)", "Escala de color del as al cinco"),
    ("Qs Qh Qd Qc 2s", "Four queens", "Póker de reinas"),
    ("6s 6h 6d 3c 3s", "Full house, sixes over threes", "Full de seises y treses"),
    ("Qs 9s 7s 4s 2s", "Queen-high flush", "Color a la reina"),
    ("Ks Qh Jd Tc 9s", "King-high straight", "Escalera al rey"),
    ("As 2h 3d 4c 5s", "Wheel (ace-to-five straight)", "Escalera del as al cinco"),
    ("Js Jh Jd 4c 2s", "Three jacks", "Trío de jotas"),
    ("Ts Th 8d 8c 2s", "Two pair, tens and eights", "Doble pareja, dieces y ochos"),
    ("As Ah 8d 7c 2s", "Pair of aces", "Par de ases"),
    ("Ks Qh 8d 7c 2s", "King high", "Carta alta, rey"),
]


@pytest.mark.parametrize(("cards", "english", "spanish"), NAMES)
def test_high_hands_have_names(cards: str, english: str, spanish: str):
    value = high_value(hand(cards, size=5))
    assert (high_name(value), high_name(value, lang="es")) == (english, spanish)


def test_low_hands_have_names():
    assert [low_name(low) for low in (0, 77, 78, 90)] == ["Three-two", "Ace-king", "Pair of twos", "Pair of aces"]
    assert [low_name(low, "es") for low in (0, 77, 78, 90)] == ["Tres-dos", "As-rey", "Par de doses", "Par de ases"]


def test_both_languages_tell_the_same_hands_apart():
    for ranking in (STANDARD, ranking_of("lowest", "wild")):
        english, spanish = high_words(ranking), high_words(ranking, "es")
        assert [category for category, *_ in english] == [category for category, *_ in spanish]
        assert len(set(english)) == len(set(spanish)) == len(set(zip(english, spanish, strict=True)))
    assert high_words(ranking_of("second", "wild"), "es")[-2:] == [
        ("five_of_a_kind", "Cinco reyes", "cinco reyes"),
        ("five_aces", "Cinco ases", "cinco ases"),
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_is_there(lang: Lang):
    assert len(set(RANK_WORDS[lang])) == len(set(PLURALS[lang])) == 13
    assert len({name for _, name, _ in low_words(lang)}) == LOW_VALUES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hands_of_one_name_share_it(lang: Lang):
    words = high_words(STANDARD, lang)
    assert len({id(each) for each in words}) == len(set(words)) < 400
