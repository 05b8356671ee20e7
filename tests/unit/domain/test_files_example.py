"""The example that errors send people to: it must work, be worth reading, and never overwrite."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from fedrota.domain.errors import InvalidFile
from fedrota.domain.files import read_offers, read_task, write_example
from fedrota.domain.task import Task


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """Write the example into a new directory."""
    write_example(tmp_path / "demo")
    return tmp_path / "demo"


def test_the_example_is_feasible_but_selective(example: Path):
    """A first run that takes everyone, or nobody, would show nothing."""
    offers = read_offers(example / "offers.csv")

    assert offers.prices is not None
    assert 60 <= len(offers) <= 120
    assert np.sort(offers.prices)[:50].sum() <= 1500 < offers.prices.sum()


def test_the_task_says_what_the_first_page_says(example: Path):
    """The file and the three lines of Python are the same task, but for minimums and weights."""
    task = read_task(example / "task.toml")

    assert task.period_budget == 1500
    numbers = ("budget", "periods", "size", "tolerance", "max_turns", "min_clients", "extra_share", "bonus_share")
    plain = Task(budget=30_000, periods=20, size=10, tolerance=3, max_turns=3, min_clients=50)
    assert [getattr(task, name) for name in numbers] == [getattr(plain, name) for name in numbers]
    assert sum(criterion.minimum is not None for criterion in task.criteria) >= 3


def test_the_example_has_people_of_every_kind(example: Path):
    """Newcomers, gaps and clients below a minimum are what a real register holds."""
    offers = read_offers(example / "offers.csv")
    task = read_task(example / "task.toml")

    assert offers.histograms is not None
    assert offers.histograms.shape[1] == 10
    assert 5 <= np.isnan(offers.quality).all(axis=1).sum() < len(offers)
    low = np.zeros(len(offers), dtype=bool)
    for criterion in task.criteria:
        if criterion.name in offers.resources and criterion.minimum and not criterion.soft:
            low |= ~(offers.resources[criterion.name] >= criterion.minimum)
    assert 2 <= low.sum() <= 10
    assert offers.prices is not None
    assert np.sort(offers.prices[~low])[:50].sum() <= 1500


def test_what_is_commented_out_works_too(example: Path):
    """People take the sign away and expect the line to be right."""
    lines = (example / "task.toml").read_text().splitlines()
    hidden = [line.removeprefix("# ") for line in lines if line.startswith("# ") and ("=" in line or "[" in line)]
    shown = [line for line in hidden if not line.startswith(("rule", "a =", "b ="))]

    (example / "more.toml").write_text("\n".join(shown))

    assert read_task(example / "more.toml").dataset == "mnist"
    assert tomllib.loads("\n".join(line for line in hidden if line not in shown)) == {
        "rule": "linear",
        "a": 2.0,
        "b": 5.0,
    }


def test_the_example_is_always_the_same(example: Path, tmp_path: Path):
    """What a guide prints must come out for whoever follows it."""
    write_example(tmp_path / "again")

    for name in ("task.toml", "offers.csv"):
        assert (tmp_path / "again" / name).read_bytes() == (example / name).read_bytes()


@pytest.mark.parametrize("name", ["task.toml", "offers.csv"])
def test_nothing_is_overwritten_unless_asked(tmp_path: Path, name: str):
    """Somebody's own task may have the name of the example's."""
    (tmp_path / name).write_text("mine")

    with pytest.raises(InvalidFile, match="--force"):
        write_example(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"
    write_example(tmp_path, force=True)
    assert (tmp_path / name).read_text() != "mine"


def test_a_directory_that_cannot_be_made_is_bad_input(tmp_path: Path):
    """A file of that name is in the way."""
    (tmp_path / "demo").write_text("")

    with pytest.raises(InvalidFile, match="a directory that can be made"):
        write_example(tmp_path / "demo")
