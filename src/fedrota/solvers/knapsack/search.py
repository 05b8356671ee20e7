"""One run of the exact solver, and its search of the expanding core over a window."""

from dataclasses import dataclass, replace

import numpy as np

from fedrota.solvers.knapsack.problem import TOLERANCE, Bools, Ints, Problem
from fedrota.solvers.knapsack.window import Grid, Relaxation, Window, open_window

__all__ = ["NOTHING", "Effort", "Found", "Purse", "Run", "explore", "narrow"]

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


@dataclass(frozen=True, slots=True)
class Run:
    """A problem, the units of its costs, what its scores differ by at least (0 if by anything), and the purse."""

    problem: Problem
    grid: Grid
    step: float
    purse: Purse

    def gain(self, score: float) -> float:
        """Return the least improvement of a score worth looking for: a step, or the tolerance."""
        most = float(self.problem.scores.max(initial=0.0)) if self.step else 0.0
        return max(TOLERANCE / 2 * score, self.step * (1 - 1e-6) - 1e-13 * most)

    def with_common_divisor(self) -> "Run":
        """Take the greatest common divisor of integer scores as their step."""
        if not self.step or self.problem.scores.max() > 2.0**53:
            return replace(self, step=0.0)
        return replace(self, step=float(np.gcd.reduce(self.problem.scores.astype(np.int64))))


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: flips of the break solution, or None where the known value was not beaten."""

    flips: Ints | None
    bound: float
    narrow: bool
    proven: bool


def explore(run: Run, window: Window, known: float, gain: float, effort: Effort) -> Found:
    """Search a window for a value above the known one, both measured from the break solution."""
    from fedrota.solvers.knapsack.kernels.core import NARROW, Aim, expand

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
    limits = (effort.beam, max(0, min(effort.work, run.purse.left)))
    value, flips, better, bound, ended, work = expand(window.values, window.weights, window.start, aim, known, limits)
    run.purse.pay(work)
    return Found(flips if better else None, bound, ended == NARROW, bound < value + gain)


def narrow(run: Run, relaxation: Relaxation, score: float) -> Window:
    """Open a window on the items whose flip costs the relaxation no more than its gap: no others can change."""
    problem = run.problem
    reduced = problem.scores + relaxation.reward - relaxation.ratio * problem.costs
    gap = max(0.0, relaxation.bound - score) * (1 + 1e-9) + TOLERANCE * relaxation.bound
    free = problem.costs <= run.grid.trifle
    near: Bools = (np.abs(reduced) <= gap) & ~free
    if not relaxation.counted:
        near &= problem.scores > 0
    taken = ((reduced > 0) & ~near) | free
    return open_window(problem, run.grid, taken, np.flatnonzero(near), relaxation=relaxation)
