"""The 0-1 multidimensional knapsack with size rows: what is asked and what is answered. No algorithm here."""

import math
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["TOLERANCE", "MkpProblem", "MkpSolution", "MkpSolver", "Status"]

Floats = NDArray[np.float64]

TOLERANCE = 1e-6
"""How far a row may be overfilled, relative to its capacity: MIP solvers keep no more. Integers stay exact."""

Status = Literal["optimal", "gap", "work", "time", "infeasible", "nothing found"]
"""Proven; within the accepted gap; stopped by its work limit, or by the clock; no selection exists; or none
was found, although one may exist."""


@dataclass(frozen=True, slots=True, eq=False)
class MkpProblem:
    """Choose items of the largest total profit that fit into every knapsack, and not too few or too many.

    Attributes
    ----------
    profits
        What each of the K items is worth, at least 0.
    weights
        One row a knapsack, one column an item (c × K), at least 0.
    capacities
        What each knapsack holds. A negative one holds nothing, so the problem is infeasible.
    min_items, max_items
        The size rows: how many items a selection has. By default any number.
    """

    profits: Floats
    weights: Floats
    capacities: Floats
    min_items: int
    max_items: int

    def __init__(
        self,
        profits: ArrayLike,
        weights: ArrayLike,
        capacities: ArrayLike,
        *,
        min_items: int = 0,
        max_items: int | None = None,
    ) -> None:
        values = np.ascontiguousarray(profits, dtype=np.float64)
        limits = np.ascontiguousarray(capacities, dtype=np.float64)
        rows = np.ascontiguousarray(weights, dtype=np.float64).reshape(np.shape(weights))
        object.__setattr__(self, "profits", values)
        object.__setattr__(self, "weights", rows)
        object.__setattr__(self, "capacities", limits)
        object.__setattr__(self, "min_items", max(0, min_items))
        object.__setattr__(self, "max_items", values.size if max_items is None else min(max_items, values.size))
        self._check()

    def _check(self) -> None:
        shape = (self.capacities.size, self.profits.size)
        if self.weights.shape != shape:
            raise InvalidValue("weights.shape", seen=self.weights.shape, expected=f"(knapsacks, items) = {shape}")
        for name in ("profits", "weights"):
            values: Floats = getattr(self, name)
            if not (np.isfinite(values).all() and (values >= 0).all()):
                raise InvalidValue(name, seen="negative or not finite somewhere", expected="numbers of at least 0")
        if not np.isfinite(self.capacities).all():
            raise InvalidValue("capacities", seen="not finite somewhere", expected="finite numbers")

    @property
    def whole_profits(self) -> bool:
        """Whether all profits are whole numbers, so that a bound may be rounded down."""
        return bool((self.profits == np.floor(self.profits)).all())

    def profit_of(self, items: NDArray[np.int64]) -> float:
        """Add up exactly what these items are worth."""
        return math.fsum(self.profits[items])

    def is_kept_by(self, items: NDArray[np.int64]) -> bool:
        """Tell whether these items fit into every knapsack and their number into the size rows."""
        allowed = self.capacities + TOLERANCE * np.maximum(1.0, np.abs(self.capacities))
        fits = (self.weights[:, items].sum(axis=1) <= allowed).all()
        return bool(fits) and self.min_items <= len(items) <= self.max_items

    def is_plainly_infeasible(self) -> bool:
        """Tell whether a single row already excludes every selection: a cheap, one-sided test."""
        if self.min_items > self.max_items:
            return True
        lightest = np.sort(self.weights, axis=1)[:, : self.min_items].sum(axis=1)
        return bool((lightest > self.capacities + TOLERANCE * np.maximum(1.0, np.abs(self.capacities))).any())


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MkpSolution:
    """Chosen items, and what is known about how good they are.

    Attributes
    ----------
    items
        Indices of the chosen items, ascending; empty where none were found.
    profit
        What they are worth; 0 where none were found.
    bound
        No selection is worth more than this.
    status
        Why the solver stopped; see `Status`.
    """

    items: NDArray[np.int64]
    profit: float
    bound: float
    status: Status

    @property
    def found(self) -> bool:
        """Whether there is a selection; an empty one counts where the size rows allow it."""
        return self.status not in ("infeasible", "nothing found")

    @property
    def optimal(self) -> bool:
        """Whether the selection is proven to be the best."""
        return self.status == "optimal"

    @property
    def gap(self) -> float:
        """The proven relative distance to the best selection; 0 when optimal, 1 when nothing was found."""
        if self.optimal or self.status == "infeasible":
            return 0.0
        return 1.0 if self.bound <= 0 else max(0.0, (self.bound - self.profit) / self.bound)


class MkpSolver(Protocol):
    """Whatever answers which items fill these knapsacks."""

    def solve(self, problem: MkpProblem) -> MkpSolution:
        """Select items that keep every row of the problem and are worth as much as possible."""
        ...


def settle(problem: MkpProblem) -> MkpSolution | None:
    """Answer what needs no search: a row that nothing can keep, or nothing to choose from."""
    if problem.is_plainly_infeasible():
        return conclude(problem, None, bound=0.0, stopped_by="infeasible")
    if not problem.profits.size:
        return conclude(problem, np.empty(0, np.int64), bound=0.0, stopped_by="gap")
    return None


def conclude(problem: MkpProblem, items: NDArray[np.int64] | None, *, bound: float, stopped_by: Status) -> MkpSolution:
    """Put a solver's findings into one form: a proof counts where the bound leaves no room for more."""
    if items is None:
        return MkpSolution(
            items=np.empty(0, np.int64),
            profit=0.0,
            bound=-math.inf if stopped_by == "infeasible" else bound,
            status="infeasible" if stopped_by == "infeasible" else "nothing found",
        )
    profit = problem.profit_of(items)
    if problem.whole_profits:
        reachable, slack = float(math.floor(bound + TOLERANCE)), 0.0
    else:
        reachable, slack = bound, 1e-9 * abs(profit)
    proven = reachable <= profit + slack
    return MkpSolution(
        items=np.sort(items),
        profit=profit,
        bound=profit if proven else reachable,
        status="optimal" if proven else stopped_by,
    )
