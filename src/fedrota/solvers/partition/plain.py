"""Plain ways to divide clients: what a planner has to beat. Arrays in, index arrays out."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.partition import Partition
from fedrota.solvers.partition.answer import conclude
from fedrota.solvers.partition.bounds import bound_once
from fedrota.solvers.partition.request import Request, read_request

__all__ = ["label_greedy", "random", "round_robin"]


def random(
    histograms: ArrayLike,
    *,
    size: int,
    tolerance: int,
    seed: int = 0,
    measure: str = "nid",
    target: ArrayLike | None = None,
) -> Partition:
    """Divide clients at random; sizes differ by at most one.

    Examples
    --------
    >>> [subset.size for subset in random([[1, 1]] * 25, size=10, tolerance=3).subsets]
    [13, 12]
    """
    request = read_request(histograms, size=size, tolerance=tolerance, measure=measure, target=target)
    return _deal_out(request, np.random.default_rng(seed).permutation(request.clients))


def round_robin(
    histograms: ArrayLike, *, size: int, tolerance: int, measure: str = "nid", target: ArrayLike | None = None
) -> Partition:
    """Divide clients in the order in which they come: the k-th into subset k mod T.

    Examples
    --------
    >>> [subset.tolist() for subset in round_robin([[1, 1]] * 4, size=2, tolerance=0).subsets]
    [[0, 2], [1, 3]]
    """
    request = read_request(histograms, size=size, tolerance=tolerance, measure=measure, target=target)
    return _deal_out(request, np.arange(request.clients))


def label_greedy(
    histograms: ArrayLike, *, size: int, tolerance: int, measure: str = "nid", target: ArrayLike | None = None
) -> Partition:
    """Fill subset by subset with the client that holds most of what the subset lacks most.

    Clients queue by their most frequent class (relative to the target), the largest first. The next client comes from
    the queue whose class has the least of its share in the subset so far.

    Examples
    --------
    >>> [subset.tolist() for subset in label_greedy([[8, 0], [9, 0], [0, 9], [0, 8]], size=2, tolerance=0).subsets]
    [[1, 2], [0, 3]]
    """
    request = read_request(histograms, size=size, tolerance=tolerance, measure=measure, target=target)
    ratios = request.histograms / request.form.shares
    label = ratios.argmax(axis=1)
    order = np.lexsort((request.histograms.sum(axis=1), label))  # each queue is taken from its end
    queues = [order[label[order] == j].tolist() for j in range(request.form.shares.size)]
    ends = np.arange(request.subsets + 1) * request.clients // request.subsets
    return _answer(request, [_fill(ratios, queues, int(count)) for count in np.diff(ends)])


def _fill(ratios: NDArray[np.float64], queues: list[list[int]], count: int) -> NDArray[np.int64]:
    held = np.zeros(ratios.shape[1])
    chosen = []
    for _ in range(count):
        label = int(np.where([bool(queue) for queue in queues], held, np.inf).argmin())
        client = queues[label].pop()
        held += ratios[client]
        chosen.append(client)
    return np.array(chosen)


def _deal_out(request: Request, order: NDArray[np.int64]) -> Partition:
    return _answer(request, [order[t :: request.subsets] for t in range(request.subsets)])


def _answer(request: Request, subsets: list[NDArray[np.int64]]) -> Partition:
    return conclude(request, subsets, bound_once(request))
