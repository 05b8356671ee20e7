"""Fig. 4 and its table, short."""

import json
from pathlib import Path

import pytest

from experiments import subsets
from experiments.label_pools import LabelPool
from experiments.plan_pools import METHODS, Job, PlanRow, run_job


def test_the_figure_is_drawn_and_the_table_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """A reproduction that leaves no numbers cannot be checked."""
    subsets.run(tmp_path, short=True)

    numbers = json.loads((tmp_path / "subsets.json").read_text())
    written = {path.name for path in tmp_path.iterdir()}
    assert written == {"subsets.json", "fig-4-evenly-equal.svg", "fig-4-evenly-equal.png"}
    assert {row["method"] for row in numbers["table"]} == set(METHODS)
    assert all(row["broken"] == 0 for row in numbers["table"])
    assert "Extra turns as a share" in capsys.readouterr().out


def test_balanced_is_better_than_random_and_never_below_the_bound():
    """What the figure shows must be in the numbers."""
    kind = LabelPool(skew="type2")

    even, random = (run_job(Job(method=method, kind=kind, seed=1)) for method in ("Balanced, once", "random"))

    assert even.worst < random.worst / 3
    assert even.worst >= even.bound > 0
    assert even.extra == 0


def test_a_stuck_planner_is_counted_and_not_averaged():
    """Algorithm 1 may fail; that must not look like a perfect plan."""
    stuck = run_job(
        Job(
            method="Algorithm 1, local", kind=LabelPool(skew="type1", sizes="unequal"), seed=1, tolerance=1, max_turns=1
        )
    )
    found = PlanRow(
        method=stuck.method, kind=stuck.kind, seed=2, tolerance=1, max_turns=1, kept=True, seconds=1.0, worst=0.5
    )

    (row,) = subsets.averages([stuck, found])

    assert stuck.kept is None
    assert (row.plans, row.stuck, row.worst) == (2, 1, 0.5)
