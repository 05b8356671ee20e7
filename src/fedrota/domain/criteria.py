"""What a client can be judged by. Names and numbers: how a criterion is scored is `fedrota.scoring`'s business."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fedrota.domain.errors import InvalidValue

__all__ = [
    "BEHAVIOR",
    "DATA_DISTRIBUTION",
    "DATA_SIZE",
    "MODEL_QUALITY",
    "TABLE_1",
    "TASKS_COMPLETED",
    "Criterion",
]

DATA_SIZE = "data_size"
DATA_DISTRIBUTION = "data_distribution"
MODEL_QUALITY = "model_quality"
BEHAVIOR = "behavior"
TASKS_COMPLETED = "tasks_completed"

RESOURCES_OF_TABLE_1 = ("cpu", "gpu", "memory", "storage", "power", "bandwidth", "connection")


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One thing that a task scores its clients by.

    Attributes
    ----------
    name
        One of Table I's eleven, ``time_available``, ``tasks_completed``, or any resource that the offers name.
    minimum
        What the task needs at least, in the unit of the offers. Without one, a resource is not scored.
    soft
        Whether a client below the minimum stays eligible, with a score below one half.
    threshold
        The least score that a member of the pool may have, between 0 and 1.
    weight
        The criterion's share in the total score.
    parts
        Names and relative weights of other criteria that this one combines. A part counts in the total only
        through its combination; its own minimum and threshold stay in force.

    Examples
    --------
    >>> Criterion(name="cpu", minimum=2.0).weight
    1.0
    >>> Criterion(name="computation", parts={"cpu": 2, "memory": 1}).parts["cpu"]
    2
    """

    name: str
    minimum: float | None = None
    soft: bool = False
    threshold: float | None = None
    weight: float = 1.0
    parts: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.name or self.name != self.name.strip():
            raise InvalidValue("criterion name", seen=repr(self.name), expected="a name without outer spaces")
        if self.minimum is not None and not (math.isfinite(self.minimum) and self.minimum >= 0):
            raise InvalidValue(f"minimum of {self.name}", seen=self.minimum, expected="a number of 0 or more")
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise InvalidValue(f"threshold of {self.name}", seen=self.threshold, expected="a number from 0 to 1")
        if not (math.isfinite(self.weight) and self.weight >= 0):
            raise InvalidValue(f"weight of {self.name}", seen=self.weight, expected="a number of 0 or more")
        for part, weight in self.parts.items():
            if not (math.isfinite(weight) and weight > 0):
                raise InvalidValue(f"weight of {part} in {self.name}", seen=weight, expected="a number above 0")
        object.__setattr__(self, "parts", MappingProxyType(dict(self.parts)))


TABLE_1 = tuple(
    Criterion(name=name) for name in (*RESOURCES_OF_TABLE_1, DATA_SIZE, DATA_DISTRIBUTION, MODEL_QUALITY, BEHAVIOR)
)
"""The eleven criteria of the paper's Table I, with weight 1 and no minimum."""
