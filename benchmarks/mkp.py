"""The multidimensional knapsack on Chu and Beasley's instances: our search, and HiGHS for a second beside it.

The instances are OR-Library's `mknapcb*.txt` with the values of `mkcbres.txt`, as published in 1998; better ones are
known since, so a gap may be negative. Run with the folder that holds them::

    python -m benchmarks.mkp FOLDER          # five instances a file: about two minutes
    python -m benchmarks.mkp FOLDER --all    # all thirty: about ten
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from benchmarks.knapsack_public import bench_folder
from fedrota.solvers.mkp import Highs, LocalSearch, MkpProblem, MkpSolver

__all__ = ["Row", "main", "read_instances", "read_published", "rows"]

FILES = {"5 × 100": 1, "5 × 250": 2, "5 × 500": 3, "10 × 250": 5, "30 × 100": 7}
INSTANCES_PER_FILE = 30
SOLVERS: dict[str, MkpSolver] = {
    "local search, effort 1": LocalSearch(),
    "local search, effort 8": LocalSearch(effort=8),
    "HiGHS, 1 s": Highs(work_limit=10**9, time_limit=1.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One solver on one kind of instances: gaps in percent of the published value, means unless said otherwise."""

    shape: str
    solver: str
    instances: int
    gap: float
    worst_gap: float
    proven_gap: float
    seconds: float
    longest: float


def read_instances(path: Path) -> Iterator[MkpProblem]:
    """Read a file of problems: their number; then, for each, its shape, profits, rows and capacities."""
    numbers = np.array(path.read_text().split(), dtype=float)
    place = 1
    for _ in range(int(numbers[0])):
        items, knapsacks = int(numbers[place]), int(numbers[place + 1])
        parts = np.cumsum([place + 3, items, items * knapsacks, knapsacks])
        profits, weights, capacities = (numbers[a:b] for a, b in pairwise(parts))
        yield MkpProblem(profits, weights.reshape(knapsacks, items), capacities)
        place = int(parts[-1])


def read_published(path: Path) -> dict[str, list[float]]:
    """Read the best values of 1998, up to the second table: the first instances of it have no names."""
    first_table = path.read_text().split("LP optimal")[0]
    values: dict[str, list[float]] = {}
    for words in (line.split() for line in first_table.splitlines()):
        named = len(words) == 2 and "-" in words[0]
        if words and words[-1].isdigit() and (named or len(words) == 1):
            shape = words[0].split("-")[0].replace(".", " × ") if named else "5 × 100"
            values.setdefault(shape, []).append(float(words[-1]))
    return values


def rows(folder: Path, *, per_file: int) -> Iterator[Row]:
    """Solve evenly spread instances of every file with every solver."""
    LocalSearch(effort=0.01).solve(MkpProblem([1.0], [[1.0]], [1.0]))  # compiles before the clock runs
    published = read_published(folder / "mkcbres.txt")
    spread = np.linspace(0, INSTANCES_PER_FILE - 1, per_file).round().astype(int)
    for shape, number in FILES.items():
        problems = list(read_instances(folder / f"mknapcb{number}.txt"))
        chosen = [(problems[k], published[shape][k]) for k in spread]
        for name, solver in SOLVERS.items():
            yield _row(shape, name, solver, chosen)


def _row(shape: str, name: str, solver: MkpSolver, chosen: list[tuple[MkpProblem, float]]) -> Row:
    gaps, proven, seconds = [], [], []
    for problem, best in chosen:
        start = time.perf_counter()
        solution = solver.solve(problem)
        seconds.append(time.perf_counter() - start)
        if not problem.is_kept_by(solution.items):
            raise AssertionError(f"{name} overfills a knapsack on {shape}")
        gaps.append(100 * (best - solution.profit) / best)
        proven.append(100 * solution.gap)
    return Row(
        shape=shape,
        solver=name,
        instances=len(chosen),
        gap=float(np.mean(gaps)),
        worst_gap=max(gaps),
        proven_gap=float(np.mean(proven)),
        seconds=float(np.mean(seconds)),
        longest=max(seconds),
    )


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    here = bench_folder().parent / "mkp"
    parser.add_argument("folder", type=Path, nargs="?", default=here, help="where mknapcb*.txt and mkcbres.txt are")
    parser.add_argument("--all", action="store_true", help="all thirty instances of each file, not five")
    options = parser.parse_args(arguments)
    print("| rows × items | solver | instances | mean gap % | worst gap % | proven gap % | mean s | longest s |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows(options.folder, per_file=INSTANCES_PER_FILE if options.all else 5):
        print(
            f"| {row.shape} | {row.solver} | {row.instances} | {row.gap:.3f} | {row.worst_gap:.3f} "
            f"| {row.proven_gap:.2f} | {row.seconds:.2f} | {row.longest:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
