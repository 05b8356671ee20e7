"""The command line as its users meet it: in a process of its own, with good input and bad."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import fedrota as fr


def fedrota(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command and make sure of the one thing that holds for every call: no traceback."""
    command = [sys.executable, "-m", "fedrota", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    return done


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that `fedrota example` filled."""
    folder = tmp_path_factory.mktemp("example")
    fr.write_example(folder, force=True)
    return folder


def recruit(folder: Path, *options: object) -> subprocess.CompletedProcess[str]:
    """Run `fedrota pool` on the example's files."""
    return fedrota("pool", folder / "offers.csv", "--task", folder / "task.toml", *options)


def test_the_version_is_the_packages(tmp_path: Path):
    """One version, in one place."""
    assert fedrota("--version").stdout.strip() == f"fedrota {fr.__version__}"


def test_example_writes_files_that_pool_reads(tmp_path: Path):
    """The first two commands of a newcomer must lead somewhere."""
    first = fedrota("example", tmp_path / "first")
    second = recruit(tmp_path / "first")

    assert first.returncode == 0
    assert "fedrota pool" in first.stdout
    assert second.returncode == 0
    assert "clients are in" in second.stdout


def test_example_does_not_replace_what_is_there(example: Path):
    """A second run must not cost anyone the edits of the first."""
    before = (example / "task.toml").read_text()

    done = fedrota("example", example)

    assert done.returncode == 2
    assert "--force" in done.stderr
    assert (example / "task.toml").read_text() == before


@pytest.mark.parametrize("selector", ["greedy", "exact", "dp", "random", "uniform-rate"])
def test_json_is_the_pools_file_form(selector: str, example: Path, tmp_path: Path):
    """A program that reads the output and one that reads the file are the same program."""
    done = recruit(example, "--selector", selector, "--json")
    (tmp_path / "pool.json").write_text(done.stdout)

    pool = fr.read_pool(tmp_path / "pool.json")

    assert done.returncode == 0
    assert len(pool) >= 50
    assert pool.cost <= 1_500


def test_json_with_explanations_still_reads_as_a_pool(example: Path, tmp_path: Path):
    """The reasons ride along; whoever only wants the pool need not know of them."""
    done = recruit(example, "--json", "--explain")
    (tmp_path / "pool.json").write_text(done.stdout)

    assert len(json.loads(done.stdout)["explanations"]) > len(fr.read_pool(tmp_path / "pool.json"))


def test_a_seed_repeats_a_draw(example: Path):
    """Same seed, same result."""
    one, same, other = (recruit(example, "--selector", "random", "--seed", seed).stdout for seed in (1, 1, 2))

    assert one == same
    assert one != other


def test_explain_gives_every_client_a_line(example: Path):
    """Whoever is out is owed a reason."""
    lines = recruit(example, "--selector", "exact", "--explain").stdout.splitlines()

    reasons = [line for line in lines if "  in: " in line or "  out: " in line]

    assert len(reasons) == len(fr.read_offers(example / "offers.csv"))


def test_why_narrows_one_clients_interval_to_a_number(example: Path):
    """On request the exact critical price is worth its time."""
    client = str(fr.read_offers(example / "offers.csv").ids[0])

    done = recruit(example, "--selector", "exact", "--why", client)

    assert done.stdout.startswith(client)
    assert "surely" not in done.stdout


def test_infeasible_exits_with_1_and_the_numbers(example: Path, tmp_path: Path):
    """A script must tell 'nothing satisfies this' from 'you typed something wrong'."""
    task = (example / "task.toml").read_text().replace("budget = 30_000", "budget = 3_000")
    (tmp_path / "task.toml").write_text(task)

    done = fedrota("pool", example / "offers.csv", "--task", tmp_path / "task.toml")

    assert done.returncode == 1
    assert "falls short by" in done.stderr


BAD_OFFERS = {
    "empty.csv": "",
    "header-only.csv": "id,price\n",
    "wrong-header.csv": "client,cost\na,3\n",
    "typo.csv": "id,prise\na,3\n",
    "twice.csv": "id,price,cpu\na,3,1\na,4,1\n",
    "negative.csv": "id,price,cpu\na,-3,1\n",
    "nan.csv": "id,price,cpu\na,3,nan\n",
    "infinite.csv": "id,price,cpu\na,3,inf\n",
    "ragged.csv": "id,price,cpu\na,3\n",
    "histograms.csv": "id,price,histogram\na,3,1 2 3\nb,4,1 2\n",
    "binary.csv": "id,price\x00\x01\n",
    "broken.jsonl": '{"id": "a", "price": 3\n',
    "list.jsonl": "[1, 2]\n",
    "suffix.xlsx": "id,price\n",
}


@pytest.mark.parametrize("name", BAD_OFFERS)
def test_bad_offers_exit_with_2_and_name_the_file(name: str, example: Path, tmp_path: Path):
    """Every one of these is a file that somebody will have."""
    (tmp_path / name).write_text(BAD_OFFERS[name])

    done = fedrota("pool", tmp_path / name, "--task", example / "task.toml")

    assert done.returncode == 2
    assert name in done.stderr
    assert "expected" in done.stderr


def test_a_missing_file_names_the_example(tmp_path: Path):
    """The remedy for having no file is to make one."""
    done = fedrota("pool", tmp_path / "nowhere.csv", "--task", tmp_path / "nowhere.toml")

    assert done.returncode == 2
    assert "fedrota example" in done.stderr


BAD_TASKS = {
    "syntax": "budget = = 3\n",
    "unknown key": "buget = 3\n",
    "wrong type": 'budget = "much"\n',
    "negative": "budget = -1\n",
    "nan": "extra_share = nan\n",
    "tolerance": "size = 3\ntolerance = 5\n",
}


@pytest.mark.parametrize("name", BAD_TASKS)
def test_bad_tasks_exit_with_2_and_say_what_was_expected(name: str, example: Path, tmp_path: Path):
    """A requester edits this file by hand."""
    (tmp_path / "task.toml").write_text(BAD_TASKS[name])

    done = fedrota("pool", example / "offers.csv", "--task", tmp_path / "task.toml")

    assert done.returncode == 2
    assert "task.toml" in done.stderr


def test_a_misfit_rule_for_a_selector_without_one_is_an_error(example: Path):
    """An option that is silently ignored is a wrong answer."""
    done = recruit(example, "--selector", "exact", "--on-misfit", "stop")

    assert done.returncode == 2
    assert "--on-misfit" in done.stderr


def test_one_bad_row_in_a_million_is_named(example: Path, tmp_path: Path):
    """The larger the file, the less anyone can find the row by eye."""
    rows = np.arange(1_000_000).astype(np.str_)
    lines = np.char.add(np.char.add("c", rows), ",12,4.5")
    lines[777_777] = "c777777,twelve,4.5"
    (tmp_path / "many.csv").write_text("id,price,cpu\n" + "\n".join(lines.tolist()) + "\n")

    done = fedrota("pool", tmp_path / "many.csv", "--task", example / "task.toml")

    assert done.returncode == 2
    assert "row 777,779" in done.stderr.replace("777779", "777,779")
    assert "'price'" in done.stderr
    assert "twelve" in done.stderr


def test_a_pipe_into_pool_works_and_a_reader_may_leave_early(example: Path):
    """`cat offers | fedrota pool - … | head` is how a shell user looks at a large answer."""
    command = f"{sys.executable} -m fedrota pool - --task {example / 'task.toml'} --explain"
    with (example / "offers.csv").open() as offers:
        asked = subprocess.Popen(
            command.split(), stdin=offers, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
    assert asked.stdout is not None
    assert asked.stderr is not None
    first = asked.stdout.readline()
    asked.stdout.close()
    complaint = asked.stderr.read()
    asked.stderr.close()

    assert "clients are in" in first
    assert asked.wait(timeout=60) == 0
    assert complaint == ""


def test_names_that_look_like_markup_are_printed_as_they_are(example: Path, tmp_path: Path):
    """A client chooses its own name, and a terminal must not obey it."""
    (tmp_path / "o.csv").write_text("id,price,quality\n[red]x[/red],1,1\n:bomb:,1,1\n{seen},1,0.5\n")
    (tmp_path / "task.toml").write_text("budget = 9\n")
    files = [str(tmp_path / "o.csv"), "--task", str(tmp_path / "task.toml")]
    command = [sys.executable, "-m", "fedrota", "pool", *files]
    screen, keyboard = os.openpty()

    subprocess.run(command, stdout=keyboard, stderr=keyboard, check=True)
    seen = os.read(screen, 10_000).decode()
    os.close(screen)
    os.close(keyboard)

    assert all(name in seen for name in ("[red]x[/red]", ":bomb:", "{seen}"))
