"""From a pool and a task to a plan: what `plan_subsets` adds to a planner."""

from dataclasses import replace

import numpy as np
import pytest

from experiments.label_pools import LabelPool
from fedrota import (
    Balanced,
    BudgetExceeded,
    Client,
    InvalidValue,
    Offer,
    RandomPlan,
    RoundRobinPlan,
    Task,
    certify,
    plan_subsets,
    score_offers,
    select_pool,
)
from tests.unit.subsets.pools import pool_of

UNEQUAL = LabelPool(skew="type3", sizes="unequal")


def test_a_plan_carries_the_rules_it_was_made_under():
    """It must be possible to certify it alone, years later."""
    task = Task(budget=300, periods=3, size=2, tolerance=1, max_turns=2, measure="l2", target=(1.0, 2.0))

    plan = plan_subsets(task, pool_of([[1, 2]] * 4), RandomPlan(), seed=9)

    assert (plan.size, plan.tolerance, plan.max_turns, plan.measure) == (2, 1, 2, "l2")
    assert (plan.target, plan.budget, plan.planner, plan.seed) == ((1.0, 2.0), 100, "RandomPlan()", 9)


def test_the_default_planner_is_balanced():
    """The best there is should need no name."""
    assert plan_subsets(Task(size=2, tolerance=0), pool_of([[1, 2]] * 4)).planner.startswith("Balanced(")


def test_extra_turns_are_paid_from_what_the_pool_leaves():
    """With money for one more turn there is at most one more."""
    histograms = [*[[10, 0]] * 5, *[[0, 10]] * 4]
    task = Task(budget=50, size=3, tolerance=1, max_turns=3)

    plan = plan_subsets(task, pool_of(histograms, payments=[5] * 9), Balanced(extra_turns=1.0))

    assert plan.cost <= 50
    assert plan.turns.sum() <= 10


def test_a_plain_plan_that_costs_too_much_is_refused():
    """Planners that know no money are checked all the same."""
    with pytest.raises(BudgetExceeded) as caught:
        plan_subsets(Task(budget=19, size=2, tolerance=0), pool_of([[1, 1]] * 4, payments=[5] * 4), RandomPlan())

    assert (caught.value.needed, caught.value.budget, caught.value.excess) == (20, 19, 1)


@pytest.mark.parametrize("owed", [[1, 0, 0], [-1, 0, 0, 0], [0.5, 0, 0, 0]])
def test_turns_owed_are_whole_numbers_one_a_member(owed: list[float]):
    """A list of another length would be about other clients."""
    with pytest.raises(InvalidValue, match="turns_owed"):
        plan_subsets(Task(size=2, tolerance=0), pool_of([[1, 1]] * 4), RandomPlan(), turns_owed=np.array(owed))


def test_a_target_has_a_share_for_each_label():
    """Two shares for three labels are a mistake in the task's file."""
    with pytest.raises(InvalidValue, match="3, one for each label"):
        plan_subsets(Task(size=2, tolerance=0, target=(1.0, 1.0)), pool_of([[1, 1, 1]] * 4))


def test_a_target_means_nothing_without_labels():
    """The same task may serve clients who do not tell their labels (S9)."""
    plan = plan_subsets(Task(size=2, tolerance=0, target=(1.0, 1.0)), pool_of(None, payments=[1] * 4))

    assert plan.target is None


def test_without_labels_the_amount_of_data_is_balanced():
    """Sizes are all that is known of such clients (S9)."""
    offers = [Offer(client=Client(id=f"c{k}"), price=1, data_size=size) for k, size in enumerate((100, 1, 2, 99))]
    task = Task(size=2, tolerance=0, max_turns=1)
    pool = select_pool(task, score_offers(task, offers))

    certificate = certify(plan_subsets(task, pool))

    assert (certificate.least_data, certificate.most_data) == (101, 101)


def test_an_older_plan_is_repaired_for_those_who_stay_and_those_who_came():
    """Clients are known by their ids: positions change when others leave."""
    histograms = UNEQUAL.deal(120, seed=1)
    everyone = pool_of(histograms)
    first = plan_subsets(Task(max_turns=1), everyone, seed=1)
    stay = np.r_[0:40, 46:120]
    fewer = pool_of(histograms[stay], payments=[1] * len(stay))
    renamed = type(fewer)(**{name: getattr(fewer, name) for name in fewer.__slots__} | {"ids": everyone.ids[stay]})

    second = plan_subsets(Task(max_turns=1), renamed, seed=1, previous=first)

    together = [set(first.ids(t)) for t in range(len(first))]
    kept = [max(len(set(second.ids(t)) & before) for before in together) for t in range(len(second))]
    assert certify(second).kept
    assert certify(second).worst <= 1.5 * certify(first).worst
    assert np.mean(kept) > 3  # by chance two or three of ten would be together again


def test_an_older_plan_of_strangers_does_not_matter():
    """A pool may have changed altogether."""
    first = plan_subsets(Task(size=2, tolerance=0), pool_of([[1, 2]] * 4), RoundRobinPlan())
    others = pool_of([[1, 2]] * 6)
    strangers = type(others)(
        **{name: getattr(others, name) for name in others.__slots__} | {"ids": np.array(list("abcdef"))}
    )

    plan = plan_subsets(Task(size=2, tolerance=0), strangers, previous=first)

    assert certify(plan).kept


def test_progress_is_heard_and_ends_at_one():
    """A person who waits wants to know how long."""
    heard: list[float] = []

    plan_subsets(Task(), pool_of(UNEQUAL.deal(100, seed=1)), Balanced(threads=1), progress=heard.append)

    assert heard == sorted(heard)
    assert heard[-1] == 1.0


@pytest.mark.parametrize(
    "wrong",
    [{"planner": "balanced"}, {"planner": Balanced}, {"seed": 1.5}, {"seed": -1}, {"seed": 2**70}, {"previous": []}],
)
def test_a_slip_in_the_arguments_is_named(wrong):
    """A name or a class where an object is meant deserves more than an AttributeError."""
    arguments = {"planner": None, "seed": 0} | wrong

    with pytest.raises(InvalidValue, match=next(iter(wrong))):
        plan_subsets(Task(size=2, tolerance=0), pool_of([[1, 2]] * 4), **arguments)


def test_a_round_larger_than_the_pool_costs_no_memory():
    """Only as many places are set up as there are clients to take them."""
    plan = plan_subsets(Task(size=10**9, tolerance=10**9 - 1), pool_of([[1, 2]] * 20))

    assert certify(plan).kept


def test_positions_are_never_rounded():
    """A subset of fractions is a mistake, not a plan."""
    plan = plan_subsets(Task(size=2, tolerance=0), pool_of([[1, 2]] * 4))

    with pytest.raises(InvalidValue, match="whole positions"):
        replace(plan, subsets=([0.7, 1.2],))  # type: ignore[arg-type]
