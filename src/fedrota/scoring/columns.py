"""The numbers that offers state, by criterion name, checked once. It reads columns and scores nothing."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.criteria import DATA_SIZE, TASKS_COMPLETED
from fedrota.domain.errors import InvalidValue
from fedrota.domain.offers import Offers
from fedrota.scoring.past import tasks_completed

__all__ = ["blocks", "check_histograms", "check_past", "stated"]

Floats = NDArray[np.float64]

BLOCK = 1 << 13
"""Clients worked on at a time: a dozen columns of a block stay in a core's cache."""

LARGEST = 1e300
"""The most that a resource can be: its sum with a minimum is still a number."""


def blocks(count: int) -> Iterator[slice]:
    """Return slices that cover ``count`` clients."""
    return (slice(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK))


def stated(offers: Offers, name: str) -> Floats:
    """Return what each client states of a resource, NaN where it says nothing.

    Data sizes come from the histograms where there are some; tasks completed, where no offer states them, from the
    length of the history.

    Examples
    --------
    >>> from fedrota.domain.clients import Client, Histogram, Offer
    >>> offers = Offers.of([Offer(client=Client(id="a", resources={"cpu": 4}), histogram=Histogram((10, 20)))])
    >>> stated(offers, "cpu").tolist(), stated(offers, "data_size").tolist(), stated(offers, "gpu").tolist()
    ([4.0], [30.0], [nan])
    """
    if name == DATA_SIZE and offers.histograms is not None:
        sizes: Floats = np.einsum("ij->i", offers.histograms).astype(np.float64)
        return sizes
    if name == DATA_SIZE and offers.data_sizes is not None:
        return _checked(name, offers.data_sizes, len(offers))
    if name in offers.resources:
        return _checked(name, offers.resources[name], len(offers))
    if name == TASKS_COMPLETED:
        return tasks_completed(offers.quality, offers.behavior)
    return np.full(len(offers), np.nan)


def _checked(name: str, column: NDArray[np.generic], count: int) -> Floats:
    values = np.asarray(column, dtype=np.float64)
    if values.shape != (count,):
        raise InvalidValue(name, seen=f"of shape {values.shape}", expected=f"{count:,} values, one a client")
    if count and (np.fmin.reduce(values) < 0 or np.fmax.reduce(values) > LARGEST):
        odd = int(((values < 0) | (values > LARGEST)).argmax())
        raise InvalidValue(name, index=odd, seen=values[odd], expected=f"a number from 0 to {LARGEST:g}")
    return values


def check_histograms(offers: Offers) -> None:
    """Refuse histograms that are no counts, or not one a client."""
    counts = offers.histograms
    if counts is None:
        return
    if counts.ndim != 2 or len(counts) != len(offers) or counts.shape[1] == 0:
        raise InvalidValue(
            "histograms", seen=f"of shape {counts.shape}", expected=f"{len(offers):,} rows, one count a label"
        )
    finite = counts.dtype.kind in "iu" or (counts < np.inf).all()
    if counts.size and not (counts.min() >= 0 and finite):  # NaN compares false
        odd = int((~((counts >= 0) & (counts < np.inf)).all(axis=1)).argmax())
        raise InvalidValue("histograms", index=odd, seen=counts[odd].tolist(), expected="counts of 0 or more")


def check_past(offers: Offers) -> None:
    """Refuse past values outside [0, 1], and rows that are not one a client."""
    for name, past in (("quality", offers.quality), ("behavior", offers.behavior)):
        if past.ndim != 2 or len(past) != len(offers):
            raise InvalidValue(name, seen=f"of shape {past.shape}", expected=f"{len(offers):,} rows, one a client")
        for rows in blocks(len(past) if past.size else 0):  # twice over a block in the cache, once over memory
            part = past[rows]
            if np.fmin.reduce(part, axis=None) < 0 or np.fmax.reduce(part, axis=None) > 1:
                odd = int(((part < 0) | (part > 1)).any(axis=1).argmax())
                seen = part[odd][~np.isnan(part[odd])].tolist()
                raise InvalidValue(name, index=rows.start + odd, seen=seen, expected="numbers from 0 to 1")
