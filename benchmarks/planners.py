"""All subsets at once against one after another: `partition.balanced` and Algorithm 1 at its best.

Pools of 100 clients, 10 classes, rounds of 10 ± 3, labels dealt evenly. Algorithm 1 gets the best plan of a published
grid of its two thresholds (experiments/sequential_grid.py), found with the local search; and, on the first seeds, the
time of HiGHS at the chosen point alone. "best point" is the one pair of thresholds that serves the kind best.

Run it with ``python -m benchmarks.planners [SEEDS]``.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from experiments.label_pools import LabelPool, dirichlet_pools, paper_pools
from experiments.sequential_grid import GridPlan, plans_over_grid
from fedrota.solvers import partition
from fedrota.solvers.mkp import LocalSearch

SEEDS = 20
HIGHS_SEEDS = 2
RULES: dict[str, Any] = {"size": 10, "tolerance": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One pool: the worst measures and the seconds of both."""

    kind: str
    once: float
    bound: float
    once_seconds: float
    extra: float
    extra_turns: int
    grid: dict[tuple[float, float], float]
    subsets: int
    turns: int
    highs_seconds: float | None

    @property
    def best(self) -> float:
        """The worst measure of Algorithm 1's best plan."""
        return min(self.grid.values())


def outcome(kind: LabelPool, seed: int) -> Outcome:
    """Plan one pool in every way."""
    pool = kind.deal(seed=seed)
    partition.balanced(pool, **RULES, seed=seed)  # loads what was compiled
    started = perf_counter()
    once = partition.balanced(pool, **RULES, seed=seed)
    spent = perf_counter() - started
    more = partition.balanced(pool, **RULES, max_turns=3, seed=seed)
    plans = list(plans_over_grid(pool, solver=LocalSearch(effort=0.05)))
    chosen = min(plans, key=lambda found: found.rank)
    return Outcome(
        kind=kind.name,
        once=once.worst,
        bound=once.bound,
        once_seconds=spent,
        extra=more.worst,
        extra_turns=int(more.turns.sum()) - len(pool),
        grid={(found.nid_threshold, found.fill_threshold): found.plan.worst for found in plans},
        subsets=len(chosen.plan.subsets),
        turns=int(chosen.plan.turns.sum()),
        highs_seconds=_highs(pool, chosen) if seed < HIGHS_SEEDS else None,
    )


def _highs(pool: NDArray[np.int64], chosen: GridPlan) -> float:
    started = perf_counter()
    partition.sequential(
        pool, **RULES, nid_threshold=chosen.nid_threshold, fill_threshold=chosen.fill_threshold, solver="highs"
    )
    return perf_counter() - started


def outcomes(seeds: int) -> Iterator[list[Outcome]]:
    """Plan all pools, kind by kind, on both cores."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        for kind in [*paper_pools(), *dirichlet_pools()]:
            print(f"  {kind.name}", file=sys.stderr)
            yield list(workers.map(outcome, [kind] * seeds, range(seeds)))


def _row(pools: Sequence[Outcome]) -> tuple[str, list[float]]:
    """Average over the pools of a kind."""
    points = {point for pool in pools for point in pool.grid}
    everywhere = [point for point in points if all(point in pool.grid for pool in pools)]
    best_point = min(np.mean([pool.grid[point] for pool in pools]) for point in everywhere)
    highs = [pool.highs_seconds for pool in pools if pool.highs_seconds is not None]
    once_seconds = float(np.median([pool.once_seconds for pool in pools]))
    means = [
        *(
            float(np.mean([getattr(pool, name) for pool in pools]))
            for name in ("bound", "once", "extra", "extra_turns")
        ),
        float(np.mean([pool.best for pool in pools])),
        float(best_point),
        float(np.mean([pool.subsets for pool in pools])),
        float(np.mean([pool.turns for pool in pools])),
        1e3 * once_seconds,
        1e3 * float(np.mean(highs)),
        float(np.mean(highs)) / once_seconds,
    ]
    return pools[0].kind, means


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table, a line a kind and their average."""
    seeds = int(arguments[0]) if arguments else SEEDS
    print(f"Worst Nid, mean of {seeds} pools a kind; HiGHS's time of {min(seeds, HIGHS_SEEDS)}.\n")
    print(
        "| pool | bound | balanced, once | balanced, x* = 3 | extra turns | Algorithm 1, best of grid | best point "
        "| its subsets | its turns | balanced ms | Algorithm 1 + HiGHS ms | times |"
    )
    print("|---|" + "---:|" * 11)
    rows = [_row(pools) for pools in outcomes(seeds)]
    for kind, means in rows:
        print(_line(kind, means))
    average = np.mean([means for _, means in rows], axis=0).tolist()
    print(_line("average", average))
    print(f"\nBalanced, once / Algorithm 1: {average[1] / average[4]:.2f} of its best of the grid for each pool, ")
    print(f"{average[1] / average[5]:.2f} of its best point for each kind.")


def _line(kind: str, means: Sequence[float]) -> str:
    worst = " | ".join(f"{value:.4f}" for value in means[:3])
    rest = f"{means[3]:.1f} | {means[4]:.4f} | {means[5]:.4f} | {means[6]:.1f} | {means[7]:.0f}"
    return f"| {kind} | {worst} | {rest} | {means[8]:.0f} | {means[9]:,.0f} | {means[10]:,.0f} |"


if __name__ == "__main__":
    main(sys.argv[1:])
