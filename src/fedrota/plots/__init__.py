"""Figures: a result becomes numbers, then axes. Only this package knows matplotlib, and loads it at first use."""

from fedrota.plots.figure import figure, panels, save, svg_text
from fedrota.plots.lines import Line, draw_lines
from fedrota.plots.market import Market, draw_market, market
from fedrota.plots.subsets import Overview, RoundBars, draw_overview, draw_plan, draw_round, overview, round_bars

__all__ = [
    "Line",
    "Market",
    "Overview",
    "RoundBars",
    "draw_lines",
    "draw_market",
    "draw_overview",
    "draw_plan",
    "draw_round",
    "figure",
    "market",
    "overview",
    "panels",
    "round_bars",
    "save",
    "svg_text",
]
