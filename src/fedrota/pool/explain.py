"""One sentence a client: why it is in the pool or out of it."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.selection import Selection
from fedrota.domain.task import Task
from fedrota.domain.values import instance, text
from fedrota.payments.uniform_rate import critical_asks
from fedrota.pool.critical_exact import critical_intervals, critical_price
from fedrota.pool.critical_greedy import critical_prices
from fedrota.pool.eligibility import qualify, why_not
from fedrota.pool.selectors import DynamicProgram, Exact, Greedy, Selector, UniformRate, spendable
from fedrota.pool.stage1 import checked_selector

__all__ = ["Explanation", "explain_pool"]

Whole = NDArray[np.int64]
Progress = Callable[[float], None]


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
        -1 for "at no price"; ``None`` where price is not what decided. Best pools may tie: for them it is the
        highest price at which *some* best pool holds the client.
    """

    id: str
    chosen: bool
    sentence: str
    critical: tuple[int, int] | None = None


def explain_pool(
    task: Task,
    scores: ScoreTable,
    pool: Pool,
    selector: Selector,
    *,
    client: str | None = None,
    progress: Progress | None = None,
) -> list[Explanation]:
    """Explain why clients are in the pool or out of it.

    Parameters
    ----------
    task, scores, pool, selector
        What `fedrota.select_pool` was given, and what it returned.
    client
        Explain this one alone; where critical prices are intervals (exact pools), with its exact number.
    progress
        Called with the share of the work that is done, where it may take long.

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
    instance("task", task, Task, "a Task")
    instance("scores", scores, ScoreTable, "what score_offers returned")
    instance("pool", pool, Pool, "what select_pool returned")
    if client is not None:
        client = text("client", client)
    if repr(checked_selector(selector)) != pool.selector:
        raise InvalidValue("selector", seen=repr(selector), expected=f"the one that chose the pool, {pool.selector}")
    wanted = np.ones(len(scores), np.bool_) if client is None else scores.ids == client
    if not wanted.any() and client is not None:
        expected = "the id of a client that made an offer: see the first column of the offers"
        raise InvalidValue("client id", seen=repr(client), expected=expected)
    market = _Market.of(task, scores, pool, wanted)
    ends = market.critical(selector, exact=client is not None, progress=progress)
    word = _Words(task=task, scores=scores, pool=pool, selector=selector)
    members = np.isin(scores.ids, pool.ids)
    return [word.explain(int(k), bool(members[k]), ends) for k in np.flatnonzero(wanted)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Market:
    """The clients that qualify, as the critical prices need them."""

    scores: NDArray[np.float64]
    costs: Whole
    budget: int
    needed: int
    best: Selection
    items: Whole
    wanted: NDArray[np.bool_]
    decides: bool

    @classmethod
    def of(cls, task: Task, scores: ScoreTable, pool: Pool, wanted: NDArray[np.bool_]) -> "_Market":
        items = qualify(task, scores).items
        costs = scores.costs[items]
        best = Selection(
            items=np.flatnonzero(np.isin(scores.ids[items], pool.ids)),
            score=pool.score,
            cost=pool.cost,
            bound=pool.bound,
            optimal=pool.optimal,
        )
        return cls(
            scores=scores.totals[items],
            costs=costs,
            budget=spendable(task, costs),
            needed=task.min_clients,
            best=best,
            items=items,
            wanted=wanted[items],
            decides=task.pool_budget is not None and not scores.depends_on_ask,
        )

    def critical(self, selector: Selector, *, exact: bool, progress: Progress | None) -> dict[int, tuple[int, int]]:
        """Return the two ends of everyone's critical price, by client; nothing where price does not decide."""
        ends = self._ends(selector, exact=exact, progress=progress) if self.decides else None
        if ends is None:
            return {}
        low, high = (end[self.wanted].tolist() for end in ends)
        clients = self.items[self.wanted].tolist()
        return dict(zip(clients, zip(low, high, strict=True), strict=True))

    def _ends(self, selector: Selector, *, exact: bool, progress: Progress | None) -> tuple[Whole, Whole] | None:
        arrays = (self.scores, self.costs, self.budget)
        if isinstance(selector, UniformRate):
            asks = critical_asks(*arrays)
            return asks, asks
        if isinstance(selector, Greedy):
            needed, misfit = self.needed, selector.on_misfit
            prices = critical_prices(*arrays, min_items=needed, on_misfit=misfit, wanted=self.wanted, progress=progress)
            return prices, prices
        if not isinstance(selector, Exact | DynamicProgram):
            return None
        if not exact:
            return critical_intervals(*arrays, self.best, min_items=self.needed)
        prices = np.full(len(self.items), -1, np.int64)
        for k in np.flatnonzero(self.wanted):
            prices[k] = critical_price(*arrays, int(k), min_items=self.needed)
        return prices, prices


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Words:
    """Puts a reason into a sentence."""

    task: Task
    scores: ScoreTable
    pool: Pool
    selector: Selector

    def explain(self, k: int, chosen: bool, ends: dict[int, tuple[int, int]]) -> Explanation:
        who, side = str(self.scores.ids[k]), "in" if chosen else "out"
        missed = why_not(self.task, self.scores, k)
        if missed is not None:
            return Explanation(id=who, chosen=False, sentence=f"out: {missed}")
        if k not in ends:
            return Explanation(id=who, chosen=chosen, sentence=f"{side}: {self._without_price(chosen)}")
        price = int(self.scores.costs[k])
        asks = "asks" if self.task.price is None else "costs"
        reason = self._with_price(price, chosen, *ends[k])
        return Explanation(id=who, chosen=chosen, sentence=f"{side}: {asks} {price:,}; {reason}", critical=ends[k])

    def _without_price(self, chosen: bool) -> str:
        if self.task.pool_budget is None:
            return "the task has no budget, so everyone who qualifies is in"
        if not self.selector.draws:
            return "chosen by score and price, but its score follows its own ask: there is no one critical price"
        draw = f"the draw with seed {self.pool.seed}"
        return f"taken by {draw}" if chosen else f"{draw} did not take it, or it did not fit"

    def _with_price(self, price: int, chosen: bool, low: int, high: int) -> str:
        if not isinstance(self.selector, Exact | DynamicProgram):
            number = f", as long as the rate attracts {self.task.min_clients:,}" if self._is_tight() else ""
            return f"in at {high:,} or less{number}" if high >= 0 else "in at no price"
        tie = "; now another is as good" if not chosen and low >= price else ""
        if high < 0:
            return "no best pool has it at any price"
        if low == high:
            return f"a best pool has it at {high:,} or less{tie}"
        if low < 0:
            return f"no best pool has it above {high:,}"
        return f"a best pool has it at {low:,} or less, none above {high:,}{tie}"

    def _is_tight(self) -> bool:
        """Say whether a lower ask could cost so much rate that the pool falls below the least number."""
        return isinstance(self.selector, UniformRate) and len(self.pool) < 2 * self.task.min_clients
