"""Figures: a result becomes numbers, then axes. Only this package knows matplotlib, and loads it at first use."""

from fedrota.plots.figure import figure, save
from fedrota.plots.lines import Line, draw_lines
from fedrota.plots.market import Market, draw_market, market

__all__ = ["Line", "Market", "draw_lines", "draw_market", "figure", "market", "save"]
