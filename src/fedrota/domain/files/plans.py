"""Plans from and to files: one JSON form, versioned, with its pool and its rules inside. It can be certified alone."""

from collections.abc import Mapping
from typing import cast, get_args

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.files.disk import AnyPath, Source, shown, write_text
from fedrota.domain.files.entries import Entry, by_name
from fedrota.domain.files.forms import FORM_KEYS, Fields, Form
from fedrota.domain.files.pools import POOL_FORM, pool_from_fields, pool_values
from fedrota.domain.plan import Plan, StoppedBy
from fedrota.domain.rules import MeasureName

__all__ = ["PLAN_KEYS", "plan_from_json", "plan_to_json", "read_plan", "write_plan"]

REMEDY = "`fedrota plan POOL --json` writes such a file."

PLAN_KEYS = by_name(
    *FORM_KEYS,
    Entry("pool", "object", "", "required", "The clients that are planned: a pool's file, all of its keys."),
    Entry("subsets", "list of lists", "", "required", "For each round its clients: positions in the pool, from 0."),
    Entry("size", "whole number", "clients", "required", "Clients in a round (n)."),
    Entry("tolerance", "whole number", "clients", "required", "By how many a round may be larger or smaller (δ)."),
    Entry("max_turns", "whole number", "turns", "required", "Most turns of one client (x*)."),
    Entry("measure", "`nid`, `l2`, `hellinger` or `kl`", "", "required", "How far joined labels are from the target."),
    Entry("target", "list of numbers, or null", "shares", "required", "One share for each label; null is uniform."),
    Entry("budget", "whole number, or null", "minor units", "required", "What the period's turns may cost."),
    Entry("planner", "text", "", "required", "How the plan was made."),
    Entry("seed", "whole number, or null", "", "required", "The seed that it was made with."),
    Entry("stopped_by", "`bound`, `work` or `time`", "", "required", "What ended the planner's search."),
    Entry("certificate", "object", "", "none", "What `fedrota plan` certified; not read back: certify it again."),
)
"""Every key of a plan's file, in its order."""

FORM = Form("fedrota/plan", 1, PLAN_KEYS, REMEDY)


def read_plan(path: AnyPath) -> Plan:
    """Read a plan that `write_plan` or ``fedrota plan --json`` wrote; ``-`` is standard input.

    A plan that breaks its rules is read like any other: what it keeps is for `fedrota.certify` to say.

    Raises
    ------
    NewerFile
        A later version of FedRota wrote it.
    InvalidFile
        It is not such a file, or its numbers contradict each other.

    Examples
    --------
    >>> import fedrota as fr
    >>> import tempfile
    >>> offers = [fr.Offer(client=fr.Client(id=f"c{k}"), price=1, histogram=fr.Histogram((k % 2, 1 - k % 2)))
    ...           for k in range(8)]
    >>> task = fr.Task(size=4, tolerance=1, max_turns=1)
    >>> plan = fr.plan_subsets(task, fr.select_pool(task, fr.score_offers(task, offers)))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_plan(plan, f"{folder}/plan.json")
    ...     fr.certify(read_plan(f"{folder}/plan.json")).kept
    True
    """
    source = Source.open(path, remedy=REMEDY)
    return plan_from_json(source.text, source.name)


def write_plan(plan: Plan, path: AnyPath) -> None:
    """Write a plan so that `read_plan` gives the same one; a failure leaves an older file as it was."""
    write_text(path, [plan_to_json(plan)])


def plan_to_json(plan: Plan, *, certificate: Mapping[str, object] | None = None) -> str:
    """Return a plan's file as text; its certificate may ride along for whoever reads it."""
    return FORM.text(
        {
            "pool": POOL_FORM.stamped(pool_values(plan.pool)),
            "subsets": [subset.tolist() for subset in plan.subsets],
            "size": int(plan.size),
            "tolerance": int(plan.tolerance),
            "max_turns": int(plan.max_turns),
            "measure": plan.measure,
            "target": None if plan.target is None else [float(share) for share in plan.target],
            "budget": None if plan.budget is None else int(plan.budget),
            "planner": plan.planner,
            "seed": None if plan.seed is None else int(plan.seed),
            "stopped_by": plan.stopped_by,
            "certificate": None if certificate is None else dict(certificate),
        }
    )


def plan_from_json(text: str, name: str = "plan") -> Plan:
    """Read a plan from the text of its file; errors call the file by ``name``."""
    fields = FORM.fields(text, name)
    pool = pool_from_fields(POOL_FORM.checked(fields.inside("pool")))
    try:
        return Plan(
            pool=pool,
            subsets=_subsets(fields, len(pool)),
            size=fields.whole("size"),
            tolerance=fields.whole("tolerance"),
            max_turns=fields.whole("max_turns"),
            measure=cast(MeasureName, fields.text("measure")),  # Plan refuses any other
            target=tuple(fields.numbers("target", fields.items("target")).tolist())
            if fields.stated("target")
            else None,
            budget=fields.whole("budget") if fields.stated("budget") else None,
            planner=fields.text("planner"),
            seed=fields.whole("seed") if fields.stated("seed") else None,
            stopped_by=_stopped_by(fields),
        )
    except InvalidValue as error:
        raise fields.contradiction(error) from None


def _subsets(fields: Fields, clients: int) -> tuple[NDArray[np.int64], ...]:
    out = []
    for index, row in enumerate(fields.items("subsets")):
        if not isinstance(row, list):
            raise fields.refusal(f"subsets[{index}]", seen=shown(row), expected="a list of positions")
        out.append(fields.wholes(f"subsets[{index}]", row, most=clients - 1))
    return tuple(out)


def _stopped_by(fields: Fields) -> StoppedBy:
    word = fields.text("stopped_by")
    for known in get_args(StoppedBy):
        if word == known:
            return cast(StoppedBy, known)
    raise fields.refusal("stopped_by", seen=shown(word), expected="one of " + ", ".join(get_args(StoppedBy)))
