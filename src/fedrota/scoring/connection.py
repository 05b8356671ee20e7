"""Connection status as a rate. It knows one formula; what a task needs of a connection is its minimum's business."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fedrota.domain.errors import InvalidValue

__all__ = ["shannon_rate"]


def shannon_rate(bandwidth_hz: ArrayLike, snr: ArrayLike, *, decibels: bool = False) -> NDArray[np.float64]:
    """Return the bits per second that a channel can carry, bandwidth · log2(1 + SNR).

    Parameters
    ----------
    bandwidth_hz
        Hertz, 0 or more.
    snr
        Signal-to-noise ratio: a plain ratio of powers, 0 or more, or decibels of any sign.
    decibels
        Whether ``snr`` is in decibels.

    Examples
    --------
    >>> shannon_rate([1e6, 2e6], 3).tolist()
    [2000000.0, 4000000.0]
    >>> shannon_rate(1e6, 20, decibels=True).round().item()
    6658211.0
    """
    bandwidth = np.asarray(bandwidth_hz, dtype=np.float64)
    ratio = np.asarray(snr, dtype=np.float64)
    _check("bandwidth", bandwidth, least=0.0)
    _check("snr", ratio, least=-np.inf if decibels else 0.0)
    if decibels:
        ratio = 10.0 ** (ratio / 10.0)
    rate: NDArray[np.float64] = bandwidth * (np.log1p(ratio) / np.log(2.0))
    return rate


def _check(name: str, values: NDArray[np.float64], *, least: float) -> None:
    bad = ~(np.isfinite(values) & (values >= least))
    if bad.any():
        odd = int(bad.argmax())
        expected = "a finite number" if least < 0 else "a finite number of 0 or more"
        raise InvalidValue(name, index=odd, seen=values.ravel()[odd], expected=expected)
