"""Who trains together, and under which rules the plan was made. It can be certified alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.pool import Pool
from fedrota.domain.task import MeasureName

__all__ = ["Plan"]

Whole = NDArray[np.int64]


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
    bound
        No plan under these rules has a worst subset better than this, as the planner knows it.
    planner, seed
        How the plan was made.
    stopped_by
        Why the planner stopped.
    """

    pool: Pool
    subsets: tuple[Whole, ...]
    size: int
    tolerance: int
    max_turns: int
    measure: MeasureName = "nid"
    target: tuple[float, ...] | None = None
    budget: int | None = None
    bound: float = 0.0
    planner: str
    seed: int | None = None
    stopped_by: str = "done"

    def __post_init__(self) -> None:
        for t, subset in enumerate(self.subsets):
            if len(subset) and not 0 <= int(subset.min()) <= int(subset.max()) < len(self.pool):
                raise InvalidValue(
                    "subset", index=t, seen=subset.tolist(), expected=f"positions below {len(self.pool)}"
                )

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
        return int(self.turns @ self.pool.payments)

    def ids(self, t: int) -> list[str]:
        """Return who trains in round ``t``, counted from 0."""
        return [str(one) for one in self.pool.ids[self.subsets[t]]]

    def label_totals(self) -> NDArray[np.int64]:
        """Return the joined label counts of each subset, one row a round; a pool without labels has one column."""
        histograms = labels_of(self.pool)
        return np.array([histograms[subset].sum(axis=0) for subset in self.subsets]).reshape(-1, histograms.shape[1])


def labels_of(pool: Pool) -> NDArray[np.int64]:
    """Return the pool's histograms; where it has none, every client counts one sample of one label (S9)."""
    return np.ones((len(pool), 1), np.int64) if pool.histograms is None else pool.histograms
