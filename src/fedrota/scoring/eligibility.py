"""The conditions that come before any score: data set, model, time window, minimums (S12, S15). It computes none."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.criteria import Criterion
from fedrota.domain.offers import Offers
from fedrota.domain.scores import Rule
from fedrota.domain.task import Task
from fedrota.scoring.added import AddedCriterion

__all__ = ["Condition", "Verdicts", "check", "conditions"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Texts = NDArray[np.str_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Condition:
    """A rule before it is counted: how sentences name it, who meets it, and the numbers that it looks at."""

    name: str
    miss: str
    meets: Bools
    seen: Floats | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Verdicts:
    """The rules with their counts; for each client the first one missed, or -1, and the number it saw."""

    rules: tuple[Rule, ...]
    missed: NDArray[np.int16]
    seen: Floats


def check(count: int, asked: Iterable[Condition]) -> Verdicts:
    """Count who meets each condition, and find the first that each client misses."""
    asked = tuple(asked)
    rules = tuple(Rule(name=one.name, miss=one.miss, passed=int(np.count_nonzero(one.meets))) for one in asked)
    missed = np.full(count, -1, dtype=np.int16)
    seen = np.full(count, np.nan)
    for index in reversed(range(len(asked))):  # backwards: the first rule missed is written last
        fails = np.flatnonzero(~asked[index].meets)
        missed[fails] = index
        numbers = asked[index].seen
        seen[fails] = np.nan if numbers is None else numbers[fails]
    return Verdicts(rules=rules, missed=missed, seen=seen)


def conditions(
    task: Task, offers: Offers, resources: Mapping[str, Floats], added: Iterable[tuple[AddedCriterion, Floats]]
) -> Iterator[Condition]:
    """Return what the task demands: data set, model, time window, minimums, thresholds of added criteria."""
    if task.dataset is not None:
        yield _holds(f"data set {task.dataset}", "does not hold", _has(offers.datasets, task.dataset, len(offers)))
    if task.model is not None:
        yield _holds(f"model {task.model}", "cannot train", _has(offers.models, task.model, len(offers)))
    for when, end in ((task.starts, "starts"), (task.ends, "ends")):
        if when is not None:
            yield _present(offers, when, end)
    for criterion in task.criteria:
        if criterion.minimum and not criterion.soft and criterion.name in resources:
            yield from _minimum(criterion, criterion.minimum, resources[criterion.name])
    for extra, scores in added:
        if extra.threshold is not None:
            yield _threshold(extra.name, extra.threshold, scores)


def _minimum(criterion: Criterion, minimum: float, values: Floats) -> Iterator[Condition]:
    name = criterion.name
    least = f"{minimum:,.10g}"
    silent = np.isnan(values)
    if silent.all() and len(values):
        rule = f"{name} of {least} or more: no offer states {name}"
        yield Condition(name=rule, miss=f"does not state {_plain(name)}", meets=~silent)
        return
    if silent.any():
        yield Condition(
            name=f"{name} stated",
            miss=f"does not state {_plain(name)}",
            meets=~silent,
        )
    yield Condition(
        name=f"{name} of {least} or more",
        miss=f"{_plain(name)} {{seen:,.10g}} is below the minimum {least}",
        meets=values >= minimum,
        seen=values,
    )


def _threshold(name: str, threshold: float, scores: Floats) -> Condition:
    return Condition(
        name=f"a {name} score of {threshold:g} or more",
        miss=f"its {_plain(name)} score of {{seen:.3f}} is below the threshold of {threshold:g}",
        meets=scores >= threshold,
        seen=scores,
    )


def _holds(what: str, lacks: str, meets: Bools) -> Condition:
    return Condition(name=what, miss=f"{lacks} {_plain(what)}", meets=meets)


def _has(column: Texts | None, word: str, count: int) -> Bools:
    if column is None:  # no offer says anything: nobody is known to have it
        return np.zeros(count, dtype=np.bool_)
    framed = np.strings.add(np.strings.add(" ", column), " ")
    found: Bools = np.strings.find(framed, f" {word} ") >= 0
    return found


def _present(offers: Offers, when: datetime, end: str) -> Condition:
    """Demand presence at one end of the task; a client's window has no holes, so both ends are all of it."""
    moment = _utc(when)
    inside = np.ones(len(offers), dtype=np.bool_)
    if offers.available_from is not None:
        inside &= ~(offers.available_from > moment)  # NaT, an open end, compares false
    if offers.available_until is not None:
        inside &= ~(offers.available_until < moment)
    text = f"{moment.astype('datetime64[m]').item():%Y-%m-%d %H:%M} UTC"
    return Condition(
        name=f"available when the task {end}, {text}",
        miss=f"is not available when the task {end}, {text}",
        meets=inside,
    )


def _utc(when: datetime) -> np.datetime64:
    plain = when.astimezone(UTC).replace(tzinfo=None) if when.tzinfo else when
    return np.datetime64(plain, "us")


def _plain(text: str) -> str:
    """Double the braces: a rule's sentence is a format, and a name may hold some."""
    return text.replace("{", "{{").replace("}", "}}")
