"""The highest price at which the greedy still takes a client, the others' prices unchanged. Exact.

A client's price moves it along the order of score per cost. Without the client, the greedy's remaining budget
falls from position to position; with it, the client is in at a price c exactly when c is at most what remains
at the position where c puts it. The greedy is monotone (a client that is in stays in when it asks less), so one
number says it all.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.selection import OnMisfit
from fedrota.solvers import knapsack
from fedrota.solvers.ranking import highest, highest_of_one, positions, ratio_order, ratios

__all__ = ["critical_prices"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]


def critical_prices(
    scores: Floats,
    costs: Whole,
    budget: int,
    *,
    min_items: int,
    on_misfit: OnMisfit,
    wanted: NDArray[np.bool_] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Whole:
    """Return each client's highest whole price at which it is in; -1 where none is low enough.

    Where the least number decides, prices are found by running the greedy again and again: ``wanted`` limits that
    to some clients (the others' prices are then what they would be without a least number), ``progress`` hears
    the share that is done.

    Examples
    --------
    >>> scores, costs = np.array([6.0, 5.0, 5.0]), np.array([3, 2, 2])
    >>> critical_prices(scores, costs, 4, min_items=0, on_misfit="skip").tolist()
    [2, 2, 2]
    """
    run = _Run.of(scores, costs, budget, stops=on_misfit == "stop")
    prices = _along_the_run(run)
    for i in np.flatnonzero(run.taken & (run.at(prices + 1) > run.limit)):
        prices[i] = _walk(run, int(i), known=int(prices[i]))
    prices[(scores == 0) & (prices > 0)] = 0  # worth nothing: in for nothing
    if min_items > 0:
        _verify(prices, run, (min_items, on_misfit), wanted, progress)
    return prices


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Run:
    """One greedy run without a lower limit on the number of items, and what remained before each position."""

    scores: Floats
    costs: Whole
    budget: int
    stops: bool
    order: Whole
    keys: Floats
    place: Whole
    remaining: Whole
    taken: Flags
    misfit: int

    @classmethod
    def of(cls, scores: Floats, costs: Whole, budget: int, *, stops: bool) -> "_Run":
        order = ratio_order(scores, costs)
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        remaining, taken, misfit = _replay(costs[order], budget, stops=stops)
        return cls(
            scores=scores,
            costs=costs,
            budget=budget,
            stops=stops,
            order=order,
            keys=-ratios(scores, costs)[order],
            place=place,
            remaining=remaining,
            taken=taken[place],
            misfit=misfit,
        )

    @property
    def limit(self) -> Whole:
        """Up to which position ``remaining`` still holds once the client itself is taken out of the run."""
        late = self.taken & (self.place > self.misfit)
        open_end = ~self.taken & (not self.stops)
        return np.where(late, self.place, np.where(open_end, len(self.order), self.misfit))

    def at(self, prices: Whole) -> Whole:
        """Return the position that each client would have at its price."""
        return positions(self.keys, self.order, -ratios(self.scores, prices))


def _replay(costs: Whole, budget: int, *, stops: bool) -> tuple[Whole, Flags, int]:
    """Run the greedy over sorted costs; return what remains before each position, who is in, the first misfit."""
    n = len(costs)
    spent = np.cumsum(costs)
    misfit = int(np.searchsorted(spent, budget, side="right"))
    taken = np.arange(n) < misfit
    remaining = np.empty(n + 1, np.int64)
    remaining[0], remaining[1:] = budget, budget - spent
    left = budget - (int(spent[misfit - 1]) if misfit else 0)
    cheapest_to_come = np.minimum.accumulate(costs[::-1])[::-1]
    for k in range(misfit, n):
        remaining[k] = left
        if stops or cheapest_to_come[k] > left:
            remaining[k:] = left
            break
        if costs[k] <= left:
            taken[k] = True
            left -= int(costs[k])
        remaining[k + 1] = left
    return remaining, taken, misfit


def _along_the_run(run: _Run) -> Whole:
    """Bisect everyone's price at once, as far as the run that we have tells what would remain."""
    limit = run.limit

    def is_in(price: Whole) -> Flags:
        at = run.at(price)
        own = np.where(run.taken & (run.place < at), run.costs, 0)
        inside: Flags = (at <= limit) & (price <= run.remaining[at] + own)
        return inside

    return highest(is_in, len(run.costs), run.budget)


def _walk(run: _Run, i: int, *, known: int) -> int:
    """Follow the run without member ``i`` past the first misfit, where it differs from the run we have."""
    prefix = run.place[i] < run.misfit
    k = run.misfit if prefix else int(run.place[i]) + 1
    left = int(run.remaining[k] + run.costs[i]) if prefix else int(run.remaining[run.place[i]])
    best = known
    while True:
        ceiling = _ceiling(run, i, k)
        best = max(best, min(left, ceiling))
        if left <= ceiling:  # a higher price is no longer covered; in the last slot the ceiling is the budget
            return best
        cost = int(run.costs[run.order[k]])
        if cost <= left:
            left -= cost
        elif run.stops:
            return best
        if ceiling + 1 > left:
            return best
        k += 1


def _ceiling(run: _Run, i: int, k: int) -> int:
    """Return the highest price at which client ``i`` still comes before position ``k``."""
    if k >= len(run.order):
        return run.budget
    j = int(run.order[k])
    return highest_of_one(lambda price: _before(run, i, price, j), -1, run.budget)


def _before(run: _Run, i: int, price: int, j: int) -> bool:
    own = ratios(run.scores[i : i + 1], np.array([price]))[0]
    other = ratios(run.scores[j : j + 1], run.costs[j : j + 1])[0]
    return bool(own > other or (own == other and i > j))


def _verify(
    prices: Whole,
    run: _Run,
    rules: tuple[int, OnMisfit],
    wanted: Flags | None,
    progress: Callable[[float], None] | None,
) -> None:
    """Where the need for a least number may change the greedy's choices, find the price by running it."""
    needed = rules[0]
    rising = np.sort(run.costs)
    dearest = rising[::-1][:needed]
    most = np.maximum(dearest.sum(), prices + 1 + dearest[: needed - 1].sum())
    uncertain = (most > run.budget) | (run.scores == 0)  # what is worth nothing is in only where the number needs it
    todo = np.flatnonzero(uncertain if wanted is None else uncertain & wanted)
    for done, i in enumerate(todo):
        own = min(int(run.costs[i]), int(rising[needed - 1]))
        covered = run.budget - int(rising[:needed].sum()) + own  # a higher price leaves too little for the others
        prices[i] = _by_running(run, int(i), int(prices[i]), covered, rules)
        if progress is not None and done % 64 == 0:
            progress(done / len(todo))


def _by_running(run: _Run, i: int, guess: int, most: int, rules: tuple[int, OnMisfit]) -> int:
    """Search the highest price from a guess on, in steps that double."""
    guess = min(guess, most)
    step = 1
    if guess >= 0 and _is_in(run, i, guess, rules):
        low = guess
        while low + step <= most and _is_in(run, i, low + step, rules):
            low, step = low + step, 2 * step
        high = min(most, low + step - 1)
    else:
        high = guess - 1
        while high - step >= 0 and not _is_in(run, i, high - step, rules):
            high, step = high - step - 1, 2 * step
        low = max(-1, high - step)
    return highest_of_one(lambda price: _is_in(run, i, price, rules), low, high)


def _is_in(run: _Run, i: int, price: int, rules: tuple[int, OnMisfit]) -> bool:
    costs = run.costs.copy()
    costs[i] = price
    chosen = knapsack.greedy(run.scores, costs, run.budget, min_items=rules[0], on_misfit=rules[1])
    return bool(np.isin(i, chosen.items))
