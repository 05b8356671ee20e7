"""Plan a dealt pool in every way that is compared, and certify what comes out: one row a plan."""

import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import fedrota as fr
from experiments.label_pools import LabelPool

__all__ = ["CLIENTS", "METHODS", "Job", "PlanRow", "make_plan", "pool_of", "run_job", "warm_up"]

CLIENTS = 100
EFFORT = fr.Balanced(threads=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A planner and the most turns of a client that it is given; slow ones run on fewer seeds."""

    planner: Callable[[], fr.Planner]
    max_turns: int
    slow: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One plan to make: by which method, of which pool, under which rules."""

    method: str
    kind: LabelPool
    seed: int
    tolerance: int = 3
    max_turns: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRow:
    """What the certificate says about one plan; ``kept`` is ``None`` where the planner got stuck."""

    method: str
    kind: str
    seed: int
    tolerance: int
    max_turns: int
    kept: bool | None
    seconds: float
    subsets: int = 0
    turns: int = 0
    smallest: int = 0
    largest: int = 0
    worst: float = 0.0
    mean: float = 0.0
    last: float = 0.0
    bound: float = 0.0
    jain: float = 0.0

    @property
    def extra(self) -> float:
        """Extra turns, as a share of the clients."""
        return self.turns / CLIENTS - 1


METHODS = {
    "random": Method(planner=fr.RandomPlan, max_turns=1),
    "Algorithm 1, HiGHS": Method(planner=fr.Sequential, max_turns=3, slow=True),
    "Algorithm 1, local": Method(planner=lambda: fr.Sequential(solver="local"), max_turns=3, slow=True),
    "Balanced, once": Method(planner=lambda: EFFORT, max_turns=1),
    "Balanced, x* = 3": Method(planner=lambda: EFFORT, max_turns=3),
}
if importlib.util.find_spec("cplex") is not None:
    METHODS["Algorithm 1, CPLEX"] = Method(planner=lambda: fr.Sequential(solver="cplex"), max_turns=3, slow=True)


def pool_of(histograms: NDArray[np.int64]) -> fr.Pool:
    """Recruit clients with these label counts: without money everyone is in.

    Examples
    --------
    >>> len(pool_of(LabelPool(skew="type1").deal(20, seed=1)))
    20
    """
    offers = [
        fr.Offer(client=fr.Client(id=f"c{k}"), price=1, histogram=fr.Histogram(tuple(row)))
        for k, row in enumerate(histograms.tolist())
    ]
    task = fr.Task()
    return fr.select_pool(task, fr.score_offers(task, offers))


def make_plan(job: Job) -> fr.Plan:
    """Deal the job's pool and plan it.

    Examples
    --------
    >>> len(make_plan(Job(method="random", kind=LabelPool(skew="type1"), seed=1)))
    10
    """
    method = METHODS[job.method]
    task = fr.Task(size=10, tolerance=job.tolerance, max_turns=job.max_turns or method.max_turns)
    pool = pool_of(job.kind.deal(CLIENTS, seed=job.seed))
    return fr.plan_subsets(task, pool, method.planner(), seed=job.seed)


def run_job(job: Job) -> PlanRow:
    """Make one plan, time it, certify it."""
    limit = job.max_turns or METHODS[job.method].max_turns
    started = time.perf_counter()
    try:
        plan = make_plan(job)
    except fr.PlanFailed:
        plan = None
    seconds = time.perf_counter() - started
    if plan is None:
        return PlanRow(
            method=job.method,
            kind=job.kind.name,
            seed=job.seed,
            tolerance=job.tolerance,
            max_turns=limit,
            kept=None,
            seconds=seconds,
        )
    found = fr.certify(plan)
    sizes = [len(subset) for subset in plan.subsets]
    return PlanRow(
        method=job.method,
        kind=job.kind.name,
        seed=job.seed,
        tolerance=job.tolerance,
        max_turns=limit,
        kept=found.kept,
        seconds=seconds,
        subsets=found.subsets,
        turns=found.turns,
        smallest=min(sizes),
        largest=max(sizes),
        worst=found.worst,
        mean=found.mean,
        last=found.last,
        bound=found.bound,
        jain=found.jain,
    )


def warm_up() -> None:
    """Compile the kernels, so that no plan's time holds it."""
    for method in ("Algorithm 1, local", "Balanced, x* = 3"):
        make_plan(Job(method=method, kind=LabelPool(skew="type2"), seed=0))
