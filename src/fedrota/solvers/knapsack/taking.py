"""The two simple rules: take items in an order, by ratio or as drawn, as long as they fit."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from fedrota.domain.errors import InvalidValue
from fedrota.domain.selection import OnMisfit, Selection
from fedrota.solvers.knapsack.bounds import relaxed_bound
from fedrota.solvers.knapsack.problem import (
    Bools,
    Ints,
    Problem,
    check_feasible,
    read_problem,
    selection_of,
)
from fedrota.solvers.knapsack.sums import limit_of
from fedrota.solvers.ranking import ratio_order

__all__ = ["greedy", "random", "take_in_order"]


def greedy(
    scores: ArrayLike,
    costs: ArrayLike,
    budget: float,
    *,
    min_items: int = 0,
    on_misfit: OnMisfit = "skip",
) -> Selection:
    """Take items by their ratio of score to cost, the highest first, as long as they fit.

    Equal ratios go to the larger index; a free item has an infinite ratio. An item that scores nothing comes last,
    and unless it is free it is taken only where `min_items` needs it. An item fits when its cost, with the cheapest
    of the later items that are still needed to reach `min_items`, is within what is left of the budget: so
    `min_items` are always reached, and where the plain rule reaches them this is the plain rule.

    Parameters
    ----------
    scores, costs
        One number per item, 0 or more.
    budget
        What the chosen items may cost together; kept exactly, `math.fsum(costs[items]) <= budget`.
    min_items
        The least number of items.
    on_misfit
        "skip" passes over what does not fit; "stop" ends there, once `min_items` are in (the paper's rule).

    Raises
    ------
    InvalidValue, TooFewClients, BudgetTooSmall
        For numbers out of range; for fewer items than `min_items`; for a budget below the cheapest of them.

    Examples
    --------
    >>> chosen = greedy([6, 5, 4, 1], [3, 4, 4, 1], 8)
    >>> chosen.items.tolist(), chosen.score, chosen.cost
    ([0, 1, 3], 12.0, 8.0)
    >>> greedy([6, 5, 4, 1], [3, 4, 4, 3], 8, on_misfit="stop").items.tolist()
    [0, 1]
    """
    problem = read_problem(scores, costs, budget, min_items)
    order = ratio_order(problem.scores, problem.costs)
    chosen = _without_worthless(problem, order, take_in_order(problem, order, on_misfit))
    return selection_of(problem, chosen, relaxed_bound(problem))


def _without_worthless(problem: Problem, order: Ints, chosen: Bools) -> Bools:
    """Leave out what costs something and scores nothing, but for the first of them that `min_items` needs."""
    worthless = order[(chosen & (problem.scores == 0) & (problem.costs > 0))[order]]
    needed = max(0, problem.min_items - (int(chosen.sum()) - worthless.size))
    kept = chosen.copy()
    kept[worthless[needed:]] = False
    return kept


def random(
    scores: ArrayLike,
    costs: ArrayLike,
    budget: float,
    *,
    min_items: int = 0,
    on_misfit: OnMisfit = "skip",
    seed: int | np.random.Generator | None = None,
    order: ArrayLike | None = None,
) -> Selection:
    """Take items in a drawn order, as long as they fit; the rules for misfits are those of `greedy`.

    Parameters
    ----------
    scores, costs, budget, min_items, on_misfit
        As in `greedy`.
    seed
        Draws the order: the same seed, the same draw.
    order
        The order to take items in, instead of a drawn one; an item that it does not list is never taken.

    Examples
    --------
    >>> random([6, 5, 4, 1], [3, 4, 4, 1], 8, seed=1).cost <= 8
    True
    >>> random([6, 5, 4, 1], [3, 4, 4, 1], 8, order=[2, 1, 0]).items.tolist()
    [1, 2]
    """
    problem = read_problem(scores, costs, budget, min_items)
    if (seed is None) == (order is None):
        raise InvalidValue("seed", seen=seed, expected="a seed or an order, one of the two")
    if order is None:
        walk = _generator(seed).permutation(problem.size)
    else:
        walk = _read_order(order, problem.size)
        check_feasible(replace(problem, scores=problem.scores[walk], costs=problem.costs[walk]))
    chosen = take_in_order(problem, walk.astype(np.int64, copy=False), on_misfit)
    return selection_of(problem, chosen, relaxed_bound(problem))


def _generator(seed: int | np.random.Generator | None) -> np.random.Generator:
    try:
        return np.random.default_rng(seed)
    except (TypeError, ValueError):
        raise InvalidValue("seed", seen=repr(seed), expected="a whole number of 0 or more, or a Generator") from None


def take_in_order(problem: Problem, order: Ints, on_misfit: OnMisfit) -> Bools:
    """Walk through the items and take what fits, keeping in reserve what `min_items` still needs."""
    from fedrota.solvers.knapsack.kernels.taking import take

    if not isinstance(on_misfit, str) or on_misfit not in ("skip", "stop"):
        raise InvalidValue("on_misfit", seen=on_misfit, expected='"skip" or "stop"')
    cheapest = _cheapest(problem, order)
    limit, tie_fits = limit_of(problem.budget)
    taken: Bools = take(problem.costs, order, cheapest, np.array(limit), tie_fits, on_misfit == "stop")
    return taken


def _cheapest(problem: Problem, order: Ints) -> Ints:
    """Return the `min_items` cheapest of the ordered items, dearest first."""
    rising = np.argsort(problem.costs[order], kind="stable")[: problem.min_items]
    return np.ascontiguousarray(order[rising][::-1])


def _read_order(order: ArrayLike, size: int) -> Ints:
    """Check an order that was given."""
    walk = np.asarray(order)
    if walk.ndim != 1 or (walk.size and walk.dtype.kind not in "iu"):
        raise InvalidValue("order", seen=f"of shape {walk.shape} and type {walk.dtype}", expected="item indices")
    walk = walk.astype(np.int64)
    bad = (walk < 0) | (walk >= size)
    if bad.any():
        index = int(bad.argmax())
        raise InvalidValue("order", seen=int(walk[index]), expected=f"an index below {size}", index=index)
    if np.unique(walk).size != walk.size:
        raise InvalidValue("order", seen="an item listed twice", expected="each item at most once")
    return walk
