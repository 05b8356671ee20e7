"""Prices from scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidValue
from fedrota.domain.scores import ScoreTable
from fedrota.payments.pricing import increasing_price, linear_price, price_from

TABLE_2_SCORES = [6.92, 4.89, 6.8, 6.08, 6.9, 6.08, 3.74, 3.36, 5.26, 3.39]
TABLE_2_COSTS = [18, 14, 18, 17, 18, 17, 12, 11, 15, 11]


def table_of(column):
    """Make a score table of one criterion."""
    values = np.asarray(column, dtype=float)
    return ScoreTable(
        ids=np.array([f"c{k}" for k in range(len(values))]),
        criteria=("cpu",),
        values=values[:, None],
        weights=np.ones(1),
        totals=values,
        costs=np.zeros(len(values), np.int64),
        histograms=None,
        missed=np.full(len(values), -1, np.int16),
        seen=np.full(len(values), np.nan),
    )


def test_linear_price_gives_the_papers_ten_costs():
    """Table 2 is floored, though the text says rounded (P1)."""
    assert linear_price(TABLE_2_SCORES, a=2, b=5).tolist() == TABLE_2_COSTS


@pytest.mark.parametrize(("score", "a", "b", "price"), [(6.5, 2, 5, 18), (3.3, 10, 0, 33), (0.29, 100, 1, 30)])
def test_linear_price_of_a_whole_decimal_is_that_whole(score, a, b, price):
    """A price that is whole on paper must not lose a unit to binary fractions."""
    assert linear_price(score, a, b).item() == price


@given(scores=st.lists(st.floats(0, 11), min_size=1, max_size=20), a=st.floats(1e-6, 1e6), b=st.floats(0, 1e6))
def test_a_higher_score_never_costs_less(scores, a, b):
    """Increasing prices are what the paper asks of any rule."""
    ordered = sorted(scores)

    prices = linear_price(ordered, a, b)

    assert (np.diff(prices) >= 0).all()


@pytest.mark.parametrize(("a", "b"), [(0, 5), (-1, 5), (2, -1), (np.nan, 0)])
def test_linear_price_refuses_a_rule_that_does_not_increase(a, b):
    """With a = 0 everyone costs the same, and a score is worth nothing."""
    with pytest.raises(InvalidValue, match="price"):
        linear_price([1.0], a, b)


def test_increasing_price_floors_any_increasing_function():
    """The linear rule is one of many."""
    assert increasing_price([9.0, 1.0, 4.5], lambda scores: scores**1.5).tolist() == [27, 1, 9]


def test_increasing_price_allows_steps():
    """Price tiers are the commonest rule that is not linear."""
    assert increasing_price([1.0, 2.0, 3.0], lambda scores: np.where(scores > 2, 20, 10)).tolist() == [10, 10, 20]


def test_increasing_price_names_a_client_that_costs_less_than_a_lower_score():
    """A rule that falls rewards hiding what one has."""
    with pytest.raises(InvalidValue, match=r"price\[2\] is 6.0; expected no less"):
        increasing_price([9.0, 1.0, 4.0], lambda scores: 10 - scores)


def test_increasing_price_refuses_another_number_of_prices():
    """A single price for all is no function of the scores."""
    with pytest.raises(InvalidValue, match="3 amounts"):
        increasing_price([1.0, 2.0, 3.0], lambda scores: 5.0)


def test_price_from_uses_single_scores():
    """The paper allows a combination of one or more of the separate scores (S16)."""
    table = table_of([0.5, 0.75, 1.0])

    assert price_from(table, lambda scores: 1 + 10 * scores.column("cpu")).tolist() == [6, 8, 11]


def test_price_from_refuses_what_is_not_one_price_a_client():
    """A constant would spread over everyone unseen."""
    with pytest.raises(InvalidValue, match="2 amounts, one a client"):
        price_from(table_of([0.5, 0.5]), lambda scores: 5)
