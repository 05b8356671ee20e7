"""The certificate: each rule is caught when it is broken, and every number is what it says."""

from typing import Any

import numpy as np
import pytest

from fedrota import certify
from fedrota.domain.errors import InvalidValue
from tests.unit.subsets.pools import plan_of, pool_of

HISTOGRAMS = [[4, 0], [0, 4], [2, 2], [3, 1]]
POOL = pool_of(HISTOGRAMS, payments=[1, 2, 3, 4])


def broken(subsets: Any, **rules: Any) -> list[str]:
    """Return the rules that a plan breaks."""
    return [check.rule for check in certify(plan_of(POOL, subsets, **rules)).checks if not check.kept]


def test_a_plan_that_keeps_every_rule_is_kept():
    """Nothing may be called broken that is not."""
    certificate = certify(plan_of(POOL, [[0, 1], [2, 3]], budget=10))

    assert certificate.kept
    assert [check.rule for check in certificate.checks] == [
        "everyone has a turn",
        "at most one turn each",
        "rounds of 2 to 2 clients",
        "nobody twice in a round",
        "within the period's budget",
    ]


@pytest.mark.parametrize(
    ("subsets", "rules", "rule"),
    [
        ([[0, 1]], {}, "everyone has a turn"),
        ([[0, 1], [2, 3], [0, 1]], {}, "at most one turn each"),
        ([[0, 1], [2, 3], [0, 1], [0, 2]], {"max_turns": 2}, "at most 2 turns each"),
        ([[0, 1, 2, 3]], {}, "rounds of 2 to 2 clients"),
        ([[0, 1, 2], [3]], {"size": 3, "tolerance": 1}, "rounds of 2 to 4 clients"),
        ([[0, 1], [2, 3]], {"budget": 9}, "within the period's budget"),
    ],
)
def test_a_broken_rule_is_the_only_one_named(subsets: Any, rules: dict[str, Any], rule: str):
    """A checker that passes everything, or blames the wrong rule, is worth nothing."""
    assert broken(subsets, **rules) == [rule]


def test_whoever_is_in_a_round_twice_fills_it_once():
    """Two seats for one client are one client short."""
    assert broken([[0, 0], [1, 2, 3]], tolerance=1, max_turns=2) == ["nobody twice in a round"]
    assert "rounds of 2 to 2 clients" in broken([[0, 0], [1, 2], [1, 3]], max_turns=2)


def test_no_rounds_are_no_plan():
    """An empty list of rounds has no bad one, and is not a plan for anyone."""
    assert broken([]) == ["everyone has a turn", "rounds of 2 to 2 clients"]


def test_numbers_are_those_of_the_rounds():
    """Worked out by hand: rounds (4, 4), (5, 3), and (6, 2) for an extra turn of the first two."""
    certificate = certify(plan_of(POOL, [[0, 1], [2, 3], [0, 2]], max_turns=2))

    assert (certificate.subsets, certificate.clients, certificate.turns) == (3, 4, 6)
    assert (certificate.worst, certificate.mean, certificate.last) == (0.5, 0.25, 0.5)
    assert (certificate.fewest_turns, certificate.most_turns) == (1, 2)
    assert certificate.jain == pytest.approx(36 / (4 * 10))
    assert certificate.gini == pytest.approx(4 * 2 * 1 / (2 * 4 * 6))
    assert certificate.cost == 1 + 2 + 3 + 4 + 1 + 3
    assert (certificate.least_data, certificate.most_data) == (8, 8)


def test_equal_turns_are_perfectly_fair():
    """Jain's index is 1 and Gini's coefficient 0 where everyone has the same."""
    certificate = certify(plan_of(POOL, [[0, 1], [2, 3]]))

    assert (certificate.jain, certificate.gini) == (1.0, 0.0)


def test_a_round_without_data_is_as_bad_as_can_be():
    """Two clients without a sample are not a balanced round."""
    certificate = certify(plan_of(pool_of([[5, 5], [5, 5], [0, 0], [0, 0]]), [[0, 1], [2, 3]]))

    assert (certificate.worst, certificate.least_data) == (1.0, 0)


