"""How good and how fast `partition.balanced` is: `python -m benchmarks.partition [quality] [effort] [scale]`.

Rows come from functions, one per table; `main` prints them as markdown. Times are of this machine: read ratios.
"""

import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from experiments.label_pools import LabelPool, dirichlet_pools, paper_pools
from fedrota.domain.partition import Partition
from fedrota.solvers import partition

Histograms = NDArray[np.int64]
Row = dict[str, str | float]

SEEDS = range(20)
SCALES = ((1_000, 10), (10_000, 10), (100_000, 10), (1_000_000, 10), (1_000, 1_000), (10_000, 1_000))
DIRICHLET = LabelPool(skew="dirichlet", alpha=0.3, sizes="unequal")


def quality(seeds: range = SEEDS) -> Iterator[Row]:
    """Compare plans of 100 clients in subsets of 10 ± 3: rivals, exactly once, and with at most 15 % extra turns."""
    for kind in [*paper_pools(), *dirichlet_pools()]:
        pools = [kind.deal(seed=seed) for seed in seeds]
        row: Row = {"pool": kind.name}
        for name in ("random", "round_robin", "label_greedy"):
            divide: Callable[..., Partition] = getattr(partition, name)
            row[name.replace("_", " ")] = _mean([divide(pool, size=10, tolerance=3).worst for pool in pools])
        once, seconds = _timed(pools, max_turns=1)
        row |= {"once": _mean([plan.worst for plan in once]), "bound": _mean([plan.bound for plan in once])}
        row["once ms"] = 1_000 * seconds
        more, seconds = _timed(pools, max_turns=3)
        row |= {"extra": _mean([plan.worst for plan in more]), "its bound": _mean([plan.bound for plan in more])}
        row["turns"] = _mean([float(plan.turns.sum()) for plan in more])
        row["extra ms"] = 1_000 * seconds
        yield row


def effort(seeds: range = SEEDS, efforts: tuple[float, ...] = (0.1, 0.3, 1.0, 3.0, 10.0)) -> Iterator[Row]:
    """Show what more work buys: worst Nid and milliseconds, exactly once."""
    for kind in [*paper_pools(), *dirichlet_pools()]:
        pools = [kind.deal(seed=seed) for seed in seeds]
        row: Row = {"pool": kind.name}
        for work in efforts:
            plans, seconds = _timed(pools, effort=work)
            row[f"effort {work:g}"] = _mean([plan.worst for plan in plans])
            row[f"{work:g}, ms"] = 1_000 * seconds
        yield row


def scale(scales: tuple[tuple[int, int], ...] = SCALES) -> Iterator[Row]:
    """Plan pools of Dirichlet 0.3, then 5 % of the clients leave and the plan is repaired."""
    for clients, classes in scales:
        pool = DIRICHLET.deal(clients, classes, seed=0)
        (first,), seconds = _timed([pool])
        now = np.where(np.random.default_rng(1).random(clients) < 0.05, -1, 0)
        now[now == 0] = np.arange((now == 0).sum())
        former = [now[subset] for subset in first.subsets]
        (second,), again = _timed([pool[now >= 0]], previous=former)
        yield {
            "clients": float(clients),
            "classes": float(classes),
            "seconds": seconds,
            "µs a client": 1e6 * seconds / clients,
            "worst": first.worst,
            "repair s": again,
            "share": again / seconds,
            "its worst": second.worst,
            "peak GB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6,
        }


def _timed(pools: list[Histograms], **options: object) -> tuple[list[Partition], float]:
    """Plan each pool; return the plans and the mean seconds."""
    plan: Callable[..., Partition] = partition.balanced
    start = time.perf_counter()
    plans = [plan(pool, size=10, tolerance=3, seed=seed, **options) for seed, pool in enumerate(pools)]
    return plans, (time.perf_counter() - start) / len(pools)


def _mean(values: list[float]) -> float:
    return float(np.mean(values))


def _show(title: str, rows: Iterator[Row]) -> None:
    print(f"\n### {title}\n")
    for number, row in enumerate(rows):
        if number == 0:
            print("| " + " | ".join(row) + " |\n|" + "---|" * len(row))
        print("| " + " | ".join(_cell(value) for value in row.values()) + " |", flush=True)
        print(f"{title}: {next(iter(row.values()))}", file=sys.stderr)


def _cell(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.1f}" if value >= 10 else f"{value:.4f}"


def main(arguments: Sequence[str] = ()) -> None:
    """Print the tables that are named, or all of them."""
    tables: dict[str, Callable[[], Iterator[Row]]] = {"quality": quality, "effort": effort, "scale": scale}
    _timed([DIRICHLET.deal(3_000, seed=0)], max_turns=2)  # compiles, or loads what was compiled
    for name in arguments or tables:
        _show(name, tables[name]())


if __name__ == "__main__":
    main(sys.argv[1:])
