"""Score tables and pools as JSON: the same to the bit, and nothing believed that does not agree with itself."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fedrota.domain.errors import InvalidFile, InvalidValue, NewerFile
from fedrota.domain.files import (
    pool_from_json,
    pool_to_json,
    read_pool,
    read_scores,
    scores_from_json,
    scores_to_json,
    write_pool,
    write_scores,
)
from fedrota.domain.pool import Pool
from fedrota.domain.scores import Rule, ScoreTable

POOL = Pool(
    ids=np.array(["c1", "ç2"]),
    scores=np.array([0.1, 0.2]),
    asks=np.array([5, 6]),
    payments=np.array([5, 7]),
    histograms=np.array([[1, 2], [3, 4]]),
    score=0.1 + 0.2,
    cost=12,
    bound=0.5,
    optimal=False,
    budget=12,
    offered=4,
    eligible=3,
    selector="Greedy(on_misfit='skip')",
    seed=7,
    rate=1 / 3,
)
TABLE = ScoreTable(
    ids=np.array(["c1", "c2"]),
    criteria=("cpu", "behavior"),
    values=np.array([[0.1, 0.2], [1.0, 0.0]]),
    weights=np.array([1.0, 0.5]),
    totals=np.array([0.2, 1.0]),
    costs=np.array([5, 6]),
    histograms=None,
    rules=(Rule(name="cpu of 2 or more", miss="cpu {seen:,.10g} is below {{2}}", passed=1),),
    missed=np.array([0, -1], dtype=np.int16),
    seen=np.array([1.5, np.nan]),
    depends_on_cohort=True,
)


def _same(one: Any, other: Any) -> bool:
    """Compare two nouns of columns, to the bit."""
    for name in one.__dataclass_fields__:
        left, right = getattr(one, name), getattr(other, name)
        if isinstance(left, np.ndarray):
            if left.dtype.kind != right.dtype.kind or not np.array_equal(left, right, equal_nan=left.dtype.kind == "f"):
                return False
        elif left != right:
            return False
    return True


def test_a_pool_comes_back_as_it_was(tmp_path: Path):
    """A plan may be made on another machine than the pool."""
    write_pool(POOL, tmp_path / "pool.json")

    assert _same(read_pool(tmp_path / "pool.json"), POOL)


def test_a_score_table_comes_back_as_it_was(tmp_path: Path):
    """A number that was not seen is null in the file, and not a number again."""
    write_scores(TABLE, tmp_path / "scores.json")

    read = read_scores(tmp_path / "scores.json")
    assert _same(read, TABLE)
    assert read.missed.dtype == np.int16
    assert "NaN" not in (tmp_path / "scores.json").read_text()


def test_nobody_is_a_pool_too():
    """A budget of nothing recruits nobody, which is a result like any other."""
    empty = replace(
        POOL,
        ids=np.array([], dtype=np.str_),
        scores=np.zeros(0),
        asks=np.zeros(0, dtype=np.int64),
        payments=np.zeros(0, dtype=np.int64),
        histograms=None,
        score=0.0,
        cost=0,
    )

    assert len(pool_from_json(pool_to_json(empty))) == 0


@given(
    rows=st.lists(
        st.tuples(st.floats(0, 1e6), st.integers(0, 10**12), st.lists(st.integers(0, 2**53), min_size=3, max_size=3)),
        max_size=5,
    ),
    rate=st.none() | st.floats(0, 1e300),
)
@settings(max_examples=100, deadline=None)
def test_floats_keep_every_bit(rows: list[tuple[float, int, list[int]]], rate: float | None):
    """A total that differs in the last digit would choose other clients."""
    scores = [score for score, _, _ in rows]
    costs = np.array([cost for _, cost, _ in rows], dtype=np.int64)
    pool = Pool(
        ids=np.array([f"c{k}" for k in range(len(rows))], dtype=np.str_),
        scores=np.array(scores, dtype=np.float64),
        asks=costs,
        payments=costs,
        histograms=np.array([row for _, _, row in rows], dtype=np.int64) if rows else None,
        score=float(np.sum(scores)),
        cost=int(costs.sum()),
        bound=float(np.sum(scores)),
        optimal=True,
        budget=None,
        offered=len(rows),
        eligible=len(rows),
        selector="Exact()",
        rate=rate,
    )

    read = pool_from_json(pool_to_json(pool))

    assert _same(read, pool)
    assert read.scores.tobytes() == pool.scores.tobytes()


def _change(text: str, change: Callable[[dict[str, Any]], object]) -> str:
    values = json.loads(text)
    change(values)
    return json.dumps(values)


def _set(key: str, value: object) -> Callable[[dict[str, Any]], object]:
    return lambda values: values.update({key: value})


POOL_LIES: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (_set("format", "fedrota/scores"), "format", "'fedrota/pool'"),
    (_set("version", 0), "version", "1 or more"),
    (_set("version", True), "version", "a whole number"),
    (lambda values: values.pop("version"), "version", "no such key"),
    (lambda values: values.pop("asks"), "asks", "no such key"),
    (_set("costs", 1), "costs", "did you mean 'cost'?"),
    (_set("ids", "c1"), "ids", "a list"),
    (_set("ids", ["c1", "c1"]), "ids[1]", "used once"),
    (_set("ids", ["c1", " "]), "client id[1]", "outer spaces"),
    (_set("ids", ["c1", 2]), "ids[1]", "text"),
    (_set("ids", ["c1"]), "scores", "1, one for each"),
    (_set("scores", [1, None]), "scores[1]", "a finite number"),
    (_set("scores", [0.1, True]), "scores[1]", "a finite number"),
    (_set("scores", [0.1, 10**400]), "scores[1]", "a finite number"),
    (_set("scores", [0.1, 0.3]), "score", "the sum of the scores"),
    (_set("asks", [5, -6]), "asks[1]", "from 0"),
    (_set("asks", [5, 6.0]), "asks[1]", "a whole number"),
    (_set("payments", [5, 2**63]), "payments[1]", "a whole number"),
    (_set("payments", [5, 8]), "cost", "13, the sum of the payments"),
    (_set("histograms", [[1, 2], [3]]), "histograms[1]", "a list of 2 counts"),
    (_set("histograms", [[], []]), "histograms[0]", "a list of counts"),
    (_set("histograms", [[1, 2], [3, -4]]), "histograms[3]", "from 0"),
    (_set("bound", 0.2), "bound", "or more"),
    (_set("optimal", "yes"), "optimal", "true or false"),
    (_set("budget", 11), "cost", "the budget, 11, at most"),
    (_set("eligible", 1), "eligible", "no more members"),
    (_set("offered", 2), "eligible", "eligible than offered"),
    (_set("selector", ""), "selector", "text"),
    (_set("seed", 1.5), "seed", "a whole number"),
    (_set("rate", "1"), "rate", "a finite number"),
    (_set("rate", -0.5), "rate", "0 or more"),
    (_set("optimal", True), "optimal", "false: the bound, 0.5, is above 0.3"),
    (lambda values: values.update(asks=[5, 7], payments=[6, 6]), "payments[1]", "what the client asks, 7, or more"),
    (_set("asks", [5, 10**12 + 1]), "asks[1]", "to 1,000,000,000,000"),
    (_set("payments", [5, 10**16]), "payments[1]", "to 9,000,000,000,000,000"),
    (_set("budget", 2**53), "budget", "found 9007199254740992; expected 9,000,000,000,000,000 at most"),
    (_set("seed", 2**64), "seed", "at most"),
]


@pytest.mark.parametrize(
    ("change", "key", "words"), POOL_LIES, ids=[f"{k}-{lie[1]}" for k, lie in enumerate(POOL_LIES)]
)
def test_a_pool_that_contradicts_itself_is_refused(change: Callable[[dict[str, Any]], object], key: str, words: str):
    """A file from elsewhere may be anything, and money is paid by it."""
    with pytest.raises(InvalidFile) as caught:
        pool_from_json(_change(pool_to_json(POOL), change), "pool.json")

    assert (caught.value.file, caught.value.column) == ("pool.json", key)
    assert words in str(caught.value)


RULE = {"name": "r", "miss": "cpu {seen:g}", "passed": 1}
SCORE_LIES: list[tuple[Callable[[dict[str, Any]], object], str, str]] = [
    (_set("values", [[0.1, 1.0], [0.2]]), "values[1]", "2 numbers"),
    (_set("values", [[0.1, 1.5], [0.2, 0.0]]), "values[1]", "from 0 to 1"),
    (_set("values", [[0.1, "a"], [0.2, 0.0]]), "values[0][1]", "a finite number"),
    (_set("criteria", ["cpu", "cpu"]), "criteria", "once"),
    (_set("weights", [1.0, -1.0]), "weights", "0 or more"),
    (_set("missed", [1, -1]), "missed[0]", "from -1 to 0"),
    (_set("seen", [1, "x"]), "seen[1]", "a finite number"),
    (_set("rules", [{**RULE, "passed": 2}]), "rules[0].passed", "1 at most"),
    (_set("rules", [{**RULE, "extra": 2}]), "rules[0].extra", "too many"),
    (_set("rules", [{"name": "r"}]), "rules[0].miss", "too few"),
    (_set("rules", ["r"]), "rules[0]", "an object"),
    (_set("rules", [{**RULE, "miss": "{seen.__class__}"}]), "rules[0].miss", "no field but"),
    (_set("rules", [{**RULE, "miss": "{seen:999999999}"}]), "rules[0].miss", "no field but"),
    (_set("rules", [{**RULE, "miss": "{seen!r:{seen}}"}]), "rules[0].miss", "no field but"),
    (_set("rules", [{**RULE, "miss": "{"}]), "rules[0].miss", "no field but"),
    (_set("depends_on_ask", None), "depends_on_ask", "true or false"),
]


@pytest.mark.parametrize(
    ("change", "key", "words"), SCORE_LIES, ids=[f"{k}-{one[1]}" for k, one in enumerate(SCORE_LIES)]
)
def test_a_score_table_that_contradicts_itself_is_refused(
    change: Callable[[dict[str, Any]], object], key: str, words: str
):
    """A file from elsewhere may be anything; its sentences are filled in, so they may name nothing but the number."""
    with pytest.raises(InvalidFile) as caught:
        scores_from_json(_change(scores_to_json(TABLE), change), "scores.json")

    assert caught.value.column == key
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "read"), [(pool_to_json(POOL), pool_from_json), (scores_to_json(TABLE), scores_from_json)]
)
def test_a_file_of_a_later_version_says_to_upgrade(text: str, read: Callable[[str, str], object]):
    """The keys of a later form are unknown, so the version is looked at before them."""
    later = _change(text, lambda values: values.update({"version": 2, "more": 1}))

    with pytest.raises(NewerFile, match="pip install -U fedrota") as caught:
        read(later, "file.json")

    assert (caught.value.version, caught.value.known) == (2, 1)


@pytest.mark.parametrize(
    ("text", "row", "words"),
    [
        ("", 1, "broken JSON"),
        ('{\n"format": 1,\n}', 3, "broken JSON"),
        ("[1]", None, "a JSON object"),
        ("{}", None, "no format"),
        ('{"format": "fedrota/pool", "format": "fedrota/pool"}', None, "twice"),
        ("[" * 100_000, None, "too many brackets"),
        ("9" * 5000, None, "digits"),
        ('{"format": NaN}', None, "NaN is not JSON"),
    ],
)
def test_what_is_no_form_at_all_is_refused(text: str, row: int | None, words: str):
    """Whatever arrives by a pipe, the answer is one sentence."""
    with pytest.raises(InvalidFile, match="fedrota pool OFFERS") as caught:
        pool_from_json(text, "pipe")

    assert caught.value.row == row
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "pool",
    [
        replace(POOL, score=np.nan),
        replace(POOL, bound=np.inf),
        replace(POOL, cost=11),
        replace(POOL, payments=np.array([6, 6]), asks=np.array([5, 7])),
        replace(POOL, optimal=True),
        replace(POOL, rate=-1.0),
        replace(POOL, budget=10**16),
        replace(POOL, ids=np.array(["c1", "c1"])),
        replace(POOL, asks=np.array([1])),
        replace(POOL, scores=np.array([np.nan, 0.2])),
    ],
)
def test_a_pool_that_could_not_be_read_back_is_not_written(tmp_path: Path, pool: Pool):
    """A file that FedRota writes, it reads."""
    with pytest.raises(InvalidValue):
        write_pool(pool, tmp_path / "pool.json")

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "table",
    [
        replace(TABLE, seen=np.array([np.inf, 0.0])),
        replace(TABLE, totals=np.array([np.inf, 0.0])),
        replace(TABLE, missed=np.array([3, -1], dtype=np.int16)),
        replace(TABLE, values=np.zeros((2, 3))),
        replace(TABLE, costs=np.array([5, 10**13])),
        replace(TABLE, values=np.full((2, 2), np.nan)),
    ],
)
def test_a_table_that_could_not_be_read_back_is_not_written(tmp_path: Path, table: ScoreTable):
    """A file that FedRota writes, it reads."""
    with pytest.raises(InvalidValue):
        write_scores(table, tmp_path / "scores.json")

    assert list(tmp_path.iterdir()) == []
