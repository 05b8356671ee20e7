"""Shannon's rate for the connection criterion."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidValue
from fedrota.scoring import shannon_rate


@given(bandwidth=st.floats(0, 1e9), snr=st.floats(0, 1e6))
def test_the_rate_is_shannons(bandwidth, snr):
    """C = B log2(1 + S/N), the paper's suggestion for CON (S2)."""
    assert shannon_rate(bandwidth, snr).item() == pytest.approx(bandwidth * math.log2(1 + snr), rel=1e-9, abs=1e-6)


def test_decibels_are_ratios_of_powers():
    """Radios report 10 log10 of the ratio; 0 dB is a ratio of 1, and below it a link still carries bits."""
    assert shannon_rate(1e6, [0, 20, -10], decibels=True) == pytest.approx(shannon_rate(1e6, [1, 100, 0.1]))


@pytest.mark.parametrize(
    ("bandwidth", "snr", "decibels"),
    [(-1, 1, False), (np.nan, 1, False), (1, -1, False), (1, np.inf, False), (1, np.nan, True)],
)
def test_impossible_channels_are_refused(bandwidth, snr, decibels):
    """A NaN would make a client ineligible without a reason that it could mend."""
    with pytest.raises(InvalidValue, match=r"\[0\]"):
        shannon_rate([bandwidth], [snr], decibels=decibels)
