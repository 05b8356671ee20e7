"""What the README says must be true: its first program runs on what `fedrota example` writes."""

import re
import subprocess
import sys
from pathlib import Path

import fedrota as fr

ROOT = Path(__file__).parents[2]


def blocks(language: str) -> list[str]:
    """Return the README's code blocks in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M)


def test_the_first_program_runs_as_printed(tmp_path: Path):
    """It is the first thing a newcomer copies."""
    fr.write_example(tmp_path)
    program = blocks("python")[0]

    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert "clients are in" in done.stdout


def test_the_first_program_fits_in_fifteen_lines():
    """Longer than that and nobody reads it."""
    assert len(blocks("python")[0].strip().splitlines()) <= 15


def test_every_link_to_a_file_leads_somewhere():
    """A dead link on the first page costs trust."""
    for document in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
