"""What a column or key of a file is, in words. The readers' tables and docs/reference/files.md hold the same ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

__all__ = ["REMEDY", "Entry", "by_name", "looks_like"]

REMEDY = "`fedrota example DIR` writes a task.toml and an offers.csv that work."

LIKENESS = 0.8


@dataclass(frozen=True, slots=True)
class Entry:
    """One column or key, as the reference lists it.

    Attributes
    ----------
    name
        How the file spells it.
    holds
        The type of its values.
    unit
        What the values count or measure.
    default
        ``required``, or what holds where the file says nothing.
    meaning
        What it says, in a sentence.
    """

    name: str
    holds: str
    unit: str
    default: str
    meaning: str


def by_name(*entries: Entry) -> Mapping[str, Entry]:
    """Index entries by their names, in their order."""
    return {entry.name: entry for entry in entries}


def looks_like(name: str, known: Iterable[str], *, likeness: float = LIKENESS) -> str | None:
    """Return the known name of which this one is probably a misspelling, or ``None``.

    Examples
    --------
    >>> looks_like("prise", ["id", "price"])
    'price'
    >>> looks_like("npu", ["cpu", "gpu"]) is None
    True
    """
    nearest = max(known, key=lambda other: _likeness(name, other), default=None)
    return nearest if nearest is not None and _likeness(name, nearest) >= likeness else None


def _likeness(name: str, other: str) -> float:
    plain = name[:100].casefold().replace(" ", "_").replace("-", "_")
    return SequenceMatcher(None, plain, other, autojunk=False).ratio()
