"""Figures: the numbers behind them, and that the same numbers give the same file."""

from pathlib import Path
from typing import Any, cast

import numpy as np

from fedrota import Client, Criterion, Exact, Offer, Task, score_offers, select_pool
from fedrota.plots import Line, draw_lines, draw_market, figure, market, save


def names(axes: Any) -> list[str]:
    """Return what the legend lists."""
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_a_market_splits_clients_into_who_is_in_and_why_not():
    """The picture must not put a client in two groups."""
    offers = [Offer(client=Client(id=f"c{cpu}", resources={"cpu": cpu}), price=5) for cpu in (1, 2, 4, 8)]
    task = Task(budget=10, criteria=(Criterion(name="cpu", minimum=2),))
    scores = score_offers(task, offers)

    drawn = market(scores, select_pool(task, scores, Exact()))

    assert [len(group) for group in (drawn.members, drawn.too_dear, drawn.unqualified)] == [2, 1, 1]
    assert np.isclose(drawn.members[:, 1].sum(), 2 / 3 + 4 / 5)


def test_the_same_numbers_give_the_same_file(tmp_path: Path):
    """A figure in the documents changes only when its numbers do."""
    for name in ("one", "two"):
        drawn, axes = figure()
        draw_lines([Line(name="a", x=(1.0, 2.0), y=(3.0, 4.0))], axes, x_label="x", y_label="y", title="t")
        save(drawn, tmp_path / name)

    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()


def test_lines_keep_their_names_and_points():
    """The legend is how a reader tells them apart."""
    _, axes = figure()

    draw_lines([Line(name="a", x=(1.0, 2.0), y=(3.0, 4.0))], axes, x_label="x", y_label="y", log=True)

    assert names(axes) == ["a"]
    assert list(cast(Any, axes.lines[0].get_ydata())) == [3.0, 4.0]


def test_a_market_is_drawn_without_empty_groups():
    """A legend entry without points would be a question."""
    offers = [Offer(client=Client(id="c", resources={"cpu": 4}), price=5)]
    task = Task(budget=10, criteria=(Criterion(name="cpu", minimum=2),))
    scores = score_offers(task, offers)
    _, axes = figure()

    draw_market(market(scores, select_pool(task, scores)), axes)

    assert names(axes) == ["in"]
