"""Every error that FedRota raises on purpose. Nothing here knows exit codes or HTTP.

The family::

    FedRotaError
    ├── InvalidInput          what was given cannot be used
    │   ├── InvalidValue      a number or an array that is out of its range
    │   ├── InvalidFile       a file that cannot be read: which row, which column, what was expected
    │   │   └── NewerFile     a file that a later version of FedRota wrote
    │   └── DependentScores   a truthful mechanism was given scores that a client can move
    ├── Infeasible            a clear request that nothing can satisfy
    │   ├── TooFewClients     fewer clients qualify than the task needs
    │   ├── BudgetTooSmall    even the cheapest choice costs more than the budget
    │   └── RateTooLow        the common rate that the budget allows attracts too few clients
    └── MissingExtra          an optional dependency is not installed

Each message says what was seen, what was needed and what to do; the numbers are attributes.
"""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "BudgetTooSmall",
    "DependentScores",
    "FedRotaError",
    "Infeasible",
    "InvalidFile",
    "InvalidInput",
    "InvalidValue",
    "MissingExtra",
    "NewerFile",
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
    return f"{int(amount):,}" if amount == int(amount) else f"{amount:,}"


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


class MissingExtra(FedRotaError, ImportError):
    """An optional dependency is not installed."""

    def __init__(self, *, extra: str, what: str) -> None:
        self.extra = extra
        super().__init__(f'{what} needs an optional dependency: run `pip install "fedrota[{extra}]"`.')
