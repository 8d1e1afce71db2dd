"""The splits of the player's hands with some ranks, as the whole game asks about them.

The splits of a hand differ by the ranks of the low hand and by whether the high hand is a flush: at most 21 options of
each kind, the same for every suit pattern. A *query* is an option in one of the two roles: the player not banking, and
banking. As banker he wins copies, so every threshold is one higher: the number of the role is `showdown.COPY_STEP`.
"""

from __future__ import annotations

from paigow.arrays import Cards, Flags, HighValues, LowValues, NumberRows, Numbers
from paigow.game.cards import JOKER
from paigow.game.ranks import JOKER_SYMBOL
from paigow.game.splits import ValueTables
from paigow.jit import kernel
from paigow.whole_game.tables import Cells, DealerClasses, PlayerTables, Scratch, SuitPattern

MOST_OPTIONS = 21
ROLES = 2
QUERIES = ROLES * MOST_OPTIONS * 2


@kernel
def find_options(symbols: Numbers, bit_of: Numbers, values: ValueTables, highs: NumberRows, lows: NumberRows) -> int:
    """The splits of seven rank symbols that differ in their ranks; returns how many there are.

    `highs` int64 [21, 2] are the high values without a flush and with one, -1 where none can be; `lows` int64 [21, 2]
    the low value, and the natural ranks of the high hand as bits where they could be a flush, else -1.
    """
    count = 0
    for i in range(7):
        for j in range(i + 1, 7):
            if (i > 0 and symbols[i] == symbols[i - 1]) or (j > i + 1 and symbols[j] == symbols[j - 1]):
                continue
            number = 0
            position = 0
            high_ranks = 0
            distinct = True
            for k in range(7):
                if k not in (i, j):
                    number += values.multiset[position, symbols[k]]
                    position += 1
                    if symbols[k] < JOKER_SYMBOL:
                        bit = 1 << bit_of[symbols[k]]
                        distinct = distinct and high_ranks & bit == 0
                        high_ranks |= bit
            highs[count, 0] = values.high[0, number]
            highs[count, 1] = values.high[1, number] if distinct else -1
            lows[count, 0] = values.low[symbols[i], symbols[j]]
            lows[count, 1] = high_ranks if distinct else -1
            count += 1
    return count


@kernel
def query(role: int, option: int, flush: int) -> int:
    """The number of a query: an option in a role, without a flush or with one."""
    return (role * MOST_OPTIONS + option) * 2 + flush


@kernel
def find_buckets(
    options: int,
    highs: NumberRows,
    lows: NumberRows,
    high_bucket: Cells,
    low_bucket: Cells,
    threshold_buckets: NumberRows,
    roles: int,
) -> int:
    """Put values into buckets by the thresholds of every option in the first `roles`; returns how many low buckets
    there are.

    A bucket is the number of thresholds not above a value. `threshold_buckets` int64 [2 roles x 42, 2] has for each
    role and option (without a flush, with one) how many high and low buckets lie below its thresholds; 0 for an option
    that does not exist.
    """
    high_bucket[:] = 0
    low_bucket[:] = 0
    for i in range(options):
        for role in range(roles):
            low_bucket[lows[i, 0] + role] = 1
            for flush in range(2):
                if highs[i, flush] >= 0:
                    high_bucket[highs[i, flush] + role] = 1
    for value in range(1, len(high_bucket)):
        high_bucket[value] += high_bucket[value - 1]
    for value in range(1, len(low_bucket)):
        low_bucket[value] += low_bucket[value - 1]
    threshold_buckets[:] = 0
    for role in range(roles):
        for i in range(options):
            for flush in range(2):
                if highs[i, flush] >= 0:
                    below = threshold_buckets[query(role, i, flush)]
                    below[0] = high_bucket[highs[i, flush] + role]
                    below[1] = low_bucket[lows[i, 0] + role]
    return int(low_bucket[-1]) + 1


@kernel
def find_cells(
    highs: HighValues,
    lows: LowValues,
    high_bucket: Cells,
    low_bucket: Cells,
    pushed_high: Flags,
    pushed_low: Flags,
    columns: int,
    push_cell: int,
    cells: Cells,
) -> None:
    """The cell of each class, `push_cell` for those that push by a rule."""
    for n in range(len(cells)):
        pushed = pushed_high[highs[n]] or pushed_low[lows[n]]
        cells[n] = push_cell if pushed else high_bucket[highs[n]] * columns + low_bucket[lows[n]]


@kernel
def find_all_cells(dealer: DealerClasses, columns: int, push_cell: int, scratch: Scratch) -> None:
    """The cells of all classes, in the scratch buffers."""
    find_cells(
        dealer.plain_high,
        dealer.plain_low,
        scratch.high_bucket,
        scratch.low_bucket,
        dealer.pushed_high,
        dealer.pushed_low,
        columns,
        push_cell,
        scratch.plain_cells,
    )
    find_cells(
        dealer.flush_high,
        dealer.flush_low,
        scratch.high_bucket,
        scratch.low_bucket,
        dealer.pushed_high,
        dealer.pushed_low,
        columns,
        push_cell,
        scratch.flush_cells,
    )


@kernel
def find_bits(ranks: Numbers, bit_of: Numbers) -> int:
    """Write into `bit_of` int64 [13] the bit of each rank that the player holds, -1 for others; returns how many he
    holds.
    """
    bit_of[:] = -1
    distinct = 0
    while distinct < len(ranks) and ranks[distinct] >= 0:
        bit_of[ranks[distinct]] = distinct
        distinct += 1
    return distinct


@kernel
def prepare(
    n: int, player: PlayerTables, dealer: DealerClasses, values: ValueTables, roles: int, scratch: Scratch
) -> tuple[int, int, int, int, int]:
    """Make ready to count a multiset of the player's ranks: its options, their buckets, and the cells of all classes.

    Returns how many ranks differ, 1 with the joker and 0 without, the options, the columns of a histogram, and the cell
    of the hands that push.
    """
    distinct = find_bits(player.ranks[n], scratch.bit_of)
    joker = 1 if player.symbols[n, 6] == JOKER_SYMBOL else 0
    options = find_options(player.symbols[n], scratch.bit_of, values, scratch.highs, scratch.lows)
    columns = find_buckets(
        options,
        scratch.highs,
        scratch.lows,
        scratch.high_bucket,
        scratch.low_bucket,
        scratch.threshold_buckets,
        roles,
    )
    push_cell = (int(scratch.high_bucket[-1]) + 1) * columns
    find_all_cells(dealer, columns, push_cell, scratch)
    return distinct, joker, options, columns, push_cell


@kernel
def find_flushes(options: int, lows: NumberRows, suits: SuitPattern, flushed: Numbers) -> None:
    """For each option, 1 if the ranks of the high hand can all be of one suit, else 0."""
    for i in range(options):
        flushed[i] = 0
        high_ranks = lows[i, 1]
        for suit in range(4):
            if high_ranks >= 0 and suits[suit] & high_ranks == high_ranks:
                flushed[i] = 1


@kernel
def write_hand(suits: SuitPattern, bit_of: Numbers, joker: int, hand: Cards) -> int:
    """Write the cards of a suit pattern in canonical order; returns how many."""
    held = 0
    if joker:
        hand[0] = JOKER
        held = 1
    for rank in range(12, -1, -1):
        if bit_of[rank] >= 0:
            for suit in range(4):
                if suits[suit] >> bit_of[rank] & 1:
                    hand[held] = 4 * rank + suit
                    held += 1
    return held
