"""Algorithm 1: the rules that it keeps, the lines that can be told apart, and the ways in which it fails."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from experiments.label_pools import LabelPool, paper_pools
from fedrota.domain.errors import BudgetExceeded, Infeasible, InvalidValue, PlanFailed
from fedrota.domain.partition import Partition
from fedrota.solvers.mkp import LocalSearch, MkpProblem, MkpSolution
from fedrota.solvers.partition.algorithm1 import capacities
from fedrota.solvers.partition.sequential import sequential

QUICK = LocalSearch(effort=0.05)
UNIFORM = np.full(10, 0.1)


def nid(histogram: NDArray[np.int64]) -> float:
    """Say it again: the tests share no code with the planner."""
    return float((histogram.max() - histogram.min()) / histogram.sum())


def assert_rules(plan: Partition, clients: int, *, fewest: int, most: int, max_turns: int) -> None:
    """Count everything anew: coverage, turns, sizes, and nobody twice in one subset."""
    turns = np.zeros(clients, dtype=int)
    for subset in plan.subsets:
        assert fewest <= len(subset) <= most
        assert len(set(subset.tolist())) == len(subset)
        turns[subset] += 1
    assert turns.min() >= 1
    assert turns.max() <= max_turns
    assert np.array_equal(turns, plan.turns)


@pytest.mark.parametrize("kind", paper_pools(), ids=[kind.name for kind in paper_pools()])
def test_the_papers_pools_are_covered_in_ten_to_twenty_subsets(kind: LabelPool) -> None:
    """§VIII reports 10 to 20 subsets most of the time; more would mean that turns are wasted."""
    for seed in range(3):
        histograms = kind.deal(seed=seed)

        plan = sequential(histograms, size=10, tolerance=3, solver=QUICK)

        assert_rules(plan, 100, fewest=7, most=13, max_turns=3)
        assert 10 <= len(plan.subsets) <= 20
        assert plan.worst == pytest.approx(max(nid(histograms[subset].sum(axis=0)) for subset in plan.subsets))


@pytest.mark.parametrize("solver", ["highs", "cplex", "local"])
def test_one_label_a_client_and_equal_sizes_are_divided_perfectly(solver: str) -> None:
    """Fig. 4's first row: with ten clients a label every knapsack is filled to the brim by one."""
    plan = sequential(LabelPool(skew="type1").deal(seed=1), size=10, tolerance=3, solver=solver)

    assert plan.worst == 0
    assert plan.turns.tolist() == [1] * 100


@pytest.mark.parametrize("solver", ["highs", "cplex", "local"])
def test_every_solver_serves(solver: str) -> None:
    """The knapsack's solver decides how long it takes, not whether the rules hold."""
    plan = sequential(LabelPool(skew="type2").deal(40, seed=2), size=10, tolerance=3, solver=solver)

    assert_rules(plan, 40, fewest=7, most=13, max_turns=3)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_it_always_ends_with_a_valid_plan_or_a_named_error(data: st.DataObject) -> None:
    """Empty clients, giants and absent classes included: no loop, no broken rule, no stray exception."""
    clients, classes = data.draw(st.integers(1, 24)), data.draw(st.integers(1, 4))
    size, max_turns = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 3))
    tolerance = data.draw(st.integers(0, size - 1))
    counts = st.sampled_from([0, 0, 1, 5, 9, 1_000])
    cells = data.draw(st.lists(counts, min_size=clients * classes, max_size=clients * classes))
    histograms = np.reshape(cells, (clients, classes))
    try:
        plan = sequential(histograms, size=size, tolerance=tolerance, max_turns=max_turns, solver=QUICK)
    except (PlanFailed, Infeasible):
        return
    assert_rules(plan, clients, fewest=size - tolerance, most=size + tolerance, max_turns=max_turns)
    assert 0 <= plan.bound <= plan.worst <= 1


def test_capacity_is_an_equal_part_of_the_most_abundant_class() -> None:
    """S6, line 1: ceil(max_j Σ_k h_kj / T) with T = round(K / n), the same for every class."""
    histograms = np.zeros((25, 10))
    histograms[:, 3] = 7
    histograms[:, 4] = 5

    assert capacities(histograms, 10, UNIFORM).tolist() == [88.0] * 10  # 175 / round(2.5)


def test_capacities_follow_the_target() -> None:
    """Against 3:1 the first knapsack is three times as high, and full subsets have the target's shares."""
    shares = np.array([0.75, 0.25])
    histograms = np.array([[30, 0]] * 6 + [[0, 10]] * 6)

    room = capacities(histograms.astype(float), 4, shares)
    plan = sequential(histograms, size=4, tolerance=1, solver="local", target=[3, 1])

    assert room.tolist() == [60.0, 20.0]
    assert plan.worst == 0


def test_a_lower_nid_threshold_buys_better_subsets_with_extra_turns() -> None:
    """Line 7: at 1 no subset is improved, so only the last one may borrow clients."""
    histograms = LabelPool(skew="type2", sizes="unequal").deal(seed=3)

    never = sequential(histograms, size=10, tolerance=3, solver=QUICK, nid_threshold=1.0)
    always = sequential(histograms, size=10, tolerance=3, solver=QUICK, nid_threshold=0.0)

    assert always.turns.sum() > never.turns.sum()
    assert always.worst < never.worst


