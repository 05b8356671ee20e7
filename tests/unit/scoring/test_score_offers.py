"""The score table as a whole: which columns it has, what the totals are, what depends on whom."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.clients import Client, Histogram, History, Offer
from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import InvalidValue
from fedrota.domain.offers import Offers
from fedrota.domain.task import Task
from fedrota.scoring import AddedCriterion, score_offers

MINIMUMS = {"cpu": 2, "gpu": 1, "memory": 8, "storage": 50, "power": 10, "bandwidth": 5, "connection": 1}
MEASURED = {"data_size": 100}


def table_1(**minimums):
    """Return the eleven criteria, with these minimums."""
    return tuple(replace(criterion, minimum=minimums.get(criterion.name)) for criterion in TABLE_1)


def offer(name="a", *, price=5, counts=None, quality=(), behavior=(), **resources):
    """Make an offer in one line."""
    return Offer(
        client=Client(id=name, resources=resources),
        price=price,
        histogram=None if counts is None else Histogram(counts),
        history=History(quality=quality, behavior=behavior),
    )


def columns(count, *, seed=0):
    """Offers with everything that Table I asks for, as arrays."""
    random = np.random.default_rng(seed)
    past = random.random((2, count, 3))
    past[:, random.random(count) < 0.3, :2] = np.nan
    return Offers(
        ids=np.array([f"c{k}" for k in range(count)], dtype=np.str_),
        prices=random.integers(0, 100, count),
        resources={name: random.random(count) * 4 * least for name, least in MINIMUMS.items()},
        histograms=random.integers(0, 60, (count, 10)),
        data_sizes=None,
        quality=past[0],
        behavior=past[1],
    )


def test_all_eleven_criteria_of_table_1_are_scored():
    """The whole of §IV for one client, by hand."""
    task = Task(criteria=table_1(**MINIMUMS, **MEASURED))
    one = offer(
        **{name: 3 * least for name, least in MINIMUMS.items()}, counts=(200, 100), quality=(0.8, 1.0), behavior=(1.0,)
    )

    table = score_offers(task, [one])

    assert table.criteria == tuple(criterion.name for criterion in TABLE_1)
    assert table.row(0) == pytest.approx(
        {
            **dict.fromkeys([*MINIMUMS, "data_size"], 0.75),
            "data_distribution": 2 / 3,
            "model_quality": 0.9,
            "behavior": 1,
        }
    )
    assert table.totals[0] == pytest.approx(8 * 0.75 + 2 / 3 + 0.9 + 1)
    assert table.eligible.all()


def test_a_resource_without_a_minimum_is_not_scored():
    """There is nothing to compare it with (S12); a minimum of 0 says the same."""
    task = Task(criteria=table_1(cpu=2, gpu=0))

    table = score_offers(task, [offer(cpu=2, gpu=3, memory=9)])

    assert table.criteria == ("cpu", "model_quality", "behavior")


def test_newcomers_get_the_tasks_prior():
    """Without a past a client must neither lead nor trail (S5)."""
    task = Task(criteria=table_1(), newcomer_prior=0.25)

    table = score_offers(task, [offer("new"), offer("old", quality=(1.0,), behavior=(0.5,))])

    assert table.values.tolist() == [[0.25, 0.25], [1.0, 0.5]]


def test_only_the_latest_tasks_count():
    """A server keeps a fixed number of recent tasks, |q|."""
    task = Task(criteria=(Criterion(name="model_quality"),), history_length=2)

    table = score_offers(task, [offer(quality=(0.0, 0.0, 0.5, 1.0)), offer("b", quality=(0.5,))])

    assert table.totals.tolist() == [0.75, 0.5]


def test_a_client_without_data_scores_zero_for_its_distribution():
    """An empty histogram is not a balanced one."""
    task = Task(criteria=(Criterion(name="data_distribution"),))

    table = score_offers(task, [offer(counts=(0, 0)), offer("b", counts=(3, 3))])

    assert table.totals.tolist() == [0.0, 1.0]


@pytest.mark.parametrize(("measure", "score"), [("nid", 0.5), ("l2", 0.5), ("hellinger", 0.6589), ("kl", 0.8113)])
def test_the_task_names_the_measure(measure, score):
    """Four degrees of non-iid, one criterion."""
    task = Task(criteria=(Criterion(name="data_distribution"),), measure=measure)

    table = score_offers(task, [offer(counts=(3, 1))])

    assert table.totals[0] == pytest.approx(score, abs=1e-4)


def test_the_distribution_is_measured_against_the_tasks_target():
    """Iid means like the population, and not every population is uniform."""
    task = Task(criteria=(Criterion(name="data_distribution"),), target=(3, 1))

    table = score_offers(task, [offer(counts=(300, 100)), offer("b", counts=(0, 100))])

    assert table.totals.tolist() == [1.0, 0.0]


def test_the_total_is_the_weighted_sum():
    """Equation 7, with weights of the requester's choice, 0 among them."""
    task = Task(
        criteria=(
            Criterion(name="cpu", minimum=2, weight=3),
            Criterion(name="memory", minimum=8, weight=0.5),
            Criterion(name="behavior", weight=0),
        )
    )

    table = score_offers(task, [offer(cpu=2, memory=24)])

    assert table.weights.tolist() == [3.0, 0.5, 0.0]
    assert table.totals.tolist() == [3 * 0.5 + 0.5 * 0.75]


