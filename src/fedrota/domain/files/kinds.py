"""What a cell that holds one thing may hold: an id, a price, a number, names, a time. Knows no file."""

import math
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np

from fedrota.domain.files.cells import BadCell, Kind, Part, Refused, only
from fedrota.domain.ids import CONTROL, DOUBTFUL, EXPECTED, LONGEST, is_label
from fedrota.domain.money import LARGEST_PRICE
from fedrota.domain.values import LARGEST, moment

__all__ = [
    "DECIMAL",
    "DIGITS",
    "LONGEST_NAMES",
    "Count",
    "Identifier",
    "Names",
    "Number",
    "Price",
    "Time",
]

LONGEST_NAMES = 1024

DIGITS = b"0123456789"
DECIMAL = DIGITS + b"+-.eE"
TEXT_FOR_NUMBER = "a number, which JSON writes without quotes"
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NO_TIME = int(np.iinfo(np.int64).min)


class Identifier(Kind):
    """A client's id."""

    holds = "text"
    expected = EXPECTED

    def absent(self) -> str:
        """Refuse: every offer has an id."""
        raise Refused

    def cell(self, cell: str) -> str:
        """Read a cell, without its outer spaces."""
        return self.value(cell.strip())

    def value(self, value: object) -> str:
        """Read a JSON text."""
        if not is_label(value):
            raise Refused
        return str(value)

    def array(self, values: Sequence[str]) -> Part:
        """Return an array of texts."""
        return np.array(values, dtype=np.str_)

    def fast(self, cells: Sequence[str]) -> Part | None:
        """Read ids without spaces at once."""
        plain = all(cells) and max(map(len, cells)) <= LONGEST and not DOUBTFUL.search("".join(cells))
        return self.array(cells) if plain else None

    def _each(self, values: Sequence[Any], read: Callable[[Any], Any]) -> list[Any]:
        if None in values:
            raise BadCell(values.index(None), seen="no id", expected=self.expected)
        return super()._each(values, read)


class Price(Kind):
    """An amount of money in minor units. ``12.0`` is refused: it may be twelve of the major unit."""

    holds = "whole number"
    expected = "a whole number of minor units, in digits only (1250 for 12.50)"
    missing = -1
    most = LARGEST_PRICE

    def cell(self, cell: str) -> int:
        """Read digits."""
        if not (cell.isascii() and cell.isdigit()):
            raise Refused
        return self.value(int(cell) if len(cell) < 40 else self.most + 1)

    def value(self, value: object) -> int:
        """Read a JSON integer."""
        if isinstance(value, str):
            raise Refused(TEXT_FOR_NUMBER)
        if type(value) is not int or value < 0:
            raise Refused
        if value > self.most:
            raise Refused(f"{self.most:,} at most")
        return value

    def array(self, values: Sequence[int]) -> Part:
        """Return an array of integers."""
        return np.array(values, dtype=np.int64)

    def fast(self, cells: Sequence[str]) -> Part | None:
        """Read digits at once."""
        if not (all(cells) and only("".join(cells), DIGITS) and max(map(len, cells)) <= 15):
            return None
        values = np.array(list(map(int, cells)), dtype=np.int64)
        return values if values.max() <= self.most else None

    def plain(self, values: Sequence[Any]) -> Part | None:
        """Read JSON integers at once."""
        if set(map(type, values)) != {int} or min(values) < 0 or max(values) > self.most:
            return None
        return self.array(values)


class Count(Price):
    """A number of things. ``12.0`` is 12: some programs write whole columns so."""

    expected = "a whole number of 0 or more, in digits"
    most = LARGEST

    def cell(self, cell: str) -> int:
        """Read digits, and zeros after a point."""
        whole, point, zeros = cell.partition(".")
        return super().cell(cell if point and zeros.strip("0") else whole)

    def value(self, value: object) -> int:
        """Read a JSON number without a fraction."""
        if isinstance(value, float) and value.is_integer() and value <= LARGEST:
            return super().value(int(value))
        return super().value(value)


class Number(Kind):
    """How much of a resource a client has."""

    holds = "number"
    expected = "a finite number of 0 or more"
    missing = math.nan
    most = sys.float_info.max

    def cell(self, cell: str) -> float:
        """Read a decimal number."""
        if not only(cell.strip(), DECIMAL):
            raise Refused
        try:
            return self.value(float(cell))
        except ValueError:
            raise Refused from None

    def value(self, value: object) -> float:
        """Read a JSON number."""
        if isinstance(value, str):
            raise Refused(TEXT_FOR_NUMBER)
        if type(value) not in (int, float) or not 0 <= value <= self.most:  # type: ignore[operator]
            raise Refused
        return float(value)  # type: ignore[arg-type]

    def array(self, values: Sequence[float]) -> Part:
        """Return an array of floats."""
        return np.array(values, dtype=np.float64)

    def fast(self, cells: Sequence[str]) -> Part | None:
        """Read plain decimals at once, empty cells as NaN."""
        if not only("".join(cells), DECIMAL):
            return None
        try:
            numbers = np.array(cells if all(cells) else [cell or "nan" for cell in cells], dtype=np.float64)
        except ValueError:
            return None
        return numbers if np.all((numbers >= 0) & (numbers < math.inf) | np.isnan(numbers)) else None

    def plain(self, values: Sequence[Any]) -> Part | None:
        """Read JSON numbers at once."""
        if not set(map(type, values)) <= {int, float} or not all(0 <= value <= self.most for value in values):
            return None
        return self.array(values)


class Names(Kind):
    """Names without spaces, as of data sets."""

    holds = "names"
    expected = f"names with spaces between (a list in JSON), {LONGEST_NAMES:,} characters at most"
    missing = ""

    def cell(self, cell: str) -> str:
        """Read names between spaces."""
        return self.value(cell.split())

    def value(self, value: object) -> str:
        """Read a JSON list of names."""
        if not isinstance(value, list):
            raise Refused
        for name in value:
            if not isinstance(name, str) or name.split() != [name] or CONTROL.search(name):
                raise Refused
        if len(text := " ".join(value)) > LONGEST_NAMES:
            raise Refused
        return text

    def array(self, values: Sequence[str]) -> Part:
        """Return an array of texts."""
        return np.array(values, dtype=np.str_)


class Time(Kind):
    """A moment; UTC where no offset is given."""

    holds = "time"
    expected = "a date and time in ISO 8601, such as 2026-03-01T08:00:00Z (UTC where no offset is given)"
    missing = NO_TIME

    def cell(self, cell: str) -> int:
        """Read a moment as seconds since 1970; fractions of a second are dropped."""
        try:
            when = moment("time", datetime.fromisoformat(cell.strip()))
        except ValueError:  # InvalidValue is one
            raise Refused from None
        return (when - EPOCH) // timedelta(seconds=1)

    def value(self, value: object) -> int:
        """Read a JSON text."""
        if not isinstance(value, str):
            raise Refused
        return self.cell(value)

    def array(self, values: Sequence[int]) -> Part:
        """Return an array of UTC times."""
        return np.array(values, dtype=np.int64).view("datetime64[s]")
