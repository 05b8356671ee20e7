"""How far a label histogram is from its target, on a scale from 0 to 1. Arrays in, numbers out.

Each measure is one small class behind the protocol `Measure`; `measure(name)` finds it by its name. All of them are
0 where the histogram has the target's shares (uniform, unless a target is given), and 1 where it holds one class only
and that class is the target's rarest. With one class there is nothing to compare: 0.

An empty histogram is as far away as can be: 1. A round or a client without data must not pass for a balanced one, and
scores (1 - measure) need no exception for it.

Joining two histograms never gives a larger value than the larger of theirs: every measure is quasi-convex in the
shares. Nid, L2 and KL are convex; the Hellinger distance is not, its square is.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["KL", "L2", "MEASURES", "Hellinger", "Measure", "Nid", "measure", "target_shares"]

Floats = NDArray[np.float64]
Rule = Callable[[Floats, Floats, Floats], Floats]

CELLS = 1 << 16
"""Counts worked on at a time: 512 kB of floats stay in a core's cache, so a million histograms are read once."""


class Measure(Protocol):
    """The non-iid degree of histograms."""

    @property
    def name(self) -> str:
        """How a task names it."""
        ...

    def of(self, histograms: ArrayLike, target: ArrayLike | None = None) -> Floats:
        """Return a number in [0, 1] for each histogram along the last axis."""
        ...


@dataclass(frozen=True, slots=True)
class Nid:
    """The spread of the label counts over their sum, (max - min) / sum (eq. 2).

    Against a target q: c · min(q) · (max r - min r) / sum with r_j = h_j / (c q_j).

    Examples
    --------
    >>> Nid().of([[10, 20, 30], [5, 5, 5], [9, 0, 0]]).tolist()
    [0.3333333333333333, 0.0, 1.0]
    >>> Nid().of([10, 20, 30], target=[1, 2, 3]).item()
    0.0
    """

    name: ClassVar[str] = "nid"

    def of(self, histograms: ArrayLike, target: ArrayLike | None = None) -> Floats:
        """Return a number in [0, 1] for each histogram along the last axis."""
        return _by_blocks(histograms, target, _spread if target is None else _spread_against)


@dataclass(frozen=True, slots=True)
class L2:
    """The Euclidean distance of the label shares to the target.

    Examples
    --------
    >>> L2().of([[3, 1], [4, 0]]).tolist()
    [0.5, 1.0]
    """

    name: ClassVar[str] = "l2"

    def of(self, histograms: ArrayLike, target: ArrayLike | None = None) -> Floats:
        """Return a number in [0, 1] for each histogram along the last axis."""
        return _by_blocks(histograms, target, _euclidean)


@dataclass(frozen=True, slots=True)
class Hellinger:
    """The Hellinger distance of the label shares to the target.

    Examples
    --------
    >>> Hellinger().of([[3, 1], [4, 0]]).round(3).tolist()
    [0.341, 1.0]
    """

    name: ClassVar[str] = "hellinger"

    def of(self, histograms: ArrayLike, target: ArrayLike | None = None) -> Floats:
        """Return a number in [0, 1] for each histogram along the last axis."""
        return _by_blocks(histograms, target, _hellinger)


@dataclass(frozen=True, slots=True)
class KL:
    """The Kullback-Leibler divergence of the label shares from the target.

    Examples
    --------
    >>> KL().of([[3, 1], [4, 0]]).round(3).tolist()
    [0.189, 1.0]
    """

    name: ClassVar[str] = "kl"

    def of(self, histograms: ArrayLike, target: ArrayLike | None = None) -> Floats:
        """Return a number in [0, 1] for each histogram along the last axis."""
        return _by_blocks(histograms, target, _divergence)


MEASURES: tuple[Measure, ...] = (Nid(), L2(), Hellinger(), KL())


def measure(name: str) -> Measure:
    """Return the measure of that name.

    Examples
    --------
    >>> measure("l2")
    L2()
    """
    for one in MEASURES:
        if one.name == name:
            return one
    raise InvalidValue("measure", seen=repr(name), expected="one of " + ", ".join(one.name for one in MEASURES))


def target_shares(target: ArrayLike | None, classes: int) -> Floats:
    """Return the target's shares, all above 0 and of sum 1; uniform for ``None``.

    Examples
    --------
    >>> target_shares([1, 3], 2).tolist()
    [0.25, 0.75]
    """
    if target is None:
        return np.full(classes, 1.0 / classes)
    shares = np.asarray(target, dtype=np.float64)
    if shares.shape != (classes,):
        raise InvalidValue("target", seen=f"of shape {shares.shape}", expected=f"{classes} shares, one a class")
    bad = ~(np.isfinite(shares) & (shares > 0))
    if bad.any():
        raise InvalidValue("target", index=int(bad.argmax()), seen=shares[bad][0], expected="a share above 0")
    scaled: Floats = shares / shares.max()
    return scaled / math.fsum(scaled)


