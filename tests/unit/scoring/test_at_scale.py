"""Scoring many offers."""

import subprocess
import sys

import pytest

from benchmarks import scoring as benchmark
from fedrota.scoring import score_offers


def test_importing_scoring_loads_no_compiler():
    """Scores are computed where a command must start at once."""
    check = "import sys, fedrota.scoring; print('numba' in sys.modules)"

    answer = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)

    assert answer.stdout.strip() == "False"


@pytest.mark.parametrize("normalization", ["ratio", "min-max"])
def test_a_hundred_thousand_offers_are_scored_in_arrays(normalization):
    """Blocks must join without a seam; the benchmark's offers have everything that Table I asks for."""
    given = benchmark.offers(100_003)

    table = score_offers(benchmark.task(normalization=normalization), given)

    assert table.values.shape == (100_003, 11)
    assert ((table.values >= 0) & (table.values <= 1)).all()
    assert table.values.sum(axis=1) == pytest.approx(table.totals)
    assert (table.missed >= -1).all()
    assert 0.7 < table.eligible.mean() < 0.95


def test_the_benchmark_reports_every_measure_beside_its_baseline():
    """Figures in the docs come from this function."""
    measured = benchmark.rows(1_000, repeats=1)

    assert measured[0].times_baseline == 1.0
    assert [row.what for row in measured if row.what.startswith("score_offers")][:2] == [
        "score_offers, nid",
        "score_offers, l2",
    ]
    assert benchmark.markdown(measured, 1_000).count("\n") == len(measured) + 1
