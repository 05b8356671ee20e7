"""Extra turns that a subset can spare. Compiled; see `kernels` for what the arguments hold."""

import numpy as np

from fedrota.solvers.partition.kernels.seats import (
    Floats,
    Index,
    Seats,
    Walk,
    add_up,
    compiled,
    count_turns,
    sit,
    update,
    value_of,
)

__all__ = ["shed"]


@compiled
def _least_missed(
    walk: Walk, rows: Floats, sums: Floats, members: Seats, sizes: Seats, t: Index, turns: Seats, bounds: Seats
) -> tuple[Index, float]:
    """Find the seat of an extra turn whose end leaves the subset's value lowest, or -1 where there is none."""
    best = np.inf
    found = -1
    for seat in range(sizes[t]):
        client = np.int64(members[t, seat])
        if turns[client] > bounds[client, 0]:
            value = value_of(walk, rows, sums, t, client, rows.shape[0] - 2)
            if value < best:
                best = value
                found = seat
    return found, best


@compiled
def shed(rows: Floats, members: Seats, sizes: Seats, bounds: Seats, prices: Floats, walk: Walk) -> tuple[Index, float]:
    """Take back every extra turn that its subset can spare and stay at or under `walk.enough`; return how many."""
    nobody = rows.shape[0] - 2
    sums = np.empty((sizes.size, rows.shape[1]))
    add_up(rows, members, sizes, sums)
    turns = count_turns(members, sizes, nobody)
    taken, money = 0, walk.money
    for t in range(sizes.size):
        while sizes[t] > walk.smallest:
            seat, value = _least_missed(walk, rows, sums, members, sizes, t, turns, bounds)
            if seat < 0 or value > walk.enough:
                break
            client = np.int64(members[t, seat])
            update(rows, sums, t, client, nobody)
            sit(members, sizes, t, seat, nobody, nobody)
            turns[client] -= 1
            money += prices[client]
            taken += 1
    return taken, money
