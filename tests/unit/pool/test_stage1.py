"""Stage 1 from scores to a pool."""

import numpy as np
import pytest

from fedrota import (
    AddedCriterion,
    BudgetTooSmall,
    Client,
    Criterion,
    DependentScores,
    Exact,
    Greedy,
    History,
    InvalidValue,
    Offer,
    RandomPool,
    RateTooLow,
    Task,
    TooFewClients,
    UniformRate,
    explain_pool,
    score_offers,
    select_pool,
)

CPU = Criterion(name="cpu", minimum=1)


def offers(*machines: tuple[float, int]) -> list[Offer]:
    """Return offers of clients c0, c1, …, each a number of cores and a price."""
    return [
        Offer(client=Client(id=f"c{k}", resources={"cpu": cpu}), price=price) for k, (cpu, price) in enumerate(machines)
    ]


def test_a_refusal_counts_who_passes_which_condition():
    """'Infeasible' alone leaves a requester guessing which number to change."""
    task = Task(budget=100, min_clients=2, criteria=(Criterion(name="cpu", minimum=2, threshold=0.7),))
    scores = score_offers(task, offers((1, 5), (2, 5), (8, 5)))

    with pytest.raises(TooFewClients) as refusal:
        select_pool(task, scores)

    assert refusal.value.qualified == 1
    assert refusal.value.needed == 2
    assert list(refusal.value.passed.values()) == [2, 1]


def test_a_budget_that_is_too_small_says_by_how_much():
    """The shortfall is the number that the requester needs."""
    task = Task(budget=9, min_clients=2, criteria=(CPU,))
    scores = score_offers(task, offers((1, 5), (2, 6), (8, 7)))

    with pytest.raises(BudgetTooSmall) as refusal:
        select_pool(task, scores, Exact())

    assert refusal.value.shortfall == 2


def test_nobody_at_all_is_a_refusal_even_without_a_least_number():
    """A task cannot train with an empty pool."""
    task = Task(budget=9, min_clients=0, criteria=(Criterion(name="cpu", minimum=50),))

    with pytest.raises(TooFewClients):
        select_pool(task, score_offers(task, offers((1, 5))))


def test_a_uniform_rate_refuses_scores_that_the_cohort_moves():
    """With min-max scaling a client's score changes with who else offers, and the mechanism is no longer truthful."""
    task = Task(budget=100, criteria=(CPU,), normalization="min-max")
    scores = score_offers(task, offers((1, 5), (2, 6), (8, 7)))

    with pytest.raises(DependentScores):
        select_pool(task, scores, UniformRate())


def test_a_uniform_rate_that_attracts_too_few_says_how_many():
    """A common rate costs more than asks: the refusal must not read like a small budget."""
    task = Task(budget=12, min_clients=3, criteria=(CPU,))
    scores = score_offers(task, offers((1, 1), (1, 1), (1, 9)))

    with pytest.raises(RateTooLow) as refusal:
        select_pool(task, scores, UniformRate())

    assert refusal.value.attracted == 2


def test_a_uniform_rate_needs_a_budget():
    """There is nothing to divide otherwise."""
    task = Task(criteria=(CPU,))

    with pytest.raises(InvalidValue, match="budget"):
        select_pool(task, score_offers(task, offers((1, 5))), UniformRate())


def test_without_a_budget_everyone_who_qualifies_is_in():
    """Where no money is involved there is nothing to choose by."""
    task = Task(criteria=(Criterion(name="cpu", minimum=2),))
    scores = score_offers(task, offers((1, 5), (2, 5), (8, 5)))

    pool = select_pool(task, scores)

    assert pool.ids.tolist() == ["c1", "c2"]
    assert pool.budget is None


