"""What is left when the first search of the core does not close the gap."""

from dataclasses import dataclass, replace

from fedrota.solvers.knapsack.bounds import break_score
from fedrota.solvers.knapsack.problem import TOLERANCE, Bools, Problem
from fedrota.solvers.knapsack.search import Effort, Purse, explore, least_gain, narrow
from fedrota.solvers.knapsack.sizes import SizeBound, bound_of_size
from fedrota.solvers.knapsack.swaps import best_swaps
from fedrota.solvers.knapsack.window import Grid, Relaxation, Window

__all__ = ["Best", "close_gap"]

CORE = Effort(beam=4_096, work=3_000_000)
FEW_ITEMS = 400
FEW = Effort(beam=100_000, work=80_000_000)
WIDE = (Effort(beam=20_000, work=100_000_000), Effort(beam=400_000, work=10**18))
SWAP_ENTRIES = (2**14, 2**17, 2**20)
SWAP_WORK = 8  # what listing and matching a swap costs, in states


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best selection so far, a bound on all of them, and whether the search is over."""

    chosen: Bools
    score: float
    bound: float
    proven: bool = False

    @classmethod
    def of(cls, problem: Problem, chosen: Bools, bound: float) -> "Best":
        """Describe a first selection."""
        return cls(chosen=chosen, score=problem.score_of(chosen), bound=bound)

    def or_better(self, problem: Problem, chosen: Bools) -> "Best":
        """Return this, or the other selection where that scores more."""
        score = problem.score_of(chosen)
        return replace(self, chosen=chosen, score=score) if score > self.score else self

    def bounded(self, bound: float, gain: float) -> "Best":
        """Tighten the bound; within the tolerance, or the least gain, it is a proof."""
        tight = min(self.bound, max(bound, self.score))
        enough = tight <= self.score * (1 + TOLERANCE) or tight < self.score + gain
        return replace(self, bound=tight, proven=self.proven or enough)


def close_gap(problem: Problem, grid: Grid, relaxation: Relaxation, best: Best, *, purse: Purse, searched: int) -> Best:
    """Close the gap by cores of what can still change, by swaps that fill the budget, by wider searches.

    `searched` is the number of items that a search has seen already.
    """
    best = best.bounded(relaxation.bound, least_gain(problem.scores, best.score))
    best, searched = _search_cores(problem, grid, relaxation, best, purse, searched)
    duals = [] if best.proven else _bounds_of_sizes(problem, relaxation)
    best = best.bounded(max((dual.bound for dual in duals), default=0.0), least_gain(problem.scores, best.score))
    for entries in SWAP_ENTRIES:
        if best.proven or (searched <= FEW_ITEMS and entries > SWAP_ENTRIES[0]):
            break
        for dual in duals:
            best = _fill_budget(problem, replace(grid, up=True), dual, best, entries, purse)
        best, searched = _search_cores(problem, grid, relaxation, best, purse, searched)
    for effort in WIDE:
        if best.proven or purse.left <= 0:
            break
        best = _search(narrow(problem, grid, relaxation, best.score), problem, best, effort, purse)
    return best


def _bounds_of_sizes(problem: Problem, relaxation: Relaxation) -> list[SizeBound]:
    """Bound the sizes, one of which has the largest bound of all."""
    bounds = (bound_of_size(problem, size, guess=relaxation.ratio) for size in relaxation.sizes)
    return [bound for bound in bounds if bound is not None]


def _search_cores(
    problem: Problem, grid: Grid, relaxation: Relaxation, best: Best, purse: Purse, searched: int
) -> tuple[Best, int]:
    """Search cores as long as a better selection leaves half as many items that can change."""
    while not best.proven and purse.left > 0:
        window = narrow(problem, grid, relaxation, best.score)
        if window.items.size > searched // 2:
            break
        searched = window.items.size
        best = _search(window, problem, best, FEW if searched <= FEW_ITEMS else CORE, purse)
    return best, searched


def _search(window: Window, problem: Problem, best: Best, effort: Effort, purse: Purse) -> Best:
    """Search one window."""
    gain = least_gain(problem.scores, best.score)
    # Every item has its reward, which is taken off again for the least number of them.
    base = break_score(problem, window) - window.reward * (window.missing or 0)
    found = explore(window, best.score - base, gain=gain, effort=effort, purse=purse)
    if found.flips is not None:
        best = best.or_better(problem, window.chosen(found.flips))
    return replace(best, proven=True) if found.proven else best.bounded(base + found.bound, gain)


def _fill_budget(problem: Problem, grid: Grid, dual: SizeBound, best: Best, entries: int, purse: Purse) -> Best:
    """Fill the budget with selections of one size, if its bound leaves something to be had."""
    for base in (dual.base, dual.beyond):
        missing = dual.bound - best.score
        if best.proven or missing <= TOLERANCE * best.score or purse.left < SWAP_WORK * entries:
            break
        purse.pay(SWAP_WORK * entries)
        swapped = best_swaps(problem, grid, dual, base=base, entries=entries, slack=missing)
        if problem.keeps_budget(swapped):
            best = best.or_better(problem, swapped)
    return best.bounded(best.bound, least_gain(problem.scores, best.score))
