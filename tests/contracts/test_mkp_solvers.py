"""What every solver of the multidimensional knapsack promises. A new one joins the list and passes."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fedrota.solvers.mkp import Cplex, Highs, LocalSearch, MkpProblem, MkpSolver

SOLVERS: tuple[MkpSolver, ...] = (Highs(work_limit=200), Cplex(work_limit=200), LocalSearch(effort=0.02, seed=1))


def best_profit(problem: MkpProblem) -> float | None:
    """Try every selection: the oracle, for a handful of items."""
    worth = [
        problem.profits[list(items)].sum()
        for count in range(problem.min_items, problem.max_items + 1)
        for items in combinations(range(problem.profits.size), count)
        if (problem.weights[:, list(items)].sum(axis=1) <= problem.capacities).all()
    ]
    return max(worth, default=None)


@st.composite
def small_problems(draw: st.DrawFn) -> MkpProblem:
    """Draw up to eight items in up to three knapsacks, some of them with nothing to gain or to carry."""
    items, rows = draw(st.integers(0, 8)), draw(st.integers(0, 3))
    numbers = st.integers(0, 9)
    profits = draw(st.lists(numbers, min_size=items, max_size=items))
    weights = draw(st.lists(st.lists(numbers, min_size=items, max_size=items), min_size=rows, max_size=rows))
    limits = draw(st.lists(st.integers(-1, 30), min_size=rows, max_size=rows))
    fewest, more = draw(st.integers(0, 4)), draw(st.integers(0, 5))
    return MkpProblem(profits, np.reshape(weights, (rows, items)), limits, min_items=fewest, max_items=fewest + more)


@cache
def proven() -> float:
    """Solve the crowded problem to its end, once."""
    solution = Highs(work_limit=100_000, gap=0.0).solve(crowded())
    assert solution.optimal
    return solution.profit


def crowded(items: int = 40, rows: int = 5) -> MkpProblem:
    """Make a problem that takes more than a look: profits go with weights, and half of the items fit."""
    rng = np.random.default_rng(4)
    weights = rng.integers(10, 100, (rows, items))
    profits = weights.mean(axis=0).round() + rng.integers(0, 20, items)
    return MkpProblem(profits, weights, weights.sum(axis=1) // 2)


@pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: type(solver).__name__)
class TestMkpSolver:
    """One class for all solvers."""

    @settings(max_examples=60, deadline=None)
    @given(problem=small_problems())
    def test_it_says_nothing_about_a_small_problem_that_trying_everything_refutes(
        self, solver: MkpSolver, problem: MkpProblem
    ) -> None:
        """Feasible, proven and infeasible are claims; eight items are few enough to check each of them."""
        best = best_profit(problem)

        solution = solver.solve(problem)

        if best is None:
            assert not solution.found
        elif solution.found:
            assert problem.is_kept_by(solution.items)
            assert solution.profit == problem.profits[solution.items].sum() <= best + 1e-9
            assert solution.bound >= best - 1e-6
        if solution.optimal:
            assert solution.profit == best
        if solution.status == "infeasible":
            assert best is None

    @settings(max_examples=60, deadline=None)
    @given(problem=small_problems())
    def test_it_finds_a_selection_of_a_small_problem_if_there_is_one(
        self, solver: MkpSolver, problem: MkpProblem
    ) -> None:
        """Algorithm 1 takes a missing answer for a reason to enlarge the knapsacks."""
        if best_profit(problem) is not None:
            assert solver.solve(problem).found

    def test_it_comes_close_to_the_best_on_a_crowded_problem(self, solver: MkpSolver) -> None:
        """With a small limit each is within half a percent of what HiGHS proves without one."""
        solution = solver.solve(crowded())

        assert solution.profit >= 0.995 * proven()
        assert solution.bound >= proven()
        assert 0 <= solution.gap < 0.05

    @pytest.mark.parametrize(("fewest", "most"), [(0, 5), (28, 40), (12, 12)])
    def test_the_size_rows_hold(self, solver: MkpSolver, fewest: int, most: int) -> None:
        """Too few, too many and exactly so many: the rows of ones and minus ones of the paper."""
        base = crowded()
        problem = MkpProblem(base.profits, base.weights, base.capacities * 1.5, min_items=fewest, max_items=most)

        solution = solver.solve(problem)

        assert fewest <= len(solution.items) <= most
        assert problem.is_kept_by(solution.items)

    def test_the_same_problem_has_the_same_answer(self, solver: MkpSolver) -> None:
        """Limits count work, so nothing that a clock or a core decides may enter."""
        first, again = solver.solve(crowded()), solver.solve(crowded())

        assert np.array_equal(first.items, again.items)
        assert (first.bound, first.status) == (again.bound, again.status)

    def test_it_leaves_the_problem_as_it_is(self, solver: MkpSolver) -> None:
        """No function writes into its arguments."""
        problem, untouched = crowded(), crowded()

        solver.solve(problem)

        for name in ("profits", "weights", "capacities"):
            assert np.array_equal(getattr(problem, name), getattr(untouched, name))

    def test_too_many_required_is_infeasible(self, solver: MkpSolver) -> None:
        """A request that no selection can satisfy is told apart from a search that found none."""
        solution = solver.solve(MkpProblem([1, 1], [[5, 5]], [9], min_items=2))

        assert solution.status == "infeasible"
        assert not solution.found
        assert solution.items.size == 0

    def test_fractions_are_numbers_as_well(self, solver: MkpSolver) -> None:
        """Histograms may hold shares instead of counts; a sum of tenths must not overfill by rounding."""
        problem = MkpProblem(np.full(10, 0.1), [np.full(10, 0.1)], [0.7])

        assert len(solver.solve(problem).items) == 7
