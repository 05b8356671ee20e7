"""`fedrota pool`: score the offers for a task and recruit its pool."""

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from fedrota.cli.screen import is_terminal, screen, working
from fedrota.domain.errors import InvalidValue
from fedrota.domain.files import pool_to_json, read_offers, read_task
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.selection import OnMisfit
from fedrota.domain.task import Task
from fedrota.pool.explain import Explanation, explain_pool
from fedrota.pool.selectors import DynamicProgram, Exact, Greedy, RandomPool, Selector, UniformRate
from fedrota.pool.stage1 import select_pool
from fedrota.scoring import score_offers

__all__ = ["pool"]

MOST_ROWS = 100


class SelectorName(StrEnum):
    """The selectors by the names that the command line gives them."""

    GREEDY = "greedy"
    EXACT = "exact"
    DP = "dp"
    RANDOM = "random"
    UNIFORM_RATE = "uniform-rate"


class Misfit(StrEnum):
    """What greedy and random do with a client that does not fit."""

    SKIP = "skip"
    STOP = "stop"


def pool(
    offers: Annotated[Path, typer.Argument(help="The offers: a .csv or .jsonl file.", show_default=False)],
    task: Annotated[Path, typer.Option("--task", help="The task: a .toml file.", show_default=False)],
    selector: Annotated[SelectorName, typer.Option(help="How to choose.")] = SelectorName.GREEDY,
    on_misfit: Annotated[
        Misfit | None, typer.Option(help="Greedy and random: skip a client that does not fit, or stop.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="For the random selector; 0 without one.", min=0)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the pool as JSON, the form of its file.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say for every client why it is in or out.")] = False,
    why: Annotated[
        str | None, typer.Option("--why", help="Explain one client, with its exact critical price.", metavar="CLIENT")
    ] = None,
) -> None:
    """Recruit the pool of clients for a task, under its budget.

    Exit codes: 0 done, 1 nothing satisfies the task, 2 the input cannot be used.
    """
    chooser = _selector(selector, on_misfit)
    if selector is SelectorName.RANDOM and seed is None:
        seed = 0
    with working(f"Reading {offers}"):
        wanted, offered = read_task(task), read_offers(offers)
    with working(f"Scoring {len(offered):,} offers and choosing"):
        scores = score_offers(wanted, offered)
        recruited = select_pool(wanted, scores, chooser, seed=seed)
    reasons = _reasons(wanted, scores, recruited, chooser, explain=explain, why=why)
    if as_json:
        print(_as_json(recruited, reasons), end="")
    elif is_terminal():
        _show(recruited, reasons, only=why)
    else:
        _print(recruited, reasons, only=why)


def _selector(name: SelectorName, on_misfit: Misfit | None) -> Selector:
    misfit: OnMisfit = "skip" if on_misfit in (None, Misfit.SKIP) else "stop"
    if name is SelectorName.GREEDY:
        return Greedy(on_misfit=misfit)
    if name is SelectorName.RANDOM:
        return RandomPool(on_misfit=misfit)
    if on_misfit is not None:
        raise InvalidValue("--on-misfit", seen=f"{on_misfit} with {name}", expected="it with greedy or random only")
    others: dict[SelectorName, Selector] = {
        SelectorName.EXACT: Exact(),
        SelectorName.DP: DynamicProgram(),
        SelectorName.UNIFORM_RATE: UniformRate(),
    }
    return others[name]


def _reasons(
    task: Task, scores: ScoreTable, recruited: Pool, chooser: Selector, *, explain: bool, why: str | None
) -> list[Explanation]:
    if not explain and why is None:
        return []
    with working(f"Explaining {len(scores):,} clients"):
        reasons = explain_pool(task, scores, recruited, chooser, exact_for=why)
    return reasons if why is None else [one for one in reasons if one.id == why]


def _as_json(recruited: Pool, reasons: list[Explanation]) -> str:
    return pool_to_json(recruited, explanations=[asdict(one) for one in reasons])


def _print(recruited: Pool, reasons: list[Explanation], *, only: str | None) -> None:
    if only is None:
        print(recruited.summary(shown=len(recruited)))
    if reasons and only is None:
        print()
    width = max((len(one.id) for one in reasons), default=0)
    for one in reasons:
        print(f"{one.id:<{width}}  {one.sentence}")


def _show(recruited: Pool, reasons: list[Explanation], *, only: str | None) -> None:
    console = screen()
    if only is None:
        console.print(_members(recruited))
        for line in recruited.headline():
            console.print(escape(line))
    if reasons:
        table = Table(title=None, box=None, pad_edge=False, show_header=only is None)
        table.add_column("client", no_wrap=True)
        table.add_column("why")
        for one in reasons:
            table.add_row(escape(one.id), f"[{'green' if one.chosen else 'yellow'}]{escape(one.sentence)}[/]")
        console.print()
        console.print(table)


def _members(recruited: Pool) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("client", no_wrap=True)
    for name in ("score", "asks", "pays"):
        table.add_column(name, justify="right")
    for k in recruited.by_score()[:MOST_ROWS]:
        table.add_row(
            escape(str(recruited.ids[k])),
            f"{recruited.scores[k]:.3f}",
            f"{recruited.asks[k]:,}",
            f"{recruited.payments[k]:,}",
        )
    if len(recruited) > MOST_ROWS:
        table.add_row(f"… {len(recruited) - MOST_ROWS:,} more: --json lists them all", "", "", "")
    return table
