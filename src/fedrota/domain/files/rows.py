"""What a cell that holds several numbers may hold: a label histogram, a client's past. Knows no file."""

import math
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.files.cells import BadCell, Kind, Part, Ragged, Refused, only
from fedrota.domain.files.kinds import DECIMAL, DIGITS, Count, Number
from fedrota.domain.values import LARGEST

__all__ = ["MOST_PAST", "Counts", "Shares"]

MOST_PAST = 1000


class Rows(Kind):
    """Several numbers in one cell: separated by spaces in CSV, a list in JSON."""

    part: Kind
    most: float = math.inf  # values in one cell

    def absent(self) -> list[Any]:
        """Return no values."""
        return []

    def cell(self, cell: str) -> list[Any]:
        """Read numbers between spaces."""
        return [self.part.cell(one) for one in self._checked(cell.split())]

    def value(self, value: object) -> list[Any]:
        """Read a JSON list of numbers."""
        if not isinstance(value, list):
            raise Refused
        return [self.part.value(one) for one in self._checked(value)]

    def array(self, values: Sequence[list[Any]]) -> Part:
        """Return all the values and the length of each row."""
        lengths = np.fromiter(map(len, values), dtype=np.int64, count=len(values))
        return Ragged(np.asarray(self.part.array(list(chain.from_iterable(values)))), lengths)

    def fast(self, cells: Sequence[str]) -> Part | None:
        """Read cells with single spaces at once."""
        values = self._flat(" ".join(cells))
        lengths = np.array([cell.count(" ") + 1 if cell else 0 for cell in cells], dtype=np.int64)
        # An outer or a double space counts as one value more: only where none is too many, none is wrong.
        plain = values is not None and lengths.sum() == len(values) and lengths.max(initial=0) <= self.most
        return Ragged(values, lengths) if plain and values is not None else None

    def plain(self, values: Sequence[Any]) -> Part | None:
        """Read JSON lists of plain numbers at once."""
        if set(map(type, values)) != {list}:
            return None
        lengths = np.fromiter(map(len, values), dtype=np.int64, count=len(values))
        flat = self.part.plain(list(chain.from_iterable(values))) if lengths.any() else None
        return Ragged(np.asarray(flat), lengths) if flat is not None and lengths.max() <= self.most else None

    def _flat(self, text: str) -> NDArray[Any] | None:
        raise NotImplementedError

    def _checked(self, row: list[Any]) -> list[Any]:
        if len(row) > self.most:
            raise Refused(f"{self.most:,} values at most")
        return row

    def _each(self, values: Sequence[Any], read: Callable[[Any], Any]) -> list[Any]:
        try:
            return super()._each(values, read)
        except BadCell as bad:
            bad.expected = self.expected if bad.expected == self.part.expected else bad.expected
            raise


class Counts(Rows):
    """A label histogram."""

    holds = "whole numbers"
    expected = "one whole number of 0 or more for each label, with spaces between (a list in JSON)"
    part = Count()

    def _flat(self, text: str) -> NDArray[np.int64] | None:
        if not only(text, DIGITS + b" "):
            return None
        values = np.fromstring(text, dtype=np.int64, sep=" ") if text.strip() else np.zeros(0, dtype=np.int64)
        return values if values.max(initial=0) <= LARGEST else None


class Share(Number):
    """A number from 0 to 1."""

    expected = "a number from 0 to 1"
    most = 1.0


class Shares(Rows):
    """A client's past values, oldest first."""

    holds = "numbers"
    expected = "numbers from 0 to 1, oldest first, with spaces between (a list in JSON)"
    part = Share()
    most = MOST_PAST

    def _flat(self, text: str) -> NDArray[np.float64] | None:
        if not only(text, DECIMAL + b" "):
            return None
        try:
            values = np.array(text.split(), dtype=np.float64)
        except ValueError:
            return None
        return values if np.all((values >= 0) & (values <= 1)) else None
