"""What every knapsack solver refuses, and how it says so; and the dynamic program's own limits."""

import subprocess
import sys

import numpy as np
import pytest

from fedrota.domain.errors import BudgetTooSmall, InvalidValue, TooFewClients
from fedrota.solvers import knapsack

SOLVERS = {
    "greedy": knapsack.greedy,
    "random": lambda *given, **options: knapsack.random(*given, **options, seed=1),
    "dynamic_program": knapsack.dynamic_program,
    "exact": knapsack.exact,
    "upper_bound": knapsack.upper_bound,
}


@pytest.fixture(params=SOLVERS)
def solve(request):
    """Return each solver in turn: they check their input alike."""
    return SOLVERS[request.param]


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1.0, 1e200, 1e-200])
@pytest.mark.parametrize("name", ["scores", "costs"])
def test_a_number_that_cannot_be_used_is_named_with_its_place(solve, name, bad):
    """Whoever sent a million numbers wants to know which one."""
    columns = {"scores": [1.0, 2.0, 3.0], "costs": [1.0, 2.0, 3.0]}
    columns[name][1] = bad

    with pytest.raises(InvalidValue) as error:
        solve(columns["scores"], columns["costs"], 3)

    assert (error.value.name, error.value.index) == (name, 1)
    assert error.value.seen == pytest.approx(bad, nan_ok=True)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1, "much", None])
def test_a_budget_that_cannot_be_used_is_refused(solve, bad):
    """A budget is finite and not negative."""
    with pytest.raises(InvalidValue, match="budget"):
        solve([1.0], [1.0], bad)


@pytest.mark.parametrize("bad", [-1, 1.5, "two"])
def test_a_count_that_is_none_is_refused(solve, bad):
    """A least number of items is a whole number."""
    with pytest.raises(InvalidValue, match="min_items"):
        solve([1.0], [1.0], 1, min_items=bad)


@pytest.mark.parametrize("costs", [[1.0], [[1.0, 2.0]], ["a", "b"], [1, 2 + 1j], 3.0, [[1], [1, 2]]])
def test_arrays_of_another_form_are_refused(solve, costs):
    """One number per item, no broadcasting."""
    with pytest.raises(InvalidValue, match="costs"):
        solve([1.0, 2.0], costs, 3)


def test_too_few_items_and_too_small_a_budget_are_told_apart(solve):
    """Two different remedies: find more clients, or raise the budget."""
    with pytest.raises(TooFewClients):
        solve([1, 1], [1, 1], 9, min_items=3)
    with pytest.raises(BudgetTooSmall) as error:
        solve([1, 1, 1], [5, 2, 3], 4, min_items=2)

    assert (error.value.budget, error.value.needed, error.value.min_items) == (4, 5, 2)


def test_integers_that_floats_cannot_hold_are_refused_and_large_budgets_are_not():
    """Costs are exact to 2**53; a budget beyond it is just large, and is never rounded up."""
    with pytest.raises(InvalidValue, match="costs"):
        knapsack.exact([1], [2**53 + 1], 2**60)

    chosen = knapsack.exact([1, 1], [2**53, 2**53], 2**54 - 1)

    assert chosen.items.size == 1


def test_inputs_are_left_as_they_were(solve):
    """No function writes into its arguments."""
    scores, costs = np.array([3.0, 2.0, 4.0, 0.0]), np.array([2.0, 2.0, 3.0, 1.0])
    before = scores.copy(), costs.copy()

    solve(scores, costs, 4.0, min_items=2)

    assert (scores == before[0]).all()
    assert (costs == before[1]).all()


def test_the_dynamic_program_wants_integer_costs_of_any_type():
    """Floats that hold integers are integers; others are named."""
    assert knapsack.dynamic_program([1.5, 2.5], [2.0, 3.0], 3.9).items.tolist() == [1]
    with pytest.raises(InvalidValue, match=r"costs\[1\]"):
        knapsack.dynamic_program([1.5, 2.5], [2.0, 3.5], 3)


def test_a_table_beyond_memory_is_refused_with_its_size():
    """A thousand clients with prices in cents: say how large the table is, and what needs none."""
    costs = np.random.default_rng(0).integers(10_000, 10_000_000, 1_000)

    with pytest.raises(InvalidValue, match=r"1,000 items x .* cells; use `exact`"):
        knapsack.dynamic_program(costs, costs, int(costs.sum()) // 3)


def test_a_common_divisor_makes_the_table_smaller():
    """Prices in whole euros, given in cents, need a hundredth of the table."""
    costs = np.arange(1, 60) * 10_000_000

    assert knapsack.dynamic_program(costs, costs, 500_000_000).cost == 500_000_000


def test_importing_the_solvers_does_not_import_numba():
    """A light import: the kernels load, and compile, at their first use."""
    code = "import sys, fedrota.solvers.knapsack; print('numba' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "options",
    [
        {"budget": "3"},
        {"budget": True},
        {"min_items": True},
        {"min_items": 1.5},
        {"work_limit": None},
        {"work_limit": "3"},
        {"work_limit": -1},
    ],
)
def test_an_option_of_another_type_is_refused_in_words(options):
    """A caller's slip is an error of ours, with a name, not numpy's."""
    with pytest.raises(InvalidValue, match=next(iter(options))):
        knapsack.exact([1.0], [1.0], **({"budget": 3} | options))


@pytest.mark.parametrize("seed", [-1, 1.5, "a"])
def test_a_seed_that_is_none_is_refused(seed):
    """A draw must be repeatable from what the caller wrote down."""
    with pytest.raises(InvalidValue, match="seed"):
        knapsack.random([1.0], [1.0], 1, seed=seed)
