"""Client ids: what may be one, and that none comes twice. The same rule in code and in files."""

import re

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.domain.values import brief

__all__ = ["CONTROL", "DOUBTFUL", "EXPECTED", "LONGEST", "check_ids", "first_duplicate", "is_label", "label"]

LONGEST = 256
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
DOUBTFUL = re.compile("[\\s\x00-\x1f\x7f-\x9f\ud800-\udfff]")
EXPECTED = f"a name of 1 to {LONGEST} printable characters, without outer spaces"


def is_label(value: object) -> bool:
    """Say whether something can be an id, or the name of a resource."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST and value == value.strip() and not CONTROL.search(value)


def label(name: str, value: object, *, index: int | None = None) -> str:
    """Return an id, or the name of a resource, as a text."""
    if not is_label(value):
        raise InvalidValue(name, index=index, seen=brief(value), expected=EXPECTED)
    return str(value)


def check_ids(ids: NDArray[np.str_]) -> None:
    """Refuse what is no column of ids.

    Examples
    --------
    >>> check_ids(np.array(["clinic-bern", "phone-ada"]))
    """
    if ids.ndim != 1 or (len(ids) and ids.dtype.kind != "U"):
        seen = f"of shape {ids.shape} and type {ids.dtype}"
        raise InvalidValue("client ids", seen=seen, expected="an array of texts, one a client")
    texts = ids.tolist()
    if all(texts) and ids.dtype.itemsize <= 4 * LONGEST and not DOUBTFUL.search("".join(texts)):
        return  # plainly right, all at once
    for index, one in enumerate(texts):
        label("client id", one, index=index)


def first_duplicate(ids: NDArray[np.str_]) -> int | None:
    """Return the index at which an id appears for the second time, or ``None``.

    Examples
    --------
    >>> first_duplicate(np.array(["a", "b", "a"]))
    2
    """
    if len(set(ids.tolist())) == len(ids):
        return None
    seen: set[str] = set()
    for index, one in enumerate(ids.tolist()):
        if one in seen:
            return index
        seen.add(one)
    return None  # pragma: no cover - the sets above differ in size
