"""Kernels that count wrong are found out before they answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from paigow.answers import analysis
from paigow.answers.analysis import counter
from paigow.counting import self_check
from paigow.counting.counter import Counter
from paigow.counting.outcomes import Outcomes, count_outcomes
from paigow.counting.self_check import CountError, check_counts
from paigow.game.splits import WINS


def test_a_kernel_that_counts_right_is_let_through():
    check_counts(counter("stones", "lowest", "wild"))


@pytest.mark.parametrize("number", [2, 4, 12, 13, 15])
def test_a_table_that_is_not_what_it_was_is_found_out(number: int):
    """Of `Counter.arrays`: blocks of products, the order of classes, which flushes are held, which played, the list."""
    damaged = Counter(counter("foxwoods").tables)
    arrays = list(damaged.arrays)
    arrays[number] = np.ascontiguousarray(arrays[number][::-1])
    damaged.arrays = tuple(arrays)
    with pytest.raises(CountError, match="count wrong; remove "):
        check_counts(damaged)


def test_no_counter_is_made_of_kernels_that_count_wrong(monkeypatch: pytest.MonkeyPatch):
    def off_by_one(*asked: Any) -> list[Outcomes]:
        [outcomes] = count_outcomes(*asked)
        outcomes.splits[0][WINS] += 1
        return [outcomes]

    monkeypatch.setattr(self_check, "count_outcomes", off_by_one)
    monkeypatch.setattr(analysis, "_counters", {})
    with pytest.raises(CountError):
        counter("mgm-grand")
