"""The reference of files says what the readers do: the same columns and keys, word for word, and examples that work."""

import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

import pytest

from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.files import plan_from_json, pool_from_json, read_offers, read_task, scores_from_json
from fedrota.domain.files.entries import Entry
from fedrota.domain.files.offer_columns import OFFER_COLUMNS
from fedrota.domain.files.plans import PLAN_KEYS
from fedrota.domain.files.pools import POOL_KEYS
from fedrota.domain.files.score_tables import RULE_KEYS, SCORE_KEYS
from fedrota.domain.files.task_keys import CRITERION_KEYS, PRICE_KEYS, TASK_KEYS
from fedrota.domain.plan import Plan
from fedrota.domain.pool import Pool
from fedrota.domain.scores import ScoreTable
from fedrota.domain.task import Task
from fedrota.subsets.certificate import certify

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "files.md"
TABLES = [
    ("## Offers", OFFER_COLUMNS),
    ("## Task", TASK_KEYS),
    ("### `[price]`", PRICE_KEYS),
    ("### `[criteria.NAME]`", CRITERION_KEYS),
    ("## Pool", POOL_KEYS),
    ("## Plan", PLAN_KEYS),
    ("## Scores", SCORE_KEYS),
    ("Each of the `rules`:", RULE_KEYS),
]


def _after(title: str) -> str:
    text = REFERENCE.read_text(encoding="utf-8")
    return text[text.index(f"\n{title}\n") :]


@pytest.mark.parametrize(("title", "entries"), TABLES, ids=[title for title, _ in TABLES])
def test_the_reference_lists_every_column_and_key(title: str, entries: Mapping[str, Entry]):
    """A key that only the code knows is a key that nobody uses."""
    table = re.search(r"\n\|---.*\n((?:\|.*\n)+)", _after(title))

    assert table is not None
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table.group(1).splitlines()]
    listed = [[f"`{entry.name}`", entry.holds, entry.unit, entry.default, entry.meaning] for entry in entries.values()]
    assert rows == listed


@pytest.mark.parametrize(
    ("noun", "entries", "others"),
    [
        (Task, TASK_KEYS, set()),
        (Criterion, CRITERION_KEYS, {"scored"}),
        (Pool, POOL_KEYS, {"format", "version", "explanations"}),
        (Plan, PLAN_KEYS, {"format", "version", "certificate"}),
        (ScoreTable, SCORE_KEYS, {"format", "version"}),
    ],
)
def test_files_have_the_words_of_the_nouns(noun: type, entries: Mapping[str, Entry], others: set[str]):
    """One word per idea, in code and in files; a new field of a noun must find its way into the file."""
    assert entries.keys() - others == {field.name for field in fields(noun)} - (
        {"name"} if noun is Criterion else set()
    )


def test_defaults_are_those_of_the_library():
    """The reference tells people what holds where they say nothing."""
    plain = Task()

    for name, entry in TASK_KEYS.items():
        value = getattr(plain, name)
        if isinstance(value, int | float):
            assert entry.default == str(value)
        elif isinstance(value, str):
            assert entry.default == f'"{value}"'
    assert all(f"`{criterion.name}`" in _after("### `[criteria.NAME]`") for criterion in TABLE_1)


def test_the_examples_of_the_reference_can_be_read(tmp_path: Path):
    """People copy examples before they read tables."""
    blocks = {
        kind: found
        for kind in ("csv", "toml")
        for found in re.findall(rf"```{kind}\n(.*?)```", _after("## Offers"), re.S)
    }
    lines, pool, plan, scores = re.findall(r"```json\n(.*?)```", _after("## Offers"), re.S)

    for suffix, text in (("csv", blocks["csv"]), ("jsonl", lines), ("toml", blocks["toml"])):
        (tmp_path / f"file.{suffix}").write_text(text)

    assert read_task(tmp_path / "file.toml").budget == 30_000
    for one, other in zip(read_offers(tmp_path / "file.csv"), read_offers(tmp_path / "file.jsonl"), strict=True):
        assert one == other
    assert pool_from_json(pool).cost == 54
    assert certify(plan_from_json(plan)).kept
    assert scores_from_json(scores).eligible.tolist() == [True, False]
