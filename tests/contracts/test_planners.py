"""What every planner promises, however it divides a pool."""

from contextlib import nullcontext, suppress
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fedrota import (
    Balanced,
    BudgetExceeded,
    LabelGreedy,
    NoPartition,
    PlanFailed,
    Planner,
    PlanRequest,
    RandomPlan,
    RoundRobinPlan,
    Sequential,
    Task,
    certify,
    plan_subsets,
)
from fedrota.solvers.mkp import LocalSearch
from tests.unit.subsets.pools import pool_of

PLANNERS: list[Planner] = [
    Balanced(effort=0.1, threads=1),
    Sequential(),
    Sequential(solver=LocalSearch(effort=0.01)),
    RandomPlan(),
    RoundRobinPlan(),
    LabelGreedy(),
]
RNG = np.random.default_rng(11)
HISTOGRAMS = RNG.integers(0, 40, (23, 4))

requests = st.tuples(
    st.integers(1, 14),
    st.integers(1, 6),
    st.integers(0, 5),
    st.integers(1, 4),
    st.integers(1, 3),
    st.integers(0, 2**20),
)


def feasible(clients: int, size: int, tolerance: int, max_turns: int) -> bool:
    """Say whether some number of rounds fits: the rule of the design, literally."""
    least, most = size - tolerance, size + tolerance
    return clients >= least and any(
        max(clients, rounds * least) <= min(clients * min(max_turns, rounds), rounds * most)
        for rounds in range(1, clients * max_turns + 1)
    )


@pytest.mark.parametrize("planner", PLANNERS, ids=["balanced", "highs", "local", "random", "round-robin", "greedy"])
class TestPlanner:
    """One class for the seam: a new planner joins the list above."""

    @given(request=requests)
    @settings(max_examples=40)
    def test_plans_exactly_what_can_be_planned(self, planner: Planner, request):
        """Where the counts allow a plan, it is valid; where not, the error has them. Algorithm 1 may get stuck."""
        clients, size, tolerance, max_turns, classes, seed = request
        assume(tolerance < size)
        pool = pool_of(np.random.default_rng(seed).integers(0, 9, (clients, classes)))
        task = Task(size=size, tolerance=tolerance, max_turns=max_turns)

        if feasible(clients, size, tolerance, max_turns):
            with suppress(PlanFailed) if isinstance(planner, Sequential) else nullcontext():
                assert certify(plan_subsets(task, pool, planner, seed=seed)).kept
            return
        with pytest.raises(NoPartition) as caught:
            plan_subsets(task, pool, planner, seed=seed)

        assert (caught.value.clients, caught.value.size, caught.value.tolerance) == (clients, size, tolerance)
        assert caught.value.max_turns == max_turns

    @given(seed=st.integers(0, 2**20), spare=st.integers(-3, 12))
    @settings(max_examples=15)
    def test_stays_within_the_budget_or_says_by_how_much_not(self, planner: Planner, seed: int, spare: int):
        """Money is a promise to a requester; a plan that costs more is no plan."""
        rng = np.random.default_rng(seed)
        prices = rng.integers(0, 6, 12)
        pool = pool_of(rng.integers(0, 9, (12, 3)), payments=prices)
        budget = max(0, int(prices.sum()) + spare)
        task = Task(size=4, tolerance=1, max_turns=3, budget=budget)

        try:
            plan = plan_subsets(task, pool, planner, seed=seed)
        except BudgetExceeded as error:
            plan, needed = None, error.needed

        if plan is None:
            assert needed > budget
            assert prices.sum() > budget or isinstance(planner, Sequential)
        else:
            assert plan.cost <= budget
            assert certify(plan).kept

    def test_gives_the_same_plan_for_the_same_seed(self, planner: Planner):
        """A plan that cannot be repeated cannot be checked."""
        task = Task(size=5, tolerance=1, max_turns=2)

        first, second = (plan_subsets(task, pool_of(HISTOGRAMS), planner, seed=4) for _ in range(2))

        assert [one.tolist() for one in first.subsets] == [one.tolist() for one in second.subsets]

    def test_leaves_its_arguments_alone(self, planner: Planner):
        """Arrays belong to the caller."""
        histograms, prices, owed = HISTOGRAMS.copy(), np.arange(23), np.arange(23) % 2
        request = PlanRequest(
            histograms=histograms, size=5, tolerance=2, max_turns=2, prices=prices, budget=10_000, turns_owed=owed
        )

        planner.plan(request, seed=1)

        assert np.array_equal(histograms, HISTOGRAMS)
        assert np.array_equal(prices, np.arange(23))
        assert np.array_equal(owed, np.arange(23) % 2)

    def test_answers_with_ascending_positions_and_their_turns(self, planner: Planner):
        """Whoever works with bare arrays relies on their form."""
        found = planner.plan(PlanRequest(histograms=HISTOGRAMS, size=5, tolerance=2, max_turns=2), seed=1)

        assert all((np.diff(subset) > 0).all() for subset in found.subsets)
        assert np.array_equal(np.bincount(np.concatenate(found.subsets), minlength=23), found.turns)

    def test_plans_a_pool_without_labels(self, planner: Planner):
        """A task without labels still has turns to give (S9)."""
        plan = plan_subsets(Task(size=5, tolerance=2, max_turns=2), pool_of(None, payments=[1] * 23), planner)

        certificate = certify(plan)
        assert certificate.kept
        assert certificate.worst == 0.0

    def test_plans_one_client_alone(self, planner: Planner):
        """The smallest pool there is."""
        plan = plan_subsets(Task(size=1, tolerance=0, max_turns=3), pool_of([[3, 4]]), planner)

        assert [subset.tolist() for subset in plan.subsets] == [[0]]

    def test_plans_one_class(self, planner: Planner):
        """With one class there is nothing to balance but the amount of data."""
        plan = plan_subsets(Task(size=5, tolerance=2, max_turns=2), pool_of(HISTOGRAMS[:, :1]), planner)

        assert certify(plan).kept

    def test_plans_clients_without_any_data(self, planner: Planner):
        """Some clients have nothing yet; they still have a turn."""
        histograms = np.concatenate([HISTOGRAMS, np.zeros((5, 4), np.int64)])

        plan = plan_subsets(Task(size=5, tolerance=2, max_turns=2), pool_of(histograms), planner)

        assert certify(plan).kept

    def test_puts_rounds_of_those_who_missed_a_turn_first(self, planner: Planner):
        """Whoever was left out last time has waited long enough."""
        owed = np.zeros(23, np.int64)
        owed[[3, 17]] = [2, 1]

        plan = plan_subsets(Task(size=5, tolerance=1, max_turns=2), pool_of(HISTOGRAMS), planner, turns_owed=owed)

        waiting = [int(owed[subset].sum()) for subset in plan.subsets]
        assert all(one >= other for one, other in pairwise(waiting))
        assert certify(plan).kept

    def test_measures_what_the_task_measures(self, planner: Planner):
        """A planner reports its worst round by the same measure as the certificate."""
        request = PlanRequest(
            histograms=HISTOGRAMS, size=5, tolerance=2, max_turns=2, measure="hellinger", target=(1.0, 2.0, 3.0, 4.0)
        )
        task = Task(size=5, tolerance=2, max_turns=2, measure="hellinger", target=(1.0, 2.0, 3.0, 4.0))

        found = planner.plan(request, seed=3)
        certificate = certify(plan_subsets(task, pool_of(HISTOGRAMS), planner, seed=3))

        assert found.worst == pytest.approx(certificate.worst, abs=1e-12)