@pytest.mark.parametrize("selector", [Greedy(), Exact(), RandomPool()])
def test_without_a_budget_even_a_client_worth_nothing_is_in(selector):
    """Where nothing is paid, leaving it out would need another reason than money."""
    task = Task(normalization="min-max", criteria=(CPU,))
    scores = score_offers(task, offers((1, 5), (2, 5), (3, 5)))

    pool = select_pool(task, scores, selector)

    assert pool.ids.tolist() == ["c0", "c1", "c2"]
    assert pool.scores.tolist() == [0.0, 0.5, 1.0]


def test_the_pool_is_chosen_under_one_periods_budget_less_the_shares():
    """Turns are paid every period, so the total budget would be spent twenty times over."""
    task = Task(budget=2_000, periods=10, extra_share=0.15, bonus_share=0.1, criteria=(CPU,))

    pool = select_pool(task, score_offers(task, offers(*[(2, 10)] * 30)))

    assert pool.budget == 150
    assert pool.cost == 150


def test_a_pool_carries_the_payments_of_its_mechanism():
    """Plans are paid by the payments, not by the asks."""
    task = Task(budget=40, criteria=(CPU,))
    scores = score_offers(task, offers((4, 5), (4, 10), (4, 30)))

    pool = select_pool(task, scores, UniformRate())

    assert pool.asks.tolist() == [5, 10]
    assert pool.payments.tolist() == [20, 20]
    assert pool.cost == 40
    assert pool.rate == pytest.approx(25.0)


def test_every_client_gets_a_reason():
    """Whoever is out is owed a reason that it can act on."""
    task = Task(budget=20, criteria=(Criterion(name="cpu", minimum=2, threshold=0.55),))
    scores = score_offers(task, offers((1, 5), (2, 5), (8, 10), (4, 10), (3, 30)))
    pool = select_pool(task, scores, Greedy())

    reasons = {one.id: one.sentence for one in explain_pool(task, scores, pool, Greedy())}

    assert reasons["c0"] == "out: cpu 1 is below the minimum 2"
    assert "below the threshold of 0.55" in reasons["c1"]
    assert reasons["c2"].startswith("in: asks 10; in at ")
    assert reasons["c4"].startswith("out: asks 30; in at ")


def test_a_random_pool_says_that_it_was_a_draw():
    """Inventing a reason where there is none would be a lie."""
    task = Task(budget=10, criteria=(CPU,))
    scores = score_offers(task, offers((2, 6), (2, 6), (2, 6)))
    pool = select_pool(task, scores, RandomPool(), seed=4)

    sentences = [one.sentence for one in explain_pool(task, scores, pool, RandomPool())]

    assert (
        sorted(sentences)
        == ["in: taken by the draw with seed 4"] + ["out: the draw with seed 4 did not take it, or it did not fit"] * 2
    )


def test_a_tie_is_called_a_tie():
    """Two clients alike, money for one: saying that the other is 'in at 2' while it is out would be false."""
    task = Task(budget=2, criteria=(CPU,))
    scores = score_offers(task, offers((2, 2), (2, 2)))
    pool = select_pool(task, scores, Exact())

    sentences = {one.id: one.sentence for one in explain_pool(task, scores, pool, Exact(), client="c0")}

    assert pool.ids.tolist() == ["c1"]
    assert sentences["c0"] == "out: asks 2; a best pool has it at 2 or less; now another is as good"


def test_a_score_that_follows_the_ask_has_no_one_critical_price():
    """Moving the price would move the score too, and the number in the sentence would be wrong."""
    cheap = AddedCriterion("cheap", lambda given: np.exp(-np.asarray(given.prices) / 3), uses_ask=True)
    task = Task(budget=8, criteria=(CPU,))
    scores = score_offers(task, offers((2, 5), (2, 6)), added=(cheap,))
    pool = select_pool(task, scores)

    reasons = explain_pool(task, scores, pool, Greedy())

    assert all(one.critical is None and "follows its own ask" in one.sentence for one in reasons)


