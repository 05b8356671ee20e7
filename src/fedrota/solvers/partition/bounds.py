"""Lower bounds on the worst measure of all subsets: what no partition under the same rules can be better than.

A measure of ours is quasi-convex in the shares of the classes, and histograms add up: the joined data of all turns is
a weighted mean of the subsets, so the worst subset is at least as bad as it. With everyone taking part once that is
the pool; with extra turns it is the best mixture of the pool that the turns allow. Single classes bound further: one
that too few clients hold for every subset, and one of which a client holds so much that its subset is never even.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.partition.form import EVENNESS, HELLINGER, L2, NID, Form, appraise
from fedrota.solvers.partition.request import Request

__all__ = ["bound_joined", "bound_mixture", "bound_once", "measure_share", "smallest_share"]

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

_TOLERANCE = 1e-9
_SUSPECTS = 8  # clients whose own bound is computed
_LARGE = 50_000  # counts of a pool above which a mixture is bounded by few tangents, not by the linear program
_ROUNDS = 30


def bound_once(request: Request) -> float:
    """Bound plans in which everyone has exactly one turn."""
    pool = float(appraise(np.asarray(request.histograms.sum(axis=0)), request.form))
    return max(pool, _bound_by_classes(request, 1))


def bound_mixture(request: Request, turns: int) -> float:
    """Bound plans in which everyone has 1 to x* turns, at most `turns` together, within the budget."""
    return max(bound_joined(request, turns), _bound_by_classes(request, request.max_turns))


def bound_joined(request: Request, turns: int) -> float:
    """Bound the measure of all data joined, each client's 1 to x* times.

    For Nid a linear program finds the best mixture; for other measures, and for large pools, tangents bound it, which
    is weaker.
    """
    if request.form.code == EVENNESS:
        return 0.0
    totals = request.histograms.sum(axis=1).astype(np.float64)
    if not totals.any():
        return 1.0
    if request.form.code == NID and request.histograms.size <= _LARGE:
        from fedrota.solvers.partition.mixture import best_mixture

        joined = best_mixture(request, turns)
    else:
        joined = _bound_by_tangents(request, totals, turns)
    return max(0.0, joined - _TOLERANCE)


def measure_share(form: Form, label: int, share: float) -> float:
    """Return the least measure of any histogram in which a class has this share.

    The other classes do least harm in their target's proportions, so they count as one.

    Examples
    --------
    >>> from fedrota.solvers.partition.form import shape_form
    >>> round(measure_share(shape_form("nid", np.full(4, 0.25)), 0, 0.0), 6)
    0.333333
    """
    aim = float(form.shares[label])
    rest, rest_aim = 1.0 - share, 1.0 - aim
    if form.code == NID:
        return float(form.shares.min()) * abs(share / aim - rest / rest_aim)
    if form.code == L2:
        return abs(share - aim) * math.sqrt(1.0 + 1.0 / (form.shares.size - 1)) * form.scale
    if form.code == HELLINGER:
        affinity = math.sqrt(share * aim) + math.sqrt(rest * rest_aim)
        return math.sqrt(max(0.0, 1.0 - affinity)) * form.scale
    parts = ((share, aim), (rest, rest_aim))
    return max(0.0, sum(p * math.log(p / q) for p, q in parts if p > 0)) * form.scale


def smallest_share(request: Request, client: int, label: int) -> float:
    """Return a lower bound on the share of a class in every subset that this client may be in."""
    counts = np.delete(request.histograms[:, label].astype(np.float64), client)
    totals = np.delete(request.histograms.sum(axis=1).astype(np.float64), client)
    own = request.histograms[client].astype(np.float64)

    def companions(costs: Floats) -> Floats:
        few = min(request.largest - 1, costs.size)
        cheapest = np.argpartition(costs, few - 1)[:few] if few else np.arange(0)
        cheapest = cheapest[np.argsort(costs[cheapest], kind="stable")]
        chosen = np.zeros(costs.size)
        chosen[cheapest] = costs[cheapest] < 0
        chosen[cheapest[: request.smallest - 1]] = 1.0
        return chosen

    start = (float(own[label]), float(own.sum()))
    ratio, _ = _least_ratio(counts, totals, companions, start)
    return max(0.0, ratio)


def _bound_by_classes(request: Request, turns: int) -> float:
    if request.form.code == EVENNESS:
        return 0.0
    holders = np.count_nonzero(request.histograms, axis=0)
    lacking = np.flatnonzero(holders * turns < request.subsets)
    rare = max((measure_share(request.form, int(j), 0.0) for j in lacking), default=0.0)
    large = max((_bound_by_client(request, int(k)) for k in _suspects(request)), default=0.0)
    return max(0.0, rare - _TOLERANCE, large - _TOLERANCE)


def _bound_by_client(request: Request, client: int) -> float:
    label = int((request.histograms[client] / request.form.shares).argmax())
    share = smallest_share(request, client, label)
    return measure_share(request.form, label, share) if share > request.form.shares[label] else 0.0


def _suspects(request: Request) -> Indices:
    """Choose the few clients with the most of one class; empty ones are none."""
    counts = request.histograms
    most = (counts if request.form.uniform else counts * request.form.factors).max(axis=1)
    count = min(_SUSPECTS if request.clients <= 10_000 else 2, request.clients)
    top: Indices = np.argpartition(-most.astype(np.float64), count - 1)[:count]
    return np.asarray(top[most[top] > 0])


def _bound_by_tangents(request: Request, totals: Floats, turns: int) -> float:
    """Bound the best mixture from below by tangents (Frank and Wolfe's method; the best of all rounds counts).

    A convex function lies above its tangents, and the least value of a tangent over all mixtures is a fractional
    program over single clients.
    """
    counts = request.histograms
    point = np.asarray(counts.sum(axis=0) / totals.sum())
    best = 0.0
    for step in range(_ROUNDS if counts.size <= _LARGE else 2):
        value, slope = _tangent(request.form, point)
        least, mixture = _least_along(request, totals, counts @ slope, turns)
        best = max(best, value + least - float(slope @ point))
        corner = mixture @ counts
        point = point + 2.0 / (step + 2.0) * (corner / corner.sum() - point)
    squared = request.form.code in (L2, HELLINGER)
    return (math.sqrt(best) if squared else best) * request.form.scale


def _tangent(form: Form, point: Floats) -> tuple[float, Floats]:
    """Return the tangent's value at a point and its slope, for Nid, KL, and the squares of L2 and Hellinger."""
    if form.code == NID:
        ratios = point * form.factors
        slope = np.zeros_like(point)
        slope[ratios.argmax()] += form.factors[ratios.argmax()]
        slope[ratios.argmin()] -= form.factors[ratios.argmin()]
        return float(slope @ point), slope
    if form.code == L2:
        return float(((point - form.shares) ** 2).sum()), 2.0 * (point - form.shares)
    inside = np.maximum(point, 1e-12)  # the slope at 0 is infinite; a tangent from nearby bounds as well
    if form.code == HELLINGER:
        slope = -0.5 * np.sqrt(form.shares / inside)
        value = 1.0 - float(np.sqrt(inside * form.shares).sum())
    else:
        slope = np.log(inside / form.shares) + 1.0
        value = float((inside * np.log(inside / form.shares)).sum())
    return value + float(slope @ (point - inside)), slope


def _least_along(request: Request, totals: Floats, gains: Floats, turns: int) -> tuple[float, Floats]:
    """Bound Σ m_k gain_k / Σ m_k total_k from below over all mixtures m; return it and where it is about least."""
    spare, most = turns - request.clients, request.max_turns - 1

    def mixture(costs: Floats) -> Floats:
        order = np.argsort(costs, kind="stable")
        extra = np.clip(spare - most * np.arange(costs.size), 0, most)
        weights = np.ones(costs.size)
        weights[order] += np.where(costs[order] < 0, extra, 0)
        return weights

    start = (0.0, 0.0)
    return _least_ratio(gains, totals, mixture, start)


def _least_ratio(
    gains: Floats, totals: Floats, cheapest: Callable[[Floats], Floats], start: tuple[float, float]
) -> tuple[float, Floats]:
    """Bound (start_0 + x · gains) / (start_1 + x · totals) from below over the x that `cheapest` chooses from.

    Dinkelbach's method: where the least of numerator - ratio · denominator is 0, the ratio is the least. Wherever it
    stops, that least over the smallest denominator is what the ratio can still fall by.
    """
    floor = start[1] or float(totals.sum())
    ratio = start[0] / start[1] if start[1] else float(gains.sum() / floor)
    chosen = np.zeros(0)
    rest = 0.0
    for _ in range(_ROUNDS):
        costs = gains - ratio * totals
        chosen = cheapest(costs)
        rest = start[0] - ratio * start[1] + float(chosen @ costs)
        found = (start[0] + float(chosen @ gains)) / (start[1] + float(chosen @ totals))
        if abs(found - ratio) <= 1e-12:
            break
        ratio = found
    return ratio + min(rest, 0.0) / floor, chosen
