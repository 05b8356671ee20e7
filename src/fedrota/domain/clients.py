"""Clients and what they offer, one by one. Columns of many offers are in `fedrota.domain.offers`."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["Client", "Histogram", "History", "Offer"]


@dataclass(frozen=True, slots=True)
class Histogram:
    """How many samples of each label a client holds.

    Examples
    --------
    >>> (Histogram((10, 20)) + Histogram((5, 0))).counts
    (15, 20)
    >>> Histogram((10, 20)).size
    30
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.counts:
            raise InvalidValue("histogram", seen="empty", expected="one count for each label")
        for label, count in enumerate(self.counts):
            if isinstance(count, bool) or count != int(count) or count < 0:
                raise InvalidValue("histogram", index=label, seen=count, expected="a whole number of 0 or more")

    @property
    def size(self) -> int:
        """The number of samples."""
        return sum(self.counts)

    def array(self) -> NDArray[np.int64]:
        """Return the counts as an array."""
        return np.array(self.counts, dtype=np.int64)

    def __add__(self, other: "Histogram") -> "Histogram":
        if len(other.counts) != len(self.counts):
            raise InvalidValue("histogram", seen=f"{len(other.counts)} labels", expected=f"{len(self.counts)}")
        return Histogram(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What is known of a client from its past tasks, oldest first; each value from 0 to 1.

    Attributes
    ----------
    quality
        Its average model quality in each task (the paper's q_task).
    behavior
        The share of its rounds in which it returned a model (b_task).
    """

    quality: tuple[float, ...] = ()
    behavior: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        for name in ("quality", "behavior"):
            for task, value in enumerate(getattr(self, name)):
                if not 0 <= value <= 1:
                    raise InvalidValue(f"history {name}", index=task, seen=value, expected="a number from 0 to 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """Who registers: an identity, what the machine can do, and which tasks it can serve.

    Attributes
    ----------
    resources
        What it has, by criterion name, in the unit that the task's minimums use.
    datasets, models
        The data sets it holds and the models it can train; ``None`` says nothing about them.
    available_from, available_until
        The time window in which it can train; ``None`` is open.
    """

    id: str
    owner: str | None = None
    resources: Mapping[str, float] = field(default_factory=dict)
    datasets: frozenset[str] | None = None
    models: frozenset[str] | None = None
    available_from: datetime | None = None
    available_until: datetime | None = None

    def __post_init__(self) -> None:
        if not self.id or self.id != self.id.strip():
            raise InvalidValue("client id", seen=repr(self.id), expected="a name without outer spaces")
        for name, value in self.resources.items():
            if not (math.isfinite(value) and value >= 0):
                raise InvalidValue(f"{name} of client {self.id}", seen=value, expected="a number of 0 or more")
        object.__setattr__(self, "resources", MappingProxyType(dict(self.resources)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A client's answer to one task: its price a turn, its data, its past.

    Attributes
    ----------
    price
        What it asks for one turn, in integer minor units; ``None`` where the task sets the price.
    histogram
        Its label counts; ``None`` where it does not disclose them.
    data_size
        Its number of samples where no histogram says it.

    Examples
    --------
    >>> offer = Offer(client=Client(id="c1", resources={"cpu": 4}), price=12, histogram=Histogram((10, 20)))
    >>> offer.id, offer.price
    ('c1', 12)
    """

    client: Client
    price: int | None = None
    histogram: Histogram | None = None
    data_size: int | None = None
    history: History = field(default_factory=History)

    def __post_init__(self) -> None:
        for name in ("price", "data_size"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or value != int(value) or value < 0):
                raise InvalidValue(f"{name} of {self.id}", seen=value, expected="a whole number of 0 or more")

    @property
    def id(self) -> str:
        """The client's id."""
        return self.client.id
