"""What a client can be judged by. Names and numbers: how a criterion is scored is `fedrota.scoring`'s business."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fedrota.domain.errors import InvalidValue
from fedrota.domain.values import ABOVE_0, flag, instance, number, share, text

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
        Whether a client below the minimum stays eligible, with a score below one half; needs a minimum.
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
    2.0
    """

    name: str
    minimum: float | None = None
    soft: bool = False
    threshold: float | None = None
    weight: float = 1.0
    parts: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        text("criterion name", self.name)
        for name, value in _checked(self):
            object.__setattr__(self, name, value)
        if self.soft and self.minimum is None:
            raise InvalidValue(
                f"soft of {self.name}", seen="true", expected="a minimum with it, below which it is soft"
            )


def _checked(criterion: Criterion) -> Iterator[tuple[str, object]]:
    """Give each field but the name the value that is stored."""
    name = criterion.name
    if criterion.minimum is not None:
        yield "minimum", number(f"minimum of {name}", criterion.minimum)
    if criterion.threshold is not None:
        yield "threshold", share(f"threshold of {name}", criterion.threshold)
    yield "soft", flag(f"soft of {name}", criterion.soft)
    yield "weight", number(f"weight of {name}", criterion.weight)
    given = instance(f"parts of {name}", criterion.parts, Mapping, "names and weights, such as {'cpu': 2}")
    parts = {
        text(f"parts of {name}", part): number(
            f"weight of {part} in {name}", weight, least=ABOVE_0, expected="a finite number above 0"
        )
        for part, weight in given.items()
    }
    yield "parts", MappingProxyType(parts)


TABLE_1 = tuple(
    Criterion(name=name) for name in (*RESOURCES_OF_TABLE_1, DATA_SIZE, DATA_DISTRIBUTION, MODEL_QUALITY, BEHAVIOR)
)
"""The eleven criteria of the paper's Table I, with weight 1 and no minimum."""
