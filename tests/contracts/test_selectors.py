"""What every selector promises, whichever way it chooses."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota import DynamicProgram, Exact, Greedy, RandomPool, Selector, Task, UniformRate
from fedrota.domain.errors import Infeasible

SELECTORS: list[Selector] = [
    Greedy(),
    Greedy(on_misfit="stop"),
    DynamicProgram(),
    Exact(),
    RandomPool(),
    RandomPool(on_misfit="stop"),
    UniformRate(),
]

markets = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 40), min_size=n, max_size=n),
        st.lists(st.integers(0, 12), min_size=n, max_size=n),
        st.integers(0, 60),
        st.integers(0, n),
    )
)


@pytest.mark.parametrize("selector", SELECTORS, ids=repr)
class TestSelector:
    """One class for the seam: a new selector joins the list above."""

    @given(market=markets)
    def test_keeps_the_budget_and_the_least_number(self, selector: Selector, market):
        """Money and the task's minimum are promises to a requester, whatever the method."""
        tenths, prices, budget, needed = market
        scores, costs = np.array(tenths) / 10, np.array(prices)
        task = Task(budget=budget, min_clients=needed)

        try:
            chosen = selector.select(scores, costs, task, seed=3)
        except Infeasible:
            return

        paid = costs[chosen.items] if chosen.payments is None else chosen.payments
        assert math.fsum(paid) <= budget
        assert len(chosen.items) >= needed
        assert (paid >= costs[chosen.items]).all()

    @given(market=markets)
    def test_bounds_the_best_choice_from_above(self, selector: Selector, market):
        """A gap that is not proven is worse than none."""
        tenths, prices, budget, needed = market
        scores, costs = np.array(tenths) / 10, np.array(prices)
        task = Task(budget=budget, min_clients=needed)

        try:
            chosen = selector.select(scores, costs, task, seed=3)
            best = Exact().select(scores, costs, task)
        except Infeasible:
            return

        assert chosen.score <= best.score + 1e-9
        assert chosen.bound >= best.score - 1e-9

    @given(market=markets)
    def test_refuses_only_what_is_impossible(self, selector: Selector, market):
        """Paying asks, a pool exists exactly when the cheapest clients fit the budget."""
        tenths, prices, budget, needed = market
        scores, costs = np.array(tenths) / 10, np.array(prices)
        possible = np.sort(costs)[:needed].sum() <= budget
        if isinstance(selector, UniformRate):
            pytest.skip("a common rate may attract fewer clients than the cheapest asks allow")

        try:
            selector.select(scores, costs, Task(budget=budget, min_clients=needed), seed=3)
            found = True
        except Infeasible:
            found = False

        assert found == possible

    def test_gives_the_same_answer_for_the_same_seed(self, selector: Selector):
        """A result that cannot be repeated cannot be checked."""
        rng = np.random.default_rng(5)
        scores, costs = rng.random(200), rng.integers(1, 20, 200)
        task = Task(budget=400, min_clients=5)

        first, second = (selector.select(scores, costs, task, seed=11) for _ in range(2))

        assert first.items.tolist() == second.items.tolist()

    def test_leaves_its_arguments_alone(self, selector: Selector):
        """Arrays belong to the caller."""
        scores, costs = np.array([3.0, 2.0, 1.0]), np.array([3, 2, 1])

        selector.select(scores, costs, Task(budget=4), seed=1)

        assert scores.tolist() == [3.0, 2.0, 1.0]
        assert costs.tolist() == [3, 2, 1]
