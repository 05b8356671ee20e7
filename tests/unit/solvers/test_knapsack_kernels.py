"""The compiled loops against plain twins, written for being read and not for speed."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from fedrota.solvers.knapsack.kernels import core, sums, table, window
from fedrota.solvers.knapsack.sums import exact_sum, fits, limit_of, room_of


@pytest.mark.parametrize("size", [0, 1, 63, 65, 5_000])
def test_the_exact_sum_is_that_of_fsum(size):
    """A sum that depends on its length or order would break ties at random."""
    rng = np.random.default_rng(size)
    numbers = rng.random(size) * 10.0 ** rng.integers(-30, 30, size)

    assert exact_sum(numbers) == math.fsum(numbers)


def test_the_parts_sum_to_exactly_what_the_numbers_sum_to():
    """The parts stand for the sum before rounding, so that what is left of a budget is exact too."""
    numbers = np.random.default_rng(2).standard_normal(1_000)

    parts = sums.split(numbers)

    assert sum(map(Fraction, parts.tolist())) == sum(map(Fraction, numbers.tolist()))


@pytest.mark.parametrize("numbers", [[], [1.0, -1.0], [1e30, 1.0, -1e30], [1.0, 1e-30, -1.0], [-1e-30, 1.0, -1.0]])
def test_the_sign_of_a_sum_is_exact(numbers):
    """What cancels to a trifle still has a sign, and it decides whether an item fits."""
    parts, count = np.empty(64), 0
    for number in numbers:
        count = sums.add(parts, count, number)

    exact = sum(map(Fraction, numbers), Fraction())
    assert sums.sign(parts, count) == (exact > 0) - (exact < 0)


@pytest.mark.parametrize("budget", [0.3, 1.0, 100.0, 4503599627370497.0, 0.0])
def test_the_limit_of_a_budget_is_the_last_sum_that_rounds_to_it(budget):
    """A budget holds when the rounded sum does: up to half a unit in the last place beyond it."""
    limit, may_meet = limit_of(budget)
    trifle = 1e-40

    assert (math.fsum(limit) <= budget) == may_meet
    assert math.fsum((*limit, -trifle)) <= budget
    assert budget == 0 or math.fsum((*limit, trifle)) > budget


@pytest.mark.parametrize("exponent", [10, 52, 58])
def test_the_room_is_the_most_that_still_fits(exponent):
    """One unit more would overrun the budget: rounded down, and by no tolerance."""
    spent = np.array([0.1, 0.2, 0.7, 3.3])

    units = room_of(7.7, spent, exponent)

    assert fits(np.append(spent, [units // 2**5 * 2.0 ** (5 - exponent)]), 7.7)
    exact = sum(map(Fraction, spent.tolist())) + Fraction(units + 1) / 2**exponent
    assert exact > Fraction(7.7)


def test_the_scan_splits_items_as_masks_do():
    """One pass instead of five: the same items."""
    rng = np.random.default_rng(4)
    scores, costs = rng.integers(0, 5, 400).astype(float), rng.integers(0, 5, 400).astype(float)
    taken, near = np.empty(400, np.bool_), np.empty(400, np.int64)

    count, above, between = window.scan(scores, costs, 0.0, (0.5, 2.0), taken, near)

    inside = (costs == 0) | (scores > 2.0 * costs)
    open_items = ~inside & (scores > 0) & (scores >= 0.5 * costs)
    assert (taken == inside).all()
    assert (near[:count] == np.flatnonzero(open_items)).all()
    assert (above, between) == (costs[inside].sum(), costs[open_items].sum())


def test_the_survey_counts_as_numpy_does():
    """It decides whether everything fits and whether costs are integers."""
    scores, costs = np.array([0.0, 1.5, 2.0, 0.0]), np.array([3.0, 2.0, 1.0, 0.0])

    assert window.survey(scores, costs) == (3, 3.0, 6.0, True, False)


def test_the_layout_finds_the_break_as_a_cumulative_sum_does():
    """The break is the first item that does not fit; what comes before it is the break solution."""
    weights = np.array([3, 1, 4, 1, 5])
    backwards = np.array([4, 0, 2, 1, 3])

    items, values, units, start, left = window.lay_out(np.arange(5) + 10, backwards, weights / 2, weights, 9)

    assert items.tolist() == [10, 14, 12, 13, 11]
    assert units.tolist() == [3, 5, 4, 1, 1]
    assert (values == units / 2).all()
    assert (start, left) == (2, 1)


def test_topping_up_takes_whatever_still_fits():
    """A first selection to beat."""
    added, gained = window.top_up(np.array([9.0, 3.0, 2.0, 1.0]), np.array([9, 5, 4, 3]), 1, 8)

    assert added.tolist() == [1, 3]
    assert gained == 4.0


@pytest.mark.parametrize("min_items", [0, 2, 5])
def test_the_table_holds_the_best_of_all_subsets(min_items):
    """The table against all subsets of seven items."""
    scores, costs = np.array([4.0, 0.0, 3.0, 5.0, 1.0, 2.0, 6.0]), np.array([3, 1, 0, 4, 2, 2, 7])

    bits, best = table.fill(scores, costs, 10, min_items)
    taken = table.trace(bits, costs, 10, min_items)

    subsets = [list(s) for size in range(min_items, 8) for s in combinations(range(7), size)]
    assert best == max(scores[s].sum() for s in subsets if costs[s].sum() <= 10)
    assert scores[taken].sum() == best
    assert costs[taken].sum() <= 10
    assert taken.sum() >= min_items


def simplest(values, weights, start, aim, known):
    """Return the largest value above the known one over all flips from the break solution."""
    best = known
    for flips in range(2 ** len(values)):
        value, weight, count = 0.0, 0, 0
        for i in range(len(values)):
            if flips >> i & 1:
                side = -1 if i < start else 1
                value, weight, count = value + side * values[i], weight + side * weights[i], count + side
        if weight <= aim.room and (not aim.layered or count >= aim.missing):
            best = max(best, value - (aim.reward * (count - aim.missing) if aim.layered else 0.0))
    return best


@pytest.mark.parametrize("layered", [0, 1])
@pytest.mark.parametrize("beam", [4, 1_000])
def test_the_core_finds_the_best_flips_or_bounds_them(layered, beam):
    """All flips of nine items, counted and not; a narrow beam may miss them, and its bound says by how much."""
    rng = np.random.default_rng(beam)
    for _ in range(60):
        reward = float(rng.integers(0, 4)) * layered
        values, weights = rng.integers(1, 30, 9) + reward, rng.integers(1, 20, 9)
        order = np.argsort(-values / weights, kind="stable")
        values, weights = values[order].astype(float), weights[order]
        capacity = int(weights.sum() * 0.4)
        start = int(np.searchsorted(np.cumsum(weights), capacity, side="right"))
        aim = core.Aim(
            room=capacity - int(weights[:start].sum()),
            missing=int(rng.integers(-1, 3)) if layered else 0,
            reward=reward,
            ratio=float(values[start] / weights[start]),
            ahead=np.inf,
            behind=0.0,
            gain=1e-9,
            layered=layered,
        )

        value, flips, better, bound, ended, _ = core.expand(values, weights, start, aim, -1e6, (beam, 10**9))

        best = simplest(values, weights, start, aim, -1e6)
        assert value <= best + 1e-9 <= bound + 2e-9
        assert ended == core.PROVEN
        assert beam == 4 or value == pytest.approx(best)
        if better:
            signs = np.where(flips < start, -1, 1)
            count = int(signs.sum()) - aim.missing if layered else 0
            assert (signs * values[flips]).sum() - reward * count == pytest.approx(value)
            assert (signs * weights[flips]).sum() <= aim.room
