"""The keys of a task file: what each holds, and how its value is checked. Reads nothing."""

import sys
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from fedrota.domain.criteria import TABLE_1, TASKS_COMPLETED
from fedrota.domain.errors import InvalidValue
from fedrota.domain.files.entries import Entry, by_name
from fedrota.domain.values import moment

__all__ = ["CRITERION_KEYS", "KNOWN_CRITERIA", "PRICE_KEYS", "TASK_KEYS", "Refused", "accept"]

DEFAULT_CRITERIA = "Table I's eleven"
SHARE = "of a period's budget"

TASK_KEYS: Mapping[str, Entry] = by_name(
    Entry("name", "text", "", '"task"', "What the task is called."),
    Entry(
        "budget",
        "whole number",
        "minor units",
        "no money is involved",
        "All that the task may spend; 9 · 10¹⁵ at most.",
    ),
    Entry("periods", "whole number", "periods", "1", "Scheduling periods that share the budget."),
    Entry("size", "whole number", "clients", "10", "Clients in a round (n)."),
    Entry("tolerance", "whole number", "clients", "3", "By how many a round may be larger or smaller (δ)."),
    Entry("max_turns", "whole number", "turns", "3", "Most turns of one client in a period (x*)."),
    Entry("min_clients", "whole number", "clients", "1", "Fewest members of the pool (n*)."),
    Entry("extra_share", "number from 0 to 1", SHARE, "0.0", "What the pool leaves for extra turns."),
    Entry("bonus_share", "number from 0 to 1", SHARE, "0.0", "What the pool leaves for the quality bonus."),
    Entry("normalization", "`ratio` or `min-max`", "", '"ratio"', "How a resource becomes a score."),
    Entry("measure", "`nid`, `l2`, `hellinger` or `kl`", "", '"nid"', "How far a histogram is from its target."),
    Entry("target", "list of numbers", "shares", "uniform", "The label distribution wanted: one share for each label."),
    Entry("newcomer_prior", "number from 0 to 1", "", "0.5", "Quality and behavior of a client without a past."),
    Entry("history_length", "whole number", "tasks", "10", "How many of a client's latest tasks count."),
    Entry("dataset", "text", "", "any", "The data set that a client must hold."),
    Entry("model", "text", "", "any", "The model that a client must be able to train."),
    Entry("starts", "time", "UTC", "any time", "The client must be available from then on."),
    Entry("ends", "time", "UTC", "any time", "The client must be available until then; after `starts`."),
    Entry("price", "table", "", 'rule = "asked"', "Where prices come from: the keys of `[price]` below."),
    Entry("criteria", "table of tables", "", DEFAULT_CRITERIA, "One table for each criterion: see `[criteria.NAME]`."),
)
"""Every key of a task file's top level."""

PRICE_KEYS: Mapping[str, Entry] = by_name(
    Entry("rule", "`asked` or `linear`", "", '"asked"', "Each client's own price, or a · score + b, rounded down."),
    Entry(
        "a",
        "number",
        "minor units",
        "required if linear",
        "What one point of score adds to the price; above 0, 10¹² at most.",
    ),
    Entry("b", "number", "minor units", "required if linear", "The price at a score of 0; 10¹² at most."),
)
"""Every key of the table ``[price]``."""

CRITERION_KEYS: Mapping[str, Entry] = by_name(
    Entry("minimum", "number", "as the offers' column", "none", "What a client needs at least."),
    Entry(
        "soft",
        "true or false",
        "",
        "false",
        "Whether a client below the minimum stays eligible, with a low score; needs a `minimum`.",
    ),
    Entry("threshold", "number from 0 to 1", "score", "none", "The least score of a member of the pool."),
    Entry("weight", "number", "", "1.0", "Its share in the total score; with 0 only minimum and threshold count."),
    Entry("parts", "table of numbers", "weights", "none", "The criteria that this one combines, with their weights."),
    Entry("scored", "true or false", "", "true", "With false, the task does without this criterion altogether."),
)
"""Every key of a table ``[criteria.NAME]``."""

KNOWN_CRITERIA = (*(criterion.name for criterion in TABLE_1), "time_available", TASKS_COMPLETED)


class Refused(Exception):
    """A value is not of its key's type."""

    def __init__(self, expected: str) -> None:
        self.expected = expected
        super().__init__(expected)


def accept(holds: str, value: object) -> Any:
    """Return a TOML value as the type that a key holds, or refuse it.

    Examples
    --------
    >>> accept("number", 2)
    2.0
    """
    return ACCEPT.get(holds, _word)(value)


def _word(value: object) -> str:
    if not isinstance(value, str) or not value or value != value.strip():
        raise Refused("text in quotes, without outer spaces")
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise Refused("a whole number")
    return value


def _number(value: object) -> float:
    if type(value) not in (int, float) or not abs(value) <= sys.float_info.max:  # type: ignore[arg-type]
        raise Refused("a finite number")
    return float(value)  # type: ignore[arg-type]


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused("true or false")
    return value


def _numbers(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or not value:
        raise Refused("a list of numbers, such as [0.5, 0.5]")
    return tuple(_number(one) for one in value)


def _time(value: object) -> datetime:
    try:
        return moment("time", value)
    except InvalidValue:
        raise Refused("a date and time without quotes, such as 2026-03-01T08:00:00Z") from None


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refused("a table")
    return value


ACCEPT: Mapping[str, Callable[[object], Any]] = {
    "whole number": _whole,
    "number": _number,
    "number from 0 to 1": _number,
    "true or false": _flag,
    "list of numbers": _numbers,
    "time": _time,
    "table": _table,
    "table of tables": _table,
    "table of numbers": lambda value: {name: _number(one) for name, one in _table(value).items()},
}
