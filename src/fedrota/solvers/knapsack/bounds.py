"""A bound that no selection exceeds, without searching for one."""

import numpy as np
from numpy.typing import ArrayLike

from fedrota.solvers.knapsack.problem import Problem, read_problem
from fedrota.solvers.knapsack.sizes import bound_of_size, guess_ratio
from fedrota.solvers.knapsack.window import Window, free_window, look_over

__all__ = ["break_score", "relaxed_bound", "upper_bound"]


def upper_bound(scores: ArrayLike, costs: ArrayLike, budget: float, *, min_items: int = 0) -> float:
    """Return a score that no selection within the budget exceeds.

    It is the optimum of the linear relaxation (one item may be taken in part), or, where that takes fewer
    than `min_items` items, the best Lagrangian bound with a second multiplier for their number.

    Parameters
    ----------
    scores, costs, budget, min_items
        As in `greedy`.

    Examples
    --------
    >>> upper_bound([6, 5, 4], [3, 4, 4], 5)
    8.5
    """
    return relaxed_bound(read_problem(scores, costs, budget, min_items))


def relaxed_bound(problem: Problem) -> float:
    """Return the bound of a problem that was checked."""
    problem, _ = problem.affordable()
    outlook = look_over(problem)
    if outlook.everything is not None:
        return problem.score_of(outlook.everything)
    window = free_window(problem, outlook.grid)
    wanted = problem.min_items
    if window.size < wanted:
        dual = bound_of_size(problem, wanted, guess=guess_ratio(problem, wanted))
        assert dual is not None, "the problem is feasible"
        return dual.bound
    return break_score(problem, window) + window.slack


def break_score(problem: Problem, window: Window) -> float:
    """Return what the break solution scores."""
    return problem.score_of(window.chosen(np.empty(0, np.int64)))
