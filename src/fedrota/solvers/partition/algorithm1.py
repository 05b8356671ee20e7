"""The paper's Algorithm 1, *Generate Subsets*, line by line: one subset at a time, each by a knapsack problem.

Arrays in, index arrays out; `sequential` checks what a caller gives and wraps what comes out. A client is an item,
a class is a knapsack, a label histogram is what the item takes of each. Filled evenly, the knapsacks hold data that
is close to uniform (§VI-B).
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import PlanFailed
from fedrota.solvers.mkp import MkpProblem, MkpSolution

__all__ = ["Setting", "capacities", "generate_subsets"]

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

ENLARGEMENTS = (*(1.05**step for step in range(20)), *(2.0**power for power in range(2, 11)))
"""By how much capacities grow, one after the other, until a subset of the required size fits."""

FIRST_TURN_BONUS = 1 / 500
"""What a client without a turn counts more than one with, in mean client sizes: it decides between equals."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Setting:
    """What stays the same from the first subset to the last.

    Attributes
    ----------
    histograms
        One row a client, one column a class.
    capacities
        What each knapsack holds (line 1); see `capacities`.
    fewest, most
        The allowed sizes of a subset, n - δ (at least 1) and n + δ.
    max_turns
        In how many subsets a client may be, x*.
    nid_threshold
        A subset whose degree is above this is improved (line 7).
    fill_threshold
        A knapsack is less filled below this share of its capacity (line 8).
    degree
        The non-iid degree of a joined histogram.
    solve
        What solves a multidimensional knapsack problem.
    """

    histograms: Floats
    capacities: Floats
    fewest: int
    most: int
    max_turns: int
    nid_threshold: float
    fill_threshold: float
    degree: Callable[[Floats], float]
    solve: Callable[[MkpProblem], MkpSolution]

    def joined(self, clients: Indices) -> Floats:
        """Add up the histograms of these clients."""
        total: Floats = self.histograms[clients].sum(axis=0)
        return total

    def degree_of(self, clients: Indices) -> float:
        """Measure a subset; an empty one is as bad as can be."""
        return self.degree(self.joined(clients)) if clients.size else 1.0


def capacities(histograms: Floats, size: int, shares: Floats) -> Floats:
    """Set what each knapsack holds (line 1): an equal part of the pool's most abundant class.

    All are the same where the target is uniform: ceil(max_j Σ_k h_kj / T) with T = round(K / n). Against another
    target they are in its proportions, and the class that is most abundant for its share sets the level. Where counts
    are not whole, nothing is rounded up.

    Examples
    --------
    >>> capacities(np.array([[4.0, 0], [3, 0], [0, 5], [0, 1]]), 2, np.array([0.5, 0.5]))
    array([4., 4.])
    """
    subsets = max(1, round(len(histograms) / size))
    relative = shares * len(shares)
    held: Floats = (histograms.sum(axis=0) / relative).max() / subsets * relative
    if not held.any():
        return np.ones(len(shares))  # nobody has data: any knapsack will do
    whole = bool((histograms == np.floor(histograms)).all())
    return np.ceil(held.round(9)) if whole else held


def generate_subsets(setting: Setting, *, progress: Callable[[float], None] | None = None) -> list[Indices]:
    """Select subsets until everyone was selected; `progress` hears the share of clients that were."""
    turns = np.zeros(len(setting.histograms), dtype=np.int64)  # line 2
    subsets: list[Indices] = []
    while (turns == 0).any():  # lines 3 and 4: the remaining clients are those without a turn
        subset = _next_subset(setting, turns, len(subsets))
        subsets.append(np.sort(subset))  # line 18
        turns[subset] += 1  # line 19
        if progress is not None:
            progress(float((turns > 0).mean()))
    return subsets


