"""The pools on which the figures and the bars of stage 2 rest."""

import numpy as np
import pytest

from experiments.label_pools import LabelPool, dirichlet_pools, paper_pools

EVERY_KIND = [*paper_pools("evenly"), *paper_pools("at random"), *dirichlet_pools()]


def name_of(kind: LabelPool) -> str:
    """Name a case by its kind."""
    return kind.name


@pytest.mark.parametrize("kind", EVERY_KIND, ids=name_of)
def test_a_client_holds_as_many_samples_as_its_kind_says(kind: LabelPool) -> None:
    """Rounding proportions to whole samples must neither lose nor invent any."""
    sizes = kind.deal(seed=3).sum(axis=1)

    if kind.sizes == "equal":
        assert set(sizes) == {500}
    else:
        assert sizes.min() >= 300
        assert sizes.max() <= 900
        assert len(set(sizes)) > 50


@pytest.mark.parametrize("kind", EVERY_KIND, ids=name_of)
def test_a_seed_names_one_pool(kind: LabelPool) -> None:
    """A table over twenty seeds can only be repeated if a seed is all that a pool depends on."""
    first, again, other = (kind.deal(seed=seed) for seed in (5, 5, 6))

    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_type_one_dealt_evenly_gives_every_class_the_same_clients() -> None:
    """With 95 clients and 10 classes no class may have more than one client above another."""
    clients_a_class = (LabelPool(skew="type1").deal(95, 10, seed=0) > 0).sum(axis=0)

    assert sorted(clients_a_class) == [9] * 5 + [10] * 5


def test_type_two_splits_nine_to_one() -> None:
    """Nine to one is the paper's, so 500 samples are 450 and 50."""
    histograms = LabelPool(skew="type2").deal(seed=0)

    assert np.array_equal(np.sort(histograms, axis=1)[:, -3:], np.tile([0, 50, 450], (100, 1)))


def test_type_three_gives_a_few_clients_two_labels() -> None:
    """The paper says a few; eight in a hundred here, half of them 5:1 and half 4:1."""
    rows = [tuple(row) for row in np.sort(LabelPool(skew="type3").deal(seed=0), axis=1)[:, -3:]]

    assert rows.count((50, 200, 250)) == 92
    assert rows.count((0, 83, 417)) == 4
    assert rows.count((0, 100, 400)) == 4


@pytest.mark.parametrize("classes", [1, 2])
@pytest.mark.parametrize("kind", EVERY_KIND, ids=name_of)
def test_one_or_two_classes_are_a_pool_as_well(kind: LabelPool, classes: int) -> None:
    """A task may have fewer labels than a type names; no sample may fall out of the histogram."""
    histograms = kind.deal(30, classes, seed=1)

    assert histograms.shape == (30, classes)
    assert histograms.sum(axis=1).min() >= 300
