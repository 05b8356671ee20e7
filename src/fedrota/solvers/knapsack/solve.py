"""The exact knapsack, with a proof, at about the price of a greedy one."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from fedrota.domain.selection import Selection
from fedrota.solvers.knapsack.bounds import break_score
from fedrota.solvers.knapsack.hard import Best, close_gap
from fedrota.solvers.knapsack.problem import Bools, Problem, read_count, read_problem, selection_of
from fedrota.solvers.knapsack.search import Effort, Purse, Run, explore
from fedrota.solvers.knapsack.sizes import bound_of_size, guess_ratio, relax
from fedrota.solvers.knapsack.taking import take_in_order
from fedrota.solvers.knapsack.tidy import tidy
from fedrota.solvers.knapsack.window import Relaxation, Window, free_window, look_over
from fedrota.solvers.ranking import ratio_order

__all__ = ["WORK_LIMIT", "exact"]

WORK_LIMIT = 400_000_000
FIRST = Effort(beam=512, work=300_000)


def exact(
    scores: ArrayLike,
    costs: ArrayLike,
    budget: float,
    *,
    min_items: int = 0,
    work_limit: int = WORK_LIMIT,
) -> Selection:
    """Find the selection of the largest score within the budget, and prove that it is.

    `optimal` means proven: no selection scores more than this one, relatively by 1e-12 (sums of floats
    cannot tell closer ones apart; integer scores are exact). Where the work limit comes first, `bound`
    says how much more could still be had. Of identical items those of larger index are chosen; an item
    that costs something and scores nothing is chosen only where `min_items` needs it.

    Parameters
    ----------
    scores, costs, budget, min_items
        As in `greedy`; any mixture of integers and floats.
    work_limit
        How many states to touch at most, about 10**8 a second. A count, not a time: the answer
        does not depend on the machine.

    Raises
    ------
    InvalidValue, TooFewClients, BudgetTooSmall
        For numbers out of range; for fewer items than `min_items`; for a budget below the cheapest of them.

    Notes
    -----
    The break ratio is bracketed on a sample, so that only the few items near it are sorted; a core of
    them expands until nothing can improve (Pisinger 1997). `min_items` adds a multiplier and a second
    dimension to the states. Data in which cost and score are linearly dependent, the hard class, is
    closed by the bound for selections of one size and by swaps that fill the budget.

    Examples
    --------
    >>> chosen = exact([6, 5, 4], [3, 4, 4], 8)
    >>> chosen.items.tolist(), chosen.score, chosen.optimal
    ([0, 1], 11.0, True)
    >>> exact([9, 5, 4], [8, 4, 4], 8, min_items=2).items.tolist()
    [1, 2]
    """
    problem = read_problem(scores, costs, budget, min_items)
    smaller, reach = problem.affordable()
    best = _prove(smaller, Purse(read_count("work_limit", work_limit)))
    chosen = best.chosen
    if reach is not None:
        chosen = np.zeros(problem.size, np.bool_)
        chosen[reach] = best.chosen
    return selection_of(problem, chosen, best.bound, proven=best.proven)


def _prove(problem: Problem, purse: Purse) -> Best:
    """Solve a problem and check that the answer keeps the budget exactly."""
    outlook = look_over(problem)
    if outlook.everything is not None:
        return Best(chosen=outlook.everything, score=0.0, bound=0.0, proven=True)
    run = Run(problem, outlook.grid, float(outlook.whole_scores), purse)
    best = _solve(run)
    if run.grid.integral or problem.keeps_budget(best.chosen):
        return best
    # Costs rounded down to the grid were a hair too kind: what they prove holds, what they chose does not.
    bound = max(best.bound, problem.score_of(best.chosen))
    safe = _solve(replace(run, grid=replace(run.grid, up=True)))
    return replace(safe, bound=bound, proven=False)


def _solve(run: Run) -> Best:
    """Solve without the least number of items; where the answer has too few, solve with it."""
    problem, wanted = run.problem, run.problem.min_items
    window = free_window(problem, run.grid)
    if window.size < wanted:
        dual = bound_of_size(problem, wanted, guess=guess_ratio(problem, wanted))
        assert dual is not None, "the problem is feasible"
        return _solve_counted(run, relax(problem, dual), dual.base)
    best = _solve_free(run, window)
    if wanted == 0 or int(np.count_nonzero(best.chosen)) >= wanted:
        return best
    return _solve_counted(run, replace(_relaxed(run, window), counted=True), None)


def _relaxed(run: Run, window: Window) -> Relaxation:
    """Return the linear relaxation."""
    return Relaxation(
        bound=break_score(run.problem, window) + window.slack,
        ratio=window.ratio * 2.0**run.grid.exponent,
        sizes=(window.size, window.size + 1),
    )


def _solve_free(run: Run, window: Window) -> Best:
    """Search the window; most problems end here."""
    from fedrota.solvers.knapsack.kernels.window import top_up

    problem = run.problem
    added, known = top_up(window.values, window.weights, window.start, window.room)
    gain = run.gain(float(window.values[: window.start].sum()))
    found = explore(run, window, known, gain, FIRST)
    chosen = window.chosen(added if found.flips is None else found.flips)
    if found.proven:
        return Best(chosen=tidy(problem, chosen, window.mixed(chosen)), score=0.0, bound=0.0, proven=True)
    relaxation = _relaxed(run, window)
    bound = break_score(problem, window) + found.bound
    best = Best.of(problem, chosen, min(bound, relaxation.bound))
    best = close_gap(run, relaxation, best, 2 * problem.size if found.narrow else window.items.size)
    return replace(best, chosen=tidy(problem, best.chosen))


def _solve_counted(run: Run, relaxation: Relaxation, base: Bools | None) -> Best:
    """Search with a multiplier for the number of items."""
    problem = run.problem
    chosen = take_in_order(problem, ratio_order(problem.scores, problem.costs), "skip")
    best = Best.of(problem, chosen, relaxation.bound)
    if base is not None:
        best = best.or_better(problem, base)
    best = close_gap(run, relaxation, best, problem.size)
    return replace(best, chosen=tidy(problem, best.chosen))
