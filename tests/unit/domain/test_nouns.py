"""What nouns accept in code: the same rules as in files, and refusals of the family only."""

import inspect
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import numpy as np
import pytest

from fedrota.domain.clients import Client, Histogram, History, Offer
from fedrota.domain.criteria import Criterion
from fedrota.domain.errors import InvalidValue
from fedrota.domain.files import (
    read_offers,
    read_pool,
    read_scores,
    read_task,
    write_example,
    write_offers,
    write_pool,
    write_scores,
    write_task,
)
from fedrota.domain.offers import Offers
from fedrota.domain.task import LinearPrice, Task
from fedrota.scoring import AddedCriterion, score_offers

ANNA = Client(id="anna")

REFUSED: list[tuple[Any, dict[str, Any], str]] = [
    (Task, {"name": 3}, "name is 3; expected a text"),
    (Task, {"name": ""}, "name is ''"),
    (Task, {"budget": 30.0}, "budget is 30.0; expected the integer 30"),
    (Task, {"budget": True}, "budget is True; expected a whole number"),
    (Task, {"budget": 10**16}, "expected 9,000,000,000,000,000 at most"),
    (Task, {"budget": 10**5000}, "expected 9,000,000,000,000,000 at most"),
    (Task, {"size": 10**17}, "expected 9,007,199,254,740,992 at most"),
    (Task, {"extra_share": "a"}, "extra_share is 'a'; expected a number from 0 to 1"),
    (Task, {"bonus_share": True, "budget": 100}, "bonus_share is True; expected a number from 0 to 1"),
    (Task, {"extra_share": 0.8, "bonus_share": 0.4}, r"extra_share \+ bonus_share is 1.2; expected 1 at most"),
    (Task, {"target": "abc"}, "target is 'abc'; expected one share for each label"),
    (Task, {"target": ()}, "target is empty"),
    (Task, {"target": (1, "2")}, r"target\[1\] is '2'; expected a share above 0"),
    (Task, {"target": np.ones((2, 2))}, r"target\[0\] is"),
    (Task, {"target": np.array(1.0)}, r"target is array\(1.\)"),
    (Task, {"criteria": ["cpu"]}, r"criteria\[0\] is 'cpu'; expected criteria, such as"),
    (Task, {"criteria": "cpu"}, "criteria is 'cpu'"),
    (Task, {"criteria": Criterion(name="cpu")}, "criteria is Criterion"),
    (Task, {"criteria": None}, "criteria is None"),
    (Task, {"price": 3}, "price is 3; expected a LinearPrice"),
    (Task, {"dataset": 3}, "dataset is 3"),
    (Task, {"starts": "2026-03-01"}, "starts is '2026-03-01'; expected a datetime"),
    (Task, {"starts": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=5)))}, "expected a time in UTC"),
    (Task, {"measure": np.array([1])}, "measure is array"),
    (LinearPrice, {"a": "2", "b": 1}, "price a is '2'"),
    (LinearPrice, {"a": 1, "b": 1e13}, "price b is 10000000000000.0; .* 1,000,000,000,000 at most"),
    (Criterion, {"name": 3}, "criterion name is 3"),
    (Criterion, {"name": "cpu", "minimum": "2"}, "minimum of cpu is '2'; expected a finite number"),
    (Criterion, {"name": "cpu", "minimum": 10**400}, "minimum of cpu is 1000.*; expected a finite number"),
    (Criterion, {"name": "cpu", "soft": True}, "soft of cpu is true; expected a minimum with it"),
    (Criterion, {"name": "cpu", "minimum": 1, "soft": "no"}, "soft of cpu is 'no'; expected True or False"),
    (Criterion, {"name": "cpu", "threshold": "1"}, "threshold of cpu"),
    (Criterion, {"name": "c", "parts": ["cpu"]}, r"parts of c is \['cpu'\]"),
    (Criterion, {"name": "c", "parts": {"cpu": "2"}}, "weight of cpu in c is '2'"),
    (AddedCriterion, {"name": "x", "function": 3}, "function of x is 3"),
    (AddedCriterion, {"name": "x", "function": len, "weight": "1"}, "weight of x is '1'"),
    (Client, {"id": 3}, "client id is 3; expected a name of 1 to 256 printable"),
    (Client, {"id": "a\nb"}, "client id is"),
    (Client, {"id": "x" * 257}, r"client id is 'x*'… \(257 characters\)"),
    (Client, {"id": "a", "owner": 3}, "owner of a is 3"),
    (Client, {"id": "a", "resources": {"cpu": "4"}}, "cpu of client a is '4'; expected a finite number of 0 or more"),
    (Client, {"id": "a", "resources": {"cpu": None}}, "cpu of client a is None"),
    (Client, {"id": "a", "resources": {3: 4}}, "resource of a is 3"),
    (Client, {"id": "a", "resources": [4]}, r"resources of a is \[4\]"),
    (Client, {"id": "a", "datasets": "mnist"}, "datasets of a is 'mnist'; expected names without spaces"),
    (Client, {"id": "a", "models": ["two words"]}, "models of a is 'two words'"),
    (Client, {"id": "a", "models": 3}, "models of a is 3"),
    (Client, {"id": "a", "available_from": 2026}, "available_from of a is 2026"),
    (Client, {"id": "a", "available_from": date(2026, 3, 2), "available_until": date(2026, 3, 1)}, "a time after"),
    (Offer, {"client": "anna"}, "client is 'anna'; expected a Client"),
    (Offer, {"client": ANNA, "price": 2.0}, "price of anna is 2.0; expected the integer 2"),
    (Offer, {"client": ANNA, "price": np.float64(2)}, "price of anna is 2.0; expected the integer 2"),
    (Offer, {"client": ANNA, "price": float("nan")}, "price of anna is nan; expected a whole number"),
    (Offer, {"client": ANNA, "price": float("inf")}, "price of anna is inf"),
    (Offer, {"client": ANNA, "price": 10**30}, "price of anna is 10*; expected 1,000,000,000,000 at most"),
    (Offer, {"client": ANNA, "price": -1}, "price of anna is -1"),
    (Offer, {"client": ANNA, "price": "2"}, "price of anna is '2'"),
    (Offer, {"client": ANNA, "data_size": 2.5}, "data_size of anna is 2.5"),
    (Offer, {"client": ANNA, "histogram": [1, 2]}, r"histogram of anna is \[1, 2\]; expected a Histogram"),
    (Offer, {"client": ANNA, "history": (0.5,)}, "history of anna is"),
    (Histogram, {"counts": (float("nan"),)}, r"histogram\[0\] is nan"),
    (Histogram, {"counts": (1, 2.5)}, r"histogram\[1\] is 2.5"),
    (Histogram, {"counts": (1, True)}, r"histogram\[1\] is True"),
    (Histogram, {"counts": (1, 2**54)}, r"histogram\[1\] is 18014398509481984; expected 9,007,199,254,740,992 at most"),
    (Histogram, {"counts": "12"}, "histogram is '12'"),
    (Histogram, {"counts": 3}, "histogram is 3"),
    (Histogram, {"counts": ()}, "histogram is empty"),
    (History, {"quality": 0.5}, "history quality is 0.5"),
    (History, {"quality": ("a",)}, r"history quality\[0\] is 'a'"),
]


