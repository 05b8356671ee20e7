"""An independent checker of plans. It shares no code with the planners: it counts, adds up and measures again.

The bounds, and why they hold, are in docs/reference/certificate.md.
"""

from operator import mul

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.certificate import Certificate, Check
from fedrota.domain.plan import Plan
from fedrota.domain.values import instance
from fedrota.solvers.measures import measure
from fedrota.subsets.bounds import worst_bound

__all__ = ["certify"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
NAMED = 3


def certify(plan: Plan) -> Certificate:
    """State rule by rule whether a plan keeps what it promises, with a lower bound on what any plan could reach.

    Examples
    --------
    >>> import fedrota as fr
    >>> offers = [fr.Offer(client=fr.Client(id=f"c{k}"), price=1, histogram=fr.Histogram((k % 2, 1 - k % 2)))
    ...           for k in range(8)]
    >>> task = fr.Task(size=4, tolerance=1, max_turns=1)
    >>> pool = fr.select_pool(task, fr.score_offers(task, offers))
    >>> certificate = certify(fr.plan_subsets(task, pool, seed=1))
    >>> certificate.kept, certificate.worst, certificate.optimal
    (True, 0.0, True)
    """
    instance("plan", plan, Plan, "a Plan")
    turns, data = _turns(plan), plan.label_totals()
    values = measure(plan.measure).of(data, plan.target)
    samples = data.sum(axis=1)
    bound, argument = worst_bound(plan)
    cost = sum(map(mul, turns.tolist(), plan.pool.payments.tolist()))  # whole numbers of any size
    return Certificate(
        checks=_checks(plan, turns, cost),
        measure=plan.measure,
        subsets=len(plan.subsets),
        clients=len(plan.pool),
        turns=int(turns.sum()),
        worst=float(values.max(initial=0.0)),
        mean=float(values.mean()) if len(values) else 0.0,
        last=float(values[-1]) if len(values) else 0.0,
        bound=bound,
        bound_from=argument,
        least_data=int(samples.min()) if len(samples) else 0,
        most_data=int(samples.max(initial=0)),
        jain=_jain(turns),
        gini=_gini(turns),
        fewest_turns=int(turns.min()) if len(turns) else 0,
        most_turns=int(turns.max(initial=0)),
        cost=cost,
    )


def _turns(plan: Plan) -> Whole:
    """Count each client's turns; twice in a round is twice."""
    called = np.concatenate([*plan.subsets, np.zeros(0, np.int64)])
    return np.bincount(called, minlength=len(plan.pool)).astype(np.int64)


def _checks(plan: Plan, turns: Whole, cost: int) -> tuple[Check, ...]:
    checks = [_coverage(plan, turns), _most_turns(plan, turns), *_sizes(plan)]
    if plan.budget is not None:
        checks.append(
            Check(rule="within the period's budget", seen=f"{cost:,} of {plan.budget:,}", kept=cost <= plan.budget)
        )
    return tuple(checks)


def _coverage(plan: Plan, turns: Whole) -> Check:
    missing = np.flatnonzero(turns == 0)
    seen = f"{len(turns) - len(missing):,} of {len(turns):,} clients"
    return Check(rule="everyone has a turn", seen=seen + _named(plan, missing, "missing"), kept=len(missing) == 0)


def _most_turns(plan: Plan, turns: Whole) -> Check:
    above = np.flatnonzero(turns > plan.max_turns)
    limit = "one turn" if plan.max_turns == 1 else f"{plan.max_turns:,} turns"
    seen = f"{int(turns.max(initial=0)):,} at most"
    return Check(rule=f"at most {limit} each", seen=seen + _named(plan, above, "above"), kept=len(above) == 0)


def _sizes(plan: Plan) -> tuple[Check, Check]:
    """Check how many different clients each round has, and that nobody is in it twice."""
    called = [len(subset) for subset in plan.subsets]
    different = [len(set(subset.tolist())) for subset in plan.subsets]
    twice = sum(called) - sum(different)
    least, most = plan.size - plan.tolerance, plan.size + plan.tolerance
    wrong = sum(not least <= size <= most for size in different)
    seen = (
        f"{min(different, default=0):,} to {max(different, default=0):,}; {wrong:,} of {len(called):,} rounds outside"
    )
    return (
        Check(rule=f"rounds of {least:,} to {most:,} clients", seen=seen, kept=wrong == 0 and len(called) > 0),
        Check(rule="nobody twice in a round", seen=f"{twice:,} times", kept=twice == 0),
    )


def _named(plan: Plan, items: Whole, word: str) -> str:
    if len(items) == 0:
        return ""
    names = ", ".join(str(one) for one in plan.pool.ids[items[:NAMED]])
    return f"; {word}: {names}" + (f" and {len(items) - NAMED:,} more" if len(items) > NAMED else "")


def _jain(turns: Whole) -> float:
    """Return (sum x)^2 / (n sum x^2): 1 where everyone has as many turns."""
    squares = float((turns.astype(np.float64) ** 2).sum())
    return 1.0 if squares == 0 else float(turns.sum()) ** 2 / (len(turns) * squares)


def _gini(turns: Whole) -> float:
    """Return the mean absolute difference of two clients' turns, over twice the mean: 0 where all are equal."""
    total, n = float(turns.sum()), len(turns)
    if total == 0:
        return 0.0
    ranked = np.sort(turns)
    return float((2.0 * np.arange(1, n + 1) - n - 1) @ ranked) / (n * total)
