"""The report on a whole game: the four results, the cost by kind of hand, the costliest habits of the house way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from paigow.counting.counters import counter
from paigow.counting.evs import split_evs
from paigow.counting.outcomes import count_outcomes
from paigow.game.cards import JOKER, names_of
from paigow.game.ranks import CATEGORIES, JOKER_SYMBOL
from paigow.game.showdown import Banker
from paigow.game.splits import cards_of
from paigow.house_ways import HouseWay, house_way
from paigow.house_ways.kinds import KINDS
from paigow.requests.rules import TableRules
from paigow.whole_game.multisets import multisets
from paigow.whole_game.shipped import PLAYS, RULES, Game, players_of
from paigow.whole_game.solver import DEALS, HANDS, Solver, Sums

MOST_HABITS = 20


def report(solver: Solver, sums: Sums) -> Game:
    """The solved game as plain data. `cost` is what a habit or a kind of hand costs, in units of the bet per deal.

    At a face-up table the optimal player sees the dealer's hands before he sets his own, and there is no banker; the
    player of the house way sets without looking. What is best depends on the dealer, so there are no habits.

    Raises `AssertionError` if the sums are not those of all hands.
    """
    if sums.hands[-1].sum() != HANDS:
        raise AssertionError(f"{sums.hands[-1].sum()} hands were solved, not {HANDS}")
    rules = solver.rules
    totals = sums.totals.sum(axis=2).tolist()
    names = list(enumerate(players_of(rules)))
    game = {
        "house_way": rules.house_way,
        "rules": {name: getattr(rules, name) for name in RULES},
        "tables": solver.tables.digest,
        "deals": DEALS,
        **{
            f"{player}_{play}": _result(totals[role][split], DEALS, rules)
            for role, player in names
            for split, play in enumerate(PLAYS)
        },
        "hands_where_optimal_is_better": {player: int(sums.hands[role].sum()) for role, player in names},
        "kinds": [_kind(number, sums, rules) for number in range(len(KINDS)) if sums.hands[-1][number]],
    }
    if not rules.dealer_is_seen:
        game["habits"] = {player: list(_habits(solver, sums, role, player)) for role, player in names}
    return game


def _result(won_and_lost: list[int], deals: int, rules: TableRules) -> dict[str, Any]:
    wins, losses = won_and_lost
    return {"wins": wins, "pushes": deals - wins - losses, "losses": losses, "ev": _ev(wins, losses, deals, rules)}


def _ev(wins: int, losses: int, deals: int, rules: TableRules) -> float:
    return _double(
        (1 - rules.commission_fraction) * Fraction(wins, deals) - Fraction(losses, deals) - rules.collection_fraction
    )


def _double(exact: Fraction) -> float:
    return exact.numerator / exact.denominator


def _kind(number: int, sums: Sums, rules: TableRules) -> dict[str, Any]:
    hands = int(sums.hands[-1][number])
    deals = hands * (DEALS // HANDS)
    found: dict[str, Any] = {"kind": KINDS[number].name, "hands": hands}
    for role, player in enumerate(players_of(rules)):
        results = sums.totals[role, :, number].tolist()
        for play, result in zip(PLAYS, results, strict=True):
            found[f"{player}_{play}"] = _result(result, deals, rules)
        (house_wins, house_losses), (wins, losses) = results
        more_wins, fewer_losses = wins - house_wins, house_losses - losses
        found[f"{player}_cost"] = _double(((1 - rules.commission_fraction) * more_wins + fewer_losses) / DEALS)
        found[f"{player}_hands_where_optimal_is_better"] = int(sums.hands[role][number])
    return found


def _habits(solver: Solver, sums: Sums, role: int, player: str) -> Iterator[dict[str, Any]]:
    """The costliest habits: what the house way does where another split is better, the costliest first."""
    costs = [
        ((1 - solver.rules.commission_fraction) * wins + losses, number)
        for number, (hands, wins, losses) in enumerate(sums.habits[role].tolist())
        if hands
    ]
    way = house_way(solver.rules.house_way)
    for cost, number in sorted(costs, key=lambda found: (-found[0], found[1]))[:MOST_HABITS]:
        _, code = sums.examples[role, number].tolist()
        yield {
            **_describe_habit(number, way),
            "hands": int(sums.habits[role, number, 0]),
            "cost": _double(cost / DEALS),
            "example": _example(code, solver.rules, player),
        }


def _describe_habit(number: int, way: HouseWay) -> dict[str, Any]:
    """The parts of a habit's number, see `accumulate`."""
    parts = []
    for _ in range(2):
        number, low = divmod(number, 2)
        number, high = divmod(number, len(CATEGORIES))
        parts.append({"high": CATEGORIES[high], "low": "pair" if low else "high_card"})
    better, plays = parts
    line = way.all_lines[number]
    return {"kind": line.owner, "line": line.text, "plays": plays, "better": better}


def _example(code: int, rules: TableRules, player: str) -> dict[str, Any]:
    """The hand of a code: how the house way splits it, how it is split best, and the difference."""
    banker: Banker = "player" if player == "banker" else "dealer"
    hand = hand_of(code)
    kernel = counter(rules.house_way, rules.wheel, rules.joker)
    outcomes = count_outcomes(kernel, np.array([hand], dtype=np.uint8), [()], banker, rules.push)[0]
    valued = split_evs(outcomes.splits, outcomes.dealer_hands, rules.commission_fraction, rules.collection_fraction)
    cards = names_of(hand)
    house, best = outcomes.house, valued.order[0]
    return {
        "cards": cards,
        "house_way_low": cards_of(cards, outcomes.splits[house].split)[1],
        "best_low": cards_of(cards, outcomes.splits[best].split)[1],
        "ev_loss": valued.loss(house),
    }


def hand_of(code: int) -> tuple[int, ...]:
    """The cards of a hand by its code, multiset x 4096 + suit pattern."""
    hands = multisets()
    number, pattern = code >> 12, code & 4095
    suits = hands.suits[hands.starts[hands.shape[number]] + pattern]
    cards = [JOKER] * int(hands.symbols[number, -1] == JOKER_SYMBOL)
    for rank in sorted((int(rank) for rank in hands.ranks[number] if rank >= 0), reverse=True):
        bit = int(np.flatnonzero(hands.ranks[number] == rank)[0])
        cards += [4 * rank + suit for suit in range(4) if int(suits[suit]) >> bit & 1]
    return tuple(cards)
