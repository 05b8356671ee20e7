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

from fedrota.domain.errors import InvalidFile, InvalidInput, Place

__all__ = ["STDIN", "AnyPath", "Source", "is_stdin", "shown", "shown_name", "write_text"]

AnyPath = str | os.PathLike[str]

STDIN = "-"
"""The path that means standard input."""

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Source:
    """The UTF-8 bytes of one file, its name, and how errors about it end."""

    name: str
    raw: bytes
    remedy: str = ""

    @classmethod
    def open(cls, path: AnyPath, *, remedy: str = "") -> Self:
        """Read a file, or standard input for ``-``; refuse what is not text or is empty."""
        piped = is_stdin(path)
        name = "standard input" if piped else shown_name(os.fspath(path))
        try:
            raw = sys.stdin.buffer.read() if piped else Path(path).read_bytes()
        except (OSError, ValueError) as error:
            seen = _trouble(error)
            raise InvalidFile(Place(name), seen=seen, expected="a file that can be read", remedy=remedy) from None
        source = cls(name, raw.removeprefix(codecs.BOM_UTF8), remedy)
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
        if not self.raw.strip():
            raise self.refusal(seen="nothing: the file is empty", expected="some text")
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


def is_stdin(path: AnyPath) -> bool:
    """Say whether a path means standard input, as a text or as a `Path`."""
    return os.fspath(path) == STDIN


def write_text(path: AnyPath, parts: Iterable[str]) -> None:
    """Write text beside the target, then put it in the target's place: a failure leaves the old file as it was."""
    name = shown_name(os.fspath(path))
    try:
        target = Path(os.path.realpath(path))
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
    if value == "":
        return "an empty cell"
    if isinstance(value, str) and len(value) > SHOWN:
        return f"{value[:SHOWN]!r}… ({len(value):,} characters)"
    words = repr(value)
    return words if len(words) <= 2 * SHOWN else f"{words[:SHOWN]}…"


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
