"""Stage 1 from end to end: qualify, choose, and record what is proven about the choice."""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import BudgetTooSmall, DependentScores, InvalidValue
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.selection import Selection
from fedrota.domain.task import Task
from fedrota.domain.values import instance
from fedrota.pool.eligibility import qualify, require
from fedrota.pool.selectors import Greedy, Selector
from fedrota.solvers.knapsack.sums import exact_sum

__all__ = ["checked_selector", "select_pool"]


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
        For selectors that draw; 0 unless it is given.

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
    instance("task", task, Task, "a Task")
    instance("scores", scores, ScoreTable, "what score_offers returned")
    selector = checked_selector(Greedy() if selector is None else selector)
    seed = _seed(seed) if selector.draws else None
    if selector.needs_independent_scores:
        _refuse_dependent(selector, scores)
    qualified = qualify(task, scores)
    require(task, scores, qualified)
    chosen = _choose(task, selector, scores.totals[qualified.items], scores.costs[qualified.items], seed)
    return _pool(task, scores, qualified.items, chosen, name=repr(selector), seed=seed)


def _choose(
    task: Task, selector: Selector, scores: NDArray[np.float64], costs: NDArray[np.int64], seed: int | None
) -> Selection:
    """Let the selector choose; where no money is involved there is nothing to choose by, and everyone is in."""
    if task.pool_budget is None and not selector.needs_independent_scores:
        total = exact_sum(scores)
        return Selection(items=np.arange(len(scores)), score=total, cost=0.0, bound=total, optimal=True)
    try:
        return selector.select(scores, costs, task, seed=seed)
    except BudgetTooSmall as error:
        raise error.within(_share_of_budget(task)) from None


def checked_selector(selector: object) -> Selector:
    """Return a selector, or raise where something else was given: a name, or the class itself."""
    if isinstance(selector, type) or not callable(getattr(selector, "select", None)):
        raise InvalidValue("selector", seen=repr(selector), expected="a selector such as fedrota.Greedy()")
    return cast(Selector, selector)


def _seed(seed: object) -> int:
    if seed is None:
        return 0
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or seed < 0:
        raise InvalidValue("seed", seen=repr(seed), expected="a whole number of 0 or more")
    return int(seed)


def _share_of_budget(task: Task) -> str:
    """Say how the pool's budget follows from the task's, where it is not the same."""
    if task.budget is None or task.pool_budget == task.budget:
        return ""
    shares = task.extra_share + task.bonus_share
    kept = f", of which {shares:.0%} is kept for extra turns and the bonus" if shares else ""
    return f"a budget of {task.budget:,} over {task.periods:,} periods is {task.period_budget:,} a period{kept}"


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
