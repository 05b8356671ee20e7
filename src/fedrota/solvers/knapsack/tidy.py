"""One form for selections of equal worth: of identical items the later, and none for nothing."""

import numpy as np

from fedrota.solvers.knapsack.problem import Bools, Ints, Problem

__all__ = ["tidy"]


def tidy(problem: Problem, chosen: Bools, open_items: Ints | None = None) -> Bools:
    """Return a selection of the same score that costs no more.

    Of identical items those of larger index are chosen; items that cost something and score nothing are
    left out, the dearest first, as far as `min_items` allows. When it is known which items were open to
    change (by ascending index), no others are looked at.
    """
    tidied = chosen.copy()
    items = np.arange(problem.size) if open_items is None else open_items
    if problem.min_items:
        idle = items[tidied[items] & (problem.scores[items] == 0) & (problem.costs[items] > 0)]
        tidied[_unneeded(problem, tidied, idle)] = False
    rising = np.sort(problem.scores[items])
    if (rising[1:] == rising[:-1]).any():
        mixed = _mixed(problem, items, tidied[items])
        if mixed.size:
            tidied[mixed] = _later_twins(problem, mixed, tidied[mixed])
    return tidied


def _unneeded(problem: Problem, chosen: Bools, idle: Ints) -> Ints:
    """Return the idle items that `min_items` does not need."""
    spare = min(idle.size, int(np.count_nonzero(chosen)) - problem.min_items)
    dearest = np.argsort(-problem.costs[idle], kind="stable")
    return np.asarray(idle[dearest[: max(0, spare)]], dtype=np.int64)


def _mixed(problem: Problem, items: Ints, chosen: Bools) -> Ints:
    """Return the items between the lowest ratio that is chosen and the highest that is not."""
    if chosen.all() or not chosen.any():
        return np.empty(0, np.int64)
    costs = problem.costs[items]
    ratios = np.full(items.size, np.inf)
    np.divide(problem.scores[items], costs, out=ratios, where=costs > 0)
    between: Ints = items[(ratios >= ratios[chosen].min()) & (ratios <= ratios[~chosen].max())]
    return between


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
