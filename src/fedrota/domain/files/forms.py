"""Versioned JSON forms: writing one key a line, and reading values one by one with their types. Knows no noun."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidFile, InvalidValue, NewerFile, Place
from fedrota.domain.files.disk import counted, shown
from fedrota.domain.files.entries import Entry, looks_like
from fedrota.domain.files.strict_json import object_of

__all__ = ["FORM_KEYS", "Fields", "Form", "check_amounts", "check_finite", "check_lengths", "check_sum"]

INT64 = np.iinfo(np.int64)

FORM_KEYS = (
    Entry("format", "text", "", "required", "What the file holds."),
    Entry("version", "whole number", "", "required", "The version of the form; a later one than known is refused."),
)
"""The first two keys of every form."""


@dataclass(frozen=True, slots=True)
class Form:
    """The name, version and keys of one kind of file."""

    name: str
    version: int
    keys: Mapping[str, Entry]
    remedy: str = ""

    def stamped(self, values: Mapping[str, object]) -> dict[str, object]:
        """Return values under the form's name and version, without optional ones that say nothing."""
        said = {key: value for key, value in values.items() if value or self.keys[key].default == "required"}
        return {"format": self.name, "version": self.version, **said}

    def text(self, values: Mapping[str, object]) -> str:
        """Write values as JSON, one key a line; floats keep every bit."""
        try:
            lines = [
                f"  {json.dumps(key)}: {json.dumps(value, allow_nan=False)}"
                for key, value in self.stamped(values).items()
            ]
        except ValueError:
            raise InvalidValue(self.name, seen="a number that is not finite", expected="finite ones only") from None
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def fields(self, text: str, file: str) -> "Fields":
        """Parse a file of this form: an object with these keys, of this version or an earlier one."""
        return self.checked(Fields(file, self._object(text, file), self.remedy))

    def checked(self, fields: "Fields") -> "Fields":
        """Refuse an object that is not of this form; return it as it is."""
        if fields.values.get("format") != self.name:
            seen = shown(fields.values["format"]) if "format" in fields.values else "no format"
            raise fields.refusal("format", seen=seen, expected=repr(self.name))
        if "version" not in fields.values:
            raise fields.refusal("version", seen="no such key", expected="every key of the form")
        version = fields.whole("version", least=1)
        if version > self.version:
            place = Place(fields.file, column=f"{fields.path}version")
            raise NewerFile(place, version=version, known=self.version)
        self._check_keys(fields)
        return fields

    def _object(self, text: str, file: str) -> dict[str, Any]:
        try:
            parsed = object_of(text.removeprefix("\ufeff"))
        except json.JSONDecodeError as error:
            seen = f"broken JSON ({error.msg.lower()})"
            raise self._refusal(Place(file, row=error.lineno), seen) from None
        except ValueError as error:
            raise self._refusal(Place(file), str(error)) from None
        if not isinstance(parsed, dict):
            raise self._refusal(Place(file), shown(parsed))
        return parsed

    def _refusal(self, place: Place, seen: str) -> InvalidFile:
        return InvalidFile(place, seen=seen, expected="a JSON object", remedy=self.remedy)

    def _check_keys(self, fields: "Fields") -> None:
        for key, entry in self.keys.items():
            if entry.default == "required" and key not in fields.values:
                raise fields.refusal(key, seen="no such key", expected="every key of the form")
        for key in fields.values:
            if key not in self.keys:
                near = looks_like(key, self.keys)
                hint = f" (did you mean {near!r}?)" if near else ""
                raise fields.refusal(key, seen="an unknown key", expected=f"one of {', '.join(self.keys)}{hint}")


