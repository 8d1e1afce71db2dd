"""Side bets: published counts and edges, and every row against setting the hands one by one."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

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
from paigow.side_bets import PayTable, Row, rows_made, side_bets
from tests.conftest import HOUSE_WAYS, category_of, figures, hand, high_value, low_value, random_hands

HAND = "Jk As Qs Qh Qd 7s 2s"
KING, QUEEN = 11, 10
PUBLISHED = json.loads((Path(__file__).parents[1] / "reference" / "side_bets.json").read_text())


def ask(**values: object) -> SideBetsAnswer:
    return side_bets_answer(SideBetsRequest.read(values))


@pytest.mark.parametrize(("bet", "published"), [("fortune", "fortune_side_bet"), ("jackpot", "jackpot_side_bet")])
def test_published_counts(bet: str, published: str):
    rows = [count for name, count in figures()[published].items() if name not in ("source", "rest", "nothing")]
    shipped = side_bets()[bet]
    assert list(frequencies(shipped))[: len(rows)] == rows
    nothing = {"fortune": "rest", "jackpot": "nothing"}[bet]
    assert HANDS - sum(frequencies(shipped)[: len(rows)]) == figures()[published][nothing]
    assert counted_frequencies(shipped.rows) == frequencies(shipped)


def test_a_bet_that_does_not_state_its_counts_is_counted():
    bet = side_bets()["jackpot"]
    silent = replace(bet, shipped=False, rows=(replace(bet.rows[0], hands=None), *bet.rows[1:]))
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
    ("fortune", "9s 9h 8d 8c 7s 7h 5d", "three_pair"),
    ("fortune", "9s 9h 8d 8c 7s 6h 4d", None),
    ("emperors-challenge", "9s 8h 7d 5c 4s 3h 2d", "nine_high"),
    ("emperors-challenge", "Qs 8h 7d 5c 4s 3h 2d", None),
    ("pai-gow-insurance", "Jk Kh 9d 8c 6s 3h 2d", "ace_high"),
    ("pai-gow-insurance", "Ks 9h 8d 6c 5s 3h 2d", "king_high"),
    ("pai-gow-insurance", "Ks 9h 8d 6c 5s 3h 3d", None),
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
        pays = table.pays[made] if made else "lose"
        assert table.net == {"push": "0", "lose": "-1"}.get(pays, pays)


@pytest.mark.parametrize("bet", PUBLISHED["edges"])
def test_published_edges_to_every_digit(bet: str):
    edges = {table.id: table.edge for table in ask(bet=bet).side_bets[0].pay_tables}
    for table, published in PUBLISHED["edges"][bet].items():
        assert f"{edges[table]:.{len(published) - 2}f}" == published, table


def test_table_1_of_fortune_pays_three_pair_back():
    """Its edge is that of the same table without the row, less the 2,862,000 hands that lose nothing."""
    tables = {table.id: table for table in ask(bet="fortune", cards="9s 9h 8d 8c 7s 7h 5d").side_bets[0].pay_tables}
    assert (tables["1"].pays["three_pair"], tables["2"].pays["three_pair"]) == ("push", "lose")
    assert (tables["1"].net, tables["2"].net) == ("0", "-1")
    without = ask(bet="fortune", pays="5000,1000,750,250,100,50,20,5,4,3,2").side_bets[0].pay_tables[-1]
    assert without.edge is not None
    assert tables["1"].edge == pytest.approx(without.edge - 2_862_000 / HANDS, abs=1e-15)


def test_envy_pays_for_the_hands_of_others():
    """Of rentoncasino.com: in dollars, for a bet of 5."""
    fortune = ask(bet="fortune").side_bets[0]
    assert fortune.envy is not None
    assert list(fortune.envy.pays.values()) == ["5000", "1000", "500", "250", "50", "20", "5", *["0"] * 5]
    one = Fraction(32 * 5000 + 72 * 1000 + 196 * 500 + 1128 * 250 + 26_020 * 50 + 184_644 * 20 + 307_472 * 5, 5 * HANDS)
    kept = 1 - sum(
        (Fraction(pay) + 1) * row.hands
        for pay, row in zip([8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2], fortune.rows, strict=False)
    ) / Fraction(HANDS)
    assert fortune.pay_tables[0].edges_with_envy == tuple(float(kept - others * one) for others in range(1, 7))
    assert ask(bet="jackpot").side_bets[0].pay_tables[0].edges_with_envy is None


def test_the_published_progressive():
    """It is said to return 9.309231 dollars of 5, an edge of -0.8618; the pays as printed return 9.309300.

    The meters are printed to the dollar. 41 cents less of the royal flush, which 26,092 hands make, are the difference.
    """
    shipped = side_bets()["progressive"]
    table = ask(bet="progressive").side_bets[0].pay_tables[0]
    assert table.edge is not None
    back = 5 * (1 - table.edge)
    assert round(back, 6) == 9.3093
    assert 0 < back - 9.309231 < 0.5 * (26_020 + 72) / HANDS
    royals = replace(shipped.pay_tables[0], pays=("100%", "3594.59", "100%", "155924", "3594.59", "500", "375", "20"))
    exact = edge(royals, frequencies(shipped), HANDS)
    assert exact is not None
    assert (round(5 * (1 - exact), 5), round(exact, 4)) == (9.30923, -0.8618)


def test_the_meter_that_breaks_even():
    pays = ["100%", 3595, "100%", 155_924, 3595, 500, 375, 20]
    asked = {"bet": "progressive", "odds": "for-one", "stake": 5, "pays": pays}
    unknown = ask(**asked, cards="As Ks Qs Js Ts 9s 8s").side_bets[0].pay_tables[-1]
    assert (unknown.edge, unknown.meter, unknown.net) == (None, None, None)
    meter = unknown.break_even_meter
    assert meter == 919464.1578947369
    known = ask(**asked, meter=str(round(meter, 6)), cards="As Ks Qs Js Ts 9s 8s").side_bets[0].pay_tables[-1]
    assert known.edge == pytest.approx(0, abs=1e-10)
    assert known.net == "919459.157895"
    above = ask(**asked, meter="1000000").side_bets[0].pay_tables
    assert [table.meter for table in above] == ["1000000", "1000000"]
    assert all(table.edge is not None and table.edge < 0 for table in above)


def test_to_one_and_for_one():
    to_one = ask(bet="tiger-nine", pays="30").side_bets[0].pay_tables[-1]
    for_one = ask(bet="tiger-nine", pays="31", odds="for-one").side_bets[0].pay_tables[-1]
    tens = ask(bet="tiger-nine", pays="300", stake="10").side_bets[0].pay_tables[-1]
    assert to_one.edge == for_one.edge == tens.edge
    hand = "5s 4h 3d 2c 7s 8h Td"
    nets = {
        (pays, odds): ask(bet="pai-gow-mania-three", first_three=hand[:8], pays=f"1,1,1,{pays},1,1", odds=odds)
        .side_bets[0]
        .pay_tables[-1]
        for pays in ("0", "push", "lose", "2")
        for odds in ("to-one", "for-one")
    }
    assert {asked: (table.pays["straight"], table.net) for asked, table in nets.items()} == {
        ("0", "to-one"): ("push", "0"),
        ("0", "for-one"): ("lose", "-1"),
        ("push", "to-one"): ("push", "0"),
        ("push", "for-one"): ("push", "0"),
        ("lose", "to-one"): ("lose", "-1"),
        ("lose", "for-one"): ("lose", "-1"),
        ("2", "to-one"): ("2", "2"),
        ("2", "for-one"): ("2", "1"),
    }


def test_what_is_usual_may_be_sent_without_pays():
    assert ask(bet="tiger-nine", odds="to-one", stake="1.0") == ask(bet="tiger-nine")


def test_the_first_three_cards():
    bet = ask(bet="pai-gow-mania-three", cards=HAND).side_bets[0]
    assert (bet.cards, bet.hands, bet.made, bet.pay_tables[0].net) == (3, 23_426, None, None)
    made = {
        "Jk As 2d": "straight",
        "Jk Ks 2s": "flush",
        "As Jk 3s": "wild_straight_flush",
        "Qs Ks As": "natural_straight_flush",
        "Jk As Ad": "three_of_a_kind",
        "Jk 7s Ad": "pair",
        "Jk 7s 7d": "pair",
        "Jk 7s 2d": None,
    }
    for first, row in made.items():
        assert ask(bet="pai-gow-mania-three", first_three=first).side_bets[0].made == row, first
    both = ask(cards=HAND, first_three="Qs Qh Qd")
    assert both.first_three == ("Qs", "Qh", "Qd")
    assert {bet.id: bet.made for bet in both.side_bets}["pai-gow-mania-three"] == "three_of_a_kind"


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
    exact = 1 - (Fraction("1.1") * 1234 + Fraction("3.5") * 567) / 100_000
    assert edge(PayTable("own", None, ("0.1", "2.5")), [1234, 567], 100_000) == float(exact)


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
            "pays holds 2 items where tiger-nine needs 1, one a row: dealer_front_nine_high",
        ),
        ({"bet": "fortune", "pays": "1,2"}, r"where fortune needs 11 to 12, .*three_pair \(may be left out\)"),
        ({"bet": "tiger-nine", "pays": "-2"}, "item 1 of pays is a decimal from 0 to 1,000,000,000,000"),
        ({"bet": "tiger-nine", "pays": "-1", "odds": "for-one"}, "item 1 of pays"),
        ({"bet": "tiger-nine", "pays": "draw"}, "push, lose"),
        ({"bet": "tiger-nine", "pays": "101%"}, "a share of the meter, such as 10%, of at most 100%"),
        ({"bet": "tiger-nine", "pays": "1e3"}, "item 1 of pays"),
        ({"bet": "tiger-nine", "pays": ["0.1234567"]}, "at most 6 places"),
        ({"bet": "tiger-nine", "pays": True}, "item 1 of pays"),
        ({"bet": "tiger-nine", "pays": None}, "item 1 of pays"),
        ({"bet": "tiger-nine", "odds": "for-one"}, "odds says how pays are meant: send pays, too"),
        ({"bet": "tiger-nine", "pays": "30", "odds": "for"}, "odds is one of: to-one, for-one"),
        ({"bet": "tiger-nine", "stake": "5"}, "stake is the bet that pays are for: send pays, too"),
        ({"bet": "tiger-nine", "pays": "30", "stake": "0"}, "stake is a decimal above 0"),
        ({"bet": "tiger-nine", "pays": "30", "meter": "500"}, "meter is what a progressive shows, but no row pays"),
        ({"bet": "progressive", "meter": "x"}, "meter is a decimal above 0"),
        (
            {"bet": "mania"},
            "bet is one of: emperors-challenge, fortune, jackpot, pai-gow-insurance, pai-gow-mania-seven",
        ),
        ({"bet": "mania", "pays": "x"}, "item 1 of pays"),
        ({"cards": "As"}, "cards holds 1 card"),
        ({"cards": HAND, "dead": "As"}, "As is in the hand and in dead"),
        ({"bet": "fortune", "first_three": "As Ks Qs"}, "first_three is for a bet on the first three cards; fortune"),
        ({"bet": "fortune", "odds": "for-one", "pays": "-1"}, "at most 6 places, push, lose, or a share of the meter"),
        ({"bet": "fortune", "pays": "101%"}, "of at most 100%"),
        ({"first_three": "As Ks"}, "first_three holds 2 cards"),
        ({"cards": HAND, "first_three": "Ks Qs As"}, "Ks is not one of the hand's seven cards"),
        ({"dead": "Ks", "first_three": "Ks Qs As"}, "Ks is in dead"),
        ({"table": 5}, "there is no parameter table; there are: cards, lang, house_way, dead, bet, first_three, odds"),
    ],
)
def test_faults_are_named(values: dict[str, object], message: str):
    with pytest.raises(InvalidInput, match=message):
        SideBetsRequest.read(values)
