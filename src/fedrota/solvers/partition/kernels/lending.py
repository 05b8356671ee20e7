"""Extra turns: given to the worst subsets, and taken back where they are not needed. Compiled; see `kernels`."""

import numpy as np

from fedrota.solvers.partition.kernels.seats import (
    Floats,
    Index,
    Seats,
    Walk,
    add_up,
    appraise,
    compiled,
    count_turns,
    holds,
    sit,
    update,
    value_of,
)

__all__ = ["lend", "shed"]


@compiled
def _best_guest(
    walk: Walk,
    rows: Floats,
    sums: Floats,
    members: Seats,
    sizes: Seats,
    t: Index,
    turns: Seats,
    bounds: Seats,
    prices: Floats,
    money: float,
) -> tuple[Index, float]:
    """Find the client whose extra turn leaves the subset's value lowest, or -1 where nobody may come."""
    best = np.inf
    guest = -1
    for client in range(prices.size):
        if turns[client] >= bounds[client, 1] or prices[client] > money:
            continue
        value = value_of(walk, rows, sums, t, prices.size, client)
        if value < best and not holds(members, sizes, t, client, -1):
            best = value
            guest = client
    return guest, best


@compiled
def lend(rows: Floats, members: Seats, sizes: Seats, bounds: Seats, prices: Floats, walk: Walk) -> tuple[Index, float]:
    """Give up to `walk.tries` extra turns, each to the worst subset with room; return how many, and the money left."""
    nobody = prices.size
    values = appraise(rows, members, sizes, bounds, prices, walk)
    sums = np.empty((sizes.size, rows.shape[1]))
    add_up(rows, members, sizes, sums)
    turns = count_turns(members, sizes, nobody)
    full = sizes >= walk.largest
    given, money = 0, walk.money
    while given < walk.tries and not full.all():
        worst = np.argmax(np.where(full, -1.0, values))
        guest, value = _best_guest(walk, rows, sums, members, sizes, worst, turns, bounds, prices, money)
        if guest < 0:
            full[worst] = True
            continue
        update(rows, sums, worst, nobody, guest)
        sit(members, sizes, worst, -1, guest, nobody)
        turns[guest] += 1
        money -= prices[guest]
        values[worst] = value
        full[worst] = sizes[worst] >= walk.largest
        given += 1
    return given, money


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
    nobody = prices.size
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
