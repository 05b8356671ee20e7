"""Annealing of one group of subsets. Compiled; see `kernels` for what the arguments hold."""

import numpy as np
from numpy.typing import NDArray

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
    inlined,
    sit,
    update,
    value_of,
)

__all__ = ["anneal"]

Words = NDArray[np.uint64]

_CHECK_EVERY = 128  # tries between two looks at the temperature and at the worst subset
_MOVE_SHARE = 0.1  # of the tries move one client instead of exchanging two
_LOGARITHMS = 1024
_HALF = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)


@compiled
def _draw(random: Words) -> np.uint64:  # xorshift64: one stream per group, so that threads do not matter
    x: np.uint64 = random[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    random[0] = x
    return x


@compiled
def _below(bits: np.uint64, count: Index) -> Index:
    return np.int64((bits * np.uint64(count)) >> _HALF)


@compiled
def _energy(value: float, scale: float) -> float:
    x = value * scale
    x *= x
    x *= x
    return x * x


@compiled
def _rescale(marks: Floats) -> tuple[float, Index]:
    """Measure every energy against the worst value of now; return the factor and where the worst is."""
    worst = np.argmax(marks[0])
    scale = 1.0 / max(marks[0, worst], 1e-12)
    for t in range(marks.shape[1]):
        marks[1, t] = _energy(marks[0, t], scale)
    return scale, worst


@compiled
def _worst_of(values: Floats, stop_at: float) -> float:
    worst = 0.0
    for t in range(values.size):
        worst = max(worst, values[t])
        if worst >= stop_at:
            break
    return worst


@inlined
def _exchange(
    walk: Walk,
    rows: Floats,
    sums: Floats,
    members: Seats,
    sizes: Seats,
    turns: Seats,
    marks: Floats,
    place: tuple[Index, Index, Index, Index, float, float],
) -> bool:
    """Exchange the clients on two seats (seat -1: an open one) if the energy stays under the limit."""
    a, i, b, j, scale, limit = place
    nobody = rows.shape[0] - 2
    out = np.int64(members[a, i])
    into = nobody if j < 0 else np.int64(members[b, j])
    limit += marks[1, a] + marks[1, b]
    value_a = value_of(walk, rows, sums, a, out, into)
    energy_a = _energy(value_a, scale)
    if energy_a > limit:
        return False
    value_b = value_of(walk, rows, sums, b, into, out)
    energy_b = _energy(value_b, scale)
    if energy_a + energy_b > limit:
        return False
    if turns[out] > 1 and holds(members, sizes, b, out, j):
        return False
    if into != nobody and turns[into] > 1 and holds(members, sizes, a, into, i):
        return False
    update(rows, sums, a, out, into)
    update(rows, sums, b, into, out)
    sit(members, sizes, a, i, into, nobody)
    sit(members, sizes, b, j, out, nobody)
    marks[0, a] = value_a
    marks[0, b] = value_b
    marks[1, a] = energy_a
    marks[1, b] = energy_b
    return True


@compiled
def _renew(
    walk: Walk,
    rows: Floats,
    sums: Floats,
    members: Seats,
    sizes: Seats,
    turns: Seats,
    bounds: Seats,
    marks: Floats,
    place: tuple[Index, Index, Index, float, float],
) -> bool:
    """Give, take back or pass on an extra turn if the energy stays under the limit; seat -1 is an open one."""
    a, i, into, scale, limit = place
    nobody = rows.shape[0] - 2
    out = nobody if i < 0 else np.int64(members[a, i])
    if out != nobody and turns[out] <= bounds[out, 0]:
        return False
    if into != nobody and (turns[into] >= bounds[into, 1] or holds(members, sizes, a, into, -1)):
        return False
    value = value_of(walk, rows, sums, a, out, into)
    energy = _energy(value, scale)
    if energy > limit + marks[1, a]:
        return False
    update(rows, sums, a, out, into)
    sit(members, sizes, a, i, into, nobody)
    if out != nobody:
        turns[out] -= 1
    if into != nobody:
        turns[into] += 1
    marks[0, a] = value
    marks[1, a] = energy
    return True


@compiled
def _propose(random: Words, walk: Walk, size: Index, seat: Index, nobody: Index) -> tuple[Index, Index]:
    """Choose the seat and the client of a renewal: an open seat gives a turn, nobody takes one back."""
    bits = _draw(random)
    into = _below(bits >> _HALF, nobody)
    kind = bits & np.uint64(3)
    if kind == 0 and size < walk.largest:
        return -1, into
    if kind == 1 and size > walk.smallest:
        return seat, nobody
    return seat, into


@compiled
def _pick(random: Words, worst: Index, sizes: Seats) -> tuple[Index, Index, Index, Index]:
    """Draw two subsets, the first often the worst, and a seat in each."""
    bits = _draw(random)
    a = _below(bits >> _HALF, sizes.size) if bits & np.uint64(3) else worst
    b = _below(bits & _LOW, sizes.size)
    bits = _draw(random)
    return a, _below(bits >> _HALF, sizes[a]), b, _below(bits & _LOW, sizes[b])


@compiled
def anneal(
    rows: Floats, members: Seats, sizes: Seats, bounds: Seats, prices: Floats, walk: Walk
) -> tuple[float, float]:
    """Anneal a group on the sum of (value / worst)^8, leave the best that was seen; return its worst and the money.

    The power makes the worst subset rule while the others still feel where room is left; measuring against the
    worst of now keeps one scale of temperatures right for every pool.
    """
    sums = np.empty((sizes.size, rows.shape[1]))
    add_up(rows, members, sizes, sums)
    nobody = rows.shape[0] - 2
    turns = count_turns(members, sizes, nobody)
    marks = np.empty((2, sizes.size))
    marks[0] = appraise(rows, members, sizes, bounds, prices, walk)
    logarithms = -np.log((np.arange(_LOGARITHMS) + 0.5) / _LOGARITHMS)
    random = np.array([walk.seed | np.uint64(1)])
    best = marks[0].max()
    best_members, best_sizes, best_money = members.copy(), sizes.copy(), walk.money
    money, temperature, scale = walk.money, walk.hot, 1.0
    worst: Index = 0
    extra: Index = 0
    cooling = (walk.cold / walk.hot) ** (_CHECK_EVERY / max(walk.tries, 1))
    for step in range(walk.tries):
        if step % _CHECK_EVERY == 0:
            if best <= walk.enough:
                break
            temperature *= cooling
            scale, worst = _rescale(marks)
        a, i, b, j = _pick(random, worst, sizes)
        bits = _draw(random)
        limit = temperature * logarithms[np.int64(bits & np.uint64(_LOGARITHMS - 1))]
        share = (bits >> _HALF) / 4294967296.0
        was = max(marks[0, a], marks[0, b])
        if share > 1.0 - walk.renew_share:
            i, into = _propose(random, walk, sizes[a], i, nobody)
            left = money + prices[nobody if i < 0 else members[a, i]] - prices[into]
            more = extra + (i < 0) - (into == nobody)
            place = (a, i, into, scale, limit)
            if left < 0.0 or more > walk.extra:
                continue
            if not _renew(walk, rows, sums, members, sizes, turns, bounds, marks, place):
                continue
            money, extra = left, more
        else:
            if share < _MOVE_SHARE and sizes[a] > walk.smallest and sizes[b] < walk.largest:
                j = -1
            if a == b or not _exchange(walk, rows, sums, members, sizes, turns, marks, (a, i, b, j, scale, limit)):
                continue
        # Only a change that repairs a subset at or above the best can be a new best.
        if was >= best and _worst_of(marks[0], best) < best - 1e-12:
            best, best_money = marks[0].max(), money
            best_members[:] = members
            best_sizes[:] = sizes
    members[:] = best_members
    sizes[:] = best_sizes
    return best, best_money
