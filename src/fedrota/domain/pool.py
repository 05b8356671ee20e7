"""Who is in, what they cost, and how far the choice can be from the best. The outcome of stage 1."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Pool"]

SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Pool:
    """The clients recruited for a task: what planning needs of them, and the proof of how good the choice is.

    Attributes
    ----------
    ids, scores, histograms
        The members, in the order of the offers.
    asks
        What each member's turn was offered for, in integer minor units.
    payments
        What each member's turn pays: the ask, or what the mechanism sets.
    score, cost
        Total score; total of the payments.
    bound
        No pool that keeps the task's rules scores more.
    optimal
        Whether the pool is proven best.
    budget
        What one turn of everyone could cost at most; ``None`` without money.
    offered, eligible
        How many clients offered, and how many met every minimum and threshold.
    selector, seed
        How the pool was chosen.
    rate
        Where everyone earns the same per point of score: that rate.
    """

    ids: NDArray[np.str_]
    scores: NDArray[np.float64]
    asks: NDArray[np.int64]
    payments: NDArray[np.int64]
    histograms: NDArray[np.int64] | None
    score: float
    cost: int
    bound: float
    optimal: bool
    budget: int | None
    offered: int
    eligible: int
    selector: str
    seed: int | None = None
    rate: float | None = None

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def gap(self) -> float:
        """The proven relative distance to the best pool; 0 when optimal."""
        return 0.0 if self.optimal or self.bound <= 0 else max(0.0, (self.bound - self.score) / self.bound)

    def summary(self, *, shown: int = SHOWN) -> str:
        """Say who is in, the score, the cost and the proven gap, in plain text."""
        return "\n".join([*self.headline(), "", *_members(self, shown)])

    def headline(self) -> list[str]:
        """Say in a few lines how many are in, what they score and cost, and what is proven."""
        return _headline(self)

    def by_score(self) -> NDArray[np.int64]:
        """Return the members' positions, best score first."""
        return np.argsort(-self.scores, kind="stable")


def _headline(pool: Pool) -> list[str]:
    money = f"{pool.cost:,} a period, without a budget" if pool.budget is None else f"{pool.cost:,} of {pool.budget:,}"
    verb = "is" if len(pool) == 1 else "are"
    lines = [
        f"{len(pool):,} of {pool.offered:,} clients {verb} in ({pool.eligible:,} qualified), chosen by {pool.selector}",
        f"score  {pool.score:,.2f}, {_proof(pool)}",
        f"cost   {money}{'' if pool.budget is None else ' a period'}",
    ]
    if pool.rate is not None:
        lines.append(f"rate   {pool.rate:,.4f} a point of score, the same for everyone")
    return lines


def _proof(pool: Pool) -> str:
    if pool.optimal:
        return "proven optimal"
    gap = f"{pool.gap:.2%}" if pool.gap >= 5e-5 else f"{100 * pool.gap:.0e} %"
    return f"at most {gap} below the best (bound {pool.bound:,.2f})"


def _members(pool: Pool, shown: int) -> list[str]:
    best = pool.by_score()[:shown]
    width = max([len("client"), *(len(str(pool.ids[k])) for k in best)])
    lines = [f"{'client':<{width}}  {'score':>8}  {'pays':>8}"]
    lines += [f"{pool.ids[k]!s:<{width}}  {pool.scores[k]:>8.3f}  {pool.payments[k]:>8,}" for k in best]
    if len(pool) > shown:
        lines.append(f"… and {len(pool) - shown:,} more")
    return lines
