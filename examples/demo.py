"""The main job from end to end on generated offers: score, recruit, explain, plan. Ends by itself in seconds."""

import tempfile
import time
from pathlib import Path

import fedrota as fr


def main() -> None:
    """Recruit a pool in five ways, explain one of them, and plan its rounds."""
    with tempfile.TemporaryDirectory() as folder:
        fr.write_example(Path(folder))
        task = fr.read_task(Path(folder) / "task.toml")
        offers = fr.read_offers(Path(folder) / "offers.csv")
    print(
        f"{len(offers)} clients offer; {task.pool_budget:,} to spend a period; {task.min_clients} members at least.\n"
    )
    scores = fr.score_offers(task, offers)
    compare(task, scores)
    selector = fr.Exact()
    pool = fr.select_pool(task, scores, selector)
    print("\n" + pool.summary(shown=5))
    print("\nWhy these and not others? Four of the answers:")
    explain(task, scores, pool, selector)
    print("\nWho trains together? Everyone once, and every round as even as it gets:")
    compare_plans(task, pool)
    print("\n" + str(fr.certify(fr.plan_subsets(task, pool, seed=7))))


def compare(task: fr.Task, scores: fr.ScoreTable) -> None:
    """Print what each way of choosing makes of the same budget."""
    fr.select_pool(task, scores, fr.Exact())  # the first call compiles; the times below are without it
    print(f"{'selector':14} {'members':>7} {'score':>8} {'cost':>7} {'gap':>8} {'time':>9}")
    selectors: list[tuple[str, fr.Selector]] = [
        ("random", fr.RandomPool()),
        ("greedy, stops", fr.Greedy(on_misfit="stop")),
        ("greedy, skips", fr.Greedy()),
        ("uniform rate", fr.UniformRate()),
        ("exact", fr.Exact()),
    ]
    for name, selector in selectors:
        started = time.perf_counter()
        pool = fr.select_pool(task, scores, selector, seed=7)
        spent = 1e3 * (time.perf_counter() - started)
        print(f"{name:14} {len(pool):>7} {pool.score:>8.2f} {pool.cost:>7,} {pool.gap:>8.2%} {spent:>6.2f} ms")


def compare_plans(task: fr.Task, pool: fr.Pool) -> None:
    """Print how even the rounds of each planner are."""
    planners: list[tuple[str, fr.Planner]] = [
        ("random", fr.RandomPlan()),
        ("label greedy", fr.LabelGreedy()),
        ("balanced", fr.Balanced()),
    ]
    fr.plan_subsets(task, pool, fr.Balanced())  # the first call compiles; the times below are without it
    print(f"{'planner':14} {'rounds':>7} {'worst Nid':>9} {'mean':>7} {'bound':>7} {'time':>12}")
    for name, planner in planners:
        started = time.perf_counter()
        plan = fr.plan_subsets(task, pool, planner, seed=7)
        spent = 1e3 * (time.perf_counter() - started)
        found = fr.certify(plan)
        print(f"{name:14} {len(plan):>7} {found.worst:>9.4f} {found.mean:>7.4f} {found.bound:>7.4f} {spent:>9.2f} ms")


def explain(task: fr.Task, scores: fr.ScoreTable, pool: fr.Pool, selector: fr.Selector) -> None:
    """Print the reasons of two members and of two clients that are out."""
    reasons = fr.explain_pool(task, scores, pool, selector)
    missing = [one for one in reasons if not one.chosen and one.critical is None]
    priced = [one for one in reasons if not one.chosen and one.critical is not None]
    for one in [*[one for one in reasons if one.chosen][:2], *priced[:1], *missing[:1]]:
        print(f"  {one.id}  {one.sentence}")


if __name__ == "__main__":
    main()
