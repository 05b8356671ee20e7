"""The picture of the README: the market that `fedrota example` writes, and who is in."""

import tempfile
from pathlib import Path

import fedrota as fr
from fedrota.plots import draw_market, figure, market, save

__all__ = ["run"]


def run(out: Path) -> None:
    """Draw the example's market with its best pool."""
    with tempfile.TemporaryDirectory() as folder:
        fr.write_example(Path(folder))
        task = fr.read_task(Path(folder) / "task.toml")
        scores = fr.score_offers(task, fr.read_offers(Path(folder) / "offers.csv"))
    drawn, axes = figure(width=7.2, height=3.8)
    draw_market(market(scores, fr.select_pool(task, scores, fr.Exact())), axes)
    for path in save(drawn, out / "market"):
        print(f"Wrote {path}")
