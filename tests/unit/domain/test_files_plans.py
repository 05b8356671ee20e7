"""Plans as JSON: with pool and rules inside, the same to the bit, and nothing believed that cannot be."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota import Plan, certify, read_plan, write_plan
from fedrota.domain.errors import InvalidFile, InvalidValue, NewerFile
from fedrota.domain.files import plan_from_json, plan_to_json
from tests.unit.subsets.pools import plan_of, pool_of

PLAN = plan_of(
    pool_of([[1, 2], [3, 4], [5, 6], [0, 7]], payments=[3, 4, 5, 6]),
    [[0, 1], [2, 3]],
    measure="kl",
    target=(1 / 3, 2 / 3),
    budget=18,
    seed=7,
    stopped_by="bound",
)


def same(one: Plan, other: Plan) -> bool:
    """Compare two plans, to the bit."""
    rules = ("size", "tolerance", "max_turns", "measure", "target", "budget", "planner", "seed", "stopped_by")
    return (
        all(getattr(one, name) == getattr(other, name) for name in rules)
        and [subset.tolist() for subset in one.subsets] == [subset.tolist() for subset in other.subsets]
        and all(np.array_equal(getattr(one.pool, name), getattr(other.pool, name)) for name in one.pool.__slots__)
    )


def test_a_plan_comes_back_as_it_was_and_is_certified_alone(tmp_path: Path):
    """A server trains by a plan that another machine made, and an auditor checks it later."""
    write_plan(PLAN, tmp_path / "plan.json")

    read = read_plan(tmp_path / "plan.json")

    assert same(read, PLAN)
    assert certify(read) == certify(PLAN)


def test_a_plan_that_breaks_its_rules_can_be_read():
    """Only then can the certificate say which."""
    cheat = plan_of(PLAN.pool, [[0, 0, 1]])

    assert not certify(plan_from_json(plan_to_json(cheat))).kept


@given(
    subsets=st.lists(st.lists(st.integers(0, 3), max_size=5), max_size=4),
    target=st.none() | st.tuples(*[st.floats(1e-4, 1e4)] * 2),
    budget=st.none() | st.integers(0, 2**60),
)
def test_any_plan_comes_back(subsets: list[list[int]], target: tuple[float, float] | None, budget: int | None):
    """Whatever a planner made, it is not for the file to lose it."""
    plan = plan_of(PLAN.pool, subsets, target=target, budget=budget, seed=None)

    assert same(plan_from_json(plan_to_json(plan)), plan)


def test_a_certificate_rides_along_and_is_not_believed():
    """Whoever reads the file may look at it; FedRota certifies again."""
    text = plan_to_json(PLAN, certificate=asdict(certify(PLAN)))

    assert json.loads(text)["certificate"]["cost"] == 18
    assert same(plan_from_json(text), PLAN)


def _set(key: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda values: values.update({key: value})


def _pool(key: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda values: values["pool"].update({key: value})


LIES: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (_set("format", "fedrota/pool"), "format", "'fedrota/plan'"),
    (_set("pool", [1]), "pool", "an object"),
    (_pool("format", "fedrota/plan"), "pool.format", "'fedrota/pool'"),
    (_pool("asks", [1]), "pool.asks", "4, one for each"),
    (_pool("cost", 17), "pool.cost", "18, the sum of the payments"),
    (lambda values: values["pool"].pop("ids"), "pool.ids", "no such key"),
    (_pool("name", "x"), "pool.name", "an unknown key"),
    (_set("subsets", 3), "subsets", "a list"),
    (_set("subsets", [[0], 3]), "subsets[1]", "a list of positions"),
    (_set("subsets", [[0], [1, 4]]), "subsets[1][1]", "from 0 to 3"),
    (_set("subsets", [[0], [-1]]), "subsets[1][0]", "from 0 to 3"),
    (_set("subsets", [[True]]), "subsets[0][0]", "a whole number"),
    (_set("size", 0), "size", "1 or more"),
    (_set("tolerance", 2), "tolerance", "less than the size"),
    (_set("max_turns", 0), "max_turns", "1 or more"),
    (_set("measure", "variance"), "measure", "one of nid"),
    (_set("target", [0.5, 0.0]), "target[1]", "a share above 0"),
    (_set("target", [0.5]), "target", "2, one for each label"),
    (_set("target", "uniform"), "target", "a list"),
    (_set("budget", 1.5), "budget", "a whole number"),
    (_set("planner", ""), "planner", "text"),
    (_set("stopped_by", "luck"), "stopped_by", "one of bound"),
    (_set("turns", 3), "turns", "an unknown key"),
]


@pytest.mark.parametrize(("change", "key", "words"), LIES, ids=[f"{k}-{lie[1]}" for k, lie in enumerate(LIES)])
def test_a_plan_that_cannot_be_is_refused(change: Callable[[dict[str, Any]], object], key: str, words: str):
    """A file from elsewhere may be anything, and clients are called by it."""
    values = json.loads(plan_to_json(PLAN))
    change(values)

    with pytest.raises(InvalidFile) as caught:
        plan_from_json(json.dumps(values), "plan.json")

    assert (caught.value.file, caught.value.column) == ("plan.json", key)
    assert words in str(caught.value)


@pytest.mark.parametrize("where", ["plan", "pool"])
def test_a_file_of_a_later_version_says_to_upgrade(where: str):
    """The pool inside has a version of its own."""
    values = json.loads(plan_to_json(PLAN))
    (values if where == "plan" else values["pool"])["version"] = 2

    with pytest.raises(NewerFile, match="pip install -U fedrota"):
        plan_from_json(json.dumps(values))


def test_a_plan_that_could_not_be_read_back_is_not_written(tmp_path: Path):
    """A file that FedRota writes, it reads."""
    with pytest.raises(InvalidValue):
        write_plan(replace(PLAN, pool=replace(PLAN.pool, cost=1)), tmp_path / "plan.json")

    assert list(tmp_path.iterdir()) == []
