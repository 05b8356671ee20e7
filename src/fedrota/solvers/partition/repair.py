"""An earlier division, brought up to date: who left is gone, who is new has a seat, sizes are right again."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue
from fedrota.solvers.partition.deal import deal
from fedrota.solvers.partition.request import Request
from fedrota.solvers.partition.search import Draft

__all__ = ["reseat"]

Indices = NDArray[np.int64]


def reseat(previous: Sequence[ArrayLike], request: Request, turns: Indices, seed: int) -> Draft:
    """Keep as much of an earlier division as the turns and the sizes of now allow.

    A client keeps the first of its former seats, as many as it has turns. Where there must be fewer subsets, the
    smallest are dissolved. Whoever has no seat goes to the smallest subsets; the largest give to those too small.
    Where repeated turns leave no such place, all are dealt anew.
    """
    kept = _former(previous, request, turns)
    kept = sorted(kept, key=len, reverse=True)
    homeless = _homeless(kept[: request.subsets], turns)
    members: list[list[int]] = [subset.tolist() for subset in kept[: request.subsets]]
    members += [[] for _ in range(request.subsets - len(members))]
    if not (_find_seats(members, homeless.tolist(), request) and _even_out(members, request)):
        return deal(request.histograms, turns, request.subsets, request.largest, seed)
    draft = Draft(
        np.zeros((request.subsets, request.largest), dtype=np.int32),
        np.array([len(subset) for subset in members], dtype=np.int32),
        np.ones(request.subsets),
    )
    draft.members[draft.taken()] = np.concatenate(members)
    return draft


def _former(previous: Sequence[ArrayLike], request: Request, turns: Indices) -> list[Indices]:
    """Return who stays of each former subset: no client twice in one, nor more often than it has turns."""
    subsets = [np.asarray(subset) for subset in previous]
    if not subsets or any(subset.ndim != 1 or subset.dtype.kind not in "iu" for subset in subsets):
        raise InvalidValue("previous", seen=f"{len(subsets)} subsets", expected="one or more index arrays")
    clients = np.concatenate(subsets).astype(np.int64)
    number = np.repeat(np.arange(len(subsets)), [subset.size for subset in subsets])
    if clients.size and clients.max() >= request.clients:
        raise InvalidValue("previous", seen=f"client {clients.max()}", expected=f"indices below {request.clients}")
    here = clients >= 0
    pairs = np.unique(number[here] * request.clients + clients[here])
    number, clients = np.divmod(pairs, request.clients)
    order = np.argsort(clients, kind="stable")
    first = np.searchsorted(clients[order], clients[order])
    stays = np.empty(clients.size, dtype=np.bool_)
    stays[order] = np.arange(clients.size) - first < turns[clients[order]]
    sizes = np.bincount(number[stays], minlength=len(subsets))
    return [part[: request.largest] for part in np.split(clients[stays], np.cumsum(sizes)[:-1])]


def _homeless(kept: list[Indices], turns: Indices) -> Indices:
    seated = np.bincount(np.concatenate([*kept, np.zeros(0, dtype=np.int64)]), minlength=turns.size)
    missing = turns - seated
    return np.repeat(np.arange(turns.size), missing)


def _find_seats(members: list[list[int]], homeless: list[int], request: Request) -> bool:
    """Seat each in the smallest subset that does not have it yet; tell whether all found one."""
    by_size: list[list[int]] = [[] for _ in range(request.largest + 1)]
    for t in range(len(members) - 1, -1, -1):
        by_size[len(members[t])].append(t)
    for client in homeless:
        places = (
            (size, place)
            for size in range(request.largest)
            for place in range(len(by_size[size]) - 1, -1, -1)
            if client not in members[by_size[size][place]]
        )
        size, place = next(places, (-1, -1))
        if place < 0:
            return False
        t = by_size[size].pop(place)
        members[t].append(client)
        by_size[size + 1].append(t)
    return True


def _even_out(members: list[list[int]], request: Request) -> bool:
    """Let the largest subsets give to those that are too small; tell whether all are large enough."""
    order = sorted(range(len(members)), key=lambda t: len(members[t]))
    donor = len(order) - 1
    for t in order:
        while len(members[t]) < request.smallest:
            giver = members[order[donor]]
            client = next((client for client in giver if client not in members[t]), -1)
            if len(giver) <= request.smallest or client < 0:
                donor -= 1
                if donor < 0:
                    return False
                continue
            giver.remove(client)
            members[t].append(client)
    return True
