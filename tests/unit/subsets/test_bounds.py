"""Bounds on the worst round: never above what any plan reaches, and close to it where something can be known."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fedrota.solvers.measures import measure
from fedrota.subsets.bounds import worst_bound
from fedrota.subsets.mixtures import Region, least_ratio, spread_bound, tangent_bound
from tests.unit.subsets.pools import plan_of, pool_of

MEASURES = ("nid", "l2", "hellinger", "kl")


def best_worst(histograms: Any, prices: Any, rules: dict[str, Any]) -> float | None:
    """Enumerate every plan: rounds are chosen one after another, until everyone has a turn. ``None``: there is none."""
    counts, clients = np.array(histograms), len(histograms)
    sizes = range(rules["size"] - rules["tolerance"], min(clients, rules["size"] + rules["tolerance"]) + 1)
    rounds = [one for size in sizes for one in combinations(range(clients), size)]
    joined = np.array([counts[list(one)].sum(axis=0) for one in rounds])
    values = measure(rules["measure"]).of(joined, rules["target"]) if rounds else np.zeros(0)
    order = np.argsort(values, kind="stable")
    reached = {(0,) * clients}  # the turns that rounds up to some value can give
    for position in order.tolist():
        stack = list(reached)
        while stack:
            turns = list(stack.pop())
            for client in rounds[position]:
                turns[client] += 1
            cost = sum(turn * price for turn, price in zip(turns, prices, strict=True))
            later = tuple(turns)
            paid = rules["budget"] is None or cost <= rules["budget"]
            if paid and max(turns) <= rules["max_turns"] and later not in reached:
                reached.add(later)
                stack.append(later)
        if any(min(turns) >= 1 for turns in reached):
            return float(values[position])
    return None


@st.composite
def requests(draw: st.DrawFn) -> tuple[list[list[int]], list[int], dict[str, Any]]:
    """Draw tiny pools with prices, and rules."""
    clients, classes = draw(st.integers(2, 5)), draw(st.integers(1, 3))
    row = st.lists(st.integers(0, 9), min_size=classes, max_size=classes)
    size = draw(st.integers(1, 3))
    rules = {
        "size": size,
        "tolerance": draw(st.integers(0, size - 1)),
        "max_turns": draw(st.integers(1, 3)),
        "measure": draw(st.sampled_from(MEASURES)),
        "target": draw(st.none() | st.tuples(*[st.integers(1, 4)] * classes)),
        "budget": draw(st.none() | st.integers(0, 20)),
    }
    prices = draw(st.lists(st.integers(0, 4), min_size=clients, max_size=clients))
    return draw(st.lists(row, min_size=clients, max_size=clients)), prices, rules


NOTHING = {"target": None, "budget": None, "tolerance": 0}


@given(request=requests())
@example(request=([[0, 0], [0, 0]], [1, 1], {"size": 1, "max_turns": 2, "measure": "nid", **NOTHING}))
@example(request=([[0, 0], [0, 0], [3, 3]], [1, 1, 1], {"size": 1, "max_turns": 2, "measure": "nid", **NOTHING}))
@example(request=([[9, 0], [9, 0], [0, 1]], [0, 0, 0], {"size": 2, "max_turns": 2, "measure": "kl", **NOTHING}))
@settings(max_examples=250)
def test_no_plan_is_better_than_the_bound(request: tuple[list[list[int]], list[int], dict[str, Any]]):
    """A bound that some plan beats would call a good plan bad: every plan of tiny pools is tried."""
    histograms, prices, rules = request

    reached = best_worst(histograms, prices, rules)
    bound, _ = worst_bound(plan_of(pool_of(histograms, prices), [], **rules))

    assert reached is None or bound <= reached + 1e-12


@pytest.mark.parametrize("name", MEASURES)
def test_with_one_turn_each_the_bound_is_the_whole_pools_value(name: str):
    """Rounds add up to the pool, and the worst of them is at least as bad as all of them together."""
    histograms = np.random.default_rng(1).integers(0, 30, (40, 4)) * [1, 1, 2, 3]

    bound, argument = worst_bound(plan_of(pool_of(histograms), [], size=4, tolerance=1, measure=name))

    assert bound == pytest.approx(float(measure(name).of(histograms.sum(axis=0))), abs=1e-8)
    assert argument == "the whole pool's value"


def test_a_class_that_some_round_must_lack_bounds_by_the_best_histogram_without_it():
    """Two holders cannot be in three rounds; three even classes of four are 1 / 3 away."""
    histograms = [[1, 1, 1, 3], [1, 1, 1, 3], *[[1, 1, 1, 0]] * 4]

    bound, argument = worst_bound(plan_of(pool_of(histograms), []))

    assert bound == pytest.approx(1 / 3, abs=1e-8)
    assert argument == "a class that some round must lack"


def test_a_large_client_bounds_the_round_it_is_in():
    """Beside 1,000 samples of one class, the other member cannot make a round even."""
    histograms = [[1000, 0], *[[10, 10]] * 4, *[[0, 170]] * 5]

    bound, argument = worst_bound(plan_of(pool_of(histograms), [], max_turns=3))

    assert bound == pytest.approx(830 / 1170, abs=1e-6)
    assert argument == "a large client's round"


def test_extra_turns_are_bounded_by_the_best_mixture():
    """Five of one class and one of the other: with three turns for the rare one, 5 : 3 is the best there is."""
    histograms = [*[[10, 0]] * 5, [0, 10]]

    bound, argument = worst_bound(plan_of(pool_of(histograms), [], size=4, tolerance=3, max_turns=3))

    assert bound == pytest.approx(2 / 8, abs=1e-8)
    assert argument == "the best mixture of turns"


def test_money_that_buys_no_extra_turn_gives_the_bound_of_one_turn_each():
    """Extra turns that nobody can pay help nobody."""
    pool = pool_of([*[[10, 0]] * 5, [0, 10]], payments=[5] * 6)

    bound, argument = worst_bound(plan_of(pool, [], size=4, tolerance=3, max_turns=3, budget=34))

    assert bound == pytest.approx(4 / 6, abs=1e-8)
    assert argument == "the whole pool's value"


def test_money_for_some_extra_turns_bounds_between_both():
    """One and a half extra turns: 6 to 3.5, though a half is more than any plan can have."""
    pool = pool_of([*[[10, 0]] * 6, *[[0, 10]] * 2], payments=[4] * 8)

    bound, _ = worst_bound(plan_of(pool, [], size=4, tolerance=3, max_turns=3, budget=38))

    assert bound == pytest.approx(2.5 / 9.5, abs=1e-8)


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("classes", [2, 10])
def test_of_a_large_pool_a_sample_proposes_and_the_pool_proves(name: str, classes: int):
    """The bound of 20,000 clients is valid: no mixture of whole turns that descends from it is below."""
    rng = np.random.default_rng(3)
    histograms = rng.integers(0, 50, (20_000, classes)) * np.linspace(1, 6, classes).astype(np.int64)
    plan = plan_of(pool_of(histograms), [], size=10, tolerance=3, max_turns=2, measure=name)

    bound, _ = worst_bound(plan)
    rare = histograms[:, 0] / (1 + histograms.sum(axis=1))
    turns = 1 + (rare > np.quantile(rare, 0.5))
    mixed = float(measure(name).of(turns @ histograms))

    assert 0.1 * mixed < bound <= mixed


@pytest.mark.parametrize("name", MEASURES)
def test_an_empty_round_is_as_bad_as_can_be_so_nobody_with_data_is_none(name: str):
    """Where nobody has data every round has the value 1, and with one class every round has 0."""
    empty, one_class = pool_of(np.zeros((4, 3))), pool_of([[3], [4], [0], [1]])

    assert worst_bound(plan_of(empty, [], measure=name))[0] == 1.0
    assert worst_bound(plan_of(one_class, [], measure=name))[0] == 0.0


box = st.integers(1, 6).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(-20, 20), min_size=n, max_size=n),
        st.lists(st.integers(0, 20), min_size=n, max_size=n).filter(any),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
    )
)


@given(problem=box)
def test_the_smallest_ratio_is_at_a_corner(problem: tuple[list[int], list[int], list[int]]):
    """Dinkelbach's method finds what trying every corner of the box finds."""
    gains, sizes, spare = (np.array(part, dtype=np.float64) for part in problem)
    region = Region(fewest=np.ones_like(gains), most=1 + spare, rows=np.zeros((0, len(gains))), limits=np.zeros(0))
    corners = [1 + spare * pick for pick in np.ndindex(*[2] * len(gains))]

    value, turns = least_ratio(gains, sizes, region, np.zeros(0))

    assert value == pytest.approx(min((gains @ m) / (sizes @ m) for m in corners), abs=1e-9)
    assert ((turns >= 1) & (turns <= region.most)).all()


