"""What a partition solver answers. Indices and numbers: nothing here knows what a client is."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["Partition"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Partition:
    """Clients divided into subsets, and how good the worst of them is.

    Attributes
    ----------
    subsets
        The clients of each subset: index arrays, each ascending, in the order of the rounds.
    turns
        In how many subsets each client is.
    worst
        The largest measure of all subsets.
    bound
        No partition that keeps the same rules has a smaller worst.
    stopped_by
        What ended the search: ``"bound"`` (no better partition exists), ``"work"``, or ``"time"`` where a time limit
        cut it short.
    """

    subsets: list[NDArray[np.int64]]
    turns: NDArray[np.int64]
    worst: float
    bound: float
    stopped_by: Literal["bound", "work", "time"]
