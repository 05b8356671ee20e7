"""What room in each knapsack is worth: multipliers, a bound, and an order of the items. Numpy only."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.mkp.problem import MkpProblem

__all__ = ["Relaxation", "relax"]

Floats = NDArray[np.float64]

PATIENCE = 10  # steps without a better bound, after which steps become shorter
SHORTEN = 0.7
SHORTEST = 0.0005  # steps that no longer move anything


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Relaxation:
    """The knapsack rows priced instead of kept.

    Attributes
    ----------
    bound
        No selection is worth more.
    reduced
        An item's profit less the price of the room and of the place that it takes.
    order
        Items from the best use of room to the worst: profit per price of what it takes.
    """

    bound: float
    reduced: Floats
    order: NDArray[np.int64]


def relax(problem: MkpProblem, *, steps: int = 300) -> Relaxation:
    """Find multipliers by subgradient steps; at their best the bound equals the linear relaxation's."""
    filled = problem.capacities > 0
    scaled = problem.weights[filled] / problem.capacities[filled, None]
    profits, sizes = problem.profits, (problem.min_items, problem.max_items)
    prices = np.full(len(scaled), profits.sum() / max(1.0, scaled.sum()) / 2)
    best, best_prices, place = np.inf, prices, 0.0
    step, idle = 1.0, 0
    for _ in range(steps):
        value, usage, price_of_place = _price_out(profits, scaled, prices, sizes)
        if value < best * (1 - 1e-9):
            best, best_prices, place, idle = value, prices, price_of_place, 0
        else:
            idle += 1
        if idle > PATIENCE:
            step, idle = step * SHORTEN, 0
        if step < SHORTEST:
            break
        slope = usage - 1.0
        length = float(slope @ slope)
        if length < 1e-18:
            break
        prices = np.maximum(0.0, prices + step * 0.4 * value * slope / length)
    return _order(profits, scaled, best_prices, place, float(best))


def _price_out(profits: Floats, scaled: Floats, prices: Floats, sizes: tuple[int, int]) -> tuple[float, Floats, float]:
    """Take the best items at these prices: the bound they give, the room they use, the price of a place."""
    reduced = profits - prices @ scaled
    fewest, most = sizes
    count = min(max(int(np.count_nonzero(reduced > 0)), fewest), most)
    ranked = np.argsort(-reduced, kind="stable")
    taken = ranked[:count]
    value = float(reduced[taken].sum() + prices.sum())
    place = 0.0
    if 0 < count < len(ranked):
        place = max(0.0, reduced[ranked[count]]) if count == most else min(0.0, reduced[ranked[count - 1]])
    return value, scaled[:, taken] @ np.ones(count), float(place)


def _order(profits: Floats, scaled: Floats, prices: Floats, place: float, bound: float) -> Relaxation:
    # A place in a full selection has its price as room has; in one that must grow, it is a reward.
    gain = profits - min(0.0, place)
    room = prices @ scaled + max(0.0, place)
    scarce = np.divide(gain, room, out=np.full_like(gain, np.inf), where=room > 0)
    order = np.lexsort((-profits, -scarce))
    return Relaxation(bound=bound, reduced=gain - room, order=order.astype(np.int64))
