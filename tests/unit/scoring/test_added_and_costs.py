"""Criteria and prices of one's own."""

import numpy as np
import pytest

from fedrota.domain.clients import Client, Offer
from fedrota.domain.criteria import Criterion
from fedrota.domain.errors import InvalidValue
from fedrota.domain.task import LinearPrice, Task
from fedrota.payments.pricing import increasing_price, price_from
from fedrota.scoring import AddedCriterion, score_offers

CPU = (Criterion(name="cpu", minimum=2),)


def offers(*prices, cpus=(2, 6)):
    """Two clients of cpu 2 and 6, with these prices."""
    return [
        Offer(client=Client(id=f"c{k}", resources={"cpu": cpu}), price=price)
        for k, (cpu, price) in enumerate(zip(cpus, prices, strict=True))
    ]


def test_an_added_criterion_is_a_column_and_counts_with_its_weight():
    """The server may add scores of its own (§IV)."""
    near = AddedCriterion("near", lambda columns: 1 / columns.resources["cpu"], weight=2)

    table = score_offers(Task(criteria=CPU), offers(5, 5), added=[near])

    assert table.criteria == ("cpu", "near")
    assert table.column("near").tolist() == [1 / 2, 1 / 6]
    assert table.totals.tolist() == [0.5 + 2 / 2, 0.75 + 2 / 6]


def test_an_added_criterion_sees_no_prices_unless_it_says_so():
    """What a truthful mechanism relies on is kept by construction, not by trust."""
    asked = []

    def look(columns):
        asked.append(columns.prices)
        return np.zeros(len(columns))

    blind = score_offers(Task(criteria=CPU), offers(5, 7), added=[AddedCriterion("x", look)])
    seeing = score_offers(Task(criteria=CPU), offers(5, 7), added=[AddedCriterion("x", look, uses_ask=True)])

    assert asked[0] is None
    assert asked[1].tolist() == [5, 7]
    assert (blind.depends_on_ask, seeing.depends_on_ask) == (False, True)


def test_an_added_criterion_says_whether_it_depends_on_the_cohort():
    """Only its author knows."""
    rank = AddedCriterion("rank", lambda columns: np.arange(len(columns)) / len(columns), uses_cohort=True)

    assert score_offers(Task(criteria=CPU), offers(5, 5), added=[rank]).depends_on_cohort


@pytest.mark.parametrize(
    ("result", "message"),
    [
        ([0.5, 1.5], r"x\[1\] is 1.5; expected a score from 0 to 1"),
        ([-0.1, 0.5], r"x\[0\] is -0.1"),
        ([0.5, np.nan], r"x\[1\] is nan"),
        ([0.5], "x is of shape .1,.; expected 2 scores, one a client"),
        (0.5, "x is of shape"),
    ],
)
def test_an_added_score_outside_its_range_is_refused(result, message):
    """A number above 1 would outweigh every other criterion unseen."""
    with pytest.raises(InvalidValue, match=message):
        score_offers(Task(criteria=CPU), offers(5, 5), added=[AddedCriterion("x", lambda _: result)])


def test_an_added_criterion_needs_a_name_of_its_own():
    """Two columns of one name cannot be told apart."""
    same = AddedCriterion("cpu", lambda columns: np.zeros(len(columns)))

    with pytest.raises(InvalidValue, match="'cpu'; expected a name that no other criterion has"):
        score_offers(Task(criteria=CPU), offers(5, 5), added=[same])


@pytest.mark.parametrize("change", [{"weight": -1}, {"weight": np.nan}, {"threshold": 1.5}, {"name": " x"}])
def test_an_added_criterion_checks_itself(change):
    """The same rules as for the criteria of a task."""
    with pytest.raises(InvalidValue):
        AddedCriterion(**{"name": "x", "function": lambda columns: np.zeros(len(columns)), **change})


def test_clients_name_their_own_price_by_default():
    """Each client may give a price of its own."""
    assert score_offers(Task(budget=10, criteria=CPU), offers(5, 7)).costs.tolist() == [5, 7]


def test_the_tasks_rule_goes_before_the_clients_prices():
    """Equation 8: where the task sets the price, asks do not count; a rule is no ask."""
    table = score_offers(Task(budget=10, criteria=CPU, price=LinearPrice(a=10, b=1)), offers(5, 7))

    assert table.costs.tolist() == [6, 8]
    assert not table.depends_on_ask


def test_a_price_function_goes_before_the_tasks_rule():
    """Any function of the scores, and it is floored."""
    task = Task(budget=10, criteria=CPU, price=LinearPrice(a=10, b=1))

    table = score_offers(task, offers(5, 7), price=lambda scores: 10 * scores.column("cpu") ** 2)

    assert table.costs.tolist() == [2, 5]


def test_the_rules_of_payments_serve_as_price_functions():
    """The two packages do not know each other, and fit."""
    task = Task(budget=10, criteria=CPU)

    tiers = score_offers(task, offers(5, 7), price=lambda t: increasing_price(t.totals, lambda s: 4 * np.sqrt(s)))
    single = score_offers(task, offers(5, 7), price=lambda t: price_from(t, lambda s: 8 * s.column("cpu")))

    assert tiers.costs.tolist() == [2, 3]
    assert single.costs.tolist() == [4, 6]


@pytest.mark.parametrize("prices", [[-1, 5], [5, np.nan], [np.inf, 5], [5]])
def test_a_price_function_must_return_amounts(prices):
    """Nothing else can be reserved or paid."""
    with pytest.raises(InvalidValue, match="price"):
        score_offers(Task(criteria=CPU), offers(5, 7), price=lambda _: prices)


def test_a_budget_without_any_price_is_an_error_with_its_remedy():
    """A pool under a budget needs costs."""
    with pytest.raises(
        InvalidValue, match=r"price is in no offer; expected a price in every offer, or a \[price\] rule"
    ):
        score_offers(Task(budget=10, criteria=CPU), offers(None, None))


def test_a_task_without_money_costs_nothing():
    """No budget means that no money is involved, and nobody has to invent a price."""
    assert score_offers(Task(criteria=CPU), offers(None, None)).costs.tolist() == [0, 0]
