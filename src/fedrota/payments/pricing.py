"""What a turn costs as a function of scores (eq. 8, S16). Floored to whole minor units: the paper's Table 2 is (P1)."""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.money import whole
from fedrota.domain.scores import ScoreTable
from fedrota.domain.task import LinearPrice

__all__ = ["increasing_price", "linear_price", "price_from"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


def linear_price(score: ArrayLike, a: float, b: float) -> Whole:
    """Return ``a * score + b``, floored to whole minor units.

    The paper says "rounded"; its Table 2 is floored (P1).

    Examples
    --------
    >>> linear_price([6.92, 4.89], a=2, b=5).tolist()
    [18, 14]
    """
    rule = LinearPrice(a, b)
    return whole(rule.a * np.asarray(score, dtype=np.float64) + rule.b)


def increasing_price(score: ArrayLike, function: Callable[[Floats], ArrayLike]) -> Whole:
    """Return ``function(scores)``, floored, once it is seen that no higher score has a lower price.

    Steps are allowed: scores may share a price.

    Examples
    --------
    >>> increasing_price([4.0, 1.0, 9.0], lambda scores: 10 * scores**0.5).tolist()
    [20, 10, 30]
    """
    scores = np.asarray(score, dtype=np.float64)
    prices = np.asarray(function(scores), dtype=np.float64)
    if prices.shape != scores.shape:
        raise InvalidValue("price", seen=f"of shape {prices.shape}", expected=f"{len(scores):,} amounts, one a client")
    order = np.lexsort((prices, scores))
    falls = np.diff(prices[order]) < 0
    if falls.any():
        odd = int(order[1:][falls][0])
        raise InvalidValue(
            "price", index=odd, seen=prices[odd], expected="no less than the price of a client with a lower score"
        )
    return whole(prices)


def price_from(table: ScoreTable, function: Callable[[ScoreTable], ArrayLike]) -> Whole:
    """Return a price computed from any columns of a score table, floored.

    Examples
    --------
    >>> table = ScoreTable(
    ...     ids=np.array(["a", "b"]), criteria=("cpu",), values=np.array([[0.5], [0.75]]), weights=np.ones(1),
    ...     totals=np.array([0.5, 0.75]), costs=np.zeros(2, np.int64), histograms=None,
    ...     missed=np.full(2, -1, np.int16), seen=np.full(2, np.nan),
    ... )
    >>> price_from(table, lambda scores: 3 + 10 * scores.column("cpu")).tolist()
    [8, 10]
    """
    return whole(function(table), count=len(table))
