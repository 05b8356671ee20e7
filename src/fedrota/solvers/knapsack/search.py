"""The search of the expanding core over a window, and how wide a window has to be."""

from dataclasses import dataclass

import numpy as np

from fedrota.solvers.knapsack.problem import TOLERANCE, Bools, Floats, Ints, Problem
from fedrota.solvers.knapsack.window import Grid, Relaxation, Window, open_window

__all__ = ["NOTHING", "Effort", "Found", "Purse", "explore", "least_gain", "narrow"]

NOTHING: Ints = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Effort:
    """The widest list of states, and the most states to touch."""

    beam: int
    work: int


@dataclass(slots=True)
class Purse:
    """Work that may still be done, in states touched; a plain count, so that every machine stops alike."""

    left: int

    def pay(self, work: int) -> None:
        """Take off what was done."""
        self.left -= work


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a search found: flips of the break solution, or None where the known value was not beaten."""

    flips: Ints | None
    value: float
    bound: float
    narrow: bool
    proven: bool


def least_gain(scores: Floats, scale: float) -> float:
    """Return the least improvement of a score worth looking for.

    Integer scores differ by at least their greatest common divisor; others by the tolerance.
    """
    smallest = TOLERANCE / 2 * scale
    if not bool((scores[:16] == np.rint(scores[:16])).all()) or not bool((scores == np.rint(scores)).all()):
        return smallest
    most = float(scores.max(initial=0.0))
    step = float(np.gcd.reduce(scores.astype(np.int64))) if most < 2**53 else 0.0
    return max(smallest, step * (1 - 1e-6) - 1e-13 * most)


def explore(window: Window, known: float, *, gain: float, effort: Effort, purse: Purse) -> Found:
    """Search a window for a value above the known one, both measured from the break solution."""
    from fedrota.solvers.knapsack.kernels.core import NARROW, NO_NODE, Aim, expand

    aim = Aim(
        room=window.room,
        missing=window.missing or 0,
        reward=window.reward,
        ratio=window.ratio,
        ahead=window.ahead,
        behind=window.behind,
        gain=gain,
        layered=int(window.missing is not None),
    )
    limits = (effort.beam, max(0, min(effort.work, purse.left)))
    value, node, bound, ended, work, path = expand(window.values, window.weights, window.start, aim, known, limits)
    purse.pay(work)
    flipped = []
    at = node
    while at >= 0:
        flipped.append(int(path.items[at]))
        at = int(path.parents[at])
    return Found(
        flips=None if node == NO_NODE else np.array(flipped, dtype=np.int64),
        value=value,
        bound=bound,
        narrow=ended == NARROW,
        proven=bound < value + gain,
    )


def narrow(problem: Problem, grid: Grid, relaxation: Relaxation, score: float) -> Window:
    """Open a window on the items whose flip costs the relaxation no more than its gap: no others can change."""
    reduced = problem.scores + relaxation.reward - relaxation.ratio * problem.costs
    gap = max(0.0, relaxation.bound - score) * (1 + 1e-9) + TOLERANCE * relaxation.bound
    free = problem.costs == 0
    near: Bools = (np.abs(reduced) <= gap) & ~free
    if not relaxation.counted:
        near &= problem.scores > 0
    taken = ((reduced > 0) & ~near) | free
    return open_window(problem, grid, taken, np.flatnonzero(near), relaxation=relaxation)
