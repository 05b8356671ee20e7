"""Figures: a result becomes numbers, then axes. Only this package knows matplotlib, and loads it at first use."""

from fedrota.plots.figure import figure, save
from fedrota.plots.lines import Line, draw_lines

__all__ = ["Line", "draw_lines", "figure", "save"]
