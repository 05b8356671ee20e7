"""The compiled loops against twins in numpy, which are slower and shorter, and against known instances."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from fedrota.solvers.mkp import LocalSearch, MkpProblem, MkpSolver, kernels
from fedrota.solvers.mkp.lagrangian import relax

Flags = NDArray[np.bool_]


def repaired(chosen: Flags, rows: kernels.Rows) -> tuple[Flags, float]:
    """Twin of `repair`: the load is added up anew at every step."""
    kept = chosen.copy()

    def fits(items: Flags) -> bool:
        return bool((rows.weights[items].sum(axis=0) <= rows.limits).all())

    for item in rows.order[::-1]:
        if not fits(kept) or kept.sum() > rows.most:
            kept[item] = False
    if not fits(kept):
        return kept, -np.inf
    for item in rows.order:
        more = kept.copy()
        more[item] = True
        if fits(more) and more.sum() <= rows.most:
            kept = more
    short = kept.sum() - rows.fewest
    return kept, float(short) if short < 0 else float(rows.profits[kept].sum())


def searched(
    rows: kernels.Rows, population: Flags, core: NDArray[np.int64], children: int, rng: np.random.Generator
) -> tuple[Flags, list[float]]:
    """Twin of `search` without a worth that is enough: the same draws in the same order."""
    members = [repaired(member, rows) for member in population]
    for _ in range(children):
        worth = [value for _, value in members]

        def winner(worth: list[float] = worth) -> Flags:
            first, second = (int(len(worth) * rng.random()) for _ in range(2))
            return members[first if worth[first] > worth[second] else second][0]

        mother, father = winner(), winner()
        child = mother.copy()
        for item in np.flatnonzero(mother != father):
            if rng.random() < 0.5:
                child[item] = father[item]
        for _ in range(2):
            child[core[int(len(core) * rng.random() ** 2)]] ^= True
        child, value = repaired(child, rows)
        worst = int(np.argmin(worth))
        if value > worth[worst] and not any((child == member).all() for member, _ in members):
            members[worst] = (child, value)
    return np.array([member for member, _ in members]), [value for _, value in members]


def some_rows(seed: int, items: int = 14, knapsacks: int = 3) -> kernels.Rows:
    """Draw a problem as the kernels read it, whole numbers throughout."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 20, (items, knapsacks)).astype(float)
    fewest = int(rng.integers(0, 6))
    return kernels.Rows(
        profits=rng.integers(0, 30, items).astype(float),
        weights=weights,
        limits=weights.sum(axis=0) // rng.integers(1, 5),
        order=rng.permutation(items),
        fewest=fewest,
        most=fewest + int(rng.integers(0, 6)),
    )


@settings(max_examples=50, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_repair_does_what_its_twin_does(seed: int) -> None:
    """The kernel keeps running totals; the twin adds up from the start each time."""
    rows = some_rows(seed)
    chosen = np.random.default_rng(seed).random(len(rows.profits)) < 0.7
    expected, worth = repaired(chosen, rows)

    got = kernels.repair(chosen, np.empty(rows.limits.size), rows)

    assert np.array_equal(chosen, expected)
    assert got == worth


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_search_does_what_its_twin_does(seed: int) -> None:
    """From the same generator both breed the same children, one by one."""
    rows, rng = some_rows(seed), np.random.default_rng(seed)
    population = rng.random((6, len(rows.profits))) < 0.5
    core = rng.permutation(len(rows.profits))
    expected, worth = searched(rows, population, core, 40, np.random.default_rng(seed))

    best, value = kernels.search(rows, population, core, 40, np.inf, np.random.default_rng(seed))

    assert np.array_equal(population, expected)
    assert (best, value) == (int(np.argmax(worth)), max(worth))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_the_bound_of_the_multipliers_is_one(seed: int) -> None:
    """Whatever the multipliers are, no selection that keeps the rows is worth more: checked against all."""
    rows = some_rows(seed, items=10)
    problem = MkpProblem(rows.profits, rows.weights.T, rows.limits, min_items=rows.fewest, max_items=rows.most)
    every = (np.arange(1 << 10)[:, None] >> np.arange(10)) & 1
    count = every.sum(axis=1)
    kept = (every @ rows.weights <= rows.limits).all(axis=1) & (count >= rows.fewest) & (count <= rows.most)

    bound = relax(problem).bound

    if kept.any():
        assert bound >= (every[kept] @ rows.profits).max() - 1e-9


def test_the_search_ends_when_the_bound_is_reached() -> None:
    """Ten clients of one label each, equal sizes: the first look is optimal, and it should cost nothing more."""
    problem = MkpProblem(np.full(20, 500), np.kron(np.eye(10), np.full(2, 500)), np.full(10, 500))
    solver: MkpSolver = LocalSearch(effort=1e6)

    solution = solver.solve(problem)

    assert solution.optimal
    assert solution.profit == 5_000


@pytest.mark.parametrize("seed", range(3))
def test_every_seed_finds_a_good_selection(seed: int) -> None:
    """The seed moves the draws, not the quality."""
    rng = np.random.default_rng(7)
    weights = rng.integers(1, 1000, (5, 100))
    profits = weights.mean(axis=0).round() + rng.integers(0, 500, 100)

    solution = LocalSearch(seed=seed).solve(MkpProblem(profits, weights, weights.sum(axis=1) // 4))

    assert solution.gap < 0.015
