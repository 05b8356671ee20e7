"""What every measure promises, whichever distance it is."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidValue
from fedrota.solvers.measures import MEASURES, Measure

CLOSE = 1e-9

histograms = st.integers(2, 6).flatmap(
    lambda c: st.lists(st.integers(0, 1000), min_size=c, max_size=c).filter(lambda counts: sum(counts) > 0)
)
targets = st.lists(st.integers(1, 50), min_size=2, max_size=6)
pairs = st.integers(2, 6).flatmap(
    lambda c: st.tuples(
        *[st.lists(st.integers(0, 1000), min_size=c, max_size=c).filter(lambda counts: sum(counts) > 0)] * 2,
        st.one_of(st.none(), st.lists(st.integers(1, 50), min_size=c, max_size=c)),
    )
)


@pytest.mark.parametrize("measure", MEASURES, ids=lambda one: one.name)
class TestMeasure:
    """One class for the seam: a new measure joins `MEASURES`."""

    @given(given=pairs)
    def test_is_a_number_from_0_to_1(self, measure: Measure, given):
        """Scores are 1 minus a measure, and thresholds on them mean the same for every measure."""
        first, second, target = given

        values = measure.of([first, second], target)

        assert values.shape == (2,)
        assert ((values >= 0) & (values <= 1)).all()

    @given(counts=st.integers(1, 10**12), classes=st.integers(2, 40))
    def test_is_0_for_a_uniform_histogram(self, measure: Measure, counts, classes):
        """Without a target, iid means the same number of samples of each class."""
        assert measure.of([counts] * classes).item() == pytest.approx(0, abs=CLOSE)

    @given(target=targets, scale=st.integers(1, 10**6))
    def test_is_0_for_a_histogram_that_matches_its_target(self, measure: Measure, target, scale):
        """A client whose data follow the target is as good as one can be."""
        assert measure.of([scale * share for share in target], target).item() == pytest.approx(0, abs=CLOSE)

    @given(target=targets)
    def test_is_1_for_the_rarest_class_alone(self, measure: Measure, target):
        """That is the largest value, and the scale ends there."""
        rarest = np.zeros(len(target))
        rarest[int(np.argmin(target))] = 7

        assert measure.of(rarest, target).item() == pytest.approx(1, abs=CLOSE)

    @given(counts=histograms, scale=st.integers(2, 10**6))
    def test_does_not_depend_on_the_number_of_samples(self, measure: Measure, counts, scale):
        """How much data a client has is another criterion."""
        larger = [scale * count for count in counts]

        assert measure.of(larger).item() == pytest.approx(measure.of(counts).item(), abs=CLOSE)

    @given(counts=histograms, seed=st.integers(0, 2**32))
    def test_does_not_depend_on_the_order_of_classes(self, measure: Measure, counts, seed):
        """Against the uniform target every class is as good as another."""
        shuffled = np.random.default_rng(seed).permutation(counts)

        assert measure.of(shuffled).item() == pytest.approx(measure.of(counts).item(), abs=CLOSE)

    @given(given=pairs)
    def test_of_joined_data_is_at_most_the_larger_of_both(self, measure: Measure, given):
        """So the worst subset of a plan is never better than all its data joined: the bound of every certificate."""
        first, second, target = given

        joined = measure.of(np.add(first, second), target)

        assert joined <= measure.of([first, second], target).max() + CLOSE

    @given(given=pairs, share=st.floats(0, 1))
    def test_is_convex_in_the_shares(self, measure: Measure, given, share):
        """Mixing clients never does worse than the average; of the Hellinger distance this holds for the square."""
        first, second, target = given
        shares = np.array([first, second]) / np.sum([first, second], axis=1, keepdims=True)
        power = 2 if measure.name == "hellinger" else 1

        mixed = measure.of(share * shares[0] + (1 - share) * shares[1], target) ** power

        assert mixed <= np.dot([share, 1 - share], measure.of(shares, target) ** power) + CLOSE

    def test_is_1_for_an_empty_histogram(self, measure: Measure):
        """Whoever has no data must not pass for balanced."""
        assert measure.of([[0, 0], [1, 1]]).tolist() == [1.0, 0.0]

    @pytest.mark.parametrize("count", [0, 3])
    def test_is_0_with_one_class(self, measure: Measure, count):
        """A task without labels has histograms of one bucket, and nothing to balance but sizes (S9)."""
        assert measure.of([[count]]).tolist() == [0.0]

    def test_keeps_the_outer_shape(self, measure: Measure):
        """Planners measure one histogram, a list of them, or clients by subsets with the same call."""
        counts = np.arange(2 * 3 * 4).reshape(2, 3, 4)

        assert measure.of(counts).shape == (2, 3)
        assert measure.of(counts[0, 0]).shape == ()
        assert measure.of(np.empty((0, 4))).shape == (0,)

    @pytest.mark.parametrize("target", [None, [1, 2, 3, 4, 5, 6, 7]])
    def test_of_one_histogram_is_bit_by_bit_the_same_among_many(self, measure: Measure, target):
        """A client's score may not depend on who else is measured with it."""
        counts = np.random.default_rng(5).integers(0, 500, (20_001, 7))
        some = [0, 1, 777, 9361, 9362, 9363, 20_000]

        together = measure.of(counts, target)

        assert [measure.of(counts[k], target).item() for k in some] == together[some].tolist()

    @pytest.mark.parametrize("order", ["C", "F"])
    @pytest.mark.parametrize("target", [None, [1, 2, 3]])
    def test_leaves_its_input_alone(self, measure: Measure, order, target):
        """Blocks are computed in place, so they must be copies, whatever the memory's order."""
        counts = np.array([[1.0, 2.0, 3.0], [4.0, 0.0, 1.0]], order=order)

        measure.of(counts, target)
        measure.of(counts[0], target)

        assert counts.tolist() == [[1.0, 2.0, 3.0], [4.0, 0.0, 1.0]]

    @pytest.mark.parametrize("bad", [-1.0, np.nan, np.inf])
    def test_names_the_histogram_that_holds_no_counts(self, measure: Measure, bad):
        """Among a million clients the index is what helps."""
        counts = np.ones((70_000, 2))
        counts[65_432, 1] = bad

        with pytest.raises(InvalidValue, match=r"histograms\[65432\]") as caught:
            measure.of(counts)

        assert caught.value.index == 65_432
