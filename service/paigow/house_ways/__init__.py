"""House ways: how a casino's dealer sets seven cards, read from one TOML file each.

A file has `id`, `name`, `place`, `source`, `notes`, and under `[lines]` an ordered list of lines for each kind of hand
(`kinds.KINDS`), in the language of `language`. The first line that fits decides. `[choices]` may name further lists
that lines refer to, and `[wild]` has lines that come first where the joker is fully wild. Loading reads every line;
`check` sets one hand of each class of dealer hand besides, and so finds what reading cannot: hands that no line covers,
and settings that foul.
"""

from paigow.house_ways.files import parse, read_file
from paigow.house_ways.registry import DEFAULT, exclude, excluded, house_way, house_ways, id_conflict
from paigow.house_ways.way import HouseWay, HouseWayError, Line, Setting, check

__all__ = [
    "DEFAULT",
    "HouseWay",
    "HouseWayError",
    "Line",
    "Setting",
    "check",
    "exclude",
    "excluded",
    "house_way",
    "house_ways",
    "id_conflict",
    "parse",
    "read_file",
]
