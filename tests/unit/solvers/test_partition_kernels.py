"""The compiled loops against numpy."""

import numpy as np
import pytest
from numpy.typing import NDArray

from fedrota.solvers.partition import kernels
from fedrota.solvers.partition.form import EVENNESS, MEASURES, Form, appraise, prepare, shape_form

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Seats = NDArray[np.int32]


def group_of(
    histograms: Counts, form: Form, subsets: int, *, most: int = 1
) -> tuple[Floats, Seats, Seats, Seats, Floats]:
    """Deal clients out one by one, as every kernel takes them."""
    clients = len(histograms)
    members = np.zeros((subsets, 13), dtype=np.int32)
    place = np.arange(clients)
    members[place % subsets, place // subsets] = place
    sizes = np.bincount(place % subsets, minlength=subsets).astype(np.int32)
    bounds = np.tile(np.array([1, most], dtype=np.int32), (clients, 1))
    return prepare(histograms, form), members, sizes, bounds, np.append(np.ones(clients), 0.0)


def walk_of(form: Form, **how: float) -> kernels.Walk:
    """Search a little, unless told otherwise."""
    given = {"tries": 20_000, "enough": 0.0, "renew_share": 0.0, "extra": 0, "money": np.inf, **how}
    return kernels.Walk(
        code=form.code,
        scale=form.scale,
        smallest=7,
        largest=13,
        tries=int(given["tries"]),
        hot=0.3,
        cold=0.03,
        enough=float(given["enough"]),
        renew_share=float(given["renew_share"]),
        extra=int(given["extra"]),
        money=float(given["money"]),
        seed=np.uint64(7),
    )


def joined(histograms: Counts, members: Seats, sizes: Seats) -> Counts:
    """Add up the histograms of each subset."""
    return np.stack([histograms[seats[:size]].sum(axis=0) for seats, size in zip(members, sizes, strict=True)])


@pytest.fixture
def histograms() -> Counts:
    """Sixty clients with about four labels each, of eleven: a number that fills no vector."""
    rng = np.random.default_rng(3)
    return rng.multinomial(600, rng.dirichlet(np.full(11, 0.3), 60).mean(axis=0), 60) * (rng.random((60, 11)) < 0.4)


@pytest.fixture(params=["uniform", "skewed"])
def shares(request: pytest.FixtureRequest) -> Floats:
    """Return a target."""
    weights: Floats = np.ones(11) if request.param == "uniform" else np.arange(1.0, 12.0)
    shares: Floats = weights / weights.sum()
    return shares


@pytest.mark.parametrize("measure", MEASURES)
def test_compiled_values_are_those_of_numpy(histograms: Counts, shares: Floats, measure: str) -> None:
    """The loops add up and compare 64-bit floats in another order and with vectors; nothing else may differ."""
    form = shape_form(measure, shares)
    group = group_of(histograms, form, 6)

    values = kernels.appraise(*group, walk_of(form))

    assert values == pytest.approx(appraise(joined(histograms, group[1], group[2]), form), abs=1e-9)


@pytest.mark.parametrize("measure", MEASURES)
def test_annealing_reports_what_its_subsets_are_worth(histograms: Counts, shares: Floats, measure: str) -> None:
    """Values are kept up to date by differences over thousands of exchanges; errors must not add up."""
    form = shape_form(measure, shares)
    group = group_of(histograms, form, 6)
    before = kernels.appraise(*group, walk_of(form)).max()

    worst, _ = kernels.anneal(*group, walk_of(form))

    rows, members, sizes, _, _ = group
    assert worst == pytest.approx(appraise(joined(histograms, members, sizes), form).max(), abs=1e-9)
    assert worst < before
    assert sorted(np.concatenate([seats[:size] for seats, size in zip(members, sizes, strict=True)])) == list(range(60))
    assert rows.shape[0] == 62


def test_extra_turns_are_counted_and_paid(histograms: Counts, shares: Floats) -> None:
    """Turns are given and taken thousands of times; what is spent must be what the seats cost in the end."""
    form = shape_form("nid", shares)
    rows, members, sizes, bounds, _ = group_of(histograms, form, 6, most=2)
    prices = np.append(np.arange(1.0, 61.0), 0.0)

    _, left = kernels.anneal(rows, members, sizes, bounds, prices, walk_of(form, renew_share=0.5, extra=8, money=100.0))

    turns = np.bincount(members[np.arange(13) < sizes[:, None]], minlength=60)
    assert 60 < turns.sum() <= 68
    assert turns.min() == 1
    assert turns.max() <= 2
    assert 100.0 - left == pytest.approx(prices[:60] @ (turns - 1))
    assert left >= 0
    assert all(len(set(seats[:size])) == size for seats, size in zip(members, sizes, strict=True))


def test_no_extra_turn_stays_that_its_subset_can_spare(histograms: Counts, shares: Floats) -> None:
    """The fewest extra turns are wanted: taking any one back must make its subset worse than the ceiling."""
    form = shape_form("nid", shares)
    group = group_of(histograms, form, 6, most=3)
    members, sizes = group[1], group[2]
    kernels.anneal(*group, walk_of(form, renew_share=0.5, extra=12))
    ceiling = 1.1 * float(kernels.appraise(*group, walk_of(form)).max())
    before = sizes.sum()

    taken, _ = kernels.shed(*group, walk_of(form, enough=ceiling))

    turns = np.bincount(members[np.arange(13) < sizes[:, None]], minlength=60)
    assert sizes.sum() == before - taken
    assert turns.min() == 1
    for seats, size in zip(members, sizes, strict=True):
        for client in seats[:size][turns[seats[:size]] > 1]:
            rest = histograms[seats[:size]].sum(axis=0) - histograms[client]
            assert size == 7 or appraise(rest, form) > ceiling


def test_one_class_is_balanced_by_amounts_of_data() -> None:
    """Without labels there is nothing to compare but how much data a round joins."""
    histograms = np.random.default_rng(1).integers(1, 900, (40, 1))
    form = Form(code=EVENNESS, scale=4 / histograms.sum(), shares=np.ones(1), factors=np.ones(1))
    group = group_of(histograms, form, 4)

    worst, _ = kernels.anneal(*group, walk_of(form))

    amounts = joined(histograms, group[1], group[2])[:, 0]
    assert worst == pytest.approx(abs(amounts / amounts.mean() - 1).max())
    assert worst < 0.01
