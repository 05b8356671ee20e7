"""The dynamic program over a table of budgets."""

import numpy as np
from numba import njit


@njit(cache=True)
def fill(scores, costs, budget, min_items):  # type: ignore[no-untyped-def]
    """Return, as bits, whether item i is taken where at least q items may cost at most c.

    `best[q, c]` is the largest score of at least q items that cost at most c; items come in by
    ascending index, and a tie is won by the later one.
    """
    best = np.full((min_items + 1, budget + 1), -np.inf)
    best[0] = 0.0
    bits = np.zeros((scores.size, min_items + 1, (budget >> 3) + 1), np.uint8)
    for i in range(scores.size):
        cost = costs[i]
        wanted = scores[i] > 0.0 or cost == 0
        for q in range(min_items, -1, -1):
            source = best[max(q - 1, 0)]
            target = best[q]
            for c in range(budget, cost - 1, -1):
                value = source[c - cost] + scores[i]
                if value > target[c] or (wanted and value == target[c] and value > -np.inf):
                    target[c] = value
                    bits[i, q, c >> 3] |= np.uint8(1 << (c & 7))
    return bits, best[min_items, budget]


@njit(cache=True)
def trace(bits, costs, budget, min_items):  # type: ignore[no-untyped-def]
    """Follow the bits from the last item to the first; return whether each item is taken."""
    taken = np.zeros(costs.size, np.bool_)
    c, q = budget, min_items
    for i in range(costs.size - 1, -1, -1):
        if bits[i, q, c >> 3] >> (c & 7) & 1:
            taken[i] = True
            c -= costs[i]
            q = max(q - 1, 0)
    return taken
