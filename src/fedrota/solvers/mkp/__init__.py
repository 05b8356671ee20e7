"""The 0-1 multidimensional knapsack with size rows, behind one protocol. Nothing here knows what a client is.

`MkpSolver` has one method, `solve(problem) -> solution`, and three implementations: `Highs` (the default),
`Cplex` (an optional extra) and `LocalSearch` (ours). Constructors store limits, which count work and not
seconds; the problem comes with the call. None of the solvers' libraries is loaded before that.
"""

from fedrota.solvers.mkp.cplex import Cplex
from fedrota.solvers.mkp.highs import Highs
from fedrota.solvers.mkp.local_search import LocalSearch
from fedrota.solvers.mkp.named import solver_named
from fedrota.solvers.mkp.problem import MkpProblem, MkpSolution, MkpSolver

__all__ = [
    "Cplex",
    "Highs",
    "LocalSearch",
    "MkpProblem",
    "MkpSolution",
    "MkpSolver",
    "solver_named",
]
