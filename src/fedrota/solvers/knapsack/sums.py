"""Exact sums of floats, and whether a sum keeps a budget. No tolerance anywhere."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

__all__ = ["exact_sum", "fits", "limit_of", "room_of", "split_sum"]

# Below this size `math.fsum` is as fast as the compiled loop.
FEW = 64


def exact_sum(numbers: NDArray[np.float64]) -> float:
    """Return what `math.fsum` returns, fast for many numbers.

    >>> exact_sum(np.array([0.1] * 10))
    1.0
    """
    return math.fsum(split_sum(numbers))


def split_sum(numbers: NDArray[np.float64]) -> list[float]:
    """Return a few floats that sum to exactly what the numbers sum to."""
    if numbers.size <= FEW:
        return [float(number) for number in numbers.tolist()]
    from fedrota.solvers.knapsack.kernels.sums import split

    parts: list[float] = split(numbers).tolist()
    return parts


def fits(costs: NDArray[np.float64], budget: float) -> bool:
    """Whether the costs sum to at most the budget, as `math.fsum` says it.

    >>> fits(np.array([0.1] * 10), 1.0), fits(np.array([0.1, 0.2]), 0.3)
    (True, False)
    """
    return exact_sum(costs) <= budget


def limit_of(budget: float) -> tuple[tuple[float, float], bool]:
    """Return two numbers whose sum is the largest that rounds to the budget, and whether it may be met.

    A sum rounds to the budget up to half a unit in its last place; exactly there it rounds to even.
    """
    half = (float(np.nextafter(budget, np.inf)) - budget) / 2
    return (budget, half), math.fsum((budget, half)) == budget


def room_of(budget: float, spent: NDArray[np.float64], exponent: int) -> int:
    """Return the most units of 2**-exponent that can be added to what is spent within the budget."""
    limit, may_meet = limit_of(budget)
    room = sum(map(Fraction, limit), Fraction()) - sum(map(Fraction, split_sum(spent)), Fraction())
    units = room * Fraction(2) ** exponent
    return math.floor(units) if may_meet else math.ceil(units) - 1
