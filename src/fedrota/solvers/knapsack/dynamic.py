"""The paper's dynamic program: a table of items by budgets, for integer costs."""

import numpy as np
from numpy.typing import ArrayLike

from fedrota.domain.errors import InvalidValue
from fedrota.domain.selection import Selection
from fedrota.solvers.knapsack.problem import Ints, Problem, read_problem, selection_of
from fedrota.solvers.knapsack.tidy import tidy
from fedrota.solvers.knapsack.window import look_over

__all__ = ["dynamic_program"]

# One bit a cell: 1 GiB.
MOST_CELLS = 2**33


def dynamic_program(scores: ArrayLike, costs: ArrayLike, budget: float, *, min_items: int = 0) -> Selection:
    """Find the best selection by the paper's dynamic program, in O(n * budget) time and space.

    Costs are integers (floats that hold integers will do). Costs and budget are divided by the costs'
    greatest common divisor first. A least number of items makes it O(n * budget * min_items). `exact`
    finds the same score in a fraction of the time; this is the paper's own algorithm, for comparison.

    Parameters
    ----------
    scores, costs, budget, min_items
        As in `greedy`.

    Raises
    ------
    InvalidValue, TooFewClients, BudgetTooSmall
        As in `greedy`; and InvalidValue for a cost that is not an integer, or a table of more than 2**33 cells.

    Examples
    --------
    >>> dynamic_program([6, 5, 4], [3, 4, 4], 8).items.tolist()
    [0, 1]
    """
    problem = read_problem(scores, costs, budget, min_items)
    _check_integers(problem)
    everything = look_over(problem).everything
    if everything is not None:
        return selection_of(problem, everything, problem.score_of(everything), proven=True)
    weights, capacity = _reduced(problem)
    _check_size(problem, capacity)
    from fedrota.solvers.knapsack.kernels.table import fill, trace

    bits, score = fill(problem.scores, weights, capacity, problem.min_items)
    chosen = tidy(problem, trace(bits, weights, capacity, problem.min_items))
    return selection_of(problem, chosen, float(score), proven=True)


def _check_integers(problem: Problem) -> None:
    broken = problem.costs != np.rint(problem.costs)
    broken |= problem.costs > 2**53
    if broken.any():
        index = int(broken.argmax())
        raise InvalidValue(
            "costs",
            seen=float(problem.costs[index]),
            expected="an integer up to 2**53; use `exact` for other costs",
            index=index,
        )


def _reduced(problem: Problem) -> tuple[Ints, int]:
    """Return costs and budget in units of the costs' greatest common divisor."""
    weights = problem.costs.astype(np.int64)
    unit = max(1, int(np.gcd.reduce(weights)))
    capacity = min(int(problem.budget), int(weights.sum()))
    return weights // unit, capacity // unit


def _check_size(problem: Problem, capacity: int) -> None:
    rows = problem.min_items + 1
    cells = problem.size * rows * (capacity + 1)
    if cells > MOST_CELLS:
        product = f"{problem.size:,} items x {capacity + 1:,} budgets"
        product += f" x {rows:,} counts" if rows > 1 else ""
        raise InvalidValue(
            "budget",
            seen=f"too large for a table: {product} = {cells:,} cells",
            expected=f"at most {MOST_CELLS:,} cells; use `exact`, which needs no table",
        )
