"""What the three solvers do not share: limits, extras, and what is loaded when."""

import subprocess
import sys

import numpy as np
import pytest

from fedrota.domain.errors import InvalidValue, MissingExtra, ProblemTooLarge
from fedrota.solvers.mkp import Cplex, Highs, LocalSearch, MkpProblem, solver_named


def hard(items: int = 100, rows: int = 5) -> MkpProblem:
    """Make a problem of the kind that Chu and Beasley's instances are: proofs take long."""
    rng = np.random.default_rng(1)
    weights = rng.integers(1, 1000, (rows, items))
    profits = weights.mean(axis=0).round() + rng.integers(0, 500, items)
    return MkpProblem(profits, weights, weights.sum(axis=1) // 4)


def test_importing_the_package_loads_no_solver() -> None:
    """`import fedrota` must stay light: a compiler and two MIP libraries load with the first problem."""
    check = "import sys, fedrota.solvers.mkp; print({'numba', 'highspy', 'cplex'} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "set()"


def test_highs_stops_at_its_node_limit_with_an_open_gap() -> None:
    """A work limit that were ignored would make a plan of a hundred clients take minutes."""
    short, long = Highs(work_limit=1).solve(hard()), Highs(work_limit=2_000).solve(hard())

    assert short.status == "work"
    assert short.gap > 0
    assert long.profit >= short.profit
    assert long.bound <= short.bound


def test_cplex_stops_at_its_work_limit() -> None:
    """Ticks are CPLEX's machine-independent measure of work."""
    solution = Cplex(work_limit=20).solve(hard())

    assert solution.status == "work"
    assert solution.profit > 0


@pytest.mark.parametrize("solver", [Highs(gap=0.05), Cplex(gap=0.05)], ids=["highs", "cplex"])
def test_an_accepted_gap_is_not_called_optimal(solver: Highs | Cplex) -> None:
    """The solvers call their answer optimal within a tolerance; here the word is kept for a proof."""
    solution = solver.solve(hard())

    assert solution.status == "gap"
    assert 0 < solution.gap <= 0.05


@pytest.mark.parametrize("solver", [Highs(time_limit=1e-4), Cplex(time_limit=1e-4)], ids=["highs", "cplex"])
def test_a_clock_that_cut_the_search_short_is_named(solver: Highs | Cplex) -> None:
    """An answer that depends on the machine must say so."""
    assert solver.solve(hard(400)).status in ("time", "nothing found")


def test_more_effort_is_never_worse() -> None:
    """The search walks the same way and only stops later."""
    profits = [LocalSearch(effort=effort).solve(hard()).profit for effort in (0.01, 0.1, 1)]

    assert profits == sorted(profits)


def test_the_community_edition_names_its_size_limit() -> None:
    """A person who meets the limit needs the numbers and a way on, not code 1016."""
    problem = MkpProblem(np.ones(1_001), np.ones((3, 1_001)), [5, 5, 5])

    with pytest.raises(ProblemTooLarge, match=r"1,000 variables.*1,001 and 5.*`highs` or `local`") as caught:
        Cplex().solve(problem)

    assert (caught.value.items, caught.value.rows, caught.value.limit) == (1_001, 5, 1_000)


def test_without_cplex_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """CPLEX is not a dependency; who asks for it learns what to install."""
    monkeypatch.setitem(sys.modules, "cplex", None)

    with pytest.raises(MissingExtra, match=r"fedrota\[cplex\]") as caught:
        Cplex().solve(hard())

    assert caught.value.extra == "cplex"


def test_solvers_have_names() -> None:
    """The command line and the planners take a name; a misspelled one is answered with the list."""
    assert solver_named("highs", time_limit=2.0) == Highs(time_limit=2.0)
    assert solver_named("cplex") == Cplex()
    assert solver_named("local", seed=5) == LocalSearch(seed=5)
    with pytest.raises(InvalidValue, match="highs, cplex, local"):
        solver_named("glpk")


def test_highs_solves_rows_of_huge_weights():
    """HiGHS refuses weights of 1e15; read as an empty problem, its bound of 0 would be a false proof."""
    weights, capacities = np.array([[2.0, 3.0, 3.0], [1.0, 4.0, 1.0]]), np.array([5.0, 6.0])

    found = Highs().solve(MkpProblem([3, 5, 4], weights * 1e15, capacities * 1e15))

    assert found.profit == 8
    assert found.bound >= 8
