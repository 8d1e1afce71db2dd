"""The formal deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from paigow.answers.dealing import deal, deal_at_table
from paigow.faults import InvalidInput
from paigow.game.cards import DECK_SIZE, name_of, parse_hand
from paigow.game.ranks import ranking_of
from paigow.house_ways import house_way
from paigow.requests.trainer import DealRequest


@pytest.mark.parametrize("players", range(1, 7))
def test_a_deal_uses_every_card_once(players: int):
    for seed in range(30):
        dealt = deal(seed, players)
        cards = [card for seat in dealt.seats for card in seat.cards] + list(dealt.discards)
        assert sorted(cards) == sorted(map(name_of, range(DECK_SIZE)))
        assert [seat.who for seat in dealt.seats] == ["dealer", *(f"player {n}" for n in range(1, players + 1))]
        assert all(len(seat.cards) == 7 for seat in dealt.seats)
        assert len(dealt.discards) == 4 + 7 * (6 - players)


def test_the_dice_say_who_gets_the_first_hand():
    totals = Counter()
    for seed in range(300):
        dealt = deal(seed)
        assert dealt.total == sum(dealt.dice)
        totals[dealt.total] += 1
        at = 1
        for _ in range(dealt.total - 1):  # counting counter-clockwise, the dealer as one
            at = at % 7 + 1
        assert dealt.first_seat == at
        hands = {seat.seat: seat.hand for seat in dealt.seats}
        assert [hands[(at - 1 + n) % 7 + 1] for n in range(7)] == [1, 2, 3, 4, 5, 6, 7]
    assert min(totals) >= 3
    assert max(totals) <= 18
    assert 8 < sum(total * n for total, n in totals.items()) / 300 < 13


def test_fewer_players_change_nothing_but_the_empty_seats():
    full, two = deal(5), deal(5, players=2)
    assert two.seats == full.seats[:3]
    assert two.dice == full.dice


def test_a_seed_gives_the_same_deal_for_ever():
    dealt = deal(2026, players=1)
    assert dealt.dice == (6, 3, 4)
    assert " ".join(dealt.seats[0].cards) == "Jk Jc Td Tc 6c 4c 2h"


@pytest.mark.parametrize(
    "asked",
    [{"seed": -1}, {"seed": 2**63}, {"seed": "x"}, {"seed": 1.5}, {"seed": None}, {"players": 0}, {"players": 7}],
)
def test_other_deals_are_refused(asked: dict[str, object]):
    with pytest.raises(InvalidInput, match="is a whole number from"):
        DealRequest.read(asked)


@pytest.mark.parametrize("rules", [{}, {"house_way": "trump-plaza"}, {"wheel": "lowest", "joker": "wild"}])
def test_at_a_face_up_table_the_dealer_sets_his_hand_first(rules: dict[str, str]):
    for seed in range(20):
        face_up = DealRequest.read({"variant": "face-up", "players": 3, **rules})
        dealt, hidden = deal_at_table(face_up, seed), deal_at_table(DealRequest.read({"players": 3, **rules}), seed)
        assert hidden == deal(seed, 3)
        assert replace(dealt, dealer=None) == hidden
        assert dealt.dealer
        way, ranking = house_way(face_up.house_way), ranking_of(face_up.wheel, face_up.joker)
        setting = way.set(parse_hand(" ".join(dealt.seats[0].cards)), ranking)
        assert dealt.dealer.rule == setting.line.words["en"]
        assert ranking.low_value(setting.low) == ranking.low_value(parse_hand(" ".join(dealt.dealer.low.cards), size=2))
        assert sorted(dealt.dealer.low.cards + dealt.dealer.high.cards) == sorted(dealt.seats[0].cards)
