"""The mixture of a pool that is closest to its target when clients may have several turns: a linear program."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.partition.request import Request

__all__ = ["best_mixture"]

Floats = NDArray[np.float64]
Sparse = tuple[NDArray[np.int64], NDArray[np.int64], Floats]

Program = Any  # highspy's classes have no types

_SOLVER_TOLERANCE = 1e-6


def best_mixture(request: Request, turns: int) -> float:
    """Return the least Nid of Σ m_k h_k over 1 ≤ m_k ≤ x*, Σ m_k ≤ turns and Σ price_k m_k ≤ budget.

    With y = m τ and τ chosen so that the data adds up to 1 (Charnes and Cooper), the ratio becomes linear:
    minimize high - low, where low ≤ Σ y_k r_kj ≤ high for every class j. 0 where the program is not solved.
    """
    import highspy

    lp = _program(request, turns)
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.setOptionValue("threads", 1)
    solver.passModel(lp)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return 0.0
    return float(solver.getInfo().objective_function_value) - _SOLVER_TOLERANCE


def _program(request: Request, turns: int) -> Program:
    """Write the program with columns y_1 … y_K, τ, high, low; rows: classes twice, data, turns, money, y against τ."""
    import highspy

    clients, infinity = request.clients, highspy.kHighsInf
    parts = request.histograms / request.histograms.sum(axis=1).mean()
    ratios = (parts * request.form.factors).T
    classes = len(ratios)
    dense = np.zeros((2 * classes + 3, clients + 3))
    dense[:classes, :clients] = dense[classes : 2 * classes, :clients] = ratios
    dense[:classes, -2] = dense[classes : 2 * classes, -1] = -1.0
    dense[-3, :clients] = parts.sum(axis=1)
    dense[-2, :clients], dense[-2, -3] = 1.0, -float(turns)
    lower = np.full(len(dense), -infinity)
    upper = np.zeros(len(dense))
    lower[classes : 2 * classes], upper[classes : 2 * classes] = 0.0, infinity
    lower[-3] = upper[-3] = 1.0
    if np.isfinite(request.budget):
        unit = max(1.0, float(request.prices.max()))
        dense[-1, :clients], dense[-1, -3] = request.prices / unit, -request.budget / unit
    rows = [_sparse(dense), _against_tau(clients, 1.0), _against_tau(clients, float(request.max_turns))]
    lp = highspy.HighsLp()
    lp.num_col_, lp.num_row_ = clients + 3, len(dense) + 2 * clients
    lp.col_cost_ = np.concatenate([np.zeros(clients + 1), [1.0, -1.0]])
    lp.col_lower_ = np.concatenate([np.zeros(clients + 1), [-infinity, -infinity]])
    lp.col_upper_ = np.full(clients + 3, infinity)
    lp.row_lower_ = np.concatenate([lower, np.zeros(clients), np.full(clients, -infinity)])
    lp.row_upper_ = np.concatenate([upper, np.full(clients, infinity), np.zeros(clients)])
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.concatenate([[0], np.cumsum(np.concatenate([counts for counts, _, _ in rows]))])
    lp.a_matrix_.index_ = np.concatenate([index for _, index, _ in rows])
    lp.a_matrix_.value_ = np.concatenate([value for _, _, value in rows])
    return lp


def _sparse(dense: Floats) -> Sparse:
    row, column = np.nonzero(dense)
    return np.bincount(row, minlength=len(dense)), column, dense[row, column]


def _against_tau(clients: int, turns: float) -> Sparse:
    """Write the rows y_k - turns · τ."""
    index = np.stack([np.arange(clients), np.full(clients, clients)], axis=1).ravel()
    return np.full(clients, 2), index, np.tile([1.0, -turns], clients)
