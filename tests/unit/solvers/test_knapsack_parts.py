"""The parts of the exact knapsack that numpy does: bounds by size, swaps, complete searches, tidying."""

from itertools import combinations

import numpy as np
import pytest

from fedrota.solvers import knapsack
from fedrota.solvers.knapsack.halves import best_flips, work_of
from fedrota.solvers.knapsack.problem import Problem, read_problem
from fedrota.solvers.knapsack.sizes import SizeBound, bound_of_size, guess_ratio
from fedrota.solvers.knapsack.swaps import best_swaps
from fedrota.solvers.knapsack.tidy import tidy
from fedrota.solvers.knapsack.window import Grid, Relaxation, look_over, open_window


def bounded(problem: Problem, size: int, guess: float | None = None) -> SizeBound:
    """Return the bound of a size that fits."""
    bound = bound_of_size(problem, size, guess=guess)
    assert bound is not None
    return bound


def draw(seed, n, *, paper=False):
    """Draw a problem with a budget of a third of all costs."""
    rng = np.random.default_rng(seed)
    scores = rng.random((n, 11)).sum(axis=1)
    costs = 2 * scores + 5 if paper else rng.random(n) * 10
    return read_problem(scores, costs, costs.sum() / 3, 0)


@pytest.mark.parametrize("seed", range(30))
def test_no_selection_of_a_size_beats_the_bound_of_that_size(seed):
    """The bound of one size carries the proofs of the hard class."""
    problem = draw(seed, 9, paper=seed % 2 == 0)

    for size in range(11):
        bound = bound_of_size(problem, size)
        groups = [list(group) for group in combinations(range(9), size)]
        fitting = [problem.scores[g].sum() for g in groups if problem.costs[g].sum() <= problem.budget]

        assert (bound is None) == (not fitting)
        if bound is not None:
            assert max(fitting) <= bound.bound * (1 + 1e-12)
            assert bound.base.sum() == bound.beyond.sum() == size
            assert problem.keeps_budget(bound.base)


@pytest.mark.parametrize("guess", [None, 1e-3, 0.4, 50.0])
def test_a_guess_of_the_multiplier_changes_the_work_and_not_the_bound(guess):
    """A guess from a sample may be far off."""
    problem = draw(4, 500)

    assert bounded(problem, 200, guess).bound == pytest.approx(bounded(problem, 200).bound, rel=1e-12)


def test_a_sample_guesses_the_multiplier_of_a_large_problem():
    """Ten steps over a million items would cost more than the search itself."""
    problem = draw(5, 30_000)

    assert guess_ratio(draw(5, 500), 100) is None
    assert guess_ratio(problem, 14_000) == pytest.approx(bounded(problem, 14_000).ratio, rel=0.2)


def test_swaps_fill_the_budget_of_a_hard_problem_to_a_billionth():
    """What is left of the budget is what is left to gain."""
    problem = draw(6, 400, paper=True)
    grid = Grid(exponent=look_over(problem).grid.exponent, integral=False, up=True)
    dual = bounded(problem, 130)

    swapped = best_swaps(problem, grid, dual, base=dual.base, entries=2**14, slack=1.0)

    left = problem.budget - problem.costs_of(swapped).sum()
    assert swapped.sum() == 130
    assert problem.keeps_budget(swapped)
    assert left < 1e-6 < problem.budget - problem.costs_of(dual.base).sum()


@pytest.mark.parametrize("min_items", [None, 5, 8])
def test_a_complete_search_finds_the_best_of_all_selections(min_items):
    """Where nothing dominates anything, halves meet in the middle."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        costs = rng.random(11)
        problem = read_problem(rng.random(11), costs, np.sort(costs)[:8].sum() * 1.02, min_items or 0)
        relaxation = Relaxation(bound=1e9, ratio=1.0, sizes=(), reward=0.25, counted=min_items is not None)
        grid = look_over(problem).grid
        window = open_window(problem, grid, np.zeros(11, np.bool_), np.arange(11), relaxation=relaxation)

        flips = best_flips(window)
        assert flips is not None
        chosen = window.chosen(flips)

        sizes = range(min_items or 0, 12)
        groups = [list(group) for size in sizes for group in combinations(range(11), size)]
        best = max(problem.scores[g].sum() for g in groups if problem.costs[g].sum() <= problem.budget)
        assert problem.score_of(chosen) == pytest.approx(best)
        assert problem.keeps_budget(chosen)


def test_a_complete_search_is_refused_where_it_would_not_end_and_may_find_nothing():
    """Sixty items are too many to search completely; and a window may hold no selection large enough."""
    problem = read_problem([1.0, 1.0, 5.0], [2.0, 3.0, 1.0], 3.0, 2)
    counted = Relaxation(bound=9.0, ratio=1.0, sizes=(), counted=True)
    nothing_else = np.array([False, False, False])
    window = open_window(problem, look_over(problem).grid, nothing_else, np.arange(2), relaxation=counted)
    large = draw(1, 60)

    assert best_flips(window) is None
    assert work_of(open_window(large, look_over(large).grid, np.zeros(60, np.bool_), np.arange(60))) is None


def test_tidying_keeps_the_score_and_costs_no_more():
    """Identical items are exchanged for later ones, and what is worth nothing is left out as far as it may be."""
    problem = read_problem([2, 2, 0, 0, 5, 2, 0], [1, 1, 3, 2, 4, 1, 0], 20, 4)
    chosen = np.array([True, False, True, True, True, False, True])

    tidied = tidy(problem, chosen)

    assert np.flatnonzero(tidied).tolist() == [3, 4, 5, 6]
    assert chosen[0]


def test_a_very_cheap_item_does_not_spoil_the_order_of_ratios():
    """Rounded to units, a cost of 1e-13 has another ratio than its own; bounds must go by the units.

    Found by Hypothesis: a pruned state held the optimum.
    """
    costs = [37.25, 32, 26, 20, 1.125, 18, 20.625, 39.59375, 17, 40, 2.640625, 27, 0.5, 1e-13, 18, 2.625, 15.34375]
    costs += [18, 15.5, 15.625, 4]
    scores = [37.25, 32, 26, 20, 0, 18, 0, 0, 17, 0, 2.640625, 27, 1, 1e-13, 18, 3, 16, 18, 16, 15.625, 0]

    totals = set()
    for shift in range(len(costs)):
        chosen = knapsack.exact(np.roll(scores, shift), np.roll(costs, shift), 160.86342811274588)
        totals.add((chosen.score, chosen.optimal))

    assert totals == {(162.8906250000001, True)}