@given(seed=st.integers(0, 10_000), price=st.floats(0, 5))
def test_any_weights_and_prices_give_a_bound(seed: int, price: float):
    """The solver only proposes: were its answer nonsense, the bound would be weak and not wrong."""
    rng = np.random.default_rng(seed)
    histograms, costs = rng.integers(1, 20, (6, 3)).astype(np.float64), rng.integers(1, 5, 6).astype(np.float64)
    region = Region(fewest=np.ones(6), most=np.full(6, 3.0), rows=costs[None], limits=np.array([2 * costs.sum()]))
    up, down = rng.dirichlet(np.ones(3), 2)

    value, _ = least_ratio(histograms @ (up - down), histograms.sum(axis=1), region, np.array([price]))

    for _ in range(30):
        turns = rng.integers(1, 4, 6)
        if turns @ costs <= region.limits[0]:
            assert value <= float(measure("nid").of(turns @ histograms)) + 1e-12


@pytest.mark.parametrize("name", ["l2", "hellinger", "kl"])
def test_tangents_reach_the_best_mixture_of_two_clients(name: str):
    """With three turns for one of two opposite clients the best mixture is even between 1 : 1 and the target."""
    histograms, shares = np.array([[9.0, 1.0], [2.0, 8.0]]), np.array([0.3, 0.7])
    region = Region(fewest=np.ones(2), most=np.array([1.0, 1.5]), rows=np.zeros((0, 2)), limits=np.zeros(0))

    value = tangent_bound(histograms, shares, name, region)

    assert value == pytest.approx(float(measure(name).of(histograms.T @ [1, 1.5], shares)), rel=1e-3)


def test_the_linear_program_is_as_good_as_its_duals():
    """On a pool that extra turns cannot make even, the bound is the program's value, not merely below it."""
    histograms = np.array([[9.0, 1.0, 0.0], [4.0, 4.0, 2.0], [8.0, 0.0, 2.0]])
    region = Region(fewest=np.ones(3), most=np.full(3, 2.0), rows=np.zeros((0, 3)), limits=np.zeros(0))
    grid = np.linspace(1, 2, 21)
    mixtures = np.array(np.meshgrid(grid, grid, grid)).reshape(3, -1).T

    value = spread_bound(histograms, histograms.sum(axis=1), region)

    assert value == pytest.approx(float(measure("nid").of(mixtures @ histograms).min()), abs=1e-9)
