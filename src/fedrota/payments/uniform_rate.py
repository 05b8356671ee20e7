"""A truthful mechanism: everyone in the pool earns the same per point of score.

Sort by ask / score; take the largest prefix with c_k / v_k <= B / (v_1 + … + v_k); the rate is the smaller of
B / V_S and c_{k+1} / v_{k+1}. Who is in depends on the own ask only through the threshold, so no client gains by
asking another price than its true one (after Singer's budget-feasible mechanisms, FOCS 2010).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.ranking import highest, positions

__all__ = ["RateOutcome", "critical_asks", "rate_order", "uniform_rate"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateOutcome:
    """Who is in at the common rate, ascending, and what each is paid in whole minor units."""

    items: Whole
    payments: Whole
    rate: float


def uniform_rate(scores: Floats, asks: Whole, budget: int) -> RateOutcome:
    """Choose who is in at one rate for everyone, and what each earns.

    Examples
    --------
    >>> outcome = uniform_rate(np.array([4.0, 2.0, 1.0]), np.array([4, 4, 9]), 12)
    >>> outcome.items.tolist(), outcome.payments.tolist(), outcome.rate
    ([0, 1], [8, 4], 2.0)
    """
    order = rate_order(scores, asks)
    value, ask = scores[order], asks[order]
    sums = np.cumsum(value)
    fits = ask * sums <= budget * value
    inside = len(fits) if fits.all() else int(np.argmin(fits))
    if inside == 0:
        return RateOutcome(items=np.empty(0, np.int64), payments=np.empty(0, np.int64), rate=0.0)
    rate = budget / float(sums[inside - 1])
    if inside < len(order):
        rate = min(rate, float(ask[inside] / value[inside]))
    payments = _whole_payments(value[:inside], ask[:inside], rate, budget)
    by_index = np.argsort(order[:inside])
    return RateOutcome(items=order[:inside][by_index], payments=payments[by_index], rate=rate)


def _whole_payments(value: Floats, ask: Whole, rate: float, budget: int) -> Whole:
    """Floor rate * value, never below the ask that it covers, and never above the budget in sum."""
    payments = np.maximum(np.floor(rate * value).astype(np.int64), ask)
    while int(payments.sum()) > budget:  # rounding of floats alone can put the sum above: take it back
        over = int(payments.sum()) - budget
        spare = np.flatnonzero(payments > ask)[:over]
        payments[spare] -= 1
    return payments


def rate_order(scores: Floats, asks: Whole) -> Whole:
    """Return the items with a score above 0, cheapest per point first, ties towards the larger index."""
    items = np.flatnonzero(scores > 0)[::-1]
    return items[np.argsort(asks[items] / scores[items], kind="stable")].astype(np.int64)


def critical_asks(scores: Floats, asks: Whole, budget: int) -> Whole:
    """Return for each client the highest whole ask at which it is in, the others' asks unchanged; -1: none is.

    Examples
    --------
    >>> critical_asks(np.array([4.0, 2.0, 1.0]), np.array([4, 4, 9]), 12).tolist()
    [8, 4, 2]
    """
    order = rate_order(scores, asks)
    ratio = asks[order] / scores[order]
    before = np.concatenate([[0.0], np.cumsum(scores[order])])
    place = np.full(len(scores), len(order))
    place[order] = np.arange(len(order))

    def is_in(ask: Whole) -> NDArray[np.bool_]:
        at = positions(ratio, order, ask / np.where(scores > 0, scores, np.inf))
        others = before[at] - np.where(place < at, scores, 0.0)
        inside: NDArray[np.bool_] = (scores > 0) & (ask * (others + scores) <= budget * scores)
        return inside

    return highest(is_in, len(scores), budget)
