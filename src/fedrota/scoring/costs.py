"""What one turn of each client costs: its own price, a linear rule, or a function of the scores (eq. 8, S16)."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.money import whole
from fedrota.domain.offers import Offers
from fedrota.domain.scores import ScoreTable
from fedrota.domain.task import Task

__all__ = ["Price", "costs"]

Price = Callable[[ScoreTable], ArrayLike]
Whole = NDArray[np.int64]


def costs(task: Task, offers: Offers, table: ScoreTable, price: Price | None) -> Whole:
    """Return whole minor units a client: by the function, else by the task's rule, else as asked.

    Without any of them, a task without a budget costs nothing; one with a budget cannot be scored.
    """
    if price is not None:
        return whole(price(table), count=len(table))
    if task.price is not None:
        return whole(task.price.a * table.totals + task.price.b)
    if offers.prices is not None:
        return _asked(offers.prices, len(offers))
    if task.budget is None:
        return np.zeros(len(offers), dtype=np.int64)
    raise InvalidValue(
        "price", seen="in no offer", expected="a price in every offer, or a [price] rule (a, b) in the task"
    )


def _asked(prices: NDArray[Any], count: int) -> Whole:
    if prices.shape != (count,):
        raise InvalidValue("prices", seen=f"of shape {prices.shape}", expected=f"{count:,} amounts, one a client")
    bad = ~((prices >= 0) & (prices == np.floor(prices)))  # NaN compares false
    if bad.any():
        odd = int(bad.argmax())
        raise InvalidValue("prices", index=odd, seen=prices[odd], expected="whole minor units of 0 or more")
    return prices.astype(np.int64)
