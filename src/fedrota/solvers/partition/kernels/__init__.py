"""Compiled loops over one group of subsets. Numbers only; imported when the first plan is made.

Every kernel takes the same six things and changes `members` and `sizes` in place:

rows
    One row per client of the group, its histogram as `form.prepare` shapes it and its total in the last column;
    then a row of zeros, for nobody, and the target.
members, sizes
    Who sits in which subset: row numbers, and how many of them count.
bounds
    The fewest and the most turns of each client within this group.
prices
    What one turn of each client costs, and 0 for nobody.
walk
    How to search: see `Walk`.
"""

from fedrota.solvers.partition.kernels.annealing import anneal
from fedrota.solvers.partition.kernels.seats import Walk, appraise
from fedrota.solvers.partition.kernels.shedding import shed

__all__ = ["Walk", "anneal", "appraise", "shed"]