def test_a_plan_at_its_bound_is_proven_best():
    """Where the bound is reached there is nothing left to search, and the reader should know."""
    best = certify(plan_of(pool_of([[4, 0], [0, 2], [4, 0], [0, 2]]), [[0, 1], [2, 3]]))
    worse = certify(plan_of(pool_of([[4, 0], [0, 2], [4, 0], [0, 2]]), [[0, 2], [1, 3]]))

    assert best.optimal
    assert "among the best" in str(best)
    assert not worse.optimal


def test_a_plan_that_breaks_rules_is_never_called_best():
    """Leaving the odd client out beats every bound, and is cheating."""
    certificate = certify(plan_of(pool_of([[4, 0], [0, 4], [4, 0], [4, 0]]), [[0, 1]]))

    assert certificate.worst < certificate.bound
    assert not certificate.optimal


def test_a_pool_without_labels_is_certified_by_its_turns():
    """Nothing can be out of balance but the amount of data (S9)."""
    plain = certify(plan_of(pool_of(None, payments=[1] * 4), [[0, 1], [2, 3]]))
    sized = certify(plan_of(pool_of([[5], [1], [2], [3]]), [[0, 1], [2, 3]]))

    assert plain.kept
    assert (plain.worst, plain.bound) == (0.0, 0.0)
    assert (sized.least_data, sized.most_data) == (5, 6)


def test_money_adds_up_beyond_what_machine_words_hold():
    """Payments are whole numbers, and their sum must not wrap around to something affordable."""
    pool = pool_of([[1, 1]] * 4, payments=[2**62] * 4)

    certificate = certify(plan_of(pool, [[0, 1], [2, 3]], budget=2**63))

    assert certificate.cost == 2**64
    assert not certificate.kept


def test_the_text_says_each_rule_and_who_is_missing():
    """It is read by people, on a terminal."""
    text = str(certify(plan_of(pool_of([[1, 1]] * 9), [[0, 1], [2, 3]], max_turns=3)))

    assert "BROKEN  everyone has a turn" in text
    assert "4 of 9 clients; missing: c4, c5, c6 and 2 more" in text
    assert "kept    nobody twice in a round" in text


def test_a_target_is_what_counts_as_balanced():
    """Against 3 : 1 a round of 3 : 1 is perfect and an even one is not."""
    plan = plan_of(pool_of([[3, 1], [3, 1], [2, 2], [2, 2]]), [[0, 1], [2, 3]], target=(3.0, 1.0))

    certificate = certify(plan)

    assert certificate.worst == pytest.approx(1 / 3)
    assert certificate.mean == pytest.approx(1 / 6)


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({"size": 0}, "size"),
        ({"tolerance": 2}, "tolerance"),
        ({"max_turns": 0}, "max_turns"),
        ({"measure": "variance"}, "measure"),
        ({"budget": -1}, "budget"),
        ({"target": (1.0, 0.0)}, "target"),
        ({"target": (1.0, 1.0, 1.0)}, "target"),
    ],
)
def test_a_plan_under_impossible_rules_is_none(rules: dict[str, Any], name: str):
    """What cannot be asked for cannot be certified."""
    with pytest.raises(InvalidValue, match=name):
        plan_of(POOL, [[0, 1], [2, 3]], **rules)


@pytest.mark.parametrize("position", [-1, 4])
def test_a_plan_names_only_members_of_its_pool(position: int):
    """A position outside would be somebody else, or nobody."""
    with pytest.raises(InvalidValue, match=r"subsets\[1\]"):
        plan_of(POOL, [[0, 1], [2, position]])


def test_a_plan_says_who_trains_when():
    """Rounds count from 0, and ids are what a server calls."""
    plan = plan_of(POOL, [[0, 1], [2, 3]])

    assert plan.ids(1) == ["c2", "c3"]
    assert plan.label_totals().tolist() == [[4, 4], [5, 3]]
    assert (len(plan), plan.turns.tolist(), plan.cost) == (2, [1, 1, 1, 1], 10)
    assert np.array_equal(plan_of(POOL, []).turns, np.zeros(4))
