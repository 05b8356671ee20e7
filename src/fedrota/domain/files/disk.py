"""Bytes from disk or standard input, and text onto disk without ever losing what was there. Knows no format."""

import codecs
import contextlib
import io
import os
import secrets
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from fedrota.domain.errors import InvalidFile, InvalidInput, InvalidValue, Place
from fedrota.domain.values import brief

__all__ = ["STDIN", "AnyPath", "Source", "counted", "path_of", "shown", "shown_name", "write_text"]

AnyPath = str | os.PathLike[str]

STDIN = "-"
"""The path that means standard input."""

CHECK_PATH = "Check the path and its permissions."


@dataclass(frozen=True, slots=True)
class Source:
    """The UTF-8 bytes of one file, its name, and how errors about it end."""

    name: str
    raw: bytes
    remedy: str = ""

    @classmethod
    def open(cls, path: AnyPath, *, remedy: str = "", may_be_empty: bool = False) -> Self:
        """Read a file, or standard input for ``-``; refuse what is not text, or is empty and may not be."""
        place = path_of(path)
        name = "standard input" if place == STDIN else shown_name(place)
        if place == STDIN and sys.stdin is None:
            remedy = "Pipe a file into the command, or name one."
            raise InvalidFile(Place(name), seen="nothing: it is closed", expected="an open one", remedy=remedy)
        try:
            raw = sys.stdin.buffer.read() if place == STDIN else Path(place).read_bytes()
        except (OSError, ValueError) as error:
            seen, remedy = _trouble(error), remedy if isinstance(error, MISSING) else CHECK_PATH
            raise InvalidFile(Place(name), seen=seen, expected="a file that can be read", remedy=remedy) from None
        source = cls(name, raw.removeprefix(codecs.BOM_UTF8), remedy)
        if not may_be_empty and not source.raw.strip():
            raise source.refusal(seen="nothing: the file is empty", expected="some text")
        source._check_text()
        return source

    @property
    def text(self) -> str:
        """The whole file as text."""
        return self.raw.decode("utf-8")

    def lines(self) -> Iterable[str]:
        """Iterate over the lines, line ends included."""
        return io.TextIOWrapper(io.BytesIO(self.raw), encoding="utf-8", newline="")

    def refusal(self, *, seen: str, expected: str, row: int | None = None, column: str | None = None) -> InvalidFile:
        """Return the error that says what was found where."""
        return InvalidFile(Place(self.name, row, column), seen=seen, expected=expected, remedy=self.remedy)

    def _check_text(self) -> None:
        try:
            self.raw.decode("utf-8")
        except UnicodeDecodeError as error:
            seen = f"the byte 0x{self.raw[error.start]:02x}, which is not UTF-8"
            raise self.refusal(seen=seen, expected="text in UTF-8", row=self._row(error.start)) from None
        nul = self.raw.find(b"\0")
        if nul >= 0:
            raise self.refusal(seen="a NUL byte", expected="text in UTF-8", row=self._row(nul))

    def _row(self, offset: int) -> int:
        return 1 + self.raw.count(b"\n", 0, offset)


def write_text(path: AnyPath, parts: Iterable[str]) -> None:
    """Write text beside the target, then put it in the target's place: a failure leaves the old file as it was."""
    place = path_of(path)
    name = shown_name(place)
    try:
        target = Path(os.path.realpath(place))
        if target.exists() and not target.is_file():
            seen = "a directory" if target.is_dir() else "something that is not a plain file"
            raise InvalidFile(Place(name), seen=seen, expected="a file that can be written")
        _replace(target, parts)
    except (OSError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidFile(Place(name), seen=_trouble(error), expected="a file that can be written") from error


def shown(value: object) -> str:
    """Say what was seen, as Python spells it and not at any length."""
    return "an empty cell" if value == "" else brief(value)


def counted(count: int, thing: str) -> str:
    """Say how many there are of something.

    Examples
    --------
    >>> counted(1, "cell"), counted(1200, "cell")
    ('1 cell', '1,200 cells')
    """
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def path_of(path: object) -> str:
    """Return a path as text."""
    place = os.fspath(path) if isinstance(path, os.PathLike) else path
    if not isinstance(place, str):
        raise InvalidValue("path", seen=brief(path), expected="a text or a pathlib.Path")
    return place


def shown_name(name: str) -> str:
    """Return a file's name without what would break the line of a message."""
    return "".join(letter if letter.isprintable() else "�" for letter in name)


def _replace(target: Path, parts: Iterable[str]) -> None:
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}")
    try:
        with beside.open("x", encoding="utf-8", newline="") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


MISSING = (FileNotFoundError, IsADirectoryError, NotADirectoryError)
"""Where there is no file, the remedy is one that works."""


def _trouble(error: Exception) -> str:
    match error:
        case FileNotFoundError():
            return "no such file or folder"
        case IsADirectoryError():
            return "a directory"
        case PermissionError():
            return "no permission"
        case OSError():
            return (error.strerror or str(error)).lower()
        case _:
            return str(error)
