"""Pools from and to files: one JSON form, versioned, every float kept to the bit."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from fedrota.domain.errors import InvalidValue
from fedrota.domain.files.disk import AnyPath, Source, write_text
from fedrota.domain.files.entries import Entry, by_name
from fedrota.domain.files.forms import FORM_KEYS, Fields, Form, check_amounts, check_finite, check_lengths, check_sum
from fedrota.domain.ids import check_ids, first_duplicate
from fedrota.domain.money import LARGEST_BUDGET, LARGEST_PRICE
from fedrota.domain.pool import Pool
from fedrota.domain.values import instance

__all__ = [
    "POOL_FORM",
    "POOL_KEYS",
    "pool_from_fields",
    "pool_from_json",
    "pool_to_json",
    "pool_values",
    "read_pool",
    "write_pool",
]

REMEDY = "`fedrota pool OFFERS --task task.toml --json` writes such a file."

POOL_KEYS = by_name(
    *FORM_KEYS,
    Entry("ids", "list of texts", "", "required", "The members, in the order of the offers."),
    Entry("scores", "list of numbers", "", "required", "Each member's total score."),
    Entry("asks", "list of whole numbers", "minor units", "required", "What each member's turn was offered for."),
    Entry("payments", "list of whole numbers", "minor units", "required", "What each member's turn pays."),
    Entry("histograms", "list of lists, or null", "samples", "required", "Each member's label counts."),
    Entry("score", "number", "", "required", "The sum of the scores."),
    Entry("cost", "whole number", "minor units", "required", "The sum of the payments."),
    Entry("bound", "number", "", "required", "No pool that keeps the task's rules scores more."),
    Entry("optimal", "true or false", "", "required", "Whether the pool is proven best."),
    Entry("budget", "whole number, or null", "minor units", "required", "What one turn of everyone may cost."),
    Entry("offered", "whole number", "clients", "required", "How many offered."),
    Entry("eligible", "whole number", "clients", "required", "How many met every minimum and threshold."),
    Entry("selector", "text", "", "required", "How the pool was chosen."),
    Entry("seed", "whole number, or null", "", "required", "The seed, where a draw chose."),
    Entry("rate", "number, or null", "", "required", "What everyone earns per point of score, where it is one rate."),
    Entry("explanations", "list of objects", "", "none", "Why each client is in or out (`--explain`); not read back."),
)
"""Every key of a pool's file, in its order."""

PROVEN = 1e-12
"""How far, relatively, the bound of an optimal pool may be above its score: floats cannot tell closer ones apart."""

POOL_FORM = Form("fedrota/pool", 1, POOL_KEYS, REMEDY)


def read_pool(path: AnyPath) -> Pool:
    """Read a pool that `write_pool` or ``fedrota pool --json`` wrote; ``-`` is standard input.

    Raises
    ------
    NewerFile
        A later version of FedRota wrote it.
    InvalidFile
        It is not such a file, or its numbers contradict each other.

    Examples
    --------
    >>> from fedrota import Client, Criterion, Offer, Task, score_offers, select_pool
    >>> import tempfile
    >>> offers = [Offer(client=Client(id=f"c{cpu}", resources={"cpu": cpu}), price=5) for cpu in (1, 2, 4)]
    >>> task = Task(budget=10, criteria=(Criterion(name="cpu", minimum=1),))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_pool(select_pool(task, score_offers(task, offers)), f"{folder}/pool.json")
    ...     read_pool(f"{folder}/pool.json").ids.tolist()
    ['c2', 'c4']
    """
    source = Source.open(path, remedy=REMEDY)
    return pool_from_json(source.text, source.name)


def write_pool(pool: Pool, path: AnyPath) -> None:
    """Write a pool so that `read_pool` gives the same one; a failure leaves an older file as it was."""
    write_text(path, [pool_to_json(pool)])


def pool_to_json(pool: Pool, *, explanations: Sequence[Mapping[str, object]] = ()) -> str:
    """Return a pool's file as text; reasons may ride along for whoever reads it."""
    return POOL_FORM.text(pool_values(pool) | {"explanations": list(explanations)})


def pool_values(pool: Pool) -> dict[str, object]:
    """Return what a pool's file says, key by key; refuse a pool that could not be read back."""
    _check(instance("pool", pool, Pool, "a Pool"))
    return {
        "ids": pool.ids.tolist(),
        "scores": pool.scores.tolist(),
        "asks": pool.asks.tolist(),
        "payments": pool.payments.tolist(),
        "histograms": None if pool.histograms is None else pool.histograms.tolist(),
        "score": float(pool.score),
        "cost": int(pool.cost),
        "bound": float(pool.bound),
        "optimal": bool(pool.optimal),
        "budget": None if pool.budget is None else int(pool.budget),
        "offered": int(pool.offered),
        "eligible": int(pool.eligible),
        "selector": pool.selector,
        "seed": None if pool.seed is None else int(pool.seed),
        "rate": None if pool.rate is None else float(pool.rate),
    }


