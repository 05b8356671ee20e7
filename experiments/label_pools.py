"""Pools of clients with skewed labels: the paper's types 1, 2 and 3, and Dirichlet pools. Histograms out.

A `LabelPool` is a recipe; `LabelPool.deal` draws one pool from it: one row a client, one column a class.

==========  =================================================================================
skew        what one client holds
==========  =================================================================================
type1       one label
type2       two labels, 9:1
type3       three labels, 5:4:1; 8 % of the clients two labels, by turns 5:1 and 4:1
dirichlet   every label, in proportions drawn from a symmetric Dirichlet distribution (`alpha`)
==========  =================================================================================

Labels dealt *evenly*: each class is the first label of as many clients as any other (or one more); at
random: drawn independently. A client's second and third label are drawn at random either way. Sizes are
*equal*: 500 samples a client, or *unequal*: 300 to 900, each as likely as any other.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["EQUAL_SIZE", "UNEQUAL_SIZES", "LabelPool", "dirichlet_pools", "paper_pools"]

Histograms = NDArray[np.int64]

EQUAL_SIZE = 500  # the paper does not say; ten clients of one MNIST class then share its 5,421 images
UNEQUAL_SIZES = (300, 900)
TWO_LABEL_SHARE = 0.08  # of a type 3 pool: the paper's "a few clients"

# Parts of the first, second and third label.
PARTS = {"type1": (1, 0, 0), "type2": (9, 1, 0), "type3": (5, 4, 1)}
TWO_LABEL_PARTS = ((5, 1, 0), (4, 1, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelPool:
    """A kind of pool, to be drawn as often as an experiment needs.

    Attributes
    ----------
    skew
        How many labels a client holds and in which proportions; see the module.
    labels
        Whether the first labels are dealt evenly or drawn at random; a Dirichlet pool ignores it.
    sizes
        Equal (500 samples) or unequal (300 to 900).
    alpha
        The concentration of a Dirichlet pool: the smaller, the more skewed.

    Examples
    --------
    >>> LabelPool(skew="type2").deal(3, 3, seed=1)
    array([[450,  50,   0],
           [  0, 450,  50],
           [  0,  50, 450]])
    """

    skew: Literal["type1", "type2", "type3", "dirichlet"]
    labels: Literal["evenly", "at random"] = "evenly"
    sizes: Literal["equal", "unequal"] = "equal"
    alpha: float = 0.3

    @property
    def name(self) -> str:
        """How tables call this kind."""
        if self.skew == "dirichlet":
            return f"Dirichlet {self.alpha}, {self.sizes}"
        dealt = "" if self.labels == "evenly" else ", labels at random"
        return f"type {self.skew[-1]}, {self.sizes}{dealt}"

    def deal(self, clients: int = 100, classes: int = 10, *, seed: int) -> Histograms:
        """Draw one pool: the number of samples of each class (columns) at each client (rows)."""
        rng = np.random.default_rng(seed)
        sizes = self._draw_sizes(clients, rng)
        if self.skew == "dirichlet":
            return _dirichlet(sizes, classes, self.alpha, rng)
        labels = _draw_labels(clients, classes, self.labels == "evenly", rng)
        counts = _split(sizes, self._draw_parts(clients, rng))
        return _scatter(labels, counts, classes)

    def _draw_sizes(self, clients: int, rng: np.random.Generator) -> NDArray[np.int64]:
        if self.sizes == "equal":
            return np.full(clients, EQUAL_SIZE)
        low, high = UNEQUAL_SIZES
        return rng.integers(low, high + 1, clients)

    def _draw_parts(self, clients: int, rng: np.random.Generator) -> NDArray[np.int64]:
        parts = np.tile(np.array(PARTS[self.skew]), (clients, 1))
        if self.skew == "type3":
            few = rng.permutation(clients)[: round(TWO_LABEL_SHARE * clients)]
            parts[few[0::2]], parts[few[1::2]] = TWO_LABEL_PARTS
        return parts


def paper_pools(labels: Literal["evenly", "at random"] = "evenly") -> tuple[LabelPool, ...]:
    """Return the six kinds of types 1 to 3, equal and unequal.

    Examples
    --------
    >>> [kind.name for kind in paper_pools()][:3]
    ['type 1, equal', 'type 1, unequal', 'type 2, equal']
    """
    skews: tuple[Literal["type1", "type2", "type3"], ...] = ("type1", "type2", "type3")
    sizes: tuple[Literal["equal", "unequal"], ...] = ("equal", "unequal")
    return tuple(LabelPool(skew=skew, labels=labels, sizes=size) for skew in skews for size in sizes)


def dirichlet_pools(alphas: tuple[float, ...] = (0.1, 0.3, 1.0)) -> tuple[LabelPool, ...]:
    """Return Dirichlet pools, equal and unequal, from the most skewed.

    Examples
    --------
    >>> [kind.name for kind in dirichlet_pools((0.1,))]
    ['Dirichlet 0.1, equal', 'Dirichlet 0.1, unequal']
    """
    sizes: tuple[Literal["equal", "unequal"], ...] = ("equal", "unequal")
    return tuple(LabelPool(skew="dirichlet", alpha=alpha, sizes=size) for alpha in alphas for size in sizes)


def _draw_labels(clients: int, classes: int, evenly: bool, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw three labels a client, all different where there are three; the first is dealt or drawn."""
    first = rng.permutation(np.arange(clients) % classes) if evenly else rng.integers(0, classes, clients)
    step = rng.integers(1, max(2, classes), clients)
    other = rng.integers(1, max(2, classes - 1), clients)
    other += other >= step  # the third label is not the second
    return np.stack([first, first + step, first + other], axis=1) % classes


def _split(sizes: NDArray[np.int64], parts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Divide each size in the proportions of its parts; what rounding leaves goes to the first label."""
    counts: NDArray[np.int64] = sizes[:, None] * parts // parts.sum(axis=1, keepdims=True)
    counts[:, 0] += sizes - counts.sum(axis=1)
    return counts


def _scatter(labels: NDArray[np.int64], counts: NDArray[np.int64], classes: int) -> Histograms:
    histograms = np.zeros((len(labels), classes), dtype=np.int64)
    np.add.at(histograms, (np.arange(len(labels))[:, None], labels), counts)
    return histograms


def _dirichlet(sizes: NDArray[np.int64], classes: int, alpha: float, rng: np.random.Generator) -> Histograms:
    """Round proportions to whole samples: what is left of a client goes to its largest fractions."""
    exact = rng.dirichlet(np.full(classes, alpha), len(sizes)) * sizes[:, None]
    histograms: Histograms = np.floor(exact).astype(np.int64)
    missing = sizes - histograms.sum(axis=1)
    rank = np.argsort(np.argsort(histograms - exact, axis=1, kind="stable"), axis=1, kind="stable")
    histograms += rank < missing[:, None]
    return histograms