def test_a_combination_averages_its_parts_and_stands_for_them_in_the_total():
    """Several scores can be one, and none may count twice; the parts stay as columns for thresholds."""
    parts = {"cpu": 2, "memory": 1}
    task = Task(
        criteria=(
            Criterion(name="computation", parts=parts, weight=2),
            Criterion(name="cpu", minimum=2, threshold=0.4),
            Criterion(name="memory", minimum=8),
        )
    )

    table = score_offers(task, [offer(cpu=2, memory=24)])

    assert table.row(0) == pytest.approx({"computation": (2 * 0.5 + 0.75) / 3, "cpu": 0.5, "memory": 0.75})
    assert table.weights.tolist() == [2.0, 0.0, 0.0]
    assert table.totals[0] == pytest.approx(2 * (2 * 0.5 + 0.75) / 3)


def test_a_part_that_cannot_be_scored_is_an_error():
    """Left out silently, it would change what the written weights mean."""
    task = Task(
        criteria=(
            Criterion(name="both", parts={"cpu": 1, "gpu": 1}),
            Criterion(name="cpu", minimum=2),
            Criterion(name="gpu"),
        )
    )

    with pytest.raises(InvalidValue, match="gpu, a part of both, is not scored; expected a minimum above 0 for gpu"):
        score_offers(task, [offer(cpu=2, gpu=2)])


@pytest.mark.parametrize(
    ("criterion", "remedy"),
    [
        (Criterion(name="cpu", threshold=0.5), "a minimum above 0 for cpu"),
        (Criterion(name="data_distribution", threshold=0.5), "label histograms in the offers"),
    ],
)
def test_a_threshold_on_what_cannot_be_scored_is_an_error(criterion, remedy):
    """Whoever sets a threshold counts on it; ignoring it would let anyone in."""
    with pytest.raises(InvalidValue, match=f"threshold of {criterion.name} is 0.5; expected {remedy}"):
        score_offers(Task(criteria=(criterion, Criterion(name="behavior"))), [offer(cpu=2)])


@pytest.mark.parametrize(
    "criterion", [Criterion(name="behavior", minimum=1), Criterion(name="both", parts={"x": 1}, minimum=1)]
)
def test_a_minimum_on_what_is_computed_is_an_error(criterion):
    """Clients state resources; a computed score has a threshold instead."""
    task = Task(criteria=(criterion, Criterion(name="x", minimum=1)))

    with pytest.raises(InvalidValue, match="a threshold says the least score"):
        score_offers(task, [offer(x=2)])


def test_nothing_to_score_by_is_an_error_that_says_what_to_add():
    """A table of no columns would make every client worth nothing."""
    with pytest.raises(InvalidValue, match="a minimum above 0 for a resource, label histograms"):
        score_offers(Task(criteria=(Criterion(name="cpu"), Criterion(name="data_distribution"))), [offer(cpu=2)])


