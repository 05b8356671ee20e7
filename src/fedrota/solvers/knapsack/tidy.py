"""One form for selections of equal worth: of identical items the later, and none for nothing."""

import numpy as np

from fedrota.solvers.knapsack.problem import Bools, Ints, Problem

__all__ = ["tidy"]


def tidy(problem: Problem, chosen: Bools) -> Bools:
    """Return a selection of the same score that costs no more.

    Of identical items those of larger index are chosen; items that cost something and score nothing are
    left out, the dearest first, as far as `min_items` allows.
    """
    tidied = chosen.copy()
    tidied[_worthless(problem, chosen)] = False
    mixed = _mixed(problem, tidied)
    if mixed.size:
        tidied[mixed] = _later_twins(problem, mixed, tidied[mixed])
    return tidied


def _worthless(problem: Problem, chosen: Bools) -> Ints:
    """Return the chosen items that bring nothing and are not needed."""
    idle = np.flatnonzero(chosen & (problem.scores == 0) & (problem.costs > 0))
    spare = min(idle.size, int(chosen.sum()) - problem.min_items)
    dearest = np.argsort(-problem.costs[idle], kind="stable")
    return idle[dearest[: max(0, spare)]]


def _mixed(problem: Problem, chosen: Bools) -> Ints:
    """Return the items whose ratio is shared by chosen and other ones, or lies between such."""
    if chosen.all() or not chosen.any():
        return np.empty(0, np.int64)
    ratios = np.full(problem.size, np.inf)
    np.divide(problem.scores, problem.costs, out=ratios, where=problem.costs > 0)
    lowest, highest = ratios[chosen].min(), ratios[~chosen].max()
    return np.flatnonzero((ratios >= lowest) & (ratios <= highest))


def _later_twins(problem: Problem, items: Ints, chosen: Bools) -> Bools:
    """Return the choice with the same number of each kind of item, the larger indices first."""
    costs, scores = problem.costs[items], problem.scores[items]
    order = np.lexsort((items, scores, costs))
    costs, scores = costs[order], scores[order]
    first = np.flatnonzero(np.concatenate([[True], (np.diff(costs) != 0) | (np.diff(scores) != 0)]))
    wanted = np.add.reduceat(chosen[order].astype(np.int64), first)
    last = np.append(first[1:], items.size)
    place = np.arange(items.size)
    later = place >= np.repeat(last - wanted, last - first)
    result = np.empty(items.size, np.bool_)
    result[order] = later
    return result
