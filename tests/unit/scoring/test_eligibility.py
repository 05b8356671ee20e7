"""Who is not eligible, and the sentence that says why."""

from datetime import UTC, datetime, timedelta, timezone

import numpy as np
import pytest

from fedrota.domain.clients import Client, Histogram, Offer
from fedrota.domain.criteria import Criterion
from fedrota.domain.offers import Offers
from fedrota.domain.task import Task
from fedrota.scoring import AddedCriterion, score_offers

BEHAVIOR = Criterion(name="behavior")
NINE = datetime(2026, 3, 1, 9, tzinfo=UTC)


def verdicts(task, *clients, **options):
    """For each client the sentence of the rule that it misses, or "in"."""
    table = score_offers(task, [Offer(client=client, price=1) for client in clients], **options)
    return [
        "in" if rule < 0 else table.rules[rule].miss.format(seen=float(seen))
        for rule, seen in zip(table.missed, table.seen, strict=True)
    ]


def clients_with(**columns):
    """One client for each value of one resource."""
    ((name, values),) = columns.items()
    return [Client(id=f"c{k}", resources={} if v is None else {name: v}) for k, v in enumerate(values)]


def test_below_a_minimum_a_client_is_out_and_the_sentence_says_by_what():
    """A client that asks why gets its own number and the one it needs."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2),))

    assert verdicts(task, *clients_with(cpu=[2, 1.5, 0])) == [
        "in",
        "cpu 1.5 is below the minimum 2",
        "cpu 0 is below the minimum 2",
    ]


def test_rules_name_the_minimum_and_count_who_meets_it():
    """Too few clients is answered by which rule costs how many."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2), Criterion(name="bandwidth", minimum=1_500_000)))

    offers = [Offer(client=Client(id=str(k), resources={"cpu": k, "bandwidth": 1e6 * k}), price=1) for k in range(4)]
    table = score_offers(task, offers)

    assert [(rule.name, rule.passed) for rule in table.rules] == [
        ("cpu of 2 or more", 2),
        ("bandwidth of 1,500,000 or more", 2),
    ]


def test_a_client_that_does_not_state_a_needed_resource_is_out():
    """Silence is not a zero, and the sentence must not claim one."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2),))

    assert verdicts(task, *clients_with(cpu=[None, 4])) == ["does not state cpu", "in"]


def test_a_resource_that_no_offer_states_excludes_everybody():
    """A misspelled criterion shows at once: nobody states it."""
    task = Task(criteria=(Criterion(name="cpus", minimum=2),))

    assert verdicts(task, *clients_with(cpu=[8, 4])) == ["does not state cpus"] * 2
    (rule,) = score_offers(task, clients_offers(cpu=[8, 4])).rules
    assert rule.name == "cpus of 2 or more: no offer states cpus"


@pytest.mark.parametrize("value", [None, 0, 1])
def test_a_soft_minimum_excludes_nobody_and_scores_below_one_half(value):
    """Soft means: less is worse, not impossible; nothing stated is the least."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2, soft=True),))

    table = score_offers(task, [Offer(client=client, price=1) for client in clients_with(cpu=[value])])

    assert table.eligible.all()
    assert table.totals[0] == pytest.approx((value or 0) / ((value or 0) + 2))


def test_a_client_is_told_the_first_rule_that_it_misses():
    """One sentence a client, in the order of the task's criteria."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2), Criterion(name="gpu", minimum=1)))

    told = verdicts(
        task, Client(id="a", resources={"cpu": 1, "gpu": 0}), Client(id="b", resources={"cpu": 2, "gpu": 0})
    )

    assert told == ["cpu 1 is below the minimum 2", "gpu 0 is below the minimum 1"]


def test_the_minimum_of_a_part_stays_in_force():
    """Combining scores does not soften what the task needs."""
    task = Task(criteria=(Criterion(name="all", parts={"cpu": 1}), Criterion(name="cpu", minimum=2)))

    assert verdicts(task, *clients_with(cpu=[1])) == ["cpu 1 is below the minimum 2"]


def test_data_size_is_counted_from_the_histogram_or_stated():
    """Whoever discloses labels need not also count them."""
    task = Task(criteria=(Criterion(name="data_size", minimum=100),))
    client = Client(id="a")

    counted = score_offers(task, [Offer(client=client, price=1, histogram=Histogram((250, 50)))])
    said = score_offers(task, [Offer(client=client, price=1, data_size=300)])
    silent = score_offers(task, [Offer(client=client, price=1)])

    assert counted.totals.tolist() == said.totals.tolist() == [0.75]
    assert silent.rules[silent.missed[0]].miss == "does not state data_size"


def test_tasks_completed_is_stated_or_the_length_of_the_history():
    """A provider's own count goes before what the history happens to keep (S15)."""
    task = Task(criteria=(Criterion(name="tasks_completed", minimum=2),))
    quality = np.array([[np.nan, 0.5, 1.0], [np.nan, np.nan, 1.0]])
    offers = Offers(
        ids=np.array(["a", "b"]),
        prices=np.array([1, 1]),
        resources={},
        histograms=None,
        data_sizes=None,
        quality=quality,
        behavior=np.full((2, 0), np.nan),
    )

    from_history = score_offers(task, offers)
    stated = score_offers(task, clients_offers(tasks_completed=[6, 0]))

    assert from_history.eligible.tolist() == [True, False]
    assert from_history.totals.tolist() == [0.5, pytest.approx(1 / 3)]
    assert stated.totals.tolist() == [0.75, 0.0]


