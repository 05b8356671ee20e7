"""The `fedrota` command and what every subcommand shares: the version, exit codes, errors as one sentence."""

import errno
import os
import sys
from typing import Annotated, Any

import click
import typer

from fedrota import __version__
from fedrota.cli.example import example
from fedrota.cli.plan import plan
from fedrota.cli.pool import pool
from fedrota.cli.screen import complain
from fedrota.domain.errors import FedRotaError, Infeasible, PlanFailed

__all__ = ["run"]

DONE, INFEASIBLE, BAD_INPUT, UNEXPECTED, INTERRUPTED = 0, 1, 2, 3, 130

app = typer.Typer(
    name="fedrota",
    help="Who trains, when, and what are they paid: recruit a pool of clients under a budget, plan its rounds.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(example)
app.command()(pool)
app.command()(plan)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"fedrota {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    pass


def run() -> int:
    """Run a command and return its exit code: 0 done, 1 infeasible, 2 bad input. Every failure is a sentence."""
    try:
        # Any: click returns what the command returned, or the code of an exit.
        code: Any = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        return _left_alone()
    except SystemExit as leaving:
        if isinstance(leaving.__context__, BrokenPipeError):  # click turns it into exit code 1
            return _left_alone()
        raise
    except Exception as error:
        if os.environ.get("FEDROTA_TRACE"):
            raise
        return _explained(error)
    if code == INTERRUPTED:  # typer turns Ctrl-C into an exit code
        raise KeyboardInterrupt
    return code if isinstance(code, int) else DONE


def _left_alone() -> int:
    """Whoever read the output has seen enough: leave without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return DONE


def _explained(error: Exception) -> int:
    """Say what went wrong and what to do; return the exit code."""
    if isinstance(error, FedRotaError):
        complain(str(error))
        return INFEASIBLE if isinstance(error, Infeasible | PlanFailed) else BAD_INPUT
    if isinstance(error, MemoryError):
        complain("Not enough memory for this input. Split the file, or use a machine with more memory.")
        return UNEXPECTED
    if isinstance(error, OSError):
        full = error.errno == errno.ENOSPC
        remedy = "Free some space and run it again." if full else "Check the path and its permissions."
        complain(f"{error.filename or 'The output'}: {error.strerror or error}. {remedy}")
        return BAD_INPUT
    complain(
        f"FedRota met something it did not expect ({type(error).__name__}: {error}). This is our mistake: "
        "please report it with what FEDROTA_TRACE=1 prints."
    )
    return UNEXPECTED
