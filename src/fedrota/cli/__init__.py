"""The command line: one file per command. Chooses, calls the library, prints; no rule of its own lives here."""

from fedrota.cli.app import main

__all__ = ["main"]
