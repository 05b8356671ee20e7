"""`fedrota plan` as its users meet it: in a process of its own, with good input and bad."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import fedrota as fr


def fedrota(*arguments: object, piped: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command and make sure of the one thing that holds for every call: no traceback."""
    command = [sys.executable, "-m", "fedrota", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, input=piped, timeout=120, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the example's files and its pool."""
    folder = tmp_path_factory.mktemp("example")
    fr.write_example(folder, force=True)
    task = fr.read_task(folder / "task.toml")
    scores = fr.score_offers(task, fr.read_offers(folder / "offers.csv"))
    fr.write_pool(fr.select_pool(task, scores), folder / "pool.json")
    return folder


def test_a_pool_is_piped_into_a_plan(folder: Path):
    """Two stages, one line: what `fedrota pool --json` prints, `fedrota plan -` takes."""
    recruited = fedrota("pool", folder / "offers.csv", "--task", folder / "task.toml", "--json")

    done = fedrota("plan", "-", "--size", 10, "--tolerance", 3, "--max-turns", 1, piped=recruited.stdout)

    assert done.returncode == 0
    assert done.stdout.startswith("round 1  ")
    assert "kept    everyone has a turn" in done.stdout
    assert "kept    at most one turn each" in done.stdout
    assert "kept    within the period's budget" in done.stdout


def test_json_is_the_plans_file_form_with_its_certificate(folder: Path, tmp_path: Path):
    """Whoever reads the file can train by it, and check it."""
    done = fedrota("plan", folder / "pool.json", "--planner", "random", "--seed", 3, "--json")
    (tmp_path / "plan.json").write_text(done.stdout)

    plan = fr.read_plan(tmp_path / "plan.json")

    found = fr.certify(plan)
    assert found.kept
    assert json.loads(done.stdout)["certificate"]["worst"] == found.worst
    assert (plan.planner, plan.seed, plan.budget) == ("RandomPlan()", 3, 1_500)


def test_offers_are_planned_as_they_are_or_recruited_for_a_task(folder: Path):
    """Without a task everyone who offers takes part; with one, its pool and its rules do."""
    offers = (folder / "offers.csv").read_text()

    everyone = fedrota("plan", "-", "--planner", "round-robin", "--json", piped=offers)
    recruited = fedrota("plan", folder / "offers.csv", "--task", folder / "task.toml", "--planner", "random", "--json")

    assert len(json.loads(everyone.stdout)["pool"]["ids"]) == len(fr.read_offers(folder / "offers.csv"))
    assert json.loads(everyone.stdout)["budget"] is None
    assert len(json.loads(recruited.stdout)["pool"]["ids"]) == len(fr.read_pool(folder / "pool.json"))


def test_offers_as_lines_are_told_from_a_pool(folder: Path, tmp_path: Path):
    """Both begin with a brace."""
    fr.write_offers(fr.read_offers(folder / "offers.csv"), tmp_path / "offers.jsonl")

    done = fedrota("plan", "-", "--planner", "label-greedy", piped=(tmp_path / "offers.jsonl").read_text())

    assert done.returncode == 0
    assert "91 of 91 clients" in done.stdout


def test_a_figure_is_drawn_beside_the_text(folder: Path, tmp_path: Path):
    """The picture goes into a file; what is printed stays."""
    done = fedrota("plan", folder / "pool.json", "--planner", "random", "--svg", tmp_path / "p.svg")

    assert done.returncode == 0
    assert "kept    everyone has a turn" in done.stdout
    assert "first round: " in (tmp_path / "p.svg").read_text()


def test_a_plan_that_costs_too_much_exits_with_1_and_the_amount(folder: Path):
    """Algorithm 1 gives more turns than the pool's money pays; then there is no plan, and the reader learns why."""
    done = fedrota("plan", folder / "pool.json", "--planner", "sequential", "--solver", "local")

    assert done.returncode == 1
    assert "the budget is 1,500" in done.stderr


def test_what_nothing_satisfies_exits_with_1_and_the_numbers(folder: Path):
    """A script must tell 'no plan keeps this' from 'you typed something wrong'."""
    done = fedrota("plan", folder / "pool.json", "--size", 50, "--tolerance", 0, "--max-turns", 1)

    assert done.returncode == 1
    assert "62 clients with 1 to 1 turns each cannot be divided into subsets of 50 ± 0" in done.stderr


def test_a_planner_that_gets_stuck_exits_with_1(tmp_path: Path, folder: Path):
    """No plan came out, though nothing was wrong with the input; the message names the way out."""
    done = fedrota(
        "plan", folder / "pool.json", "--planner", "sequential", "--solver", "local", "--size", 10, "--tolerance", 1,
        "--max-turns", 1,
    )  # fmt: skip

    assert done.returncode == 1
    assert "use the planner `balanced`" in done.stderr


BAD = {
    "no such file": (["nowhere.json"], "nowhere.json"),
    "suffix": (["pool.xlsx"], "expected .json for a pool"),
    "solver without its planner": (["pool.json", "--solver", "highs"], "--solver"),
    "tolerance": (["pool.json", "--size", "3", "--tolerance", "3"], "tolerance"),
    "size": (["pool.json", "--size", "0"], "size"),
    "planner": (["pool.json", "--planner", "best"], "--planner"),
    "figure into a folder that is not there": (["pool.json", "--planner", "random", "--svg", "no/p.svg"], "p.svg"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_exits_with_2_and_says_what(name: str, folder: Path):
    """Every one of these is something that somebody will type."""
    arguments, word = BAD[name]

    done = fedrota("plan", folder / arguments[0], *arguments[1:])

    assert done.returncode == 2
    assert word in done.stderr


@pytest.mark.parametrize("piped", ["", "{", '{"format": "fedrota/pool"}', '{"format": 1,\n', "id,prise\na,3\n", "[1]"])
def test_bad_pipes_exit_with_2(piped: str):
    """Whatever arrives by a pipe, the answer is one sentence."""
    done = fedrota("plan", "-", piped=piped)

    assert done.returncode == 2
    assert "standard input" in done.stderr
