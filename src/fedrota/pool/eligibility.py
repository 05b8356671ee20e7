"""Who may be in the pool at all: the task's minimums (in the score table) and its thresholds (here)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue, TooFewClients
from fedrota.domain.scores import ScoreTable
from fedrota.domain.task import Task

__all__ = ["Qualified", "qualify"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Qualified:
    """Who qualifies, and how many pass each condition.

    Attributes
    ----------
    items
        Indices of the clients that meet every condition, ascending.
    passed
        Condition to number of clients that meet it.
    """

    items: NDArray[np.int64]
    passed: dict[str, int]


def qualify(task: Task, scores: ScoreTable) -> Qualified:
    """Find who meets every minimum and every threshold (constraint (const13) of stage 1)."""
    keep = scores.eligible.copy()
    passed = {rule.name: rule.passed for rule in scores.rules}
    for name, threshold in thresholds(task).items():
        if name not in scores.criteria:
            raise InvalidValue(f"threshold of {name}", seen=threshold, expected="a criterion that is scored")
        meets = scores.column(name) >= threshold
        passed[f"a {name} score of {threshold:g} or more"] = int(meets.sum())
        keep &= meets
    return Qualified(items=np.flatnonzero(keep), passed=passed)


def require(task: Task, scores: ScoreTable, qualified: Qualified) -> None:
    """Raise where fewer clients qualify than the task needs."""
    if len(qualified.items) < max(1, task.min_clients):
        raise TooFewClients(
            needed=max(1, task.min_clients),
            qualified=len(qualified.items),
            offered=len(scores),
            passed=qualified.passed,
        )


def thresholds(task: Task) -> dict[str, float]:
    """Return the least score of each criterion that has one."""
    return {c.name: c.threshold for c in task.criteria if c.threshold is not None}


def why_not(task: Task, scores: ScoreTable, k: int) -> str | None:
    """Say which condition client ``k`` misses first, or nothing where it meets all of them."""
    if scores.missed[k] >= 0:
        return scores.rules[int(scores.missed[k])].miss.format(seen=float(scores.seen[k]))
    for name, threshold in thresholds(task).items():
        value = float(scores.column(name)[k])
        if value < threshold:
            return f"its {name} score of {value:.3f} is below the threshold of {threshold:g}"
    return None
