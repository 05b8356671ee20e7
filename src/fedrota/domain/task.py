"""What a requester asks for: a budget, rounds of a size, minimums. It computes no score and chooses nobody."""

import math
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Literal, get_args

from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import InvalidValue
from fedrota.domain.rules import MeasureName, check_rules, check_whole, check_word

__all__ = ["LinearPrice", "MeasureName", "Normalization", "Task"]

Normalization = Literal["ratio", "min-max"]


@dataclass(frozen=True, slots=True)
class LinearPrice:
    """A price a turn of ``a * score + b``, floored to whole minor units (eq. 8; P1: the paper floors)."""

    a: float
    b: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.a) and self.a > 0):
            raise InvalidValue("price a", seen=self.a, expected="a number above 0")
        if not (math.isfinite(self.b) and self.b >= 0):
            raise InvalidValue("price b", seen=self.b, expected="a number of 0 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One federated learning task, as its requester states it.

    Attributes
    ----------
    budget
        All that the task may spend, in integer minor units; ``None``: no money is involved.
    periods
        Scheduling periods that share the budget.
    size, tolerance
        A round has ``size`` clients, give or take ``tolerance`` (the paper's n and delta).
    max_turns
        Most turns of one client in a period (x*).
    min_clients
        Fewest members of the pool (n*).
    extra_share, bonus_share
        Shares of a period's budget that the pool leaves for extra turns and for the quality bonus.
    criteria
        What clients are scored by; Table I's eleven by default.
    normalization
        How a resource becomes a score: ``"ratio"``, r / (1 + r), or ``"min-max"`` over the cohort.
    measure, target
        How far a histogram is from its target distribution; ``None`` is uniform.
    newcomer_prior
        The model quality and behavior of a client without a past.
    history_length
        How many of its latest tasks count.
    price
        ``None``: each client's own; else the rule that sets it from the score.
    dataset, model, starts, ends
        What a client must hold, be able to train, and when it must be there.

    Examples
    --------
    >>> task = Task(budget=30_000, periods=20, size=10, tolerance=3, max_turns=3, min_clients=50)
    >>> task.period_budget
    1500
    """

    name: str = "task"
    budget: int | None = None
    periods: int = 1
    size: int = 10
    tolerance: int = 3
    max_turns: int = 3
    min_clients: int = 1
    extra_share: float = 0.0
    bonus_share: float = 0.0
    criteria: tuple[Criterion, ...] = TABLE_1
    normalization: Normalization = "ratio"
    measure: MeasureName = "nid"
    target: tuple[float, ...] | None = None
    newcomer_prior: float = 0.5
    history_length: int = 10
    price: LinearPrice | None = None
    dataset: str | None = None
    model: str | None = None
    starts: datetime | None = None
    ends: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "criteria", tuple(self.criteria))
        check_rules(
            size=self.size,
            tolerance=self.tolerance,
            max_turns=self.max_turns,
            measure=self.measure,
            target=self.target,
            budget=self.budget,
        )
        check_whole("periods", self.periods, least=1)
        check_whole("min_clients", self.min_clients, least=0)
        check_whole("history_length", self.history_length, least=1)
        _check_shares(self)
        check_word("normalization", self.normalization, get_args(Normalization))
        _check_criteria(self)
        _check_window(self)

    @property
    def period_budget(self) -> int | None:
        """What one period may spend."""
        return None if self.budget is None else self.budget // self.periods

    @property
    def pool_budget(self) -> int | None:
        """What one turn of everyone in the pool may cost: a period's budget less the two shares."""
        if self.period_budget is None:
            return None
        kept = 1 - Fraction(str(self.extra_share)) - Fraction(str(self.bonus_share))
        return math.floor(self.period_budget * kept)


def _check_shares(task: Task) -> None:
    for name in ("extra_share", "bonus_share", "newcomer_prior"):
        value = getattr(task, name)
        if not 0 <= value <= 1:
            raise InvalidValue(name, seen=value, expected="a number from 0 to 1")
    if task.extra_share + task.bonus_share > 1:
        raise InvalidValue("extra_share + bonus_share", seen=task.extra_share + task.bonus_share, expected="1 at most")


def _check_criteria(task: Task) -> None:
    names = [criterion.name for criterion in task.criteria]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise InvalidValue("criteria", index=index, seen=repr(name), expected="every criterion once")
    combined = {criterion.name for criterion in task.criteria if criterion.parts}
    for criterion in task.criteria:
        for part in criterion.parts:
            if part not in names or part in combined:
                raise InvalidValue(
                    f"parts of {criterion.name}",
                    seen=repr(part),
                    expected="a plain criterion of the same task",
                )


def _check_window(task: Task) -> None:
    if task.starts is not None and task.ends is not None and task.ends <= task.starts:
        raise InvalidValue("ends", seen=task.ends, expected=f"a time after {task.starts}")
