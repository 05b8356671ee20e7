"""Algorithm 1 at its best: the plans of a published grid of its two thresholds, and the best of them.

The paper gives no values for "Nid threshold" and "less filled". A rival deserves good ones, so comparisons try every
pair of these and let Algorithm 1 have the plan whose worst subset is best.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from numpy.typing import ArrayLike

from fedrota.domain.errors import PlanFailed
from fedrota.domain.partition import Partition
from fedrota.solvers.mkp import MkpSolver
from fedrota.solvers.partition.sequential import sequential

__all__ = ["FILL_THRESHOLDS", "GRID", "NID_THRESHOLDS", "GridPlan", "best_plan", "plans_over_grid"]

NID_THRESHOLDS = (0.02, 0.05, 0.1, 0.2)
FILL_THRESHOLDS = (0.5, 0.8, 0.95)
GRID = tuple(product(NID_THRESHOLDS, FILL_THRESHOLDS))


@dataclass(frozen=True, slots=True, kw_only=True)
class GridPlan:
    """A plan and the thresholds that it was made with."""

    nid_threshold: float
    fill_threshold: float
    plan: Partition

    @property
    def rank(self) -> tuple[float, int]:
        """What the best plan has least of: the worst subset's degree, then turns."""
        return self.plan.worst, int(self.plan.turns.sum())


def plans_over_grid(
    histograms: ArrayLike,
    *,
    size: int = 10,
    tolerance: int = 3,
    max_turns: int = 3,
    solver: str | MkpSolver = "highs",
    seed: int = 0,
) -> Iterator[GridPlan]:
    """Run Algorithm 1 at every point of the grid; points at which it gets stuck are left out."""
    for nid_threshold, fill_threshold in GRID:
        try:
            plan = sequential(
                histograms,
                size=size,
                tolerance=tolerance,
                max_turns=max_turns,
                solver=solver,
                nid_threshold=nid_threshold,
                fill_threshold=fill_threshold,
                seed=seed,
            )
        except PlanFailed:
            continue
        yield GridPlan(nid_threshold=nid_threshold, fill_threshold=fill_threshold, plan=plan)


def best_plan(
    histograms: ArrayLike,
    *,
    size: int = 10,
    tolerance: int = 3,
    max_turns: int = 3,
    solver: str | MkpSolver = "highs",
    seed: int = 0,
) -> GridPlan | None:
    """Return the plan whose worst subset is best, and of equals the one of the fewest turns; None if all got stuck.

    Examples
    --------
    >>> from experiments.label_pools import LabelPool
    >>> best = best_plan(LabelPool(skew="type1").deal(seed=0), solver="local")
    >>> best.plan.worst, len(best.plan.subsets)
    (0.0, 10)
    """
    plans = plans_over_grid(histograms, size=size, tolerance=tolerance, max_turns=max_turns, solver=solver, seed=seed)
    return min(plans, key=lambda found: found.rank, default=None)
