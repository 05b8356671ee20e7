"""Many offers as columns: what scoring computes on. Rows become columns once, here."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.clients import Client, Histogram, History, Offer
from fedrota.domain.errors import InvalidValue
from fedrota.domain.ids import check_ids, first_duplicate
from fedrota.domain.money import asked
from fedrota.domain.values import instance, listed

__all__ = ["Offers"]

GIVEN = "`Offers`, or one `Offer` after another; `fedrota.read_offers` reads them from a file"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Offers:
    """The offers for one task, one array per property. A sequence of `Offer` when read one by one.

    Attributes
    ----------
    ids
        Client ids: unique texts of 1 to 256 printable characters.
    prices
        Asked per turn, integer minor units, 10**12 at most; ``None`` where no offer names a price.
    resources
        Name to values; NaN where a client does not state one.
    histograms
        Label counts, one row a client; ``None`` where the offers have none.
    data_sizes
        Samples a client, for offers without histograms.
    quality, behavior
        Past values, one row a client, oldest first, NaN where there is none.
    datasets, models
        Space-separated names; an empty text says nothing.
    available_from, available_until
        UTC times; NaT is open.
    """

    ids: NDArray[np.str_]
    prices: NDArray[np.int64] | None
    resources: Mapping[str, NDArray[np.float64]]
    histograms: NDArray[np.int64] | None
    data_sizes: NDArray[np.int64] | None
    quality: NDArray[np.float64]
    behavior: NDArray[np.float64]
    datasets: NDArray[np.str_] | None = None
    models: NDArray[np.str_] | None = None
    available_from: NDArray[np.datetime64] | None = None
    available_until: NDArray[np.datetime64] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "ids", np.asarray(self.ids))
        check_ids(self.ids)
        double = first_duplicate(self.ids)
        if double is not None:
            raise InvalidValue("client id", index=double, seen=repr(str(self.ids[double])), expected="an id used once")
        if self.prices is not None:
            object.__setattr__(self, "prices", asked(self.prices, count=len(self.ids)))
        object.__setattr__(self, "resources", MappingProxyType(dict(self.resources)))

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Offer]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, k: int) -> Offer:
        client = Client(
            id=str(self.ids[k]),
            resources={name: float(column[k]) for name, column in self.resources.items() if not np.isnan(column[k])},
            datasets=_names(self.datasets, k),
            models=_names(self.models, k),
            available_from=_time(self.available_from, k),
            available_until=_time(self.available_until, k),
        )
        return Offer(
            client=client,
            price=None if self.prices is None else int(self.prices[k]),
            histogram=None if self.histograms is None else Histogram(tuple(self.histograms[k].tolist())),
            data_size=None if self.data_sizes is None else int(self.data_sizes[k]),
            history=History(quality=_past(self.quality, k), behavior=_past(self.behavior, k)),
        )

    @classmethod
    def of(cls, offers: Iterable[Offer]) -> Self:
        """Turn offers into columns.

        Examples
        --------
        >>> columns = Offers.of([Offer(client=Client(id="a"), price=3), Offer(client=Client(id="b"), price=5)])
        >>> columns.prices.tolist()
        [3, 5]
        """
        rows = listed("offers", offers, GIVEN)
        for index, row in enumerate(rows):
            instance(f"offers[{index}]", row, Offer, GIVEN)
        clients = [row.client for row in rows]
        names = list(dict.fromkeys(name for client in clients for name in client.resources))
        return cls(
            ids=np.array([client.id for client in clients], dtype=np.str_),
            prices=_all_or_none("price", rows, lambda row: row.price),
            resources={
                name: np.array([client.resources.get(name, np.nan) for client in clients], dtype=np.float64)
                for name in names
            },
            histograms=_all_or_none("histogram", rows, lambda row: row.histogram and row.histogram.counts),
            data_sizes=_all_or_none("data_size", rows, lambda row: row.data_size),
            quality=_padded([row.history.quality for row in rows]),
            behavior=_padded([row.history.behavior for row in rows]),
            datasets=_joined([client.datasets for client in clients]),
            models=_joined([client.models for client in clients]),
            available_from=_times([client.available_from for client in clients]),
            available_until=_times([client.available_until for client in clients]),
        )


def _all_or_none(name: str, rows: Sequence[Offer], read: Callable[[Offer], Any]) -> NDArray[np.int64] | None:
    values = [read(row) for row in rows]
    if all(value is None for value in values):
        return None
    lengths = {np.shape(value) for value in values}
    if len(lengths) > 1:
        odd = next(k for k, value in enumerate(values) if np.shape(value) != np.shape(values[0]) or value is None)
        raise InvalidValue(name, index=odd, seen=values[odd], expected=f"the shape of the first one, {values[0]}")
    if any(value is None for value in values):
        raise InvalidValue(name, index=values.index(None), seen="none", expected="a value in every offer, or in none")
    return np.array(values, dtype=np.int64)


def _padded(rows: Sequence[tuple[float, ...]]) -> NDArray[np.float64]:
    """Align the latest values to the right; NaN to their left."""
    width = max(map(len, rows), default=0)
    out = np.full((len(rows), width), np.nan)
    for k, row in enumerate(rows):
        out[k, width - len(row) :] = row
    return out


def _joined(rows: Sequence[frozenset[str] | None]) -> NDArray[np.str_] | None:
    if all(row is None for row in rows):
        return None
    return np.array([" ".join(sorted(row or ())) for row in rows], dtype=np.str_)


def _times(rows: Sequence[datetime | None]) -> NDArray[np.datetime64] | None:
    if all(row is None for row in rows):
        return None
    return np.array([None if row is None else row.replace(tzinfo=None) for row in rows], dtype="datetime64[s]")


def _names(column: NDArray[np.str_] | None, k: int) -> frozenset[str] | None:
    return None if column is None or not column[k] else frozenset(str(column[k]).split())


def _time(column: NDArray[np.datetime64] | None, k: int) -> datetime | None:
    if column is None or np.isnat(column[k]):
        return None
    when: datetime = column[k].astype("datetime64[s]").item()
    return when.replace(tzinfo=UTC)


def _past(column: NDArray[np.float64], k: int) -> tuple[float, ...]:
    row = column[k]
    return tuple(row[~np.isnan(row)].tolist())
