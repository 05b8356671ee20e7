"""How long scoring takes beside reading and writing the same arrays once.

The offers have all eleven criteria of Table I: seven resources and the data size with minimums (each excludes a few
clients), histograms over ten classes, and the quality and behavior of up to five past tasks.

The baseline copies every input column that scoring reads (`numpy.copy`) and allocates and fills every array that the
score table holds. Both sides allocate what they return, in the same run, by turns; the figure is the best of nine,
since other work on the machine only adds time. Fresh memory is slow on some machines, so that this baseline flatters
whoever is compared with it; the strict one is the same traffic into memory that is already there.

Run it with ``python -m benchmarks.scoring``.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.criteria import TABLE_1
from fedrota.domain.offers import Offers
from fedrota.domain.scores import ScoreTable
from fedrota.domain.task import LinearPrice, MeasureName, Normalization, Task
from fedrota.scoring import score_offers

CLIENTS = 1_000_000
CLASSES = 10
TASKS = 5
REPEATS = 9
MINIMUM = 0.02
"""Resources are uniform in [0, 1): each minimum excludes 2 % of the clients."""

Arrays = list[NDArray[Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the benchmark."""

    what: str
    milliseconds: float
    times_baseline: float
    times_strict: float


def offers(count: int = CLIENTS, *, seed: int = 0) -> Offers:
    """Return offers with everything that Table I asks for."""
    random = np.random.default_rng(seed)
    names = [criterion.name for criterion in TABLE_1[:7]]
    past = random.random((2, count, TASKS))
    past[:, np.arange(TASKS) < (TASKS - random.integers(0, TASKS + 1, count))[:, None]] = np.nan
    return Offers(
        ids=np.char.add("c", np.arange(count).astype(np.str_)),
        prices=random.integers(1, 100, count),
        resources={name: random.random(count) for name in names},
        histograms=random.integers(0, 100, (count, CLASSES)),
        data_sizes=None,
        quality=past[0],
        behavior=past[1],
    )


def task(
    measure: MeasureName = "nid", *, normalization: Normalization = "ratio", price: LinearPrice | None = None
) -> Task:
    """Return a task that scores all eleven criteria."""
    resources = [replace(criterion, minimum=MINIMUM) for criterion in TABLE_1[:7]]
    criteria = (*resources, replace(TABLE_1[7], minimum=200.0), *TABLE_1[8:])
    return Task(budget=10**9, criteria=criteria, measure=measure, normalization=normalization, price=price)


def rows(count: int = CLIENTS, *, repeats: int = REPEATS) -> list[Row]:
    """Measure scoring with each measure, and both baselines, by turns."""
    given = offers(count)
    read, written = _inputs(given), _outputs(score_offers(task(), given))
    scratch = [np.empty_like(array) for array in read]
    kept = [np.empty_like(array) for array in written]
    tasks = {f"score_offers, {name}": task(name) for name in get_args(MeasureName)}
    tasks["score_offers, nid, price 2 · score + 5"] = task(price=LinearPrice(2, 5))
    tasks["score_offers, nid, min-max"] = task(normalization="min-max")
    runs: dict[str, Callable[[], object]] = {
        "copy the inputs, allocate and fill the outputs": partial(_copy_and_fill, read, written),
        "the same into memory that is already there": partial(_copy_in_place, read, scratch, kept),
        **{name: partial(score_offers, asked, given) for name, asked in tasks.items()},
    }
    seconds = _by_turns(runs, repeats)
    baseline, strict = list(seconds.values())[:2]
    return [
        Row(what=what, milliseconds=1e3 * time, times_baseline=time / baseline, times_strict=time / strict)
        for what, time in seconds.items()
    ]


def _inputs(given: Offers) -> Arrays:
    columns = [given.prices, given.histograms, given.quality, given.behavior, *given.resources.values()]
    return [column for column in columns if column is not None]


def _outputs(table: ScoreTable) -> Arrays:
    return [table.values, table.totals, table.costs, table.missed, table.seen]


def _copy_and_fill(read: Arrays, written: Arrays) -> list[Arrays]:
    return [[np.copy(array) for array in read], [np.full_like(array, 1) for array in written]]


def _copy_in_place(read: Arrays, scratch: Arrays, kept: Arrays) -> None:
    for array, target in zip(read, scratch, strict=True):
        np.copyto(target, array)
    for array in kept:
        array.fill(1)


def _by_turns(runs: dict[str, Callable[[], object]], repeats: int) -> dict[str, float]:
    """Run each once to warm up, then all of them by turns; return each one's least seconds."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for repeat in range(repeats + 1):
        for name, run in runs.items():
            start = perf_counter()
            run()
            if repeat:
                times[name].append(perf_counter() - start)
    return {name: min(some) for name, some in times.items()}


def markdown(measured: Sequence[Row], count: int) -> str:
    """Return the rows as a table."""
    lines = [
        f"| {count:,} offers × 11 criteria | ms | × baseline | × strict baseline |",
        "|---|---:|---:|---:|",
    ]
    lines += [f"| {r.what} | {r.milliseconds:.0f} | {r.times_baseline:.2f} | {r.times_strict:.2f} |" for r in measured]
    return "\n".join(lines)


def main(arguments: Sequence[str] = ()) -> None:
    """Print the table for a million offers, or as many as the first argument says."""
    count = int(arguments[0]) if arguments else CLIENTS
    print(markdown(rows(count), count))


if __name__ == "__main__":
    main(sys.argv[1:])
