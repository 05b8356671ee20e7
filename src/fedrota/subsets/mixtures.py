"""The best mixture of clients: the smallest measure of data joined from everyone's share of turns.

A plan's turns, or the members of one round, are whole numbers m_k inside a `Region`. Letting them be fractions can only
lower the smallest value, so it bounds every plan. Nothing here trusts a solver: a linear program (or a descent)
proposes *weights*, any weights give a bound, and `least_ratio` computes what they prove on the whole pool. The proofs
are in docs/reference/certificate.md.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Region", "least_ratio", "spread_bound", "tangent_bound"]

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

CELLS = 20_000
"""Counts in the linear program: of a larger pool a sample proposes the weights, and the whole pool is bounded."""
FEWEST, MOST = 100, 1_000
STEPS = 100
INSIDE = 1e-6
"""How far a tangent's point stays from where a slope is infinite."""
ROUNDS = 60


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Region:
    """What the turns m may be: fewest <= m <= most, and each of the rows . m <= its limit."""

    fewest: Floats
    most: Floats
    rows: Floats
    limits: Floats

    def at(self, some: Indices) -> "Region":
        """Return the region of some of the clients, with limits in proportion."""
        share = len(some) / len(self.fewest)
        return Region(
            fewest=self.fewest[some], most=self.most[some], rows=self.rows[:, some], limits=self.limits * share
        )


def least_ratio(gains: Floats, sizes: Floats, region: Region, prices: Floats) -> tuple[float, Floats]:
    """Bound gains . m / sizes . m from below over a region; return also the turns at which about that is reached.

    ``prices`` >= 0 put a price on each row of the region, which may then be broken at that price: that lowers the
    smallest value, so what is returned is a bound, whatever they are. Dinkelbach's method finds the smallest ratio
    over the box; where rounding stops it early, what the ratio could still fall by is taken off.

    Examples
    --------
    >>> one_or_two = Region(fewest=np.ones(2), most=np.full(2, 2.0), rows=np.zeros((0, 2)), limits=np.zeros(0))
    >>> value, turns = least_ratio(np.array([3.0, 1.0]), np.ones(2), one_or_two, np.zeros(0))
    >>> round(value, 9), turns.tolist()
    (1.666666667, [1.0, 2.0])
    """
    gains = gains + prices @ region.rows
    allowance = float(prices @ region.limits)
    smallest = float(sizes @ region.fewest)
    turns = region.fewest
    ratio = (float(gains @ turns) - allowance) / smallest
    for _ in range(ROUNDS):
        costs = gains - ratio * sizes
        turns = np.where(costs < 0, region.most, region.fewest)
        lower = (float(gains @ turns) - allowance) / float(sizes @ turns)
        if lower >= ratio:
            break
        ratio = lower
    costs = gains - ratio * sizes
    rest = float(costs @ np.where(costs < 0, region.most, region.fewest)) - allowance
    return ratio + min(rest, 0.0) / smallest, turns


def spread_bound(ratios: Floats, sizes: Floats, region: Region, keep: Indices | None = None) -> float:
    """Bound (max_j - min_j) of ratios' columns joined, over their joined sizes: Nid, for any turns of the region.

    ``keep`` are clients that the sample of a large pool must hold.
    """
    some = _sample(ratios.shape, keep)
    weights = _weights(ratios[some], sizes[some], region.at(some) if len(some) < len(ratios) else region)
    if weights is None:
        return 0.0
    classes, prices = weights
    return least_ratio(ratios @ classes, sizes, region, prices)[0]


def tangent_bound(histograms: Floats, shares: Floats, measure: str, region: Region) -> float:
    """Bound L2, Hellinger or KL for any turns of the region: a convex function lies above its tangents.

    Frank and Wolfe's descent on a sample finds the point whose tangent is best.
    """
    some = _sample(histograms.shape, None)
    sample, sizes = histograms[some], histograms[some].sum(axis=1)
    part, nothing = region.at(some), np.zeros(len(region.limits))
    point = part.fewest @ sample / (part.fewest @ sizes)
    best, chosen = -np.inf, point
    for step in range(STEPS):
        value, slope = _tangent(measure, point, shares)
        least, turns = least_ratio(sample @ slope, sizes, part, nothing)
        if value + least > best:
            best, chosen = value + least, point
        corner = turns @ sample / (turns @ sizes)
        point = point + 2.0 / (step + 2.0) * (corner - point)
    value, slope = _tangent(measure, chosen, shares)
    least, _ = least_ratio(histograms @ slope, histograms.sum(axis=1), region, nothing)
    scale = _height(measure, np.eye(len(shares))[shares.argmin()], shares)
    degree = max(0.0, value + least) / scale
    return float(degree if measure == "kl" else np.sqrt(degree))


