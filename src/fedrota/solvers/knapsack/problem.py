"""What every knapsack solver is given, checked once. Nothing here solves anything."""

import operator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import BudgetTooSmall, InvalidValue, TooFewClients
from fedrota.domain.selection import Selection
from fedrota.solvers.knapsack.sums import exact_sum, fits

__all__ = [
    "TOLERANCE",
    "Bools",
    "Floats",
    "Ints",
    "Problem",
    "check_feasible",
    "read_count",
    "read_problem",
    "selection_of",
]

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]

# A selection counts as optimal when no other scores more than this, relatively: sums of floats cannot
# tell closer ones apart.
TOLERANCE = 1e-12

LEAST, MOST = 1e-100, 1e100
EXACT_INTEGERS = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Choose items of the largest total score that cost at most the budget, at least `min_items` of them."""

    scores: Floats
    costs: Floats
    budget: float
    min_items: int

    @property
    def size(self) -> int:
        """The number of items."""
        return self.scores.size

    def affordable(self) -> "tuple[Problem, Bools | None]":
        """Return the problem of the items that fit alone, and which they are; None when all do."""
        if self.costs.max(initial=0.0) <= self.budget:
            return self, None
        reach = self.costs <= self.budget
        return replace(self, scores=self.scores[reach], costs=self.costs[reach]), reach

    def costs_of(self, chosen: Bools) -> Floats:
        """Return the costs of the chosen items (indices gather many times faster than a mask)."""
        return self.costs[np.flatnonzero(chosen)]

    def score_of(self, chosen: Bools) -> float:
        """Return what the chosen items score."""
        return exact_sum(self.scores[np.flatnonzero(chosen)])

    def keeps_budget(self, chosen: Bools) -> bool:
        """Whether the chosen items fit the budget, exactly."""
        return fits(self.costs_of(chosen), self.budget)


def read_problem(scores: ArrayLike, costs: ArrayLike, budget: float, min_items: int) -> Problem:
    """Check the four inputs and that some selection satisfies them."""
    problem = Problem(
        scores=_numbers("scores", scores),
        costs=_numbers("costs", costs),
        budget=_budget(budget),
        min_items=read_count("min_items", min_items),
    )
    if problem.costs.shape != problem.scores.shape:
        raise InvalidValue(
            "costs",
            seen=f"{problem.costs.size} numbers",
            expected=f"one for each of the {problem.size} scores",
        )
    check_feasible(problem)
    return problem


def selection_of(problem: Problem, chosen: Bools, bound: float, *, proven: bool = False) -> Selection:
    """Describe chosen items; they are optimal when proven so, or when the bound says so."""
    items = np.flatnonzero(chosen).astype(np.int64, copy=False)
    score, cost = exact_sum(problem.scores[items]), exact_sum(problem.costs[items])
    optimal = bool(proven or bound <= score * (1 + TOLERANCE))
    return Selection(items=items, score=score, cost=cost, bound=score if optimal else bound, optimal=optimal)


def _numbers(name: str, given: ArrayLike) -> Floats:
    try:
        raw = np.asarray(given)
    except (TypeError, ValueError):
        raise InvalidValue(name, seen="not an array of numbers", expected="one number per item") from None
    if raw.ndim != 1 or (raw.size and raw.dtype.kind not in "biuf"):
        raise InvalidValue(name, seen=f"of shape {raw.shape} and type {raw.dtype}", expected="one number per item")
    numbers = np.ascontiguousarray(raw, dtype=np.float64)
    if numbers.size == 0:
        return numbers
    least, most = float(numbers.min()), float(numbers.max())
    if not (least >= LEAST and most <= MOST):
        _refuse(name, numbers, ~((numbers == 0) | ((numbers >= LEAST) & (numbers <= MOST))))
    if raw.dtype.kind in "iu" and most >= EXACT_INTEGERS:
        _refuse(name, numbers, raw > EXACT_INTEGERS)
    return numbers


def _refuse(name: str, numbers: Floats, bad: Bools) -> None:
    """Raise for the first bad number, if there is one."""
    index = int(bad.argmax())
    if bad[index]:
        expected = f"0, or a number from {LEAST} to {MOST} (integers to 2**53)"
        raise InvalidValue(name, seen=float(numbers[index]), expected=expected, index=index)


def _budget(budget: float) -> float:
    try:
        number = float("nan") if isinstance(budget, str | bytes | bool) else float(budget)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not 0 <= number < float("inf"):
        raise InvalidValue("budget", seen=budget, expected="a finite number, 0 or more")
    # A large integer may have been rounded up.
    return number if number <= budget else float(np.nextafter(number, 0.0))


def read_count(name: str, count: int) -> int:
    """Return a whole number of 0 or more, or refuse what was given."""
    try:
        number = -1 if isinstance(count, bool) else operator.index(count)
    except TypeError:
        number = -1
    if number < 0:
        raise InvalidValue(name, seen=count, expected="an integer, 0 or more")
    return number


def check_feasible(problem: Problem) -> None:
    """Refuse what nothing can satisfy: costs are not negative, so the cheapest items decide."""
    wanted, offered = problem.min_items, problem.size
    if wanted > offered:
        raise TooFewClients(needed=wanted, qualified=offered, offered=offered, passed={})
    if wanted:
        cheapest = np.partition(problem.costs, wanted - 1)[:wanted]
        if not fits(cheapest, problem.budget):
            raise BudgetTooSmall(budget=problem.budget, needed=exact_sum(cheapest), min_items=wanted)
