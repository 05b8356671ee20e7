"""What a requester asks for: a budget, rounds of a size, minimums. It computes no score and chooses nobody."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Literal, get_args

from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import InvalidValue
from fedrota.domain.money import LARGEST_BUDGET, LARGEST_PRICE
from fedrota.domain.rules import MeasureName, check_rules, check_word
from fedrota.domain.values import ABOVE_0, instance, integer, listed, moment, number, share, text

__all__ = ["LinearPrice", "MeasureName", "Normalization", "Task"]

Normalization = Literal["ratio", "min-max"]

LEAST = {"periods": 1, "size": 1, "tolerance": 0, "max_turns": 1, "min_clients": 0, "history_length": 1}
"""The whole numbers of a task, and the least that each may be."""


@dataclass(frozen=True, slots=True)
class LinearPrice:
    """A price a turn of ``a * score + b``, floored to whole minor units (eq. 8; P1: the paper floors)."""

    a: float
    b: float

    def __post_init__(self) -> None:
        limit = f"{LARGEST_PRICE:,} at most"
        above = number("price a", self.a, expected=f"a number above 0, {limit}", least=ABOVE_0, most=LARGEST_PRICE)
        object.__setattr__(self, "a", above)
        base = number("price b", self.b, expected=f"a number of 0 or more, {limit}", most=LARGEST_PRICE)
        object.__setattr__(self, "b", base)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One federated learning task, as its requester states it.

    Attributes
    ----------
    name
        What the task is called.
    budget
        All that the task may spend, in integer minor units, 9 * 10**15 at most; ``None``: no money is involved.
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
        What a client must hold, be able to train, and when it must be there; a time without a zone is in UTC.

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
    criteria: tuple[Criterion, ...] = field(default_factory=lambda: TABLE_1)  # its text would fill a screen of `help`
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
        for name, value in _checked(self):
            object.__setattr__(self, name, value)
        check_rules(
            size=self.size,
            tolerance=self.tolerance,
            max_turns=self.max_turns,
            measure=self.measure,
            target=self.target,
            budget=self.budget,
        )
        check_word("normalization", self.normalization, get_args(Normalization))
        _check_shares(self)
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
        return math.floor(self.period_budget * _kept(self))


def _checked(task: Task) -> Iterator[tuple[str, object]]:
    """Give each field the value that is stored, in the type that it has."""
    yield "name", text("name", task.name)
    for name, least in LEAST.items():
        yield name, integer(name, getattr(task, name), least=least)
    for name in ("extra_share", "bonus_share", "newcomer_prior"):
        yield name, share(name, getattr(task, name))
    yield "criteria", _criteria(task.criteria)
    if task.budget is not None:
        yield "budget", integer("budget", task.budget, most=LARGEST_BUDGET)
    if task.target is not None:
        yield "target", _target(task.target)
    if task.price is not None:
        yield "price", instance("price", task.price, LinearPrice, "a LinearPrice, or None: each client's own")
    for name in ("dataset", "model"):
        if getattr(task, name) is not None:
            yield name, text(name, getattr(task, name))
    for name in ("starts", "ends"):
        if getattr(task, name) is not None:
            yield name, moment(name, getattr(task, name))


def _criteria(given: object) -> tuple[Criterion, ...]:
    expected = "criteria, such as (Criterion(name='cpu', minimum=2),)"
    criteria = listed("criteria", given, expected)
    return tuple(instance(f"criteria[{index}]", one, Criterion, expected) for index, one in enumerate(criteria))


def _target(given: object) -> tuple[float, ...]:
    shares = listed("target", given, "one share for each label, such as (0.5, 0.5)")
    if not shares:
        raise InvalidValue("target", seen="empty", expected="one share for each label, or None: uniform")
    return tuple(
        number("target", one, expected="a share above 0", least=ABOVE_0, index=label)
        for label, one in enumerate(shares)
    )


def _check_shares(task: Task) -> None:
    if _kept(task) < 0:
        raise InvalidValue("extra_share + bonus_share", seen=float(1 - _kept(task)), expected="1 at most")


def _kept(task: Task) -> Fraction:
    """Return what the two shares leave, as exactly as they are written."""
    return 1 - Fraction(str(task.extra_share)) - Fraction(str(task.bonus_share))


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