def _tangent(measure: str, point: Floats, shares: Floats) -> tuple[float, Floats]:
    """Return value and slope of the tangent at a point: the height at p is at least value + slope . p."""
    point = (1.0 - INSIDE) * point + INSIDE * shares
    slope = {
        "l2": lambda: 2.0 * (point - shares),
        "hellinger": lambda: 1.0 - np.sqrt(shares / point),
        "kl": lambda: np.log(point / shares) + 1.0,
    }[measure]()
    return _height(measure, point, shares) - float(slope @ point), slope


def _height(measure: str, point: Floats, shares: Floats) -> float:
    """Return the convex function behind a measure, before it is scaled: L2's and Hellinger's square, and KL."""
    if measure == "l2":
        return float(((point - shares) ** 2).sum())
    if measure == "hellinger":
        return float(((np.sqrt(point) - np.sqrt(shares)) ** 2).sum())
    ratios = np.where(point > 0, point / shares, 1.0)
    return float((point * np.log(ratios)).sum())


def _sample(shape: tuple[int, ...], keep: Indices | None) -> Indices:
    """Choose so many clients that the linear program stays small; the same ones each time."""
    clients, classes = shape
    count = min(MOST, max(FEWEST, CELLS // classes))
    if clients <= count:
        return np.arange(clients)
    drawn = np.random.default_rng(0).choice(clients, count, replace=False)
    return np.unique(drawn if keep is None else np.concatenate([drawn, keep]))


def _weights(ratios: Floats, sizes: Floats, region: Region) -> tuple[Floats, Floats] | None:
    """Solve the linear program for its dual values: weights on classes, prices on the region's rows."""
    import highspy

    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.setOptionValue("threads", 1)
    solver.passModel(_program(ratios, sizes, region))
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    dual = np.asarray(solver.getSolution().row_dual)
    classes = ratios.shape[1]
    up, down = np.maximum(-dual[:classes], 0.0), np.maximum(dual[classes : 2 * classes], 0.0)
    if not (up.sum() > 0.5 and down.sum() > 0.5):
        return None
    prices = np.maximum(-dual[2 * classes + 1 : 2 * classes + 1 + len(region.limits)], 0.0)
    return up / up.sum() - down / down.sum(), prices * float(sizes.mean())


def _program(ratios: Floats, sizes: Floats, region: Region) -> Any:  # Any: highspy's classes have no types
    """Write Charnes and Cooper's program: turns y = m t with joined size 1, minimize high - low.

    Columns: z_k = y_k - fewest_k t, then t, high, low. Rows: classes twice, size, the region's rows, z_k <= spare_k t.
    """
    import highspy

    unit = float(sizes.mean())
    ratios, sizes = ratios / unit, sizes / unit
    clients, classes = ratios.shape
    extra, infinity = len(region.limits), highspy.kHighsInf
    upper_part = np.zeros((2 * classes + 1 + extra, clients + 3))
    columns = np.vstack([ratios.T, ratios.T, sizes[None], region.rows])
    upper_part[:, :clients] = columns
    upper_part[:, clients] = columns @ region.fewest
    upper_part[2 * classes + 1 :, clients] -= region.limits
    upper_part[:classes, -2] = upper_part[classes : 2 * classes, -1] = -1.0
    row, column = np.nonzero(upper_part)
    spare = np.stack([np.ones(clients), region.fewest - region.most], axis=1).ravel()
    beside = np.stack([np.arange(clients), np.full(clients, clients)], axis=1).ravel()
    program: Any = highspy.HighsLp()
    program.num_col_, program.num_row_ = clients + 3, len(upper_part) + clients
    program.col_cost_ = np.concatenate([np.zeros(clients + 1), [1.0, -1.0]])
    program.col_lower_ = np.concatenate([np.zeros(clients + 1), [-infinity, -infinity]])
    program.col_upper_ = np.full(clients + 3, infinity)
    lower, upper = np.full(program.num_row_, -infinity), np.zeros(program.num_row_)
    lower[classes : 2 * classes], upper[classes : 2 * classes] = 0.0, infinity
    lower[2 * classes] = upper[2 * classes] = 1.0
    program.row_lower_, program.row_upper_ = lower, upper
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    starts = np.searchsorted(row, np.arange(len(upper_part) + 1))
    program.a_matrix_.start_ = np.concatenate([starts, starts[-1] + 2 * np.arange(1, clients + 1)])
    program.a_matrix_.index_ = np.concatenate([column, beside])
    program.a_matrix_.value_ = np.concatenate([upper_part[row, column], spare])
    return program
