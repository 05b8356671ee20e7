"""Offers as the values that their file holds, and whether a file can hold them. Writes nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.files.kinds import LONGEST_NAMES
from fedrota.domain.files.offer_columns import KINDS, BadHeader, check_names
from fedrota.domain.files.rows import MOST_PAST
from fedrota.domain.ids import CONTROL
from fedrota.domain.offers import Offers
from fedrota.domain.values import LARGEST, instance

__all__ = ["check_offers", "stated_columns", "stretches"]

STRETCH = 1 << 14

Column = NDArray[Any]


def stated_columns(offers: Offers) -> Mapping[str, Column]:
    """Return the columns that a file of these offers has, in their order."""
    columns = {
        "id": offers.ids,
        "price": offers.prices,
        **offers.resources,
        "histogram": offers.histograms,
        "data_size": offers.data_sizes,
        "quality": offers.quality if offers.quality.shape[1] else None,
        "behavior": offers.behavior if offers.behavior.shape[1] else None,
        "datasets": offers.datasets,
        "models": offers.models,
        "available_from": offers.available_from,
        "available_until": offers.available_until,
    }
    return {name: column for name, column in columns.items() if column is not None}


def stretches(columns: Mapping[str, Column]) -> Iterator[dict[str, list[Any]]]:
    """Return the columns a stretch of rows at a time, as JSON values; ``None`` is not stated."""
    for first in range(0, len(columns["id"]), STRETCH):
        yield {name: _values(name, column[first : first + STRETCH]) for name, column in columns.items()}


def check_offers(offers: Offers) -> None:
    """Refuse what `read_offers` would refuse: every file that FedRota writes, it reads."""
    instance("offers", offers, Offers, "`Offers`: `Offers.of` makes them of one offer after another")
    columns = stated_columns(offers)
    _check_names(offers)
    for name, column in columns.items():
        if len(column) != len(offers.ids) or column.ndim != 1 + (name in ("histogram", "quality", "behavior")):
            raise InvalidValue(name, seen=f"the shape {column.shape}", expected=f"{len(offers.ids):,} rows")
    if len(offers.ids) == 0:
        raise InvalidValue("offers", seen="none", expected="at least one")
    for name in ("histogram", "data_size"):
        if name in columns:
            _check_range(name, columns[name], most=LARGEST, expected=f"a whole number from 0 to {LARGEST:,}")
    for name in ("quality", "behavior"):
        _check_past(name, columns.get(name))
    for name, column in offers.resources.items():
        _check_range(name, column, most=np.finfo(np.float64).max, expected="a number of 0 or more")
    for name in ("datasets", "models"):
        _check_texts(name, columns.get(name), longest=LONGEST_NAMES)
    _check_window(offers)


def _values(name: str, column: Column) -> list[Any]:
    values: list[Any] = column.tolist()
    match column.dtype.kind:
        case "U" if name == "id":
            return values
        case "U":
            return [text.split() or None for text in values]
        case "M":
            return [None if text == "NaT" else f"{text}Z" for text in np.datetime_as_string(column, unit="s").tolist()]
        case "f" if column.ndim == 2:
            return [[value for value in row if value == value] or None for row in values]  # NaN: none
        case "f":
            return [_shortest(value) for value in values]
        case _:
            return values


def _shortest(value: float) -> float | None:
    if value != value:
        return None
    return int(value) if value.is_integer() and value <= LARGEST else value


def _check_names(offers: Offers) -> None:
    for name in offers.resources:
        if name in KINDS:
            raise InvalidValue("resource", seen=repr(name), expected="a name that no other column has")
    try:
        check_names(list(stated_columns(offers)))
    except BadHeader as bad:
        raise InvalidValue("resource", seen=bad.seen, expected=bad.expected) from None


def _check_range(name: str, column: Column, *, most: float, expected: str) -> None:
    with np.errstate(invalid="ignore"):
        bad = (column < 0) | (column > most)
    if bad.any():
        index = int(np.argmax(bad)) // (column.size // len(column))
        raise InvalidValue(name, index=index, seen=column[index], expected=expected)


def _check_past(name: str, column: Column | None) -> None:
    if column is None:
        return
    _check_range(name, column, most=1, expected="numbers from 0 to 1")
    if column.shape[1] > MOST_PAST:
        raise InvalidValue(name, seen=f"{column.shape[1]:,} values", expected=f"{MOST_PAST:,} at most")


def _check_texts(name: str, column: Column | None, *, longest: int) -> None:
    if column is None or (column.dtype.itemsize <= 4 * longest and not CONTROL.search("".join(column.tolist()))):
        return
    for index, text in enumerate(column.tolist()):
        if len(text) > longest or CONTROL.search(text):
            seen = repr(text[:60])
            raise InvalidValue(name, index=index, seen=seen, expected=f"{longest:,} printable characters at most")


def _check_window(offers: Offers) -> None:
    if offers.available_from is None or offers.available_until is None:
        return
    empty = offers.available_until <= offers.available_from
    if empty.any():
        index = int(np.argmax(empty))
        seen = offers.available_until[index]
        raise InvalidValue("available_until", index=index, seen=seen, expected="a time after available_from")
