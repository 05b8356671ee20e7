"""Ways to divide a pool into subsets: all at once, one by one as the paper does it, or by plain rules.

A planner gets clients as arrays, and the rules, and answers with index arrays. What a pool is, and which rules a task
sets, is `fedrota.subsets.stage2`'s business.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.partition import Partition
from fedrota.domain.task import MeasureName
from fedrota.solvers import partition

__all__ = [
    "Balanced",
    "LabelGreedy",
    "PlanRequest",
    "Planner",
    "Progress",
    "RandomPlan",
    "RoundRobinPlan",
    "Sequential",
]

Whole = NDArray[np.int64]
Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlanRequest:
    """What a planner is asked for.

    Attributes
    ----------
    histograms
        Label counts, one row a client.
    size, tolerance, max_turns
        The sizes of a round, and the most turns of a client.
    measure, target
        What "balanced" means.
    prices, budget
        What a turn of each client costs, and what all turns may cost; ``None`` without money.
    turns_owed
        Turns that clients missed; whoever is owed one comes first.
    previous
        Subsets of an older plan, as positions among these clients: repaired rather than made anew.
    """

    histograms: Whole
    size: int
    tolerance: int
    max_turns: int
    measure: MeasureName = "nid"
    target: tuple[float, ...] | None = None
    prices: Whole | None = None
    budget: int | None = None
    turns_owed: Whole | None = None
    previous: tuple[Whole, ...] | None = None

    def rules(self) -> dict[str, Any]:  # Any: keyword arguments of several solvers
        """Return what every solver that looks at labels needs, by the solvers' names."""
        return {
            "size": self.size,
            "tolerance": self.tolerance,
            "max_turns": self.max_turns,
            "measure": self.measure,
            "target": self.target,
            "prices": self.prices,
            "budget": self.budget,
        }


class Planner(Protocol):
    """Divides clients into subsets."""

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Return subsets that keep the request's rules, or raise `Infeasible` with the numbers."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Balanced:
    """Search all subsets at once for the lowest worst measure; then add the fewest extra turns that lower it.

    ``effort`` scales the work, ``extra_turns`` caps the extra turns as a share of the clients.
    """

    effort: float = 1.0
    extra_turns: float = 0.15
    threads: int | None = None
    time_limit: float | None = None

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients; the same seed gives the same plan on any number of threads."""
        return partition.balanced(
            request.histograms,
            **request.rules(),
            turns_owed=request.turns_owed,
            previous=request.previous,
            effort=self.effort,
            extra_turns=self.extra_turns,
            threads=self.threads,
            time_limit=self.time_limit,
            seed=seed,
            progress=progress,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequential:
    """The paper's Algorithm 1: one subset after another, each a multidimensional knapsack."""

    solver: str = "highs"
    time_limit: float | None = None

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients; turns owed and older plans play no part in the paper's algorithm."""
        return partition.sequential(
            request.histograms,
            **request.rules(),
            solver=self.solver,
            time_limit=self.time_limit,
            seed=seed,
            progress=progress,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPlan:
    """Deal the clients at random, everyone once."""

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients."""
        return _plain(partition.random, request, seed=seed)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinPlan:
    """Deal the clients in their order, everyone once."""

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients."""
        return _plain(partition.round_robin, request)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelGreedy:
    """Give each client in turn to the subset that lacks its labels most, everyone once."""

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients."""
        return _plain(partition.label_greedy, request)


def _plain(solve: Callable[..., Partition], request: PlanRequest, **more: int) -> Partition:
    """Call a rival that looks at sizes alone (and at labels, for the record)."""
    return solve(
        request.histograms,
        size=request.size,
        tolerance=request.tolerance,
        measure=request.measure,
        target=request.target,
        **more,
    )
