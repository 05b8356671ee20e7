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

STEPS = 2.0**24


@dataclass(frozen=True, slots=True, kw_only=True)
class RateOutcome:
    """Who is in at the common rate, ascending, and what each is paid in whole minor units."""

    items: Whole
    payments: Whole
    rate: float


def uniform_rate(scores: Floats, asks: Whole, budget: int) -> RateOutcome:
    """Choose who is in at one rate for everyone, and what each earns.

    A member earns the highest whole ask at which it would still be in: rate times score, floored. Scores count in
    steps of 2**-24, so that sums are exact and the same comparison decides who is in and what it earns.

    Examples
    --------
    >>> outcome = uniform_rate(np.array([4.0, 2.0, 1.0]), np.array([4, 4, 9]), 12)
    >>> outcome.items.tolist(), outcome.payments.tolist(), outcome.rate
    ([0, 1], [8, 4], 2.0)
    """
    market = _Market.of(scores, asks, budget)
    order = market.order
    value, ask = market.steps[order], asks[order]
    fits = ask * market.before[1:] <= budget * value
    inside = len(fits) if fits.all() else int(np.argmin(fits))
    if inside == 0:
        return RateOutcome(items=np.empty(0, np.int64), payments=np.empty(0, np.int64), rate=0.0)
    rate = budget / float(market.before[inside])
    if inside < len(order):
        rate = min(rate, float(ask[inside] / value[inside]))
    items = np.sort(order[:inside])
    payments = _whole_payments(market, items, rate)
    return RateOutcome(items=items, payments=payments, rate=rate * STEPS)


def _whole_payments(market: "_Market", items: Whole, rate: float) -> Whole:
    """Find the highest whole ask at which each member is in: next to rate times score."""
    near = np.floor(rate * market.steps).astype(np.int64)
    paid = market.asks.copy()
    for guess in (near - 1, near, near + 1):
        paid = np.where(market.is_in(guess) & (guess > paid), guess, paid)
    payments = paid[items]
    while int(payments.sum()) > market.budget:  # rounding of floats alone can put the sum above: take it back
        over = int(payments.sum()) - market.budget
        spare = np.flatnonzero(payments > market.asks[items])[:over]
        payments[spare] -= 1
    return payments


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Market:
    """Clients in the order of ask per score, and what those before a position score together."""

    asks: Whole
    budget: int
    steps: Floats
    order: Whole
    ratio: Floats
    before: Floats
    place: Whole

    @classmethod
    def of(cls, scores: Floats, asks: Whole, budget: int) -> "_Market":
        steps = np.floor(scores * STEPS)
        order = rate_order(steps, asks)
        place = np.full(len(steps), len(order))
        place[order] = np.arange(len(order))
        return cls(
            asks=asks,
            budget=budget,
            steps=steps,
            order=order,
            ratio=asks[order] / steps[order],
            before=np.concatenate([[0.0], np.cumsum(steps[order])]),
            place=place,
        )

    def is_in(self, asks: Whole) -> NDArray[np.bool_]:
        """Say for each client whether it would be in at its ask, the others' asks unchanged."""
        own = self.steps
        at = positions(self.ratio, self.order, asks / np.where(own > 0, own, np.inf))
        others = self.before[at] - np.where(self.place < at, own, 0.0)
        inside: NDArray[np.bool_] = (own > 0) & (asks >= 0) & (asks * (others + own) <= self.budget * own)
        return inside


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
    return highest(_Market.of(scores, asks, budget).is_in, len(scores), budget)
