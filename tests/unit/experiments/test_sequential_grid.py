"""Algorithm 1 gets the best thresholds of a grid before it is compared with anything."""

from experiments.label_pools import LabelPool
from experiments.sequential_grid import GRID, best_plan, plans_over_grid
from fedrota.solvers.mkp import LocalSearch
from fedrota.solvers.partition.sequential import FILL_THRESHOLD, NID_THRESHOLD

QUICK = LocalSearch(effort=0.01)


def test_the_best_plan_is_the_best_of_all_points() -> None:
    """A comparison with a rival at bad settings would prove nothing."""
    histograms = LabelPool(skew="type2", sizes="unequal").deal(40, seed=1)
    plans = list(plans_over_grid(histograms, solver=QUICK))

    best = best_plan(histograms, solver=QUICK)

    assert best is not None
    assert len(plans) == len(GRID)
    assert best.plan.worst == min(found.plan.worst for found in plans)
    assert best.rank == min(found.rank for found in plans)


def test_there_is_no_best_plan_where_every_point_gets_stuck() -> None:
    """Without extra turns a rest of one client cannot be served, whatever the thresholds."""
    assert best_plan([[5]] * 9, size=5, tolerance=1, max_turns=1, solver=QUICK) is None


def test_the_library_defaults_are_a_point_of_the_grid() -> None:
    """Then nobody who compares with the defaults compares with something unpublished."""
    assert (NID_THRESHOLD, FILL_THRESHOLD) in GRID