def pool_from_json(text: str, name: str = "pool") -> Pool:
    """Read a pool from the text of its file; errors call the file by ``name``."""
    return pool_from_fields(POOL_FORM.fields(text, name))


def pool_from_fields(fields: Fields) -> Pool:
    """Read a pool from an object whose keys are known to be there."""
    pool = _pool(fields)
    try:
        _check(pool)
    except InvalidValue as error:
        raise fields.contradiction(error) from None
    return pool


def _pool(fields: Fields) -> Pool:
    ids = fields.texts("ids", fields.items("ids"))
    count = len(ids)
    return Pool(
        ids=np.array(ids, dtype=np.str_),
        scores=fields.numbers("scores", fields.items("scores", length=count)),
        asks=fields.wholes("asks", fields.items("asks", length=count), most=LARGEST_PRICE),
        payments=fields.wholes("payments", fields.items("payments", length=count), most=LARGEST_BUDGET),
        histograms=fields.table("histograms", length=count),
        score=fields.number("score"),
        cost=fields.whole("cost"),
        bound=fields.number("bound"),
        optimal=fields.flag("optimal"),
        budget=fields.whole("budget", most=LARGEST_BUDGET) if fields.stated("budget") else None,
        offered=fields.whole("offered"),
        eligible=fields.whole("eligible"),
        selector=fields.text("selector"),
        seed=fields.whole("seed") if fields.stated("seed") else None,
        rate=fields.number("rate") if fields.stated("rate") else None,
    )


def _check(pool: Pool) -> None:
    """Refuse a pool whose numbers contradict each other."""
    columns = {"scores": pool.scores, "asks": pool.asks, "payments": pool.payments, "histograms": pool.histograms}
    check_lengths(len(pool.ids), columns)
    check_ids(pool.ids)
    double = first_duplicate(pool.ids)
    if double is not None:
        raise InvalidValue("ids", index=double, seen=repr(str(pool.ids[double])), expected="an id used once")
    check_finite("scores", pool.scores)
    if (pool.scores < 0).any():
        index = int((pool.scores < 0).argmax())
        raise InvalidValue("scores", index=index, seen=pool.scores[index], expected="a score of 0 or more")
    check_finite("score, bound and rate", np.array([pool.score, pool.bound, pool.rate or 0.0]))
    check_sum("score", float(pool.score), math.fsum(pool.scores.tolist()), "scores")
    check_sum("cost", int(pool.cost), sum(pool.payments.tolist()), "payments", exact=True)
    _check_claims(pool)
    _check_money(pool)
    if not len(pool.ids) <= pool.eligible <= pool.offered:
        counts = f"{len(pool.ids):,} members, {pool.eligible:,} eligible, {pool.offered:,} offered"
        raise InvalidValue("eligible", seen=counts, expected="no more members than eligible, or eligible than offered")


def _check_claims(pool: Pool) -> None:
    if pool.bound < pool.score - 1e-9 * abs(pool.score):
        raise InvalidValue("bound", seen=pool.bound, expected=f"the score, {pool.score}, or more")
    if pool.optimal and pool.bound > pool.score + PROVEN * abs(pool.score):
        raise InvalidValue("optimal", seen="true", expected=f"false: the bound, {pool.bound}, is above {pool.score}")


def _check_money(pool: Pool) -> None:
    check_amounts("asks", pool.asks, most=LARGEST_PRICE)
    check_amounts("payments", pool.payments, most=LARGEST_BUDGET)
    below = pool.payments < pool.asks
    if below.any():
        index = int(np.argmax(below))
        expected = f"what the client asks, {pool.asks[index]:,}, or more"
        raise InvalidValue("payments", index=index, seen=pool.payments[index], expected=expected)
    if pool.budget is not None and not 0 <= pool.budget <= LARGEST_BUDGET:
        raise InvalidValue("budget", seen=pool.budget, expected=f"an amount from 0 to {LARGEST_BUDGET:,}")
    if pool.budget is not None and pool.cost > pool.budget:
        raise InvalidValue("cost", seen=pool.cost, expected=f"the budget, {pool.budget}, at most")
    if pool.rate is not None and pool.rate < 0:
        raise InvalidValue("rate", seen=pool.rate, expected="0 or more")
