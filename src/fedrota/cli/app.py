"""The `fedrota` command and what every subcommand shares: the version, exit codes, errors as one sentence."""

import os
import sys
from typing import Annotated

import typer

from fedrota import __version__
from fedrota.cli.example import example
from fedrota.cli.plan import plan
from fedrota.cli.pool import pool
from fedrota.cli.screen import complain
from fedrota.domain.errors import FedRotaError, Infeasible, PlanFailed

__all__ = ["main"]

INFEASIBLE, BAD_INPUT, UNEXPECTED, INTERRUPTED = 1, 2, 3, 130

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


def main() -> None:
    """Run the command line; every failure becomes a sentence and an exit code: 1 infeasible, 2 bad input."""
    try:
        app()
    except (Infeasible, PlanFailed) as error:
        complain(str(error))
        sys.exit(INFEASIBLE)
    except FedRotaError as error:
        complain(str(error))
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        complain("Interrupted: nothing was written.")
        sys.exit(INTERRUPTED)
    except MemoryError:
        complain("Not enough memory for this input. Split the file, or use a machine with more memory.")
        sys.exit(UNEXPECTED)
    except OSError as error:
        complain(f"{error.filename or 'A file'}: {error.strerror or error}. Check the path and its permissions.")
        sys.exit(BAD_INPUT)
    except Exception as error:
        if os.environ.get("FEDROTA_TRACE"):
            raise
        complain(
            f"FedRota met something it did not expect ({type(error).__name__}: {error}). This is our mistake: "
            "please report it with what FEDROTA_TRACE=1 prints."
        )
        sys.exit(UNEXPECTED)
