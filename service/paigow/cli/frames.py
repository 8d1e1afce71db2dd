"""The command line's own words: headings of tables and the lines around them, in each language."""

from __future__ import annotations

from paigow.game.names import LANGUAGES, Lang

_FRAMES: dict[str, tuple[str, str]] = {
    "against": ("{cards}   against {way}, {banks}", "{cards}   contra {way}, {banks}"),
    "banks": ("the dealer banks", "la banca es el crupier"),
    "you bank": ("you bank", "la banca es usted"),
    "counted": ("commission {commission}, {hands} dealer hands", "comisión {commission}, {hands} manos del crupier"),
    "counted one": ("commission {commission}, 1 dealer hand", "comisión {commission}, 1 mano del crupier"),
    "known": (
        "commission {commission}, the dealer's hand is known",
        "comisión {commission}, mano del crupier conocida",
    ),
    "variant": ("variant", "variante"),
    "wheel": ("wheel", "escalera A-2-3-4-5"),
    "joker": ("joker", "comodín"),
    "push": ("push", "empate"),
    "collection": ("collection", "cuota"),
    "rounding": ("rounding", "redondeo"),
    "stake": ("stake", "apuesta"),
    "dead": ("dead", "muertas"),
    "dealer sets": ("The dealer sets {high} / {low}.", "El crupier coloca {high} / {low}."),
    "high": ("high", "alta"),
    "low": ("low", "baja"),
    "ev": ("EV", "valor"),
    "loss": ("loss", "pérdida"),
    "win": ("win %", "gana %"),
    "pushes": ("push %", "empata %"),
    "lose": ("lose %", "pierde %"),
    "foul": ("foul", "nula"),
    "house": ("house", "casa"),
    "house plays": (
        "The house way plays {low} in front (rank {rank}). {rule}",
        "La regla de la casa juega {low} delante (puesto {rank}). {rule}",
    ),
    "grade best": ("best", "óptima"),
    "grade good": ("good", "buena"),
    "grade inaccuracy": ("inaccuracy", "imprecisión"),
    "grade mistake": ("mistake", "error"),
    "grade blunder": ("blunder", "error grave"),
    "grade foul": ("foul", "nula"),
    "you": ("you", "usted"),
    "player": ("player", "jugador"),
    "dealer": ("dealer", "crupier"),
    "high hand": ("high hand", "mano alta"),
    "low hand": ("low hand", "mano baja"),
    "copy": ("a copy", "una copia"),
    "by foul": ("foul", "mano nula"),
    "by rule": ("the rule {push}", "la regla {push}"),
    "result win": ("win", "gana"),
    "result push": ("push", "empata"),
    "result lose": ("lose", "pierde"),
    "net": ("{net} on {stake}", "{net} de {stake}"),
    "row": ("row", "fila"),
    "hands": ("hands", "manos"),
    "pays": ("pays {table}", "paga {table}"),
    "now": ("now, of {hands}", "ahora, de {hands}"),
    "edge": ("the house keeps", "la casa se queda"),
    "edge with envy": ("with the envy of six", "con la envidia de seis"),
    "break-even meter": ("the meter must show", "el bote debe marcar"),
    "row push": ("push", "empata"),
    "row lose": ("lose", "pierde"),
    "edge now": ("now it keeps", "ahora se queda"),
    "net of hand": ("this hand", "esta mano"),
    "table": ("pay table {table}", "tabla {table}"),
    "default": ("default", "por defecto"),
    "note": ("Note: {note}", "Nota, en inglés: {note}"),
}


_NUMBERS: tuple[dict[int, str], ...] = ({}, {ord(","): ".", ord("."): ","})
"""What becomes of English separators in each language."""


class Frames:
    """The words in one language, by their names.

    >>> Frames("es")("high hand"), Frames("en")("net", net="-1", stake="1")
    ('mano alta', '-1 on 1')
    """

    def __init__(self, lang: Lang) -> None:
        self._place = LANGUAGES.index(lang)

    def __call__(self, name: str, **values: object) -> str:
        """A text with its gaps filled."""
        return _FRAMES[name][self._place].format(**values)

    def number(self, written: str) -> str:
        """A number as English writes it, in this language.

        >>> Frames("en").number("53,524,680.5"), Frames("es").number("53,524,680.5")
        ('53,524,680.5', '53.524.680,5')
        """
        return written.translate(_NUMBERS[self._place])
