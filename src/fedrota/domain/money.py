"""Money is whole minor units: how large an amount may be, and how a computed one becomes whole."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.values import floats, integer

__all__ = ["LARGEST_BUDGET", "LARGEST_PRICE", "asked", "whole"]

LARGEST_PRICE = 10**12
"""The most that one turn may cost: nine million such prices still sum to a 64-bit integer."""

LARGEST_BUDGET = 9 * 10**15
"""The most that a task may spend: less than 2**53, so that it is exact as a float too."""

ROUNDING = 1 + 2.0**-48
"""Sixteen units in a float's last place: more than a weighted sum of a dozen scores loses, less than money can see."""


def whole(amounts: ArrayLike, *, name: str = "price", count: int | None = None) -> NDArray[np.int64]:
    """Floor computed prices to whole minor units.

    An amount that misses a whole number by rounding alone is that number: 100 · 0.29 is 28.999999999999996 in binary
    and 29 to whoever wrote it.

    Parameters
    ----------
    amounts
        Numbers from 0 to `LARGEST_PRICE`.
    name
        What an error calls them.
    count
        How many there must be.

    Examples
    --------
    >>> whole([18.84, 100 * 0.29]).tolist()
    [18, 29]
    """
    expected = f"an amount from 0 to {LARGEST_PRICE:,}"
    values = floats(name, amounts, expected)
    if count is not None and values.shape != (count,):
        raise InvalidValue(name, seen=f"of shape {values.shape}", expected=f"{count:,} amounts, one a client")
    bad = ~((values >= 0) & (values <= LARGEST_PRICE))  # NaN compares false
    if bad.any():
        odd = int(bad.argmax())
        raise InvalidValue(name, index=odd, seen=values.ravel()[odd], expected=expected)
    return np.floor(values * ROUNDING).astype(np.int64)


def asked(prices: ArrayLike, *, count: int) -> NDArray[np.int64]:
    """Return a column of prices that clients ask: integers, since 12.0 may be twelve of the major unit.

    Examples
    --------
    >>> asked([12, 9], count=2).tolist()
    [12, 9]
    """
    values = np.asarray(prices, dtype=None if isinstance(prices, np.ndarray) else object)
    if values.shape != (count,):
        raise InvalidValue("prices", seen=f"of shape {values.shape}", expected=f"{count:,} amounts, one a client")
    if values.dtype.kind not in "iu" or (count and not (values.min() >= 0 and values.max() <= LARGEST_PRICE)):
        values = np.array([integer("prices", one, most=LARGEST_PRICE, index=k) for k, one in enumerate(values)])
    return values.astype(np.int64, copy=False)
