"""Offers from comma-separated values: split by the csv module, converted column by column, a stretch at a time."""

import csv
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NoReturn

from fedrota.domain.errors import InvalidFile
from fedrota.domain.files.assembly import assemble, joined
from fedrota.domain.files.cells import BadCell, Part
from fedrota.domain.files.disk import Source, counted, shown
from fedrota.domain.files.offer_columns import BadHeader, check_names, expected_of, kind_of
from fedrota.domain.offers import Offers

__all__ = ["read_csv", "refusal_of"]

STRETCH = 1 << 14
"""Rows converted at once: enough for arrays to pay, few enough to keep the text of a large file short-lived."""


def read_csv(source: Source) -> Offers:
    """Read offers, or say which row and column cannot be used."""
    reader = csv.reader(source.lines(), strict=True)
    try:
        header = _header(source, reader)
        parts = [_converted(header, first, rows) for first, rows in _stretches(reader, len(header))]
        if not parts:
            raise source.refusal(seen="a header and no rows", expected="one row for each offer")
        return assemble({name: joined([part[name] for part in parts]) for name in header})
    except csv.Error as error:
        _refuse_broken(source, error)
    except BadCell as bad:
        raise refusal_of(source, bad, lambda index: _row(source, index)) from None


def refusal_of(source: Source, bad: BadCell, row: Callable[[int], int]) -> InvalidFile:
    """Say in which row of the file a bad cell is."""
    also = "" if bad.also is None else f"{row(bad.also):,}"
    expected = expected_of(bad.column, bad.expected).replace("{row}", also) if bad.column else bad.expected
    return source.refusal(seen=bad.seen, expected=expected, row=row(bad.index), column=bad.column or None)


def _header(source: Source, reader: Iterator[list[str]]) -> list[str]:
    header = next((row for row in reader if _filled(row)), None)
    if header is None:
        raise source.refusal(seen="nothing but empty rows", expected="a header and one row for each offer")
    names = [name.strip() for name in header]
    mark = next((mark for mark in (";", "\t") if mark in names[0]), None)
    if len(names) == 1 and mark:
        raise source.refusal(seen=f"columns separated by {mark!r}", expected="columns separated by ','", row=1)
    try:
        check_names(names)
    except BadHeader as bad:
        row = reader.line_num  # type: ignore[attr-defined]
        raise source.refusal(seen=bad.seen, expected=bad.expected, row=row, column=bad.column) from None
    return names


def _filled(row: list[str]) -> bool:
    """Say whether a row is more than a blank line, or the row of commas that spreadsheets make of one."""
    return any(row) and (len(row) > 1 or not row[0].isspace())


def _stretches(reader: Iterator[list[str]], width: int) -> Iterator[tuple[int, list[list[str]]]]:
    first = 0
    while stretch := list(islice(reader, STRETCH)):
        plain = width > 1 and set(map(len, stretch)) == {width} and all(map(any, stretch))
        rows = stretch if plain else [row for row in stretch if _filled(row)]
        if rows:
            yield first, rows
        first += len(rows)


def _converted(header: Sequence[str], first: int, rows: list[list[str]]) -> dict[str, Part]:
    """Convert every column; of several bad cells, refuse the topmost."""
    odd = _odd(rows, len(header))
    worst = None if odd is None else _ragged(odd, rows[odd], len(header))
    parts: dict[str, Part] = {}
    for name, cells in zip(header, zip(*rows[:odd], strict=True), strict=False):
        try:
            parts[name] = kind_of(name).from_text(cells)
        except BadCell as bad:
            bad.column = name
            worst = bad if worst is None or bad.index < worst.index else worst
    if worst is not None:
        worst.index += first
        raise worst
    return parts


def _odd(rows: list[list[str]], width: int) -> int | None:
    if set(map(len, rows)) == {width}:
        return None
    return next(k for k, row in enumerate(rows) if len(row) != width)


def _ragged(index: int, row: list[str], width: int) -> BadCell:
    seen = f"{counted(len(row), 'cell')} ({', '.join(map(shown, row[:3]))}{', …' if len(row) > 3 else ''})"
    return BadCell(index, seen=seen, expected=f"{width:,}, as in the header (a cell with a comma needs quotes)")


def _row(source: Source, index: int) -> int:
    """Return the line on which the row of an offer begins, by reading the file again."""
    reader = csv.reader(source.lines(), strict=True)
    before = seen = 0
    for row in reader:
        seen += _filled(row)
        if seen == index + 2:
            break
        before = reader.line_num
    return before + 1


def _refuse_broken(source: Source, error: csv.Error) -> NoReturn:
    reader = csv.reader(source.lines(), strict=True)
    before = 0
    try:
        for _ in reader:
            before = reader.line_num
    except csv.Error:
        pass
    words = str(error)
    if "field larger" in words:
        seen, expected = f"a cell of more than {csv.field_size_limit():,} characters", "shorter ones, and closed quotes"
    elif "unexpected end" in words:
        seen, expected = "a quote that never closes", "a closing quote"
    else:
        seen, expected = words, "cells separated by commas, in quotes where they hold commas or quotes"
    raise source.refusal(seen=seen, expected=expected, row=before + 1)
