"""The multidimensional knapsack by IBM CPLEX, which the paper uses. An optional extra, loaded at first use."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from fedrota.domain.errors import MissingExtra, ProblemTooLarge
from fedrota.solvers.mkp.problem import MkpProblem, MkpSolution, Status, conclude, settle

__all__ = ["Cplex"]

Module = Any  # cplex has no types
Model = Any

COMMUNITY_LIMIT = 1_000  # variables, and constraints, of the edition that PyPI has
TOO_LARGE = 1016  # CPLEX's own code of that refusal

# CPLEX's codes of how a mixed-integer search ended; whatever else it ended by was a work limit.
OPTIMAL, OPTIMAL_WITHIN_GAP, INFEASIBLE, INFEASIBLE_OR_UNBOUNDED = 101, 102, 103, 119
TIME_WITH_SOLUTION, TIME_WITHOUT_SOLUTION = 107, 108
STOPS: dict[int, Status] = {
    OPTIMAL: "gap",
    OPTIMAL_WITHIN_GAP: "gap",
    INFEASIBLE: "infeasible",
    INFEASIBLE_OR_UNBOUNDED: "infeasible",
    TIME_WITH_SOLUTION: "time",
    TIME_WITHOUT_SOLUTION: "time",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cplex:
    """Solve by branch and bound with CPLEX, as the paper does.

    The edition on PyPI takes 1,000 variables and 1,000 constraints; a larger problem raises
    `ProblemTooLarge`.

    Attributes
    ----------
    work_limit
        At most this many of CPLEX's deterministic ticks: about a thousand a second, on any machine the same.
    gap
        Stop when the best selection is proven to be within this relative distance of the optimum.
    time_limit
        Seconds; by default none. With it the answer depends on the machine.
    """

    work_limit: float = 1_000.0
    gap: float = 1e-4
    time_limit: float | None = None

    def solve(self, problem: MkpProblem) -> MkpSolution:
        """Select items that keep every row of the problem and are worth as much as possible."""
        settled = settle(problem)
        if settled is not None:
            return settled
        cplex = _import_cplex()
        with cplex.Cplex() as model:
            self._set_parameters(model)
            _write(cplex, model, problem)
            _run(cplex, model, problem)
            return _read(model, problem)

    def _set_parameters(self, model: Model) -> None:
        for silence in (
            model.set_log_stream,
            model.set_results_stream,
            model.set_warning_stream,
            model.set_error_stream,
        ):
            silence(None)
        model.parameters.threads.set(1)  # the same search whatever the number of cores
        model.parameters.mip.tolerances.mipgap.set(self.gap)
        model.parameters.dettimelimit.set(float(self.work_limit))
        if self.time_limit is not None:
            model.parameters.timelimit.set(float(self.time_limit))


def _import_cplex() -> Module:
    try:
        import cplex
    except ImportError as error:
        raise MissingExtra(extra="cplex", what="The MKP solver CPLEX") from error
    return cplex


def _write(cplex: Module, model: Model, problem: MkpProblem) -> None:
    """Write the knapsacks, then the two size rows of ones and minus ones."""
    items = problem.profits.size
    model.objective.set_sense(model.objective.sense.maximize)
    model.variables.add(obj=problem.profits.tolist(), types="B" * items)
    every = list(range(items))
    rows = []
    for weights in problem.weights:
        filled = np.flatnonzero(weights)
        rows.append(cplex.SparsePair(filled.tolist(), weights[filled].tolist()))
    rows += [cplex.SparsePair(every, [1.0] * items), cplex.SparsePair(every, [-1.0] * items)]
    limits = [*problem.capacities.tolist(), float(problem.max_items), -float(problem.min_items)]
    model.linear_constraints.add(lin_expr=rows, senses="L" * len(rows), rhs=limits)


def _run(cplex: Module, model: Model, problem: MkpProblem) -> None:
    try:
        model.solve()
    except cplex.exceptions.CplexSolverError as error:
        if error.args[2:] != (TOO_LARGE,):
            raise
        raise ProblemTooLarge(
            "The community edition of CPLEX",
            items=problem.profits.size,
            rows=problem.capacities.size + 2,
            limit=COMMUNITY_LIMIT,
        ) from error


def _read(model: Model, problem: MkpProblem) -> MkpSolution:
    """Round the columns to items, and check them against the rows again before believing them."""
    solution = model.solution
    stopped_by = STOPS.get(solution.get_status(), "work")
    if stopped_by == "infeasible":
        return conclude(problem, None, bound=0.0, stopped_by=stopped_by)
    bound = min(float(solution.MIP.get_best_objective()), float(problem.profits.sum()))
    if not solution.is_primal_feasible():
        return conclude(problem, None, bound=bound, stopped_by=stopped_by)
    items = np.flatnonzero(np.asarray(solution.get_values()) > 0.5)
    return conclude(problem, items if problem.is_kept_by(items) else None, bound=bound, stopped_by=stopped_by)
