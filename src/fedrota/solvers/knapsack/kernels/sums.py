"""Exact sums of floats: a number held as a few parts that do not overlap (Shewchuk 1997)."""

import numpy as np
from numba import njit

# Numbers between 1e-100 and 1e100 (`problem`) span 720 bits, and a part holds 53 of them.
MOST_PARTS = 64


@njit(cache=True)
def add(parts, count, number):  # type: ignore[no-untyped-def]
    """Add a number to the first `count` parts, exactly; return how many parts there are then."""
    kept = 0
    for i in range(count):
        other = parts[i]
        if abs(number) < abs(other):
            number, other = other, number
        high = number + other
        low = other - (high - number)
        if low != 0.0:
            parts[kept] = low
            kept += 1
        number = high
    parts[kept] = number
    return kept + 1


@njit(cache=True)
def sign(parts, count):  # type: ignore[no-untyped-def]
    """Say whether the parts sum to less than zero (-1), to zero, or to more (1)."""
    for i in range(count - 1, -1, -1):
        if parts[i] > 0.0:
            return 1
        if parts[i] < 0.0:
            return -1
    return 0


@njit(cache=True)
def split(numbers):  # type: ignore[no-untyped-def]
    """Return parts that sum to exactly what the numbers sum to."""
    parts = np.empty(MOST_PARTS)
    count = 0
    for number in numbers:
        count = add(parts, count, number)
    return parts[:count].copy()
