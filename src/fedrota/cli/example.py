"""`fedrota example`: a small task and its offers, to start from."""

from pathlib import Path
from typing import Annotated

import typer

from fedrota.domain.files import write_example

__all__ = ["example"]


def example(
    directory: Annotated[Path, typer.Argument(help="Where to write task.toml and offers.csv.")],
    force: Annotated[bool, typer.Option("--force", help="Replace files that are already there.")] = False,
) -> None:
    """Write a small commented task.toml and offers.csv to start from."""
    write_example(directory, force=force)
    task, offers = directory / "task.toml", directory / "offers.csv"
    print(f"Wrote {task} and {offers}. Next:\n  fedrota pool {offers} --task {task}")
