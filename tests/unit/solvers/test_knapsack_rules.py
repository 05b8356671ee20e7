"""The greedy rule and the random draw: orders, misfits, and the reserve for a least number of items."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fedrota.domain.errors import BudgetTooSmall, InvalidValue, TooFewClients
from fedrota.domain.selection import OnMisfit
from fedrota.solvers import knapsack

SCORES = [6.92, 4.89, 6.8, 6.08, 6.9, 6.08, 3.74, 3.36, 5.26, 3.39]
COSTS = [18, 14, 18, 17, 18, 17, 12, 11, 15, 11]


@pytest.mark.parametrize(
    ("on_misfit", "items", "total", "cost"),
    [("stop", [0, 2, 3, 4, 5], 32.78, 88), ("skip", [0, 2, 3, 4, 5, 6], 36.52, 100)],
)
def test_greedy_reproduces_table_3_only_when_it_stops(on_misfit, items, total, cost):
    """The paper's greedy stops at the first misfit; skipping it buys more for the same budget."""
    chosen = knapsack.greedy(SCORES, COSTS, 100, on_misfit=on_misfit)

    assert chosen.items.tolist() == items
    assert chosen.score == pytest.approx(total)
    assert chosen.cost == cost


@pytest.mark.parametrize("order", [[2, 1, 5, 7, 6, 9], [2, 1, 5, 7, 6, 9, 0, 3, 4, 8]])
def test_the_random_draw_of_table_3_can_be_replayed(order):
    """The table's draw is not reproducible from a seed, so its order can be given."""
    chosen = knapsack.random(SCORES, COSTS, 100, on_misfit="stop", order=order)

    assert chosen.score == pytest.approx(28.26)
    assert chosen.cost == 83


def test_equal_ratios_go_to_the_larger_index_and_free_items_first():
    """One total order, the same on every machine."""
    chosen = knapsack.greedy([2, 4, 2, 0, 1], [1, 2, 1, 0, 0], 3)

    assert chosen.items.tolist() == [1, 2, 3, 4]


def test_greedy_pays_for_what_scores_nothing_only_where_the_number_needs_it():
    """Money that buys no score is lost; a least number of clients is a promise."""
    assert knapsack.greedy([3, 0], [1, 2], 3).items.tolist() == [0]
    assert knapsack.greedy([3, 0, 0], [1, 2, 2], 9, min_items=2).items.tolist() == [0, 2]
    assert knapsack.greedy([3, 0], [1, 0], 3).items.tolist() == [0, 1]


def test_the_same_seed_draws_the_same_and_a_generator_will_do():
    """No hidden inputs: the draw comes from the seed alone."""
    costs = np.arange(1, 40)

    first = knapsack.random(costs, costs, 100, seed=3)
    second = knapsack.random(costs, costs, 100, seed=3)
    drawn = knapsack.random(costs, costs, 100, seed=np.random.default_rng(3))

    assert first.items.tolist() == second.items.tolist() == drawn.items.tolist()


def test_seeds_differ_in_what_they_draw():
    """A draw that ignored its seed would pass every other test."""
    draws = {tuple(knapsack.random(COSTS, COSTS, 60, seed=seed).items.tolist()) for seed in range(8)}

    assert len(draws) > 3


def test_a_least_number_of_items_is_reached_whenever_the_cheapest_fit():
    """Without the reserve, greedy spends 18 of 34 on the first client and cannot reach three."""
    chosen = knapsack.greedy(SCORES, COSTS, 34, min_items=3)

    assert chosen.items.tolist() == [6, 7, 9]
    with pytest.raises(BudgetTooSmall) as error:
        knapsack.greedy(SCORES, COSTS, 33, min_items=3)
    assert (error.value.budget, error.value.needed, error.value.shortfall) == (33, 34, 1)


def test_more_items_than_there_are_is_a_named_error():
    """The numbers are attributes, for whoever has to explain it."""
    with pytest.raises(TooFewClients) as error:
        knapsack.greedy(SCORES, COSTS, 1000, min_items=11)

    assert (error.value.needed, error.value.qualified) == (11, 10)


def test_a_short_order_counts_only_what_it_lists():
    """What was not drawn cannot make up the least number of items."""
    with pytest.raises(TooFewClients):
        knapsack.random(SCORES, COSTS, 100, min_items=3, order=[1, 2])


@pytest.mark.parametrize("order", [[0, 0], [10], [-1], [0.5], [[0]]])
def test_an_order_that_is_none_is_refused(order):
    """An index twice or out of range would silently change who is asked."""
    with pytest.raises(InvalidValue, match="order"):
        knapsack.random(SCORES, COSTS, 100, order=order)


@pytest.mark.parametrize("given", [{}, {"seed": 1, "order": [0]}])
def test_a_draw_needs_a_seed_or_an_order_and_not_both(given):
    """A draw without a seed would have a hidden input."""
    with pytest.raises(InvalidValue, match="seed"):
        knapsack.random(SCORES, COSTS, 100, **given)


def test_an_unknown_way_with_misfits_is_refused():
    """A typing error must not mean "skip"."""
    with pytest.raises(InvalidValue, match="on_misfit"):
        knapsack.greedy(SCORES, COSTS, 100, on_misfit="jump")  # type: ignore[arg-type]


def reference(costs: list[float], order: list[int], budget: float, min_items: int, stop: bool) -> list[int]:
    """Walk as the rule is worded: an item fits with the cheapest of the later ones still needed.

    Sums are exact, and rounded once, as `math.fsum` rounds them.
    """
    taken: list[int] = []
    spent = Fraction()
    for place, item in enumerate(order):
        missing = max(0, min_items - len(taken) - 1)
        later = sorted(Fraction(costs[other]) for other in order[place + 1 :])
        needed = spent + Fraction(costs[item]) + sum(later[:missing])
        fits = len(later) >= missing and float(needed) <= budget
        if fits:
            taken.append(item)
            spent += Fraction(costs[item])
        elif stop and len(taken) >= min_items:
            break
    return sorted(taken)


@example([0.5, 0.5000000000000001], 1, 0, False, random.Random(1))
@settings(max_examples=200)
@given(
    st.lists(st.integers(0, 9) | st.floats(0.5, 9), min_size=1, max_size=12),
    st.integers(0, 40),
    st.integers(0, 8),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_the_walk_is_the_rule_as_worded(costs, budget, least, stop, shuffle):
    """The kernel keeps a reserve instead of searching the later items; it must be the same rule."""
    order = list(range(len(costs)))
    shuffle.shuffle(order)
    affordable = sum(1 for k in range(len(costs)) if math.fsum(sorted(costs)[: k + 1]) <= budget)
    min_items = min(least, affordable)
    how: OnMisfit = "stop" if stop else "skip"

    chosen = knapsack.random(costs, costs, budget, min_items=min_items, on_misfit=how, order=order)
    plain = knapsack.random(costs, costs, budget, on_misfit=how, order=order)

    assert chosen.items.tolist() == reference(costs, order, budget, min_items, stop)
    assert chosen.items.size >= min_items
    if plain.items.size >= min_items:
        assert chosen.items.tolist() == plain.items.tolist()
