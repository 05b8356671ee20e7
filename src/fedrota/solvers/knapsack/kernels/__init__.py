"""The compiled loops of the knapsack solvers. Importing a module of this package imports numba: do it at first use."""
