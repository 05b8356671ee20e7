"""The items that are still open once the break ratio is known, and the break solution among them."""

from dataclasses import dataclass
from math import frexp, nextafter

import numpy as np

from fedrota.solvers.knapsack.problem import EXACT_INTEGERS, Bools, Floats, Ints, Problem
from fedrota.solvers.knapsack.sums import room_of

__all__ = ["Grid", "Outlook", "Relaxation", "Window", "free_window", "look_over", "near_items", "open_window"]

# With more items than this the break ratio is bracketed on a sample instead of sorting them all.
MANY = 6_000
SAMPLE = 32_768


@dataclass(frozen=True, slots=True)
class Grid:
    """Costs as integers: as they are, or in units of 2**-exponent, so that their sums are exact."""

    exponent: int
    integral: bool
    up: bool = False

    @property
    def trifle(self) -> float:
        """The largest cost that counts as nothing: what rounds down to no unit at all."""
        return 0.0 if self.integral or self.up else nextafter(2.0**-self.exponent, 0.0)

    def units(self, costs: Floats) -> Ints:
        """Return costs in units: rounded down, so that no selection is lost, or up, to be safe."""
        if self.integral:
            return costs.astype(np.int64)
        scaled = costs * 2.0**self.exponent
        return (np.ceil(scaled) if self.up else np.floor(scaled)).astype(np.int64)

    def room(self, budget: float, spent: Floats) -> int:
        """Return how many units the budget leaves, exactly."""
        if self.integral:
            return int(budget) - int(spent.sum())
        return room_of(budget, spent[spent > self.trifle], self.exponent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What one pass over a problem tells.

    `everything` are all items that score or cost nothing, where they fit and are enough; else None.
    """

    everything: Bools | None
    grid: Grid
    whole_scores: bool


def look_over(problem: Problem) -> Outlook:
    """Look over a problem; choose units small enough that rounding to them hardly ever matters."""
    from fedrota.solvers.knapsack.kernels.window import survey

    wanted, spent, total, whole_costs, whole_scores = survey(problem.scores, problem.costs)
    if whole_costs and total < EXACT_INTEGERS:
        grid = Grid(exponent=0, integral=True)
    else:
        grid = Grid(exponent=61 - frexp(total)[1], integral=False)
    everything = None
    if wanted >= problem.min_items and spent <= problem.budget * (1 + 1e-9):
        mask = (problem.scores > 0) | (problem.costs == 0)
        everything = mask if problem.keeps_budget(mask) else None
    return Outlook(everything=everything, grid=grid, whole_scores=whole_scores)


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxation:
    """A bound on every selection, and the multipliers behind it.

    An item is worth its score - ratio * cost + reward; the reward is for the number of items, where that
    is `counted`. Bounds for selections of one size are concave in it: the largest is at one of the `sizes`.
    """

    bound: float
    ratio: float
    sizes: tuple[int, ...]
    reward: float = 0.0
    counted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Open items by ratio, the best first: the break solution takes those before `start`.

    Outside the window items are `taken` or not, for good; `ahead` and `behind` bound their ratios where
    that is not certain (infinite and 0 where it is). Values are scores plus the reward for an item.
    `missing` items are needed beyond the break solution; None where nobody counts.
    """

    items: Ints
    values: Floats
    weights: Ints
    taken: Bools
    start: int
    room: int
    ahead: float
    behind: float
    reward: float
    missing: int | None

    @property
    def ratio(self) -> float:
        """Value per unit at the break."""
        at = min(self.start, self.items.size - 1)
        return float(self.values[at]) / float(self.weights[at]) if at >= 0 else 0.0

    @property
    def size(self) -> int:
        """The number of items in the break solution."""
        return int(np.count_nonzero(self.taken)) + self.start

    @property
    def slack(self) -> float:
        """What the relaxation adds to the break solution: its room, filled at the ratio of the break."""
        return max(0.0, self.room * self.ratio)

    def mixed(self, chosen: Bools) -> Ints:
        """Return the open items from the first that is not chosen to the last that is, by index."""
        if not self.items.size:
            return self.items
        flags = chosen[self.items]
        first, last = int(flags.argmin()), flags.size - int(flags[::-1].argmax())
        return np.sort(self.items[first:last])

    def chosen(self, flips: Ints) -> Bools:
        """Return the break solution with some positions flipped, over all items."""
        mask = self.taken.copy()
        mask[self.items[: self.start]] = True
        mask[self.items[flips]] ^= True
        return mask


def open_window(
    problem: Problem,
    grid: Grid,
    taken: Bools,
    near: Ints,
    *,
    relaxation: Relaxation | None = None,
    beyond: tuple[float, float] = (0.0, np.inf),
) -> Window:
    """Sort the open items, given by ascending index, by ratio and find the break among them.

    `beyond` are the limits of the open items' ratios, where items outside could still change.
    """
    from fedrota.solvers.knapsack.kernels.window import lay_out

    reward = relaxation.reward if relaxation else 0.0
    values = problem.scores[near] + reward
    weights = grid.units(problem.costs[near])
    # By value per unit, not per cost: bounds in the search need ratios in order, and rounding moves those
    # of very cheap items.
    backwards = np.argsort(-(values / weights)[::-1], kind="stable")
    room = grid.room(problem.budget, problem.costs_of(taken))
    items, values, weights, start, left = lay_out(near, backwards, values, weights, room)
    counted = relaxation is not None and relaxation.counted
    return Window(
        items=items,
        values=values,
        weights=weights,
        taken=taken,
        start=start,
        room=left,
        ahead=beyond[1] / 2.0**grid.exponent,
        behind=beyond[0] / 2.0**grid.exponent,
        reward=reward,
        missing=problem.min_items - int(np.count_nonzero(taken)) - start if counted else None,
    )


def free_window(problem: Problem, grid: Grid) -> Window:
    """Open a window around the break ratio, on the assumption that not everything fits."""
    for limits in (_bracket(problem), (0.0, np.inf)):
        split = near_items(problem, grid.trifle, limits)
        if split is not None:
            window = open_window(problem, grid, *split, beyond=limits)
            if window.room >= 0 and (window.start < window.items.size or limits[0] == 0.0):
                break
    return window


def near_items(problem: Problem, trifle: float, limits: tuple[float, float]) -> tuple[Bools, Ints] | None:
    """Return what is taken above the limits and the items between; None when the break is not between."""
    low, high = limits
    if low == 0.0 and high == np.inf:
        taken = problem.costs <= trifle
        return taken, np.flatnonzero((problem.scores > 0) & ~taken)
    from fedrota.solvers.knapsack.kernels.window import scan

    taken = np.empty(problem.size, np.bool_)
    near = np.empty(problem.size, np.int64)
    count, above, between = scan(problem.scores, problem.costs, trifle, limits, taken, near)
    if above > problem.budget or above + between <= problem.budget:
        return None
    return taken, near[:count]


def _bracket(problem: Problem) -> tuple[float, float]:
    """Guess ratios on both sides of the break from a sample (the guess is checked by who uses it)."""
    if problem.size <= MANY:
        return 0.0, np.inf
    sample = np.random.default_rng(0).integers(0, problem.size, min(SAMPLE, problem.size // 4))
    sample = sample[(problem.costs[sample] > 0) & (problem.scores[sample] > 0)]
    ratios = problem.scores[sample] / problem.costs[sample]
    order = np.argsort(-ratios)
    spent = np.cumsum(problem.costs[sample][order])
    if not sample.size:
        return 0.0, np.inf
    total = float(problem.costs[problem.scores > 0].sum())
    at = int(np.searchsorted(spent, problem.budget / total * spent[-1]))
    margin = 2 * int(np.sqrt(sample.size)) + 2
    high = float(ratios[order[at - margin]]) if at >= margin else np.inf
    low = float(ratios[order[at + margin]]) if at + margin < sample.size else 0.0
    return low, high
