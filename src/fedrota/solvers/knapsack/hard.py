"""What is left when the first search of the core does not close the gap."""

from dataclasses import dataclass, replace

from fedrota.solvers.knapsack.bounds import break_score
from fedrota.solvers.knapsack.halves import best_flips, work_of
from fedrota.solvers.knapsack.problem import TOLERANCE, Bools, Problem
from fedrota.solvers.knapsack.search import Effort, Run, explore, narrow
from fedrota.solvers.knapsack.sizes import SizeBound, bound_of_size
from fedrota.solvers.knapsack.swaps import best_swaps
from fedrota.solvers.knapsack.window import Relaxation, Window

__all__ = ["Best", "close_gap"]

CORE = Effort(beam=4_096, work=3_000_000)
FEW_ITEMS = 400
CHEAP_TO_BOUND = 20_000
FEW = Effort(beam=100_000, work=5_000_000)
WIDE = (Effort(beam=32_768, work=100_000_000), Effort(beam=400_000, work=200_000_000))
SWAP_ENTRIES = (2**14, 2**17, 2**20)
# A gap below this is worth little more work: at most this many states for one search.
CLOSE, CLOSE_WORK = 1e-9, 35_000_000
SWAP_WORK = 8  # what listing and matching a swap costs, in states


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best selection so far, a bound on all of them, and whether the search is over."""

    chosen: Bools
    score: float
    bound: float
    proven: bool = False

    @property
    def is_close(self) -> bool:
        """Whether the gap is so small that a proof is all there is to be had."""
        return self.bound - self.score <= CLOSE * self.score

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


def close_gap(run: Run, relaxation: Relaxation, best: Best, searched: int) -> Best:
    """Close the gap by cores of what can still change, by swaps that fill the budget, by wider searches.

    `searched` is the number of items that a search has seen already.
    """
    run = run.with_common_divisor()
    best = best.bounded(relaxation.bound, run.gain(best.score))
    if run.problem.size <= CHEAP_TO_BOUND:
        best, duals = _bound_sizes(run, relaxation, best)
        best, searched = _search_cores(run, relaxation, best, searched)
    else:
        best, searched = _search_cores(run, relaxation, best, searched)
        best, duals = _bound_sizes(run, relaxation, best)
    for entries in SWAP_ENTRIES:
        enough = best.is_close or searched <= FEW_ITEMS
        if best.proven or (enough and entries == SWAP_ENTRIES[-1]):
            break
        for dual in duals:
            best = _fill_budget(run, dual, best, entries)
        best, searched = _search_cores(run, relaxation, best, searched)
    for effort in WIDE:
        if best.proven or run.purse.left <= 0:
            break
        window = narrow(run, relaxation, best.score)
        best = _search_all(run, window, best)
        long = window.items.size > FEW_ITEMS or window.items.size * effort.beam > CLOSE_WORK
        if best.proven or (best.is_close and long):
            break
        best = _search(run, window, best, effort)
    return best


def _bound_sizes(run: Run, relaxation: Relaxation, best: Best) -> tuple[Best, list[SizeBound]]:
    """Bound the sizes around the break, one of which has the largest bound of all."""
    if best.proven:
        return best, []
    bounds = (bound_of_size(run.problem, size, guess=relaxation.ratio) for size in relaxation.sizes)
    duals = [bound for bound in bounds if bound is not None]
    for dual in duals:
        best = best.or_better(run.problem, dual.base)
    highest = max((dual.bound for dual in duals), default=0.0)
    return best.bounded(highest, run.gain(best.score)), duals


def _search_cores(run: Run, relaxation: Relaxation, best: Best, searched: int) -> tuple[Best, int]:
    """Search cores as long as a better selection leaves half as many items that can change."""
    while not best.proven and run.purse.left > 0:
        window = narrow(run, relaxation, best.score)
        if window.items.size > searched // 2:
            break
        searched = window.items.size
        best = _search(run, window, best, FEW if searched <= FEW_ITEMS else CORE)
    return best, searched


def _search(run: Run, window: Window, best: Best, effort: Effort) -> Best:
    """Search one window."""
    gain = run.gain(best.score)
    # Every item has its reward, which is taken off again for the least number of them.
    base = break_score(run.problem, window) - window.reward * (window.missing or 0)
    found = explore(run, window, best.score - base, gain, effort)
    if found.flips is not None:
        best = best.or_better(run.problem, window.chosen(found.flips))
    return replace(best, proven=True) if found.proven else best.bounded(base + found.bound, gain)


def _search_all(run: Run, window: Window, best: Best) -> Best:
    """Search a window completely, if it is small enough."""
    work = work_of(window)
    if work is None or work > run.purse.left:
        return best
    run.purse.pay(work)
    flips = best_flips(window)
    if flips is not None:
        best = best.or_better(run.problem, window.chosen(flips))
    return replace(best, proven=True)


def _fill_budget(run: Run, dual: SizeBound, best: Best, entries: int) -> Best:
    """Fill the budget with selections of one size, if its bound leaves something to be had."""
    safe = replace(run.grid, up=True)
    for base in (dual.base, dual.beyond):
        missing = dual.bound - best.score
        if best.proven or missing <= TOLERANCE * best.score or run.purse.left < SWAP_WORK * entries:
            break
        run.purse.pay(SWAP_WORK * entries)
        swapped = best_swaps(run.problem, safe, dual, base=base, entries=entries, slack=missing)
        if run.problem.keeps_budget(swapped):
            best = best.or_better(run.problem, swapped)
    return best.bounded(best.bound, run.gain(best.score))
