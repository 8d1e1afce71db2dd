"""Lines as sentences: every condition and every front, in both languages."""

from __future__ import annotations

import pytest

from paigow.house_ways import english, house_ways, spanish
from paigow.house_ways.kinds import KINDS, WILD_KINDS
from paigow.house_ways.language import parse_line

BY_NAME = {kind.name: kind for kind in KINDS}
SENTENCES = [
    (
        "one-pair",
        "MADE, pair T-K, single A, KEEP above BEST: KEEP",
        "One pair, where a straight or flush can stand behind and the pair is tens to kings and an ace is a single and "
        "the two highest singles would be a higher front than the highest front leaving a straight or flush behind: "
        "play the two highest singles in front, everything paired behind.",
        "Un par, cuando detrás cabe una escalera o un color y el par es de dieces a reyes y hay un as entre las cartas "
        "sueltas y las dos cartas sueltas más altas valen más que la mejor mano baja que deja detrás una escalera o un "
        "color: se juegan delante las dos cartas sueltas más altas, y todo lo emparejado detrás.",
    ),
    (
        "quads",
        "no MADE, quads 7-T, no single Q-A: PAIR(quads)",
        "Four of a kind, where no straight or flush can stand behind and the four of a kind is sevens to tens and no "
        "single is a queen or better: play two of the four of a kind in front.",
        "Póker, cuando detrás no cabe ni escalera ni color y el póker es de sietes a dieces y ninguna carta suelta es "
        "una reina o mejor: se juegan delante dos cartas del póker.",
    ),
    (
        "two-pair",
        "BEST FLUSH is a pair, BEST STRAIGHT FLUSH holds 7-9: BEST PAIR holding K-A",
        "Two pair, where the highest front leaving a flush behind would be a pair and the highest front leaving a "
        "straight flush behind would hold a seven to a nine: play in front the highest pair holding a king or an ace "
        "and leaving a straight or flush behind, if there is one.",
        "Doble pareja, cuando la mejor mano baja que deja detrás un color es un par y la mejor mano baja que deja "
        "detrás una escala de color lleva una carta de siete a nueve: se juega delante el par más alto que lleva un "
        "rey o un as y deja detrás una escalera o un color, si lo hay.",
    ),
    (
        "no-pair",
        "MADE, no single 9-K: BEST",
        "No pair, where a straight or flush can stand behind and no single is a nine to a king: play the highest front "
        "leaving a straight or flush behind.",
        "Sin par, cuando detrás cabe una escalera o un color y ninguna carta suelta va de nueve a rey: se juega la "
        "mejor mano baja que deja detrás una escalera o un color.",
    ),
    (
        "no-pair",
        "BEST",
        "No pair: play the highest front leaving a straight or flush behind, if there is one.",
        "Sin par: se juega la mejor mano baja que deja detrás una escalera o un color, si la hay.",
    ),
    (
        "one-pair",
        "PAIR(pair) with MADE",
        "One pair: play the pair in front, if that leaves a straight or flush behind.",
        "Un par: se juega delante el par, si deja detrás una escalera o un color.",
    ),
    (
        "trips",
        "KEEP holding 8-9",
        "Three of a kind: play the two highest singles in front, everything paired behind, if that holds an eight or a "
        "nine.",
        "Trío: se juegan delante las dos cartas sueltas más altas, y todo lo emparejado detrás, si llevan un ocho o un "
        "nueve.",
    ),
    (
        "trips",
        "KEEP is a pair, KEEP holds 7-9: KEEP",
        "Three of a kind, where the two highest singles would be a pair and the two highest singles would hold a seven "
        "to a nine: play the two highest singles in front, everything paired behind.",
        "Trío, cuando las dos cartas sueltas más altas son un par y las dos cartas sueltas más altas llevan "
        "una carta de "
        "siete a nueve: se juegan delante las dos cartas sueltas más altas, y todo lo emparejado detrás.",
    ),
    (
        "trips",
        "BREAK ACES",
        "Three of a kind: play one ace and the highest single in front.",
        "Trío: se juegan delante un as y la carta suelta más alta.",
    ),
    (
        "no-pair",
        "SECOND AND THIRD",
        "No pair: play the second and third highest cards in front.",
        "Sin par: se juegan delante la segunda y la tercera carta más altas.",
    ),
    (
        "no-pair",
        "third 2-9, fourth 2-7, single A: SECOND AND SIXTH",
        "No pair, where the third highest card is a nine or lower and the fourth highest card is a seven or lower and "
        "an ace is a single: play the second and sixth highest cards in front.",
        "Sin par, cuando la tercera carta más alta es un nueve o menor y la cuarta carta más alta es un siete o "
        "menor y hay un as entre las cartas sueltas: se juegan delante la segunda y la sexta carta más altas.",
    ),
    (
        "trips",
        "trips 2-K, second single 9: BREAK(trips)",
        "Three of a kind, where the three of a kind is kings or lower and the second highest single is a nine: play "
        "one card of the three of a kind and the highest single in front.",
        "Trío, cuando el trío es de reyes o menores y la segunda carta suelta más alta es un nueve: se juegan delante "
        "una carta del trío y la carta suelta más alta.",
    ),
    (
        "no-pair",
        "no ROYAL: FRONT",
        "No pair, where no royal flush can stand behind: play the front by the list FRONT, if it gives one.",
        "Sin par, cuando detrás no cabe ninguna escala real: se juega lo que diga la lista FRONT, si dice algo.",
    ),
    (
        "five-aces",
        "PAIR(K)",
        "Five aces: play a pair of kings in front, if there is one.",
        "Cinco ases: se juega delante un par de reyes, si lo hay.",
    ),
    (
        "two-pair",
        "PAIR(lower)",
        "Two pair: play the lower pair in front.",
        "Doble pareja: se juega delante el par menor.",
    ),
]


