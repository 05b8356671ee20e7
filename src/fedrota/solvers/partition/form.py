"""How histograms are laid out for the compiled loops, one form per measure; and the same values from numpy.

The loops evaluate a measure after every exchange, so whatever can be multiplied in beforehand is.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["EVENNESS", "HELLINGER", "KL", "L2", "MEASURES", "NID", "Form", "appraise", "prepare", "shape_form"]

Floats = NDArray[np.float64]

NID, L2, HELLINGER, KL, EVENNESS = range(5)
MEASURES = {"nid": NID, "l2": L2, "hellinger": HELLINGER, "kl": KL}

_LANES = 8  # columns are padded to whole vectors
_CELLS = 1 << 22


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Form:
    """A measure in the shape that the loops compute it in.

    Attributes
    ----------
    code
        Which measure.
    scale
        What the computed number is multiplied by, so that one class, the rarest, gives 1.
    shares
        The target's shares of the classes.
    factors
        What each class's counts are multiplied by beforehand.
    """

    code: int
    scale: float
    shares: Floats
    factors: Floats

    @property
    def columns(self) -> int:
        """The classes, padded to whole vectors."""
        return -(-self.shares.size // _LANES) * _LANES

    @property
    def uniform(self) -> bool:
        """Whether all classes have the same share."""
        return bool((self.shares == self.shares[0]).all())


def shape_form(measure: str, shares: Floats) -> Form:
    """Shape a measure against a target.

    Examples
    --------
    >>> shape_form("nid", np.array([0.5, 0.25, 0.25])).factors
    array([0.5, 1. , 1. ])
    """
    if measure not in MEASURES:
        raise InvalidValue("measure", seen=repr(measure), expected="one of " + ", ".join(MEASURES))
    code = MEASURES[measure] if shares.size > 1 else EVENNESS
    rarest = float(shares.min())
    ones = np.ones_like(shares)
    if code == NID:
        return Form(code=code, scale=1.0, shares=shares, factors=rarest / shares)
    if code == L2:
        largest = math.sqrt(1.0 - 2.0 * rarest + math.fsum(shares * shares))
        return Form(code=code, scale=1.0 / largest, shares=shares, factors=ones)
    if code == HELLINGER:
        return Form(code=code, scale=1.0 / math.sqrt(1.0 - math.sqrt(rarest)), shares=shares, factors=shares)
    if code == KL:
        return Form(code=code, scale=-1.0 / math.log(rarest), shares=shares, factors=ones)
    return Form(code=code, scale=0.0, shares=shares, factors=ones)


def prepare(histograms: NDArray[np.int64 | np.float64], form: Form) -> Floats:
    """Lay out the rows that the loops read: the clients', one of zeros for nobody, and the target.

    Padding must not matter: it repeats the first class where the measure is a spread, and is 0 elsewhere, in the
    target 1 so that nothing is divided by 0. The last column holds the totals.
    """
    clients, classes = histograms.shape
    rows = np.zeros((clients + 2, form.columns + 1))
    step = max(1, _CELLS // max(1, classes))
    for start in range(0, clients, step):
        block = rows[start : min(start + step, clients)]
        block[:, :classes] = histograms[start : start + step]
        block[:, -1] = block[:, :classes].sum(axis=1)
        block[:, :classes] *= form.factors
        if form.code == NID:
            block[:, classes:-1] = block[:, :1]
    if form.code == KL:
        rows[-1, :-1] = 1.0
    rows[-1, :classes] = form.shares
    return rows


def appraise(histograms: NDArray[np.int64 | np.float64], form: Form) -> Floats:
    """Return the measure of each histogram: 1 where it is empty, 0 where there is only one class.

    Examples
    --------
    >>> form = shape_form("nid", np.full(3, 1 / 3))
    >>> appraise(np.array([[10, 20, 30], [5, 5, 5], [0, 0, 0]]), form)
    array([0.33333333, 0.        , 1.        ])
    """
    counts = np.asarray(histograms, dtype=np.float64)
    if form.code == EVENNESS:
        return np.zeros(counts.shape[:-1])
    totals = counts.sum(axis=-1, keepdims=True)
    empty = totals[..., 0] <= 0
    counts = counts / np.where(totals > 0, totals, 1.0)
    return np.where(empty, 1.0, np.clip(_distances(counts, form) * form.scale, 0.0, 1.0))


def _distances(parts: Floats, form: Form) -> Floats:
    if form.code == NID:
        ratios = parts * form.factors
        return np.asarray(ratios.max(axis=-1) - ratios.min(axis=-1))
    if form.code == L2:
        return np.asarray(np.sqrt(((parts - form.shares) ** 2).sum(axis=-1)))
    if form.code == HELLINGER:
        return np.asarray(np.sqrt(((np.sqrt(parts) - np.sqrt(form.shares)) ** 2).sum(axis=-1) / 2.0))
    ratios = np.where(parts > 0, parts / form.shares, 1.0)
    return np.asarray((parts * np.log(ratios)).sum(axis=-1))
