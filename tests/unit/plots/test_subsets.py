"""Pictures of a plan: the numbers behind them."""

from typing import Any, cast

import numpy as np
import pytest

from fedrota.plots import draw_overview, draw_plan, draw_round, figure, overview, round_bars, svg_text
from fedrota.plots.figure import RAINBOW, many_colors
from tests.unit.subsets.pools import plan_of, pool_of

PLAN = plan_of(pool_of([[4, 0], [1, 5], [2, 2], [3, 1]]), [[0, 1], [2, 3]])


def many(rounds: int, classes: int, size: int = 2):
    """Return a plan of many rounds or labels."""
    histograms = np.random.default_rng(2).integers(0, 9, (size * rounds, classes))
    return plan_of(pool_of(histograms), np.arange(size * rounds).reshape(-1, size), size=size)


def test_a_round_is_shown_by_client_the_largest_first():
    """Colors stay in the same order from bar to bar, so the order should mean something."""
    bars = round_bars(PLAN, 0)

    assert bars.names == ("c1", "c0")
    assert bars.counts.tolist() == [[1, 5], [4, 0]]
    assert bars.title == "round 1: 2 clients, Nid 0.000"


def test_many_labels_are_joined_and_many_clients_too():
    """A thousand bars of a thousand colors are a gray box; no sample may get lost in joining."""
    plan = many(1, 1_000, size=100)

    bars = round_bars(plan, 0)

    assert (len(bars.labels), len(bars.names)) == (50, 40)
    assert (bars.labels[0], bars.names[-1]) == ("0–19", "61 others")
    assert bars.counts.sum() == plan.label_totals().sum()


def test_an_overview_of_few_rounds_holds_them_all():
    """Nothing is left out that fits."""
    drawn = overview(PLAN)

    assert drawn.rounds.tolist() == [0, 1]
    assert drawn.counts.tolist() == [[5, 5], [5, 3]]
    assert (drawn.clients.tolist(), drawn.values.tolist(), drawn.left_out) == ([2, 2], [0.0, 0.25], 0)


def test_an_overview_of_many_rounds_holds_the_worst_of_them():
    """The worst round is what a plan is judged by."""
    plan = many(1_000, 30)

    drawn = overview(plan)

    assert len(drawn.rounds) <= 60
    assert len(drawn.rounds) + drawn.left_out == 1_000
    assert drawn.labels[-1] == "27–29"
    assert drawn.values.max() == max(overview(plan, most_rounds=1_000).values)
    assert {0, 999} <= set(drawn.rounds.tolist())


def test_the_height_of_bars_is_the_number_of_samples():
    """A picture that is off by a stack is worse than none."""
    _, axes = figure()

    draw_round(round_bars(PLAN, 1), axes)

    patches = cast(list[Any], axes.patches)
    tops = [
        max(p.get_y() + p.get_height() for p in patches if abs(p.get_x() + p.get_width() / 2 - x) < 0.1) for x in (0, 1)
    ]
    assert tops == [5, 3]


@pytest.mark.parametrize(
    "plan", [PLAN, many(1, 1), many(200, 1), many(3, 1_000, size=60)], ids=["two", "1", "200", "1000"]
)
def test_any_plan_can_be_drawn(plan):
    """One class or a thousand, one round or many; warnings are errors here."""
    text = svg_text(draw_plan(plan))

    assert "first round" in text
    assert "last round" in text
    assert text == svg_text(draw_plan(plan))


def test_an_overview_names_the_worst_round():
    """It is what to look at first."""
    _, axes = figure()

    draw_overview(overview(PLAN), axes)

    assert axes.get_title(loc="left") == "worst Nid 0.250 in round 2"


def test_colors_are_spread_and_repeat_only_when_they_run_out():
    """Two labels should not look alike while other colors are free."""
    assert all(len(set(many_colors(count))) == count for count in range(1, len(RAINBOW) + 1))
    assert len(many_colors(40)) == 40
