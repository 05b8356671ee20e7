"""Model quality and behavior: from rounds to a task, from past tasks to a score (eq. 3-5, S3, S5, S13)."""

import math
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["quality_from_cosine", "recent_mean", "task_behavior", "task_quality", "tasks_completed"]

Floats = NDArray[np.float64]

SLACK = 1e-5
"""How far a cosine computed in 32-bit floats may lie beyond 1."""


def quality_from_cosine(cosine: ArrayLike) -> Floats:
    """Map a cosine similarity from [-1, 1] to a quality in [0, 1], (1 + cos) / 2.

    Examples
    --------
    >>> quality_from_cosine([-1.0, 0.0, 1.0]).tolist()
    [0.0, 0.5, 1.0]
    """
    values = np.asarray(cosine, dtype=np.float64)
    bad = ~(np.abs(values) <= 1 + SLACK)  # NaN compares false
    if bad.any():
        odd = int(bad.argmax())
        raise InvalidValue("cosine", index=odd, seen=values.ravel()[odd], expected="a number from -1 to 1")
    quality: Floats = (1.0 + np.clip(values, -1.0, 1.0)) / 2.0
    return quality


def task_quality(values: Iterable[float]) -> float:
    """Return a client's quality in one task: the mean over the rounds in which it returned a model, 0 with none.

    Examples
    --------
    >>> task_quality([0.5, 1.0]), task_quality([])
    (0.75, 0.0)
    """
    rounds = _rounds("quality", values)
    return math.fsum(rounds) / len(rounds) if rounds else 0.0


def task_behavior(values: Iterable[float]) -> float:
    """Return a client's behavior in one task: the share of its assigned rounds in which it returned a model.

    Without an assigned round there is nothing to judge, and the task does not belong in the client's history.

    Examples
    --------
    >>> task_behavior([1, 1, 0, 1])
    0.75
    """
    rounds = _rounds("behavior", values)
    if not rounds:
        raise InvalidValue("behavior", seen="of no rounds", expected="at least one assigned round")
    return math.fsum(rounds) / len(rounds)


def _rounds(name: str, values: Iterable[float]) -> list[float]:
    rounds = [float(value) for value in values]
    for index, value in enumerate(rounds):
        if not 0 <= value <= 1:
            raise InvalidValue(name, index=index, seen=value, expected="a number from 0 to 1")
    return rounds


def recent_mean(past: Floats, *, length: int, newcomer: float) -> Callable[[slice], Floats]:
    """Return what gives some clients' mean over the last ``length`` tasks that are known of them.

    Examples
    --------
    >>> past = np.array([[0.2, 0.4, 0.8], [np.nan, np.nan, 1.0], [np.nan, np.nan, np.nan]])
    >>> recent_mean(past, length=2, newcomer=0.5)(slice(0, 3)).round(3).tolist()
    [0.6, 1.0, 0.5]
    """

    def mean(rows: slice) -> Floats:
        latest_first = np.array(past[rows, ::-1].T, order="C")
        if len(latest_first) > length:
            latest_first[np.cumsum(~np.isnan(latest_first), axis=0, dtype=np.int32) > length] = np.nan
        totals, nothing = np.zeros((2, rows.stop - rows.start))
        tasks = np.zeros(rows.stop - rows.start, dtype=np.int32)
        for values in latest_first:  # one by one: the same sum for one client or a million
            tasks += values == values  # NaN differs from itself
            totals += np.fmax(values, nothing)  # two arrays: with a scalar, NumPy takes three times as long
        new = tasks == 0
        totals += newcomer * new
        tasks += new
        means: Floats = np.divide(totals, tasks.astype(np.float64), out=totals)
        return means

    return mean


def tasks_completed(quality: Floats, behavior: Floats) -> Floats:
    """Return the length of each client's history."""
    tasks: Floats = np.zeros(len(quality))
    for past in (quality, behavior):
        np.maximum(tasks, np.count_nonzero(~np.isnan(past), axis=1), out=tasks)
    return tasks
