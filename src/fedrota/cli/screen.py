"""What the commands share on a screen: color for a person, plain text for a pipe, a word while something takes long.

Text is never read as markup here: a client may be called "[red]" or ":bomb:".
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.cells import cell_len
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

__all__ = ["complain", "is_terminal", "padded", "say", "screen", "shortened", "width", "working", "working_through"]

NARROWEST = 12


def is_terminal() -> bool:
    """Say whether a person reads standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def screen() -> Console:
    """Return the console for what is drawn with color."""
    return Console(highlight=False, emoji=False, soft_wrap=False)


def say(line: str, style: str = "") -> None:
    """Print one line as it is; in color for a person."""
    if style and is_terminal():
        Console(highlight=False, emoji=False, soft_wrap=True).print(Text(line, style=style))
    else:
        print(line)


def complain(message: str) -> None:
    """Print an error for a person, on standard error."""
    if sys.stderr is None:
        return
    if sys.stderr.isatty():
        Console(stderr=True, emoji=False).print(Text("error: ", style="bold red"), end="")
        print(message, file=sys.stderr)
    else:
        print(f"error: {message}", file=sys.stderr)


def width() -> int:
    """Return how many characters fit in a line."""
    return shutil.get_terminal_size().columns


def shortened(name: str, room: int) -> str:
    """Cut the middle out of a long name.

    Examples
    --------
    >>> shortened("hospital-number-17-north", 13)
    'hospit…-north'
    """
    room = max(room, NARROWEST)
    if cell_len(name) <= room:
        return name
    tail = name[::-1]
    while cell_len(tail) > (room - 1) // 2:
        tail = tail[:-1]
    head = name
    while cell_len(head) > room - 1 - cell_len(tail):
        head = head[:-1]
    return f"{head}…{tail[::-1]}"


def padded(name: str, room: int) -> str:
    """Fill a name up with spaces to a width, counting wide characters as two."""
    return name + " " * (room - cell_len(name))


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show that something is going on, on standard error and only to a person."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield
        return
    with Console(stderr=True, emoji=False).status(Text(what, overflow="ellipsis", no_wrap=True)):
        yield


@contextmanager
def working_through(what: str) -> Iterator[Callable[[float], None]]:
    """Show how much of something is done, on standard error and only to a person; tell it the share from 0 to 1."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda share: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, emoji=False), transient=True) as progress:
        task = progress.add_task(what, total=1.0)
        yield lambda share: progress.update(task, completed=share)
