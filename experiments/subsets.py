"""Fig. 4 and a table beside it: how even the rounds of Algorithm 1, of all subsets at once, and random ones are.

The paper shows one pool of each type. Here each kind of pool is dealt many times; the slow solvers plan the first few
of them. And §VII's claim is put to the test: the share of extra turns against the tolerance and x*.
"""

import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import groupby, product
from multiprocessing import get_context
from pathlib import Path

from experiments.label_pools import LabelPool, dirichlet_pools, paper_pools
from experiments.plan_pools import METHODS, Job, PlanRow, make_plan, run_job, warm_up
from fedrota.plots import draw_round, panels, round_bars, save
from fedrota.plots.subsets import share_height

__all__ = ["Average", "averages", "extra_jobs", "figure_4", "run", "table_jobs"]

SEEDS, SLOW_SEEDS, EXTRA_SEEDS = 20, 3, 3
TOLERANCES, LIMITS = (1, 2, 3, 4, 5), (2, 3, 5)
WORKERS = 2
EXTRA_METHODS = ("Algorithm 1, local", "Balanced, x* = 3")
COLUMNS = (("Algorithm 1, HiGHS", "first"), ("Algorithm 1, HiGHS", "last"), ("Balanced, x* = 3", "first"),
           ("Balanced, x* = 3", "last"), ("random", "first"), ("random", "last"))  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Average:
    """One method on one kind of pool, averaged over the plans that it found."""

    kind: str
    method: str
    plans: int
    stuck: int
    broken: int
    subsets: float
    turns: float
    smallest: int
    largest: int
    worst: float
    mean: float
    last: float
    bound: float
    jain: float
    seconds: float


def table_jobs(kinds: Sequence[LabelPool], *, seeds: int, slow_seeds: int) -> list[Job]:
    """List every plan of the table, the slow ones first."""
    jobs = [
        Job(method=name, kind=kind, seed=seed)
        for kind, (name, method) in product(kinds, METHODS.items())
        for seed in range(slow_seeds if method.slow else seeds)
    ]
    return sorted(jobs, key=lambda job: not METHODS[job.method].slow)


def extra_jobs(kinds: Sequence[LabelPool], *, seeds: int) -> list[Job]:
    """List the plans that answer §VII: every tolerance with every x*."""
    return [
        Job(method=method, kind=kind, seed=seed, tolerance=tolerance, max_turns=limit)
        for kind, method, tolerance, limit, seed in product(kinds, EXTRA_METHODS, TOLERANCES, LIMITS, range(seeds))
    ]


def run(out: Path, *, seeds: int = SEEDS, slow_seeds: int = SLOW_SEEDS, short: bool = False) -> None:
    """Print the tables, draw the figures, write the numbers."""
    out.mkdir(parents=True, exist_ok=True)
    evenly, at_random = paper_pools("evenly"), paper_pools("at random")
    kinds = evenly[:2] if short else (*evenly, *at_random, *dirichlet_pools())
    varied = evenly[1:2] if short else (*(kind for kind in evenly if kind.sizes == "unequal"), dirichlet_pools()[3])
    jobs = table_jobs(kinds, seeds=1 if short else seeds, slow_seeds=1 if short else slow_seeds)
    extra = extra_jobs(varied, seeds=1 if short else EXTRA_SEEDS)
    if short:
        extra = [job for job in extra if job.tolerance == 3 and job.max_turns == 3]
    rows = _run_all([*jobs, *extra], workers=1 if short else WORKERS)
    table, shares = averages(rows[: len(jobs)]), rows[len(jobs) :]
    _print_table(table)
    _print_extra(shares)
    for name, some in (("evenly", evenly), ("at-random", at_random)):
        for sizes in ("equal", "unequal")[: 1 if short else 2]:
            if not (short and name == "at-random"):
                figure_4(
                    [kind for kind in some if kind.sizes == sizes][: 1 if short else 3], out / f"fig-4-{name}-{sizes}"
                )
    numbers = {"table": [asdict(row) for row in table], "extra turns": [asdict(row) for row in shares]}
    (out / "subsets.json").write_text(json.dumps(numbers, indent=1) + "\n")
    print(f"\nWrote fig-4-* (.svg, .png) and subsets.json to {out}")


def averages(rows: Sequence[PlanRow]) -> list[Average]:
    """Average the rows of each kind and method, in the order of the table."""
    names = list(METHODS)
    ordered = sorted(rows, key=lambda row: names.index(row.method))
    kinds = list(dict.fromkeys(row.kind for row in rows))
    ordered.sort(key=lambda row: kinds.index(row.kind))
    return [_average(list(group)) for _, group in groupby(ordered, key=lambda row: (row.kind, row.method))]


