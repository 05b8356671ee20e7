"""How good can any plan be? Lower bounds on the worst round, valid for every plan under the same rules.

A plan under the same rules has the same pool, sizes, most turns, measure and budget, and any number of rounds. The
proofs are in docs/reference/certificate.md:

1. *The pool.* With one turn each, the rounds add up to the pool, and joined data is never worse than its worst part.
2. *The best mixture.* With up to x turns each, the rounds add up to some mixture of the pool.
3. *A rare class.* Where its holders' turns are fewer than the rounds, some round lacks it.
4. *A large client.* Its round can be no better than the best mixture of it and those who may be beside it.
"""

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.plan import Plan, labels_of
from fedrota.solvers.measures import measure, target_shares
from fedrota.subsets.mixtures import Region, spread_bound, tangent_bound

__all__ = ["worst_bound"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Bound = tuple[float, str]

ROUNDING = 1e-9
"""Taken off every computed bound: more than rounding can add to it."""
LARGE_CLIENTS = 8
NOTHING: Bound = (0.0, "nothing more is proven")


def worst_bound(plan: Plan) -> Bound:
    """Return a value that no plan under the same rules has a better worst round than, and the argument for it."""
    histograms = labels_of(plan.pool)
    if histograms.shape[1] < 2 or len(histograms) == 0:
        return NOTHING
    if histograms.sum() == 0:
        return 1.0, "nobody has data"
    most = _most_turns(plan)
    bounds = [NOTHING, _joined(plan, histograms, most), _lacking(plan, histograms, most)]
    if plan.measure == "nid":
        bounds.append(_beside(plan, histograms))
    value, argument = max(bounds, key=lambda bound: bound[0])
    return max(0.0, value - ROUNDING), argument


def _most_turns(plan: Plan) -> Whole:
    """Return how many turns each client can have: by x*, by the number of rounds, and by what one more turn costs."""
    clients = len(plan.pool)
    rounds = max(1, clients * plan.max_turns // (plan.size - plan.tolerance))
    most = np.full(clients, min(plan.max_turns, rounds))
    if plan.budget is not None:
        left = max(0, plan.budget - sum(plan.pool.payments.tolist()))
        prices = plan.pool.payments
        further = np.where(prices > 0, left // np.maximum(prices, 1), plan.max_turns)
        most = np.minimum(most, 1 + further)
    return most.astype(np.int64)


def _shares(plan: Plan, classes: int) -> Floats:
    return target_shares(plan.target, classes)


def _joined(plan: Plan, histograms: Whole, most: Whole) -> Bound:
    if (most == 1).all():
        whole = histograms.sum(axis=0, dtype=np.float64)
        return float(measure(plan.measure).of(whole, plan.target)), "the whole pool's value"
    shares, counts = _shares(plan, histograms.shape[1]), histograms.astype(np.float64)
    region = _turns_region(plan, most)
    argument = "the best mixture of turns"
    if plan.measure == "nid":
        return spread_bound(counts * (shares.min() / shares), counts.sum(axis=1), region), argument
    return tangent_bound(counts, shares, plan.measure, region), argument


def _turns_region(plan: Plan, most: Whole) -> Region:
    """One to `most` turns each, within the budget."""
    clients = len(most)
    rows, limits = np.zeros((0, clients)), np.zeros(0)
    if plan.budget is not None and plan.pool.payments.any():
        unit = float(plan.pool.payments.mean())
        rows, limits = plan.pool.payments[None] / unit, np.array([plan.budget / unit])
    return Region(fewest=np.ones(clients), most=most.astype(np.float64), rows=rows, limits=limits)


def _lacking(plan: Plan, histograms: Whole, most: Whole) -> Bound:
    """Bound by the classes that not every round can have: the nearest shares without one, and the farthest of them."""
    rounds = -(-len(histograms) // (plan.size + plan.tolerance))
    rare = np.flatnonzero((histograms > 0).T @ most < rounds)
    if len(rare) == 0:
        return NOTHING
    classes = histograms.shape[1]
    shares = _shares(plan, classes)
    without = np.tile(shares, (len(rare), 1))
    if plan.measure == "l2":  # the nearest spreads the missing share evenly; for the others, in proportion
        without += shares[rare][:, None] / (classes - 1)
    without[np.arange(len(rare)), rare] = 0.0
    return float(measure(plan.measure).of(without, plan.target).max()), "a class that some round must lack"


def _beside(plan: Plan, histograms: Whole) -> Bound:
    """Bound by the rounds of those few clients who have most of one class."""
    clients, classes = histograms.shape
    shares = _shares(plan, classes)
    factors = shares.min() / shares
    peaks = (histograms * factors).max(axis=1)
    large = [k for k in np.argsort(-peaks, kind="stable")[:LARGE_CLIENTS].tolist() if peaks[k] > 0]
    ratios, sizes = histograms * factors, histograms.sum(axis=1).astype(np.float64)
    found = [spread_bound(ratios, sizes, _round_region(plan, clients, k), keep=np.array([k])) for k in large]
    return max(found), "a large client's round"


def _round_region(plan: Plan, clients: int, client: int) -> Region:
    """Members of one round with a client: it once, the others at most once, as many as a round may have."""
    fewest = np.zeros(clients)
    fewest[client] = 1.0
    return Region(
        fewest=fewest,
        most=np.ones(clients),
        rows=np.stack([np.ones(clients), -np.ones(clients)]),
        limits=np.array([plan.size + plan.tolerance, plan.tolerance - plan.size], dtype=np.float64),
    )
