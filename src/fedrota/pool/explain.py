"""One sentence a client: why it is in the pool or out of it."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.selection import Selection
from fedrota.domain.task import Task
from fedrota.payments.uniform_rate import critical_asks
from fedrota.pool.critical_exact import critical_intervals, critical_price
from fedrota.pool.critical_greedy import critical_prices
from fedrota.pool.eligibility import Qualified, qualify, why_not
from fedrota.pool.selectors import DynamicProgram, Exact, Greedy, Selector, UniformRate, spendable

__all__ = ["Explanation", "explain_pool"]

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why one client is in or out.

    Attributes
    ----------
    id
        The client.
    chosen
        Whether it is in the pool.
    sentence
        The reason, for a person.
    critical
        Between which prices it changes sides, the others' unchanged: (p, p) where that is known exactly,
        -1 for "at no price"; ``None`` where price is not what decided.
    """

    id: str
    chosen: bool
    sentence: str
    critical: tuple[int, int] | None = None


def explain_pool(
    task: Task, scores: ScoreTable, pool: Pool, selector: Selector, *, exact_for: str | None = None
) -> list[Explanation]:
    """Explain for every client why it is in the pool or out of it.

    Parameters
    ----------
    task, scores, pool, selector
        What `fedrota.select_pool` was given, and what it returned.
    exact_for
        One client's id: where critical prices are intervals (exact pools), narrow its interval to the number.

    Examples
    --------
    >>> from fedrota import Client, Criterion, Greedy, Offer, Task, score_offers, select_pool
    >>> offers = [Offer(client=Client(id=f"c{cpu}", resources={"cpu": cpu}), price=5) for cpu in (1, 2, 4)]
    >>> task = Task(budget=10, criteria=(Criterion(name="cpu", minimum=1),))
    >>> scores = score_offers(task, offers)
    >>> for one in explain_pool(task, scores, select_pool(task, scores), Greedy()):
    ...     print(one.id, one.sentence)
    c1 out: asks 5; in at 3 or less
    c2 in: asks 5; in at 5 or less
    c4 in: asks 5; in at 6 or less
    """
    qualified = qualify(task, scores)
    members = np.isin(scores.ids, pool.ids)
    if exact_for is not None and exact_for not in set(scores.ids.tolist()):
        raise InvalidValue("client id", seen=repr(exact_for), expected="one that made an offer")
    brackets = _brackets(task, scores, pool, selector, qualified)
    if brackets is not None and exact_for is not None and isinstance(selector, Exact | DynamicProgram):
        _narrow(task, scores, qualified, brackets, exact_for)
    low = np.full(len(scores), -1, np.int64)
    high = low.copy()
    if brackets is not None:
        low[qualified.items], high[qualified.items] = brackets
    known = brackets is not None
    return [
        _explain(
            task,
            scores,
            k,
            chosen=bool(members[k]),
            drawn=_how(task, pool, known=known),
            critical=(int(low[k]), int(high[k])) if known else None,
        )
        for k in range(len(scores))
    ]


def _brackets(
    task: Task, scores: ScoreTable, pool: Pool, selector: Selector, qualified: Qualified
) -> tuple[Whole, Whole] | None:
    """Return the two ends of everyone's critical price, or nothing where price does not decide."""
    if task.pool_budget is None:
        return None
    value, cost = scores.totals[qualified.items], scores.costs[qualified.items]
    budget, needed = spendable(task, cost), task.min_clients
    if isinstance(selector, Greedy):
        exact = critical_prices(value, cost, budget, min_items=needed, on_misfit=selector.on_misfit)
        return exact, exact.copy()
    if isinstance(selector, UniformRate):
        exact = critical_asks(value, cost, budget)
        return exact, exact.copy()
    if isinstance(selector, Exact | DynamicProgram):
        best = Selection(
            items=np.flatnonzero(np.isin(scores.ids[qualified.items], pool.ids)),
            score=pool.score,
            cost=pool.cost,
            bound=pool.bound,
            optimal=pool.optimal,
        )
        return critical_intervals(value, cost, budget, best, min_items=needed)
    return None


def _narrow(task: Task, scores: ScoreTable, qualified: Qualified, brackets: tuple[Whole, Whole], client: str) -> None:
    where = np.flatnonzero(scores.ids[qualified.items] == client)
    value, cost = scores.totals[qualified.items], scores.costs[qualified.items]
    for k in where:
        price = critical_price(value, cost, spendable(task, cost), int(k), min_items=task.min_clients)
        brackets[0][k] = brackets[1][k] = price


def _how(task: Task, pool: Pool, *, known: bool) -> str:
    """Say what decided where price did not."""
    if known:
        return ""
    if task.pool_budget is None:
        return "the task has no budget, so everyone who qualifies is in"
    return "drawn at random" if pool.seed is None else f"drawn at random with seed {pool.seed}"


def _explain(
    task: Task, scores: ScoreTable, k: int, *, chosen: bool, drawn: str, critical: tuple[int, int] | None
) -> Explanation:
    who = str(scores.ids[k])
    missed = why_not(task, scores, k)
    if missed is not None:
        return Explanation(id=who, chosen=False, sentence=f"out: {missed}")
    side = "in" if chosen else "out"
    if critical is None:
        reason = drawn if chosen or "draw" not in drawn else f"not {drawn}"
        return Explanation(id=who, chosen=chosen, sentence=f"{side}: {reason}")
    price = int(scores.costs[k])
    return Explanation(
        id=who, chosen=chosen, sentence=f"{side}: asks {price:,}; {_bracket(*critical)}", critical=critical
    )


def _bracket(low: int, high: int) -> str:
    if high < 0:
        return "in at no price"
    if low == high:
        return f"in at {high:,} or less"
    if low < 0:
        return f"surely out above {high:,}"
    return f"surely in at {low:,} or less, surely out above {high:,}"
