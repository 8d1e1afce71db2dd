"""Side bets: published counts and edges, and every row against setting the hands one by one."""

from __future__ import annotations

import random
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from paigow.answers.side_bet_edges import HANDS, counted_frequencies, dealer_frequencies, edge, frequencies
from paigow.answers.side_bets import SideBetsAnswer, side_bets_answer
from paigow.counting.counters import counter
from paigow.dealer.class_counts import class_counts
from paigow.faults import InvalidInput
from paigow.game.cards import DECK_SIZE, JOKER, canonical
from paigow.game.ranks import STANDARD
from paigow.requests.side_bets import SideBetsRequest
from paigow.side_bets.bets import Row, side_bets
from paigow.side_bets.hands import rows_made
from tests.conftest import HOUSE_WAYS, category_of, figures, hand, high_value, low_value, random_hands

HAND = "Jk As Qs Qh Qd 7s 2s"
KING, QUEEN = 11, 10


def ask(**values: object) -> SideBetsAnswer:
    return side_bets_answer(SideBetsRequest.read(values))


@pytest.mark.parametrize(("bet", "published"), [("fortune", "fortune_side_bet"), ("jackpot", "jackpot_side_bet")])
def test_published_counts(bet: str, published: str):
    rows = [count for name, count in figures()[published].items() if name not in ("source", "rest", "nothing")]
    shipped = side_bets()[bet]
    assert list(frequencies(shipped)) == rows
    nothing = {"fortune": "rest", "jackpot": "nothing"}[bet]
    assert HANDS - sum(frequencies(shipped)) == figures()[published][nothing]
    assert counted_frequencies(shipped.rows) == frequencies(shipped)


def test_a_bet_that_does_not_state_its_counts_is_counted():
    bet = side_bets()["jackpot"]
    silent = replace(bet, rows=(replace(bet.rows[0], hands=None), *bet.rows[1:]))
    assert frequencies(silent) == frequencies(bet)


def test_published_edges():
    fortune = {table.id: table for table in ask(bet="fortune").side_bets[0].pay_tables}["2"]
    assert round(100 * fortune.edge, 4) == 7.7656
    dragon = ask(bet="queens-dragon").side_bets[0]
    assert dragon.rows[0].hands == figures()["no_pair_no_made_hand_by_high_card"]["Q"] == 2_719_500
    assert round(100 * dragon.pay_tables[0].edge, 3) == 10.022
    tiger = ask(bet="tiger-nine", house_way="trump-plaza").side_bets[0]
    assert tiger.rows[0].hands == 3_853_596


def makes(row: Row, seven: tuple[int, ...]) -> bool:
    """Whether a hand makes a row, split by split."""
    if row.natural and JOKER in seven:
        return False
    natural = [card for card in seven if card != JOKER]
    if row.hand == "seven_card_straight_flush":
        runs = [{12, 0, 1, 2, 3, 4, 5}, *({*range(low, low + 7)} for low in range(7))]
        return len({card & 3 for card in natural}) == 1 and any({card >> 2 for card in natural} <= run for run in runs)
    for low in combinations(seven, 2):
        behind = [card for card in seven if card not in low]
        if category_of(high_value(behind)) != row.hand:
            continue
        front = {
            None: True,
            "pair": low_value(low) >= 78,
            "pair_of_aces": low_value(low) == 90,
            "suited_king_queen": {card >> 2 for card in low} == {KING, QUEEN} and low[0] & 3 == low[1] & 3,
        }[row.front]
        if front:
            return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("bet", ["fortune", "jackpot"])