def test_min_max_is_the_papers_wording_and_depends_on_the_cohort():
    """Everyone's score moves with the richest offer: a truthful mechanism must know."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2),), normalization="min-max")

    table = score_offers(task, [offer("a", cpu=2), offer("b", cpu=3), offer("c", cpu=6)])

    assert table.totals.tolist() == [0.0, 0.25, 1.0]
    assert table.depends_on_cohort
    assert not table.depends_on_ask


def test_min_max_runs_over_the_eligible():
    """An offer that cannot be chosen must not press down those that can."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2), Criterion(name="gpu", minimum=1)), normalization="min-max")

    table = score_offers(
        task,
        [offer("a", cpu=2, gpu=1), offer("b", cpu=4, gpu=1), offer("c", cpu=1000, gpu=0), offer("d", cpu=1, gpu=1)],
    )

    assert table.column("cpu").tolist() == [0.0, 1.0, 1.0, 0.0]
    assert table.column("gpu").tolist() == [0.5, 0.5, 0.5, 0.5]


def test_min_max_that_scores_nothing_does_not_depend_on_the_cohort():
    """The flag says what is so, not what was configured."""
    table = score_offers(Task(criteria=(Criterion(name="behavior"),), normalization="min-max"), [offer()])

    assert not table.depends_on_cohort


def test_ratios_do_not_depend_on_the_cohort():
    """A client alone has bit by bit the scores that it has among twenty thousand, whatever the measure."""
    everyone = columns(20_000)

    for measure in ("nid", "l2", "hellinger", "kl"):
        task = Task(criteria=table_1(**MINIMUMS, **MEASURED), measure=measure)
        together = score_offers(task, everyone)
        alone = [score_offers(task, [everyone[k]]) for k in (0, 8191, 8192, 19_999)]

        assert not together.depends_on_cohort
        assert [table.totals[0] for table in alone] == together.totals[[0, 8191, 8192, 19_999]].tolist()
        assert (
            np.array([table.values[0] for table in alone]).tolist() == together.values[[0, 8191, 8192, 19_999]].tolist()
        )


def test_columns_and_offers_one_by_one_score_alike():
    """Two doors into one room."""
    arrays = columns(50)
    task = Task(criteria=table_1(**MINIMUMS, **MEASURED))

    assert score_offers(task, list(arrays)).values.tolist() == score_offers(task, arrays).values.tolist()


@given(values=st.lists(st.floats(0, 1e6), min_size=2, max_size=9), minimum=st.floats(1e-3, 1e6))
def test_more_of_a_resource_never_scores_less(values, minimum):
    """Scores order clients as their resources do, in both normalizations."""
    ordered = sorted(values)
    offers = [offer(f"c{k}", cpu=value) for k, value in enumerate(ordered)]

    for normalization in ("ratio", "min-max"):
        task = Task(criteria=(Criterion(name="cpu", minimum=minimum, soft=True),), normalization=normalization)
        scores = score_offers(task, offers).totals

        assert ((scores >= 0) & (scores <= 1)).all()
        assert (np.diff(scores) >= 0).all()


def test_totals_are_what_exact_sums_round_to():
    """Sums run in one order; they stay within rounding of the exact ones."""
    table = score_offers(Task(criteria=table_1(**MINIMUMS, **MEASURED)), columns(100))

    for k in range(100):
        assert table.totals[k] == pytest.approx(math.fsum(table.values[k]), rel=1e-14)


def test_no_offers_make_an_empty_table():
    """A task may be scored before anybody came."""
    for normalization in ("ratio", "min-max"):
        table = score_offers(Task(criteria=table_1(cpu=2), normalization=normalization), [])

        assert len(table) == 0
        assert table.values.shape == (0, 3)
        assert table.rules[0].passed == 0


def test_histograms_travel_with_the_table():
    """Planning needs them, and takes the table only."""
    arrays = columns(5)

    assert score_offers(Task(criteria=table_1()), arrays).histograms is arrays.histograms


def test_the_offers_are_left_alone():
    """Scoring reads columns that the caller still needs."""
    arrays = columns(100)
    before = [arrays.histograms.copy(), arrays.quality.copy(), *(column.copy() for column in arrays.resources.values())]

    score_offers(
        Task(criteria=table_1(**MINIMUMS, **MEASURED), history_length=2),
        arrays,
        added=[AddedCriterion("x", lambda offers: offers.resources["cpu"] / 100)],
    )

    after = [arrays.histograms, arrays.quality, *arrays.resources.values()]
    assert all(np.array_equal(one, two, equal_nan=True) for one, two in zip(before, after, strict=True))
