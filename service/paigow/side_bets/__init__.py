"""Side bets: their rows and pay tables, and which row a hand makes.

A bet is one TOML file. Texts that players read, `name` and `notes`, may be one text, or `{ en = ..., es = ... }`.

    id, name, source            as in a house way's file: an id in lower case, its name, an address or words
    looks_at                    whose hand: "player" or "dealer"
    cards = 7                   or 3, for a bet on the player's first three cards
    notes = []                  what a player should know

`[[rows]]`, of which the first that fits counts; those of a bet on the dealer's hand must not overlap:

    id, name                    three_pair, "Three pair"
    hand                        the category of a high hand that the player can set, as full_house or high_card; or
                                seven_card_straight_flush; of three cards straight_flush, three_of_a_kind, ... high_card
    front                       what the low hand beside it is: pair, pair_of_aces, suited_king_queen
    highest = "9"               the highest card of a high_card
    natural = true              the joker is not among the cards
    dealer                      instead of these, where the bet looks at the dealer: the push rules that his hand meets,
                                as "queen-high" or "queen-high,king-high"
    hands                       how many of all hands make the row of a player: checked where it is said
    optional = true             pay tables may leave the row out; it loses there

`[[pay_tables]]`, those that are known:

    id, source
    pays                        what each row pays, in their order: see `pays`
    odds = "to-one"             or "for-one"
    stake = 1                   the bet that pays are for
    meter                       what a progressive's meter showed at the source

`[envy]`, a bonus for the hands of other players: `source`, `stake`, and `pays` in money, row by row.
"""

from paigow.side_bets.bets import Envy, PayTable, Row, SideBet
from paigow.side_bets.files import parse, read_file
from paigow.side_bets.hands import rows_made
from paigow.side_bets.registry import exclude, excluded, id_conflict, side_bets
from paigow.side_bets.three_cards import all_threes, threes_made

__all__ = [
    "Envy",
    "PayTable",
    "Row",
    "SideBet",
    "all_threes",
    "exclude",
    "excluded",
    "id_conflict",
    "parse",
    "read_file",
    "rows_made",
    "side_bets",
    "threes_made",
]