def test_rows_are_those_of_setting_the_hand(bet: str):
    rng = random.Random(5)
    spades = [4 * rank for rank in range(13)]
    royals = [4 * rank for rank in range(8, 13)]
    aces = [48, 49, 50, 51]
    decks = [
        list(range(DECK_SIZE)),
        [*spades, JOKER],
        [*royals, JOKER, 45, 41, 46, 42, *aces[1:]],
        [*aces, JOKER, 0, 1, 4],
    ]
    rows = side_bets()[bet].rows
    hands = [canonical(rng.sample(deck, 7)) for deck in decks for _ in range(400)]
    made = rows_made(np.array(hands, dtype=np.uint8), rows)
    for seven, row in zip(hands, made.tolist(), strict=True):
        assert row == next((number for number, each in enumerate(rows) if makes(each, seven)), -1), seven
    assert len(set(made.tolist())) > len(rows) // 2


EXAMPLES = [
    ("fortune", "Ah 2h 3h 4h 5h 6h 7h", "seven_card_straight_flush"),
    ("fortune", "As Ks Qs Js Ts Kd Qd", "royal_flush_and_suited_king_queen"),
    ("fortune", "As Ks Qs Js Ts Kd Qc", "royal_flush"),
    ("fortune", "Jk Ks Qs Js Ts 9s 8s", "seven_card_straight_flush_with_joker"),
    ("fortune", "Jk As Ah Ad Ac 9s 8s", "five_aces"),
    ("fortune", "9s 8s 7s 6s 5s 9d 9c", "straight_flush"),
    ("fortune", "9s 9h 9d 8c 7s 6h 5d", "three_of_a_kind"),
    ("fortune", "9s 9h 8d 8c 7s 7h 5d", None),
    ("jackpot", "As Ks Qs Js Ts Ad Ac", "natural_royal_flush_and_natural_aces"),
    ("jackpot", "As Ks Qs Js Ts Jk Ac", "royal_flush_and_pair"),
    ("jackpot", "As Ah Ad Ac Jk 2s 2c", "five_aces_and_pair"),
    ("jackpot", "9s 9h 9d 9c 7s 6h 5d", "four_of_a_kind"),
    ("jackpot", "9s 9h 9d 8c 7s 6h 5d", "straight_and_pair"),
]


@pytest.mark.parametrize(("bet", "cards", "made"), EXAMPLES, ids=str)
def test_what_a_hand_makes(bet: str, cards: str, made: str | None):
    found = ask(bet=bet, cards=cards).side_bets[0]
    assert found.made == made
    for table in found.pay_tables:
        assert table.net == (table.pays[made] if made else "-1")


@pytest.mark.parametrize(
    ("bet", "table", "published"),
    [
        ("fortune", "2", "0.077656"),
        ("fortune", "3", "0.078279"),
        ("fortune", "4", "0.0849"),
        ("fortune", "5", "0.078279"),
        ("fortune", "6", "0.092855"),
        ("fortune", "7", "0.077656"),
        ("jackpot", "1", "0.022088"),
        ("queens-dragon", "50", "0.100222"),
    ],
)
def test_published_edges_to_every_digit(bet: str, table: str, published: str):
    """paigowonline.com.au, and wizardofodds.com/games/pai-gow-poker/."""
    edges = {each.id: each.edge for each in ask(bet=bet).side_bets[0].pay_tables}
    assert f"{edges[table]:.{len(published) - 2}f}" == published


@pytest.mark.parametrize(
    ("way", "edge"),
    [
        ("trump-plaza", 0.224996),
        ("foxwoods", 0.224996),
        ("stones", 0.225189),
        ("mgm-grand", 0.17984),
        ("flamingo", 0.167559),
    ],
)
def test_the_edge_of_tiger_nine_is_that_of_the_house_way(way: str, edge: float):
    assert round(ask(bet="tiger-nine", house_way=way).side_bets[0].pay_tables[0].edge, 6) == edge


