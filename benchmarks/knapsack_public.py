"""The exact knapsack on public instances: which optima are reached, what is proven, how long it takes.

The instances are Pisinger's (classes 1 to 3 and the low-dimensional ones, with published optima; GitHub
``dnlfm/knapsack-01-instances``) and those of ``likr/kplib`` (13 classes, no optima: they are proven here). They lie in
the folder that ``FEDROTA_BENCH`` names, by default ``../shared/bench`` beside the repository.

Run it with ``python -m benchmarks.knapsack_public``.
"""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.selection import Selection
from fedrota.solvers import knapsack

REPEATS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """One public instance; `optimum` is None where none is published."""

    group: str
    name: str
    scores: NDArray[np.float64]
    costs: NDArray[np.float64]
    budget: float
    optimum: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What happened on the instances of one class."""

    group: str
    size: str
    instances: int
    proven: int
    known: int
    reached: int
    worst_gap: float
    milliseconds: float
    slowest: float


def bench_folder() -> Path:
    """Return the folder of public instances, whether it is there or not."""
    beside = Path(__file__).resolve().parents[2] / "shared" / "bench"
    return Path(os.environ.get("FEDROTA_BENCH", beside)) / "knapsack"


def read_instances(folder: Path) -> Iterator[Instance]:
    """Read all instances, class by class."""
    pisinger = folder / "knapPI" / "pisinger_instances_01_KP"
    for kind in ("low-dimensional", "large_scale"):
        for path in sorted((pisinger / kind).glob("*"), key=lambda path: (path.name.split("_")[1], path.name)):
            group = "low-dimensional" if kind == "low-dimensional" else f"class {path.name.split('_')[1]}"
            optimum = float((pisinger / f"{kind}-optimum" / path.name).read_text().split()[0])
            yield _parse(path, f"knapPI {group}", optimum)
    for path in sorted((folder / "kplib").rglob("*.kp")):
        yield _parse(path, f"kplib {path.parts[-4][2:]}", None)


def _parse(path: Path, group: str, optimum: float | None) -> Instance:
    """Read one file: the number of items, the capacity, and a line of profit and weight for each item."""
    numbers = [float(word) for word in path.read_text().split()]
    size = int(numbers[0])
    items = np.array(numbers[2 : 2 + 2 * size]).reshape(size, 2)
    return Instance(
        group=group,
        name=path.name,
        scores=items[:, 0].copy(),
        costs=items[:, 1].copy(),
        budget=numbers[1],
        optimum=optimum,
    )


def solve(instance: Instance) -> tuple[Selection, float]:
    """Solve an instance; return the answer and the median seconds."""
    seconds = []
    for _ in range(REPEATS):
        began = perf_counter()
        chosen = knapsack.exact(instance.scores, instance.costs, instance.budget)
        seconds.append(perf_counter() - began)
    return chosen, median(seconds)


def measure(instances: Iterator[Instance]) -> list[Row]:
    """Solve all instances and summarize them by class."""
    rows = []
    for group, members in groupby(instances, key=lambda instance: instance.group):
        solved = [(instance, *solve(instance)) for instance in members]
        known = [(instance, chosen) for instance, chosen, _ in solved if instance.optimum is not None]
        sizes = sorted({instance.scores.size for instance, _, _ in solved})
        rows.append(
            Row(
                group=group,
                size=f"{sizes[0]:,}" if len(sizes) == 1 else f"{sizes[0]:,} … {sizes[-1]:,}",
                instances=len(solved),
                proven=sum(chosen.optimal for _, chosen, _ in solved),
                known=len(known),
                reached=sum(reaches(instance, chosen) for instance, chosen in known),
                worst_gap=max(chosen.gap for _, chosen, _ in solved),
                milliseconds=1e3 * median(seconds for _, _, seconds in solved),
                slowest=1e3 * max(seconds for _, _, seconds in solved),
            )
        )
        print(f"{group}: {rows[-1].proven} of {rows[-1].instances} proven", file=sys.stderr)
    return rows


def reaches(instance: Instance, chosen: Selection) -> bool:
    """Whether the published optimum is reached (it is published with few digits)."""
    return instance.optimum is not None and chosen.score >= instance.optimum * (1 - 1e-6)


def markdown(rows: list[Row]) -> str:
    """Return the rows as a table."""
    lines = [
        "| class | n | proven | published optimum reached | worst gap | median ms | slowest ms |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        reached = f"{row.reached} of {row.known}" if row.known else "none published"
        lines.append(
            f"| {row.group} | {row.size} | {row.proven} of {row.instances} | {reached} "
            f"| {row.worst_gap:.1e} | {row.milliseconds:.2f} | {row.slowest:.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the table, and how much is proven in all."""
    folder = bench_folder()
    if not folder.is_dir():
        raise SystemExit("There are no public instances here: set FEDROTA_BENCH to the folder that holds knapsack/.")
    knapsack.exact([2.0, 3.0, 4.0], [2.0, 2.0, 3.0], 4.0)
    rows = measure(read_instances(folder))
    proven, instances = sum(row.proven for row in rows), sum(row.instances for row in rows)
    print(f"{markdown(rows)}\n\nProven: {proven} of {instances} ({proven / instances:.0%}).")


if __name__ == "__main__":
    main()
