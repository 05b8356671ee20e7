"""The loops of the population search, compiled by numba; importing this module compiles or loads them.

A child of two selections is repaired into one that keeps the rows, and replaces the worst of the population
if it is better and new: the genetic algorithm of Chu and Beasley (1998, doi:10.1023/A:1009642405419).
"""

from typing import NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

__all__ = ["Rows", "draw", "repair", "search"]

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class Rows(NamedTuple):
    """A problem as the loops read it: one row an item, the items' order of usefulness, the size rows."""

    profits: Floats
    weights: Floats
    limits: Floats
    order: NDArray[np.int64]
    fewest: int
    most: int


@numba.njit(cache=True)
def draw(rng: np.random.Generator, count: int) -> int:
    """Draw one of the numbers below `count`."""
    return min(count - 1, int(count * rng.random()))


@numba.njit(cache=True)
def _shift(chosen: Flags, room: Floats, item: int, rows: Rows) -> bool:
    """Put an item in or take it out; tell whether every knapsack then has room left."""
    sign = 1.0 if chosen[item] else -1.0
    chosen[item] = not chosen[item]
    fits = True
    for j in range(room.size):
        room[j] += sign * rows.weights[item, j]
        fits &= room[j] >= 0.0
    return fits


@numba.njit(cache=True)
def _fits(room: Floats, weights: Floats) -> bool:
    for j in range(room.size):  # noqa: SIM110 - numba has no generators
        if weights[j] > room[j]:
            return False
    return True


@numba.njit(cache=True)
def _same(one: Flags, other: Flags) -> bool:
    for i in range(one.size):  # noqa: SIM110
        if one[i] != other[i]:
            return False
    return True


@numba.njit(cache=True)
def _profit(chosen: Flags, profits: Floats) -> float:
    total = 0.0
    for i in range(chosen.size):
        if chosen[i]:
            total += profits[i]
    return total


@numba.njit(cache=True)
def _measure(chosen: Flags, room: Floats, rows: Rows) -> int:
    """Write down the room that a selection leaves, and count its items."""
    count = 0
    room[:] = rows.limits
    for i in range(chosen.size):
        if chosen[i]:
            count += 1
            for j in range(room.size):
                room[j] -= rows.weights[i, j]
    return count


@numba.njit(cache=True)
def repair(chosen: Flags, room: Floats, rows: Rows) -> float:
    """Take out the least useful items until the rest fits, put in the most useful that fit: its worth.

    A selection of too few items is worth less than nothing: minus the number that it lacks, or minus
    infinity where not even an empty one fits.
    """
    count = _measure(chosen, room, rows)
    fits = room.size == 0 or room.min() >= 0.0
    for q in range(chosen.size - 1, -1, -1):
        if fits and count <= rows.most:
            break
        if chosen[rows.order[q]]:
            fits = _shift(chosen, room, rows.order[q], rows)
            count -= 1
    if not fits:
        return -np.inf
    for i in rows.order:
        if count < rows.most and not chosen[i] and _fits(room, rows.weights[i]):
            _shift(chosen, room, i, rows)
            count += 1
    if count < rows.fewest:
        return float(count - rows.fewest)
    return _profit(chosen, rows.profits)


@numba.njit(cache=True)
def _fitter(worth: Floats, rng: np.random.Generator) -> int:
    """Hold a tournament of two."""
    first, second = draw(rng, worth.size), draw(rng, worth.size)
    return first if worth[first] > worth[second] else second


@numba.njit(cache=True)
def _breed(child: Flags, population: Flags, worth: Floats, core: NDArray[np.int64], rng: np.random.Generator) -> None:
    """Mix two parents item by item, then flip two items, rather those whose use is in doubt."""
    first, second = _fitter(worth, rng), _fitter(worth, rng)
    for i in range(child.size):
        child[i] = population[first, i]
        if child[i] != population[second, i] and rng.random() < 0.5:
            child[i] = population[second, i]
    for _ in range(2):
        i = core[int(core.size * rng.random() ** 2)]
        child[i] = not child[i]


@numba.njit(cache=True)
def _is_known(child: Flags, value: float, population: Flags, worth: Floats) -> bool:
    for a in range(worth.size):  # noqa: SIM110
        if worth[a] == value and _same(population[a], child):
            return True
    return False


@numba.njit(cache=True)
def search(
    rows: Rows,
    population: Flags,
    core: NDArray[np.int64],
    children: int,
    enough: float,
    rng: np.random.Generator,
) -> tuple[int, float]:
    """Improve the population in place; return its best member and that member's worth.

    `core` holds the items from the most doubtful to the plainest; a worth of `enough` ends the search.
    """
    room = np.empty(rows.limits.size)
    worth = np.empty(len(population))
    for a in range(len(population)):
        worth[a] = repair(population[a], room, rows)
    child = np.empty(core.size, np.bool_)
    for _ in range(children):
        if worth.max() >= enough:
            break
        _breed(child, population, worth, core, rng)
        value = repair(child, room, rows)
        worst = worth.argmin()
        if value > worth[worst] and not _is_known(child, value, population, worth):
            population[worst] = child
            worth[worst] = value
    return int(worth.argmax()), float(worth.max())
