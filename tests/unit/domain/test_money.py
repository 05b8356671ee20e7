"""Whole minor units."""

from fractions import Fraction
from math import floor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidValue
from fedrota.domain.money import LARGEST_BUDGET, LARGEST_PRICE, asked, whole


def test_amounts_are_floored():
    """Nobody is charged a fraction that the rule did not give them."""
    assert whole([0, 0.999, 18.84]).tolist() == [0, 0, 18]


@given(cents=st.integers(0, 10**6), factor=st.integers(1, 10**4))
def test_a_whole_decimal_amount_stays_whole(cents, factor):
    """0.29 · 100 is 28.999999999999996 in binary; whoever wrote 0.29 means 29."""
    exact = floor(Fraction(cents, 100) * factor)

    assert whole(cents / 100 * factor).item() == exact


@pytest.mark.parametrize("bad", [-0.01, np.nan, np.inf, 1e12 + 1])
def test_what_is_no_amount_is_refused_with_its_index(bad):
    """Money that cannot be counted must not reach a ledger."""
    with pytest.raises(InvalidValue, match=r"price\[1\]"):
        whole([1.0, bad])


def test_a_wrong_number_of_amounts_is_refused():
    """One amount for everybody would otherwise spread silently."""
    with pytest.raises(InvalidValue, match="3 amounts, one a client"):
        whole(5.0, count=3)


def test_what_is_no_number_is_refused():
    """Whatever a price function returns, the answer is of the family."""
    with pytest.raises(InvalidValue, match="price is 'abc'; expected an amount from 0 to 1,000,000,000,000"):
        whole("abc")


def test_the_limits_keep_sums_and_floats_exact():
    """A million of the largest prices are counted right, and a budget survives a spreadsheet."""
    prices = asked([LARGEST_PRICE] * 10**6, count=10**6)

    assert int(prices.sum()) == 10**18
    assert int(float(LARGEST_BUDGET - 1)) == LARGEST_BUDGET - 1
