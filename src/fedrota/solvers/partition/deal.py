"""A first division of clients: by their most frequent class, so that every subset gets some of each."""

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.partition.search import Draft

__all__ = ["deal", "seat"]

Indices = NDArray[np.int64]


def deal(histograms: NDArray[np.int64 | np.float64], turns: Indices, subsets: int, largest: int, seed: int) -> Draft:
    """Sort clients by class and size, and deal them out one by one.

    Copies of a client follow each other, so they come to different subsets; sizes differ by at most one.
    """
    counts = np.asarray(histograms)
    order = np.lexsort((np.random.default_rng(seed).random(len(counts)), -counts.sum(axis=1), counts.argmax(axis=1)))
    return seat(np.repeat(order, turns[order]), subsets, largest)


def seat(tokens: Indices, subsets: int, largest: int) -> Draft:
    """Seat the k-th of the tokens in subset k mod T."""
    place = np.arange(tokens.size)
    members = np.zeros((subsets, largest), dtype=np.int32)
    members[place % subsets, place // subsets] = tokens
    sizes = np.bincount(place % subsets, minlength=subsets).astype(np.int32)
    return Draft(members, sizes, np.ones(subsets))
