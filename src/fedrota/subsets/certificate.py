"""An independent checker of plans. It shares no code with the planners: it counts, adds up and measures again.

The bounds, and why they hold, are in docs/reference/certificate.md.
"""

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.certificate import Certificate, Check
from fedrota.domain.plan import Plan, labels_of
from fedrota.solvers.measures import measure
from fedrota.subsets.bounds import worst_bound

__all__ = ["certify"]

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]


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
    >>> certificate.kept, certificate.worst
    (True, 0.0)
    """
    turns, sizes = _turns(plan), np.array([len(np.unique(subset)) for subset in plan.subsets])
    values = _values(plan)
    bound, argument = worst_bound(plan, turns)
    cost = int(sum(int(plan.pool.payments[k]) * int(turns[k]) for k in range(len(turns))))
    return Certificate(
        checks=_checks(plan, turns, sizes, cost),
        measure=plan.measure,
        subsets=len(plan.subsets),
        clients=len(plan.pool),
        turns=int(turns.sum()),
        worst=float(values.max(initial=0.0)),
        mean=float(values.mean()) if len(values) else 0.0,
        last=float(values[-1]) if len(values) else 0.0,
        bound=bound,
        bound_from=argument,
        jain=_jain(turns),
        gini=_gini(turns),
        fewest_turns=int(turns.min(initial=len(plan.subsets))),
        most_turns=int(turns.max(initial=0)),
        cost=cost,
    )


def _turns(plan: Plan) -> Whole:
    turns = np.zeros(len(plan.pool), np.int64)
    for subset in plan.subsets:
        np.add.at(turns, subset, 1)
    return turns


def _values(plan: Plan) -> Floats:
    if not plan.subsets:
        return np.empty(0)
    histograms = labels_of(plan.pool)
    target = None if plan.target is None else np.array(plan.target)
    joined = np.array([histograms[subset].sum(axis=0) for subset in plan.subsets])
    return measure(plan.measure).of(joined, target)


def _checks(plan: Plan, turns: Whole, sizes: Whole, cost: int) -> tuple[Check, ...]:
    missing = np.flatnonzero(turns == 0)
    twice = sum(len(subset) - size for subset, size in zip(plan.subsets, sizes, strict=True))
    least, most = plan.size - plan.tolerance, plan.size + plan.tolerance
    wrong = int(((sizes < least) | (sizes > most)).sum())
    checks = [
        Check(
            rule="everyone has a turn",
            seen=f"{len(turns) - len(missing):,} of {len(turns):,} clients"
            + (f"; missing: {_few(plan, missing)}" if len(missing) else ""),
            kept=len(missing) == 0,
        ),
        Check(
            rule=f"at most {plan.max_turns} turns each",
            seen=f"{int(turns.max(initial=0))} at most; {int((turns > plan.max_turns).sum()):,} clients above",
            kept=bool((turns <= plan.max_turns).all()),
        ),
        Check(rule="nobody twice in a round", seen=f"{int(twice):,} doubles", kept=twice == 0),
        Check(
            rule=f"rounds of {least} to {most} clients",
            seen=f"{int(sizes.min(initial=0))} to {int(sizes.max(initial=0))}; {wrong:,} of {len(sizes):,} outside",
            kept=wrong == 0 and len(sizes) > 0,
        ),
    ]
    if plan.budget is not None:
        checks.append(
            Check(rule="within the period's budget", seen=f"{cost:,} of {plan.budget:,}", kept=cost <= plan.budget)
        )
    return tuple(checks)


def _few(plan: Plan, items: Whole) -> str:
    names = ", ".join(str(one) for one in plan.pool.ids[items[:3]])
    return names + (f" and {len(items) - 3:,} more" if len(items) > 3 else "")


def _jain(turns: Whole) -> float:
    """Return (sum x)^2 / (n sum x^2): 1 where everyone has as many turns."""
    squares = float((turns.astype(float) ** 2).sum())
    return 1.0 if squares == 0 else float(turns.sum()) ** 2 / (len(turns) * squares)


def _gini(turns: Whole) -> float:
    """Return the mean absolute difference of two clients' turns, over twice the mean: 0 where all are equal."""
    total, n = float(turns.sum()), len(turns)
    if total == 0:
        return 0.0
    ranked = np.sort(turns)
    return float((2 * np.arange(1, n + 1) - n - 1) @ ranked) / (n * total)
