"""Pools by hand, for the tests of stage 2."""

from typing import Any

import numpy as np

from fedrota import Plan, Pool


def pool_of(histograms: Any, payments: Any = None) -> Pool:
    """Return a pool of clients with these label counts; each turn pays 1 unless said otherwise."""
    counts = None if histograms is None else np.asarray(histograms, dtype=np.int64)
    clients = len(payments) if counts is None else len(counts)
    pays = np.ones(clients, np.int64) if payments is None else np.asarray(payments, dtype=np.int64)
    return Pool(
        ids=np.array([f"c{k}" for k in range(clients)], dtype=np.str_),
        scores=np.ones(clients),
        asks=pays,
        payments=pays,
        histograms=counts,
        score=float(clients),
        cost=int(pays.sum()),
        bound=float(clients),
        optimal=True,
        budget=None,
        offered=clients,
        eligible=clients,
        selector="by hand",
    )


def plan_of(pool: Pool, subsets: Any, **rules: Any) -> Plan:
    """Return a plan by hand; rounds of 2 clients, one turn each, unless said otherwise."""
    given: dict[str, Any] = {"size": 2, "tolerance": 0, "max_turns": 1, "planner": "by hand"} | rules
    return Plan(pool=pool, subsets=tuple(np.array(subset, dtype=np.int64) for subset in subsets), **given)
