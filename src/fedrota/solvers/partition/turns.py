"""How many turns each client must have before anything is searched: one, those owed, and what fills the subsets."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import BudgetExceeded
from fedrota.solvers.partition.request import Request

__all__ = ["Turns", "cost_of", "required_turns"]

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Turns:
    """The turns that a partition starts with.

    Attributes
    ----------
    least
        Turns that nobody can take from a client: one, and those owed.
    given
        The turns given at first. What is more than `least` fills subsets that would be too small; it may go from one
        client to another.
    money
        What is left of the budget.
    """

    least: Counts
    given: Counts
    money: float


def required_turns(request: Request) -> Turns:
    """Give everyone a turn, then owed turns as far as sizes, x* and money go, then fill what is too small.

    Owed turns are given one a client at a time, to whoever is owed most first. Subsets that are too small are filled by
    the cheapest further turns.

    Raises
    ------
    BudgetExceeded
        The turns that there must be cost more than the budget.
    """
    once = np.ones(request.clients, dtype=np.int64)
    filling = _cheapest(request, once, max(0, request.subsets * request.smallest - request.clients))
    needed = cost_of(request.prices, once + filling)
    if needed > request.budget:
        raise BudgetExceeded(budget=request.budget, needed=needed)
    least = once + _owed(request, once)
    given = least + _cheapest(request, least, max(0, request.subsets * request.smallest - int(least.sum())))
    if cost_of(request.prices, given) > request.budget:  # owed turns and dear ones to fill: there is money for one only
        least, given = once, once + filling
    return Turns(least=least, given=given, money=_left(request, given))


def cost_of(prices: NDArray[np.float64], turns: Counts) -> float:
    """Return the exact sum of prices times turns, rounded once."""
    return math.fsum(np.repeat(prices, turns)) if prices.any() else 0.0


def _owed(request: Request, given: Counts) -> Counts:
    room = min(request.subsets * request.largest, request.clients * request.max_turns) - int(given.sum())
    owed = np.minimum(request.owed, request.max_turns - 1)
    clients = np.repeat(np.arange(request.clients), owed)
    if clients.size == 0 or room <= 0:
        return np.zeros_like(given)
    turn = np.arange(clients.size) - np.repeat(np.cumsum(owed) - owed, owed)
    order = np.lexsort((clients, -request.owed[clients], turn))[:room]
    spent = np.cumsum(request.prices[clients[order]])
    affordable = order[spent <= request.budget - cost_of(request.prices, given)]
    return np.bincount(clients[affordable], minlength=request.clients)


def _cheapest(request: Request, given: Counts, count: int) -> Counts:
    """Choose the cheapest further turns, and among equals a first one before a second."""
    if count == 0:
        return np.zeros_like(given)
    spare = request.max_turns - given
    clients = np.repeat(np.arange(request.clients), spare)
    turn = np.arange(clients.size) - np.repeat(np.cumsum(spare) - spare, spare)
    order = np.lexsort((clients, turn, request.prices[clients]))[:count]
    return np.bincount(clients[order], minlength=request.clients)


def _left(request: Request, given: Counts) -> float:
    left = request.budget - cost_of(request.prices, given)
    if math.isinf(left) or np.array_equal(request.prices, np.rint(request.prices)):
        return left
    return max(0.0, left - 1e-9 * request.budget)  # sums of fractions are rounded: stay clear of the edge
