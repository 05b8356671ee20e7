"""Money is whole minor units: how a computed amount becomes one."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["whole"]

LARGEST = 2.0**53
"""Beyond it a float no longer tells neighboring whole numbers apart."""

ROUNDING = 1 + 2.0**-48
"""Sixteen units in a float's last place: more than a weighted sum of a dozen scores loses, less than money can see."""


def whole(amounts: ArrayLike, *, name: str = "price", count: int | None = None) -> NDArray[np.int64]:
    """Floor amounts to whole minor units.

    An amount that misses a whole number by rounding alone is that number: 100 · 0.29 is 28.999999999999996 in binary
    and 29 to whoever wrote it.

    Parameters
    ----------
    amounts
        Numbers of 0 or more.
    name
        What an error calls them.
    count
        How many there must be.

    Examples
    --------
    >>> whole([18.84, 100 * 0.29]).tolist()
    [18, 29]
    """
    values = np.asarray(amounts, dtype=np.float64)
    if count is not None and values.shape != (count,):
        raise InvalidValue(name, seen=f"of shape {values.shape}", expected=f"{count:,} amounts, one a client")
    bad = ~((values >= 0) & (values <= LARGEST))  # NaN compares false
    if bad.any():
        odd = int(bad.argmax())
        raise InvalidValue(name, index=odd, seen=values.ravel()[odd], expected="an amount from 0 to 2**53")
    return np.floor(values * ROUNDING).astype(np.int64)
