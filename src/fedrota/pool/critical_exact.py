"""Between which prices a client leaves the best pool. Intervals for all from reduced costs; one client exactly.

The critical price of a client is the highest price at which some best pool holds it, the others' prices
unchanged. It is bracketed by weak duality: with a multiplier L for the budget B, no pool scores more than
sum_j max(0, v_j - L c_j) + L B. The lower end comes from pools at hand: the client bought with what is left,
or in exchange for one member.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import Infeasible
from fedrota.domain.selection import Selection
from fedrota.solvers import knapsack
from fedrota.solvers.ranking import highest_of_one, ratio_order, ratios

__all__ = ["critical_intervals", "critical_price"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Best:
    """A pool with its proof, as the two ends of the interval need it."""

    scores: Floats
    costs: Whole
    budget: int
    min_items: int
    chosen: NDArray[np.bool_]
    score: float
    bound: float
    slack: int


def critical_intervals(
    scores: Floats, costs: Whole, budget: int, best: Selection, *, min_items: int
) -> tuple[Whole, Whole]:
    """Return for each client a price at which it is surely in, and one above which it is surely out.

    A lower end of -1 says that no price is known to be low enough.

    Examples
    --------
    >>> scores, costs = np.array([6.0, 5.0, 5.0]), np.array([3, 2, 2])
    >>> low, high = critical_intervals(scores, costs, 4, knapsack.exact(scores, costs, 4), min_items=0)
    >>> exact = [critical_price(scores, costs, 4, k, min_items=0) for k in range(3)]
    >>> all(low <= exact) and all(exact <= high)
    True
    """
    chosen = np.zeros(len(scores), np.bool_)
    chosen[best.items] = True
    slack = budget - int(costs[best.items].sum())
    known = _Best(
        scores=scores,
        costs=costs,
        budget=budget,
        min_items=min_items,
        chosen=chosen,
        score=best.score,
        bound=best.score if best.optimal else best.bound,
        slack=slack,
    )
    multiplier = _multiplier(scores, costs, budget)
    worth = np.maximum(0.0, scores - multiplier * costs)
    high = _highest(known, multiplier, worth)
    return np.minimum(_surely_in(known, multiplier, worth), high), high


def critical_price(scores: Floats, costs: Whole, budget: int, k: int, *, min_items: int) -> int:
    """Return client ``k``'s exact critical price, by solving two knapsacks a step; -1 where no price is low enough."""
    others = np.arange(len(scores)) != k
    rival = _optimum(scores[others], costs[others], budget, min_items)

    def is_in(price: int) -> bool:
        own = _optimum(scores[others], costs[others], budget - price, max(0, min_items - 1))
        return own is not None and (rival is None or scores[k] + own >= rival * (1 - 1e-12))

    return highest_of_one(is_in, -1, budget)


def _optimum(scores: Floats, costs: Whole, budget: int, min_items: int) -> float | None:
    try:
        return knapsack.exact(scores, costs, budget, min_items=min_items).score
    except Infeasible:
        return None


def _multiplier(scores: Floats, costs: Whole, budget: int) -> float:
    """Return the ratio of the item that breaks the budget: what one more unit of it is worth."""
    order = ratio_order(scores, costs)
    broken = int(np.searchsorted(np.cumsum(costs[order]), budget, side="right"))
    return 0.0 if broken == len(order) else float(ratios(scores, costs)[order[broken]])


def _highest(known: _Best, multiplier: float, worth: Floats) -> Whole:
    """Above this price even the relaxed best with the client scores less than a pool at hand without it."""
    refill = np.where(known.chosen, _refill(known), 0.0)
    without = known.score - np.where(known.chosen, known.scores, 0.0) + refill
    covered = np.full(len(worth), known.budget - _cheapest_others(known), np.int64)
    if multiplier <= 0:
        return np.asarray(covered)
    gain = known.scores + (worth.sum() - worth) + multiplier * known.budget - without
    slack = 1e-9 * (1 + abs(known.score))
    price = np.where(np.isfinite(without), np.floor((gain + slack) / multiplier), known.budget)
    return np.minimum(covered, np.clip(price, -1, known.budget).astype(np.int64))


def _refill(known: _Best) -> Floats:
    """Return what the best single outsider is worth that fits in a member's place; minus infinity if none must."""
    outside = np.flatnonzero(~known.chosen)
    needs_one = int(known.chosen.sum()) <= known.min_items
    nothing = -np.inf if needs_one else 0.0
    if len(outside) == 0:
        return np.full(len(known.costs), nothing)
    by_cost = outside[np.argsort(known.costs[outside], kind="stable")]
    best = np.maximum.accumulate(known.scores[by_cost])
    fits = np.searchsorted(known.costs[by_cost], known.slack + known.costs, side="right")
    return np.where(fits > 0, np.maximum(best[np.maximum(fits - 1, 0)], nothing), nothing)


def _cheapest_others(known: _Best) -> int:
    """Return what the ``min_items - 1`` cheapest clients cost: no price can leave less than that."""
    return int(np.sort(known.costs)[: max(0, known.min_items - 1)].sum())


def _surely_in(known: _Best, multiplier: float, worth: Floats) -> Whole:
    """Up to this price a pool at hand with the client is worth at least the relaxed best without it."""
    relaxed = worth.sum() - worth + multiplier * known.budget
    rival = np.where(known.chosen, np.minimum(known.bound, relaxed), known.bound)
    base = np.where(known.chosen, known.score, known.score + known.scores)
    start = np.where(known.chosen, known.costs, 0) + known.slack
    low = np.where(base >= rival, start, -1)
    members = np.flatnonzero(known.chosen)
    if len(members) == 0:
        return low
    by_score = members[np.argsort(known.scores[members], kind="stable")]
    dearest = np.maximum.accumulate(known.costs[by_score])
    spare = np.where(known.chosen & (int(known.chosen.sum()) <= known.min_items), -np.inf, base - rival)
    count = np.searchsorted(known.scores[by_score], spare, side="right")
    count[by_score] = np.minimum(count[by_score], np.arange(len(by_score)))  # nobody is exchanged for itself
    exchanged = start + np.where(count > 0, dearest[np.maximum(count - 1, 0)], 0)
    return np.where(count > 0, np.maximum(low, exchanged), low)