@dataclass(frozen=True, slots=True)
class Fields:
    """The values of a parsed object, read with their types; an error names the key."""

    file: str
    values: Mapping[str, Any]
    remedy: str = ""
    path: str = ""

    def refusal(self, key: str, *, seen: str, expected: str) -> InvalidFile:
        """Return the error that says what was found under a key."""
        place = Place(self.file, column=f"{self.path}{key[:60]}")
        return InvalidFile(place, seen=seen, expected=expected, remedy=self.remedy)

    def contradiction(self, error: InvalidValue) -> InvalidFile:
        """Return the error for values that do not fit together, whatever their types."""
        key = error.name if error.index is None else f"{error.name}[{error.index}]"
        return self.refusal(key, seen=str(error.seen), expected=error.expected)

    def text(self, key: str) -> str:
        """Return a text that is not empty."""
        value = self.values[key]
        if not isinstance(value, str) or not value:
            raise self.refusal(key, seen=shown(value), expected="text")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false."""
        value = self.values[key]
        if not isinstance(value, bool):
            raise self.refusal(key, seen=shown(value), expected="true or false")
        return value

    def whole(self, key: str, *, least: int = 0, most: int = INT64.max) -> int:
        """Return a whole number in a range."""
        value = self.values[key]
        if type(value) is not int or value < least:
            raise self.refusal(key, seen=shown(value), expected=f"a whole number of {least} or more")
        if value > most:
            raise self.refusal(key, seen=shown(value), expected=f"{most:,} at most")
        return value

    def number(self, key: str) -> float:
        """Return a finite number."""
        value = self.values[key]
        if type(value) not in (int, float) or not abs(value) <= sys.float_info.max:
            raise self.refusal(key, seen=shown(value), expected="a finite number")
        return float(value)

    def stated(self, key: str) -> bool:
        """Say whether a key has a value other than null."""
        return self.values[key] is not None

    def items(self, key: str, *, length: int | None = None) -> list[Any]:
        """Return a list, of a certain length."""
        value = self.values[key]
        if not isinstance(value, list):
            raise self.refusal(key, seen=shown(value), expected="a list")
        if length is not None and len(value) != length:
            raise self.refusal(
                key, seen=counted(len(value), "value"), expected=f"{length:,}, one for each of the others"
            )
        return value

    def numbers(self, key: str, values: Sequence[Any]) -> NDArray[np.float64]:
        """Return finite numbers."""
        most = sys.float_info.max
        if not set(map(type, values)) <= {int, float} or not all(-most <= value <= most for value in values):
            bad = _first(not (type(value) in (int, float) and -most <= value <= most) for value in values)
            raise self.refusal(f"{key}[{bad}]", seen=shown(values[bad]), expected="a finite number")
        return np.array(values, dtype=np.float64)

    def wholes(self, key: str, values: Sequence[Any], *, least: int = 0, most: int = INT64.max) -> NDArray[np.int64]:
        """Return whole numbers in a range."""
        if not set(map(type, values)) <= {int} or (values and not (least <= min(values) and max(values) <= most)):
            bad = _first(type(value) is not int or not least <= value <= most for value in values)
            expected = f"a whole number from {least} to {most:,}"
            raise self.refusal(f"{key}[{bad}]", seen=shown(values[bad]), expected=expected)
        return np.array(values, dtype=np.int64)

    def texts(self, key: str, values: Sequence[Any]) -> list[str]:
        """Return texts that are not empty."""
        if not set(map(type, values)) <= {str} or not all(values):
            bad = _first(type(value) is not str or not value for value in values)
            raise self.refusal(f"{key}[{bad}]", seen=shown(values[bad]), expected="text")
        return list(values)

    def table(self, key: str, *, length: int) -> NDArray[np.int64] | None:
        """Return rows of whole numbers of one width, or ``None`` for null."""
        if not self.stated(key):
            return None
        rows = self.items(key, length=length)
        for index, row in enumerate(rows):
            if not isinstance(row, list) or not row or len(row) != len(rows[0]):
                expected = f"a list of {len(rows[0])} counts" if index else "a list of counts"
                raise self.refusal(f"{key}[{index}]", seen=shown(row), expected=expected)
        flat = self.wholes(key, list(chain.from_iterable(rows)))
        return flat.reshape(length, -1) if length else flat.reshape(0, 0)

    def inside(self, key: str) -> Self:
        """Return an object as fields of its own."""
        value = self.values[key]
        if not isinstance(value, dict):
            raise self.refusal(key, seen=shown(value), expected="an object")
        return type(self)(self.file, value, self.remedy, f"{self.path}{key}.")

    def objects(self, key: str) -> list["Self"]:
        """Return a list of objects, each as fields of its own."""
        out = []
        for index, value in enumerate(self.items(key)):
            if not isinstance(value, dict):
                raise self.refusal(f"{key}[{index}]", seen=shown(value), expected="an object")
            out.append(type(self)(self.file, value, self.remedy, f"{self.path}{key}[{index}]."))
        return out


def check_finite(name: str, values: NDArray[np.float64]) -> None:
    """Refuse NaN and infinity."""
    bad = ~np.isfinite(values)
    if bad.any():
        index = int(np.argmax(bad.any(axis=1) if bad.ndim == 2 else bad))
        raise InvalidValue(name, index=index, seen=values[index], expected="finite numbers")


def check_lengths(count: int, columns: Mapping[str, NDArray[Any] | None]) -> None:
    """Refuse a column that has not one row for each client."""
    for name, column in columns.items():
        if column is not None and len(column) != count:
            raise InvalidValue(name, seen=counted(len(column), "row"), expected=f"{count:,}, one for each client")


def check_amounts(name: str, amounts: NDArray[np.int64], *, most: int) -> None:
    """Refuse money below 0 or beyond a limit."""
    bad = (amounts < 0) | (amounts > most)
    if bad.any():
        index = int(np.argmax(bad))
        raise InvalidValue(name, index=index, seen=amounts[index], expected=f"an amount from 0 to {most:,}")


def check_sum(name: str, seen: float, expected: float, of: str, *, exact: bool = False) -> None:
    """Refuse a total that is not the sum of its parts; floats may differ by rounding."""
    if seen != expected and (exact or abs(seen - expected) > 1e-9 * max(abs(seen), abs(expected))):
        raise InvalidValue(name, seen=f"{seen!r}", expected=f"{expected!r}, the sum of the {of}")


def _first(bad: Iterable[bool]) -> int:
    return next(index for index, is_bad in enumerate(bad) if is_bad)
