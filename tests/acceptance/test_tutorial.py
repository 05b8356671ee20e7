"""The tutorial is run as printed, on what `fedrota example` writes."""

import doctest
from pathlib import Path

import pytest

import fedrota as fr

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"


def test_every_line_of_the_tutorial_gives_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A tutorial that fails at step four loses its reader for good."""
    fr.write_example(tmp_path)
    monkeypatch.chdir(tmp_path)

    result = doctest.testfile(str(TUTORIAL), module_relative=False, verbose=False)

    assert result.attempted > 10
    assert result.failed == 0
