"""Stage 1 from end to end: qualify, choose, and record what is proven about the choice."""

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import DependentScores
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.selection import Selection
from fedrota.domain.task import Task
from fedrota.pool.eligibility import qualify, require
from fedrota.pool.selectors import Greedy, Selector

__all__ = ["select_pool"]


def select_pool(task: Task, scores: ScoreTable, selector: Selector | None = None, *, seed: int | None = None) -> Pool:
    """Recruit the clients for a task.

    Parameters
    ----------
    task
        Its budget for a period, fewest members, and thresholds.
    scores
        What `fedrota.score_offers` returned.
    selector
        How to choose; greedy by default.
    seed
        For selectors that draw.

    Raises
    ------
    TooFewClients, BudgetTooSmall, RateTooLow
        Nothing can satisfy the request; the numbers are attributes.
    DependentScores
        A truthful mechanism was given scores that a client can move.

    Examples
    --------
    >>> from fedrota import Client, Criterion, Offer, Task, score_offers
    >>> offers = [Offer(client=Client(id=f"c{cpu}", resources={"cpu": cpu}), price=5) for cpu in (1, 2, 4)]
    >>> task = Task(budget=10, criteria=(Criterion(name="cpu", minimum=1),))
    >>> select_pool(task, score_offers(task, offers)).ids.tolist()
    ['c2', 'c4']
    """
    selector = Greedy() if selector is None else selector
    if selector.needs_independent_scores:
        _refuse_dependent(selector, scores)
    qualified = qualify(task, scores)
    require(task, scores, qualified)
    chosen = selector.select(scores.totals[qualified.items], scores.costs[qualified.items], task, seed=seed)
    return _pool(task, scores, qualified.items, chosen, name=repr(selector), seed=seed)


def _refuse_dependent(selector: Selector, scores: ScoreTable) -> None:
    name = type(selector).__name__
    if scores.depends_on_cohort:
        raise DependentScores(
            name,
            depends_on="who else offers",
            remedy='Score with normalization "ratio", and with added criteria that look at one client alone.',
        )
    if scores.depends_on_ask:
        raise DependentScores(
            name, depends_on="the price a client asks", remedy="Leave out the added criteria that use the ask."
        )


def _pool(
    task: Task,
    scores: ScoreTable,
    items: NDArray[np.int64],
    chosen: Selection,
    *,
    name: str,
    seed: int | None,
) -> Pool:
    members = items[chosen.items]
    asks = scores.costs[members]
    payments = asks if chosen.payments is None else chosen.payments
    return Pool(
        ids=scores.ids[members],
        scores=scores.totals[members],
        asks=asks,
        payments=payments,
        histograms=None if scores.histograms is None else scores.histograms[members],
        score=chosen.score,
        cost=int(payments.sum()),
        bound=chosen.bound,
        optimal=chosen.optimal,
        budget=task.pool_budget,
        offered=len(scores),
        eligible=len(items),
        selector=name,
        seed=seed,
        rate=chosen.rate,
    )
