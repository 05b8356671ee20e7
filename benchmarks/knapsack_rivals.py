"""Other people's solvers for the knapsack, behind one call. Each runs by its own defaults, to a relative gap of 1e-9.

The whole way from arrays to chosen indices is timed, as it is for this library: environment and model included, imports
not. OR-Tools' two solvers take integers: floats are multiplied by 10**6, costs rounded up and scores and
the budget down.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

GAP = 1e-9
SCALE = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """One knapsack problem."""

    scores: NDArray[np.float64]
    costs: NDArray[np.float64]
    budget: float

    @property
    def size(self) -> int:
        """The number of items."""
        return self.scores.size


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a solver chose and how long it took; or a note on why there is nothing."""

    seconds: float = float("nan")
    items: NDArray[np.int64] | None = None
    finished: bool = False
    note: str = ""


Solver = Callable[[Data, float], Answer]


def numpy_greedy(data: Data, limit: float) -> Answer:
    """Sort by ratio and take the longest prefix that fits: the baseline."""
    began = perf_counter()
    order = np.argsort(-data.scores / data.costs)
    spent = np.cumsum(data.costs[order])
    items = order[: np.searchsorted(spent, data.budget, side="right")]
    return Answer(seconds=perf_counter() - began, items=items, finished=True)


def ortools_knapsack(data: Data, limit: float) -> Answer:
    """OR-Tools' own knapsack branch and bound."""
    from ortools.algorithms.python import knapsack_solver

    began = perf_counter()
    scores, costs, budget = _integers(data)
    kind = knapsack_solver.SolverType.KNAPSACK_MULTIDIMENSION_BRANCH_AND_BOUND_SOLVER
    solver = knapsack_solver.KnapsackSolver(kind, "knapsack")
    solver.init(scores.tolist(), [costs.tolist()], [budget])
    solver.set_time_limit(limit)
    solver.solve()
    items = np.array([item for item in range(data.size) if solver.best_solution_contains(item)], dtype=np.int64)
    return Answer(seconds=perf_counter() - began, items=items, finished=solver.is_solution_optimal())


def cp_sat(data: Data, limit: float) -> Answer:
    """OR-Tools' CP-SAT."""
    from ortools.sat.python import cp_model

    began = perf_counter()
    scores, costs, budget = _integers(data)
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(data.size)]
    model.add(cp_model.LinearExpr.weighted_sum(chosen, costs.tolist()) <= budget)
    model.maximize(cp_model.LinearExpr.weighted_sum(chosen, scores.tolist()))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = limit
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer(seconds=perf_counter() - began)
    mask = np.array([solver.boolean_value(variable) for variable in chosen])
    return Answer(seconds=perf_counter() - began, items=np.flatnonzero(mask), finished=status == cp_model.OPTIMAL)


def highs(data: Data, limit: float) -> Answer:
    """HiGHS, by way of scipy (highspy and OR-Tools cannot be loaded into one process)."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    began = perf_counter()
    result = milp(
        -data.scores,
        integrality=np.ones(data.size),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(data.costs[np.newaxis, :], ub=data.budget),
        options={"time_limit": limit, "mip_rel_gap": GAP},
    )
    seconds = perf_counter() - began
    items = None if result.x is None else np.flatnonzero(result.x > 0.5)
    return Answer(seconds=seconds, items=items, finished=result.status == 0)


def cplex_community(data: Data, limit: float) -> Answer:
    """CPLEX, community edition: at most 1,000 variables."""
    import cplex

    began = perf_counter()
    solver = cplex.Cplex()
    for stream in (solver.set_log_stream, solver.set_results_stream, solver.set_warning_stream):
        stream(None)
    solver.set_error_stream(None)
    size = data.size
    solver.objective.set_sense(solver.objective.sense.maximize)
    solver.variables.add(obj=data.scores.tolist(), types="B" * size)
    row = cplex.SparsePair(list(range(size)), data.costs.tolist())
    solver.linear_constraints.add(lin_expr=[row], senses="L", rhs=[data.budget])
    solver.parameters.timelimit.set(limit)
    solver.parameters.mip.tolerances.mipgap.set(GAP)
    solver.parameters.mip.tolerances.absmipgap.set(0)
    solver.solve()
    values = np.array(solver.solution.get_values())
    finished = solver.solution.get_status() in (101, 102)  # optimal, optimal within the gap
    return Answer(seconds=perf_counter() - began, items=np.flatnonzero(values > 0.5), finished=finished)


def gurobi_free(data: Data, limit: float) -> Answer:
    """Gurobi under the licence that comes with it: at most 2,000 variables."""
    import gurobipy

    began = perf_counter()
    with gurobipy.Env(params={"OutputFlag": 0}) as environment, gurobipy.Model(env=environment) as model:
        chosen = model.addMVar(data.size, vtype="B", obj=data.scores)
        model.ModelSense = -1
        model.addConstr(data.costs @ chosen <= data.budget)
        model.Params.TimeLimit = limit
        model.Params.MIPGap, model.Params.MIPGapAbs = GAP, 0
        model.optimize()
        items = np.flatnonzero(np.asarray(chosen.X) > 0.5) if model.SolCount else None
        seconds = perf_counter() - began
        return Answer(seconds=seconds, items=items, finished=model.Status == gurobipy.GRB.OPTIMAL)


def scip(data: Data, limit: float) -> Answer:
    """SCIP."""
    import pyscipopt

    began = perf_counter()
    model = pyscipopt.Model()
    model.hideOutput()
    model.setParam("limits/time", limit)
    model.setParam("limits/gap", GAP)
    chosen = [model.addVar(vtype="B", obj=score) for score in data.scores.tolist()]
    weighted = pyscipopt.quicksum(cost * item for cost, item in zip(data.costs.tolist(), chosen, strict=True))
    model.addCons(weighted <= data.budget)
    model.setMaximize()
    model.optimize()
    values = np.array([model.getVal(item) for item in chosen])
    finished = model.getStatus() in ("optimal", "gaplimit")
    return Answer(seconds=perf_counter() - began, items=np.flatnonzero(values > 0.5), finished=finished)


def _integers(data: Data) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return scores, costs and budget as integers, within the budget."""
    whole_costs = bool((data.costs == np.rint(data.costs)).all())
    scale = 1.0 if whole_costs else SCALE
    costs = np.ceil(data.costs * scale).astype(np.int64)
    return np.floor(data.scores * SCALE).astype(np.int64), costs, int(data.budget * scale)


RIVALS: dict[str, Solver] = {
    "OR-Tools knapsack": ortools_knapsack,
    "CP-SAT": cp_sat,
    "HiGHS": highs,
    "CPLEX community": cplex_community,
    "Gurobi free": gurobi_free,
    "SCIP": scip,
}


def unavailable(error: Exception) -> Answer:
    """Say that a rival is not installed or failed."""
    return Answer(note="not installed" if isinstance(error, ImportError) else f"failed ({type(error).__name__})")
