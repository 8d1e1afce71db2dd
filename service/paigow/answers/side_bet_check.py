"""The faults of a side bet that only counting finds: rows that overlap, hands left out between rows, wrong counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from paigow.answers.side_bet_edges import counted_frequencies, population, rows_made_by_pieces
from paigow.datafiles import FileFault
from paigow.game.cards import HAND_SIZE, RANKS, name_of
from paigow.game.ranks import CATEGORIES, STANDARD
from paigow.game.showdown import Region, pushed_regions
from paigow.game.splits import value_splits
from paigow.side_bets import Row, SideBet, exclude, excluded, side_bets
from paigow.side_bets.bets import HIGH_CARD
from paigow.side_bets.three_cards import THREE_CARD_HANDS


def faults_of(bet: SideBet) -> list[FileFault]:
    """Every fault of a bet that was read: a row that no hand is left for, a stated count that is wrong, and a gap.

    A gap is a category of hand, or a highest card, between two that have rows, whose hands make no row. A row of it
    that loses says that it is meant.
    """
    if bet.looks_at == "dealer":
        return list(_overlapping(bet))
    faults = []
    counts = counted_frequencies(bet.rows, bet.cards)
    for row, count in zip(bet.rows, counts, strict=True):
        if not count:
            alone = counted_frequencies((row,), bet.cards)[0]
            why = "it overlaps with the rows above, which take all its hands" if alone else "no hand makes it"
            detail = f"{row.id} never comes up: {why}"
            faults.append(FileFault(bet.file, row.line, detail))
        elif row.hands not in (None, count):
            detail = f"{row.id} says {row.hands:,} hands, but {count:,} make it and no row above"
            faults.append(FileFault(bet.file, row.line, detail))
    return faults + [FileFault(bet.file, bet.rows[-1].line, detail) for detail in _gaps(bet)]


def _overlapping(bet: SideBet) -> Iterator[FileFault]:
    for row, other in combinations(bet.rows, 2):
        pairs = [(a, b) for a in _regions(row) for b in _regions(other)]
        if any(_meet(a, b) for a, b in pairs):
            yield FileFault(bet.file, other.line, f"{other.id} overlaps with {row.id}: a dealer's hand can be both")


def _regions(row: Row) -> tuple[Region, ...]:
    return pushed_regions(row.dealer or "none", STANDARD)


def _meet(a: Region, b: Region) -> bool:
    highs = max(a.high_first, b.high_first) < min(a.high_end, b.high_end)
    return highs and max(a.low_first, b.low_first) < min(a.low_end, b.low_end)


def _gaps(bet: SideBet) -> Iterator[str]:
    """The hands that are left out between rows."""
    named = {row.hand for row in bet.rows if row.front is None and not row.natural and row.hand != HIGH_CARD}
    if bet.cards == HAND_SIZE:
        hands, _ = population()
        high, _ = value_splits(hands, STANDARD)
        best = np.max(STANDARD.category[high], axis=1)
        left_out = rows_made_by_pieces(hands, bet.rows) < 0
        for category in _between(CATEGORIES, named):
            rows = np.flatnonzero(left_out & (best == CATEGORIES.index(category)))
            if len(rows):
                example = " ".join(name_of(int(card)) for card in hands[rows[0]])
                yield f"there is a gap: {category} makes no row, though hands above and below it do, such as {example}"
    else:
        for category in _between(THREE_CARD_HANDS[::-1], named):
            yield f"there is a gap: {category} makes no row, though hands above and below it do"
    highest = {row.highest for row in bet.rows if row.hand == HIGH_CARD}
    if None not in highest:
        for rank in _between(tuple(RANKS), highest):
            yield f"there is a gap: {rank} as the highest card makes no row, though cards above and below it do"


def _between(order: tuple[str, ...], named: set[str | None]) -> list[str]:
    """What stands between the first and the last that are named, and is not named itself."""
    places = [number for number, each in enumerate(order) if each in named]
    return [each for each in order[places[0] : places[-1]] if each not in named] if places else []


def check_side_bets() -> list[str]:
    """Exclude an operator's side bets that are faulty; returns a warning for each fault."""
    unchecked = [bet for bet in side_bets().values() if not bet.shipped]
    while unchecked:
        bet = unchecked.pop(0)
        if (faults := faults_of(bet)) and (heir := exclude(bet, faults)):
            unchecked.append(heir)
    return [f"skipped: {fault}" for fault in excluded()]
