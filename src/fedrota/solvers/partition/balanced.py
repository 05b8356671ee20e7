"""All subsets at once: the planner that minimizes the worst measure of all of them. Arrays in, index arrays out."""

import math
import time
from collections.abc import Callable, Sequence

from numpy.typing import ArrayLike

from fedrota.domain.errors import InvalidValue
from fedrota.domain.partition import Partition
from fedrota.solvers.partition.answer import conclude
from fedrota.solvers.partition.bounds import bound_mixture, bound_once
from fedrota.solvers.partition.deal import deal
from fedrota.solvers.partition.form import EVENNESS, prepare
from fedrota.solvers.partition.repair import reseat
from fedrota.solvers.partition.request import Request, read_request
from fedrota.solvers.partition.schedule import EXTRA_PASSES, PASSES, add_turns, search_all
from fedrota.solvers.partition.search import Draft, Search, available_threads
from fedrota.solvers.partition.turns import Turns, cost_of, required_turns

__all__ = ["balanced"]

Progress = Callable[[float], None]

_REPAIR_EFFORT = 0.2  # of the work of a first plan
_REPAIR_HOT = 0.03
_WORTH = 0.01  # extra turns must lower the worst by this share of it


def balanced(
    histograms: ArrayLike,
    *,
    size: int,
    tolerance: int,
    max_turns: int = 1,
    turns_owed: ArrayLike | None = None,
    prices: ArrayLike | None = None,
    budget: float | None = None,
    measure: str = "nid",
    target: ArrayLike | None = None,
    effort: float = 1.0,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
    extra_turns: float = 0.15,
    previous: Sequence[ArrayLike] | None = None,
) -> Partition:
    """Divide clients into subsets so that the worst measure of all subsets is as small as can be found.

    First everyone takes part exactly once (owed turns apart). Then, where `max_turns` and the budget allow, extra
    turns are added, at most `extra_turns` of the number of clients; those without which the worst stays as low are
    taken back. The better of the two partitions is kept: the second one if its worst is at least 1 % lower.

    Parameters
    ----------
    histograms
        One row a client, one column a class: how many samples it has.
    size, tolerance
        A subset has size ± tolerance clients.
    max_turns
        In how many subsets a client may be, x*.
    turns_owed
        Turns that clients missed. They are made up by further turns as far as `max_turns`, sizes and budget allow,
        most owed first; and subsets with the most turns owed come first.
    prices, budget
        What a turn of each client costs, and what all turns together may cost.
    measure, target
        How far a subset is from the target shares: ``"nid"``, ``"l2"``, ``"hellinger"`` or ``"kl"``; uniform by
        default. With one class subsets are balanced by their amount of data.
    effort
        How much work, relative to the default. Work is counted, not timed: the same seed gives the same partition on
        any machine, with any number of threads.
    seed
        Of all random numbers.
    threads
        How many; by default one a core.
    time_limit
        Seconds after which no further group of subsets is searched. What is found then depends on the machine.
    progress
        Called with the share of the work that is done, from the calling thread.
    extra_turns
        At most this share of the clients is added in extra turns, owed ones apart.
    previous
        An earlier partition to repair: index arrays into `histograms`; entries below 0 have left, clients in none are
        new. Takes a small part of the time.

    Raises
    ------
    NoPartition
        Nobody can divide this number of clients so.
    BudgetExceeded
        The turns that there must be cost more than the budget.

    Examples
    --------
    >>> two_of_each = [[9, 0], [0, 9], [5, 0], [0, 5]]
    >>> found = balanced(two_of_each, size=2, tolerance=0)
    >>> sorted(subset.tolist() for subset in found.subsets), found.worst, found.stopped_by
    ([[0, 1], [2, 3]], 0.0, 'bound')
    """
    request = read_request(
        histograms,
        size=size,
        tolerance=tolerance,
        max_turns=max_turns,
        turns_owed=turns_owed,
        prices=prices,
        budget=budget,
        measure=measure,
        target=target,
    )
    _check_options(effort, seed, threads, time_limit, extra_turns)
    turns = required_turns(request)
    search = Search(
        rows=prepare(request.histograms, request.form),
        form=request.form,
        prices=request.prices,
        least=turns.least,
        most=request.max_turns,
        smallest=request.smallest,
        largest=request.largest,
        money=turns.money,
        seed=seed,
        threads=available_threads(threads),
        deadline=None if time_limit is None else time.monotonic() + time_limit,
        report=progress,
    )
    extra = _extra_turns(request, turns, extra_turns)
    search.planned = PASSES + bool(extra) * EXTRA_PASSES
    draft, bound = _search(request, turns, search, (effort, extra, previous))
    if progress is not None:
        progress(1.0)
    return conclude(request, draft.subsets(), bound, late=search.late)


def _check_options(effort: float, seed: int, threads: int | None, time_limit: float | None, extra_turns: float) -> None:
    if seed < 0:
        raise InvalidValue("seed", seen=seed, expected="0 or more")
    if not 0 < effort < math.inf:
        raise InvalidValue("effort", seen=effort, expected="above 0")
    if threads is not None and threads < 1:
        raise InvalidValue("threads", seen=threads, expected="at least 1")
    if time_limit is not None and not time_limit > 0:
        raise InvalidValue("time_limit", seen=time_limit, expected="above 0")
    if not 0 <= extra_turns < math.inf:
        raise InvalidValue("extra_turns", seen=extra_turns, expected="0 or more, a share of the clients")


def _extra_turns(request: Request, turns: Turns, share: float) -> int:
    """Return how many extra turns there may be, by their share, by the sizes and by x*."""
    if request.form.code == EVENNESS:
        return 0
    given = int(turns.given.sum())
    room = min(request.subsets * request.largest, request.clients * request.max_turns) - given
    return max(0, min(int(share * request.clients), room))


def _search(
    request: Request,
    turns: Turns,
    search: Search,
    options: tuple[float, int, Sequence[ArrayLike] | None],
) -> tuple[Draft, float]:
    """Search without extra turns, then with them; return the better draft and the bound."""
    effort, extra, previous = options
    bound = bound_once(request) if turns.given.max(initial=1) == 1 else bound_mixture(request, int(turns.given.sum()))
    if previous is None:
        draft = deal(request.histograms, turns.given, request.subsets, request.largest, search.seed)
        search.appraise(draft)
        search_all(search, draft, effort=effort, enough=bound)
    else:
        draft = reseat(previous, request, turns.given, search.seed)
        search.appraise(draft)
        search_all(search, draft, effort=effort * _REPAIR_EFFORT, enough=bound, hot=_REPAIR_HOT)
    if not extra or draft.worst <= bound:
        return draft, bound
    bound = bound_mixture(request, int(turns.given.sum()) + extra)
    more = add_turns(search, draft, extra=extra, effort=effort, enough=bound)
    affordable = cost_of(request.prices, more.turns(request.clients)) <= request.budget
    return (more if affordable and more.worst < (1.0 - _WORTH) * draft.worst else draft), bound
