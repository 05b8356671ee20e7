"""A small window searched completely: all flips of one half of its items meet all flips of the other half.

After Horowitz and Sahni (Journal of the ACM 21, 1974). With float data no two selections are alike and no
list of states gets shorter by dominance; up to some forty items this still ends.
"""

from typing import NamedTuple

import numpy as np

from fedrota.solvers.knapsack.problem import Floats, Ints
from fedrota.solvers.knapsack.window import Window

__all__ = ["best_flips", "meet", "work_of"]

MOST_ITEMS, MOST_COUNTED = 40, 34


class _Flips(NamedTuple):
    """What every set of flips changes: cost in units, score, and the number of items."""

    weights: Ints
    scores: Floats
    counts: Ints

    def at(self, places: Ints) -> tuple[Ints, Floats]:
        """Return the weights and scores of some of them."""
        return self.weights[places], self.scores[places]


def work_of(window: Window) -> int | None:
    """Return how many states a complete search touches; None where there are too many."""
    size = window.items.size
    if size > (MOST_ITEMS if window.missing is None else MOST_COUNTED):
        return None
    sets: int = 2 ** ((size + 1) // 2)
    return 20 * sets * (1 if window.missing is None else size // 2 + 1)


def best_flips(window: Window) -> Ints | None:
    """Return the flips of the break solution that score most; None when none is within the limits."""
    positions = np.arange(window.items.size)
    first, second = positions[::2], positions[1::2]
    left, right = _all_flips(window, first), _all_flips(window, second)
    best, pair = -np.inf, None
    for count in _counts(window, left):
        ours, theirs = np.arange(left.counts.size), np.arange(right.counts.size)
        if window.missing is not None:
            ours = np.flatnonzero(left.counts == count)
            theirs = np.flatnonzero(right.counts >= window.missing - count)
        score, at, other = meet(left.at(ours), right.at(theirs), window.room)
        if score > best:
            best, pair = score, (int(ours[at]), int(theirs[other]))
    if pair is None:
        return None
    return np.concatenate([_members(half, at) for half, at in zip((first, second), pair, strict=True)])


def _counts(window: Window, flips: _Flips) -> list[int]:
    """Return the counts to tell apart: all of them, or one where nobody counts."""
    return [0] if window.missing is None else np.unique(flips.counts).tolist()


def _all_flips(window: Window, positions: Ints) -> _Flips:
    """Return all sets of flips of some positions; bit i of a set's index is position i."""
    weights, scores, counts = np.zeros(1, np.int64), np.zeros(1), np.zeros(1, np.int64)
    for at in positions.tolist():
        side = -1 if at < window.start else 1
        weights = np.concatenate([weights, weights + side * window.weights[at]])
        scores = np.concatenate([scores, scores + side * (window.values[at] - window.reward)])
        counts = np.concatenate([counts, counts + side])
    return _Flips(weights, scores, counts)


def meet(left: tuple[Ints, Floats], right: tuple[Ints, Floats], room: int) -> tuple[float, int, int]:
    """Return the best score of an entry on the left and one on the right that fit together, and which they are.

    Both sides are weights and scores. Where no two fit, the score is minus infinity and the places are 0.
    """
    if not right[0].size:
        return -np.inf, 0, 0
    order = np.argsort(right[0], kind="stable")
    weights, scores = right[0][order], right[1][order]
    best = np.maximum.accumulate(scores)
    fitting = np.searchsorted(weights, room - left[0], side="right") - 1
    total = np.where(fitting >= 0, left[1] + best[np.maximum(fitting, 0)], -np.inf)
    at = int(total.argmax())
    if fitting[at] < 0:
        return -np.inf, 0, 0
    return float(total[at]), at, int(order[scores[: fitting[at] + 1].argmax()])


def _members(positions: Ints, at: int) -> Ints:
    """Return the positions in the set of an index."""
    bits = (at >> np.arange(positions.size)) & 1
    return positions[bits > 0]
