"""What a knapsack solver answers. Indices and sums: nothing here knows what a client is."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["OnMisfit", "Selection"]

OnMisfit = Literal["skip", "stop"]
"""What to do with an item that does not fit: pass over it, or end there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Chosen items, what they are worth, what they cost, and how far from the best they can be.

    Attributes
    ----------
    items
        Indices of the chosen items, ascending.
    score, cost
        Exact sums (``math.fsum``) over the chosen items.
    bound
        No selection that keeps the constraints scores more than this.
    optimal
        Whether the selection is proven optimal.
    payments
        What a mechanism pays each chosen item, in the order of ``items``; ``None``: what the item costs.
    rate
        Where every item is paid the same per point of score: that rate.
    """

    items: NDArray[np.int64]
    score: float
    cost: float
    bound: float
    optimal: bool
    payments: NDArray[np.int64] | None = None
    rate: float | None = None

    @property
    def gap(self) -> float:
        """The proven relative distance to the optimum, (bound - score) / bound; 0 when optimal."""
        return 0.0 if self.optimal or self.bound <= 0 else max(0.0, (self.bound - self.score) / self.bound)
