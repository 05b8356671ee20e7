"""Walk through items in a given order and take what fits."""

import numpy as np
from numba import njit

from fedrota.solvers.knapsack.kernels.sums import MOST_PARTS, add, sign


@njit(cache=True)
def take(costs, order, reserve, limit, tie_fits, stop):  # type: ignore[no-untyped-def]
    """Return whether each item is taken.

    `reserve` holds the cheapest items that still have to come, dearest first: what is left of it is
    set aside. `limit` holds numbers whose sum the total cost must not pass; it may meet it when
    `tie_fits`. While items are in reserve nothing stops the walk.
    """
    taken = np.zeros(costs.size, np.bool_)
    waiting = np.zeros(costs.size, np.bool_)
    over, trial = np.empty(MOST_PARTS), np.empty(MOST_PARTS)
    count = 0
    for number in limit:
        count = add(over, count, -number)
    for item in reserve:
        waiting[item] = True
        count = add(over, count, costs[item])
    dearest, in_reserve = 0, reserve.size
    for item in order:
        if waiting[item]:  # its cost is set aside already
            waiting[item] = False
            in_reserve -= 1
            taken[item] = True
            continue
        while in_reserve > 0 and not waiting[reserve[dearest]]:
            dearest += 1
        trial[:count] = over[:count]
        tried = add(trial, count, costs[item])
        if in_reserve > 0:
            tried = add(trial, tried, -costs[reserve[dearest]])
        side = sign(trial, tried)
        if side < 0 or (side == 0 and tie_fits):
            over, trial, count = trial, over, tried
            taken[item] = True
            if in_reserve > 0:
                waiting[reserve[dearest]] = False
                in_reserve -= 1
        elif stop and in_reserve == 0:
            break
    return taken
