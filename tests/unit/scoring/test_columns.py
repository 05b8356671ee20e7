"""What scoring refuses to compute on."""

from dataclasses import replace

import numpy as np
import pytest

from fedrota.domain.criteria import Criterion
from fedrota.domain.errors import InvalidValue
from fedrota.domain.offers import Offers
from fedrota.domain.task import Task
from fedrota.scoring import score_offers

CRITERIA = (
    Criterion(name="cpu", minimum=1),
    Criterion(name="data_size", minimum=1, soft=True),
    Criterion(name="data_distribution"),
)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"histograms": np.array([[1, 2], [3, -1]])}, r"histograms\[1\] is \[3, -1\]"),
        ({"histograms": np.array([[1, 2]])}, "histograms is of shape"),
        ({"histograms": np.array([[1.0, 2.0], [3.0, np.nan]])}, r"histograms\[1\]"),
        ({"resources": {"cpu": np.array([1.0, -2.0])}}, r"cpu\[1\] is -2.0"),
        ({"resources": {"cpu": np.array([np.inf, 2.0])}}, r"cpu\[0\] is inf"),
        ({"resources": {"cpu": np.array([2.0])}}, "cpu is of shape .1,.; expected 2 values"),
        ({"data_sizes": np.array([5, -5])}, r"data_size\[1\] is -5.0"),
        ({"quality": np.array([[0.5], [1.5]])}, r"quality\[1\] is \[1.5\]"),
        ({"behavior": np.array([[-0.5], [np.nan]])}, r"behavior\[0\] is \[-0.5\]"),
        ({"behavior": np.array([[0.5]])}, "behavior is of shape"),
        ({"prices": np.array([5, -1])}, r"prices\[1\] is -1"),
        ({"prices": np.array([5.0, 1.5])}, r"prices\[0\] is 5.0; expected the integer 5"),
        ({"prices": np.array([5, 10**12 + 1])}, r"prices\[1\] is 1000000000001; expected 1,000,000,000,000 at most"),
        ({"prices": [5, 10**30]}, r"prices\[1\]"),
        ({"prices": np.array([2**63, 5], dtype=np.uint64)}, r"prices\[0\]"),
        ({"prices": "abc"}, "prices is of shape"),
        ({"ids": np.array(["a", "b\n"])}, r"client id\[1\]"),
        ({"ids": np.array([1, 2])}, "client ids is of shape .2,. and type int64"),
        ({"histograms": np.array([[1, 2, 3], [4, 5, 6]])}, "target is of 2 shares; expected 3, one for each label"),
        ({"prices": np.array([np.nan, 1])}, r"prices\[0\] is nan"),
        ({"prices": np.array([1])}, "prices is of shape"),
    ],
)
def test_columns_built_in_code_are_checked(change, message):
    """Files are checked by their readers; arrays from elsewhere are checked here, with name and index."""
    empty = np.full((2, 0), np.nan)
    good = Offers(
        ids=np.array(["a", "b"]),
        prices=np.array([5, 5]),
        resources={"cpu": np.array([2.0, 3.0])},
        histograms=None,
        data_sizes=None,
        quality=empty,
        behavior=empty,
    )
    task = Task(criteria=CRITERIA, target=(0.5, 0.5))

    with pytest.raises(InvalidValue, match=message):
        score_offers(task, replace(good, **change))
