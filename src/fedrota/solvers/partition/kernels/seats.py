"""Where clients sit in a group of subsets, and what a subset measures. Compiled; the other kernels build on it."""

import math
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from fedrota.solvers.partition.form import EVENNESS, HELLINGER, L2, NID

__all__ = [
    "Floats",
    "Index",
    "Seats",
    "Walk",
    "add_up",
    "appraise",
    "compiled",
    "count_turns",
    "holds",
    "inlined",
    "sit",
    "update",
    "value_of",
]

Index = int | np.integer[Any]
Floats = NDArray[np.float64]
Seats = NDArray[np.int32]

# Reassociation lets the compiler use vectors; infinities keep their meaning.
_FASTMATH = {"nnan", "nsz", "reassoc", "contract", "arcp"}
compiled = njit(cache=True, nogil=True, fastmath=_FASTMATH)
inlined = njit(cache=True, nogil=True, fastmath=_FASTMATH, inline="always")
"""For what runs at every try, and pays for being compiled into its caller."""


class Walk(NamedTuple):
    """How one group is searched.

    Attributes
    ----------
    code, scale
        The measure; see `form.Form`.
    smallest, largest
        Sizes.
    tries, hot, cold
        Changes to try, and the temperatures at the first and the last.
    enough
        A worst that needs no further search.
    renew_share, extra, money
        The share of tries that are about extra turns, how many may be added, and what they may cost.
    seed
        Of the random numbers.
    """

    code: int
    scale: float
    smallest: int
    largest: int
    tries: int
    hot: float
    cold: float
    enough: float
    renew_share: float
    extra: int
    money: float
    seed: np.uint64


# The loops below index whole arrays: a slice would count references, atomically, at every try.
@compiled
def _spread(rows: Floats, sums: Floats, t: Index, out: Index, into: Index) -> float:
    high = -np.inf
    low = np.inf
    for j in range(sums.shape[1] - 1):
        v = sums[t, j] - rows[out, j] + rows[into, j]
        high = max(high, v)
        low = min(low, v)
    return high - low


@compiled
def _distance(rows: Floats, sums: Floats, t: Index, out: Index, into: Index, total: float) -> float:
    result = 0.0
    for j in range(sums.shape[1] - 1):
        v = (sums[t, j] - rows[out, j] + rows[into, j]) / total - rows[rows.shape[0] - 1, j]
        result += v * v
    return math.sqrt(result)


@compiled
def _affinity(rows: Floats, sums: Floats, t: Index, out: Index, into: Index) -> float:
    result = 0.0
    for j in range(sums.shape[1] - 1):
        result += math.sqrt(max(sums[t, j] - rows[out, j] + rows[into, j], 0.0))
    return result


@compiled
def _divergence(rows: Floats, sums: Floats, t: Index, out: Index, into: Index, total: float) -> float:
    result = 0.0
    for j in range(sums.shape[1] - 1):
        v = (sums[t, j] - rows[out, j] + rows[into, j]) / total
        if v > 1e-12:
            result += v * math.log(v / rows[rows.shape[0] - 1, j])
    return max(result, 0.0)


@compiled
def _other(walk: Walk, rows: Floats, sums: Floats, t: Index, out: Index, into: Index, total: float) -> float:
    if walk.code == EVENNESS:
        return abs(total * walk.scale - 1.0)
    if total <= 0.0:
        return 1.0
    if walk.code == L2:
        return _distance(rows, sums, t, out, into, total) * walk.scale
    if walk.code == HELLINGER:
        affinity = _affinity(rows, sums, t, out, into) / math.sqrt(total)
        return math.sqrt(max(1.0 - affinity, 0.0)) * walk.scale
    return _divergence(rows, sums, t, out, into, total) * walk.scale


@inlined
def value_of(walk: Walk, rows: Floats, sums: Floats, t: Index, out: Index, into: Index) -> float:
    """Return the measure of subset `t` after row `out` left it and row `into` joined it."""
    last = sums.shape[1] - 1
    total = sums[t, last] - rows[out, last] + rows[into, last]
    if walk.code == NID and total > 0.0:
        return float(_spread(rows, sums, t, out, into) / total * walk.scale)
    return _other(walk, rows, sums, t, out, into, total)


@compiled
def update(rows: Floats, sums: Floats, t: Index, out: Index, into: Index) -> None:
    """Let row `out` leave a subset and row `into` join it."""
    for j in range(sums.shape[1]):
        sums[t, j] += rows[into, j] - rows[out, j]


@compiled
def add_up(rows: Floats, members: Seats, sizes: Seats, sums: Floats) -> None:
    """Compute every subset's sums."""
    nobody = rows.shape[0] - 2
    sums[:] = 0.0
    for t in range(sizes.size):
        for seat in range(sizes[t]):
            update(rows, sums, t, nobody, members[t, seat])


@compiled
def count_turns(members: Seats, sizes: Seats, clients: Index) -> Seats:
    """Count the turns of each client."""
    turns = np.zeros(clients, np.int32)
    for t in range(sizes.size):
        for seat in range(sizes[t]):
            turns[members[t, seat]] += 1
    return turns


@compiled
def appraise(rows: Floats, members: Seats, sizes: Seats, bounds: Seats, prices: Floats, walk: Walk) -> Floats:
    """Return the value of every subset."""
    nobody = rows.shape[0] - 2
    sums = np.empty((sizes.size, rows.shape[1]))
    add_up(rows, members, sizes, sums)
    values = np.empty(sizes.size)
    for t in range(sizes.size):
        values[t] = value_of(walk, rows, sums, t, nobody, nobody)
    return values


@compiled
def sit(members: Seats, sizes: Seats, subset: Index, seat: Index, client: Index, nobody: Index) -> None:
    """Put a client on a seat; nobody closes the seat; seat -1 opens one."""
    if client == nobody:
        sizes[subset] -= 1
        members[subset, seat] = members[subset, sizes[subset]]
    elif seat < 0:
        members[subset, sizes[subset]] = client
        sizes[subset] += 1
    else:
        members[subset, seat] = client


@compiled
def holds(members: Seats, sizes: Seats, t: Index, client: Index, besides: Index) -> bool:
    """Tell whether a subset has a client, on another seat than `besides`."""
    for seat in range(sizes[t]):  # noqa: SIM110 - compiled code has no generators
        if seat != besides and members[t, seat] == client:
            return True
    return False
