"""Columns of cells become `Offers`: what can only be checked when every row is known. Knows no file."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.files.cells import BadCell, Part, Ragged
from fedrota.domain.files.disk import counted
from fedrota.domain.files.offer_columns import KINDS
from fedrota.domain.offers import Offers

__all__ = ["assemble", "joined"]


def joined(parts: Sequence[Part]) -> Part:
    """Put the stretches of one column together."""
    rows = [part for part in parts if isinstance(part, Ragged)]
    if rows:
        values = np.concatenate([part.values for part in rows])
        return Ragged(values, np.concatenate([part.lengths for part in rows]))
    return np.concatenate([part for part in parts if not isinstance(part, Ragged)])


def assemble(columns: Mapping[str, Part]) -> Offers:
    """Make offers of columns, or say by index which row is at odds with the others."""
    _check_window(columns)
    arrays = {name: column for name, column in columns.items() if not isinstance(column, Ragged)}
    try:
        return Offers(
            ids=arrays["id"],
            prices=_stated(arrays, "price"),
            resources={name: column for name, column in arrays.items() if name not in KINDS},
            histograms=_table(columns.get("histogram")),
            data_sizes=_stated(arrays, "data_size"),
            quality=_past(columns.get("quality"), len(arrays["id"])),
            behavior=_past(columns.get("behavior"), len(arrays["id"])),
            datasets=arrays.get("datasets"),
            models=arrays.get("models"),
            available_from=arrays.get("available_from"),
            available_until=arrays.get("available_until"),
        )
    except InvalidValue as double:
        raise _double(arrays["id"], double.index or 0) from None


def _double(ids: NDArray[np.str_], index: int) -> BadCell:
    also = int(np.argmax(ids == ids[index]))
    expected = "an id used once: row {row} has it too"
    return BadCell(index, column="id", seen=repr(str(ids[index])), expected=expected, also=also)


def _stated(arrays: Mapping[str, NDArray[np.int64]], name: str) -> NDArray[np.int64] | None:
    column = arrays.get(name)
    if column is None or not (absent := column < 0).any():
        return column
    if absent.all():
        return None
    expected = "a value in every row or in none: row {row} has one"
    raise _odd(name, int(np.argmax(absent)), seen="none", expected=expected, also=int(np.argmin(absent)))


def _table(rows: Part | None) -> NDArray[np.int64] | None:
    if not isinstance(rows, Ragged) or not rows.lengths.any():
        return None
    first = int(np.argmax(rows.lengths > 0))
    width = int(rows.lengths[first])
    odd = rows.lengths != width
    if odd.any():
        index = int(np.argmax(odd))
        seen = counted(int(rows.lengths[index]), "count")
        raise _odd("histogram", index, seen=seen, expected=f"{width:,} as in row {{row}}", also=first)
    return rows.values.reshape(-1, width)


def _past(rows: Part | None, count: int) -> NDArray[np.float64]:
    """Align the latest values to the right; NaN to their left."""
    if not isinstance(rows, Ragged):
        return np.full((count, 0), np.nan)
    width = int(rows.lengths.max(initial=0))
    out = np.full((count, width), np.nan)
    out[np.arange(width) >= width - rows.lengths[:, None]] = rows.values
    return out


def _check_window(columns: Mapping[str, Part]) -> None:
    begin, end = columns.get("available_from"), columns.get("available_until")
    if begin is None or end is None or isinstance(begin, Ragged) or isinstance(end, Ragged):
        return
    empty = end <= begin  # NaT is neither
    if empty.any():
        index = int(np.argmax(empty))
        seen, expected = f"{end[index]}Z", f"a time after available_from, {begin[index]}Z"
        raise _odd("available_until", index, seen=seen, expected=expected)


def _odd(column: str, index: int, *, seen: str, expected: str, also: int | None = None) -> BadCell:
    return BadCell(index, column=column, seen=seen, expected=expected, also=also)
