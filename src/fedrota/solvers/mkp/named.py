"""The solvers by the names that a command line and a table call them. Nothing is loaded or checked here."""

from fedrota.domain.errors import InvalidValue
from fedrota.solvers.mkp.cplex import Cplex
from fedrota.solvers.mkp.highs import Highs
from fedrota.solvers.mkp.local_search import LocalSearch
from fedrota.solvers.mkp.problem import MkpSolver

__all__ = ["SOLVER_NAMES", "solver_named"]

SOLVER_NAMES = ("highs", "cplex", "local")


def solver_named(name: str, *, seed: int = 0, time_limit: float | None = None) -> MkpSolver:
    """Build the solver of this name with its default work limit.

    The seed matters to `local` only, the seconds of `time_limit` to `highs` and `cplex`.

    Examples
    --------
    >>> solver_named("local", seed=3)
    LocalSearch(effort=1.0, seed=3)
    """
    match name:
        case "highs":
            return Highs(time_limit=time_limit)
        case "cplex":
            return Cplex(time_limit=time_limit)
        case "local":
            return LocalSearch(seed=seed)
    raise InvalidValue("solver", seen=repr(name), expected="one of " + ", ".join(SOLVER_NAMES))
