"""How many subsets there can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fedrota.domain.errors import Infeasible, InvalidValue, NoPartition
from fedrota.solvers.partition.feasibility import choose_subsets_count


@given(st.integers(0, 60), st.integers(1, 15), st.data(), st.integers(1, 5))
def test_the_nearest_feasible_number_of_subsets_is_chosen(
    clients: int, size: int, data: st.DataObject, max_turns: int
) -> None:
    """The closed form is derived from the rule in the design; the rule itself, tried on every number, decides."""
    tolerance = data.draw(st.integers(0, size - 1))
    smallest, largest = size - tolerance, size + tolerance
    feasible = [
        subsets
        for subsets in range(1, 400)
        if smallest <= clients
        and max(clients, subsets * smallest) <= min(clients * min(max_turns, subsets), subsets * largest)
    ]

    if not feasible:
        with pytest.raises(NoPartition):
            choose_subsets_count(clients, size=size, tolerance=tolerance, max_turns=max_turns)
        return
    chosen = choose_subsets_count(clients, size=size, tolerance=tolerance, max_turns=max_turns)
    assert chosen in feasible
    assert abs(chosen - round(clients / size)) == min(abs(subsets - round(clients / size)) for subsets in feasible)


def test_an_impossible_request_says_which_numbers_make_it_so() -> None:
    """Whoever asked can only change the numbers, so the error names them all."""
    with pytest.raises(Infeasible, match=r"15 clients .* 10 ± 2: .* 2 or more subsets, .* at most 1 ") as caught:
        choose_subsets_count(15, size=10, tolerance=2)

    error = caught.value
    assert isinstance(error, NoPartition)
    assert (error.clients, error.size, error.tolerance, error.max_turns) == (15, 10, 2, 1)


@pytest.mark.parametrize(("size", "tolerance", "max_turns"), [(0, 0, 1), (5, 5, 1), (5, -1, 1), (5, 1, 0)])
def test_sizes_without_meaning_are_refused(size: int, tolerance: int, max_turns: int) -> None:
    """A subset of no clients, or nobody's turn, is a mistake of the caller and not an infeasible pool."""
    with pytest.raises(InvalidValue):
        choose_subsets_count(20, size=size, tolerance=tolerance, max_turns=max_turns)
