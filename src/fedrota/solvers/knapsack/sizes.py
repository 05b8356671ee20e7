"""Selections of exactly k items: their Lagrangian bound, and one of them that nearly meets it."""

from dataclasses import dataclass

import numpy as np

from fedrota.solvers.knapsack.problem import Bools, Floats, Ints, Problem
from fedrota.solvers.knapsack.sums import exact_sum
from fedrota.solvers.knapsack.window import Relaxation

__all__ = ["SizeBound", "bound_of_size", "guess_ratio", "relax"]

MOST_STEPS = 60
# With more items than this the multiplier is guessed on a sample.
MANY = 20_000
# The bound is a sum of floats: allow for their rounding.
ROUNDING = 1e-14


@dataclass(frozen=True, slots=True)
class SizeBound:
    """No k items within the budget score more than `bound`.

    `base` are k items within the budget and `beyond` k items that are above it (or the same), both nearly
    as good as the bound allows for what they cost. At the multiplier `ratio` of the budget, items whose
    score - ratio * cost is above the `threshold` are in and items below it out.
    """

    bound: float
    ratio: float
    threshold: float
    base: Bools
    beyond: Bools


@dataclass(frozen=True, slots=True)
class _Pick:
    """Some items, what they score and cost, and the lowest reduced score among them."""

    items: Bools
    score: float
    cost: float
    threshold: float

    @classmethod
    def at(cls, problem: Problem, size: int, reduced: Floats) -> "_Pick":
        """Pick the k items of the largest reduced scores, equal ones by larger index."""
        items, threshold = _top(reduced, size)
        return cls(items, float(problem.scores[items].sum()), float(problem.costs[items].sum()), threshold)

    def worth(self, ratio: float, budget: float) -> float:
        """Return the Lagrangian value at a multiplier of the budget."""
        return self.score + ratio * (budget - self.cost)


def bound_of_size(problem: Problem, size: int, *, guess: float | None = None) -> SizeBound | None:
    """Minimize the Lagrangian bound over the multiplier of the budget; None when k items cost too much.

    For a fixed multiplier the k items of the largest reduced scores are best. One such selection within
    the budget and one above it give the next multiplier, at which the two are worth the same; it is the
    best when no third selection is worth more. A good guess of the multiplier saves steps.
    """
    if size > problem.size:
        return None
    cheapest = _Pick.at(problem, size, -problem.costs)
    if not problem.keeps_budget(cheapest.items):
        return None
    dearest = _Pick.at(problem, size, problem.scores)
    if problem.keeps_budget(dearest.items):
        bound = problem.score_of(dearest.items)
        return SizeBound(bound, 0.0, dearest.threshold, dearest.items, dearest.items)
    ratio, below, above = _best_ratio(problem, size, (cheapest, dearest), guess)
    top = _Pick.at(problem, size, problem.scores - ratio * problem.costs)
    slack = problem.budget - exact_sum(problem.costs_of(top.items))
    bound = (problem.score_of(top.items) + ratio * slack) * (1 + ROUNDING)
    start = below.items if problem.keeps_budget(below.items) else cheapest.items
    return SizeBound(bound, ratio, top.threshold, *_between(problem, start, above.items))


def _best_ratio(
    problem: Problem, size: int, ends: tuple[_Pick, _Pick], guess: float | None
) -> tuple[float, _Pick, _Pick]:
    """Return the best multiplier and selections on both sides of the budget."""
    below, above = ends
    ratio, least = 0.0, np.inf
    for step in range(MOST_STEPS):
        if guess and step < 2:
            trial = guess if step == 0 else guess * (1.001 if above is not ends[1] else 0.999)
        else:
            apart = above.cost - below.cost
            if apart <= 0:  # both meet the budget, but for rounding
                break
            trial = max(0.0, (above.score - below.score) / apart)
        pick = _Pick.at(problem, size, problem.scores - trial * problem.costs)
        worth = pick.worth(trial, problem.budget)
        if worth < least:
            ratio, least = trial, worth
        reached = max(below.worth(trial, problem.budget), above.worth(trial, problem.budget))
        if worth <= reached * (1 + ROUNDING) and not (guess and step < 2):
            break
        if pick.cost <= problem.budget:
            below = pick
        else:
            above = pick
    return ratio, below, above


def guess_ratio(problem: Problem, size: int) -> float | None:
    """Guess the multiplier for selections of one size on a sample of a large problem."""
    if problem.size <= MANY:
        return None
    drawn = np.sort(np.random.default_rng(0).permutation(problem.size)[: MANY // 2])
    share = drawn.size / problem.size
    sample = Problem(
        scores=problem.scores[drawn], costs=problem.costs[drawn], budget=problem.budget * share, min_items=0
    )
    bound = bound_of_size(sample, round(size * share))
    return bound.ratio if bound is not None and bound.ratio > 0 else None


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


def _between(problem: Problem, below: Bools, above: Bools) -> tuple[Bools, Bools]:
    """Exchange items of `below` for items of `above`, one by one, up to the budget and one beyond it.

    Where many items are level with the threshold, as in strongly correlated data, the two selections are
    far apart and everything between them is as good at the same multiplier.
    """
    leave, enter = _by_cost(problem, below & ~above), _by_cost(problem, above & ~below)
    change = np.cumsum(problem.costs[enter] - problem.costs[leave])
    slack = problem.budget - exact_sum(problem.costs_of(below))
    swaps = int(np.argmax(change > slack))
    base, beyond = below.copy(), below.copy()
    for mask, last in ((base, swaps), (beyond, swaps + 1)):
        mask[leave[:last]] = False
        mask[enter[:last]] = True
    return (base if problem.keeps_budget(base) else below), beyond


def _by_cost(problem: Problem, chosen: Bools) -> Ints:
    items = np.flatnonzero(chosen)
    return items[np.argsort(problem.costs[items], kind="stable")]
