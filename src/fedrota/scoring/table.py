"""From offers to a score table: every criterion that can be scored, the total, the cost, and who is not eligible."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.clients import Offer
from fedrota.domain.errors import InvalidValue
from fedrota.domain.offers import Offers
from fedrota.domain.scores import ScoreTable
from fedrota.domain.task import Task
from fedrota.domain.values import instance
from fedrota.scoring.added import AddedCriterion
from fedrota.scoring.columns import blocks, check_histograms, check_past
from fedrota.scoring.costs import Price, costs
from fedrota.scoring.eligibility import check, conditions
from fedrota.scoring.scorers import Score, scored_resources, scorers

__all__ = ["score_offers"]

Floats = NDArray[np.float64]

SCORABLE = (
    "a minimum above 0 for a resource, label histograms for data_distribution, or model_quality or behavior among them"
)


def score_offers(
    task: Task, offers: Offers | Iterable[Offer], *, price: Price | None = None, added: Sequence[AddedCriterion] = ()
) -> ScoreTable:
    """Score every offer by the task's criteria, and say who is not eligible.

    A resource is scored against its minimum, and left out without one; data distribution, where the offers have
    histograms; model quality and behavior always, with the task's prior for newcomers. The total is the weighted sum.

    Parameters
    ----------
    task
        Its criteria, measure, price rule, and what it demands of clients.
    offers
        Columns, or offers one by one.
    price
        What one turn costs, as a function of the table (its costs are still 0); floored to whole minor units. Goes
        before the task's rule, which goes before the clients' own prices.
    added
        Further criteria, each with its own function.

    Examples
    --------
    >>> from fedrota.domain.clients import Client
    >>> from fedrota.domain.criteria import Criterion
    >>> offers = [Offer(client=Client(id=f"c{cpu}", resources={"cpu": cpu}), price=5) for cpu in (1, 2, 6)]
    >>> task = Task(budget=10, criteria=(Criterion(name="cpu", minimum=2),))
    >>> table = score_offers(task, offers)
    >>> table.column("cpu").round(3).tolist(), table.eligible.tolist()
    ([0.333, 0.5, 0.75], [False, True, True])
    """
    instance("task", task, Task, "a Task; `fedrota.read_task` reads one from a file")
    columns = offers if isinstance(offers, Offers) else Offers.of(offers)
    check_histograms(columns)
    check_past(columns)
    _check_names(task, added)
    resources = scored_resources(task, columns)
    extra = [(one, one.of(columns)) for one in added]
    verdicts = check(len(columns), conditions(task, columns, resources, extra))
    scores = scorers(task, columns, resources, eligible=np.flatnonzero(verdicts.missed < 0))
    scores |= {one.name: values.__getitem__ for one, values in extra}
    if not scores:
        raise InvalidValue("criteria", seen="none that can be scored", expected=SCORABLE)
    weights = _weights(task, added)
    values, totals = _fill(len(columns), scores, weights)
    table = ScoreTable(
        ids=columns.ids,
        criteria=tuple(scores),
        values=values,
        weights=np.array([weights[name] for name in scores]),
        totals=totals,
        costs=np.zeros(len(columns), dtype=np.int64),
        histograms=_labels(columns),
        rules=verdicts.rules,
        missed=verdicts.missed,
        seen=verdicts.seen,
        depends_on_cohort=bool(resources and task.normalization == "min-max") or any(one.uses_cohort for one in added),
        depends_on_ask=any(one.uses_ask for one in added),
    )
    return replace(table, costs=costs(task, columns, table, price))


def _labels(columns: Offers) -> NDArray[np.int64] | None:
    """Return the label counts; without labels the amount of data, as a histogram of one bucket (S9)."""
    if columns.histograms is None and columns.data_sizes is not None:
        return columns.data_sizes[:, None]
    return columns.histograms


def _check_names(task: Task, added: Sequence[AddedCriterion]) -> None:
    names = [criterion.name for criterion in task.criteria]
    for one in added:
        if one.name in names:
            raise InvalidValue("added criterion", seen=repr(one.name), expected="a name that no other criterion has")
        names.append(one.name)


def _weights(task: Task, added: Sequence[AddedCriterion]) -> dict[str, float]:
    """Return each criterion's weight in the total; a part counts only through its combination."""
    parts = {part for criterion in task.criteria for part in criterion.parts}
    own = {one.name: 0.0 if one.name in parts else one.weight for one in task.criteria}
    return own | {one.name: one.weight for one in added}


def _fill(count: int, scores: Mapping[str, Score], weights: Mapping[str, float]) -> tuple[Floats, Floats]:
    """Compute the columns and their weighted sum (eq. 7), some clients at a time: memory is read and written once.

    Criteria are added in their order, client by client: no sum depends on how many clients there are.
    """
    values = np.empty((len(scores), count)).T  # a criterion's column is contiguous
    totals = np.zeros(count)
    for rows in blocks(count):
        total = totals[rows]
        for index, (name, score) in enumerate(scores.items()):
            column = score(rows)
            values[rows, index] = column
            total += column if weights[name] == 1 else weights[name] * column
    return values, totals
