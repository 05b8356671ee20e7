"""Every error that FedRota raises on purpose. Nothing here knows exit codes or HTTP.

The family::

    FedRotaError
    ├── InvalidInput          what was given cannot be used
    │   ├── InvalidValue      a number or an array that is out of its range
    │   ├── InvalidFile       a file that cannot be read: which row, which column, what was expected
    │   │   └── NewerFile     a file that a later version of FedRota wrote
    │   ├── DependentScores   a truthful mechanism was given scores that a client can move
    │   └── ProblemTooLarge   a solver's edition does not take a problem of this size
    ├── Infeasible            a clear request that nothing can satisfy
    │   ├── TooFewClients     fewer clients qualify than the task needs
    │   ├── BudgetTooSmall    even the cheapest choice costs more than the budget
    │   ├── RateTooLow        the common rate that the budget allows attracts too few clients
    │   ├── NoPartition       the clients cannot be divided into subsets of the allowed sizes
    │   └── BudgetExceeded    the turns that a plan must have cost more than the budget
    ├── PlanFailed            a planner found no plan, although one exists
    └── MissingExtra          an optional dependency is not installed

Each message says what was seen, what was needed and what to do; the numbers are attributes.
"""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "BudgetExceeded",
    "BudgetTooSmall",
    "DependentScores",
    "FedRotaError",
    "Infeasible",
    "InvalidFile",
    "InvalidInput",
    "InvalidValue",
    "MissingExtra",
    "NewerFile",
    "NoPartition",
    "PlanFailed",
    "ProblemTooLarge",
    "RateTooLow",
    "TooFewClients",
]


def _ended(sentence: str) -> str:
    return sentence if sentence.endswith("?") else f"{sentence}."


class FedRotaError(Exception):
    """The root of the family: catch this to catch everything that FedRota raises on purpose."""


class InvalidInput(FedRotaError, ValueError):
    """What was given cannot be used."""


class InvalidValue(InvalidInput):
    """A value is out of its range."""

    def __init__(self, name: str, *, seen: object, expected: str, index: int | None = None) -> None:
        self.name = name
        self.seen = seen
        self.expected = expected
        self.index = index
        place = name if index is None else f"{name}[{index}]"
        super().__init__(f"{place} is {seen}; expected {_ended(expected)}")


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something was found; a row counts from 1 and includes the header."""

    file: str
    row: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        row = "" if self.row is None else f", row {self.row}"
        column = "" if self.column is None else f", column {self.column!r}"
        return f"{self.file}{row}{column}"


class InvalidFile(InvalidInput):
    """A file, or one cell of it, cannot be used."""

    def __init__(self, place: Place, *, seen: str, expected: str, remedy: str = "") -> None:
        self.place = place
        self.file = place.file
        self.row = place.row
        self.column = place.column
        self.seen = seen
        self.expected = expected
        self.remedy = remedy
        tail = f" {remedy}" if remedy else ""
        super().__init__(f"{place}: found {seen}; expected {_ended(expected)}{tail}")


class NewerFile(InvalidFile):
    """A file of a version that this FedRota does not know yet."""

    def __init__(self, place: Place, *, version: int, known: int) -> None:
        self.version = version
        self.known = known
        super().__init__(
            place,
            seen=f"version {version}",
            expected=f"version {known} or earlier",
            remedy="A later FedRota wrote this file: upgrade with `pip install -U fedrota`.",
        )


class DependentScores(InvalidInput):
    """A truthful mechanism needs scores that neither the cohort nor the client's own ask can move."""

    def __init__(self, mechanism: str, *, depends_on: str, remedy: str) -> None:
        self.mechanism = mechanism
        self.depends_on = depends_on
        super().__init__(f"{mechanism} needs scores that do not depend on {depends_on}. {remedy}")


class ProblemTooLarge(InvalidInput):
    """A solver's edition has a size limit, and the problem is above it."""

    def __init__(self, what: str, *, items: int, rows: int, limit: int) -> None:
        self.items = items
        self.rows = rows
        self.limit = limit
        super().__init__(
            f"{what} takes {limit:,} variables and {limit:,} constraints, and the problem has {items:,} and {rows:,}. "
            "Use a full edition, or the solver `highs` or `local`."
        )


class Infeasible(FedRotaError):
    """The request is clear, and nothing can satisfy it."""


