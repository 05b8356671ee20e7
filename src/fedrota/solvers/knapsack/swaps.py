"""Fill what a selection leaves of the budget by swaps of items, met in the middle.

In strongly correlated data (cost = a * score + b, not rounded) all selections of one size are equally
good but for the budget they leave. Swaps in one half of the items are combined with swaps in the other
half: a few hundred thousand of each make 10**10 combinations, and the best of them leaves about 10**-10.
"""

from dataclasses import dataclass
from itertools import combinations
from math import comb, isqrt

import numpy as np

from fedrota.solvers.knapsack.halves import meet
from fedrota.solvers.knapsack.problem import Bools, Floats, Ints, Problem
from fedrota.solvers.knapsack.sizes import SizeBound
from fedrota.solvers.knapsack.window import Grid

__all__ = ["best_swaps"]

MOST_AT_ONCE = 4
MOST_ITEMS = 5_000


@dataclass(frozen=True, slots=True)
class _Swaps:
    """Some swaps of the same number of items in and out, and where the whole table of them begins."""

    leave: Ints
    enter: Ints

    @property
    def size(self) -> int:
        return len(self.leave) * len(self.enter)

    def changes(self, problem: Problem, grid: Grid) -> tuple[Ints, Floats]:
        """Return what every swap changes in units of cost, and in score."""
        units = [grid.units(problem.costs[rows]).sum(axis=1) for rows in (self.enter, self.leave)]
        scores = [problem.scores[rows].sum(axis=1) for rows in (self.enter, self.leave)]
        return np.subtract.outer(*units).ravel(), np.subtract.outer(*scores).ravel()

    def items(self, at: int) -> Ints:
        """Return the items that one swap touches."""
        enter, leave = divmod(at, len(self.leave))
        return np.concatenate([self.enter[enter], self.leave[leave]])


def best_swaps(problem: Problem, grid: Grid, dual: SizeBound, *, base: Bools, entries: int, slack: float) -> Bools:
    """Return the base after the swaps that raise its score most within the budget.

    `entries` is the number of swaps to list for each half of the items; `slack` is how much a swap may
    cost in reduced score before it is of no interest. A base above the budget may stay above it.
    """
    halves = _halves(problem, dual, base, slack)
    first, second = (_listed(leave, enter, entries) for leave, enter in halves)
    room = grid.room(problem.budget, problem.costs_of(base))
    _, at, other = meet(_table(first, grid, problem), _table(second, grid, problem), room)
    swapped = base.copy()
    for listed, place in ((first, at), (second, other)):
        swapped[_touched(listed, place)] ^= True
    return swapped


def _halves(problem: Problem, dual: SizeBound, base: Bools, slack: float) -> list[tuple[Ints, Ints]]:
    """Deal items to two halves, those nearest to the threshold first.

    Of those equally near, one comes in a fixed random order, for swaps of every size, and the next because
    an item like it is on the other side, for the finest swaps.
    """
    pool = _pool(problem, dual, base, slack)
    coarse = _coarse(problem, dual, pool, slack)
    shuffled = np.random.default_rng(0).permutation(pool.size)
    at_random = shuffled[np.argsort(coarse[shuffled], kind="stable")]
    by_twin = np.lexsort((_distance(problem.costs[pool], base[pool]), coarse))
    both = np.stack([at_random, by_twin], axis=1).ravel()
    ranked = pool[both[np.sort(np.unique(both, return_index=True)[1])]]
    leave, enter = ranked[base[ranked]], ranked[~base[ranked]]
    return [(leave[half::2], enter[half::2]) for half in (0, 1)]


def _coarse(problem: Problem, dual: SizeBound, items: Ints, slack: float) -> Floats:
    """Return how far the reduced scores of items are from the threshold, in thousandths of the slack."""
    reduced = problem.scores[items] - dual.ratio * problem.costs[items] - dual.threshold
    coarse: Floats = np.floor(np.minimum(np.abs(reduced) / max(slack * 1e-3, 1e-300), 1e15))
    return coarse


def _pool(problem: Problem, dual: SizeBound, base: Bools, slack: float) -> Ints:
    """Return items near the threshold, a sample of each side of the base where there are very many."""
    sides = []
    for side in (np.flatnonzero(base), np.flatnonzero(~base)):
        if side.size > MOST_ITEMS:
            coarse = _coarse(problem, dual, side, slack)
            least = np.partition(coarse, MOST_ITEMS)[MOST_ITEMS]
            side = side[coarse <= least]
            if side.size > MOST_ITEMS:
                side = np.random.default_rng(1).choice(side, MOST_ITEMS, replace=False)
        sides.append(side)
    return np.sort(np.concatenate(sides))


def _distance(costs: Floats, base: Bools) -> Floats:
    """Return how far the cost of each item is from the nearest on the other side of the base."""
    distance = np.empty(costs.size)
    for side in (base, ~base):
        others = np.sort(costs[~side])
        if others.size:
            place = np.searchsorted(others, costs[side])
            after = others[np.minimum(place, others.size - 1)]
            before = others[np.maximum(place - 1, 0)]
            distance[side] = np.minimum(np.abs(after - costs[side]), np.abs(costs[side] - before))
        else:
            distance[side] = np.inf
    return distance


def _listed(leave: Ints, enter: Ints, entries: int) -> list[_Swaps]:
    """List swaps of one item, then of two, and so on while there is place."""
    listed = []
    for together in range(1, min(MOST_AT_ONCE, leave.size, enter.size) + 1):
        ways_out, ways_in = comb(leave.size, together), comb(enter.size, together)
        out = min(ways_out, max(isqrt(entries), entries // ways_in))
        swaps = _Swaps(_groups(leave, together, out), _groups(enter, together, entries // out))
        listed.append(swaps)
        entries -= swaps.size
        if entries < swaps.size // 2:
            break
    return listed


def _groups(items: Ints, together: int, most: int) -> Ints:
    """Return groups of items of one size, as rows; as many of the first items as give at most `most`."""
    used = together
    while used < items.size and comb(used + 1, together) <= most:
        used += 1
    if together == 1:
        return items[:used, np.newaxis]
    rows = np.array(list(combinations(range(used), together)), dtype=np.int64)
    return items[rows]


def _table(listed: list[_Swaps], grid: Grid, problem: Problem) -> tuple[Ints, Floats]:
    """Return what every swap changes, in units and in score; the first of all swaps changes nothing."""
    weights, gains = [np.zeros(1, np.int64)], [np.zeros(1)]
    for swaps in listed:
        units, scores = swaps.changes(problem, grid)
        weights.append(units)
        gains.append(scores)
    return np.concatenate(weights), np.concatenate(gains)


def _touched(listed: list[_Swaps], at: int) -> Ints:
    """Return the items of the swap at a place of the table."""
    at -= 1
    for swaps in listed:
        if 0 <= at < swaps.size:
            return swaps.items(at)
        at -= swaps.size
    return np.empty(0, np.int64)
