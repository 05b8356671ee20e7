"""Solvers for the 0-1 knapsack problem. Arrays in, indices out: nothing here knows what a client is.

Every solver takes scores, costs and a budget, keeps the budget exactly (``math.fsum(costs[items]) <= budget``,
no tolerance), chooses at least ``min_items`` items, and answers with a `Selection`.
"""

from fedrota.solvers.knapsack.bounds import upper_bound
from fedrota.solvers.knapsack.dynamic import dynamic_program
from fedrota.solvers.knapsack.solve import exact
from fedrota.solvers.knapsack.taking import greedy, random

__all__ = ["dynamic_program", "exact", "greedy", "random", "upper_bound"]
