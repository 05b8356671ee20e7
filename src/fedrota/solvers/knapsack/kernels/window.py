"""One pass over all items: which are surely in, and which lie near the break ratio."""

import numpy as np
from numba import njit


@njit(cache=True)
def scan(scores, costs, trifle, limits, taken, near):  # type: ignore[no-untyped-def]
    """Mark items of a ratio above the limits, and those that cost a trifle, as taken; list those between.

    Items that score nothing are left out. Returns how many lie between (more than `near` holds means
    that the list is cut short), and what the taken ones and those between cost.
    """
    low, high = limits
    count, above, between = 0, 0.0, 0.0
    for i in range(scores.size):
        score, cost = scores[i], costs[i]
        inside = cost <= trifle or score > high * cost
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


@njit(cache=True)
def lay_out(near, backwards, values, weights, room):  # type: ignore[no-untyped-def]
    """Put the open items in order (given from the last item to the first) and find the break.

    Returns items, values and weights in order, the place of the break, and the room that is left there.
    """
    size = near.size
    items, ordered = np.empty(size, np.int64), np.empty(size)
    units = np.empty(size, np.int64)
    start, left = -1, room
    for place in range(size):
        at = size - 1 - backwards[place]
        items[place], ordered[place], units[place] = near[at], values[at], weights[at]
        if start < 0:
            if weights[at] > left:
                start = place
            else:
                left -= weights[at]
    return items, ordered, units, size if start < 0 else start, left


@njit(cache=True)
def survey(scores, costs):  # type: ignore[no-untyped-def]
    """Return what one pass tells.

    That is: how many items score, or cost nothing; what those cost; what all cost; whether all costs are
    integers; whether all scores are.
    """
    wanted, spent, total = 0, 0.0, 0.0
    whole_costs = whole_scores = True
    for i in range(scores.size):
        score, cost = scores[i], costs[i]
        total += cost
        if score > 0.0 or cost == 0.0:
            wanted += 1
            spent += cost
        whole_costs &= cost == np.rint(cost)
        whole_scores &= score == np.rint(score)
    return wanted, spent, total, whole_costs, whole_scores
