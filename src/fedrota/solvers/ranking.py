"""Where an item would stand in a sorted list if its key were another. Arrays in, positions out."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["positions"]


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
    >>> positions(np.array([1.0, 1.0, 2.0]), np.array([2, 0, 1]), np.array([0.5, 1.0, 2.0])).tolist()
    [0, 1, 2]
    """
    n = len(wanted)
    group = np.searchsorted(keys, keys, side="left")  # equal keys share a group
    rank = group * (n + 1) + (n - order)
    left = np.searchsorted(keys, wanted, side="left")
    return np.searchsorted(rank, left * (n + 1) + (n - np.arange(n)), side="left").astype(np.int64)
