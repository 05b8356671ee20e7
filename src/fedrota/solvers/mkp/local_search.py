"""The multidimensional knapsack by a search of our own, for sizes at which branch and bound is slow."""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.mkp.lagrangian import Relaxation, relax
from fedrota.solvers.mkp.problem import TOLERANCE, MkpProblem, MkpSolution, conclude, settle

if TYPE_CHECKING:
    from fedrota.solvers.mkp.kernels import Rows

__all__ = ["LocalSearch"]

POPULATION = 100
CHILDREN = 20_000  # at effort 1


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSearch:
    """Improve a population of selections; the bound comes from Lagrangian multipliers.

    Attributes
    ----------
    effort
        How long to search: at 1, twenty thousand tries, hundredths of a second on 100 items. The work is the
        same on any machine.
    seed
        What the draws start from.

    Examples
    --------
    >>> problem = MkpProblem([10, 7, 6], [[5, 3, 3], [1, 2, 2]], [6, 4])
    >>> solution = LocalSearch(seed=1).solve(problem)
    >>> solution.items, solution.profit
    (array([1, 2]), 13.0)
    """

    effort: float = 1.0
    seed: int = 0

    def solve(self, problem: MkpProblem) -> MkpSolution:
        """Select items that keep every row of the problem and are worth as much as possible."""
        settled = settle(problem)
        if settled is not None:
            return settled
        relaxation = relax(problem)
        items = self._search(problem, relaxation)
        return conclude(problem, items, bound=relaxation.bound, stopped_by="work")

    def _search(self, problem: MkpProblem, relaxation: Relaxation) -> NDArray[np.int64] | None:
        from fedrota.solvers.mkp import kernels  # compiles on the first call

        rng = np.random.default_rng(self.seed)
        core = np.argsort(np.abs(relaxation.reduced), kind="stable")
        population = _first_population(relaxation, core, rng)
        bound = relaxation.bound
        enough = math.floor(bound + TOLERANCE) if problem.whole_profits else bound * (1 - TOLERANCE)
        children = math.ceil(self.effort * CHILDREN)
        best, worth = kernels.search(_rows(problem, relaxation), population, core, children, float(enough), rng)
        return np.flatnonzero(population[best]) if worth >= 0 else None


def _rows(problem: MkpProblem, relaxation: Relaxation) -> "Rows":
    from fedrota.solvers.mkp.kernels import Rows

    return Rows(
        profits=problem.profits,
        weights=np.ascontiguousarray(problem.weights.T),
        limits=problem.capacities,
        order=relaxation.order,
        fewest=problem.min_items,
        most=problem.max_items,
    )


def _first_population(relaxation: Relaxation, core: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.bool_]:
    """Start from the greedy selection, the others with half of the items redrawn."""
    population = np.zeros((POPULATION, core.size), dtype=np.bool_)
    population[:, relaxation.reduced > 0] = True
    redrawn = rng.random(population.shape) < 0.5
    redrawn[0] = False
    return np.where(redrawn, rng.random(population.shape) < 0.5, population)
