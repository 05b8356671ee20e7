"""The measures' own numbers: by hand, and by their textbook formulas."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidValue
from fedrota.solvers.measures import KL, L2, Hellinger, Measure, Nid, measure, target_shares

counts_of_clients = st.lists(st.integers(0, 1000), min_size=2, max_size=6).filter(lambda counts: sum(counts) > 0)


@given(counts=counts_of_clients)
def test_nid_is_the_papers_formula(counts):
    """Equation 2, to the last bit: published figures are compared with it."""
    assert Nid().of(counts).item() == (max(counts) - min(counts)) / sum(counts)


@given(counts=counts_of_clients, scale=st.floats(0.01, 100))
def test_nid_against_a_uniform_target_is_nid(counts, scale):
    """The definition for any target extends the paper's, it does not replace it."""
    target = [scale] * len(counts)

    assert Nid().of(counts, target).item() == pytest.approx(Nid().of(counts).item(), abs=1e-12)


def test_nid_against_a_target_weighs_each_class_by_its_share():
    """By hand: q = (1/4, 3/4), r = (4/0.5, 4/1.5), so 2 · 1/4 · (8 - 8/3) / 8 = 1/3."""
    assert Nid().of([4, 4], [1, 3]).item() == pytest.approx(1 / 3)


def test_a_common_class_alone_is_nearer_to_the_target_than_a_rare_one_alone():
    """With 90 % of the target in one class, holding only that class is nearly right."""
    for one in (Nid(), L2(), Hellinger(), KL()):
        rare, common = one.of([[5, 0], [0, 5]], [0.1, 0.9])

        assert rare == pytest.approx(1)
        assert common < 0.3


@given(counts=counts_of_clients, seed=st.integers(0, 2**32))
def test_distances_are_the_textbook_formulas_over_their_largest_value(counts, seed):
    """An independent computation, one histogram at a time, with no regard for speed."""
    q = np.random.default_rng(seed).integers(1, 20, len(counts)).astype(float)
    q /= q.sum()
    corners = [*np.eye(len(counts)), np.array(counts) / sum(counts)]
    formulas: dict[Measure, Callable[[np.ndarray], float]] = {
        L2(): lambda p: math.dist(p, q),
        Hellinger(): lambda p: math.sqrt(max(0.0, 1 - float(np.sqrt(p * q).sum()))),
        KL(): lambda p: sum(a * math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0),
    }

    for one, formula in formulas.items():
        distances = [formula(p) for p in corners]

        assert one.of(counts, q).item() == pytest.approx(distances[-1] / max(distances), abs=1e-7)


def test_counts_of_any_size_keep_their_shares():
    """Sums of 64-bit counts overflow 64-bit integers; sums of floats do not."""
    huge = np.iinfo(np.int64).max

    assert Nid().of(np.array([huge, huge, huge, 0])).item() == pytest.approx(1 / 3)


def test_a_measure_is_found_by_its_name():
    """Tasks are written in files, and name their measure."""
    assert [measure(name) for name in ("nid", "l2", "hellinger", "kl")] == [Nid(), L2(), Hellinger(), KL()]


def test_an_unknown_measure_lists_the_known_ones():
    """Whoever mistypes a name needs the names."""
    with pytest.raises(InvalidValue, match="'gini'; expected one of nid, l2, hellinger, kl"):
        measure("gini")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ([1, 0, 1], r"target\[1\] is 0.0; expected a share above 0"),
        ([1, 1, np.inf], r"target\[2\] is inf"),
        ([1, np.nan, 1], r"target\[1\] is nan"),
        ([1, 1], "of shape .2,.; expected 3 shares, one a class"),
    ],
)
def test_a_target_that_is_no_distribution_is_refused(target, message):
    """A class of share 0 has no defined distance, and a shorter target belongs to another task."""
    with pytest.raises(InvalidValue, match=message):
        Nid().of([1, 2, 3], target)


@pytest.mark.parametrize("histograms", [5, [], [[]], ["a", "b"]])
def test_what_is_no_histogram_is_refused(histograms):
    """A scalar, no class, or words cannot be measured."""
    with pytest.raises(InvalidValue, match="histogram"):
        Nid().of(histograms)


def test_counts_whose_sum_is_infinite_are_refused():
    """Shares of an infinite sum are all 0, and would look uniform."""
    with pytest.raises(InvalidValue, match=r"histograms\[1\]"):
        L2().of([[1.0, 1.0], [1e308, 1e308]])


def test_target_shares_sum_to_1():
    """Targets are given as counts or as shares, whichever is at hand."""
    assert target_shares([1, 3], 2).tolist() == [0.25, 0.75]
    assert target_shares(None, 4).tolist() == [0.25] * 4