def clients_offers(**columns):
    """Offers of one resource."""
    return [Offer(client=client, price=1) for client in clients_with(**columns)]


def test_a_required_data_set_is_matched_as_a_whole_word():
    """A client that holds cifar100 does not hold cifar10."""
    task = Task(criteria=(BEHAVIOR,), dataset="cifar10")
    held = ["mnist cifar10", "cifar100", "my-cifar10", "cifar10", ""]

    told = verdicts(
        task, *(Client(id=f"c{k}", datasets=frozenset(names.split()) or None) for k, names in enumerate(held))
    )

    out = "does not hold data set cifar10"
    assert told == ["in", out, out, "in", out]


def test_a_required_model_must_be_named():
    """Who says nothing about models cannot be counted on to train one (S15)."""
    task = Task(criteria=(BEHAVIOR,), model="cnn")

    assert verdicts(task, Client(id="a"), Client(id="b", models=frozenset({"cnn"}))) == ["cannot train model cnn", "in"]
    assert verdicts(task, Client(id="a")) == ["cannot train model cnn"]


@pytest.mark.parametrize(
    ("opens", "closes", "told"),
    [
        (None, None, "in"),
        (NINE, NINE + timedelta(hours=8), "in"),
        (NINE - timedelta(days=1), None, "in"),
        (NINE + timedelta(minutes=1), None, "is not available when the task starts, 2026-03-01 09:00 UTC"),
        (None, NINE - timedelta(days=1), "is not available when the task starts, 2026-03-01 09:00 UTC"),
        (None, NINE + timedelta(hours=7), "is not available when the task ends, 2026-03-01 17:00 UTC"),
        (NINE.astimezone(timezone(timedelta(hours=2))), None, "in"),
    ],
)
def test_a_client_must_be_there_for_all_of_the_task(opens, closes, told):
    """A window has no holes: who is there at both ends is there between; an open end is no limit."""
    task = Task(criteria=(BEHAVIOR,), starts=NINE, ends=NINE + timedelta(hours=8))

    assert verdicts(task, Client(id="a", available_from=opens, available_until=closes)) == [told]


def test_a_task_without_an_end_needs_whoever_is_there_when_it_starts():
    """Each end is a rule of its own, and a time without a zone is UTC."""
    task = Task(criteria=(BEHAVIOR,), starts=NINE.replace(tzinfo=None))

    gone = Client(id="a", available_until=NINE - timedelta(seconds=1))

    assert verdicts(task, gone, Client(id="b", available_from=NINE))[1] == "in"
    assert verdicts(task, gone)[0].startswith("is not available when the task starts")


def test_an_added_criterion_with_a_threshold_is_a_rule():
    """A task's thresholds are its own; an added criterion brings its own along."""
    trust = AddedCriterion("trust", lambda offers: np.linspace(0, 1, len(offers)), threshold=0.5)

    told = verdicts(Task(criteria=(BEHAVIOR,)), *clients_with(cpu=[1, 1, 1]), added=[trust])

    assert told == ["its trust score of 0.000 is below the threshold of 0.5", "in", "in"]


def test_names_with_braces_survive_in_sentences():
    """A sentence is a format; a name must not be."""
    task = Task(criteria=(Criterion(name="a{b}", minimum=2),), dataset=None)

    assert verdicts(task, *clients_with(**{"a{b}": [1, None]})) == [
        "a{b} 1 is below the minimum 2",
        "does not state a{b}",
    ]
