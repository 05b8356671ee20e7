"""Selections of exactly k items: their Lagrangian bound, and one of them that nearly meets it."""

from dataclasses import dataclass

import numpy as np

from fedrota.solvers.knapsack.problem import Bools, Floats, Ints, Problem
from fedrota.solvers.knapsack.sums import exact_sum
from fedrota.solvers.knapsack.window import Relaxation

__all__ = ["SizeBound", "bound_of_size", "relax"]

MOST_STEPS = 60
# The bound is a sum of floats: allow for their rounding.
ROUNDING = 1e-14


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeBound:
    """No k items within the budget score more than `bound`.

    `base` are k items within the budget and `beyond` k items that are above it (or the same), both nearly
    as good as the bound allows for what they cost. At the multiplier `ratio` of the budget, items with score - ratio * cost above the `threshold` are in
    and items below it out.
    """

    bound: float
    ratio: float
    threshold: float
    base: Bools
    beyond: Bools


def bound_of_size(problem: Problem, size: int) -> SizeBound | None:
    """Minimize the Lagrangian bound over the multiplier of the budget; None when k items cost too much.

    For a fixed multiplier the k items of the largest reduced scores are best. One such selection within
    the budget and one above it give the next multiplier, at which the two are worth the same; it is the
    best when no third selection is worth more.
    """
    if size > problem.size:
        return None
    below, _ = _top(-problem.costs, size)
    if not problem.keeps_budget(below):
        return None
    above, threshold = _top(problem.scores, size)
    if problem.keeps_budget(above):
        return SizeBound(
            bound=exact_sum(problem.scores[above]), ratio=0.0, threshold=threshold, base=above, beyond=above
        )
    bound, ratio = np.inf, 0.0
    for _ in range(MOST_STEPS):
        gap = _difference(problem.costs, above, below)
        step = max(0.0, _difference(problem.scores, above, below) / gap)
        top, kth = _top(problem.scores - step * problem.costs, size)
        worth = _worth(problem, top, step)
        if worth < bound:
            bound, ratio, threshold = worth, step, kth
        if worth <= _worth(problem, below, step) * (1 + ROUNDING):
            break
        if problem.keeps_budget(top):
            below = top
        else:
            above = top
    base, beyond = _between(problem, below, above)
    return SizeBound(bound=bound * (1 + ROUNDING), ratio=ratio, threshold=threshold, base=base, beyond=beyond)


def relax(problem: Problem, dual: SizeBound) -> Relaxation:
    """Return the relaxation, for selections of at least `min_items` items, at the multipliers of a bound."""
    reward = max(0.0, -dual.threshold)
    reduced = problem.scores + reward - dual.ratio * problem.costs
    bound = dual.ratio * problem.budget - reward * problem.min_items + exact_sum(np.maximum(reduced, 0.0))
    return Relaxation(
        bound=bound * (1 + ROUNDING),
        ratio=dual.ratio,
        sizes=(problem.min_items,),
        reward=reward,
        counted=True,
    )


def _top(reduced: Floats, size: int) -> tuple[Bools, float]:
    """Return the items of the k largest numbers, equal ones by larger index, and the k-th number."""
    if size == 0:
        return np.zeros(reduced.size, np.bool_), float(reduced.max(initial=0.0))
    threshold = float(np.partition(reduced, reduced.size - size)[reduced.size - size])
    top = reduced > threshold
    equal = np.flatnonzero(reduced == threshold)
    top[equal[equal.size - (size - int(top.sum())) :]] = True
    return top, threshold


def _difference(numbers: Floats, first: Bools, second: Bools) -> float:
    return float(numbers[first & ~second].sum() - numbers[second & ~first].sum())


def _worth(problem: Problem, chosen: Bools, ratio: float) -> float:
    """Return the Lagrangian value of a selection."""
    slack = problem.budget - exact_sum(problem.costs[chosen])
    return exact_sum(problem.scores[chosen]) + ratio * slack


def _between(problem: Problem, below: Bools, above: Bools) -> tuple[Bools, Bools]:
    """Exchange items of `below` for items of `above`, one by one, up to the budget and one beyond it.

    Where many items are level with the threshold, as in strongly correlated data, the two selections are
    far apart and everything between them is as good at the same multiplier.
    """
    leave, enter = _by_cost(problem, below & ~above), _by_cost(problem, above & ~below)
    change = np.cumsum(problem.costs[enter] - problem.costs[leave])
    slack = problem.budget - exact_sum(problem.costs[below])
    swaps = int(np.argmax(change > slack))
    base, beyond = below.copy(), below.copy()
    for mask, last in ((base, swaps), (beyond, swaps + 1)):
        mask[leave[:last]] = False
        mask[enter[:last]] = True
    return (base if problem.keeps_budget(base) else below), beyond


def _by_cost(problem: Problem, chosen: Bools) -> Ints:
    items = np.flatnonzero(chosen)
    return items[np.argsort(problem.costs[items], kind="stable")]
