"""Score tables from and to files: one JSON form, versioned, every float kept to the bit."""

import re
from string import Formatter
from typing import Any

import numpy as np

from fedrota.domain.errors import InvalidValue
from fedrota.domain.files.disk import AnyPath, Source, write_text
from fedrota.domain.files.entries import Entry, by_name
from fedrota.domain.files.forms import FORM_KEYS, Fields, Form, check_amounts, check_finite, check_lengths
from fedrota.domain.ids import check_ids, first_duplicate
from fedrota.domain.money import LARGEST_PRICE
from fedrota.domain.scores import Rule, ScoreTable
from fedrota.domain.values import instance

__all__ = ["RULE_KEYS", "SCORE_KEYS", "read_scores", "scores_from_json", "scores_to_json", "write_scores"]

REMEDY = "`fedrota.write_scores` writes such a file."

SCORE_KEYS = by_name(
    *FORM_KEYS,
    Entry("ids", "list of texts", "", "required", "The clients, in the order of the offers."),
    Entry("criteria", "list of texts", "", "required", "What they are scored by."),
    Entry("values", "list of lists", "0 to 1", "required", "For each criterion the list of everyone's scores in it."),
    Entry("weights", "list of numbers", "", "required", "For each criterion its weight in the total."),
    Entry("totals", "list of numbers", "", "required", "Each client's total score."),
    Entry("costs", "list of whole numbers", "minor units", "required", "What one turn of each client costs."),
    Entry("histograms", "list of lists, or null", "samples", "required", "Each client's label counts."),
    Entry("rules", "list of objects", "", "required", "The conditions checked before any score: see below."),
    Entry("missed", "list of whole numbers", "", "required", "The first rule each client misses, from 0; -1 for none."),
    Entry("seen", "list of numbers or null", "", "required", "The number which that rule saw, where it saw one."),
    Entry("depends_on_cohort", "true or false", "", "required", "Whether scores change with who else offers."),
    Entry("depends_on_ask", "true or false", "", "required", "Whether scores change with the price a client asks."),
)
"""Every key of a score table's file, in its order."""

RULE_KEYS = by_name(
    Entry("name", "text", "", "required", "How a sentence names the condition."),
    Entry("miss", "text", "", "required", "How a sentence says that a client misses it; `{seen:g}` is its number."),
    Entry("passed", "whole number", "clients", "required", "How many meet it."),
)
"""Every key of a rule."""

FORM = Form("fedrota/scores", 1, SCORE_KEYS, REMEDY)

NUMBER_SPEC = re.compile(r",?(\.\d{1,2})?[efg]?")


def read_scores(path: AnyPath) -> ScoreTable:
    """Read a score table that `write_scores` wrote; ``-`` is standard input.

    Raises
    ------
    NewerFile
        A later version of FedRota wrote it.
    InvalidFile
        It is not such a file, or its numbers contradict each other.

    Examples
    --------
    >>> from fedrota import Client, Criterion, Offer, Task, score_offers
    >>> import tempfile
    >>> offers = [Offer(client=Client(id=f"c{cpu}", resources={"cpu": cpu}), price=5) for cpu in (1, 3)]
    >>> task = Task(criteria=(Criterion(name="cpu", minimum=1),))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_scores(score_offers(task, offers), f"{folder}/scores.json")
    ...     read_scores(f"{folder}/scores.json").totals.tolist()
    [0.5, 0.75]
    """
    source = Source.open(path, remedy=REMEDY)
    return scores_from_json(source.text, source.name)


def write_scores(table: ScoreTable, path: AnyPath) -> None:
    """Write a score table so that `read_scores` gives the same one; a failure leaves an older file as it was."""
    write_text(path, [scores_to_json(table)])


def scores_to_json(table: ScoreTable) -> str:
    """Return a score table's file as text."""
    _check(instance("scores", table, ScoreTable, "a ScoreTable"))
    return FORM.text(
        {
            "ids": table.ids.tolist(),
            "criteria": list(table.criteria),
            "values": table.values.T.tolist(),
            "weights": table.weights.tolist(),
            "totals": table.totals.tolist(),
            "costs": table.costs.tolist(),
            "histograms": None if table.histograms is None else table.histograms.tolist(),
            "rules": [{"name": rule.name, "miss": rule.miss, "passed": int(rule.passed)} for rule in table.rules],
            "missed": table.missed.tolist(),
            "seen": [None if value != value else value for value in table.seen.tolist()],
            "depends_on_cohort": bool(table.depends_on_cohort),
            "depends_on_ask": bool(table.depends_on_ask),
        }
    )


def scores_from_json(text: str, name: str = "scores") -> ScoreTable:
    """Read a score table from the text of its file; errors call the file by ``name``."""
    fields = FORM.fields(text, name)
    table = _table(fields)
    try:
        _check(table)
    except InvalidValue as error:
        raise fields.contradiction(error) from None
    return table


