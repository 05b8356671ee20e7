"""Clients and what they offer, one by one. Columns of many offers are in `fedrota.domain.offers`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.ids import CONTROL, label
from fedrota.domain.money import LARGEST_PRICE
from fedrota.domain.values import LARGEST, brief, count, instance, integer, listed, moment, number, share, text

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
        counts = listed("histogram", self.counts, "one count for each label, such as (10, 20)")
        if not counts:
            raise InvalidValue("histogram", seen="empty", expected="one count for each label")
        if set(map(type, counts)) != {int} or min(counts) < 0 or max(counts) > LARGEST:
            counts = tuple(count("histogram", one, index=label) for label, one in enumerate(counts))
        object.__setattr__(self, "counts", counts)

    @property
    def size(self) -> int:
        """The number of samples."""
        return sum(self.counts)

    def array(self) -> NDArray[np.int64]:
        """Return the counts as an array."""
        return np.array(self.counts, dtype=np.int64)

    def __add__(self, other: "Histogram") -> "Histogram":
        if not isinstance(other, Histogram):
            return NotImplemented
        if len(other.counts) != len(self.counts):
            raise InvalidValue("histogram", seen=f"of length {len(other.counts)}", expected=f"{len(self.counts)}")
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
        for key in ("quality", "behavior"):
            name = f"history {key}"
            values = listed(name, getattr(self, key), "numbers from 0 to 1, such as (0.8, 0.9)")
            object.__setattr__(self, key, tuple(share(name, one, index=task) for task, one in enumerate(values)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """Who registers: an identity, what the machine can do, and which tasks it can serve.

    Attributes
    ----------
    id
        Unique; 1 to 256 printable characters, without outer spaces.
    resources
        What it has, by criterion name, in the unit that the task's minimums use.
    datasets, models
        The data sets it holds and the models it can train, as names without spaces; ``None`` says nothing about them.
    available_from, available_until
        The time window in which it can train; ``None`` is open, and a time without a zone is in UTC.
    """

    id: str
    owner: str | None = None
    resources: Mapping[str, float] = field(default_factory=dict)
    datasets: frozenset[str] | None = None
    models: frozenset[str] | None = None
    available_from: datetime | None = None
    available_until: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", label("client id", self.id))
        if self.owner is not None:
            text(f"owner of {self.id}", self.owner)
        object.__setattr__(self, "resources", MappingProxyType(_resources(self)))
        for key in ("datasets", "models"):
            if getattr(self, key) is not None:
                object.__setattr__(self, key, _names(f"{key} of {self.id}", getattr(self, key)))
        _set_window(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A client's answer to one task: its price a turn, its data, its past.

    Attributes
    ----------
    price
        What it asks for one turn, in integer minor units, 10**12 at most; ``None`` where the task sets the price.
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
        instance("client", self.client, Client, "a Client")
        if self.price is not None:
            price = integer(f"price of {self.id}", self.price, most=LARGEST_PRICE)
            object.__setattr__(self, "price", price)
        if self.data_size is not None:
            object.__setattr__(self, "data_size", count(f"data_size of {self.id}", self.data_size))
        if self.histogram is not None:
            instance(f"histogram of {self.id}", self.histogram, Histogram, "a Histogram, such as Histogram((10, 20))")
        instance(f"history of {self.id}", self.history, History, "a History")

    @property
    def id(self) -> str:
        """The client's id."""
        return self.client.id


def _resources(client: Client) -> dict[str, float]:
    stated = instance(f"resources of {client.id}", client.resources, Mapping, "names and numbers, such as {'cpu': 4}")
    for name in stated:
        label(f"resource of {client.id}", name)
    return {str(name): number(f"{name} of client {client.id}", value) for name, value in stated.items()}


def _names(name: str, values: object) -> frozenset[str]:
    expected = "names without spaces, such as {'mnist'}"
    names = listed(name, values, expected)
    for one in names:
        if not isinstance(one, str) or one.split() != [one] or CONTROL.search(one):
            raise InvalidValue(name, seen=brief(one), expected=expected)
    return frozenset(map(str, names))


def _set_window(client: Client) -> None:
    for key in ("available_from", "available_until"):
        if getattr(client, key) is not None:
            object.__setattr__(client, key, moment(f"{key} of {client.id}", getattr(client, key)))
    begin, end = client.available_from, client.available_until
    if begin is not None and end is not None and end <= begin:
        raise InvalidValue(f"available_until of {client.id}", seen=end, expected=f"a time after {begin}")
