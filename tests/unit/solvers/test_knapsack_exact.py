"""The exact knapsack against brute force, against the dynamic program, and against its own promises."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fedrota.domain.errors import BudgetTooSmall, TooFewClients
from fedrota.solvers import knapsack

Floats = NDArray[np.float64]

SUBSETS = {n: np.array(list(product((0.0, 1.0), repeat=n))).reshape(2**n, n) for n in range(15)}
WIDE = 10


def brute_force(scores: Floats, costs: Floats, budget: float, min_items: int) -> float | None:
    """Return the best score of all subsets; sums close to the budget are decided by `math.fsum`."""
    subsets = SUBSETS[scores.size]
    total, sizes = subsets @ costs, subsets.sum(axis=1)
    fits = total <= budget
    for row in np.flatnonzero(np.abs(total - budget) <= 1e-9 * (1 + budget)):
        fits[row] = math.fsum(costs[subsets[row] > 0]) <= budget
    fits &= sizes >= min_items
    return float((subsets @ scores)[fits].max()) if fits.any() else None


def instance(rng: np.random.Generator, kind: int) -> tuple[Floats, Floats, float, int]:
    """Draw a small problem of one of twelve kinds, with or without a least number of items."""
    n = int(rng.integers(0, 15))
    scores, costs = rng.random(n) * 10, rng.random(n) * 10
    if kind == 1:
        scores, costs = np.floor(scores), np.floor(costs)
    elif kind == 2:
        costs = np.floor(2 * scores + 5)
    elif kind == 3:
        costs = 2 * scores + 5
    elif kind == 4:
        scores = 3 * (costs := np.ceil(costs))
    elif kind == 5:
        scores, costs = np.ceil(scores / 4), np.ceil(costs / 4)
    elif kind == 6:
        costs[rng.random(n) < 0.3] = 0
        scores[rng.random(n) < 0.3] = 0
    elif kind == 7:
        scores, costs = np.round(scores, 1), np.round(costs, 1)
    elif kind == 8:
        scores, costs = np.round(scores, 1), np.floor(costs)
    elif kind == 9:
        scores = np.floor(scores)
    elif kind == WIDE:
        scores, costs = np.exp(3 * scores - 15), np.exp(2 * costs - 10)
    elif kind == 11:
        scores, costs = np.full(n, 0.1), np.full(n, 0.7)
    budget = float(costs.sum() * rng.choice([0.0, 0.2, 0.33, 0.5, 0.8, 1.0, 1.5]))
    if kind in (1, 2, 4, 5, 8):
        budget = math.floor(budget)
    if kind == 7:
        budget = round(budget, 1)
    min_items = int(rng.integers(0, n + 1)) if rng.random() < 0.5 else 0
    return scores, costs, budget, min_items


@pytest.mark.parametrize("kind", range(12))
def test_the_exact_solver_agrees_with_brute_force_and_proves_it(kind):
    """Ten thousand small problems hold every corner: ties, free items, worthless items, exact fits."""
    rng = np.random.default_rng(kind)

    for _ in range(850):
        scores, costs, budget, min_items = instance(rng, kind)
        best = brute_force(scores, costs, budget, min_items)
        if best is None:
            with pytest.raises((TooFewClients, BudgetTooSmall)):
                knapsack.exact(scores, costs, budget, min_items=min_items)
            continue
        chosen = knapsack.exact(scores, costs, budget, min_items=min_items)

        assert math.fsum(costs[chosen.items]) <= budget
        assert chosen.items.size >= min_items
        assert chosen.score == pytest.approx(best, rel=1e-12, abs=1e-12)
        # Costs that span more than 60 bits may leave a proof open by a hair, and the bound says so.
        assert chosen.optimal or (kind == WIDE and chosen.gap < 1e-9)


@pytest.mark.parametrize("kind", ["paper", "uncorrelated", "few values", "subset sum", "heavy reserve"])
def test_the_exact_solver_agrees_with_the_dynamic_program_on_larger_problems(kind):
    """Brute force ends at fourteen items; the table does not, and it knows a least number of items too."""
    rng = np.random.default_rng(3)

    for _ in range(25):
        n = int(rng.integers(20, 90))
        scores, costs = rng.integers(0, 60, n).astype(float), rng.integers(0, 40, n)
        if kind == "paper":
            scores = rng.random((n, 11)).sum(axis=1)
            costs = np.floor(2 * scores + 5).astype(np.int64)
        elif kind == "few values":
            scores, costs = scores % 4, costs % 5
        elif kind == "subset sum":
            scores = costs.astype(float)
        budget = int(costs.sum() * rng.choice([0.1, 0.3, 0.6]))
        affordable = int(np.searchsorted(np.cumsum(np.sort(costs)), budget, side="right"))
        min_items = affordable - int(rng.integers(0, 3)) if kind == "heavy reserve" else affordable * 2 // 3

        chosen = knapsack.exact(scores, costs, budget, min_items=max(0, min_items))
        table = knapsack.dynamic_program(scores, costs, budget, min_items=max(0, min_items))

        assert chosen.optimal
        assert chosen.score == pytest.approx(table.score, rel=1e-12)
        assert chosen.items.size >= min_items
        assert table.items.size >= min_items


@pytest.fixture
def paper_table_2() -> tuple[list[float], list[int]]:
    """Return the ten clients of the paper's Table 2, as printed."""
    scores = [6.92, 4.89, 6.8, 6.08, 6.9, 6.08, 3.74, 3.36, 5.26, 3.39]
    return scores, [18, 14, 18, 17, 18, 17, 12, 11, 15, 11]


