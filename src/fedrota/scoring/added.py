"""Criteria of one's own: a function of the offers' columns, checked before it counts."""

import copy
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.offers import Offers
from fedrota.domain.values import floats, number, share, text

__all__ = ["AddedCriterion", "without_prices"]


@dataclass(frozen=True, slots=True)
class AddedCriterion:
    """A criterion that a function scores.

    Attributes
    ----------
    name
        Its column's name; no other criterion of the task may have it.
    function
        Gets the columns of all offers and returns one number from 0 to 1 for each client.
    weight
        Its share in the total score.
    threshold
        The least score that a member of the pool may have: a rule of the table, checked with the minimums.
    uses_ask
        Whether it looks at prices; without this the function sees none.
    uses_cohort
        Whether a client's score changes with who else offers.

    Examples
    --------
    >>> def near(offers):
    ...     return 1 / (1 + offers.resources["distance_km"])
    >>> AddedCriterion("near", near, weight=2.0).weight
    2.0
    """

    name: str
    function: Callable[[Offers], ArrayLike]
    weight: float = 1.0
    threshold: float | None = None
    uses_ask: bool = False
    uses_cohort: bool = False

    def __post_init__(self) -> None:
        text("criterion name", self.name)
        if self.threshold is not None:
            share(f"threshold of {self.name}", self.threshold)
        number(f"weight of {self.name}", self.weight)
        if not callable(self.function):
            raise InvalidValue(
                f"function of {self.name}", seen=repr(self.function), expected="a function of the offers"
            )

    def of(self, offers: Offers) -> NDArray[np.float64]:
        """Return each client's score, checked."""
        given = self.function(offers if self.uses_ask else without_prices(offers))
        values = floats(self.name, given, "one score a client")
        if values.shape != (len(offers),):
            raise InvalidValue(
                self.name, seen=f"of shape {values.shape}", expected=f"{len(offers):,} scores, one a client"
            )
        bad = ~((values >= 0) & (values <= 1))  # NaN compares false
        if bad.any():
            odd = int(bad.argmax())
            raise InvalidValue(self.name, index=odd, seen=values[odd], expected="a score from 0 to 1")
        return values


def without_prices(offers: Offers) -> Offers:
    """Return the same columns less the prices: what is not given cannot be looked at."""
    blind = copy.copy(offers)  # `replace` would look for duplicate ids again
    object.__setattr__(blind, "prices", None)
    return blind
