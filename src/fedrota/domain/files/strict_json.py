"""JSON as the standard has it: no double keys, no NaN, and every failure a `ValueError`. Knows no file."""

import json
from collections import Counter
from typing import Any, NoReturn

__all__ = ["object_of"]


def object_of(text: str) -> object:
    """Parse JSON strictly: no double keys, no NaN, no nesting or numbers beyond reason; else a `ValueError`.

    Examples
    --------
    >>> object_of('{"id": "c1", "id": "c2"}')
    Traceback (most recent call last):
    ValueError: the key 'id' twice
    """
    try:
        return DECODER.decode(text)
    except RecursionError:
        raise ValueError("too many brackets inside each other") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    row = dict(pairs)
    if len(row) < len(pairs):
        names = [name for name, _ in pairs]
        double = Counter(names).most_common(1)[0][0]
        raise ValueError(f"the key {double[:60]!r} twice")
    return row


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


DECODER = json.JSONDecoder(parse_constant=_no_constant, object_pairs_hook=_once)
