"""Notation: everything people really send is read, or refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from paigow.faults import InvalidInput
from paigow.game.cards import DECK_SIZE, JOKER, canonical, name_of, parse, parse_dead, parse_hand
from tests.conftest import cards


def names(text: object) -> list[str]:
    reading = parse(text)
    assert not reading.faults
    return [name_of(card) for card in reading.cards]


def faults_of(value: object) -> list[tuple[str, int | None, str | None]]:
    return [(fault.code, fault.position, fault.value) for fault in parse(value).faults]


def test_every_card_is_read_as_it_is_written():
    deck = range(DECK_SIZE)
    assert len({name_of(card) for card in deck}) == DECK_SIZE
    assert list(cards(" ".join(name_of(card) for card in deck))) == list(deck)
    assert list(cards("".join(name_of(card) for card in deck))) == list(deck)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10h 9d 8c 7s 6h Kd 2c", "Th 9d 8c 7s 6h Kd 2c"),
        ("10h9d8c7s6hKd2c", "Th 9d 8c 7s 6h Kd 2c"),
        ("2d 6s 6c 3d 10c", "2d 6s 6c 3d Tc"),
        ("ah aD As aC", "Ah Ad As Ac"),
        ("tH 10d 10C", "Th Td Tc"),
        ("A♠ K♥ Q♦ J♣", "As Kh Qd Jc"),
        ("A♤ K♡ Q♢ J♧", "As Kh Qd Jc"),
        ("A♠\ufe0fK♥\ufe0f,Q♦\ufe0f 10♣\ufe0f", "As Kh Qd Tc"),
        ("A♠\ufe0e K❤\ufe0f Q❤", "As Kh Qh"),
        ("As,Kd,,Qc,\n", "As Kd Qc"),
        (" As  Kd\tQc ", "As Kd Qc"),
        ("As+Kd_Qc-Jh/Th\n9d\r\n8c", "As Kd Qc Jh Th 9d 8c"),
        ("joJhJc", "Jk Jh Jc"),
        ("jkjd", "Jk Jd"),
        ("JokerJs", "Jk Js"),
        ("jkrks", "Jk Ks"),
        ("As;Kd; 10h", "As Kd Th"),
        ("🂡 🂾🃍,🃑", "As Kh Qd Ac"),
        ("🂡🂾🃝🃏", "As Kh Qc Jk"),
        ("🂢\ufe0f🂪", "2s Ts"),
    ],
)
def test_spellings(text: str, expected: str):
    assert " ".join(names(text)) == expected


@pytest.mark.parametrize(
    "joker", ["Jk", "jk", "JK", "Jo", "jo", "JOKER", "Joker", "JKR", "*", "🃏", "🂿", "🃟", "🃏\ufe0f"]
)
def test_joker_spellings(joker: str):
    assert names(joker) == ["Jk"]
    assert names(f"As{joker}Kd") == ["As", "Jk", "Kd"]
    assert names([joker, "As"]) == ["Jk", "As"]


@pytest.mark.parametrize(
    "token",
    ["X", "x", "Xh", "XJ", "Or", "0r", "0h", "1h", "1", "11h", "Jo1", "Ass", "A", "s", "sA", "Kх", "Аs", "Aс", "Кd",
     "A\u017f", "\u212as", "٢s", "２s", "(", "nothing", "Jokers", "Zz", "A s".replace(" ", "\u200b"), "\ud83c", "\x00",
     "🂠", "🂬"],
)  # fmt: skip
def test_what_is_no_card_is_refused_by_name(token: str):
    (fault,) = parse(f"As {token} Kd").faults
    assert (fault.code, fault.position) == ("invalid-card", 2)
    assert parse(f"As {token} Kd").cards == (48, 46)
    fault.detail.encode()
    assert fault.value is not None
    fault.value.encode()


def test_hints():
    assert "Jk for the joker" in parse("X").faults[0].detail
    assert "CYRILLIC CAPITAL LETTER A" in parse("Аs").faults[0].detail
    for token, hint in (
        ("1h", "an ace is written A, such as Ah; a ten is written T or 10"),
        ("11d", "a jack is written J, such as Jd"),
        ("12D", "a queen is written Q, such as Qd"),
        ("13d", "a king is written K, such as Kd"),
        ("14d", "an ace is written A, such as Ad"),
        ("03s", "a 3 is written 3, such as 3s"),
        ("0h", "a ten is written T or 10"),
        ("1Oh", "a ten is written T or 10"),
        ("15d", "a card is a rank"),
        ("🂬", "KNIGHT OF SPADES"),
    ):
        detail = parse(token).faults[0].detail
        assert detail.startswith(f"{token} is not a card: ")
        assert hint in detail
    assert "a rank and a suit" in parse("10 h").faults[0].detail
    assert "joker is written" in parse("0r").faults[0].detail


def test_a_run_names_its_unreadable_pieces():
    assert faults_of("AsKdXhQd") == [("invalid-card", 3, "Xh")]
    assert faults_of("XhAsKdQd") == [("invalid-card", 1, "Xh")]
    assert faults_of("AsXhQdZcKd") == [("invalid-card", 2, "Xh"), ("invalid-card", 4, "Zc")]


def test_free_text_holds_no_cards():
    assert parse("(nothing dealt yet)").cards == ()
    assert faults_of("(nothing dealt yet)") == [
        ("invalid-card", 1, "(nothing"),
        ("invalid-card", 2, "dealt"),
        ("invalid-card", 3, "yet)"),
    ]


def test_every_repeat_is_named():
    assert faults_of("JcJc") == [("duplicate-card", 2, "Jc")]
    assert faults_of("As Jk as A♠ joker") == [
        ("duplicate-card", 3, "as"),
        ("duplicate-card", 4, "A♠"),
        ("duplicate-card", 5, "joker"),
    ]


def test_a_list_has_one_card_an_item():
    assert names(["As", " 10h ", "joker"]) == ["As", "Th", "Jk"]
    assert faults_of(["As", "", "Kd Qd", 5, None, ["Ad"], True]) == [
        ("invalid-card", 2, ""),
        ("invalid-card", 3, "Kd Qd"),
        ("invalid-card", 4, "5"),
        ("invalid-card", 5, "null"),
        ("invalid-card", 6, '["Ad"]'),
        ("invalid-card", 7, "true"),
    ]


@pytest.mark.parametrize("value", [None, 5, 5.0, True, {"a": 1}, b"As"])
def test_cards_are_text_or_a_list(value: object):
    with pytest.raises(InvalidInput, match="a string such as"):
        parse_hand(value)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "0 cards"),
        ("Ah Kd Qs Jc 9h 7d", "6 cards"),
        ("Ah", "1 card;"),
        ("Ah Kd Qs Jc 9h 7d 2c 3c", "8 cards"),
    ],
)
def test_the_count_says_how_many_were_found(text: str, found: str):
    with pytest.raises(InvalidInput, match=found) as error:
        parse_hand(text)
    assert error.value.code == "wrong-card-count"


def test_all_faults_of_a_hand_at_once():
    with pytest.raises(InvalidInput) as error:
        parse_hand("As As Xh Kd")
    assert [fault.code for fault in error.value.faults] == ["duplicate-card", "invalid-card", "wrong-card-count"]


def test_dead_cards():
    assert parse_dead("2s As") == (48, 0)
    assert parse_dead([]) == parse_dead("") == ()
    with pytest.raises(InvalidInput, match="is in the hand and in dead"):
        parse_dead("2s As", elsewhere={48: "the hand"})
    with pytest.raises(InvalidInput, match="at most 39"):
        parse_dead(" ".join(name_of(card) for card in range(40)))


def test_faults_are_bounded():
    with pytest.raises(InvalidInput) as error:
        parse_hand("Zz " * 333)
    assert len(error.value.faults) == 100
    assert "reading ends here" in error.value.faults[-1].detail
    with pytest.raises(InvalidInput) as error:
        parse_hand("Z" * 100_000)
    assert len(str(error.value)) < 1000


def test_canonical_order():
    assert canonical([0, 3, 51, 48, JOKER]) == (JOKER, 48, 51, 0, 3)


def read(text: str, **elsewhere: Any) -> Any:
    try:
        return parse_hand(text, **elsewhere)
    except InvalidInput as error:
        return [(fault.code, fault.detail, fault.position) for fault in error.faults]


@pytest.mark.parametrize("extra", ["", "Ah", "2c", "Jk", "3d", "Ah Ah", "Ah Kd", "X", " "])
@pytest.mark.parametrize(
    "cards", ["Ah Kd Qs Jc 9h 7d 2c", "Jk Kd Qs Jc 9h 7d 2c", "Ah Kd Qs Jc 9h 7d", "Ah Kd Qs Jc 9h Kd 2c"]
)
def test_our_own_spelling_is_read_no_less_carefully(cards: str, extra: str):
    """It goes a way of its own where no card is elsewhere."""
    for text in (f"{cards} {extra}", f"{extra} {cards}", f"{cards[:8]} {extra} {cards[9:]}"):
        assert read(text) == read(text, elsewhere={})


def test_a_repeated_card_is_no_spelling_of_seven():
    with pytest.raises(InvalidInput, match=r"Ah is given twice.*8 cards"):
        parse_hand("Ah Kd Qs Jc 9h 7d 2c Ah")


@pytest.mark.parametrize(
    ("token", "hint"),
    [
        ("1♠", "an ace is written A, such as A♠; a ten is written T or 10"),
        ("14♥", "an ace is written A, such as A♥"),
        ("11♦", "a jack is written J, such as J♦"),
        ("0♣", "a ten is written T or 10"),
        ("h2", "the rank stands first: 2h"),
        ("♠A", "the rank stands first: As"),
        ("H10", "the rank stands first: Th"),
        ("dK", "the rank stands first: Kd"),
    ],
)
def test_hints_for_what_people_send(token: str, hint: str):
    (fault,) = parse(token).faults
    assert fault.detail == f"{token} is not a card: {hint}"
