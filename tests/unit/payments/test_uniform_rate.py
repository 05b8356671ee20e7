"""The truthful mechanism: one rate for everyone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.payments.uniform_rate import critical_asks, uniform_rate

markets = st.integers(1, 8).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 8), min_size=n, max_size=n),
        st.lists(st.integers(0, 10), min_size=n, max_size=n),
        st.integers(0, 40),
    )
)


@given(market=markets)
def test_never_spends_more_than_the_budget_nor_pays_less_than_an_ask(market):
    """Otherwise requesters overdraw, or clients lose by taking part."""
    halves, asks, budget = market

    outcome = uniform_rate(np.array(halves) / 2, np.array(asks), budget)

    assert outcome.payments.sum() <= budget
    assert (outcome.payments >= np.array(asks)[outcome.items]).all()


@given(market=markets, client=st.integers(0, 7), lie=st.integers(0, 45))
def test_no_lie_about_the_own_price_pays(market, client, lie):
    """That is what the mechanism is for; the gain of a client is its payment less its true price."""
    halves, asks, budget = market
    client %= len(asks)
    scores, truth = np.array(halves) / 2, np.array(asks)
    bent = truth.copy()
    bent[client] = lie

    honest, lying = (gain(scores, given, budget, client, truth[client]) for given in (truth, bent))

    assert honest >= 0
    assert lying <= honest


def gain(scores: np.ndarray, asks: np.ndarray, budget: int, client: int, cost: int) -> int:
    """Return what a client earns above its true cost."""
    outcome = uniform_rate(scores, asks, budget)
    where = np.flatnonzero(outcome.items == client)
    return int(outcome.payments[where[0]] - cost) if len(where) else 0


@given(market=markets)
def test_the_critical_ask_is_where_a_client_leaves(market):
    """Explanations quote it, so it must be what the mechanism does at every price."""
    halves, asks, budget = market
    scores, asks_now = np.array(halves) / 2, np.array(asks)

    critical = critical_asks(scores, asks_now, budget)

    for client, highest in enumerate(critical):
        for price in range(budget + 2):
            moved = asks_now.copy()
            moved[client] = price
            assert (client in uniform_rate(scores, moved, budget).items) == (price <= highest)


@pytest.mark.parametrize(("scores", "asks"), [([0.0], [0]), ([], [])])
def test_a_client_without_a_score_is_never_in(scores, asks):
    """It earns rate times 0, so there is nothing to buy."""
    outcome = uniform_rate(np.array(scores), np.array(asks, dtype=np.int64), 10)

    assert outcome.items.tolist() == []


def test_two_thousand_markets_hold_no_profitable_lie():
    """Lies that shift a price by a few percent are the likely ones; rounding must not reward them."""
    rng = np.random.default_rng(8)
    profitable = 0

    for _ in range(2_000):
        n = int(rng.integers(2, 30))
        scores, asks = rng.random(n) * 5, rng.integers(1, 1_000, n)
        budget, client = int(rng.integers(100, 8_000)), int(rng.integers(n))
        honest = gain(scores, asks, budget, client, asks[client])
        for factor in (0.0, 0.5, 0.9, 0.99, 1.01, 1.1, 2.0):
            bent = asks.copy()
            bent[client] = round(asks[client] * factor)
            profitable += gain(scores, bent, budget, client, asks[client]) > honest

    assert profitable == 0
