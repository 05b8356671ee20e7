"""The rules of a plan, as a task states them and a plan carries them: ranges only."""

import math
from typing import Literal, get_args

from fedrota.domain.errors import InvalidValue
from fedrota.domain.values import brief

__all__ = ["LEAST_SHARE", "MeasureName", "check_rules", "check_whole", "check_word"]

LEAST_SHARE = 1e-9
"""A rarer label would decide everything: no round could hold so little of it."""

MeasureName = Literal["nid", "l2", "hellinger", "kl"]


def check_rules(
    *,
    size: int,
    tolerance: int,
    max_turns: int,
    measure: MeasureName,
    target: tuple[float, ...] | None,
    budget: int | None,
) -> None:
    """Refuse rules that no plan could be made under, whatever the pool."""
    if budget is not None:
        check_whole("budget", budget, least=0)
    check_whole("size", size, least=1)
    check_whole("tolerance", tolerance, least=0)
    check_whole("max_turns", max_turns, least=1)
    if tolerance >= size:
        raise InvalidValue("tolerance", seen=tolerance, expected=f"less than the size, {size}")
    check_word("measure", measure, get_args(MeasureName))
    for label, share in enumerate(target or ()):
        if not (math.isfinite(share) and share > 0):
            raise InvalidValue("target", index=label, seen=share, expected="a share above 0")
        if share < LEAST_SHARE * max(target or ()):
            expected = f"at least {LEAST_SHARE:g} of the largest share"
            raise InvalidValue("target", index=label, seen=share, expected=expected)


def check_whole(name: str, value: object, *, least: int) -> None:
    """Refuse what is not a whole number, or below the least."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InvalidValue(name, seen=repr(value), expected=f"a whole number of {least} or more")


def check_word(name: str, seen: object, words: tuple[str, ...]) -> None:
    """Refuse a word that is none of a few."""
    if seen not in words:
        raise InvalidValue(name, seen=brief(seen), expected="one of " + ", ".join(words))
