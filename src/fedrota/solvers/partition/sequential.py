"""The paper's planner as a function: check the request, run Algorithm 1, say what came out."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import BudgetExceeded, InvalidValue
from fedrota.domain.partition import Partition
from fedrota.solvers.mkp import LocalSearch, MkpProblem, MkpSolution, MkpSolver, solver_named
from fedrota.solvers.partition.algorithm1 import Setting, capacities, generate_subsets
from fedrota.solvers.partition.answer import conclude
from fedrota.solvers.partition.form import appraise
from fedrota.solvers.partition.request import Request, read_request
from fedrota.solvers.partition.turns import cost_of

__all__ = ["FILL_THRESHOLD", "NID_THRESHOLD", "sequential"]

NID_THRESHOLD = 0.05
FILL_THRESHOLD = 0.8
HASTY = LocalSearch(effort=0.01)  # what still gets a plan done when the time is over


def sequential(
    histograms: ArrayLike,
    *,
    size: int,
    tolerance: int,
    max_turns: int = 3,
    solver: str | MkpSolver = "highs",
    measure: str = "nid",
    target: ArrayLike | None = None,
    prices: ArrayLike | None = None,
    budget: float | None = None,
    nid_threshold: float = NID_THRESHOLD,
    fill_threshold: float = FILL_THRESHOLD,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> Partition:
    """Divide clients into subsets one after the other, each by a knapsack problem: the paper's Algorithm 1.

    It is here to be compared with. `balanced` divides all subsets at once, which is better and much faster.

    Parameters
    ----------
    histograms
        One row a client, one column a class.
    size, tolerance
        A subset has n ± δ clients.
    max_turns
        In how many subsets a client may be, x*. Algorithm 1 lives on it: with 1 it fails wherever the last clients
        are fewer than n - δ.
    solver
        ``"highs"``, ``"cplex"``, ``"local"``, or any solver of the multidimensional knapsack problem.
    measure, target
        What is measured, and against which shares of the classes (uniform for None).
    prices, budget
        What one turn of each client costs, and what all turns together may cost.
    nid_threshold
        A subset that measures more is improved (line 7). The lower, the more extra turns.
    fill_threshold
        In it, a knapsack below this share of its capacity is less filled and gets compensation clients (line 8).
    seed
        What the solver ``"local"`` draws from.
    time_limit
        Seconds; by default none. When they are over, what is left is planned hastily.
    progress
        Hears the share of clients that have a turn.

    Returns
    -------
    Partition
        Its bound holds for all plans under the same rules; with more than one turn a client it is 0.

    Raises
    ------
    NoPartition
        No plan keeps these rules.
    PlanFailed
        A plan exists, and Algorithm 1 got stuck.
    BudgetExceeded
        The turns of its plan cost more than the budget.

    Examples
    --------
    >>> plan = sequential([[5, 0], [5, 0], [0, 5], [0, 5]], size=2, tolerance=0, solver="local")
    >>> [subset.tolist() for subset in plan.subsets], plan.worst
    ([[0, 2], [1, 3]], 0.0)
    """
    request = read_request(
        histograms,
        size=size,
        tolerance=tolerance,
        max_turns=max_turns,
        prices=prices,
        budget=budget,
        measure=measure,
        target=target,
    )
    for name, threshold in (("nid_threshold", nid_threshold), ("fill_threshold", fill_threshold)):
        if not 0 <= threshold <= 1:
            raise InvalidValue(name, seen=threshold, expected="a number from 0 to 1")
    _check_budget(request, np.ones(request.clients, dtype=np.int64))  # one turn each is the least that a plan costs
    clock = _Clock(solver=solver, seed=seed, time_limit=time_limit)
    rows = request.histograms.astype(np.float64)
    setting = Setting(
        histograms=rows,
        capacities=capacities(rows, size, request.form.shares),
        fewest=request.smallest,
        most=request.largest,
        max_turns=max_turns,
        nid_threshold=nid_threshold,
        fill_threshold=fill_threshold,
        degree=lambda joined: float(appraise(joined[None, :], request.form)[0]),
        solve=clock.solve,
    )
    subsets = generate_subsets(setting, progress=progress)
    plan = conclude(request, subsets, _bound(request, setting), late=clock.stopped)
    _check_budget(request, plan.turns)
    return plan


@dataclass(slots=True, kw_only=True)
class _Clock:
    """A solver that knows when the time is over. Without a time limit it never looks at the clock."""

    solver: str | MkpSolver
    seed: int
    time_limit: float | None
    stopped: bool = False
    start: float = field(default_factory=time.monotonic)

    def solve(self, problem: MkpProblem) -> MkpSolution:
        """Solve with what is left of the time."""
        left = None if self.time_limit is None else self.start + self.time_limit - time.monotonic()
        if left is not None and left <= 0:
            self.stopped = True
            return HASTY.solve(problem)
        solver = self.solver
        if isinstance(solver, str):
            solver = solver_named(solver, seed=self.seed, time_limit=left)
        solution = solver.solve(problem)
        self.stopped |= solution.status == "time"
        return solution


def _check_budget(request: Request, turns: NDArray[np.int64]) -> None:
    cost = cost_of(request.prices, turns)
    if cost > request.budget:
        raise BudgetExceeded(budget=request.budget, needed=cost)


def _bound(request: Request, setting: Setting) -> float:
    """Bound the worst subset: joined, subsets of one turn each are the pool, and no worse than the worst of them."""
    return setting.degree_of(np.arange(request.clients)) if setting.max_turns == 1 else 0.0