def test_a_pool_is_explained_by_the_selector_that_chose_it():
    """Another selector's prices would be plausible, and wrong."""
    task = Task(budget=8, criteria=(CPU,))
    scores = score_offers(task, offers((2, 5), (2, 6)))

    with pytest.raises(InvalidValue, match="the one that chose the pool"):
        explain_pool(task, scores, select_pool(task, scores, Exact()), Greedy())


@pytest.mark.parametrize("selector", ["greedy", Greedy, None.__class__])
def test_only_a_selector_selects(selector):
    """A name or a class is a likely slip, and deserves more than an AttributeError."""
    task = Task(budget=8, criteria=(CPU,))

    with pytest.raises(InvalidValue, match=r"fedrota\.Greedy\(\)"):
        select_pool(task, score_offers(task, offers((2, 5))), selector)


def test_a_seed_is_recorded_exactly_where_a_draw_used_it():
    """A seed beside a greedy pool would suggest that it mattered."""
    task = Task(budget=8, criteria=(CPU,))
    scores = score_offers(task, offers((2, 5), (2, 6)))

    assert select_pool(task, scores, RandomPool()).seed == 0
    assert select_pool(task, scores, RandomPool(), seed=3).seed == 3
    assert select_pool(task, scores, Exact(), seed=3).seed is None


def test_a_shortfall_says_which_budget_it_means():
    """The requester wrote 30, and the refusal speaks of 3."""
    task = Task(budget=30, periods=10, criteria=(CPU,))

    with pytest.raises(BudgetTooSmall, match="a budget of 30 over 10 periods is 3 a period"):
        select_pool(task, score_offers(task, offers((2, 5))), Exact())


@pytest.mark.parametrize("selector", [Greedy(), Exact(), UniformRate()])
def test_the_largest_budget_is_explained_too(selector):
    """Prices are found by bisection up to the budget, in 64 bits."""
    task = Task(budget=9 * 10**15, criteria=(CPU,))
    scores = score_offers(task, offers((2, 1), (2, 2)))

    reasons = explain_pool(task, scores, select_pool(task, scores, selector), selector)

    assert [one.chosen for one in reasons] == [True, True]


def test_a_single_bidder_earns_the_whole_budget_under_a_uniform_rate():
    """Floats fell one unit short of it, and asking more paid."""
    task = Task(budget=153, criteria=(Criterion(name="model_quality"),))
    scores = score_offers(task, [Offer(client=Client(id="a"), price=1, history=History(quality=(0.006,)))])

    assert select_pool(task, scores, UniformRate()).payments.tolist() == [153]


def test_the_summary_names_members_score_cost_and_gap():
    """It is what a user prints first."""
    task = Task(budget=20, criteria=(CPU,))
    pool = select_pool(task, score_offers(task, offers((2, 6), (4, 6), (8, 6), (1, 6))), Exact())

    text = pool.summary(shown=2)

    assert "3 of 4 clients are in" in text
    assert "proven optimal" in text
    assert "18 of 20" in text
    assert "… and 1 more" in text


def test_an_unscored_threshold_is_an_error_not_a_pass():
    """A threshold that nothing checks would let everyone in."""
    task = Task(budget=20, criteria=(CPU, Criterion(name="memory", threshold=0.5)))

    with pytest.raises(InvalidValue, match="memory"):
        select_pool(task, score_offers(task, offers((2, 6), (4, 6))))


def test_ids_and_columns_of_the_pool_stay_together():
    """A shifted column would pay the wrong client."""
    rng = np.random.default_rng(2)
    machines = [
        (float(cpu), int(price)) for cpu, price in zip(rng.integers(1, 9, 50), rng.integers(1, 9, 50), strict=True)
    ]
    task = Task(budget=60, criteria=(CPU,))
    scores = score_offers(task, offers(*machines))

    pool = select_pool(task, scores, Exact())

    for one, score, ask in zip(pool.ids, pool.scores, pool.asks, strict=True):
        k = int(str(one)[1:])
        assert ask == machines[k][1]
        assert score == scores.totals[k]
