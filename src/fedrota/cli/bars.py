"""A plan on a terminal: a bar a round, a block a label.

Bars are as wide as the terminal, so that shares can be compared; with one label a bar is as long as its data.
"""

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from fedrota.domain.plan import Plan
from fedrota.plots import Overview, overview
from fedrota.plots.figure import many_colors

__all__ = ["bar_lines", "show_rounds"]

MOST_ROUNDS = 32
MOST_LABELS = 14
COLORFUL = ("256", "truecolor", "windows")
SYMBOLS = "0123456789abcd"  # seen where there are no colors


def show_rounds(console: Console, made: Plan) -> None:
    """Print the plan's rounds as bars, as wide as the terminal."""
    for line in bar_lines(made, width=console.width, colors=console.color_system in COLORFUL and not console.no_color):
        console.print(line, soft_wrap=True)


def bar_lines(made: Plan, *, width: int, colors: bool = True) -> list[Text]:
    """Return the lines: a legend, a bar a round with its size and value at the end, what is left out."""
    drawn = overview(made, most_rounds=MOST_ROUNDS, most_labels=MOST_LABELS)
    lines = [_legend(drawn, colors, width)] if len(drawn.labels) > 1 else []
    first = len(f"{len(made):,}")
    samples = drawn.counts.sum(axis=1)
    columns = (["clients", *_whole(drawn.clients)], ["samples", *_whole(samples)], _values(drawn))
    widths = [max(map(len, column)) for column in columns]
    head, *tails = (
        "  ".join(f"{cell:>{size}}" for cell, size in zip(row, widths, strict=True))
        for row in zip(*columns, strict=True)
    )
    room = max(10, width - first - len(head) - 3)
    lines.append(Text(f"{'':{first}} {'':{room}}  {head}", style="dim"))
    whole = np.maximum(samples if len(drawn.labels) > 1 else np.full(len(samples), samples.max(initial=1)), 1)
    before = -1
    for t, counts, total, tail in zip(drawn.rounds.tolist(), drawn.counts, whole, tails, strict=True):
        if t > before + 1:
            lines.append(Text(f"{'…':>{first}} {t - before - 1:,} more: --json lists them all", style="dim"))
        before = t
        lines.append(
            Text(f"{t + 1:>{first},} ").append_text(_bar(counts, int(total), room, colors)).append(f"  {tail}")
        )
    return [*lines, Text("")]


def _whole(numbers: NDArray[np.int64]) -> list[str]:
    return [f"{number:,}" for number in numbers]


def _values(drawn: Overview) -> list[str]:
    return [drawn.measure, *(f"{value:.4f}" for value in drawn.values)]


def _bar(counts: NDArray[np.int64], total: int, room: int, colors: bool) -> Text:
    """Return blocks as wide as the labels' shares of a total."""
    edges = np.rint(np.concatenate([[0], np.cumsum(counts)]) * (room / total)).astype(int)
    bar = Text()
    for group, color in enumerate(many_colors(len(counts))):
        cells = int(edges[group + 1] - edges[group])
        bar.append(" " * cells if colors else SYMBOLS[group] * cells, style=f"on {color}" if colors else "")
    return bar.append(" " * (room - int(edges[-1])))


def _legend(drawn: Overview, colors: bool, width: int) -> Text:
    line = Text("labels")
    for group, (label, color) in enumerate(zip(drawn.labels, many_colors(len(drawn.labels)), strict=True)):
        mark = "  " if colors else SYMBOLS[group]
        name = label if colors else f"={label}"
        if len(line) + len(mark) + len(name) + 2 > width - 2:
            return line.append(" …")
        line.append(" ").append(mark, style=f"on {color}" if colors else "").append(name)
    return line
