"""`fedrota pool`: score the offers for a task and recruit its pool."""

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer
from rich.cells import cell_len

from fedrota.cli.screen import is_terminal, padded, say, shortened, width, working, working_through
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
    offers: Annotated[str, typer.Argument(help="The offers: a .csv or .jsonl file, or - for standard input.")],
    task: Annotated[str, typer.Option("--task", help="The task: a .toml file.", show_default=False)],
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
    with working(f"Reading {offers}"):
        wanted, offered = read_task(task), read_offers(offers)
    with working(f"Scoring {len(offered):,} offers and choosing"):
        scores = score_offers(wanted, offered)
        recruited = select_pool(wanted, scores, chooser, seed=seed)
    reasons = _reasons(wanted, scores, recruited, chooser, explain=explain, why=why)
    if as_json:
        print(pool_to_json(recruited, explanations=[asdict(one) for one in reasons]), end="")
    elif why is not None and not explain:
        _print_reasons(reasons)
    else:
        _print(recruited)
        if reasons:
            print()
            _print_reasons(reasons)


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
    reasons: list[Explanation] = []
    if explain:
        with working_through(f"Explaining {len(scores):,} clients") as progress:
            reasons = explain_pool(task, scores, recruited, chooser, progress=progress)
    if why is None:
        return reasons
    with working(f"Explaining {why}"):
        one = explain_pool(task, scores, recruited, chooser, client=why)
    return [one[0] if other.id == why else other for other in reasons] or one


def _print(recruited: Pool) -> None:
    """Print the pool: to a pipe all of it, to a person what fits, with the headline last."""
    if not is_terminal():
        print(recruited.summary(shown=len(recruited)))
        return
    columns = [
        ("score", [f"{score:.3f}" for score in recruited.scores]),
        ("asks", [f"{ask:,}" for ask in recruited.asks]),
        ("pays", [f"{payment:,}" for payment in recruited.payments]),
    ]
    shown = recruited.by_score()[:MOST_ROWS]
    widths = [max(len(name), *(len(cells[k]) for k in shown)) for name, cells in columns]
    room = width() - sum(widths) - 2 * len(widths)
    ids = {k: shortened(str(recruited.ids[k]), room) for k in shown}
    first = max(len("client"), *map(cell_len, ids.values()))
    heads = (f"{name:>{wide}}" for (name, _), wide in zip(columns, widths, strict=True))
    say("  ".join([f"{'client':<{first}}", *heads]), style="bold")
    for k in shown:
        cells = (f"{cells[k]:>{wide}}" for (_, cells), wide in zip(columns, widths, strict=True))
        print("  ".join([padded(ids[k], first), *cells]))
    if len(recruited) > MOST_ROWS:
        print(f"… and {len(recruited) - MOST_ROWS:,} more: --json lists them all")
    print()
    for line in recruited.headline():
        say(line, style="bold" if line.startswith("score") else "")


def _print_reasons(reasons: list[Explanation]) -> None:
    longest = max(cell_len(one.id) for one in reasons)
    room = min(longest, max(12, width() // 2)) if is_terminal() else longest
    for one in reasons:
        name = shortened(one.id, room) if is_terminal() else one.id
        say(f"{padded(name, room)}  {one.sentence}", style="green" if one.chosen else "yellow")
