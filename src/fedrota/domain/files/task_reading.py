"""A task from TOML text: every key checked, every error with its key and line."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, NoReturn

from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import InvalidFile, InvalidValue
from fedrota.domain.files.disk import Source, shown
from fedrota.domain.files.entries import Entry, looks_like
from fedrota.domain.files.task_keys import CRITERION_KEYS, KNOWN_CRITERIA, PRICE_KEYS, TASK_KEYS, Refused, accept
from fedrota.domain.task import LinearPrice, Task

__all__ = ["task_of"]

Path = tuple[str, ...]
HEADER = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]")


def task_of(source: Source) -> Task:
    """Read a task from the text of its file."""
    return TaskText(source).task()


class TaskText:
    """One task file while it is read: it remembers where errors belong."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def task(self) -> Task:
        """Build the task, or say which key is wrong."""
        values = self._values((), self._parsed(), TASK_KEYS)
        if "price" in values:
            values["price"] = self._price(values["price"])
        values["criteria"] = self._criteria(values.get("criteria", {}))
        try:
            return Task(**values)
        except InvalidValue as error:
            self._refuse_value((), error)

    def _parsed(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.source.text)
        except (ValueError, RecursionError) as error:
            found = re.search(r"\(at line (\d+), column \d+\)", str(error))
            row = int(found.group(1)) if found else None
            words = str(error).split(" (at ")[0].lower() if isinstance(error, ValueError) else "too many brackets"
            seen = f"broken TOML ({words[:100]})"
            raise self.source.refusal(seen=seen, expected='lines such as key = 12 or key = "text"', row=row) from None

    def _values(self, path: Path, table: Mapping[str, Any], keys: Mapping[str, Entry]) -> dict[str, Any]:
        """Return the values of a table as the types its keys hold."""
        out = {}
        for key, value in table.items():
            if key not in keys:
                near = looks_like(key, keys)
                hint = f". Did you mean {near!r}?" if near else ""
                raise self._refusal((*path, key), "an unknown key", f"one of {', '.join(keys)}{hint}")
            try:
                out[key] = accept(keys[key].holds, value)
            except Refused as refused:
                raise self._refusal((*path, key), shown(value), refused.expected) from None
        return out

    def _price(self, table: Mapping[str, Any]) -> LinearPrice | None:
        values = self._values(("price",), table, PRICE_KEYS)
        rule = values.pop("rule", "asked")
        if rule not in ("asked", "linear"):
            raise self._refusal(("price", "rule"), shown(rule), '"asked" or "linear"')
        if rule == "asked":
            for key in values:
                raise self._refusal(("price", key), "a key of linear prices", 'no such key beside rule = "asked"')
            return None
        for key in ("a", "b"):
            if key not in values:
                raise self._refusal(("price", key), "no such key", 'a number, for rule = "linear"')
        try:
            return LinearPrice(**values)
        except InvalidValue as error:
            self._refuse_value(("price",), error)

    def _criteria(self, tables: Mapping[str, Any]) -> tuple[Criterion, ...]:
        """Put the listed criteria in the place of Table I's, and further ones after them."""
        listed = {name: self._criterion(name, table) for name, table in tables.items()}
        lacking = [name for name in KNOWN_CRITERIA if name not in listed]
        for name in listed:
            near = looks_like(name, lacking)
            if near is not None and name not in KNOWN_CRITERIA:
                expected = f"{near!r}, or a name that nobody would take for it. Did you mean {near!r}?"
                raise self._refusal(("criteria", name), "an unknown criterion", expected)
            self._check_use(name, listed[name])
        standard: dict[str, Criterion | None] = {criterion.name: criterion for criterion in TABLE_1}
        # A file that lists all of Table I says the order too.
        merged = listed if standard.keys() <= listed.keys() else standard | listed
        return tuple(criterion for criterion in merged.values() if criterion is not None)

    def _criterion(self, name: str, table: object) -> Criterion | None:
        path = ("criteria", name)
        if not isinstance(table, dict):
            raise self._refusal(path, shown(table), f"a table: [criteria.{name}]")
        values = self._values(path, table, CRITERION_KEYS)
        if not values.pop("scored", True):
            return None
        try:
            return Criterion(name=name, **values)
        except InvalidValue as error:
            self._refuse_value(path, error)

    def _check_use(self, name: str, criterion: Criterion | None) -> None:
        """Refuse a further criterion that neither scores nor asks for anything."""
        if criterion is None or any(name == one.name for one in TABLE_1):
            return
        if criterion.minimum is None and criterion.threshold is None and not criterion.parts:
            expected = "a minimum, without which a resource is not scored (minimum = 1)"
            raise self._refusal(("criteria", name), "a criterion that does nothing", expected)

    def _refuse_value(self, path: Path, error: InvalidValue) -> NoReturn:
        """Say in terms of the file what a noun refused in its own."""
        word = error.name.removeprefix("price ").split(" ")[0]
        known = {(): TASK_KEYS, ("price",): PRICE_KEYS}.get(path, CRITERION_KEYS)
        if " + " in error.name:  # of two keys: the second one's line
            second = self._row((error.name.rpartition(" ")[2],))
            raise self.source.refusal(
                seen=str(error.seen), expected=error.expected, row=second, column=error.name
            ) from None
        if word == "parts":  # of a criterion, as the task sees it
            place: Path = ("criteria", error.name.removeprefix("parts of "), "parts")
        elif word == "weight" and error.name != f"weight of {path[-1]}":  # of a part
            place = (*path, "parts")
        else:
            place = (*path, word) if word in known else path or (error.name,)
        raise self._refusal(place, str(error.seen), error.expected) from None

    def _refusal(self, path: Path, seen: str, expected: str) -> InvalidFile:
        column = ".".join(name[:60] for name in path)
        return self.source.refusal(seen=seen, expected=expected, row=self._row(path), column=column)

    def _row(self, path: Path) -> int | None:
        """Return the line that sets a key, or that opens its table, as far as a plain look can find it."""
        table: Path = ()
        opened = None
        for row, line in enumerate(self.source.text.splitlines(), start=1):
            if header := HEADER.match(line):
                table = tuple(name.strip(" \"'") for name in header.group(1).split("."))
                opened = row if table == path or table == path[:-1] else opened
            key = tuple(name.strip(" \t\"'") for name in line.partition("=")[0].split("."))
            if (*table, *key) == path and "=" in line:
                return row
        return opened
