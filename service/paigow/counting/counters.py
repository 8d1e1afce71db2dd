"""The counter of each house way under each ranking: made once, checked before it answers, kept while there is room."""

from __future__ import annotations

from operator import attrgetter
from threading import Lock

from cachetools import LRUCache

from paigow.counting.counter import Counter
from paigow.counting.self_check import check_counts
from paigow.dealer.tables import DealerTables, tables_of
from paigow.game.ranks import JokerRule, Wheel, ranking_of
from paigow.house_ways import house_way
from paigow.requests.rules import TableRules

COUNTER_BYTES = 128 * 1024 * 1024
"""Room for the counters of seven house ways under all four rankings, 4.5 MB each."""

_Key = tuple[str, Wheel, JokerRule]

_counters: LRUCache[_Key, Counter] = LRUCache(COUNTER_BYTES, getsizeof=attrgetter("nbytes"))
_lock = Lock()
_making = Lock()


def counter(way_id: str, wheel: Wheel = "second", joker: JokerRule = "semi-wild") -> Counter:
    """The counter of a house way under a ranking, the same one for all threads that ask at once.

    Raises what `dealer.tables.tables_of` and `self_check.check_counts` raise.
    """
    key = way_id, wheel, joker
    with _lock:
        found = _counters.get(key)
    if found is None:
        with _making:
            with _lock:
                found = _counters.get(key)
            if found is None:
                found = Counter(tables_of(house_way(way_id), ranking_of(wheel, joker)))
                check_counts(found)
                with _lock:
                    _counters[key] = found
    return found


def tables_for(rules: TableRules) -> DealerTables:
    """The dealer tables under these rules."""
    return counter(rules.house_way, rules.wheel, rules.joker).tables