@pytest.mark.parametrize(("kind", "line", "in_english", "in_spanish"), SENTENCES, ids=lambda value: value[:20])
def test_lines_in_words(kind: str, line: str, in_english: str, in_spanish: str):
    conditions, front = parse_line(line, BY_NAME[kind], ["FRONT"])
    assert english.sentence(BY_NAME[kind], conditions, front) == in_english
    assert spanish.sentence(BY_NAME[kind], conditions, front) == in_spanish


@pytest.mark.parametrize(
    ("kind", "line", "in_english", "in_spanish"),
    [
        (
            "one-pair",
            "SECOND AND FOURTH",
            "One pair with a wild joker: play the second and fourth highest cards in front, the joker the last of "
            "equal cards.",
            "Un par con comodín libre: se juegan delante la segunda y la cuarta carta más altas, con el comodín "
            "como la última de las iguales.",
        ),
        (
            "trips",
            "third K: KEEP",
            "Three of a kind with a wild joker, where the third highest card is a king: play the two highest singles "
            "in front, everything paired behind, the joker the last of equal cards.",
            "Trío con comodín libre, cuando la tercera carta más alta es un rey: se juegan delante las dos cartas "
            "sueltas más altas, y todo lo emparejado detrás, con el comodín como la última de las iguales.",
        ),
        (
            "one-pair",
            "SECOND AND THIRD above KEEP: KEEP",
            "One pair with a wild joker, where the second and third highest cards would be a higher front than the "
            "two highest singles: play the two highest singles in front, everything paired behind, the joker the last "
            "of equal cards.",
            "Un par con comodín libre, cuando la segunda y la tercera carta más altas valen más que las dos cartas "
            "sueltas más altas: se juegan delante las dos cartas sueltas más altas, y todo lo emparejado detrás, con "
            "el comodín como la última de las iguales.",
        ),
        (
            "quads",
            "BREAK(quads)",
            "Four of a kind with a wild joker: play one card of the four of a kind and the highest single in front, "
            "the joker the last of equal cards.",
            "Póker con comodín libre: se juegan delante una carta del póker y la carta suelta más alta, con el comodín "
            "como la última de las iguales.",
        ),
        (
            "trips",
            "AS(two-pair)",
            "Three of a kind with a wild joker: play the front by the lines for two pair, the joker counted as the "
            "highest card that makes it one, if any does.",
            "Trío con comodín libre: se juega lo que digan las líneas de doble pareja, con el comodín como la carta "
            "más alta que la forme, si la hay.",
        ),
    ],
)
def test_lines_for_a_wild_joker_say_how_it_counts(kind: str, line: str, in_english: str, in_spanish: str):
    wild = next(each for each in WILD_KINDS if each.name == kind)
    conditions, front = parse_line(line, wild)
    assert english.sentence(wild, conditions, front) == in_english
    assert spanish.sentence(wild, conditions, front) == in_spanish


def test_every_line_of_every_house_way_is_told_in_both_languages():
    for way in house_ways().values():
        for line in (*way.all_lines, *(line for lines in way.choices.values() for line in lines)):
            assert set(line.words) == {"en", "es"}
            assert line.words["en"] != line.words["es"]
            assert all(words.endswith(".") for words in line.words.values())
