"""What a field accepts: one value in, the value that is stored out, or an `InvalidValue`. Knows no noun."""

import math
import operator
import sys
from collections.abc import Iterable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue

__all__ = [
    "ABOVE_0",
    "LARGEST",
    "brief",
    "count",
    "flag",
    "floats",
    "instance",
    "integer",
    "listed",
    "moment",
    "number",
    "share",
    "text",
]

LARGEST = 2**53
"""Larger whole numbers are not exact as floats, nor in spreadsheets."""

ABOVE_0 = math.nextafter(0.0, 1.0)
"""The least number above 0."""

SHOWN = 60

T = TypeVar("T")


def brief(value: object) -> str:
    """Say what was seen, as Python spells it and not at any length.

    Examples
    --------
    >>> brief("x" * 100)[-18:], brief(np.float64(0.5))
    ('… (100 characters)', '0.5')
    """
    if isinstance(value, str) and len(value) > SHOWN:
        return f"{value[:SHOWN]!r}… ({len(value):,} characters)"
    try:
        words = repr(value.item() if isinstance(value, np.generic) else value).replace("\n", " ")
    except ValueError:  # Python spells no integer of more than 4,300 digits
        return f"something too long to show ({type(value).__name__})"
    return words if len(words) <= 2 * SHOWN else f"{words[:SHOWN]}…"


def integer(name: str, value: object, *, least: int = 0, most: int = LARGEST, index: int | None = None) -> int:
    """Return an integer, Python's or NumPy's, as Python's; a float is none, even where it is whole."""
    try:
        found = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        whole = isinstance(value, float) and value.is_integer()
        expected = f"the integer {brief(int(value))}" if whole else f"a whole number of {least} or more"  # type: ignore[call-overload]
        raise InvalidValue(name, index=index, seen=brief(value), expected=expected) from None
    if isinstance(value, bool) or found < least:
        raise InvalidValue(name, index=index, seen=brief(value), expected=f"a whole number of {least} or more")
    if found > most:
        raise InvalidValue(name, index=index, seen=brief(value), expected=f"{most:,} at most")
    return found


def count(name: str, value: object, *, index: int | None = None) -> int:
    """Return a number of things as an integer; ``12.0`` is 12, since many arrays hold counts so.

    Examples
    --------
    >>> count("samples", 12.0), count("samples", np.int8(3))
    (12, 3)
    """
    whole = isinstance(value, float | np.floating) and value.is_integer()
    return integer(name, int(value) if whole else value, index=index)  # type: ignore[call-overload]


def number(
    name: str,
    value: object,
    *,
    expected: str = "a finite number of 0 or more",
    least: float = 0.0,
    most: float = sys.float_info.max,
    index: int | None = None,
) -> float:
    """Return a number in a range as a float; a text or a truth value is none."""
    if type(value) is float and least <= value <= most:
        return value
    plain = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if not plain or not least <= value <= most:  # type: ignore[operator]
        raise InvalidValue(name, index=index, seen=brief(value), expected=expected)
    return float(value)  # type: ignore[arg-type]


def share(name: str, value: object, *, index: int | None = None) -> float:
    """Return a number from 0 to 1."""
    return number(name, value, expected="a number from 0 to 1", most=1.0, index=index)


def flag(name: str, value: object) -> bool:
    """Return True or False."""
    return bool(instance(name, value, (bool, np.bool_), "True or False"))


def text(name: str, value: object) -> str:
    """Return a text that is not empty and has no outer spaces."""
    if not isinstance(value, str) or not value or value != value.strip():
        raise InvalidValue(name, seen=brief(value), expected="a text without outer spaces")
    return value


def moment(name: str, value: object) -> datetime:
    """Return a time in UTC: of another zone it is converted, without a zone it is UTC, a date is its midnight.

    Examples
    --------
    >>> moment("starts", date(2026, 3, 1))
    datetime.datetime(2026, 3, 1, 0, 0, tzinfo=datetime.timezone.utc)
    """
    when = datetime.combine(value, time()) if type(value) is date else value
    if not isinstance(when, datetime):
        raise InvalidValue(name, seen=brief(value), expected="a datetime, or a date")
    try:
        return when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
    except OverflowError:
        raise InvalidValue(name, seen=str(when), expected="a time in UTC of the years 1 to 9999") from None


def listed(name: str, values: object, expected: str) -> tuple[Any, ...]:
    """Return the members of anything that can be iterated over, but for a text."""
    members = values.tolist() if isinstance(values, np.ndarray) else values
    if isinstance(members, str | bytes) or not isinstance(members, Iterable):
        raise InvalidValue(name, seen=brief(values), expected=expected)
    return tuple(members)


def instance(name: str, value: object, kind: type[T] | tuple[type[T], ...], expected: str) -> T:
    """Return a value of a type."""
    if not isinstance(value, kind):
        raise InvalidValue(name, seen=brief(value), expected=expected)
    return value


def floats(name: str, given: object, expected: str) -> NDArray[np.float64]:
    """Return an array of floats."""
    try:
        return np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InvalidValue(name, seen=brief(given), expected=expected) from None
