"""The forms of the kernel that the bench of steps measures: each still counts the same as the final one."""

from __future__ import annotations

import pytest

from tests.bench.steps import Hand, disagreeing
from tests.conftest import hand


@pytest.mark.slow
@pytest.mark.parametrize("written", ["Jk As Qs Qh Qd 7s 2s", "Ks Kd Qc 9h 7s 4d 2c"])
def test_all_forms_of_the_kernel_agree(written: str):
    assert disagreeing(Hand(list(hand(written)))) == []