def test_nothing_is_less_filled_at_a_fill_threshold_of_zero() -> None:
    """Line 8: compensation clients fill less-filled knapsacks; where there are none, line 7 changes nothing."""
    histograms = LabelPool(skew="type2").deal(seed=3)

    def plan_at(nid_threshold: float, fill_threshold: float) -> list[list[int]]:
        plan = sequential(
            histograms,
            size=10,
            tolerance=3,
            solver=QUICK,
            nid_threshold=nid_threshold,
            fill_threshold=fill_threshold,
        )
        return [subset.tolist() for subset in plan.subsets]

    assert plan_at(0.0, 0.0) == plan_at(1.0, 0.8)
    assert plan_at(0.0, 1.0) != plan_at(1.0, 0.8)


def test_a_client_larger_than_the_knapsacks_gets_its_turn() -> None:
    """Line 11: S6's capacity may be below a single client, which no knapsack problem then selects."""
    histograms = np.array([[10, 0], [0, 10]] * 10 + [[900, 0]])

    plan = sequential(histograms, size=5, tolerance=1, solver=QUICK)

    assert_rules(plan, 21, fewest=4, most=6, max_turns=3)


def test_too_few_left_are_all_in_the_last_subset() -> None:
    """Lines 14 to 16: they are mandatory, and who had a turn already fills up to n - δ."""
    histograms = np.array([[10, 0], [0, 10]] * 7)

    plan = sequential(histograms, size=4, tolerance=0, solver=QUICK)

    assert [len(subset) for subset in plan.subsets] == [4, 4, 4, 4]
    assert plan.turns.sum() == 16
    assert (plan.turns[plan.subsets[-1]] == 2).sum() == 2
    assert plan.worst == 0


def test_without_extra_turns_it_may_get_stuck() -> None:
    """4 + 5 would do; it takes 4 and 4, has one client left, and nobody may help out."""
    histograms = np.full((9, 1), 5)

    with pytest.raises(PlanFailed, match="After 2 subsets 1 client") as caught:
        sequential(histograms, size=5, tolerance=1, max_turns=1, solver=QUICK)

    assert (caught.value.waiting, caught.value.needed, caught.value.available) == (1, 4, 0)


def test_a_plan_over_the_budget_is_an_error_with_the_amount() -> None:
    """Extra turns cost money, and Algorithm 1 does not look at prices: the caller learns what is missing."""
    histograms = LabelPool(skew="type2", sizes="unequal").deal(seed=3)
    free = sequential(histograms, size=10, tolerance=3, solver=QUICK)

    with pytest.raises(BudgetExceeded) as caught:
        sequential(histograms, size=10, tolerance=3, solver=QUICK, prices=np.full(100, 2.0), budget=200)

    assert caught.value.needed == 2 * free.turns.sum() > 200


def test_one_turn_each_above_the_budget_is_refused_before_planning() -> None:
    """No plan costs less, so nothing is solved first."""

    class Never:
        def solve(self, problem: MkpProblem) -> MkpSolution:
            raise AssertionError("was asked")

    with pytest.raises(BudgetExceeded) as caught:
        sequential(np.ones((9, 2)), size=3, tolerance=1, solver=Never(), prices=np.full(9, 2), budget=17)

    assert caught.value.excess == 1


def test_the_same_seed_gives_the_same_plan() -> None:
    """Nothing depends on the clock unless a time limit is asked for."""
    histograms = LabelPool(skew="type3", sizes="unequal").deal(60, seed=5)

    first, again = (sequential(histograms, size=10, tolerance=3, solver="local", seed=4) for _ in range(2))

    assert all(np.array_equal(one, other) for one, other in zip(first.subsets, again.subsets, strict=True))


def test_a_time_limit_ends_in_a_valid_plan_that_says_so() -> None:
    """The rules are no less binding when the time is over."""
    histograms = LabelPool(skew="type3", sizes="unequal").deal(seed=5)

    plan = sequential(histograms, size=10, tolerance=3, time_limit=0.01)

    assert plan.stopped_by == "time"
    assert_rules(plan, 100, fewest=7, most=13, max_turns=3)


def test_progress_hears_the_share_of_clients_served() -> None:
    """It grows with every subset and ends at 1."""
    heard: list[float] = []

    sequential(LabelPool(skew="type1").deal(seed=0), size=10, tolerance=3, solver=QUICK, progress=heard.append)

    assert heard == pytest.approx(np.arange(1, 11) / 10)


@pytest.mark.parametrize("name", ["nid_threshold", "fill_threshold"])
def test_thresholds_are_shares(name: str) -> None:
    """A percentage given as 80 would silently switch a step off, or on for good."""
    threshold = {name: 80.0}

    with pytest.raises(InvalidValue, match=f"{name} is 80"):
        sequential(np.ones((9, 2)), size=3, tolerance=1, solver="local", **threshold)  # type: ignore[arg-type]


@pytest.mark.parametrize("measure", ["nid", "l2", "hellinger", "kl"])
def test_every_measure_decides_which_subset_is_better(measure: str) -> None:
    """Algorithm 1 compares two selections by the measure that is asked for; the worst is in its unit."""
    plan = sequential(LabelPool(skew="type2").deal(40, seed=1), size=10, tolerance=3, solver=QUICK, measure=measure)

    assert_rules(plan, 40, fewest=7, most=13, max_turns=3)
    assert 0 < plan.worst < 1
