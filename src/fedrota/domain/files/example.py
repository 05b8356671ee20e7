"""A small task and its offers to start from. Drawn once and kept as files, so that they never change."""

import os
from importlib.resources import files
from pathlib import Path

from fedrota.domain.errors import InvalidFile, Place
from fedrota.domain.files.disk import AnyPath, path_of, shown_name, write_text

__all__ = ["EXAMPLE_FILES", "write_example"]

EXAMPLE_FILES = ("task.toml", "offers.csv")


def write_example(directory: AnyPath, *, force: bool = False) -> None:
    """Write a commented ``task.toml`` and an ``offers.csv`` of about ninety clients into a directory.

    Parameters
    ----------
    directory
        Is made where there is none.
    force
        Whether files that are already there are replaced.

    Raises
    ------
    InvalidFile
        A file of that name exists, or the directory cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_example(folder)
    ...     sorted(os.listdir(folder))
    ['offers.csv', 'task.toml']
    """
    _make(path_of(directory))
    for name in () if force else EXAMPLE_FILES:
        if os.path.lexists(Path(directory, name)):
            place = Place(shown_name(str(Path(directory, name))))
            remedy = "Choose another directory, or replace the file: force=True, or --force."
            raise InvalidFile(place, seen="a file that is there already", expected="no such file yet", remedy=remedy)
    for name in EXAMPLE_FILES:
        write_text(Path(directory, name), [files(__package__).joinpath("example_data", name).read_text("utf-8")])


def _make(directory: str) -> None:
    try:
        Path(directory).mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        seen = getattr(error, "strerror", None) or str(error)
        expected = "a directory that can be made and written"
        raise InvalidFile(Place(shown_name(directory)), seen=seen.lower(), expected=expected) from None
