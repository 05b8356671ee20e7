"""Tables 2 and 3: ten clients, a budget of 100, and what each way of choosing makes of it."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from experiments.paper_clients import BUDGET, TABLE_2_COSTS, TABLE_2_SCORES
from fedrota import linear_price
from fedrota.solvers import knapsack

__all__ = ["Row", "run", "table3"]

RANDOM_ORDER = [2, 1, 5, 7, 6, 9]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One way of choosing: the paper's figures (where it has them) beside ours."""

    method: str
    paper_clients: tuple[int, ...] | None
    paper_score: float | None
    paper_gap: float | None
    clients: tuple[int, ...]
    score: float
    cost: float
    gap: float


def table3() -> list[Row]:
    """Compute Table 3, both readings of the greedy, and our exact solver."""
    scores, costs = TABLE_2_SCORES, TABLE_2_COSTS
    best = knapsack.dynamic_program(scores, costs, BUDGET)
    others = np.setdiff1d(np.arange(10), RANDOM_ORDER)
    replay = np.concatenate([RANDOM_ORDER, others])
    paper = {
        "dynamic programming": ((8, 5, 4, 2, 1, 0), 36.85, 0.0, best),
        "exact": (None, None, None, knapsack.exact(scores, costs, BUDGET)),
        "greedy, stops at a misfit": (
            (0, 4, 2, 5, 3),
            32.78,
            0.11,
            knapsack.greedy(scores, costs, BUDGET, on_misfit="stop"),
        ),
        "greedy, skips misfits": (None, None, None, knapsack.greedy(scores, costs, BUDGET)),
        "random, the paper's draw": (
            (2, 1, 5, 7, 6, 9),
            28.26,
            0.23,
            knapsack.random(scores, costs, BUDGET, on_misfit="stop", order=replay),
        ),
    }
    return [
        Row(
            method=method,
            paper_clients=clients,
            paper_score=score,
            paper_gap=gap,
            clients=tuple(ours.items.tolist()),
            score=round(ours.score, 10),
            cost=ours.cost,
            gap=(best.score - ours.score) / best.score,
        )
        for method, (clients, score, gap, ours) in paper.items()
    ]


def run(out: Path) -> None:
    """Print Tables 2 and 3 beside the paper's, and write the numbers."""
    ours = linear_price(TABLE_2_SCORES, a=2, b=5)
    print("Table 2: ten clients")
    print("  client     " + " ".join(f"{k:>5}" for k in range(10)))
    print("  score      " + " ".join(f"{score:>5.2f}" for score in TABLE_2_SCORES))
    print("  cost paper " + " ".join(f"{cost:>5}" for cost in TABLE_2_COSTS))
    print("  cost ours  " + " ".join(f"{cost:>5}" for cost in ours))
    print(f"  difference {np.abs(ours - TABLE_2_COSTS).sum()} (floor of 2 score + 5)\n")
    print(f"Table 3: chosen under a budget of {BUDGET}")
    print(f"  {'':26} {'paper':>7} {'ours':>7} {'differ':>7} {'gap':>6} {'cost':>5}  clients (ours; the paper's)")
    rows = table3()
    for row in rows:
        paper = "" if row.paper_score is None else f"{row.paper_score:.2f}"
        differ = "" if row.paper_score is None else f"{row.score - row.paper_score:.2f}"
        same = row.paper_clients is not None and set(row.paper_clients) == set(row.clients)
        theirs = "" if row.paper_clients is None else ("same" if same else str(sorted(row.paper_clients)))
        clients = " ".join(map(str, row.clients))
        print(
            f"  {row.method:26} {paper:>7} {row.score:>7.2f} {differ:>7} {row.gap:>6.3f} {row.cost:>5.0f}  "
            f"{clients}{'; ' + theirs if theirs else ''}"
        )
    out.mkdir(parents=True, exist_ok=True)
    path = out / "table3.json"
    path.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    print(f"\nWrote {path}")