def _table(fields: Fields) -> ScoreTable:
    ids = fields.texts("ids", fields.items("ids"))
    criteria = fields.texts("criteria", fields.items("criteria"))
    count = len(ids)
    rules = tuple(_rule(one) for one in fields.objects("rules"))
    missed = fields.wholes("missed", fields.items("missed", length=count), least=-1, most=len(rules) - 1)
    return ScoreTable(
        ids=np.array(ids, dtype=np.str_),
        criteria=tuple(criteria),
        values=_values(fields, len(criteria), count),
        weights=fields.numbers("weights", fields.items("weights", length=len(criteria))),
        totals=fields.numbers("totals", fields.items("totals", length=count)),
        costs=fields.wholes("costs", fields.items("costs", length=count), most=LARGEST_PRICE),
        histograms=fields.table("histograms", length=count),
        rules=rules,
        missed=missed.astype(np.int16),
        seen=_seen(fields, count),
        depends_on_cohort=fields.flag("depends_on_cohort"),
        depends_on_ask=fields.flag("depends_on_ask"),
    )


def _values(fields: Fields, width: int, count: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    out = np.empty((count, width))
    for index, column in enumerate(fields.items("values", length=width)):
        key = f"values[{index}]"
        if not isinstance(column, list) or len(column) != count:
            raise fields.refusal(key, seen="another length", expected=f"a list of {count:,} numbers")
        out[:, index] = fields.numbers(key, column)
    return out


def _seen(fields: Fields, count: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    values = fields.items("seen", length=count)
    stated = [index for index, value in enumerate(values) if value is not None]
    out = np.full(count, np.nan)
    out[stated] = fields.numbers("seen", [0.0 if value is None else value for value in values])[stated]
    return out


def _rule(fields: Fields) -> Rule:
    for key in {**fields.values, **RULE_KEYS}:
        if key not in RULE_KEYS or key not in fields.values:
            raise fields.refusal(key, seen="a key too many or too few", expected=", ".join(RULE_KEYS))
    return Rule(name=fields.text("name"), miss=fields.text("miss"), passed=fields.whole("passed"))


def _check(table: ScoreTable) -> None:
    """Refuse a table whose numbers contradict each other."""
    columns = {name: getattr(table, name) for name in ("values", "totals", "costs", "histograms", "missed", "seen")}
    check_lengths(len(table.ids), columns)
    check_ids(table.ids)
    double = first_duplicate(table.ids)
    if double is not None:
        raise InvalidValue("ids", index=double, seen=repr(str(table.ids[double])), expected="an id used once")
    if len(set(table.criteria)) < len(table.criteria) or table.values.shape[1:] != (len(table.criteria),):
        raise InvalidValue("criteria", seen=", ".join(table.criteria), expected="every criterion once, with its values")
    if table.weights.shape != (len(table.criteria),) or not np.all(table.weights >= 0):
        raise InvalidValue("weights", seen=table.weights.tolist(), expected="0 or more for each criterion")
    for name in ("values", "weights", "totals"):
        check_finite(name, getattr(table, name))
    check_amounts("costs", table.costs, most=LARGEST_PRICE)
    bad = ((table.values < 0) | (table.values > 1)).any(axis=1)
    if bad.any():
        index = int(np.argmax(bad))
        raise InvalidValue("values", index=index, seen=table.values[index].tolist(), expected="numbers from 0 to 1")
    _check_rules(table)


def _check_rules(table: ScoreTable) -> None:
    if np.isinf(table.seen).any():
        raise InvalidValue("seen", seen="infinity", expected="finite numbers, or none")
    missing = np.bincount(table.missed[table.missed >= 0], minlength=len(table.rules)).tolist()
    if len(missing) > len(table.rules):
        raise InvalidValue("missed", seen=len(missing) - 1, expected=f"an index of the {len(table.rules)} rules")
    for index, (rule, misses) in enumerate(zip(table.rules, missing, strict=True)):
        if rule.passed + misses > len(table.ids):
            expected = f"{len(table.ids) - misses} at most, since {misses} miss it"
            raise InvalidValue(f"rules[{index}].passed", seen=rule.passed, expected=expected)
        if not _is_sentence(rule.miss):
            expected = "a sentence with no field but {seen}"
            raise InvalidValue(f"rules[{index}].miss", seen=repr(rule.miss[:60]), expected=expected)


def _is_sentence(miss: str) -> bool:
    """Say whether a sentence can be filled in: a format from a file may reach for nothing but the number."""
    try:
        fields = [(name, spec, turn) for _, name, spec, turn in Formatter().parse(miss) if name is not None]
    except ValueError:
        return False
    return all(name == "seen" and turn is None and NUMBER_SPEC.fullmatch(spec or "") for name, spec, turn in fields)
