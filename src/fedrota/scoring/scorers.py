"""Which function scores which criterion of a task, and which criteria cannot be scored (S12)."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.criteria import BEHAVIOR, DATA_DISTRIBUTION, MODEL_QUALITY, Criterion
from fedrota.domain.errors import InvalidValue
from fedrota.domain.offers import Offers
from fedrota.domain.task import Task
from fedrota.scoring.columns import stated
from fedrota.scoring.past import recent_mean
from fedrota.scoring.resources import min_max, ratio
from fedrota.solvers.measures import measure

__all__ = ["Score", "scored_resources", "scorers"]

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

Score = Callable[[slice], Floats]
"""Scores some clients by one criterion: memory is read once when all criteria score a few clients at a time."""

DERIVED = frozenset({DATA_DISTRIBUTION, MODEL_QUALITY, BEHAVIOR})
"""Computed from data or history; every other plain criterion is a resource with a minimum."""


def scored_resources(task: Task, offers: Offers) -> dict[str, Floats]:
    """Return what the clients state of each resource that has a minimum.

    A minimum on what is computed, not stated, is refused.
    """
    for criterion in task.criteria:
        if criterion.minimum is not None and (criterion.parts or criterion.name in DERIVED):
            raise InvalidValue(
                f"minimum of {criterion.name}",
                seen=criterion.minimum,
                expected="none, since it is computed and not stated; a threshold says the least score",
            )
    return {criterion.name: stated(offers, criterion.name) for criterion in task.criteria if criterion.minimum}


def scorers(task: Task, offers: Offers, resources: Mapping[str, Floats], *, eligible: Indices) -> dict[str, Score]:
    """Return the function of each criterion that can be scored, in the task's order.

    A criterion that cannot be scored is left out, unless it has a threshold or is part of a combination: whoever
    wrote that counts on its score.
    """
    plain = {one.name: _plain(task, offers, one, resources, eligible) for one in task.criteria if not one.parts}
    out: dict[str, Score] = {}
    for criterion in task.criteria:
        score = _combined(criterion, plain) if criterion.parts else plain[criterion.name]
        if score is not None:
            out[criterion.name] = score
        elif criterion.threshold is not None:
            raise InvalidValue(
                f"threshold of {criterion.name}", seen=criterion.threshold, expected=_remedy(criterion.name)
            )
    return out


def _plain(
    task: Task, offers: Offers, criterion: Criterion, resources: Mapping[str, Floats], eligible: Indices
) -> Score | None:
    name = criterion.name
    if name == DATA_DISTRIBUTION:
        return _closeness(task, offers)
    if name in (MODEL_QUALITY, BEHAVIOR):
        past = offers.quality if name == MODEL_QUALITY else offers.behavior
        return recent_mean(past, length=task.history_length, newcomer=task.newcomer_prior)
    if not criterion.minimum:
        return None
    if task.normalization == "min-max":
        return min_max(resources[name], eligible)
    return ratio(resources[name], criterion.minimum)


def _closeness(task: Task, offers: Offers) -> Score | None:
    histograms, degree = offers.histograms, measure(task.measure)
    if histograms is None:
        return None
    if task.target is not None and len(task.target) != histograms.shape[1]:
        expected = f"{histograms.shape[1]:,}, one for each label of the offers' histograms, or no target: uniform"
        raise InvalidValue("target", seen=f"of {len(task.target):,} shares", expected=expected)

    def score(rows: slice) -> Floats:
        far = degree.of(histograms[rows], task.target)
        return np.subtract(1.0, far, out=far)

    return score


def _combined(criterion: Criterion, plain: Mapping[str, Score | None]) -> Score:
    """Average the parts, weighted; parts whose score is missing would change what the weights mean."""
    parts: list[tuple[float, Score]] = []
    for name, weight in criterion.parts.items():
        part = plain[name]
        if part is None:
            raise InvalidValue(f"{name}, a part of {criterion.name},", seen="not scored", expected=_remedy(name))
        parts.append((float(weight), part))
    whole = sum(weight for weight, _ in parts)

    def score(rows: slice) -> Floats:
        total = np.zeros(rows.stop - rows.start)
        for weight, part in parts:
            total += weight * part(rows)
        return np.divide(total, whole, out=total)

    return score


def _remedy(name: str) -> str:
    if name == DATA_DISTRIBUTION:
        return f"label histograms in the offers: without them {name} is not scored"
    return f"a minimum above 0 for {name}: without one it is not scored"
