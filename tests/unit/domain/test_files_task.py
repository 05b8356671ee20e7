"""Tasks from TOML: what the keys mean, how mistakes are named, and that a written task is the same task."""

import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fedrota.domain.criteria import TABLE_1, Criterion
from fedrota.domain.errors import InvalidFile, InvalidValue
from fedrota.domain.files import read_task, write_task
from fedrota.domain.task import LinearPrice, Task

Reader = Callable[[str], Task]


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Read a task from the text of its file."""

    def read_text(text: str) -> Task:
        (tmp_path / "task.toml").write_text(text, encoding="utf-8")
        return read_task(tmp_path / "task.toml")

    return read_text


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "# nothing\n"])
def test_a_file_that_says_nothing_is_the_default_task(read: Reader, text: str):
    """Every key has the default that the library has."""
    assert read(text) == Task()


def test_keys_are_the_fields_of_a_task(read: Reader):
    """Words are the same in files and code."""
    task = read(
        'name = "t"\nbudget = 30_000\nperiods = 20\nsize = 8\nmin_clients = 50\nextra_share = 0.15\ntarget = [1, 2.5]\n'
        'measure = "kl"\nstarts = 2026-03-01T08:00:00Z\nends = 2026-03-02\n[price]\nrule = "linear"\na = 2\nb = 5.0\n'
    )

    assert task == Task(
        name="t",
        budget=30_000,
        periods=20,
        size=8,
        min_clients=50,
        extra_share=0.15,
        target=(1.0, 2.5),
        measure="kl",
        starts=datetime(2026, 3, 1, 8, tzinfo=UTC),
        ends=datetime(2026, 3, 2, tzinfo=UTC),
        price=LinearPrice(2.0, 5.0),
    )


def test_listed_criteria_replace_those_of_table_1_and_the_others_stay(read: Reader):
    """A task that asks for two cores still cares for data and behavior."""
    task = read(
        "[criteria.cpu]\nminimum = 2\nsoft = true\n[criteria.npu]\nminimum = 1\n[criteria.gpu]\nscored = false\n"
    )

    names = [criterion.name for criterion in task.criteria]
    assert names == [one.name for one in TABLE_1 if one.name != "gpu"] + ["npu"]
    assert task.criteria[0] == Criterion(name="cpu", minimum=2.0, soft=True)


def test_several_criteria_can_be_one(read: Reader):
    """The paper combines criteria into one by weights."""
    task = read("[criteria.computation]\nparts = { cpu = 2, memory = 1 }\nweight = 0.5\n")

    assert task.criteria[-1] == Criterion(name="computation", parts={"cpu": 2.0, "memory": 1.0}, weight=0.5)


@pytest.mark.parametrize("text", ['[price]\nrule = "asked"\n', "[price]\n", "size = 10\n"])
def test_clients_name_their_own_price_by_default(read: Reader, text: str):
    """The rule can be said or left out."""
    assert read(text).price is None


@pytest.mark.parametrize(
    ("text", "row", "key", "words"),
    [
        ("budget = 30_000.5", 1, "budget", "a whole number"),
        ('\n\nbudget = "much"', 3, "budget", "found 'much'; expected a whole number"),
        ("budget = -1", 1, "budget", "0 or more"),
        ("budget = true", 1, "budget", "a whole number"),
        ("budget = 9223372036854775808", 1, "budget", "expected 9,000,000,000,000,000 at most"),
        ("periods = 9223372036854775808", 1, "periods", "9,007,199,254,740,992 at most"),
        (f"budget = {'9' * 4000}", 1, "budget", "9,000,000,000,000,000 at most"),
        ("size = 3\ntolerance = 3", 2, "tolerance", "less than the size, 3"),
        ("bugdet = 3", 1, "bugdet", "Did you mean 'budget'?"),
        ("zzz = 3", 1, "zzz", "one of name, budget"),
        ("extra_share = 0.8\nbonus_share = 0.4", 2, "extra_share + bonus_share", "found 1.2; expected 1 at most"),
        ("extra_share = nan", 1, "extra_share", "a finite number"),
        ("name = 3", 1, "name", "text in quotes"),
        ('measure = "l3"', 1, "measure", "one of nid, l2"),
        ("target = []", 1, "target", "a list of numbers"),
        ("target = [1, 0]", 1, "target", "a share above 0"),
        ("target = [1, 1e-20]", 1, "target", "of the largest share"),
        ('target = [1, "2"]', 1, "target", "a finite number"),
        ('starts = "2026-03-01"', 1, "starts", "without quotes"),
        ("starts = 08:00:00", 1, "starts", "a date and time"),
        ("starts = 2026-03-02\nends = 2026-03-01", 2, "ends", "a time after"),
        ("price = 3", 1, "price", "a table"),
        ('[price]\nrule = "free"', 2, "price.rule", '"asked" or "linear"'),
        ('[price]\nrule = "linear"\na = 1', 1, "price.b", "no such key"),
        ('[price]\nrule = "linear"\na = 0\nb = 1', 3, "price.a", "above 0"),
        ("[price]\na = 1", 2, "price.a", 'beside rule = "asked"'),
        ("[price]\nc = 1", 2, "price.c", "one of rule, a, b"),
        ("criteria = 3", 1, "criteria", "a table"),
        ("[criteria]\ncpu = 2", 2, "criteria.cpu", "a table: [criteria.cpu]"),
        ("[criteria.cpu]\nminimun = 2", 2, "criteria.cpu.minimun", "Did you mean 'minimum'?"),
        ("size = 9\n[criteria.cpu]\nminimum = -2", 3, "criteria.cpu.minimum", "0 or more"),
        ("criteria.cpu.minimum = inf", 1, "criteria.cpu.minimum", "a finite number"),
        ("[criteria.cpu]\nthreshold = 2", 2, "criteria.cpu.threshold", "from 0 to 1"),
        ('[criteria.cpu]\nsoft = "yes"', 2, "criteria.cpu.soft", "true or false"),
        ("[criteria.cpu]\nweight = -1", 2, "criteria.cpu.weight", "0 or more"),
        ("[criteria.cpu]\nsoft = true", 2, "criteria.cpu.soft", "a minimum with it"),
        ("[criteria.npu]", 1, "criteria.npu", "a criterion that does nothing; expected a minimum"),
        ("[criteria.time_available]\nweight = 2", 1, "criteria.time_available", "expected a minimum"),
        ('[price]\nrule = "linear"\na = 1e13\nb = 1', 3, "price.a", "1,000,000,000,000 at most"),
        ("starts = 0001-01-01T00:00:00+05:00", 1, "starts", "a date and time"),
        ("[criteria.c]\nparts = { cpu = 0 }", 2, "criteria.c.parts", "above 0"),
        ("[criteria.c]\nparts = { npu = 1 }", 2, "criteria.c.parts", "a plain criterion"),
        ("[criteria.bandwith]\nminimum = 2", 1, "criteria.bandwith", "Did you mean 'bandwidth'?"),
        ('[criteria.""]\nminimum = 2', 1, "criteria.", "outer spaces"),
        ("size = 10\nsize = 11", 2, None, "broken TOML"),
        ("size = 10\n\nsize 11\n", 3, None, "broken TOML"),
        ("x = " + "[" * 100_000, None, None, "broken TOML"),
        ("budget = " + "9" * 5000, None, None, "broken TOML"),
    ],
)
def test_a_wrong_key_is_named_with_its_line(read: Reader, text: str, row: int | None, key: str | None, words: str):
    """Whoever wrote the file must find the line, and know what to write instead."""
    with pytest.raises(InvalidFile) as caught:
        read(text + "\n")

    assert caught.value.row == row
    assert caught.value.column == key
    assert words in str(caught.value)
    assert "`fedrota example DIR`" in str(caught.value)


@pytest.mark.parametrize("name", ["absent.toml", "."])
def test_a_task_that_is_not_there_is_bad_input(tmp_path: Path, name: str):
    """A wrong path is the first mistake that everyone makes."""
    with pytest.raises(InvalidFile, match="fedrota example DIR"):
        read_task(tmp_path / name)


NAMES = st.sampled_from(
    [*(one.name for one in TABLE_1), "time_available", "tasks_completed", "npu", "a.b", 'quoted "x"', "ключ", "\x7f"]
)
TABLE_1_NAMES = [one.name for one in TABLE_1]
SHARES = st.floats(0, 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(lambda text: text == text.strip())
TIMES = st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))])).filter(
    lambda time: 1 < time.year < 9999
)


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    """Draw tasks with everything that a task can say."""
    table_1 = st.permutations([one.name for one in TABLE_1]).map(list)
    names: list[str] = draw(st.lists(NAMES, unique=True) | table_1)
    criteria = [
        Criterion(
            name=name,
            minimum=(minimum := draw(st.none() | st.floats(0, 1e300) | st.integers(0, 99))),
            soft=draw(st.booleans()) and minimum is not None,
            threshold=draw(SHARES if minimum is None and name not in TABLE_1_NAMES else st.none() | SHARES),
            weight=draw(st.floats(0, 1e300)),
        )
        for name in names
    ]
    if draw(st.booleans()) and names:
        parts = draw(st.dictionaries(st.sampled_from(names), st.floats(1e-300, 1e300), min_size=1))
        criteria.append(Criterion(name="all of it", parts=parts))
    starts, ends = draw(st.tuples(TIMES, TIMES).filter(lambda times: times[0] < times[1]))
    size = draw(st.integers(1, 1000))
    return Task(
        name=draw(TEXTS),
        budget=draw(st.none() | st.integers(0, 9 * 10**15)),
        periods=draw(st.integers(1, 2**40)),
        size=size,
        tolerance=draw(st.integers(0, size - 1)),
        extra_share=draw(st.floats(0, 0.5)),
        bonus_share=draw(st.floats(0, 0.5)),
        criteria=draw(st.sampled_from([TABLE_1, tuple(criteria)])),
        target=draw(st.none() | st.lists(st.floats(1e-4, 1e4), min_size=1, max_size=3).map(tuple)),
        price=draw(st.none() | st.builds(LinearPrice, st.floats(1e-300, 1e12), st.floats(0, 1e12))),
        dataset=draw(st.none() | TEXTS),
        starts=draw(st.sampled_from([None, starts])),
        ends=draw(st.sampled_from([None, ends])),
    )


@given(task=tasks())
@settings(max_examples=200, deadline=None)
def test_a_written_task_is_the_same_task(task: Task):
    """Files carry tasks between people: not a digit may change on the way."""
    with tempfile.TemporaryDirectory() as folder:
        write_task(task, Path(folder, "task.toml"))
        read = read_task(Path(folder, "task.toml"))

    assert read == task
    assert [one.name for one in read.criteria] == [one.name for one in task.criteria]


def test_a_task_without_a_time_zone_is_in_utc(tmp_path: Path):
    """The same as everywhere else in FedRota."""
    write_task(Task(starts=datetime(2026, 3, 1, 8)), tmp_path / "task.toml")

    assert read_task(tmp_path / "task.toml").starts == datetime(2026, 3, 1, 8, tzinfo=UTC)


def test_a_name_near_a_known_one_can_be_written(tmp_path: Path):
    """What looks like a mistake in a file that people write is none in a task that a program made."""
    task = Task(criteria=(Criterion(name="time_availabl", minimum=1), Criterion(name="time_available", minimum=2)))

    write_task(task, tmp_path / "task.toml")

    assert read_task(tmp_path / "task.toml") == task


@pytest.mark.parametrize("task", [Task(name="\ud800"), Task(criteria=(Criterion(name="npu"),))])
def test_a_task_that_a_file_cannot_hold_is_refused(tmp_path: Path, task: Task):
    """A file that FedRota writes, it reads."""
    with pytest.raises(InvalidValue):
        write_task(task, tmp_path / "task.toml")

    assert list(tmp_path.iterdir()) == []