def _by_blocks(histograms: ArrayLike, target: ArrayLike | None, rule: Rule) -> Floats:
    """Apply a rule to blocks of histograms, classes first: what a rule touches stays in the cache."""
    counts = _checked(histograms)
    classes = counts.shape[-1]
    shares = target_shares(target, classes)
    rows = counts.reshape(-1, classes)
    out = np.zeros(len(rows))
    step = max(1, CELLS // classes)
    for start in range(0, len(rows), step):
        block = np.array(rows[start : start + step].T, dtype=np.float64, order="C")  # a copy: rules compute in place
        totals = _totals(block, start)
        if classes > 1:
            out[start : start + step] = _of_block(block, totals, shares, rule)
    return out.reshape(counts.shape[:-1])


def _checked(histograms: ArrayLike) -> NDArray[Any]:
    counts = np.asarray(histograms)
    if counts.ndim == 0 or counts.shape[-1] == 0:
        raise InvalidValue("histogram", seen=f"of shape {counts.shape}", expected="at least one class")
    if counts.dtype.kind not in "biuf":
        raise InvalidValue("histogram", seen=f"of type {counts.dtype}", expected="numbers")
    return counts


def _totals(block: Floats, start: int) -> Floats:
    with np.errstate(over="ignore"):  # an infinite sum is refused below
        totals = _sum(block)
    if block.min() >= 0 and totals.max() < np.inf:  # NaN compares false
        return totals
    odd = int((~(np.isfinite(block) & (block >= 0)).all(axis=0) | np.isinf(totals)).argmax())
    seen = ", ".join(f"{count:g}" for count in block[:, odd])
    raise InvalidValue("histograms", index=start + odd, seen=f"({seen})", expected="finite counts of 0 or more")


def _of_block(block: Floats, totals: Floats, shares: Floats, rule: Rule) -> Floats:
    empty = np.flatnonzero(totals == 0)
    totals[empty] = 1.0
    values = rule(block, totals, shares)
    values[empty] = 1.0
    return np.clip(values, 0.0, 1.0, out=values)


def _sum(rows: Floats) -> Floats:
    """Add row by row: the same sums in the same order, whether one histogram is given or a million."""
    total: Floats = rows[0].copy()
    for row in rows[1:]:
        total += row
    return total


def _spread(counts: Floats, totals: Floats, _: Floats) -> Floats:
    spread: Floats = counts.max(axis=0) - counts.min(axis=0)
    return np.divide(spread, totals, out=spread)


def _spread_against(counts: Floats, totals: Floats, shares: Floats) -> Floats:
    # c · min(q) · r_j = h_j · min(q) / q_j: no ratio exceeds its count, so the result is in [0, 1].
    counts *= (shares.min() / shares)[:, None]
    return _spread(counts, totals, shares)


def _euclidean(counts: Floats, totals: Floats, shares: Floats) -> Floats:
    # Largest at a single class i: |e_i - q|² = 1 - 2 q_i + |q|², so at the rarest.
    largest = 1.0 - 2.0 * shares.min() + math.fsum(shares * shares)
    counts /= totals
    counts -= shares[:, None]
    counts *= counts
    distance: Floats = np.sqrt(_sum(counts) / largest)
    return distance


def _hellinger(counts: Floats, totals: Floats, shares: Floats) -> Floats:
    # H² = ½ Σ (√p - √q)²; 1 - Σ √(p q) is the same and loses half its digits near 0. Largest: 1 - √min(q).
    counts /= totals
    np.sqrt(counts, out=counts)
    counts -= np.sqrt(shares)[:, None]
    counts *= counts
    distance: Floats = np.sqrt(_sum(counts) / (2.0 * (1.0 - math.sqrt(shares.min()))))
    return distance


def _divergence(counts: Floats, totals: Floats, shares: Floats) -> Floats:
    # Largest: log(1 / min(q)). A class without samples adds p log p = 0: its logarithm is taken of 1.
    counts /= totals
    ratios = counts / shares[:, None]
    ratios[counts == 0] = 1.0
    counts *= np.log(ratios, out=ratios)
    divergence: Floats = _sum(counts) / -math.log(shares.min())
    return divergence
