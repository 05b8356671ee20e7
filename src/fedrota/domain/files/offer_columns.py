"""The columns of an offers file: what each holds, and which names may stand in a header. Reads nothing.

A column with a name that is not listed is a further resource, if all its cells are numbers. So that a typing error is
not taken for one, a name that looks like a listed column which the file does not have is refused.
"""

from collections.abc import Mapping, Sequence

from fedrota.domain.criteria import DATA_DISTRIBUTION, MODEL_QUALITY, RESOURCES_OF_TABLE_1, TASKS_COMPLETED
from fedrota.domain.files.cells import Kind
from fedrota.domain.files.entries import Entry, by_name, looks_like
from fedrota.domain.files.kinds import Count, Identifier, Names, Number, Price, Time
from fedrota.domain.files.rows import Counts, Shares
from fedrota.domain.ids import CONTROL, LONGEST

__all__ = ["MOST_COLUMNS", "OFFER_COLUMNS", "RESOURCE_COLUMNS", "BadHeader", "check_names", "expected_of", "kind_of"]

RESOURCE_COLUMNS = (*RESOURCES_OF_TABLE_1, "time_available", TASKS_COMPLETED)

MOST_COLUMNS = 1000

ABSENT = "not stated"
ALL_OR_NONE = "not stated (every row, or none)"
TASK_UNIT = "as the task's minimum"

OFFER_COLUMNS: Mapping[str, Entry] = by_name(
    Entry("id", "text", "", "required", "The client's id: unique in the file, 1 to 256 printable characters."),
    Entry("price", "whole number", "minor units", ALL_OR_NONE, "What one turn of the client costs; 10¹² at most."),
    Entry("cpu", "number", TASK_UNIT, ABSENT, "Processor: for example cores, or GHz."),
    Entry("gpu", "number", TASK_UNIT, ABSENT, "Graphics processor: for example TFLOPS."),
    Entry("memory", "number", TASK_UNIT, ABSENT, "Memory: for example GiB."),
    Entry("storage", "number", TASK_UNIT, ABSENT, "Free storage: for example GiB."),
    Entry("power", "number", TASK_UNIT, ABSENT, "Power: for example the charge of the battery in percent."),
    Entry("bandwidth", "number", TASK_UNIT, ABSENT, "Bandwidth: for example Mbit/s."),
    Entry("connection", "number", TASK_UNIT, ABSENT, "Quality of the connection: any number, more is better."),
    Entry("time_available", "number", TASK_UNIT, ABSENT, "How long the client can train: for example hours a day."),
    Entry("tasks_completed", "number", TASK_UNIT, ABSENT, "How many tasks the client completed before."),
    Entry("histogram", "whole numbers", "samples", ALL_OR_NONE, "Samples of each label; as many labels in every row."),
    Entry("data_size", "whole number", "samples", ALL_OR_NONE, "Samples in all, where there is no histogram."),
    Entry("quality", "numbers", "0 to 1", ABSENT, "Model quality in each past task, oldest first; 1,000 at most."),
    Entry("behavior", "numbers", "0 to 1", ABSENT, "Share of rounds served in each past task, oldest first."),
    Entry("datasets", "names", "", ABSENT, "The data sets that the client holds."),
    Entry("models", "names", "", ABSENT, "The models that the client can train."),
    Entry("available_from", "time", "UTC", ABSENT, "From when on the client can train, to the second."),
    Entry("available_until", "time", "UTC", ABSENT, "Until when the client can train; after `available_from`."),
)
"""Every column with a meaning of its own. Any further column of numbers is a resource by its name."""

KINDS: Mapping[str, Kind] = {
    "id": Identifier(),
    "price": Price(),
    "histogram": Counts(),
    "data_size": Count(),
    "quality": Shares(),
    "behavior": Shares(),
    "datasets": Names(),
    "models": Names(),
    "available_from": Time(),
    "available_until": Time(),
}
RESOURCE = Number()

COMPUTED = {MODEL_QUALITY: "quality", DATA_DISTRIBUTION: "histogram"}
"""Criteria that are computed: the column to write instead."""


class BadHeader(Exception):
    """The columns of a file cannot be used, before it is known which file that is."""

    def __init__(self, *, seen: str, expected: str, column: str | None = None) -> None:
        self.seen = seen
        self.expected = expected
        self.column = column
        super().__init__(seen)


def kind_of(name: str) -> Kind:
    """Return what the cells of a column may hold; a further column holds numbers."""
    return KINDS.get(name, RESOURCE)


def expected_of(name: str, expected: str) -> str:
    """Say what a cell may hold; for a further column, which columns are known."""
    if name in OFFER_COLUMNS:
        return expected
    near = looks_like(name, OFFER_COLUMNS)
    hint = f" Did you mean {near!r}?" if near else ""
    return f"{expected}, as in every further column (known ones are {', '.join(OFFER_COLUMNS)}){hint}"


def check_names(names: Sequence[str]) -> None:
    """Refuse column names that are empty, double or probably misspelled, and a header without an id."""
    seen: list[str] = []
    if len(names) > MOST_COLUMNS:
        raise BadHeader(seen=f"{len(names):,} columns", expected=f"{MOST_COLUMNS:,} at most")
    for name in names:
        _check_spelling(name, len(seen) + 1)
        if name in seen:
            raise BadHeader(seen=f"two columns {name!r}", expected="every column once", column=name)
        seen.append(name)
    lacking = [name for name in OFFER_COLUMNS if name not in seen]
    for name in seen:
        if name not in OFFER_COLUMNS:
            _check_further(name, lacking)
    if "id" in lacking:
        found = ", ".join(repr(name[:40]) for name in seen[:12]) or "none"
        near = looks_like("id", seen, likeness=0.3)
        hint = f". Did you mean it by {near!r}?" if near else ""
        raise BadHeader(seen=f"the columns {found}", expected=f"a column 'id'{hint}", column="id")


def _check_spelling(name: str, position: int) -> None:
    if not name or name != name.strip():
        expected = "a name without outer spaces for every column"
        raise BadHeader(seen=f"{name!r} as the name of column {position}", expected=expected)
    if len(name) > LONGEST or CONTROL.search(name):
        expected = f"a name of {LONGEST} printable characters at most"
        raise BadHeader(seen=f"{name[:40]!r} as the name of column {position}", expected=expected)


def _check_further(name: str, lacking: list[str]) -> None:
    if name in COMPUTED:
        expected = f"a column {COMPUTED[name]!r}, from which {name} is computed"
        raise BadHeader(seen=f"a column {name!r}", expected=expected, column=name)
    near = looks_like(name, lacking)
    if near is not None:
        expected = f"a column {near!r}, or a name that nobody would take for it. Did you mean {near!r}?"
        raise BadHeader(seen=f"a column {name!r}", expected=expected, column=name)
