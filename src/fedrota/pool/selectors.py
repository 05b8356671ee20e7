"""Ways to choose a pool: greedy, exact, dynamic programming, a draw, one rate for everyone.

A selector gets the scores and prices of the clients that qualify and answers with indices. Minimums and
thresholds are `fedrota.pool.eligibility`'s business.
"""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue, RateTooLow
from fedrota.domain.selection import OnMisfit, Selection
from fedrota.domain.task import Task
from fedrota.payments.uniform_rate import uniform_rate
from fedrota.solvers import knapsack
from fedrota.solvers.knapsack.sums import exact_sum

__all__ = ["DynamicProgram", "Exact", "Greedy", "RandomPool", "Selector", "UniformRate"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


class Selector(Protocol):
    """Chooses who is in the pool.

    ``needs_independent_scores`` says whether the choice is honest only where no client can move its own score
    by its ask, nor another's by taking part; ``draws`` whether the seed plays a part.
    """

    needs_independent_scores: ClassVar[bool]
    draws: ClassVar[bool]

    def select(self, scores: Floats, costs: Whole, task: Task, *, seed: int | None = None) -> Selection:
        """Choose among clients that qualify, under ``task.pool_budget``, ``task.min_clients`` at least."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Greedy:
    """Take clients in non-increasing order of score per cost (§VI-A), skipping misfits or stopping at the first.

    Examples
    --------
    >>> chosen = Greedy().select(np.array([6.0, 5.0, 5.0]), np.array([3, 2, 2]), Task(budget=4))
    >>> chosen.items.tolist()
    [1, 2]
    """

    needs_independent_scores: ClassVar[bool] = False
    draws: ClassVar[bool] = False
    on_misfit: OnMisfit = "skip"

    def __post_init__(self) -> None:
        _check_misfit(self.on_misfit)

    def select(self, scores: Floats, costs: Whole, task: Task, *, seed: int | None = None) -> Selection:
        """Choose; the seed plays no part."""
        budget = spendable(task, costs)
        return knapsack.greedy(scores, costs, budget, min_items=task.min_clients, on_misfit=self.on_misfit)


@dataclass(frozen=True, slots=True, kw_only=True)
class DynamicProgram:
    """Fill the table of the classical O(n B) program: exact, and slow where the budget is large."""

    needs_independent_scores: ClassVar[bool] = False
    draws: ClassVar[bool] = False

    def select(self, scores: Floats, costs: Whole, task: Task, *, seed: int | None = None) -> Selection:
        """Choose; the seed plays no part."""
        return knapsack.dynamic_program(scores, costs, spendable(task, costs), min_items=task.min_clients)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exact:
    """Find the best pool and prove it, in about the time of a sorted greedy."""

    needs_independent_scores: ClassVar[bool] = False
    draws: ClassVar[bool] = False

    def select(self, scores: Floats, costs: Whole, task: Task, *, seed: int | None = None) -> Selection:
        """Choose; the seed plays no part."""
        return knapsack.exact(scores, costs, spendable(task, costs), min_items=task.min_clients)


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPool:
    """Draw clients one after another until the budget is used: the rival that looks at nothing."""

    needs_independent_scores: ClassVar[bool] = False
    draws: ClassVar[bool] = True
    on_misfit: OnMisfit = "skip"

    def __post_init__(self) -> None:
        _check_misfit(self.on_misfit)

    def select(self, scores: Floats, costs: Whole, task: Task, *, seed: int | None = None) -> Selection:
        """Choose by the seed; without one, by seed 0."""
        budget = spendable(task, costs)
        return knapsack.random(
            scores, costs, budget, min_items=task.min_clients, on_misfit=self.on_misfit, seed=seed or 0
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class UniformRate:
    """Pay everyone the same per point of score: a client is in if its ask is at or below that rate.

    Truthful: asking another price than its true one never pays. It spends part of the budget on that.

    Examples
    --------
    >>> chosen = UniformRate().select(np.array([4.0, 2.0, 1.0]), np.array([4, 4, 9]), Task(budget=12))
    >>> chosen.payments.tolist(), chosen.rate
    ([8, 4], 2.0)
    """

    needs_independent_scores: ClassVar[bool] = True
    draws: ClassVar[bool] = False

    def select(self, scores: Floats, costs: Whole, task: Task, *, seed: int | None = None) -> Selection:
        """Choose; the seed plays no part."""
        budget = task.pool_budget
        if budget is None:
            raise InvalidValue("budget", seen="none", expected="an amount: a common rate divides one")
        outcome = uniform_rate(scores, costs, budget)
        needed = task.min_clients
        if len(outcome.items) < needed:
            raise RateTooLow(needed=needed, attracted=len(outcome.items), rate=outcome.rate, budget=budget)
        bound = knapsack.upper_bound(scores, costs, budget, min_items=needed)
        score = exact_sum(scores[outcome.items])
        return Selection(
            items=outcome.items,
            score=score,
            cost=float(outcome.payments.sum()),
            bound=max(bound, score),
            optimal=False,
            payments=outcome.payments,
            rate=outcome.rate,
        )


def spendable(task: Task, costs: Whole) -> int:
    """Return what the pool may cost; without a budget, all that everyone asks."""
    return int(costs.sum()) if task.pool_budget is None else task.pool_budget


def _check_misfit(on_misfit: str) -> None:
    if not isinstance(on_misfit, str) or on_misfit not in ("skip", "stop"):
        raise InvalidValue("on_misfit", seen=repr(on_misfit), expected="'skip' or 'stop'")
