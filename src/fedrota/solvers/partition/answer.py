"""From subsets to what a caller gets: their order, their worst measure, what ended the search."""

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.partition import Partition
from fedrota.solvers.partition.form import appraise
from fedrota.solvers.partition.request import Request

__all__ = ["conclude"]


def conclude(request: Request, found: list[NDArray[np.int64]], bound: float, *, late: bool = False) -> Partition:
    """Put subsets in the order of the rounds, those with the most turns owed first, and measure them."""
    subsets = [np.sort(subset).astype(np.int64) for subset in found]
    if request.owed.any():
        subsets.sort(key=lambda subset: -int(request.owed[subset].sum()))
    values = appraise(_join(request.histograms, subsets), request.form)
    worst = float(values.max())
    proven = worst <= bound + 1e-12
    return Partition(
        subsets=subsets,
        turns=np.bincount(np.concatenate(subsets), minlength=request.clients),
        worst=worst,
        bound=min(bound, worst),
        stopped_by="bound" if proven else "time" if late else "work",
    )


def _join(histograms: NDArray[np.int64 | np.float64], subsets: list[NDArray[np.int64]]) -> NDArray[np.float64]:
    """Add up the histograms of each subset, a few thousand clients at a time."""
    joined = np.zeros((len(subsets), histograms.shape[1]))
    step = max(1, 4_000_000 // (histograms.shape[1] * max(map(len, subsets))))
    for start in range(0, len(subsets), step):
        part = subsets[start : start + step]
        starts = np.cumsum([0, *map(len, part[:-1])])
        joined[start : start + step] = np.add.reduceat(histograms[np.concatenate(part)], starts, axis=0)
    return joined
