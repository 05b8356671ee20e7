"""The knapsack solvers against each other and against other people's, on data like the paper's and on other classes.

Scores are the paper's: eleven uniform scores, summed. Costs are one of

- *paper, integer*: floor(2 * score + 5);
- *paper, float*: 2 * score + 5, not rounded: the hard class, where cost decides score;
- *weakly correlated, float*: 2 * score + 5 + u, u uniform in (-2, 2);
- *uncorrelated, float*: uniform in (0, 20).

The budget is a third of all costs. A rival's answer counts when it keeps the budget exactly (``math.fsum``), not by its
own tolerance; "below" is how much less it scores than the exact solver. Medians of several runs for what is fast.

Run it with ``python -m benchmarks.knapsack``.
"""

import math
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.knapsack_rivals import RIVALS, Answer, Data, Solver, numpy_greedy, unavailable
from fedrota.domain.selection import Selection
from fedrota.solvers import knapsack

LIMIT = 10.0
FAST, REPEATS = 0.3, 7
MILLION = 1_000_000

CASES = (
    (1_000, "paper, integer"),
    (1_000, "uncorrelated, float"),
    (1_000, "weakly correlated, float"),
    (1_000, "paper, float"),
    (10_000, "paper, integer"),
    (10_000, "paper, float"),
    (100_000, "paper, integer"),
    (100_000, "uncorrelated, float"),
)
# Who cannot take part: the table of the dynamic program is too large, others would only run into the limit, and
# OR-Tools' knapsack solver does not keep it (it takes minutes for 100,000 items).
MOST_ITEMS = {"CP-SAT": 10_000, "HiGHS": 10_000, "dynamic program": 10_000, "OR-Tools knapsack": 10_000}
# What licenses allow.
LICENSED_ITEMS = {"CPLEX community": 1_000, "Gurobi free": 2_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One solver on one problem."""

    items: int
    kind: str
    solver: str
    milliseconds: float
    times_exact: float
    finished: bool
    proven_gap: float | None
    over_budget: float
    below: float
    note: str


def data_of(size: int, kind: str, *, seed: int = 1) -> Data:
    """Draw a problem of one kind."""
    rng = np.random.default_rng(seed)
    scores = rng.random((size, 11)).sum(axis=1)
    costs = 2 * scores + 5
    if kind == "paper, integer":
        costs = np.floor(costs)
    elif kind == "weakly correlated, float":
        costs += rng.uniform(-2, 2, size)
    elif kind == "uncorrelated, float":
        costs = rng.uniform(0, 20, size)
    return Data(scores=scores, costs=costs, budget=float(math.floor(costs.sum() / 3)))


def ours(solve: Callable[..., Selection]) -> Solver:
    """Make one of this library's solvers a rival of the others."""

    def run(data: Data, limit: float) -> Answer:
        began = perf_counter()
        chosen = solve(data.scores, data.costs, data.budget)
        return Answer(seconds=perf_counter() - began, items=chosen.items, finished=True)

    return run


def rows_of(size: int, kind: str, *, limit: float = LIMIT) -> list[Row]:
    """Run every solver on one problem."""
    data = data_of(size, kind)
    reference = knapsack.exact(data.scores, data.costs, data.budget)
    solvers: dict[str, Solver] = {
        "exact": ours(knapsack.exact),
        "numpy greedy": numpy_greedy,
        "greedy": ours(knapsack.greedy),
    }
    if "integer" in kind:
        solvers["dynamic program"] = ours(knapsack.dynamic_program)
    rows: list[Row] = []
    for name, solver in (solvers | RIVALS).items():
        if size > MOST_ITEMS.get(name, MILLION):
            continue
        print(f"{size:,} {kind}: {name}", file=sys.stderr)
        licensed = size <= LICENSED_ITEMS.get(name, MILLION)
        answer = _median(partial(solver, data, limit)) if licensed else Answer(note="size limit")
        rows.append(_row(data, kind, name, answer, reference, rows[0].milliseconds if rows else math.nan))
    return rows


def _median(run: Callable[[], Answer]) -> Answer:
    """Run once; where that is fast, several times, and keep the median time."""
    try:
        answer = run()
    except Exception as error:  # a rival may fail in its own way
        return unavailable(error)
    if answer.items is None or not answer.seconds < FAST:
        return answer
    seconds = median(run().seconds for _ in range(REPEATS))
    return Answer(seconds=seconds, items=answer.items, finished=answer.finished, note=answer.note)


def _row(data: Data, kind: str, name: str, answer: Answer, reference: Selection, exact: float) -> Row:
    """Check an answer against the budget and against the exact solver's."""
    milliseconds = 1e3 * answer.seconds
    over, below = math.nan, math.nan
    if answer.items is not None:
        over = max(0.0, math.fsum([*data.costs[answer.items].tolist(), -data.budget]))
        below = (reference.score - math.fsum(data.scores[answer.items].tolist())) / reference.score
    return Row(
        items=data.size,
        kind=kind,
        solver=name,
        milliseconds=milliseconds,
        times_exact=1.0 if name == "exact" else milliseconds / exact,
        finished=answer.finished,
        proven_gap=(reference.bound - reference.score) / reference.bound if name == "exact" else None,
        over_budget=over,
        below=below,
        note=answer.note,
    )


def million_rows(*, size: int = MILLION, repeats: int = 9) -> list[dict[str, Any]]:
    """Time the exact solver beside a sort by ratio and one cumulative sum, by turns, at a million items."""
    data = data_of(size, "paper, integer")
    contenders: dict[str, Solver] = {"numpy greedy": numpy_greedy, "exact": ours(knapsack.exact)}
    seconds: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(repeats):
        for name, solver in contenders.items():
            seconds[name].append(solver(data, LIMIT).seconds)
    baseline = median(seconds["numpy greedy"])
    return [
        {"items": size, "solver": name, "milliseconds": 1e3 * median(times), "times": median(times) / baseline}
        for name, times in seconds.items()
    ]


def benchmark(*, limit: float = LIMIT) -> list[dict[str, Any]]:
    """Run all cases; one dictionary for each solver and problem."""
    return [asdict(row) for size, kind in CASES for row in rows_of(size, kind, limit=limit)]


def markdown(rows: list[dict[str, Any]]) -> str:
    """Return the rows as a table: times relative to the exact solver, and what is wrong with an answer."""
    lines = ["| n | class | solver | ms | relative to exact | answer |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {row['items']:,} | {row['kind']} | {row['solver']} | {row['milliseconds']:,.2f} "
        f"| {row['times_exact']:,.1f} | {_verdict(row)} |"
        for row in rows
    ]
    return "\n".join(lines).replace("nan", "–")


def _verdict(row: dict[str, Any]) -> str:
    """Say in words what an answer is worth."""
    if row["note"]:
        return str(row["note"])
    if row["proven_gap"] is not None:
        return f"proven to a gap of {row['proven_gap']:.0e}"
    words = [] if row["finished"] else [f"not in {LIMIT:.0f} s"]
    if row["over_budget"] > 0:
        words.append(f"over the budget by {row['over_budget']:.0e}")
    elif row["below"] > 1e-9:
        words.append(f"{row['below']:.1e} below")
    elif row["below"] == row["below"]:
        words.append("same score")
    return ", ".join(words)


def main() -> None:
    """Print both tables as markdown."""
    for case in ("paper, integer", "paper, float"):  # compile before anything is timed
        data = data_of(1_000, case)
        knapsack.exact(data.scores, data.costs, data.budget)
        knapsack.greedy(data.scores, data.costs, data.budget)
    knapsack.dynamic_program([1, 2], [1, 2], 2)
    print("| n | solver | ms | relative to sorting |\n|---|---|---|---|")
    for row in million_rows():
        print(f"| {row['items']:,} | {row['solver']} | {row['milliseconds']:.1f} | {row['times']:.2f} |")
    print()
    print(markdown(benchmark()))


if __name__ == "__main__":
    main()
