"""Scored clients as columns: what stage 1 chooses from."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["Rule", "ScoreTable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A condition that a client meets or not, whatever its score.

    Attributes
    ----------
    name
        How a sentence names the condition: ``cpu of 2 or more``.
    miss
        How a sentence says that a client misses it; ``{seen:g}`` stands for the client's number.
    passed
        How many of the offers meet it.
    """

    name: str
    miss: str
    passed: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ScoreTable:
    """Clients by criteria, one total each, and what stage 1 needs beside them.

    Attributes
    ----------
    ids
        Client ids.
    criteria
        Names of the columns of ``values``.
    values
        One row a client, each value from 0 to 1.
    weights
        Each criterion's weight in the total; 0 where it counts only through a combination.
    totals
        The total score of each client (eq. 7).
    costs
        What one turn of each client costs, in integer minor units.
    histograms
        Label counts, one row a client, where the offers have them.
    rules
        The conditions checked before any score: minimums, data set, model, time window.
    missed
        For each client the index of the first rule that it misses, or -1.
    seen
        For each client the number that the missed rule saw, or NaN.
    depends_on_cohort
        Whether a client's score changes with who else offers.
    depends_on_ask
        Whether a client's score changes with the price it asks.
    """

    ids: NDArray[np.str_]
    criteria: tuple[str, ...]
    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    totals: NDArray[np.float64]
    costs: NDArray[np.int64]
    histograms: NDArray[np.int64] | None
    rules: tuple[Rule, ...] = ()
    missed: NDArray[np.int16]
    seen: NDArray[np.float64]
    depends_on_cohort: bool = False
    depends_on_ask: bool = False

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def eligible(self) -> NDArray[np.bool_]:
        """Who meets every rule."""
        return self.missed < 0

    def column(self, criterion: str) -> NDArray[np.float64]:
        """Return everyone's score in one criterion."""
        if criterion not in self.criteria:
            raise InvalidValue("criterion", seen=repr(criterion), expected="one of " + ", ".join(self.criteria))
        return self.values[:, self.criteria.index(criterion)]

    def row(self, k: int) -> Mapping[str, float]:
        """Return one client's scores by criterion."""
        return dict(zip(self.criteria, self.values[k].tolist(), strict=True))
