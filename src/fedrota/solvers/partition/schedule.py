"""Which passes make a search: how much work, in which groups, how hot."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.partition.search import Draft, Pace, Search

__all__ = ["EXTRA_PASSES", "PASSES", "add_turns", "search_all"]

Indices = NDArray[np.int64]

# Found on 240 pools of types 1-3 and Dirichlet, and on 1,000 to 1,000,000 clients of Dirichlet 0.3.
_TRIES = 200.0  # changes tried per client, in every pool
_SMALL_TRIES = 200_000.0  # and, in every pool of _SMALL clients or more, this many more: small pools are cheap
_EXTRA_TRIES = 500_000.0  # the same while extra turns are given: who gets them makes the search harder
_SMALL = 100
_BLOCK = 1_000  # clients whose subsets are searched together
_PARTS = 4  # a cooling is cut so often, and the blocks are mixed anew
_HOT, _COLD = 0.3, 0.03
_MILD = 0.05  # the last temperature while extra turns are given
_HEADS = 0.01  # of the subsets, the worst, are searched again, each with _PARTNERS others
_PARTNERS = 15
_RENEW_SHARE = 0.5  # of the tries, while extra turns are given, are about them
_ATTEMPTS = (0.03, 0.3, 0.3, 0.3)  # temperatures: the first only mends, and needs the fewest extra turns

PASSES = _PARTS + 2
EXTRA_PASSES = len(_ATTEMPTS) * (_PARTS + 1)
"""How many passes over all groups `search_all` and `add_turns` make, at most."""


def search_all(search: Search, draft: Draft, *, effort: float, enough: float, hot: float = _HOT) -> None:
    """Improve all subsets until the worst is at or under `enough`, or the work is done."""
    rng = np.random.default_rng((search.seed, 1))
    renew = _RENEW_SHARE if (draft.turns(search.clients) > search.least).any() else 0.0
    tries = effort * tries_per_client(int(draft.sizes.sum()))
    _cool(search, draft, rng, Pace(tries=tries, hot=hot, cold=min(_COLD, hot / 3), enough=enough, renew_share=renew))
    _polish(search, draft, rng, tries, enough)


def add_turns(search: Search, draft: Draft, *, extra: int, effort: float, enough: float) -> Draft:
    """Return a draft with up to `extra` more turns, and as few of them as its worst subset needs.

    Small pools are tried more than once, with other random numbers: which turns help is a matter of luck there.
    """
    found: list[Draft] = []
    money = search.money
    tries = effort * tries_per_client(int(draft.sizes.sum()), _EXTRA_TRIES)
    attempts = _ATTEMPTS if len(_blocks(draft, np.random.default_rng(0))) == 1 else _ATTEMPTS[-1:]
    for attempt, hot in enumerate(attempts):
        if found and (found[-1].worst <= enough or search.late):
            break
        search.money = money
        rng = np.random.default_rng((search.seed, 2, attempt))
        pace = Pace(
            tries=tries, hot=hot, cold=min(_MILD, hot / 3), enough=enough, renew_share=_RENEW_SHARE, extra=extra
        )
        found.append(_with_turns(search, draft, rng, pace))
    return min(found, key=lambda more: (more.worst, int(more.sizes.sum())))


def _with_turns(search: Search, draft: Draft, rng: np.random.Generator, pace: Pace) -> Draft:
    """Anneal while turns are given, taken back and passed on; then take back what no subset needs.

    A turn is not needed where its subset without it is no worse than the worst.
    """
    more = draft.copy()
    _cool(search, more, rng, pace)
    _polish(search, more, rng, pace.tries, pace.enough)
    search.run(more, [np.arange(len(more.sizes))], Pace(shed=True, enough=more.worst))
    return more


def _cool(search: Search, draft: Draft, rng: np.random.Generator, pace: Pace) -> None:
    """Run a pace in parts, each a little cooler, and mix the blocks anew before each."""
    most = pace.extra + int(draft.sizes.sum())
    steps = pace.hot * (pace.cold / pace.hot) ** (np.arange(_PARTS + 1) / _PARTS)
    for part in range(_PARTS):
        if draft.worst <= pace.enough or search.late:
            return
        cooler = replace(
            pace,
            tries=pace.tries / _PARTS,
            hot=float(steps[part]),
            cold=float(steps[part + 1]),
            extra=most - int(draft.sizes.sum()),
        )
        search.run(draft, _blocks(draft, rng), cooler)


def tries_per_client(clients: int, small: float = _SMALL_TRIES) -> float:
    """Return how many changes to try per client at effort 1.

    Examples
    --------
    >>> [round(tries_per_client(clients)) for clients in (100, 1_000, 1_000_000)]
    [2200, 400, 200]
    """
    return _TRIES + small / max(clients, _SMALL)


def _blocks(draft: Draft, rng: np.random.Generator) -> list[Indices]:
    """Mix the subsets and cut them into blocks of about as many clients as are searched together."""
    subsets = len(draft.sizes)
    per_block = max(2 * _PARTNERS, round(_BLOCK * subsets / max(1, int(draft.sizes.sum()))))
    if subsets < 2 * per_block:
        return [np.arange(subsets)]
    return np.array_split(rng.permutation(subsets), round(subsets / per_block))


def _polish(search: Search, draft: Draft, rng: np.random.Generator, tries: float, enough: float) -> None:
    """Search the worst subsets of a large draft again, each together with a few random others.

    The worst of very many subsets is an extreme value: blocks that are as good as one of 1,000 clients still have a
    worse worst together.
    """
    heads = int(_HEADS * len(draft.sizes))
    for _ in range(2 if heads else 0):
        if draft.worst <= enough or search.late:
            return
        order = np.argsort(-draft.values, kind="stable")
        others = rng.permutation(order[heads:])[: heads * _PARTNERS].reshape(heads, _PARTNERS)
        groups = [np.append(order[k], others[k]) for k in range(heads)]
        search.run(draft, groups, Pace(tries=tries, hot=0.1, cold=0.02, enough=enough))
