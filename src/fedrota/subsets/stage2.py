"""Stage 2 from end to end: a pool and a task's rules become a plan."""

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import BudgetExceeded, InvalidValue
from fedrota.domain.plan import Plan, labels_of
from fedrota.domain.pool import Pool
from fedrota.domain.task import Task
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
        Turns that members missed; whoever is owed one comes first.
    previous
        An older plan whose clients may have left or joined: it is repaired, which is faster.
    progress
        Called with the share of the work that is done.

    Raises
    ------
    NoPartition, BudgetExceeded
        Nothing can satisfy the request; the numbers are attributes.

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
    planner = Balanced() if planner is None else planner
    if pool.histograms is not None and task.target is not None and len(task.target) != pool.histograms.shape[1]:
        raise InvalidValue(
            "target", seen=f"{len(task.target)} shares", expected=f"{pool.histograms.shape[1]}, one for each label"
        )
    budget = task.period_budget
    request = PlanRequest(
        histograms=labels_of(pool),
        size=task.size,
        tolerance=task.tolerance,
        max_turns=task.max_turns,
        measure=task.measure,
        target=task.target if pool.histograms is not None else None,
        prices=None if budget is None else pool.payments,
        budget=budget,
        turns_owed=turns_owed,
        previous=None if previous is None else _carried_over(previous, pool),
    )
    found = planner.plan(request, seed=seed, progress=progress)
    plan = Plan(
        pool=pool,
        subsets=tuple(found.subsets),
        size=task.size,
        tolerance=task.tolerance,
        max_turns=task.max_turns,
        measure=task.measure,
        target=request.target,
        budget=budget,
        bound=found.bound,
        planner=repr(planner),
        seed=seed,
        stopped_by=found.stopped_by,
    )
    if budget is not None and plan.cost > budget:
        raise BudgetExceeded(budget=budget, needed=plan.cost)
    return plan


def _carried_over(previous: Plan, pool: Pool) -> tuple[Whole, ...]:
    """Return the older plan's subsets as positions in the new pool, without the clients that left."""
    order = np.argsort(pool.ids)
    place = np.searchsorted(pool.ids[order], previous.pool.ids)
    known = np.append(order, -1)[place]
    stays = (known >= 0) & (pool.ids[known] == previous.pool.ids)
    return tuple(np.sort(known[subset[stays[subset]]]).astype(np.int64) for subset in previous.subsets)
