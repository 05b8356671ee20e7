"""In which order items come by score per cost, and where one would stand at another price. Arrays in, positions out."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["highest", "highest_of_one", "positions", "ratio_order", "ratios"]


def ratios(scores: NDArray[np.float64], costs: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.float64]:
    """Return score per cost; what is free has an infinite ratio.

    Examples
    --------
    >>> ratios(np.array([3.0, 3.0]), np.array([2, 0])).tolist()
    [1.5, inf]
    """
    out = np.full(len(scores), np.inf)
    np.divide(scores, costs, out=out, where=costs > 0)
    return out


def ratio_order(scores: NDArray[np.float64], costs: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.int64]:
    """Return all items by ratio, the highest first; of equal ones the larger index first.

    Examples
    --------
    >>> ratio_order(np.array([1.0, 3.0, 1.0]), np.array([1, 2, 1])).tolist()
    [1, 2, 0]
    """
    backwards = np.argsort(-ratios(scores, costs)[::-1], kind="stable")
    return np.asarray(len(scores) - 1 - backwards, dtype=np.int64)


def positions(keys: NDArray[np.float64], order: NDArray[np.int64], wanted: NDArray[np.float64]) -> NDArray[np.int64]:
    """Count, for every item, the items that come before it if its key were ``wanted``.

    Parameters
    ----------
    keys
        Sorted keys, ascending; among equal ones the larger index comes first.
    order
        The item behind each key.
    wanted
        One key an item, in the order of the items. An item that is already placed counts itself where its
        own key is smaller.

    Examples
    --------
    >>> positions(np.array([1.0, 1.0, 2.0]), np.array([2, 0, 1]), np.array([0.5, 1.0, 1.5])).tolist()
    [0, 1, 2]
    """
    n = len(wanted)
    group = np.searchsorted(keys, keys, side="left")  # equal keys share a group
    rank = group * (n + 1) + (n - order)
    left = np.searchsorted(keys, wanted, side="left")
    among_equals = np.searchsorted(rank, left * (n + 1) + (n - np.arange(n)), side="left")
    tied = np.append(keys, np.nan)[left] == wanted
    return np.where(tied, among_equals, left).astype(np.int64)


def highest(holds: Callable[[NDArray[np.int64]], NDArray[np.bool_]], count: int, most: int) -> NDArray[np.int64]:
    """Bisect, for ``count`` items at once, the highest whole number up to ``most`` for which a condition holds.

    The condition must hold up to some number and never above it; -1 where it never holds.

    Examples
    --------
    >>> limits = np.array([3, -1, 99])
    >>> highest(lambda numbers: numbers <= limits, 3, 10).tolist()
    [3, -1, 10]
    """
    low, high = np.full(count, -1, np.int64), np.full(count, min(most, 2**62), np.int64)
    while (low < high).any():
        middle = low + (high - low + 1) // 2
        above = holds(middle)
        low, high = np.where(above, middle, low), np.where(above, high, middle - 1)
    return low


def highest_of_one(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Bisect the highest whole number up to ``high`` for which a condition holds; ``low`` where it never does above.

    Examples
    --------
    >>> highest_of_one(lambda number: number <= 3, -1, 10)
    3
    """
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(middle) else (low, middle - 1)
    return low
