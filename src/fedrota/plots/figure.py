"""One look for every figure, and one way to write it: SVG for pages, PNG for eyes. Nothing here knows what is drawn."""

from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fedrota.domain.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLORS", "RAINBOW", "figure", "many_colors", "panels", "save", "svg_text"]

# Okabe and Ito's palette: told apart with every kind of color vision.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")

# Paul Tol's discrete rainbow: ordered, and told apart with most kinds of color vision where neighbors touch.
RAINBOW = (
    "#d1bbd7",
    "#ae76a3",
    "#882e72",
    "#1965b0",
    "#5289c7",
    "#7bafde",
    "#4eb265",
    "#90c987",
    "#cae0ab",
    "#f7f056",
    "#f6c141",
    "#f1932d",
    "#e8601c",
    "#dc050c",
)

# Any: matplotlib types this as a literal of all its settings.
STYLE: dict[Any, Any] = {
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "font.size": 10,
    "legend.frameon": False,
    "svg.hashsalt": "fedrota",
    "svg.fonttype": "none",
}


def figure(*, width: float = 6.4, height: float = 4.0) -> "tuple[Figure, Axes]":
    """Return a figure and its axes, in the project's look and without a window."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(extra="plots", what="Drawing a figure") from None
    with rc_context(STYLE):
        drawn = Figure(figsize=(width, height), layout="constrained")
        return drawn, drawn.add_subplot()


def panels(
    mosaic: Sequence[Sequence[str]], *, width: float, heights: Sequence[float]
) -> "tuple[Figure, dict[str, Axes]]":
    """Return a figure of several axes by name; a name that stands twice is one wide or high axes. Sizes in inches."""
    drawn, first = figure(width=width, height=sum(heights))
    first.remove()
    from matplotlib import rc_context

    with rc_context(STYLE):
        axes = drawn.subplot_mosaic([list(row) for row in mosaic], height_ratios=heights)
    return drawn, dict(axes)


def many_colors(count: int) -> list[str]:
    """Return a color for each of several things in an order, spread over the rainbow; from 15 on they repeat.

    Examples
    --------
    >>> many_colors(2)
    ['#d1bbd7', '#90c987']
    """
    step = max(1.0, len(RAINBOW) / max(1, count))
    return [RAINBOW[int(k * step) % len(RAINBOW)] for k in range(count)]


def svg_text(drawn: "Figure") -> str:
    """Return a figure as SVG; the same figure gives the same text."""
    from matplotlib import rc_context

    out = StringIO()
    with rc_context(STYLE):
        drawn.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def save(drawn: "Figure", stem: Path) -> list[Path]:
    """Write the figure as ``stem.svg`` and ``stem.png``; the same figure gives the same bytes."""
    from matplotlib import rc_context

    stem.parent.mkdir(parents=True, exist_ok=True)
    paths = [stem.with_suffix(".svg"), stem.with_suffix(".png")]
    with rc_context(STYLE):
        drawn.savefig(paths[0], metadata={"Date": None})
        drawn.savefig(paths[1], dpi=150)
    return paths
