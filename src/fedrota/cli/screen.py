"""What the commands share on a screen: where to print, and a word while something takes long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

__all__ = ["complain", "is_terminal", "screen", "working", "working_through"]


def screen() -> Console:
    """Return the console for results."""
    return Console(highlight=False, soft_wrap=False)


def is_terminal() -> bool:
    """Say whether a person reads standard output."""
    return sys.stdout.isatty()


def complain(message: str) -> None:
    """Print an error for a person, on standard error."""
    Console(stderr=True, highlight=False, soft_wrap=True).print("[bold red]error:[/] ", end="")
    print(message, file=sys.stderr)


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show that something is going on, on standard error and only to a person."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(what):
        yield


@contextmanager
def working_through(what: str) -> Iterator[Callable[[float], None]]:
    """Show how much of something is done, on standard error and only to a person; tell it the share from 0 to 1."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda share: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=1.0)
        yield lambda share: progress.update(task, completed=share)
