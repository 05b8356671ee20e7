"""How a column of cells becomes an array, whatever the cells hold. Knows no file and no particular kind of cell.

Each kind reads a cell (`cell`, from CSV) and a value (`value`, from JSON); these two say what is allowed. A column of a
CSV file first tries the `fast` way, which takes only what is plainly right; the first doubtful cell sends the column
through `cell`, one by one, which finds it and says what was expected.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.files.disk import shown

__all__ = ["BadCell", "Kind", "Part", "Ragged", "Refused", "only"]


class Refused(Exception):
    """A cell is not what its kind allows; ``expected`` says more than the kind does."""

    def __init__(self, expected: str = "") -> None:
        self.expected = expected
        super().__init__(expected)


class BadCell(Exception):
    """A cell that cannot be used, before its row is known; ``{row}`` in ``expected`` will be the row of ``also``."""

    def __init__(self, index: int, *, seen: str, expected: str, column: str = "", also: int | None = None) -> None:
        self.index = index
        self.column = column
        self.seen = seen
        self.expected = expected
        self.also = also
        super().__init__(index)


def only(text: str, allowed: bytes) -> bool:
    """Say whether a text, however long, holds none but the allowed characters.

    Examples
    --------
    >>> only("12 5", b"0123456789 "), only("1e5", b"0123456789 ")
    (True, False)
    """
    return text.isascii() and not text.encode("ascii").translate(None, allowed)


@dataclass(frozen=True, slots=True)
class Ragged:
    """Rows of different lengths: all values one after the other, and the length of each row."""

    values: NDArray[Any]
    lengths: NDArray[np.int64]


Part = NDArray[Any] | Ragged
"""The cells of one column, or of a stretch of it, as numbers."""


class Kind:
    """What the cells of a column may hold. A cell of nothing, or of spaces, is not stated."""

    holds = ""
    expected = ""
    missing: Any = None  # what stands in the array for a cell that is not stated

    def cell(self, cell: str) -> Any:
        """Read a cell that is not empty."""
        raise NotImplementedError

    def value(self, value: object) -> Any:
        """Read a JSON value that is not null."""
        raise NotImplementedError

    def absent(self) -> Any:
        """Return what stands for a cell that is not stated."""
        return self.missing

    def array(self, values: Sequence[Any]) -> Part:
        """Turn what `cell` or `value` read into numbers."""
        raise NotImplementedError

    def fast(self, cells: Sequence[str]) -> Part | None:
        """Read plain cells at once, each distinct one once; ``None`` where one of them needs a closer look."""
        try:
            read = {cell: self.cell(cell) if cell.strip() else self.absent() for cell in set(cells)}
        except Refused:
            return None
        return self.array([read[cell] for cell in cells])

    def plain(self, values: Sequence[Any]) -> Part | None:
        """Read plain JSON values at once; ``None`` where one of them needs a closer look."""
        return None

    def from_text(self, cells: Sequence[str]) -> Part:
        """Turn a column of CSV cells into numbers."""
        part = self.fast(cells)
        return self.array(self._each([cell.strip() or None for cell in cells], self.cell)) if part is None else part

    def from_json(self, values: Sequence[object]) -> Part:
        """Turn a column of JSON values into numbers."""
        part = self.plain(values)
        return self.array(self._each(values, self.value)) if part is None else part

    def _each(self, values: Sequence[Any], read: Callable[[Any], Any]) -> list[Any]:
        out = []
        for index, value in enumerate(values):
            try:
                out.append(self.absent() if value is None else read(value))
            except Refused as refused:
                raise BadCell(index, seen=shown(value), expected=refused.expected or self.expected) from None
        return out