@pytest.mark.parametrize("way_id", HOUSE_WAYS)
def test_bets_on_the_dealers_hand_count_what_he_can_hold(way_id: str):
    kernel = counter(way_id)
    tables = kernel.tables
    nine_high = (tables.low >= low_value(hand("9s 2s", 2))) & (tables.low <= low_value(hand("9s 8s", 2)))
    queen_high = np.isin(tables.high, list(STANDARD.high_card_values(QUEEN)))
    for seven, dead in random_hands(5, seed=9, most_dead=20):
        hands = class_counts((*seven, *dead))
        for bet, wanted in (("queens-dragon", queen_high), ("tiger-nine", nine_high)):
            assert dealer_frequencies(side_bets()[bet], kernel, (*seven, *dead)) == (hands[wanted].sum(),)


def test_the_edge_beside_known_cards():
    found = ask(bet="queens-dragon", cards=HAND, dead="Qc").side_bets[0]
    assert (found.rows[0].hands, found.rows[0].dealer_hands) == (2_719_500, 0)
    assert found.dealer_hands == comb(45, 7)
    assert found.pay_tables[0].edge_now == 1.0
    before = ask(bet="queens-dragon").side_bets[0]
    assert (before.dealer_hands, before.rows[0].dealer_hands, before.pay_tables[0].edge_now) == (None, None, None)
    fortune = ask(bet="fortune", cards=HAND, dead="Qc").side_bets[0]
    assert (fortune.dealer_hands, fortune.pay_tables[0].edge_now) == (None, None)


def test_edges_are_the_nearest_doubles():
    pays = [Decimal("0.1"), Decimal("2.5")]
    exact = 1 - (Fraction("1.1") * 1234 + Fraction("3.5") * 567) / 100_000
    assert edge(pays, [1234, 567], 100_000) == float(exact)


def test_your_own_pay_table():
    tables = ask(bet="fortune", pays=[8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, "2.0"]).side_bets[0].pay_tables
    assert (tables[-1].id, tables[-1].source, tables[-1].edge) == ("pays", None, tables[0].edge)
    assert tables[-1].pays == tables[0].pays
    assert ask(bet="tiger-nine", pays="35").side_bets[0].pay_tables[-1].edge < 0.1


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"pays": "1"}, "pays says what each row of one bet pays: name that bet, too"),
        (
            {"bet": "tiger-nine", "pays": "1,2"},
            "pays holds 2 numbers where tiger-nine needs 1, one a row: dealer_front_nine_high",
        ),
        ({"bet": "tiger-nine", "pays": "-1"}, "item 1 of pays is no decimal from 0 to 1,000,000,000"),
        ({"bet": "tiger-nine", "pays": "1e3"}, "item 1 of pays"),
        ({"bet": "tiger-nine", "pays": ["0.1234567"]}, "at most 6 places"),
        ({"bet": "tiger-nine", "pays": True}, "item 1 of pays"),
        ({"bet": "tiger-nine", "pays": None}, "item 1 of pays"),
        ({"bet": "mania"}, "bet is one of: fortune, jackpot, queens-dragon, tiger-nine"),
        ({"bet": "mania", "pays": "x"}, "item 1 of pays"),
        ({"cards": "As"}, "cards holds 1 card"),
        ({"cards": HAND, "dead": "As"}, "As is in the hand and in dead"),
        ({"stake": 5}, "there is no parameter stake; there are: cards, lang, house_way, dead, bet, pays"),
    ],
)
def test_faults_are_named(values: dict[str, object], message: str):
    with pytest.raises(InvalidInput, match=message):
        SideBetsRequest.read(values)


def test_files_are_complete():
    for bet in side_bets().values():
        ids = [row.id for row in bet.rows]
        assert len(set(ids)) == len(ids)
        assert all(set(names) == {"en", "es"} for names in (bet.name, *(row.name for row in bet.rows)))
        assert all(len(table.pays) == len(ids) for table in bet.pay_tables)
        for row in bet.rows:
            assert (row.dealer is None) == (bet.looks_at == "player")
            # Whether a front is suited is told apart beside a flush only: `edges` counts no other.
            assert row.front != "suited_king_queen" or row.hand in ("flush", "straight_flush", "royal_flush")
