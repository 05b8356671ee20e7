"""Rounds on a terminal: readable in 80 columns, whatever the plan."""

from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from fedrota.cli.bars import bar_lines, show_rounds
from tests.unit.subsets.pools import plan_of, pool_of


def plain(histograms, subsets, *, colors=False, width=80, **rules):
    """Return the lines as text."""
    return [
        line.plain for line in bar_lines(plan_of(pool_of(histograms), subsets, **rules), width=width, colors=colors)
    ]


def test_blocks_are_as_wide_as_the_shares_of_labels():
    """A quarter of the data is a quarter of the bar."""
    lines = plain([[1, 3], [1, 3], [4, 0], [0, 4]], [[0, 1], [2, 3]])

    bars = [line.split()[1] for line in lines[2:4]]
    assert bars[0].count("0") == pytest.approx(bars[0].count("1") / 3, abs=1)
    assert bars[1].count("0") == pytest.approx(bars[1].count("1"), abs=1)


def test_size_samples_and_value_stand_at_the_end():
    """The bar shows; the numbers say."""
    lines = plain([[1, 3], [1, 3], [4, 0], [0, 4]], [[0, 1], [2, 3]])

    assert lines[1].split() == ["clients", "samples", "nid"]
    assert lines[2].split()[2:] == ["2", "8", "0.5000"]


def test_with_one_label_a_bar_is_as_long_as_its_data():
    """There are no shares to show."""
    lines = plain([[10], [10], [5], [5]], [[0, 1], [2, 3]])

    bars = [line.split()[1] for line in lines[1:3]]
    assert len(bars[0]) == pytest.approx(2 * len(bars[1]), abs=1)


@pytest.mark.parametrize("colors", [False, True])
@pytest.mark.parametrize(("classes", "rounds"), [(1, 3), (2, 1), (10, 40), (14, 10_000), (1_000, 5)])
def test_every_line_fits_in_eighty_columns(classes: int, rounds: int, colors: bool):
    """A line that wraps is no bar."""
    histograms = np.random.default_rng(1).integers(0, 9, (2 * rounds, classes))

    lines = plain(histograms, np.arange(2 * rounds).reshape(-1, 2), colors=colors)

    assert max(map(len, lines)) <= 80
    assert len(lines) <= 50


def test_of_many_rounds_the_first_the_last_and_the_worst_are_shown():
    """Nobody reads ten thousand bars; the worst ones must not be among those left out."""
    histograms = np.ones((20_000, 2), np.int64)
    histograms[[14_000, 14_001], 0] = 9

    lines = plain(histograms, np.arange(20_000).reshape(-1, 2))

    numbers = {line.split()[0] for line in lines if line.strip()}
    assert {"1", "16", "7,001", "10,000"} <= numbers
    assert any("more: --json lists them all" in line for line in lines)


def test_a_round_without_data_has_an_empty_bar():
    """Nothing to divide by, and nothing to draw."""
    lines = plain([[0, 0], [0, 0], [1, 1], [1, 1]], [[0, 1], [2, 3]])

    assert lines[2].split() == ["1", "2", "0", "1.0000"]


@pytest.mark.parametrize(("color_system", "marked"), [(None, False), ("standard", False), ("truecolor", True)])
def test_colors_are_used_where_there_are_enough(color_system, marked: bool):
    """Sixteen colors are too few for fourteen labels: digits tell them apart."""
    out = StringIO()
    console = Console(file=out, width=80, color_system=color_system, force_terminal=True, legacy_windows=False)

    show_rounds(console, plan_of(pool_of([[1, 3], [1, 3]]), [[0, 1]]))

    assert ("48;2;" in out.getvalue()) == marked
    assert ("0001" in out.getvalue()) != marked
