"""The exact knapsack on public instances, where they are there (the folder that FEDROTA_BENCH names)."""

import os
from pathlib import Path

import numpy as np
import pytest

from fedrota.domain.selection import Selection
from fedrota.solvers import knapsack

BESIDE = Path(__file__).resolve().parents[4] / "shared" / "bench"
FOLDER = Path(os.environ.get("FEDROTA_BENCH", BESIDE)) / "knapsack"
PISINGER = FOLDER / "knapPI" / "pisinger_instances_01_KP"

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the public instances are not here")


def solve(path: Path) -> Selection:
    """Solve the instance in a file: the number of items, the capacity, then profit and weight by line."""
    numbers = np.array(path.read_text().split(), dtype=float)
    items = numbers[2 : 2 + 2 * int(numbers[0])].reshape(-1, 2)
    return knapsack.exact(items[:, 0], items[:, 1], float(numbers[1]))


@pytest.mark.parametrize("kind", [1, 2, 3])
@pytest.mark.parametrize("size", [100, 1_000, 10_000])
def test_the_published_optimum_is_reached_and_proven(kind, size):
    """Somebody else's optimum, found by somebody else's solver."""
    name = f"knapPI_{kind}_{size}_1000_1"

    chosen = solve(PISINGER / "large_scale" / name)

    assert chosen.optimal
    assert chosen.score == float((PISINGER / "large_scale-optimum" / name).read_text())


@pytest.mark.parametrize("number", range(13))
def test_one_instance_of_every_class_of_kplib_is_proven(number):
    """Thirteen ways to be hard: strongly correlated, subset sum, spanners, circles."""
    path = next((FOLDER / "kplib").glob(f"{number:02d}*")) / "n01000" / "R01000" / "s000.kp"

    assert solve(path).optimal
