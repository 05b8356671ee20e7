"""Ways to divide a pool into subsets: all at once, one by one as the paper does it, or by plain rules.

A planner gets clients as arrays, and the rules, and answers with index arrays. What a pool is, and which rules a task
sets, is `fedrota.subsets.stage2`'s business.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import NoPartition
from fedrota.domain.partition import Partition
from fedrota.domain.rules import MeasureName
from fedrota.solvers import partition
from fedrota.solvers.mkp import MkpSolver
from fedrota.solvers.partition.answer import conclude
from fedrota.solvers.partition.request import read_request
from fedrota.solvers.partition.sequential import FILL_THRESHOLD, NID_THRESHOLD

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
    """The paper's Algorithm 1: one subset after another, each a multidimensional knapsack.

    A round whose measure is above ``nid_threshold`` is improved by further turns of clients that hold the labels of
    which it has less than ``fill_threshold`` of a knapsack. The paper gives no values for the two.
    """

    solver: str | MkpSolver = "highs"
    nid_threshold: float = NID_THRESHOLD
    fill_threshold: float = FILL_THRESHOLD
    time_limit: float | None = None

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients. Turns owed and older plans play no part in the paper's algorithm."""
        return partition.sequential(
            request.histograms,
            **request.rules(),
            solver=self.solver,
            nid_threshold=self.nid_threshold,
            fill_threshold=self.fill_threshold,
            time_limit=self.time_limit,
            seed=seed,
            progress=progress,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPlan:
    """Deal the clients at random, everyone once; more often only where rounds would be too small."""

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients."""
        order = np.random.default_rng(seed).permutation(len(request.histograms))
        return _once_or_again(partial(partition.random, seed=seed), request, order)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRobinPlan:
    """Deal the clients in their order, everyone once; more often only where rounds would be too small."""

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients."""
        return _once_or_again(partition.round_robin, request, np.arange(len(request.histograms)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelGreedy:
    """Give each round in turn the client that holds most of what it lacks most, everyone once.

    Where rounds would be too small, clients go around by their most frequent labels.
    """

    def plan(self, request: PlanRequest, *, seed: int = 0, progress: Progress | None = None) -> Partition:
        """Divide the clients."""
        return _once_or_again(partition.label_greedy, request, _label_by_label(request.histograms))


def _once_or_again(solve: Callable[..., Partition], request: PlanRequest, order: Whole) -> Partition:
    """Let a plain rule give everyone one turn; where that cannot be, go around in an order with the smallest rounds."""
    rules = {name: request.rules()[name] for name in ("size", "tolerance", "measure", "target")}
    try:
        return solve(request.histograms, **rules)
    except NoPartition:
        if request.max_turns == 1:
            raise
    checked = read_request(request.histograms, **rules, max_turns=request.max_turns)
    # One turn each is too little for T rounds, so T (n - δ) > K: rounds of n - δ, without anyone twice as n - δ ≤ K.
    around = np.resize(order, (checked.subsets, checked.smallest))
    return conclude(checked, list(around), 0.0)


def _label_by_label(histograms: Whole) -> Whole:
    """Order clients so that neighbors differ in their most frequent label, the largest first."""
    label = histograms.argmax(axis=1)
    by_label = np.lexsort((-histograms.sum(axis=1), label))
    rank = np.empty(len(label), np.int64)
    starts = np.searchsorted(label[by_label], label[by_label])
    rank[by_label] = np.arange(len(label)) - starts
    return np.lexsort((label, rank)).astype(np.int64)
