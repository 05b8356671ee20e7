"""A resource and a minimum become a score (S1, S12). Arrays in, arrays out."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["min_max", "ratio"]

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
MIDDLE = 0.5


def ratio(values: Floats, minimum: float) -> Callable[[slice], Floats]:
    """Return what scores some clients by r / (1 + r), r = value / minimum; 0 where nothing is stated.

    The minimum maps to one half, and nobody's score depends on who else offers.

    Examples
    --------
    >>> ratio(np.array([2.0, 6.0, np.nan]), 2.0)(slice(0, 3)).tolist()
    [0.5, 0.75, 0.0]
    """
    silent = bool(len(values)) and np.isnan(values.min())

    def score(rows: slice) -> Floats:
        part = values[rows]
        out: Floats = part + minimum
        np.divide(part, out, out=out)  # r / (1 + r) = value / (value + minimum)
        return np.fmax(out, 0.0, out=out) if silent else out

    return score


def min_max(values: Floats, cohort: Indices) -> Callable[[slice], Floats]:
    """Return what scores some clients by (value - least) / (most - least) over the cohort; ½ where all are alike.

    Who is outside the cohort does not move it, and is clipped to [0, 1]; 0 where nothing is stated.

    Examples
    --------
    >>> min_max(np.array([2.0, 6.0, 9.0]), np.array([0, 1]))(slice(0, 3)).tolist()
    [0.0, 1.0, 1.0]
    """
    inside = values[cohort]
    least = float(np.fmin.reduce(inside, initial=np.inf))
    most = float(np.fmax.reduce(inside, initial=-np.inf))

    def score(rows: slice) -> Floats:
        part = values[rows]
        if not least < most:
            return np.where(np.isnan(part), 0.0, MIDDLE)
        out: Floats = (part - least) / (most - least)
        return np.fmax(np.fmin(out, 1.0, out=out), 0.0, out=out)

    return score
