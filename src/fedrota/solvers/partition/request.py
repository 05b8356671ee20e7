"""What a caller asks for, checked once: everything behind it may trust its arrays."""

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.rules import LEAST_SHARE
from fedrota.domain.values import number
from fedrota.solvers.measures import target_shares
from fedrota.solvers.partition.feasibility import choose_subsets_count, subset_sizes
from fedrota.solvers.partition.form import EVENNESS, Form, shape_form

__all__ = ["Request", "read_counts", "read_histograms", "read_request", "read_target"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Request:
    """A checked request.

    Attributes
    ----------
    histograms
        One row a client, one column a class, as they were given.
    form
        The measure and its target.
    subsets
        How many subsets there will be, T.
    smallest, largest
        The allowed sizes of a subset.
    max_turns
        The most turns of a client: x*, and no more than there are subsets.
    owed
        The turns owed to each client.
    prices
        What one turn of each client costs; zeros where nothing was said.
    budget
        What all turns together may cost.
    """

    histograms: NDArray[np.int64 | np.float64]
    form: Form
    subsets: int
    smallest: int
    largest: int
    max_turns: int
    owed: NDArray[np.int64]
    prices: Floats
    budget: float

    @property
    def clients(self) -> int:
        """How many clients there are."""
        return int(self.histograms.shape[0])


def read_request(
    histograms: ArrayLike,
    *,
    size: int,
    tolerance: int,
    max_turns: int = 1,
    turns_owed: ArrayLike | None = None,
    prices: ArrayLike | None = None,
    budget: float | None = None,
    measure: str = "nid",
    target: ArrayLike | None = None,
) -> Request:
    """Check what a caller gives; raise the error that says what is wrong with it."""
    counts = read_histograms(histograms)
    clients, classes = counts.shape
    smallest, largest = subset_sizes(size, tolerance)
    subsets = choose_subsets_count(clients, size=size, tolerance=tolerance, max_turns=max_turns)
    form = shape_form(measure, read_target(target, classes))
    if form.code == EVENNESS and counts.any():  # one class: subsets are compared with the mean amount of data
        form = replace(form, scale=subsets / float(counts.sum(dtype=np.float64)))
    if budget is not None and prices is None:
        raise InvalidValue("prices", seen="missing", expected="a price a client, since there is a budget")
    if budget is not None:
        budget = number("budget", budget, expected="a number of 0 or more", least=0.0)
    return Request(
        histograms=counts,
        form=form,
        subsets=subsets,
        smallest=smallest,
        largest=min(largest, clients),  # no subset holds a client twice
        max_turns=min(max_turns, subsets),
        owed=read_counts(turns_owed, clients),
        prices=_read_prices(prices, clients),
        budget=math.inf if budget is None else float(budget),
    )


def read_histograms(histograms: ArrayLike) -> NDArray[np.int64 | np.float64]:
    """Check label histograms: a row a client, a column a class, finite and not negative."""
    counts = np.asarray(histograms)
    if counts.ndim != 2 or counts.shape[1] == 0:
        raise InvalidValue("histograms", seen=f"of shape {counts.shape}", expected="a row a client, a column a class")
    if counts.dtype.kind not in "biuf":
        raise InvalidValue("histograms", seen=f"of type {counts.dtype}", expected="numbers")
    if counts.size and not (counts.min() >= 0 and counts.max() < np.inf):  # NaN compares false
        bad = int((~((counts >= 0) & (counts < np.inf))).any(axis=1).argmax())
        raise InvalidValue("histograms", index=bad, seen=counts[bad], expected="finite counts of 0 or more")
    return counts


def read_target(target: ArrayLike | None, classes: int) -> Floats:
    """Return the target's shares, none much rarer than the others; uniform for None."""
    shares = target_shares(target, classes)
    if shares.min() < LEAST_SHARE * shares.max():
        index, expected = int(shares.argmin()), f"at least {LEAST_SHARE:g} of the largest share"
        raise InvalidValue("target", index=index, seen=shares[index], expected=expected)
    return shares


def read_counts(turns_owed: ArrayLike | None, clients: int) -> NDArray[np.int64]:
    """Check turns owed: a whole number of 0 or more a client; zeros for None."""
    if turns_owed is None:
        return np.zeros(clients, dtype=np.int64)
    owed = np.asarray(turns_owed)
    if owed.shape != (clients,) or owed.dtype.kind not in "biu":
        seen = f"of shape {owed.shape} and type {owed.dtype}"
        raise InvalidValue("turns_owed", seen=seen, expected=f"{clients} whole numbers")
    if owed.size and owed.min() < 0:
        raise InvalidValue("turns_owed", index=int(owed.argmin()), seen=owed.min(), expected="0 or more")
    return owed.astype(np.int64)


def _read_prices(prices: ArrayLike | None, clients: int) -> Floats:
    if prices is None:
        return np.zeros(clients)
    costs = np.asarray(prices, dtype=np.float64)
    if costs.shape != (clients,):
        raise InvalidValue("prices", seen=f"of shape {costs.shape}", expected=f"{clients} prices, one a client")
    bad = ~(np.isfinite(costs) & (costs >= 0))
    if bad.any():
        raise InvalidValue("prices", index=int(bad.argmax()), seen=costs[bad][0], expected="a price of 0 or more")
    return costs
