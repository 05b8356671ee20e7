"""One look for every figure, and one way to write it: SVG for pages, PNG for eyes. Nothing here knows what is drawn."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from fedrota.domain.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["COLORS", "figure", "save"]

# Okabe and Ito's palette: told apart with every kind of color vision.
COLORS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")

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


def save(drawn: "Figure", stem: Path) -> list[Path]:
    """Write the figure as ``stem.svg`` and ``stem.png``; the same figure gives the same bytes."""
    from matplotlib import rc_context

    stem.parent.mkdir(parents=True, exist_ok=True)
    paths = [stem.with_suffix(".svg"), stem.with_suffix(".png")]
    with rc_context(STYLE):
        drawn.savefig(paths[0], metadata={"Date": None})
        drawn.savefig(paths[1], dpi=150)
    return paths
