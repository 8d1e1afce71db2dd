"""Kernels that count wrong are found out before they answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from paigow.counting import counters, self_check
from paigow.counting.counter import Counter
from paigow.counting.counters import counter
from paigow.counting.outcomes import Outcomes, count_outcomes
from paigow.counting.self_check import CountError, check_counts


def test_a_kernel_that_counts_right_is_let_through():
    check_counts(counter("stones", "lowest", "wild"))


@pytest.mark.parametrize("name", ["natural_blocks", "natural_order", "missing_rank", "played", "exception_flush"])
def test_a_table_that_is_not_what_it_was_is_found_out(name: str):
    damaged = Counter(counter("foxwoods").tables)
    array = getattr(damaged.counting_tables, name)
    damaged.counting_tables = damaged.counting_tables._replace(**{name: np.ascontiguousarray(array[::-1])})
    with pytest.raises(CountError, match="count wrong; remove "):
        check_counts(damaged)


def test_no_counter_is_made_of_kernels_that_count_wrong(monkeypatch: pytest.MonkeyPatch):
    def off_by_one(*asked: Any) -> list[Outcomes]:
        [outcomes] = count_outcomes(*asked)
        outcomes.splits[0] = outcomes.splits[0]._replace(wins=outcomes.splits[0].wins + 1)
        return [outcomes]

    monkeypatch.setattr(self_check, "count_outcomes", off_by_one)
    monkeypatch.setattr(counters, "_counters", {})
    with pytest.raises(CountError):
        counter("mgm-grand")