def figure_4(kinds: Sequence[LabelPool], stem: Path) -> None:
    """Draw the first and last rounds as the paper does: a row a type of pool, bars by label, colors by client."""
    print(f"  drawing {stem.name}", file=sys.stderr)
    methods = dict.fromkeys(method for method, _ in COLUMNS)
    mosaic = [[f"{row}/{column}" for column in range(len(COLUMNS))] for row in range(len(kinds))]
    drawn, axes = panels(mosaic, width=2.6 * len(COLUMNS), heights=[2.3] * len(kinds))
    for row, kind in enumerate(kinds):
        plans = {method: make_plan(Job(method=method, kind=kind, seed=0)) for method in methods}
        for column, (method, which) in enumerate(COLUMNS):
            bars = round_bars(plans[method], 0 if which == "first" else -1, title=which)
            place = draw_round(bars, axes[f"{row}/{column}"])
            place.set_title(f"{method}\n{bars.title}" if row == 0 else bars.title, loc="left", fontsize=8)
            place.set_ylabel(f"{kind.name}\nsamples" if column == 0 else "")
            place.set_xlabel("label" if row == len(kinds) - 1 else "")
        share_height([axes[name] for name in mosaic[row]])
    save(drawn, stem)


def _run_all(jobs: Sequence[Job], *, workers: int) -> list[PlanRow]:
    """Run jobs side by side, each on one core, and say how far it is."""
    if workers == 1:
        return [run_job(job) for job in jobs]
    rows = []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=warm_up) as executor:
        for done, row in enumerate(executor.map(run_job, jobs), start=1):
            rows.append(row)
            if done % 20 == 0:
                print(f"  {done:,} of {len(jobs):,} plans", file=sys.stderr, flush=True)
    return rows


def _average(rows: Sequence[PlanRow]) -> Average:
    found = [row for row in rows if row.kept is not None] or list(rows)

    def mean(values: list[float]) -> float:
        return sum(values) / len(values)

    return Average(
        kind=rows[0].kind,
        method=rows[0].method,
        plans=len(rows),
        stuck=sum(row.kept is None for row in rows),
        broken=sum(row.kept is False for row in rows),
        subsets=mean([row.subsets for row in found]),
        turns=mean([row.turns for row in found]),
        smallest=min(row.smallest for row in found),
        largest=max(row.largest for row in found),
        worst=mean([row.worst for row in found]),
        mean=mean([row.mean for row in found]),
        last=mean([row.last for row in found]),
        bound=mean([row.bound for row in found]),
        jain=mean([row.jain for row in found]),
        seconds=mean([row.seconds for row in found]),
    )


def _print_table(table: Sequence[Average]) -> None:
    print("100 clients, 10 classes, rounds of 10 ± 3; means over the plans of a line")
    print("Lines of fewer plans are of the first pools: compare them with each other, and with the rest at a glance")
    print(
        f"  {'':20} {'plans':>5} {'stuck':>5} {'rounds':>6} {'turns':>6} {'sizes':>6} {'worst':>7} {'mean':>7} "
        f"{'last':>7} {'bound':>7} {'Jain':>6} {'seconds':>8}"
    )
    for kind, rows in groupby(table, key=lambda row: row.kind):
        print(kind)
        for row in rows:
            flag = f"  {row.broken} BROKEN" if row.broken else ""
            print(
                f"  {row.method:20} {row.plans:>5} {row.stuck:>5} {row.subsets:>6.1f} {row.turns:>6.1f} "
                f"{f'{row.smallest}–{row.largest}':>6} {row.worst:>7.4f} {row.mean:>7.4f} {row.last:>7.4f} "
                f"{row.bound:>7.4f} {row.jain:>6.3f} {row.seconds:>8.3f}{flag}"
            )


def _print_extra(rows: Sequence[PlanRow]) -> None:
    """Print §VII's question: extra turns as a share of the clients, for each δ (columns) and x* (lines)."""
    print("\nExtra turns as a share of the clients (worst Nid), by tolerance δ; '-' where every plan got stuck")
    tolerances = sorted({row.tolerance for row in rows})
    print(f"  {'':36} " + " ".join(f"{f'δ = {tolerance}':>15}" for tolerance in tolerances))
    for kind, method, limit in dict.fromkeys((row.kind, row.method, row.max_turns) for row in rows):
        cells = []
        for tolerance in tolerances:
            some = [
                row
                for row in rows
                if (row.kind, row.method, row.max_turns, row.tolerance) == (kind, method, limit, tolerance)
                and row.kept is not None
            ]
            share, worst = (sum(getattr(row, name) for row in some) / max(1, len(some)) for name in ("extra", "worst"))
            cells.append(f"{share:.0%} ({worst:.3f})" if some else "-")
        name = f"{kind}, {'Algorithm 1' if method.startswith('Alg') else 'Balanced'}, x* = {limit}"
        print(f"  {name:36} " + " ".join(f"{cell:>15}" for cell in cells))