@pytest.mark.parametrize("solve", [knapsack.exact, knapsack.dynamic_program])
def test_the_optimum_is_that_of_table_3(paper_table_2, solve):
    """Clients 3 and 5 are identical, and the table lists the later one: so do both solvers."""
    scores, costs = paper_table_2

    chosen = solve(scores, costs, 100)

    assert chosen.items.tolist() == [0, 1, 2, 4, 5, 8]
    assert chosen.score == pytest.approx(36.85)
    assert chosen.bound == chosen.score
    assert chosen.optimal


@pytest.mark.parametrize("solve", [knapsack.exact, knapsack.dynamic_program])
@pytest.mark.parametrize(("min_items", "items"), [(0, [2, 4, 5]), (3, [2, 4, 5])])
def test_of_identical_items_the_later_ones_are_chosen(solve, min_items, items):
    """The answer must not depend on how a solver happens to sort."""
    chosen = solve([3, 5, 3, 5, 3, 5], [2, 4, 2, 4, 2, 4], 8, min_items=min_items)

    assert chosen.items.tolist() == items


@pytest.mark.parametrize("solve", [knapsack.exact, knapsack.dynamic_program])
def test_what_scores_nothing_is_bought_only_where_it_is_needed(solve):
    """A client that is worth nothing must not be paid, unless the task needs the head count."""
    free = solve([0, 4, 0], [1, 2, 0], 3)
    needed = solve([0, 4, 0, 0], [1, 2, 0, 1], 4, min_items=3)

    assert free.items.tolist() == [1, 2]
    assert needed.items.tolist() == [1, 2, 3]


@pytest.mark.parametrize(("budget", "taken"), [(0.0, [2]), (1e9, [0, 1, 2])])
def test_a_budget_of_nothing_takes_what_is_free_and_a_large_one_takes_all(budget, taken):
    """Both ends of the range leave nothing to search, and are optimal."""
    chosen = knapsack.exact([3.5, 2.5, 0.0], [1.5, 2.5, 0.0], budget)

    assert chosen.items.tolist() == taken
    assert chosen.optimal


def test_nothing_to_choose_from_is_an_empty_optimum():
    """A task may have no eligible client and no least number of them."""
    chosen = knapsack.exact([], [], 5)

    assert chosen.items.size == 0
    assert chosen.items.dtype == np.int64
    assert (chosen.score, chosen.cost, chosen.optimal) == (0.0, 0.0, True)


