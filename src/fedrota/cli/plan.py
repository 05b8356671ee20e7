"""`fedrota plan`: divide a pool into rounds, and certify the plan."""

from dataclasses import asdict, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from fedrota.cli.bars import show_rounds
from fedrota.cli.screen import is_terminal, screen, working, working_through
from fedrota.domain.certificate import Certificate
from fedrota.domain.errors import InvalidValue
from fedrota.domain.files import plan_to_json, read_pool_or_offers, read_task
from fedrota.domain.files.disk import write_text
from fedrota.domain.offers import Offers
from fedrota.domain.plan import Plan
from fedrota.domain.pool import Pool
from fedrota.domain.task import Task
from fedrota.plots import draw_plan, svg_text
from fedrota.pool.selectors import Greedy
from fedrota.pool.stage1 import select_pool
from fedrota.scoring import score_offers
from fedrota.solvers.measures import measure
from fedrota.subsets.certificate import certify
from fedrota.subsets.planners import Balanced, LabelGreedy, Planner, RandomPlan, RoundRobinPlan, Sequential
from fedrota.subsets.stage2 import plan_subsets

__all__ = ["plan"]


class PlannerName(StrEnum):
    """The planners by the names that the command line gives them."""

    BALANCED = "balanced"
    SEQUENTIAL = "sequential"
    RANDOM = "random"
    ROUND_ROBIN = "round-robin"
    LABEL_GREEDY = "label-greedy"


class SolverName(StrEnum):
    """Who solves the knapsacks of the sequential planner."""

    HIGHS = "highs"
    CPLEX = "cplex"
    LOCAL = "local"


def plan(
    source: Annotated[
        Path, typer.Argument(help="A pool (.json) or offers (.csv, .jsonl); - is standard input.", show_default=False)
    ],
    task: Annotated[Path | None, typer.Option("--task", help="The task: a .toml file.", show_default=False)] = None,
    size: Annotated[int | None, typer.Option(help="Clients in a round; the task's, or 10.", min=1)] = None,
    tolerance: Annotated[
        int | None, typer.Option(help="By how many a round may be larger or smaller; the task's, or 3.", min=0)
    ] = None,
    max_turns: Annotated[
        int | None, typer.Option(help="Most turns of a client in a period; the task's, or 3.", min=1)
    ] = None,
    planner: Annotated[PlannerName, typer.Option(help="How to divide.")] = PlannerName.BALANCED,
    solver: Annotated[
        SolverName | None, typer.Option(help="Who solves the sequential planner's knapsacks; highs without one.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same plan.", min=0)] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print the plan as JSON, the form of its file.")] = False,
    svg: Annotated[
        Path | None, typer.Option("--svg", help="Draw the plan into this file.", metavar="FILE", show_default=False)
    ] = None,
) -> None:
    """Divide a pool into the rounds of one period, and certify the plan.

    Offers without a task are all in the pool. A pool without a task is planned within the budget it was chosen under.

    Exit codes: 0 done, 1 no plan keeps the rules, 2 the input cannot be used.
    """
    divider = _planner(planner, solver)
    with working(f"Reading {source}"):
        wanted = None if task is None else read_task(task)
        given = read_pool_or_offers(source)
    rules = _task(wanted, given)
    rules = replace(
        rules,
        size=rules.size if size is None else size,
        tolerance=rules.tolerance if tolerance is None else tolerance,
        max_turns=rules.max_turns if max_turns is None else max_turns,
    )
    pool = given if isinstance(given, Pool) else select_pool(rules, score_offers(rules, given), Greedy())
    with working_through(f"Planning {len(pool):,} clients") as progress:
        made = plan_subsets(rules, pool, divider, seed=seed, progress=progress)
    with working("Certifying"):
        certificate = certify(made)
    if svg is not None:
        with working(f"Drawing {svg}"):
            write_text(svg, [svg_text(draw_plan(made))])
    if as_json:
        print(plan_to_json(made, certificate=asdict(certificate)), end="")
    elif is_terminal():
        show_rounds(screen(), made)
        _show_certificate(certificate)
    else:
        _print(made)
        print(certificate)


def _planner(name: PlannerName, solver: SolverName | None) -> Planner:
    if name is PlannerName.SEQUENTIAL:
        return Sequential(solver=str(solver or SolverName.HIGHS))
    if solver is not None:
        raise InvalidValue("--solver", seen=f"{solver} with {name}", expected="it with the planner sequential only")
    others: dict[PlannerName, Planner] = {
        PlannerName.BALANCED: Balanced(),
        PlannerName.RANDOM: RandomPlan(),
        PlannerName.ROUND_ROBIN: RoundRobinPlan(),
        PlannerName.LABEL_GREEDY: LabelGreedy(),
    }
    return others[name]


def _task(wanted: Task | None, given: Pool | Offers) -> Task:
    """Return the task; without one, a pool's money is what the pool was chosen under, and offers know no money."""
    if wanted is not None:
        return wanted
    return Task(budget=given.budget) if isinstance(given, Pool) else Task()


def _print(made: Plan) -> None:
    """Print a line a round: its number, size, samples, value, and who is in it."""
    totals = made.label_totals()
    values = measure(made.measure).of(totals, made.target)
    width = len(f"{len(made):,}")
    for t in range(len(made)):
        print(
            f"round {t + 1:>{width},}  {len(made.subsets[t]):,} clients  {totals[t].sum():,} samples  "
            f"{made.measure} {values[t]:.4f}  {' '.join(made.ids(t))}"
        )
    print()


def _show_certificate(certificate: Certificate) -> None:
    console = screen()
    for line in str(certificate).splitlines():
        word, _, rest = line.partition(" ")
        color = {"kept": "green", "BROKEN": "bold red"}.get(word)
        console.print(Text(word, style=color or "").append(f" {rest}", style="not bold default"), soft_wrap=True)
