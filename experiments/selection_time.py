"""Figs. 2a and 2b: how long choosing a pool takes; and the claim that greedy is within n^(-1/2) of the best."""

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from experiments.paper_clients import draw_clients
from fedrota.plots import Line, draw_lines, figure, save
from fedrota.solvers import knapsack

__all__ = ["Gap", "Timing", "gaps", "run", "timings"]

SIZES = (100, 200, 500, 1_000, 2_000, 5_000)
FAST_SIZES = (100, 1_000, 10_000, 100_000, 1_000_000)
SHORT_SIZES = (50, 100, 200)
REPEATS = 5
SEEDS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Median seconds of one method at one number of candidates."""

    method: str
    n: int
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """How far the greedy stays below the optimum at one n, over several draws, beside n^(-1/2)."""

    n: int
    mean: float
    worst: float
    mean_stop: float
    worst_stop: float
    claim: float


def timings(sizes: Sequence[int], methods: Sequence[str], *, repeats: int = REPEATS) -> list[Timing]:
    """Time the methods on the paper's clients; the budget is a third of all costs."""
    rows = []
    _time(methods, 50, 1)  # the first call compiles
    for n in sizes:
        print(f"  timing {', '.join(methods)} at n = {n:,}", file=sys.stderr)
        rows += _time(methods, n, repeats)
    return rows


def _time(methods: Sequence[str], n: int, repeats: int) -> list[Timing]:
    scores, costs = draw_clients(n, seed=n)
    budget = int(costs.sum()) // 3
    solvers: dict[str, Callable[[], object]] = {
        "DP": lambda: knapsack.dynamic_program(scores, costs, budget),
        "greedy": lambda: knapsack.greedy(scores, costs, budget),
        "random": lambda: knapsack.random(scores, costs, budget, seed=1),
        "exact": lambda: knapsack.exact(scores, costs, budget),
    }
    rows = []
    for method in methods:
        spent = []
        for _ in range(repeats):
            started = time.perf_counter()
            solvers[method]()
            spent.append(time.perf_counter() - started)
        rows.append(Timing(method=method, n=n, seconds=float(np.median(spent))))
    return rows


def gaps(sizes: Sequence[int], *, seeds: int = SEEDS) -> list[Gap]:
    """Measure (optimum - greedy) / optimum over many draws, for both readings of the greedy."""
    rows = []
    for n in sizes:
        print(f"  gaps at n = {n:,}", file=sys.stderr)
        found = np.array([_gap(n, seed) for seed in range(seeds)])
        mean, worst = found.mean(axis=0), found.max(axis=0)
        rows.append(Gap(n=n, mean=mean[0], worst=worst[0], mean_stop=mean[1], worst_stop=worst[1], claim=n**-0.5))
    return rows


def _gap(n: int, seed: int) -> tuple[float, float]:
    scores, costs = draw_clients(n, seed=1_000 * n + seed)
    budget = int(costs.sum()) // 3
    best = knapsack.exact(scores, costs, budget)
    if not best.optimal:
        raise RuntimeError(f"the optimum at n = {n}, seed {seed} is not proven")
    skip = knapsack.greedy(scores, costs, budget)
    stop = knapsack.greedy(scores, costs, budget, on_misfit="stop")
    return (best.score - skip.score) / best.score, (best.score - stop.score) / best.score


def run(out: Path, *, short: bool = False) -> None:
    """Draw both figures, print the numbers and the verdict on the claim, and write them."""
    slow = timings(SHORT_SIZES if short else SIZES, ("DP", "greedy", "exact"))
    fast = timings(SHORT_SIZES if short else FAST_SIZES, ("greedy", "random", "exact"))
    measured = gaps((10, *SHORT_SIZES) if short else (10, 30, *FAST_SIZES[:-1]))
    _print_timings("Fig. 2a: dynamic programming and greedy", slow)
    _print_timings("Fig. 2b: greedy and random", fast)
    _print_gaps(measured)
    _draw(slow, out / "fig-2a", "Choosing a pool: the table grows with n B", log=False)
    _draw(fast, out / "fig-2b", "Choosing a pool: drawn, greedy, and proven optimal", log=True)
    _draw_gaps(measured, out / "greedy-gap")
    numbers = {name: [asdict(row) for row in rows] for name, rows in (("2a", slow), ("2b", fast), ("gap", measured))}
    (out / "selection-time.json").write_text(json.dumps(numbers, indent=1) + "\n")
    print(f"\nWrote fig-2a, fig-2b, greedy-gap (.svg, .png) and selection-time.json to {out}")


def _print_timings(title: str, rows: Sequence[Timing]) -> None:
    methods = list(dict.fromkeys(row.method for row in rows))
    print(f"\n{title}: milliseconds\n  {'clients':>9} " + " ".join(f"{method:>10}" for method in methods))
    by_size: dict[int, list[Timing]] = {}
    for row in rows:
        by_size.setdefault(row.n, []).append(row)
    for n, group in by_size.items():
        print(f"  {n:>9,} " + " ".join(f"{1e3 * row.seconds:>10.3f}" for row in group))


def _print_gaps(rows: Sequence[Gap]) -> None:
    print("\nThe greedy's gap to the optimum, mean and worst of the draws, beside the claimed n^(-1/2)")
    print(f"  {'clients':>9} {'skip mean':>10} {'worst':>10} {'stop mean':>10} {'worst':>10} {'claim':>10}")
    for row in rows:
        print(
            f"  {row.n:>9,} {row.mean:>10.5f} {row.worst:>10.5f} {row.mean_stop:>10.5f} "
            f"{row.worst_stop:>10.5f} {row.claim:>10.5f}"
        )
    for name, worst in (("skips", [row.worst for row in rows]), ("stops", [row.worst_stop for row in rows])):
        broken = [f"{row.n:,}" for row, gap in zip(rows, worst, strict=True) if gap > row.claim]
        verdict = "holds at every n" if not broken else "is broken at n = " + ", ".join(broken)
        print(f"  where it {name}: the claim {verdict}")


def _draw(rows: Sequence[Timing], stem: Path, title: str, *, log: bool) -> None:
    drawn, axes = figure()
    draw_lines(_lines(rows), axes, x_label="candidate clients", y_label="milliseconds", title=title, log=log)
    save(drawn, stem)


def _lines(rows: Sequence[Timing]) -> list[Line]:
    methods = dict.fromkeys(row.method for row in rows)
    picked = {method: [row for row in rows if row.method == method] for method in methods}
    return [
        Line(name=method, x=tuple(row.n for row in group), y=tuple(1e3 * row.seconds for row in group))
        for method, group in picked.items()
    ]


def _draw_gaps(rows: Sequence[Gap], stem: Path) -> None:
    x = tuple(float(row.n) for row in rows)
    lines = [
        Line(name="claimed: n^(-1/2)", x=x, y=tuple(row.claim for row in rows)),
        Line(name="stops at a misfit, worst", x=x, y=tuple(row.worst_stop for row in rows)),
        Line(name="skips misfits, worst", x=x, y=tuple(row.worst for row in rows)),
        Line(name="skips misfits, mean", x=x, y=tuple(row.mean for row in rows)),
    ]
    drawn, axes = figure()
    title = "How far greedy stays below the optimum"
    draw_lines(lines, axes, x_label="candidate clients", y_label="relative gap", title=title, log=True)
    save(drawn, stem)
