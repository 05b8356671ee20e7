"""A market in one picture: what every client asks, what it scores, who is in. From a score table and its pool."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.plots.figure import COLORS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Market", "draw_market", "market"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Market:
    """The points of the picture: asks and scores of members, of clients that are too dear, and of the rest."""

    members: NDArray[np.float64]
    too_dear: NDArray[np.float64]
    unqualified: NDArray[np.float64]
    title: str


def market(scores: ScoreTable, pool: Pool) -> Market:
    """Split the clients of a score table into the three groups; each row is an ask and a score."""
    points = np.column_stack([scores.costs, scores.totals])
    chosen = np.isin(scores.ids, pool.ids)
    proof = "proven optimal" if pool.optimal else f"at most {pool.gap:.2%} below the best"
    return Market(
        members=points[chosen],
        too_dear=points[~chosen & scores.eligible],
        unqualified=points[~scores.eligible],
        title=f"{len(pool)} of {len(scores)} clients are in: score {pool.score:.1f}, {proof}",
    )


def draw_market(drawn: Market, axes: "Axes") -> "Axes":
    """Draw the three groups, told apart by color and by marker."""
    groups = (
        (drawn.members, "in", COLORS[0], "o"),
        (drawn.too_dear, "out: too dear for its score", COLORS[1], "x"),
        (drawn.unqualified, "out: misses a minimum", "#888888", "+"),
    )
    for points, name, color, marker in groups:
        if len(points):
            axes.scatter(points[:, 0], points[:, 1], s=28, c=color, marker=marker, linewidths=1.2, label=name)
    axes.set_xlabel("asked price of one turn (minor units)")
    axes.set_ylabel("score")
    axes.set_title(drawn.title, loc="left", fontsize=11)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=3)
    return axes
