"""Problems that cannot be meant, and solutions that claim no more than is known."""

import math

import numpy as np
import pytest

from fedrota.domain.errors import InvalidValue
from fedrota.solvers.mkp import MkpProblem
from fedrota.solvers.mkp.problem import conclude


@pytest.mark.parametrize(
    ("profits", "weights", "capacities", "name"),
    [
        ([1, 2], [[1, 2, 3]], [4], "weights.shape"),
        ([1, 2], [[1, 2]], [4, 5], "weights.shape"),
        ([1, -2], [[1, 2]], [4], "profits"),
        ([1, math.nan], [[1, 2]], [4], "profits"),
        ([1, 2], [[1, -2]], [4], "weights"),
        ([1, 2], [[1, math.inf]], [4], "weights"),
        ([1, 2], [[1, 2]], [math.inf], "capacities"),
    ],
)
def test_a_problem_that_cannot_be_meant_is_refused(
    profits: list[float], weights: list[list[float]], capacities: list[float], name: str
) -> None:
    """A solver's own complaint about such numbers comes late and names no row."""
    with pytest.raises(InvalidValue) as caught:
        MkpProblem(profits, weights, capacities)

    assert caught.value.name == name


def test_a_bound_between_whole_profits_proves_the_lower_one() -> None:
    """No selection of whole profits is worth 13.7, so 13 is proven by it."""
    problem = MkpProblem([10, 3], [[1, 1]], [2])

    solution = conclude(problem, np.array([1, 0]), bound=13.7, stopped_by="work")

    assert solution.items.tolist() == [0, 1]
    assert (solution.status, solution.bound, solution.gap) == ("optimal", 13.0, 0.0)


def test_a_bound_above_fractions_proves_nothing() -> None:
    """With fractions as profits there is no next whole number to exclude."""
    problem = MkpProblem([10.5, 3], [[1, 1]], [2])

    solution = conclude(problem, np.array([0, 1]), bound=14.0, stopped_by="work")

    assert (solution.status, solution.bound) == ("work", 14.0)
    assert solution.gap == pytest.approx(0.5 / 14)


def test_finding_nothing_is_told_apart_from_infeasible() -> None:
    """One is a fact about the problem, the other about the search."""
    problem = MkpProblem([1], [[1]], [1])

    nothing = conclude(problem, None, bound=1.0, stopped_by="work")
    infeasible = conclude(problem, None, bound=1.0, stopped_by="infeasible")

    assert (nothing.status, nothing.gap) == ("nothing found", 1.0)
    assert (infeasible.status, infeasible.gap, infeasible.bound) == ("infeasible", 0.0, -math.inf)
    assert not nothing.found
    assert not infeasible.found


def test_an_overfilled_knapsack_is_noticed() -> None:
    """Answers of MIP solvers are checked again; one sample too many in a row of integers must show."""
    problem = MkpProblem([1, 1], [[500, 501]], [1_000])

    assert not problem.is_kept_by(np.array([0, 1]))
    assert problem.is_kept_by(np.array([1]))
