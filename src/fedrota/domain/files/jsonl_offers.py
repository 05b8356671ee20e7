"""Offers from JSON Lines: one object a line, the same columns as in CSV, with JSON's own numbers and lists."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

from fedrota.domain.files.assembly import assemble, joined
from fedrota.domain.files.cells import BadCell, Part
from fedrota.domain.files.csv_offers import refusal_of
from fedrota.domain.files.disk import Source, shown
from fedrota.domain.files.offer_columns import MOST_COLUMNS, BadHeader, check_names, kind_of
from fedrota.domain.files.strict_json import object_of
from fedrota.domain.offers import Offers

__all__ = ["read_jsonl"]

STRETCH = 1 << 14
"""Lines converted at once."""

Row = dict[str, Any]  # what JSON holds


def read_jsonl(source: Source) -> Offers:
    """Read offers, or say which line and key cannot be used."""
    lengths: list[int] = []
    columns: dict[str, dict[int, Part]] = {}
    try:
        for number, (first, rows) in enumerate(_stretches(source)):
            lengths.append(len(rows))
            for name, part in _converted(source, first, rows).items():
                columns.setdefault(name, {})[number] = part
        _check(source, list(columns))
        return assemble({name: _whole(name, parts, lengths) for name, parts in columns.items()})
    except BadCell as bad:
        raise refusal_of(source, bad, lambda index: _line(source, index)) from None


def _stretches(source: Source) -> Iterator[tuple[int, list[Row]]]:
    lines = ((number, line) for number, line in enumerate(source.lines(), start=1) if not line.isspace())
    first = 0
    while stretch := list(islice(lines, STRETCH)):
        yield first, [_row(source, number, line) for number, line in stretch]
        first += len(stretch)


def _row(source: Source, number: int, line: str) -> Row:
    expected = 'one JSON object a line, such as {"id": "c1", "price": 12}'
    try:
        row = object_of(line)
    except ValueError as error:
        raise source.refusal(seen=f"{shown(line.strip())} ({error})", expected=expected, row=number) from None
    if not isinstance(row, dict):
        raise source.refusal(seen=shown(line.strip()), expected=expected, row=number)
    return row


def _converted(source: Source, first: int, rows: Sequence[Row]) -> dict[str, Part]:
    """Convert every column; of several bad values, refuse the topmost."""
    names = list(dict.fromkeys(chain.from_iterable(rows)))
    if "id" not in names or len(names) > MOST_COLUMNS:
        _check(source, names)
    parts: dict[str, Part] = {}
    worst = None
    for name in names:
        try:
            parts[name] = kind_of(name).from_json([row.get(name) for row in rows])
        except BadCell as bad:
            bad.column = name
            worst = bad if worst is None or bad.index < worst.index else worst
    if worst is not None:
        worst.index += first
        raise worst
    return parts


def _check(source: Source, names: list[str]) -> None:
    try:
        check_names(names)
    except BadHeader as bad:
        raise source.refusal(seen=bad.seen, expected=bad.expected, column=bad.column) from None


def _whole(name: str, parts: dict[int, Part], lengths: Sequence[int]) -> Part:
    """Put a column together; where a stretch of the file does not name it, it is not stated."""
    kind = kind_of(name)
    return joined([parts[k] if k in parts else kind.from_json([None] * count) for k, count in enumerate(lengths)])


def _line(source: Source, index: int) -> int:
    numbers = (number for number, line in enumerate(source.lines(), start=1) if not line.isspace())
    return next(islice(numbers, index, None))
