"""The kinds of array that kernels take, by what they hold: the type for numpy, and the one for numba beside it.

All are contiguous in C order. `jit.kernel` reads the types of a kernel's arguments off its annotations.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np
import numpy.typing as npt

Cards = Annotated[npt.NDArray[np.uint8], "uint8[::1]"]
"""Card numbers."""

Hands = Annotated[npt.NDArray[np.uint8], "uint8[:,::1]"]
"""Hands, a row of card numbers each."""

HighValues = Annotated[npt.NDArray[np.int16], "int16[::1]"]
HighValueRows = Annotated[npt.NDArray[np.int16], "int16[:,::1]"]
LowValues = Annotated[npt.NDArray[np.int8], "int8[::1]"]
LowValueRows = Annotated[npt.NDArray[np.int8], "int8[:,::1]"]
"""Values of high and low hands, see `game.ranks`."""

MappedHighValues = Annotated[npt.NDArray[np.int16], "Array(int16, 1, 'C', readonly=True)"]
MappedLowValues = Annotated[npt.NDArray[np.int8], "Array(int8, 1, 'C', readonly=True)"]
"""The same in a file that is mapped to memory and cannot be written."""

Numbers = Annotated[npt.NDArray[np.int64], "int64[::1]"]
NumberRows = Annotated[npt.NDArray[np.int64], "int64[:,::1]"]
NumberBlocks = Annotated[npt.NDArray[np.int64], "int64[:,:,::1]"]
"""Counts, thresholds, masks and indices, where their size does not matter."""

Bits = Annotated[npt.NDArray[np.uint8], "uint8[:,::1]"]
"""Bitsets, eight to a byte, the first of them as the lowest bit."""

Flags = Annotated[npt.NDArray[np.bool_], "boolean[::1]"]
"""Truths."""
