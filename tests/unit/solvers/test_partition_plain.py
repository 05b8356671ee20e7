"""The plain rivals: valid, and no better than they claim."""

from collections.abc import Callable

import numpy as np
import pytest

from experiments.label_pools import LabelPool
from fedrota.domain.partition import Partition
from fedrota.solvers import partition
from fedrota.solvers.partition.form import appraise, shape_form


@pytest.mark.parametrize("divide", [partition.random, partition.round_robin, partition.label_greedy])
@pytest.mark.parametrize("clients", [7, 95, 104])
def test_everyone_has_one_turn_in_subsets_of_nearly_one_size(divide: Callable[..., Partition], clients: int) -> None:
    """A rival that broke the rules would be no rival."""
    pool = LabelPool(skew="type2", sizes="unequal").deal(clients, seed=1)

    found = divide(pool, size=10, tolerance=3)

    sizes = [subset.size for subset in found.subsets]
    assert sorted(np.concatenate(found.subsets)) == list(range(clients))
    assert max(sizes) - min(sizes) <= 1
    assert found.turns.tolist() == [1] * clients


def test_taking_what_a_subset_lacks_beats_chance_but_not_in_the_last_subsets() -> None:
    """Label-greedy looks at labels, so most of its subsets are good; as in Algorithm 1 the last get the rest."""
    uniform = shape_form("nid", np.full(10, 0.1))
    pools = [LabelPool(skew="type3", sizes="unequal").deal(seed=seed) for seed in range(10)]

    def median(divide: Callable[..., Partition]) -> float:
        plans = [(pool, divide(pool, size=10, tolerance=3)) for pool in pools]
        return float(
            np.median([appraise(pool[subset].sum(axis=0), uniform) for pool, plan in plans for subset in plan.subsets])
        )

    assert median(partition.label_greedy) < 0.8 * median(partition.random)
    assert partition.label_greedy(LabelPool(skew="type1").deal(seed=0), size=10, tolerance=3).worst == 0


def test_random_subsets_depend_on_the_seed_alone() -> None:
    """The rival is drawn again in every benchmark, and must be the same there."""
    pool = LabelPool(skew="type1").deal(seed=0)

    one, two, other = (partition.random(pool, size=10, tolerance=3, seed=seed) for seed in (1, 1, 2))

    assert [subset.tolist() for subset in one.subsets] == [subset.tolist() for subset in two.subsets]
    assert [subset.tolist() for subset in one.subsets] != [subset.tolist() for subset in other.subsets]
