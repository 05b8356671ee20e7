"""How good can any plan be? Lower bounds on the worst subset, valid for every plan under the same rules.

1. Everyone takes part exactly once: the histograms of the subsets add up to the pool's, and the measures are
   convex in the normalized histogram, so the pool's own value is a weighted mean of the subsets' values: the
   worst is at least the pool's.
2. With up to x turns each: the subsets add up to sum_k m_k h_k for some 1 <= m_k <= x. The smallest value of the
   measure over all such m (and within the budget) bounds the worst from below. For Nid that is a linear program.
3. Support: where a class is held by fewer clients than there are rounds, each once, some round lacks the class.
"""

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.plan import Plan, labels_of
from fedrota.solvers.measures import measure

__all__ = ["worst_bound"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
STEPS = 200


def worst_bound(plan: Plan, turns: Whole) -> tuple[float, str]:
    """Return a value that no plan with the same rules and number of rounds beats, and the argument for it."""
    histograms = labels_of(plan.pool)
    target = None if plan.target is None else np.array(plan.target)
    if not plan.subsets or histograms.sum() == 0:
        return 0.0, "there is nothing to balance"
    most = min(plan.max_turns, len(plan.subsets))
    once = most == 1 or bool((turns == 1).all() and plan.max_turns == 1)
    if once:
        joined = float(measure(plan.measure).of(histograms.sum(axis=0), target))
        return max((joined, "the whole pool's value"), _lacking(plan, histograms, target))
    if plan.measure != "nid":
        return 0.0, "no bound is known for this measure with extra turns"
    return _relaxed(plan, histograms.astype(np.float64), most, target), "the best mix of 1 to x turns each"


def _lacking(plan: Plan, histograms: Whole, target: Floats | None) -> tuple[float, str]:
    """Where some round must lack a class, the measure is at least that of the best histogram without it."""
    holders = (histograms > 0).sum(axis=0)
    classes = histograms.shape[1]
    rare = np.flatnonzero(holders < len(plan.subsets))
    if len(rare) == 0 or classes < 2 or int((histograms.sum(axis=1) == 0).sum()) >= plan.size - plan.tolerance:
        return 0.0, ""  # a round of clients without data lacks everything, and has nothing to balance
    shares = np.full(classes, 1 / classes) if target is None else target / target.sum()
    without = np.tile(shares, (len(rare), 1))
    if plan.measure == "l2":  # the nearest distribution spreads the missing share evenly; elsewhere in proportion
        without += shares[rare][:, None] / (classes - 1)
    without[np.arange(len(rare)), rare] = 0.0
    least = float(measure(plan.measure).of(without, target).max())
    return least, "a class that fewer clients hold than there are rounds"


def _relaxed(plan: Plan, histograms: Floats, most: int, target: Floats | None) -> float:
    """Bound min over 1 <= m_k <= most of Nid(sum m_k h_k) by the dual: any weights on the classes give a bound.

    For weights a, b >= 0 with sum 1, max_j r_j - min_j r_j >= (a - b) . r, so Nid(m) >= c min(q) (a - b) . R m / s . m
    with R the scaled histograms. The smallest value of that ratio over the box (the budget is left out, which only
    lowers it) is found exactly by Dinkelbach's iteration; subgradient steps on (a, b) raise it.
    """
    classes = histograms.shape[1]
    shares = np.full(classes, 1 / classes) if target is None else target / target.sum()
    scaled, sizes = histograms * (shares.min() / shares), histograms.sum(axis=1)
    best, up, down = 0.0, np.full(classes, 1 / classes), np.full(classes, 1 / classes)
    for step in range(STEPS):
        value, turns = _least_ratio(scaled @ (up - down), sizes, most)
        best = max(best, value)
        joined = turns @ scaled / (turns @ sizes)
        pace = 8.0 / np.sqrt(step + 1.0)
        up = _softened(up, pace * (joined - joined.mean()))
        down = _softened(down, -pace * (joined - joined.mean()))
    return best


def _softened(weights: Floats, gradient: Floats) -> Floats:
    """Take one multiplicative step on the simplex."""
    moved = weights * np.exp(np.clip(gradient, -50, 50))
    return np.maximum(moved / moved.sum(), 1e-12)


def _least_ratio(gain: Floats, sizes: Floats, most: int) -> tuple[float, Floats]:
    """Minimize gain . m / sizes . m over 1 <= m_k <= most."""
    turns = np.ones(len(gain))
    ratio = float(gain @ turns / (sizes @ turns))
    while True:
        turns = np.where(gain - ratio * sizes < 0, float(most), 1.0)
        lower = float(gain @ turns / (sizes @ turns))
        if lower >= ratio - 1e-15:
            return min(ratio, lower), turns
        ratio = lower
