"""Critical prices: what explanations promise must be what the selectors do."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fedrota.domain.errors import Infeasible
from fedrota.pool.critical_exact import critical_intervals, critical_price
from fedrota.pool.critical_greedy import critical_prices
from fedrota.solvers import knapsack

markets = st.integers(1, 7).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 8), min_size=n, max_size=n),
        st.lists(st.integers(0, 9), min_size=n, max_size=n),
        st.integers(0, 25),
        st.integers(0, n),
    )
)


def greedy_has(scores, costs, budget, needed, misfit, client, price) -> bool:
    """Say whether the greedy holds a client at a price."""
    moved = costs.copy()
    moved[client] = price
    try:
        return client in knapsack.greedy(scores, moved, budget, min_items=needed, on_misfit=misfit).items
    except Infeasible:
        return False


@pytest.mark.parametrize("misfit", ["skip", "stop"])
@given(market=markets)
@settings(max_examples=150)
def test_the_greedy_holds_a_client_exactly_up_to_its_critical_price(misfit, market):
    """A sentence that says 'in at 17 or less' must be right at 17, at 18, and at every other price."""
    halves, prices, budget, needed = market
    scores, costs = np.array(halves) / 2, np.array(prices)
    if np.sort(costs)[:needed].sum() > budget:
        return

    critical = critical_prices(scores, costs, budget, min_items=needed, on_misfit=misfit)

    for client, highest in enumerate(critical):
        held = [greedy_has(scores, costs, budget, needed, misfit, client, price) for price in range(budget + 2)]
        assert held == [price <= highest for price in range(budget + 2)]


@pytest.mark.parametrize("misfit", ["skip", "stop"])
@pytest.mark.parametrize("needed", [0, 20, 60])
def test_critical_prices_hold_in_a_larger_market(misfit, needed):
    """Small markets seldom reach the walk past the first misfit."""
    rng = np.random.default_rng(needed)
    scores, costs = rng.random(120) * 6, rng.integers(5, 30, 120)
    budget = 700

    critical = critical_prices(scores, costs, budget, min_items=needed, on_misfit=misfit)

    for client in range(120):
        highest = int(critical[client])
        assert highest < 0 or greedy_has(scores, costs, budget, needed, misfit, client, highest)
        assert not greedy_has(scores, costs, budget, needed, misfit, client, highest + 1)


@given(market=markets)
@settings(max_examples=150)
def test_the_interval_holds_the_exact_critical_price(market):
    """Reduced costs give a bracket for everyone at once; it may be wide, never wrong."""
    halves, prices, budget, needed = market
    scores, costs = np.array(halves) / 2, np.array(prices)
    if np.sort(costs)[:needed].sum() > budget:
        return
    best = knapsack.exact(scores, costs, budget, min_items=needed)

    low, high = critical_intervals(scores, costs, budget, best, min_items=needed)

    for client in range(len(scores)):
        exact = critical_price(scores, costs, budget, client, min_items=needed)
        assert low[client] <= exact <= high[client]


def test_the_exact_critical_price_is_where_the_best_pool_changes():
    """Below it the best pool is worth more with the client; above it, without."""
    rng = np.random.default_rng(4)
    scores, costs, budget = rng.random(14) * 6, rng.integers(5, 30, 14), 90

    for client in range(14):
        price = critical_price(scores, costs, budget, client, min_items=0)
        cheaper, dearer = costs.copy(), costs.copy()
        cheaper[client], dearer[client] = max(0, price - 1), price + 1

        assert price < 1 or client in knapsack.exact(scores, cheaper, budget).items
        assert client not in knapsack.exact(scores, dearer, budget).items