class TooFewClients(Infeasible):
    """Fewer clients qualify than the task needs."""

    def __init__(self, *, needed: int, qualified: int, offered: int, passed: Mapping[str, int]) -> None:
        self.needed = needed
        self.qualified = qualified
        self.offered = offered
        self.passed = dict(passed)
        rules = "; ".join(f"{count:,} of {offered:,} pass {rule}" for rule, count in passed.items())
        detail = f" ({rules})" if rules else ""
        super().__init__(
            f"{qualified:,} of {offered:,} clients qualify, and the task needs {needed:,}{detail}. "
            "Lower min_clients, lower a minimum or threshold, or find more offers."
        )


class BudgetTooSmall(Infeasible):
    """Even the cheapest choice that the request allows costs more than the budget."""

    def __init__(self, *, budget: float, needed: float, min_items: int, context: str = "") -> None:
        self.budget = budget
        self.needed = needed
        self.min_items = min_items
        self.shortfall = needed - budget
        cheapest = "The cheapest costs" if min_items == 1 else f"The {min_items:,} cheapest together cost"
        because = f" ({context})" if context else ""
        super().__init__(
            f"{cheapest} {_amount(needed)} and the budget is {_amount(budget)}{because}: "
            f"it falls short by {_amount(self.shortfall)}. Raise the budget or ask for fewer (min_clients)."
        )

    def within(self, context: str) -> "BudgetTooSmall":
        """Return the same error with a word on where its budget comes from."""
        return type(self)(budget=self.budget, needed=self.needed, min_items=self.min_items, context=context)


def _amount(amount: float) -> str:
    """Write whole amounts as such, whatever their type."""
    return f"{int(amount):,}" if amount == int(amount) else f"{amount:,.12g}"


class RateTooLow(Infeasible):
    """The common rate that the budget allows attracts fewer clients than the task needs."""

    def __init__(self, *, needed: int, attracted: int, rate: float, budget: float) -> None:
        self.needed = needed
        self.attracted = attracted
        self.rate = rate
        self.budget = budget
        super().__init__(
            f"At one rate for everyone, the budget of {budget:,} affords {attracted:,} clients "
            f"({rate:,.4f} a point of score), and the task needs {needed:,}. "
            "Raise the budget, lower min_clients, or pay each client its own ask (greedy or exact)."
        )


class NoPartition(Infeasible):
    """No number of subsets T of size n ± δ gives each of K clients 1 to x* turns."""

    def __init__(self, *, clients: int, size: int, tolerance: int, max_turns: int) -> None:
        self.clients = clients
        self.size = size
        self.tolerance = tolerance
        self.max_turns = max_turns
        smallest, largest = size - tolerance, size + tolerance
        if clients < smallest:
            why = f"a subset needs at least {smallest:,} clients"
        else:
            fewest, most = -(-clients // largest), clients * max_turns // smallest
            why = (
                f"with at most {largest:,} clients a subset it takes {fewest:,} or more subsets, "
                f"and the turns fill at most {most:,} of {smallest:,} or more clients"
            )
        super().__init__(
            f"{clients:,} clients with 1 to {max_turns:,} turns each cannot be divided into subsets of "
            f"{size:,} ± {tolerance:,}: {why}. Change size, raise tolerance or max_turns, or find more clients."
        )


class BudgetExceeded(Infeasible):
    """The turns that a plan must have cost more than the budget."""

    def __init__(self, *, budget: float, needed: float) -> None:
        self.budget = budget
        self.needed = needed
        self.excess = needed - budget
        super().__init__(
            f"The plan costs {_amount(needed)} and the budget is {_amount(budget)}: "
            f"it exceeds it by {_amount(self.excess)}. "
            "Raise the budget, or recruit fewer or cheaper clients."
        )


class PlanFailed(FedRotaError):
    """A planner got stuck on a request that some plan does satisfy."""

    def __init__(self, *, subsets: int, waiting: int, needed: int, available: int, max_turns: int) -> None:
        self.subsets = subsets
        self.waiting = waiting
        self.needed = needed
        self.available = available
        self.max_turns = max_turns
        super().__init__(
            f"After {subsets:,} subsets {waiting:,} clients wait for their turn; a subset needs {needed:,}, and "
            f"{available:,} others may take another turn (max_turns is {max_turns}). "
            "Raise max_turns or the tolerance, or use the planner `balanced`."
        )


class MissingExtra(FedRotaError, ImportError):
    """An optional dependency is not installed."""

    def __init__(self, *, extra: str, what: str) -> None:
        self.extra = extra
        super().__init__(f'{what} needs an optional dependency: run `pip install "fedrota[{extra}]"`.')
