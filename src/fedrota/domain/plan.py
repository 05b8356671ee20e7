"""Who trains together, and under which rules the plan was made. It can be certified alone."""

from dataclasses import dataclass
from operator import mul
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.pool import Pool
from fedrota.domain.rules import MeasureName, check_rules
from fedrota.domain.values import brief, instance, listed

__all__ = ["Plan", "StoppedBy", "labels_of"]

Whole = NDArray[np.int64]
StoppedBy = Literal["bound", "work", "time"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Plan:
    """One scheduling period: subsets S_1 … S_T of a pool, in the order in which they train.

    Attributes
    ----------
    pool
        The clients that are planned.
    subsets
        Positions in the pool, ascending, one array a round.
    size, tolerance, max_turns
        The rules: each subset has ``size`` clients give or take ``tolerance``, each client one to
        ``max_turns`` turns.
    measure, target
        How far a subset's joined data is from its target; ``None`` is uniform.
    budget
        What the period's turns may cost in integer minor units; ``None`` without money.
    planner, seed
        How the plan was made.
    stopped_by
        What ended the planner's search: ``"bound"`` (it knows that nothing it may do is better), ``"work"``, or
        ``"time"`` where a time limit cut it short.
    """

    pool: Pool
    subsets: tuple[Whole, ...]
    size: int
    tolerance: int
    max_turns: int
    measure: MeasureName = "nid"
    target: tuple[float, ...] | None = None
    budget: int | None = None
    planner: str
    seed: int | None = None
    stopped_by: StoppedBy = "work"

    def __post_init__(self) -> None:
        instance("pool", self.pool, Pool, "the Pool that is planned")
        subsets = listed("subsets", self.subsets, "one array of positions for each round")
        object.__setattr__(self, "subsets", tuple(_positions(t, subset) for t, subset in enumerate(subsets)))
        check_rules(
            size=self.size,
            tolerance=self.tolerance,
            max_turns=self.max_turns,
            measure=self.measure,
            target=self.target,
            budget=self.budget,
        )
        _check_target(self)
        for t, subset in enumerate(self.subsets):
            if len(subset) and not 0 <= int(subset.min()) <= int(subset.max()) < len(self.pool):
                raise InvalidValue("subsets", index=t, seen=_few(subset), expected=f"positions below {len(self.pool)}")

    def __len__(self) -> int:
        return len(self.subsets)

    @property
    def turns(self) -> Whole:
        """How many turns each member of the pool has."""
        if not self.subsets:
            return np.zeros(len(self.pool), np.int64)
        return np.bincount(np.concatenate(self.subsets), minlength=len(self.pool)).astype(np.int64)

    @property
    def cost(self) -> int:
        """What the period's turns cost."""
        return sum(map(mul, self.turns.tolist(), self.pool.payments.tolist()))

    def ids(self, t: int) -> list[str]:
        """Return who trains in round ``t``, counted from 0."""
        return [str(one) for one in self.pool.ids[self.subsets[t]]]

    def label_totals(self) -> NDArray[np.int64]:
        """Return the joined label counts of each subset, one row a round; a pool without labels has one column."""
        histograms = labels_of(self.pool)
        out = np.zeros((len(self.subsets), histograms.shape[1]), np.int64)
        for t, subset in enumerate(self.subsets):
            histograms[subset].sum(axis=0, out=out[t])
        return out


def labels_of(pool: Pool) -> NDArray[np.int64]:
    """Return the pool's histograms; where it has none, every client counts one sample of one label (S9)."""
    return np.ones((len(pool), 1), np.int64) if pool.histograms is None else pool.histograms


def _positions(t: int, given: object) -> Whole:
    """Return a round's positions as integers; nothing is rounded."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError):
        found = np.empty((0, 0))
    if found.ndim != 1 or (found.size and found.dtype.kind not in "iu"):
        raise InvalidValue("subsets", index=t, seen=brief(given), expected="a list of whole positions")
    return found.astype(np.int64)


def _check_target(plan: Plan) -> None:
    if plan.target is not None and len(plan.target) != labels_of(plan.pool).shape[1]:
        expected = f"{labels_of(plan.pool).shape[1]}, one for each label"
        raise InvalidValue("target", seen=f"{len(plan.target)} shares", expected=expected)


def _few(values: Whole) -> str:
    return str(values.tolist()) if len(values) <= 20 else f"{str(values[:20].tolist())[:-1]}, …]"
