"""The command line: one file per command. Chooses, calls the library, prints; no rule of its own lives here."""

import sys

__all__ = ["main"]

INTERRUPTED = 130


def main() -> None:
    """Run the command line; an interrupt ends in a sentence, too."""
    try:
        from fedrota.cli.app import run

        code = run()
    except KeyboardInterrupt:
        print("error: Interrupted: nothing was written.", file=sys.stderr)
        code = INTERRUPTED
    sys.exit(code)
