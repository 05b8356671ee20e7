"""What one turn of each client costs: its own price, a linear rule, or a function of the scores (eq. 8, S16)."""

from collections.abc import Callable

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
        with np.errstate(over="ignore"):  # beyond any amount, which is refused
            return whole(task.price.a * table.totals + task.price.b)
    if offers.prices is not None:
        return offers.prices
    if task.budget is None:
        return np.zeros(len(offers), dtype=np.int64)
    raise InvalidValue(
        "price", seen="in no offer", expected="a price in every offer, or a [price] rule (a, b) in the task"
    )
