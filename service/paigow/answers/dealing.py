"""The formal deal: seven hands, one card at a time, four cards discarded, and three dice that say who gets the first.

Counting starts with the dealer as one and goes counter-clockwise round the seven seats to the total of the dice; that
seat gets the first hand dealt, and the others follow counter-clockwise. Hands of empty seats are discarded unseen. The
same seed gives the same deal in every release: only `random.Random.random` is used, whose sequence Python guarantees.
At a face-up table the dealer's hand is set before the players set theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from paigow.answers.named import DealerChoice, dealer_choice
from paigow.counting.counters import tables_for
from paigow.dealer.tables import house_setting
from paigow.game.cards import DECK_SIZE, HAND_SIZE, SEATS, canonical, names_of, parse_hand
from paigow.house_ways import house_way
from paigow.requests.trainer import DealRequest

DICE = 3

_MOST_EXACT = 2**53 - 1


def seed_as_sent(seed: int) -> int | str:
    """A seed as an answer states it: as text if a double cannot hold it, so that JavaScript does not change it."""
    return seed if seed <= _MOST_EXACT else str(seed)


@dataclass(frozen=True)
class Seat:
    """A seat, counted counter-clockwise from the dealer as 1, with the hand it got: the first, second ... one dealt."""

    seat: int
    who: str
    hand: int
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Deal:
    """A deal. `discards` are the four cards left over and the hands of empty seats.

    `dealer` is how the dealer sets his hand, where it lies face up.
    """

    seed: int | str
    players: int
    dice: tuple[int, ...]
    total: int
    first_seat: int
    seats: tuple[Seat, ...]
    discards: tuple[str, ...]
    dealer: DealerChoice | None = None


def shuffled(random: Random) -> list[int]:
    """The deck, shuffled (Fisher and Yates)."""
    deck = list(range(DECK_SIZE))
    for last in range(DECK_SIZE - 1, 0, -1):
        other = int(random.random() * (last + 1))
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def deal(seed: int, players: int = SEATS - 1) -> Deal:
    """Deal to the dealer and some players, who sit next to him counter-clockwise.

    >>> dealt = deal(seed=7, players=2)
    >>> [seat.who for seat in dealt.seats], len(dealt.discards), dealt == deal(seed=7, players=2)
    (['dealer', 'player 1', 'player 2'], 32, True)
    """
    random = Random(seed)  # noqa: S311
    deck = shuffled(random)
    dice = tuple(1 + int(random.random() * 6) for _ in range(DICE))
    hands = [canonical(deck[hand : SEATS * HAND_SIZE : SEATS]) for hand in range(SEATS)]
    first = (sum(dice) - 1) % SEATS
    seats = []
    discards = deck[SEATS * HAND_SIZE :]
    for seat in range(SEATS):
        hand = (seat - first) % SEATS
        if seat <= players:
            who = f"player {seat}" if seat else "dealer"
            seats.append(Seat(seat + 1, who, hand + 1, names_of(hands[hand])))
        else:
            discards += hands[hand]
    return Deal(seed_as_sent(seed), players, dice, sum(dice), first + 1, tuple(seats), names_of(canonical(discards)))


def deal_at_table(request: DealRequest, seed: int) -> Deal:
    """The deal of a seed at a table; where the dealer is seen, with his hand as his house way sets it."""
    dealt = deal(seed, request.players)
    if not request.dealer_is_seen:
        return dealt
    tables = tables_for(request)
    setting = house_setting(tables, house_way(request.house_way), parse_hand(" ".join(dealt.seats[0].cards)))
    return replace(dealt, dealer=dealer_choice(setting, tables.ranking, request.lang))
