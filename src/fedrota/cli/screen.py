"""What the commands share on a screen: where to print, and a word while something takes long."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console

__all__ = ["complain", "is_terminal", "screen", "working"]


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