@pytest.mark.parametrize(
    ("noun", "given", "words"), REFUSED, ids=[f"{r[0].__name__}-{k}" for k, r in enumerate(REFUSED)]
)
def test_what_is_no_such_thing_is_refused_in_words(noun: Any, given: dict[str, Any], words: str):
    """Whoever catches the family must not meet a bare error of Python, nor a wrong value that goes unseen."""
    with pytest.raises(InvalidValue, match=words):
        noun(**given)


def test_numbers_of_numpy_are_numbers():
    """Arrays are where most programs have their numbers; what is stored is Python's own."""
    task = Task(budget=np.int64(300), size=np.int32(5), extra_share=np.float32(0.5), target=np.array([1, 3]))  # type: ignore[arg-type]
    offer = Offer(client=Client(id="a", resources={"cpu": np.int64(4)}), price=np.int64(3), data_size=np.float64(7))  # type: ignore[dict-item, arg-type]

    assert [type(value) for value in (task.budget, task.size, task.extra_share)] == [int, int, float]
    assert task.target == (1.0, 3.0)
    assert [type(value) for value in (offer.price, offer.data_size, offer.client.resources["cpu"])] == [int, int, float]


@pytest.mark.parametrize("counts", [np.array([1, 2]), [1, 2], (1.0, 2.0), np.array([1.0, 2.0]), iter([1, 2])])
def test_counts_are_integers_however_they_come(counts: Any):
    """As in files, 12.0 samples are 12."""
    histogram = Histogram(counts)

    assert histogram.counts == (1, 2)
    assert {type(count) for count in histogram.counts} == {int}


def test_names_come_in_any_collection():
    """A list of data sets is as clear as a set of them."""
    assert Client(id="a", datasets=["mnist", "mnist"]).datasets == frozenset({"mnist"})  # type: ignore[arg-type]


def test_a_time_without_a_zone_is_in_utc_and_a_date_is_its_midnight():
    """The same as in files: naive and aware times can be mixed."""
    task = Task(starts=date(2026, 3, 1), ends=datetime(2026, 3, 1, 9, tzinfo=timezone(timedelta(hours=2))))  # type: ignore[arg-type]
    client = Client(id="a", available_from=datetime(2026, 3, 1))

    assert task.starts == client.available_from == datetime(2026, 3, 1, tzinfo=UTC)
    with pytest.raises(InvalidValue, match="ends is 2026-03-01"):
        Task(starts=datetime(2026, 3, 1, 9), ends=datetime(2026, 3, 1, 8, tzinfo=UTC))


@pytest.mark.parametrize("call", [read_offers, read_task, read_pool, read_scores, write_example])
def test_no_path_is_bad_input(call: Any):
    """A variable that was never set is a common path."""
    with pytest.raises(InvalidValue, match="path is None; expected a text"):
        call(None)


@pytest.mark.parametrize("call", [write_offers, write_task, write_pool, write_scores])
def test_what_is_written_must_be_the_noun(call: Any, tmp_path: Any):
    """Arguments in the wrong order are found before a file is touched."""
    with pytest.raises(InvalidValue, match="expected"):
        call(str(tmp_path / "file.csv"), str(tmp_path / "file.csv"))

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("offers", ["offers.csv", None, [3], [Client(id="a")]])
def test_what_is_no_offers_says_how_to_read_some(offers: Any):
    """The path of the file is the first thing that people pass."""
    with pytest.raises(InvalidValue, match=r"fedrota\.read_offers"):
        score_offers(Task(), offers)
    with pytest.raises(InvalidValue, match=r"fedrota\.read_task"):
        score_offers("task.toml", Offers.of([]))  # type: ignore[arg-type]


def test_the_help_of_a_task_is_short_and_complete():
    """Who asks for help wants the fields, each with a word, not Table I spelled out."""
    assert len(str(inspect.signature(Task))) < 1000
    described = Task.__doc__ or ""
    for name in inspect.signature(Task).parameters:
        assert name in described.split("Attributes")[1]
