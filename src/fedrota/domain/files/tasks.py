"""Tasks from and to TOML files. Criteria that a file lists replace Table I's or come after them; the others stay."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import InvalidFile, InvalidValue
from fedrota.domain.files.disk import AnyPath, Source, write_text
from fedrota.domain.files.entries import REMEDY
from fedrota.domain.files.task_keys import KNOWN_CRITERIA, TASK_KEYS
from fedrota.domain.files.task_reading import task_of
from fedrota.domain.task import Task
from fedrota.domain.values import instance

__all__ = ["read_task", "write_task"]

BARE = re.compile(r"[A-Za-z0-9_-]+")


def read_task(path: AnyPath) -> Task:
    r"""Read a task from TOML; ``-`` is standard input. What the file does not say has its default.

    Raises
    ------
    InvalidFile
        Which key in which line is wrong, and what was expected.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "task.toml")
    ...     _ = file.write_text("budget = 30_000\nperiods = 20\n[criteria.cpu]\nminimum = 2\n")
    ...     task = read_task(file)
    >>> task.period_budget, task.criteria[0].minimum, len(task.criteria)
    (1500, 2.0, 11)
    """
    return task_of(Source.open(path, remedy=REMEDY, may_be_empty=True))


def write_task(task: Task, path: AnyPath) -> None:
    """Write a task so that `read_task` gives the same one; a failure leaves an older file as it was.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_task(Task(budget=30_000, periods=20), f"{folder}/task.toml")
    ...     read_task(f"{folder}/task.toml") == Task(budget=30_000, periods=20)
    True
    """
    write_text(path, [_checked(instance("task", task, Task, "a Task"))])


def _checked(task: Task) -> str:
    """Return the shortest text that reads as this task."""
    for criteria in (_changed(task.criteria), _all(task.criteria)):
        text = "".join(_lines(task, criteria))
        try:
            if task_of(Source("task", text.encode())) == task:
                return text
        except (InvalidFile, UnicodeEncodeError):
            continue
    expected = "plain names, and for each criterion that is not Table I's a minimum, a threshold or parts"
    raise InvalidValue("task", seen="texts or criteria that a task file cannot hold", expected=expected)


def _changed(criteria: Iterable[Criterion]) -> dict[str, Criterion | None]:
    """Return what differs from Table I; ``None`` for what is left out."""
    standard = {criterion.name: criterion for criterion in TABLE_1}
    asked = {criterion.name: criterion for criterion in criteria}
    dropped = dict.fromkeys(name for name in standard if name not in asked)
    return {name: one for name, one in asked.items() if one != standard.get(name)} | dropped


def _all(criteria: Iterable[Criterion]) -> dict[str, Criterion | None]:
    """Return every criterion, which also says their order."""
    asked = {criterion.name: criterion for criterion in criteria}
    return asked | dict.fromkeys(name for name in KNOWN_CRITERIA if name not in asked)


def _lines(task: Task, criteria: Mapping[str, Criterion | None]) -> Iterator[str]:
    for key in TASK_KEYS:
        value = getattr(task, key)
        if key not in ("price", "criteria") and value is not None:
            yield f"{key} = {_value(value)}\n"
    if task.price is not None:
        yield f'\n[price]\nrule = "linear"\na = {_value(task.price.a)}\nb = {_value(task.price.b)}\n'
    for name, criterion in criteria.items():
        yield f"\n[criteria.{_key(name)}]\n"
        yield from ["scored = false\n"] if criterion is None else _settings(criterion)


def _settings(criterion: Criterion) -> Iterator[str]:
    plain = Criterion(name=criterion.name)
    for key in ("minimum", "soft", "threshold", "weight", "parts"):
        value = getattr(criterion, key)
        if value != getattr(plain, key):
            yield f"{key} = {_value(value)}\n"


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return repr(int(value))
        case str():
            return _quoted(value)
        case datetime():
            return value.replace(tzinfo=None).isoformat() + "Z"
        case tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            return f"{{ {', '.join(f'{_key(name)} = {_value(one)}' for name, one in value.items())} }}"
        case _:
            return repr(float(value))  # type: ignore[arg-type]


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    """Return a TOML basic string: JSON's escapes, and one control character more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
