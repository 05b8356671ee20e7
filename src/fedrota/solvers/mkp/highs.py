"""The multidimensional knapsack by HiGHS, a branch-and-bound solver (MIT). Loaded at first use."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from fedrota.solvers.mkp.problem import MkpProblem, MkpSolution, Status, conclude, settle

__all__ = ["Highs"]

LARGE = 2.0**40
"""Rows of larger weights are scaled down."""

Model = Any  # highspy's classes have no types
Program = Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Highs:
    """Solve by branch and bound with HiGHS.

    Attributes
    ----------
    work_limit
        At most this many nodes of the search tree, so that a slow machine finds what a fast one finds. A
        thousand take about a second on 100 items and 10 knapsacks.
    gap
        Stop when the best selection is proven to be within this relative distance of the optimum.
    time_limit
        Seconds; by default none. With it the answer depends on the machine.

    Examples
    --------
    >>> problem = MkpProblem([10, 7, 6], [[5, 3, 3], [1, 2, 2]], [6, 4])
    >>> solution = Highs().solve(problem)
    >>> solution.items, solution.profit, solution.status
    (array([1, 2]), 13.0, 'optimal')
    """

    work_limit: int = 1_000
    gap: float = 1e-4
    time_limit: float | None = None

    def solve(self, problem: MkpProblem) -> MkpSolution:
        """Select items that keep every row of the problem and are worth as much as possible."""
        settled = settle(problem)
        if settled is not None:
            return settled
        import highspy

        model: Model = highspy.Highs()  # type: ignore[no-untyped-call]
        self._set_options(model)
        model.passModel(_linear_program(_tamed(problem)))
        model.run()
        return _read(model, problem)

    def _set_options(self, model: Model) -> None:
        model.silent()
        model.setOptionValue("parallel", "off")  # one order of nodes whatever the number of cores
        model.setOptionValue("mip_max_nodes", self.work_limit)
        model.setOptionValue("mip_rel_gap", self.gap)
        if self.time_limit is not None:
            model.setOptionValue("time_limit", float(self.time_limit))


def _linear_program(problem: MkpProblem) -> Program:
    """Write the rows of the knapsacks and one row that counts the items, without their zeros."""
    import highspy

    items = problem.profits.size
    rows = np.vstack([problem.weights, np.ones((1, items))])
    row, column = np.nonzero(rows)
    program: Program = highspy.HighsLp()
    program.num_col_, program.num_row_ = items, len(rows)
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_ = problem.profits
    program.col_lower_, program.col_upper_ = np.zeros(items), np.ones(items)
    program.integrality_ = [highspy.HighsVarType.kInteger] * items
    nothing = np.full(len(rows) - 1, -highspy.kHighsInf)
    program.row_lower_ = np.append(nothing, float(problem.min_items))
    program.row_upper_ = np.append(problem.capacities, float(problem.max_items))
    program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    program.a_matrix_.start_ = np.searchsorted(row, np.arange(len(rows) + 1))
    program.a_matrix_.index_, program.a_matrix_.value_ = column, rows[row, column]
    return program


def _tamed(problem: MkpProblem) -> MkpProblem:
    """Scale rows of huge weights down by powers of two, which changes nothing: HiGHS refuses weights of 1e15."""
    most = problem.weights.max(axis=1, initial=0.0)
    shrink = np.where(most > LARGE, 2.0 ** -np.ceil(np.log2(np.maximum(most, 1.0) / LARGE)), 1.0)
    if (shrink == 1.0).all():
        return problem
    return replace(problem, weights=problem.weights * shrink[:, None], capacities=problem.capacities * shrink)


def _read(model: Model, problem: MkpProblem) -> MkpSolution:
    """Round the columns to items, and check them against the rows again before believing them."""
    import highspy

    status = highspy.HighsModelStatus
    stops: dict[object, Status] = {
        status.kOptimal: "gap",
        status.kTimeLimit: "time",
        status.kInfeasible: "infeasible",
        status.kUnboundedOrInfeasible: "infeasible",
    }
    info = model.getInfo()
    stopped_by = stops.get(model.getModelStatus(), "work")
    bound = float(info.mip_dual_bound) if np.isfinite(info.mip_dual_bound) else float(problem.profits.sum())
    if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
        return conclude(problem, None, bound=bound, stopped_by=stopped_by)
    items = np.flatnonzero(np.asarray(model.getSolution().col_value) > 0.5)
    return conclude(problem, items if problem.is_kept_by(items) else None, bound=bound, stopped_by=stopped_by)