@pytest.mark.parametrize("size", [300, 1_000, 8_000])
def test_unrounded_paper_costs_are_proven_to_a_gap_of_a_billionth(size):
    """The hard class: cost decides score, so only filling the budget to the last bit separates selections."""
    rng = np.random.default_rng(size)
    scores = rng.random((size, 11)).sum(axis=1)
    costs = 2 * scores + 5
    budget = costs.sum() / 3

    for min_items in (0, size * 7 // 20):
        chosen = knapsack.exact(scores, costs, budget, min_items=min_items)

        assert chosen.gap <= 1e-9
        assert math.fsum(costs[chosen.items]) <= budget
        assert chosen.items.size >= min_items


@pytest.mark.parametrize("size", [7_000, 60_000])
def test_a_large_problem_is_proven_from_a_sample_of_its_ratios(size):
    """Above a few thousand items the break ratio is bracketed instead of sorted for; the proof stays."""
    rng = np.random.default_rng(1)
    scores = rng.random((size, 11)).sum(axis=1)
    costs = np.floor(2 * scores + 5)
    budget = costs.sum() // 3

    chosen = knapsack.exact(scores, costs, budget)
    greedy = knapsack.greedy(scores, costs, budget)

    assert chosen.optimal
    assert greedy.score <= chosen.score <= knapsack.upper_bound(scores, costs, budget)
    assert math.fsum(costs[chosen.items]) == chosen.cost <= budget
    assert math.fsum(scores[chosen.items]) == chosen.score


def test_a_sample_that_misleads_is_noticed():
    """Ninety-nine in a hundred items are alike and the rest decide: the bracket must be checked, not trusted."""
    scores = np.ones(20_000)
    costs = np.ones(20_000)
    scores[::100], costs[::100] = 1e6, 1e5
    budget = 100 * 1e5 + 5_000.5

    chosen = knapsack.exact(scores, costs, budget)

    assert chosen.optimal
    assert chosen.score == 100 * 1e6 + 5_000


def test_the_work_limit_leaves_a_valid_bound_and_not_a_proof():
    """Work is counted, not timed: the same answer on every machine, and it says how far it may be off."""
    rng = np.random.default_rng(5)
    scores = rng.random(400)
    costs = scores + 0.2 + rng.random(400) * 1e-3
    full = knapsack.exact(scores, costs, 60.0)

    short = knapsack.exact(scores, costs, 60.0, work_limit=200)
    again = knapsack.exact(scores, costs, 60.0, work_limit=200)

    assert not short.optimal
    assert short.score <= full.score <= short.bound * (1 + 1e-12)
    assert 0 < short.gap < 0.01
    assert (short.items == again.items).all()


def test_a_budget_that_rounding_would_overrun_is_kept_exactly():
    """Sums of prices in decimals: 0.1 + 0.2 is more than 0.3, and ten times 0.1 is exactly 1."""
    three = knapsack.exact([1.0, 1.0], [0.1, 0.2], 0.3)
    ten = knapsack.exact(np.ones(11), np.full(11, 0.1), 1.0)

    assert three.items.size == 1
    assert ten.items.size == 10


numbers = st.integers(0, 40) | st.floats(0, 40, allow_subnormal=False).filter(lambda x: x == 0 or x > 1e-90)
problems = st.integers(0, 30).flatmap(
    lambda n: st.tuples(
        st.lists(numbers, min_size=n, max_size=n),
        st.lists(numbers, min_size=n, max_size=n),
        st.floats(0, 1.1),
        st.floats(0, 1),
        st.randoms(use_true_random=False),
    )
)


@settings(max_examples=150)
@given(problems)
def test_every_answer_is_feasible_and_bounded_and_none_beats_the_exact_one(problem):
    """The three promises of a selection, for whatever numbers come."""
    scores, costs, share, count, shuffle = problem
    budget = share * math.fsum(costs)
    affordable = [k for k in range(len(costs) + 1) if math.fsum(sorted(costs)[:k]) <= budget]
    min_items = int(count * affordable[-1])

    best = knapsack.exact(scores, costs, budget, min_items=min_items)
    greedy = knapsack.greedy(scores, costs, budget, min_items=min_items)
    drawn = knapsack.random(scores, costs, budget, min_items=min_items, seed=1)
    bound = knapsack.upper_bound(scores, costs, budget, min_items=min_items)
    order = list(range(len(scores)))
    shuffle.shuffle(order)
    shuffled = knapsack.exact([scores[i] for i in order], [costs[i] for i in order], budget, min_items=min_items)

    for chosen in (best, greedy, drawn):
        assert math.fsum(costs[i] for i in chosen.items) == chosen.cost <= budget
        assert math.fsum(scores[i] for i in chosen.items) == chosen.score
        assert chosen.items.size >= min_items
        assert (np.diff(chosen.items) > 0).all()
        assert chosen.bound >= chosen.score
        assert chosen.score <= best.score * (1 + 1e-12)
    assert best.score <= bound * (1 + 1e-12)
    assert shuffled.score == pytest.approx(best.score, rel=1e-12)
