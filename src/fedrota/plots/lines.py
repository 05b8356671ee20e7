"""Lines over one quantity: times over sizes, scores over rounds. It draws numbers; it computes none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fedrota.plots.figure import COLORS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Line", "draw_lines"]

MARKERS = "osD^vP*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One named series of points."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]


def draw_lines(
    lines: Sequence[Line], axes: "Axes", *, x_label: str, y_label: str, title: str = "", log: bool = False
) -> "Axes":
    """Draw the lines, told apart by color and by marker, with a legend."""
    for k, line in enumerate(lines):
        color, marker = COLORS[k % len(COLORS)], MARKERS[k % len(MARKERS)]
        axes.plot(line.x, line.y, color=color, marker=marker, markersize=4, linewidth=1.4, label=line.name)
    if log:
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.xaxis.set_major_formatter("{x:,g}")
        axes.yaxis.set_major_formatter("{x:,g}")
        axes.xaxis.set_minor_formatter("")
        axes.yaxis.set_minor_formatter("")
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    if title:
        axes.set_title(title, loc="left", fontsize=11)
    axes.legend()
    return axes
