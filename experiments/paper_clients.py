"""The paper's virtual clients: eleven random scores summed, a price of 2 score + 5."""

import numpy as np
from numpy.typing import NDArray

from fedrota import linear_price

__all__ = ["BUDGET", "TABLE_2_COSTS", "TABLE_2_SCORES", "draw_clients"]

TABLE_2_SCORES = np.array([6.92, 4.89, 6.8, 6.08, 6.9, 6.08, 3.74, 3.36, 5.26, 3.39])
TABLE_2_COSTS = np.array([18, 14, 18, 17, 18, 17, 12, 11, 15, 11])
BUDGET = 100


def draw_clients(n: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Draw n clients as in experiment 1: the sum of eleven scores uniform on (0, 1), and 2 score + 5 floored."""
    scores = np.random.default_rng(seed).random((n, 11)).sum(axis=1)
    return scores, linear_price(scores, a=2, b=5)
