"""Into how many subsets a pool can be divided. Counts only: nothing here looks at data."""

from fedrota.domain.errors import InvalidValue, NoPartition
from fedrota.domain.values import integer

__all__ = ["choose_subsets_count", "fits_once", "subset_sizes"]


def subset_sizes(size: int, tolerance: int) -> tuple[int, int]:
    """Return the smallest and the largest allowed size of a subset, n - δ and n + δ.

    Examples
    --------
    >>> subset_sizes(10, 3)
    (7, 13)
    """
    size, tolerance = integer("size", size, least=1), integer("tolerance", tolerance)
    if tolerance >= size:
        raise InvalidValue("tolerance", seen=tolerance, expected=f"0 or more, and below the size, {size}")
    return size - tolerance, size + tolerance


def choose_subsets_count(clients: int, *, size: int, tolerance: int, max_turns: int = 1) -> int:
    """Choose the number of subsets T: round(K / n), or what is feasible and nearest to it.

    T is feasible where n - δ ≤ K and max(K, T (n - δ)) ≤ min(K · min(x*, T), T (n + δ)): the clients' turns, at least
    one and at most x* each and no two in one subset, can fill T subsets of the allowed sizes. The feasible T are
    consecutive: ⌈K / (n + δ)⌉ … ⌊K x* / (n - δ)⌋.

    Raises
    ------
    NoPartition
        No T is feasible.

    Examples
    --------
    >>> choose_subsets_count(95, size=10, tolerance=3)
    10
    >>> choose_subsets_count(11, size=10, tolerance=0, max_turns=2)
    2
    """
    smallest, largest = subset_sizes(size, tolerance)
    max_turns = integer("max_turns", max_turns, least=1)
    fewest, most = -(-clients // largest), clients * max_turns // smallest
    if clients < smallest or fewest > most:
        raise NoPartition(clients=clients, size=size, tolerance=tolerance, max_turns=max_turns)
    return min(max(round(clients / size), fewest), most)


def fits_once(clients: int, subsets: int, *, size: int, tolerance: int) -> bool:
    """Whether everyone can take part exactly once.

    Examples
    --------
    >>> fits_once(11, 2, size=10, tolerance=0)
    False
    """
    smallest, largest = subset_sizes(size, tolerance)
    return subsets * smallest <= clients <= subsets * largest