def _next_subset(setting: Setting, turns: Indices, done: int) -> Indices:
    """Select one subset (lines 5 to 17). It holds a remaining client at least, so the algorithm ends."""
    remaining = np.flatnonzero(turns == 0)
    if remaining.size < setting.fewest:  # line 14
        return _complement(setting, remaining, turns, done)  # lines 15 and 16
    subset = _select(setting, remaining, turns, setting.capacities, (1, setting.most))  # lines 5 and 6
    if subset is None:  # nobody fits an empty knapsack
        subset = remaining[:0]
    if setting.degree_of(subset) > setting.nid_threshold:  # line 7
        subset = _compensate(setting, subset, turns)  # line 8
    if subset.size < setting.fewest:  # line 10
        subset = _complement(setting, _enforce(setting, remaining, turns), turns, done)  # lines 11 and 12
    return subset


def _select(
    setting: Setting, clients: Indices, turns: Indices, space: Floats, sizes: tuple[int, int]
) -> Indices | None:
    """Solve a knapsack problem (eq. obj4 with the size rows) over some clients; None where nothing was found."""
    rows = setting.histograms[clients]
    profits = rows.sum(axis=1)
    first = turns[clients] == 0
    if first.any() and not first.all():  # with equals, those who wait: the paper leaves it to the solver
        profits = profits + first * profits.mean() * FIRST_TURN_BONUS
    fewest, most = sizes
    solution = setting.solve(MkpProblem(profits, rows.T, space, min_items=fewest, max_items=most))
    return clients[solution.items] if solution.found else None


def _compensate(setting: Setting, subset: Indices, turns: Indices) -> Indices:
    """Select again, from the remaining clients and those who can fill what is less filled (line 8).

    Compensation clients have had a turn, may take another, and hold data of a less-filled class. The second selection
    counts if it is better and if somebody has the first turn in it.
    """
    less = setting.joined(subset) < setting.fill_threshold * setting.capacities
    helps = setting.histograms[:, less].sum(axis=1) > 0
    available = (turns > 0) & (turns < setting.max_turns)
    if not (helps & available).any():
        return subset
    clients = np.flatnonzero((turns == 0) | (helps & available))
    again = _select(setting, clients, turns, setting.capacities, (1, setting.most))
    if again is None or (turns[again] > 0).all() or setting.degree_of(again) >= setting.degree_of(subset):
        return subset
    return again


def _enforce(setting: Setting, remaining: Indices, turns: Indices) -> Indices:
    """Make n - δ remaining clients at least mandatory, in knapsacks as small as can hold them (line 11)."""
    for factor in ENLARGEMENTS:
        space = setting.capacities * factor
        subset = _select(setting, remaining, turns, space, (setting.fewest, setting.most))
        if subset is not None:
            return subset
    return remaining[: setting.fewest]  # a client far larger than all others: no even filling exists


def _complement(setting: Setting, mandatory: Indices, turns: Indices, done: int) -> Indices:
    """Fill the space that mandatory clients leave with clients who had a turn already (lines 12 and 16, Fig. 2).

    The knapsacks are as high as the fullest of them, and grow until n - δ clients fit. Beyond that size, additions
    count if they lower the degree.
    """
    others = np.flatnonzero((turns > 0) & (turns < setting.max_turns))
    needed = max(0, setting.fewest - mandatory.size)
    if others.size < needed:
        raise PlanFailed(
            subsets=done,
            waiting=int((turns == 0).sum()),
            needed=setting.fewest,
            available=others.size,
            max_turns=setting.max_turns,
        )
    added = _fill_up(setting, mandatory, others, turns)
    if added is None:
        return np.append(mandatory, others[:needed])
    subset = np.append(mandatory, added)
    better = setting.degree_of(subset) < setting.degree_of(mandatory)
    return subset if better or needed else mandatory


def _fill_up(setting: Setting, mandatory: Indices, others: Indices, turns: Indices) -> Indices | None:
    """Solve the complementary problem, in higher and higher knapsacks as long as clients are needed."""
    filled = setting.joined(mandatory)
    height = max(1.0, float((filled / setting.capacities).max()))
    needed = max(0, setting.fewest - mandatory.size)
    places = setting.most - mandatory.size
    if not others.size or not places:
        return None
    for factor in ENLARGEMENTS if needed else ENLARGEMENTS[:1]:
        space = setting.capacities * (height * factor) - filled
        added = _select(setting, others, turns, space, (needed, places))
        if added is not None:
            return added
    return None
