"""Lower bounds against every partition of small pools."""

from collections.abc import Iterator
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fedrota.solvers import partition
from fedrota.solvers.partition.bounds import bound_joined, bound_mixture, bound_once, measure_share, smallest_share
from fedrota.solvers.partition.form import MEASURES, appraise, shape_form
from fedrota.solvers.partition.request import read_request

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]

MANY = np.random.default_rng(0).dirichlet(np.full(4, 0.5), 3_000)


def pool(seed: int, clients: int, *, large: bool = False) -> Counts:
    """Draw a few clients with few labels; one of them may be much larger than the others."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 30, (clients, 3)) * (rng.random((clients, 3)) < 0.6)
    if large:
        counts[0] = [200, 0, 0]
    return counts


def partitions(clients: int, subsets: int, sizes: range) -> Iterator[list[list[int]]]:
    """Go through all partitions of a few clients."""
    for labels in product(range(subsets), repeat=clients):
        if all(labels.count(t) in sizes for t in range(subsets)):
            yield [[k for k in range(clients) if labels[k] == t] for t in range(subsets)]


@pytest.mark.parametrize("measure", MEASURES)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1_000), large=st.booleans())
def test_no_partition_is_better_than_the_bound(measure: str, seed: int, large: bool) -> None:
    """A bound is a proof; one partition below it, of all there are, would refute it."""
    counts = pool(seed, 7, large=large)
    request = read_request(counts, size=2, tolerance=1, measure=measure)

    best = min(
        appraise(np.array([counts[part].sum(axis=0) for part in parts]), request.form).max()
        for parts in partitions(7, request.subsets, range(1, 4))
    )

    assert bound_once(request) <= best + 1e-9
    assert bound_mixture(request, 7) <= best + 1e-9


@pytest.mark.parametrize("measure", MEASURES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 1_000), target=st.sampled_from([None, [1, 2, 5]]))
def test_no_mixture_of_turns_is_better_than_its_bound(measure: str, seed: int, target: list[int] | None) -> None:
    """With extra turns every plan is a mixture with whole turns, so all of those are tried."""
    counts = pool(seed, 5)
    request = read_request(counts, size=3, tolerance=2, max_turns=2, measure=measure, target=target)
    mixtures = np.array([turns for turns in product((1, 2), repeat=5) if sum(turns) <= 8])

    best = appraise(mixtures @ counts, request.form).min()

    assert bound_joined(request, 8) <= best + 1e-9


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 1_000))
def test_a_clients_smallest_share_holds_in_all_its_subsets(seed: int) -> None:
    """Dinkelbach's method relaxes nothing here: the least over all sets of companions is the share."""
    counts = pool(seed, 8, large=True)
    request = read_request(counts, size=3, tolerance=1)

    least = min(
        (counts[0, 0] + counts[list(others), 0].sum()) / (counts[0].sum() + counts[list(others)].sum())
        for size in (1, 2, 3)
        for others in combinations(range(1, 8), size)
    )

    assert smallest_share(request, 0, 0) == pytest.approx(least, abs=1e-9)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("target", [np.full(4, 0.25), np.array([0.1, 0.2, 0.3, 0.4])])
def test_a_share_of_one_class_costs_what_the_best_rest_leaves(measure: str, target: Floats) -> None:
    """Counting the other classes as one can only lower a measure; random histograms never lie below."""
    form = shape_form(measure, target)

    gaps = [appraise(shares, form) - measure_share(form, 1, float(shares[1])) for shares in MANY]

    assert min(gaps) > -1e-9


def test_a_rare_class_bounds_a_plan_from_below() -> None:
    """Where fewer clients hold a class than there are subsets, one subset lacks it, however even the pool is."""
    counts = np.tile([10, 10, 0], (20, 1))
    counts[0] = [0, 0, 200]

    found = partition.balanced(counts, size=5, tolerance=1)

    assert found.bound == pytest.approx(0.5)
    assert found.worst >= 0.5


def test_a_budget_tightens_the_bound_on_extra_turns() -> None:
    """What cannot be paid cannot be mixed in: with no money left the bound is the pool's own measure."""
    counts = np.array([[9, 0], [9, 0], [0, 9]])
    prices = [1.0, 1.0, 1.0]

    rich = read_request(counts, size=2, tolerance=1, max_turns=2, prices=prices, budget=4.0)
    poor = read_request(counts, size=2, tolerance=1, max_turns=2, prices=prices, budget=3.0)

    assert bound_mixture(rich, 4) == pytest.approx(0.0, abs=1e-5)
    assert bound_mixture(poor, 4) == pytest.approx(1 / 3, abs=1e-5)
