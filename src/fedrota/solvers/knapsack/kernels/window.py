"""One pass over all items: which are surely in, and which lie near the break ratio."""

import numpy as np
from numba import njit


@njit(cache=True)
def scan(scores, costs, low, high, taken, near):  # type: ignore[no-untyped-def]
    """Mark items above the ratio `high` (and free ones) as taken, list those between `low` and `high`.

    Items that score nothing are left out. Returns how many lie between (more than `near` holds means
    that the list is cut short), and what the taken ones and those between cost.
    """
    count, above, between = 0, 0.0, 0.0
    for i in range(scores.size):
        score, cost = scores[i], costs[i]
        inside = cost == 0.0 or score > high * cost
        taken[i] = inside
        if inside:
            above += cost
        elif score > 0.0 and score >= low * cost:
            if count < near.size:
                near[count] = i
            count += 1
            between += cost
    return count, above, between


@njit(cache=True)
def top_up(values, weights, start, room):  # type: ignore[no-untyped-def]
    """Take every item from `start` on that still fits; return the items and the value they add."""
    added = np.zeros(values.size, np.bool_)
    gained = 0.0
    for i in range(start, values.size):
        if weights[i] <= room:
            room -= weights[i]
            gained += values[i]
            added[i] = True
    return np.flatnonzero(added), gained
