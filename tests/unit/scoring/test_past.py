"""From rounds to a task, from past tasks to a score."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidValue
from fedrota.scoring import quality_from_cosine, task_behavior, task_quality
from fedrota.scoring.past import recent_mean, tasks_completed

histories = st.lists(st.lists(st.floats(0, 1) | st.just(float("nan")), min_size=4, max_size=4), min_size=1, max_size=9)


@given(past=histories, length=st.integers(1, 5), prior=st.floats(0, 1))
def test_recent_mean_averages_the_latest_known_values(past, length, prior):
    """Wherever the gaps are: a client that skipped a task keeps the ones before it."""
    columns = np.array(past)

    means = recent_mean(columns, length=length, newcomer=prior)(slice(0, len(past)))

    for row, mean in zip(past, means, strict=True):
        known = [value for value in row if value == value][-length:]
        assert mean == pytest.approx(sum(known) / len(known) if known else prior)
        assert 0 <= mean <= 1


def test_recent_mean_of_no_tasks_is_the_prior():
    """The first task of a service finds newcomers only."""
    assert recent_mean(np.empty((2, 0)), length=3, newcomer=0.5)(slice(0, 2)).tolist() == [0.5, 0.5]


def test_recent_mean_leaves_the_history_alone():
    """The same columns are scored for the next task."""
    past = np.array([[0.1, 0.2, 0.3]])

    recent_mean(past, length=1, newcomer=0.5)(slice(0, 1))

    assert past.tolist() == [[0.1, 0.2, 0.3]]


def test_tasks_completed_counts_the_longer_of_both_records():
    """A task in which no round succeeded still has a behavior."""
    quality, behavior = np.array([[np.nan, 1.0]]), np.array([[0.0, 1.0]])

    assert tasks_completed(quality, behavior).tolist() == [2.0]


@given(cosine=st.floats(-1, 1))
def test_a_cosine_becomes_a_quality_from_0_to_1(cosine):
    """Scores are in [0, 1], cosines are not (S3)."""
    assert quality_from_cosine(cosine).item() == (1 + cosine) / 2


def test_a_cosine_of_32_bit_floats_may_exceed_1_by_rounding():
    """Two equal updates have a cosine of 1.0000001 on a GPU."""
    assert quality_from_cosine([1.0000001, -1.0000001]).tolist() == [1.0, 0.0]


@pytest.mark.parametrize("bad", [1.01, -2, np.nan])
def test_what_is_no_cosine_is_refused(bad):
    """A distance passed as a similarity would pass for a perfect client."""
    with pytest.raises(InvalidValue, match=r"cosine\[1\]"):
        quality_from_cosine([0.5, bad])


def test_quality_averages_the_rounds_that_succeeded():
    """Equation 3; without a success there is no quality to speak of, so 0 (S13)."""
    assert task_quality([0.5, 0.7]) == pytest.approx(0.6)
    assert task_quality([]) == 0.0


def test_behavior_averages_all_assigned_rounds():
    """Equation 5: who dropped out in one round of four behaved in three of four (S13)."""
    assert task_behavior(b for b in (1, 0, 1, 1)) == 0.75


def test_behavior_of_no_assigned_round_is_refused():
    """Who was never asked neither behaved nor misbehaved."""
    with pytest.raises(InvalidValue, match="at least one assigned round"):
        task_behavior([])


@pytest.mark.parametrize("function", [task_quality, task_behavior])
@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan")])
def test_a_round_outside_0_to_1_is_refused(function, bad):
    """One bad round would otherwise move an average for many tasks."""
    with pytest.raises(InvalidValue, match=r"\[1\]"):
        function([0.5, bad])
