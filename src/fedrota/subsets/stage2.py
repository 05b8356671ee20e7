"""Stage 2 from end to end: a pool and a task's rules become a plan."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import BudgetExceeded, InvalidValue
from fedrota.domain.plan import Plan, labels_of
from fedrota.domain.pool import Pool
from fedrota.domain.task import Task
from fedrota.domain.values import brief, instance, integer
from fedrota.solvers.partition.request import read_counts
from fedrota.subsets.planners import Balanced, Planner, PlanRequest, Progress

__all__ = ["plan_subsets"]

Whole = NDArray[np.int64]


def plan_subsets(
    task: Task,
    pool: Pool,
    planner: Planner | None = None,
    *,
    seed: int = 0,
    turns_owed: Whole | None = None,
    previous: Plan | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Divide a pool into the rounds of one scheduling period.

    Parameters
    ----------
    task
        Its round size, tolerance and most turns; its measure and target; its period's budget.
    pool
        What `fedrota.select_pool` returned.
    planner
        How to divide; `Balanced` by default.
    seed
        The same seed gives the same plan.
    turns_owed
        Turns that members missed, one number a member. Rounds with the most of them come first, whatever the planner;
        `Balanced` also makes them up, as far as ``max_turns``, the budget and the free places in the rounds allow.
    previous
        An older plan whose clients may have left or joined: it is repaired, which is faster.
    progress
        Called with the share of the work that is done.

    Raises
    ------
    NoPartition, BudgetExceeded
        Nothing can satisfy the request; the numbers are attributes.
    PlanFailed
        The planner got stuck; another one would not.

    Examples
    --------
    >>> import fedrota as fr
    >>> offers = [fr.Offer(client=fr.Client(id=f"c{k}"), price=1, histogram=fr.Histogram((k % 2, 1 - k % 2)))
    ...           for k in range(8)]
    >>> task = fr.Task(size=4, tolerance=1, max_turns=1)
    >>> pool = fr.select_pool(task, fr.score_offers(task, offers))
    >>> plan = plan_subsets(task, pool, seed=1)
    >>> [len(subset) for subset in plan.subsets], plan.label_totals().tolist()
    ([4, 4], [[2, 2], [2, 2]])
    """
    instance("task", task, Task, "a Task")
    instance("pool", pool, Pool, "what select_pool returned")
    seed = integer("seed", seed)
    planner = _checked(Balanced() if planner is None else planner)
    if previous is not None:
        instance("previous", previous, Plan, "an older Plan, or None")
    owed = read_counts(turns_owed, len(pool))
    request = _request(task, pool, owed, previous)
    found = planner.plan(request, seed=seed, progress=progress)
    plan = Plan(
        pool=pool,
        subsets=tuple(sorted(found.subsets, key=lambda subset: -int(owed[subset].sum()))),
        size=task.size,
        tolerance=task.tolerance,
        max_turns=task.max_turns,
        measure=task.measure,
        target=request.target,
        budget=request.budget,
        planner=repr(planner),
        seed=seed,
        stopped_by=found.stopped_by,
    )
    if plan.budget is not None and plan.cost > plan.budget:
        raise BudgetExceeded(budget=plan.budget, needed=plan.cost)
    return plan


def _checked(planner: object) -> Planner:
    """Return a planner, or raise where something else was given: a name, or the class itself."""
    if isinstance(planner, type) or not callable(getattr(planner, "plan", None)):
        raise InvalidValue("planner", seen=brief(planner), expected="a planner such as fedrota.Balanced()")
    return cast(Planner, planner)


def _request(task: Task, pool: Pool, owed: Whole, previous: Plan | None) -> PlanRequest:
    return PlanRequest(
        histograms=labels_of(pool),
        size=task.size,
        tolerance=task.tolerance,
        max_turns=task.max_turns,
        measure=task.measure,
        target=_target(task, pool),
        prices=None if task.period_budget is None else pool.payments,
        budget=task.period_budget,
        turns_owed=owed if owed.any() else None,
        previous=None if previous is None else _carried_over(previous, pool),
    )


def _target(task: Task, pool: Pool) -> tuple[float, ...] | None:
    """Return the task's target; where the pool has no labels there is nothing that it could be the target of (S9)."""
    labels = labels_of(pool).shape[1]
    if task.target is None or labels == 1:
        return None
    if len(task.target) != labels:
        raise InvalidValue("target", seen=f"{len(task.target)} shares", expected=f"{labels}, one for each label")
    return task.target


def _carried_over(previous: Plan, pool: Pool) -> tuple[Whole, ...]:
    """Return the older plan's subsets as positions in the new pool, without the clients that left."""
    place = {one: k for k, one in enumerate(pool.ids.tolist())}
    known = np.array([place.get(one, -1) for one in previous.pool.ids.tolist()], dtype=np.int64)
    return tuple(np.sort(known[subset][known[subset] >= 0]) for subset in previous.subsets)
