"""Writing never loses what was there, and what cannot be written is said."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from fedrota.domain.errors import InvalidFile
from fedrota.domain.files.disk import write_text


def test_a_failure_on_the_way_leaves_the_old_file_alone(tmp_path: Path):
    """A file is replaced when the new one is complete, not before."""
    target = tmp_path / "pool.json"
    target.write_text("old")

    def parts() -> Iterator[str]:
        yield "new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_text(target, parts())

    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["pool.json"]


def test_a_replaced_file_keeps_its_permissions(tmp_path: Path):
    """Who may read a file is not for a writer to change."""
    target = tmp_path / "pool.json"
    target.write_text("old")
    target.chmod(0o640)

    write_text(target, ["new"])

    assert (target.read_text(), stat.S_IMODE(target.stat().st_mode)) == ("new", 0o640)


def test_a_link_stays_a_link(tmp_path: Path):
    """What a link points at is the file that is meant."""
    (tmp_path / "real.json").write_text("old")
    (tmp_path / "link.json").symlink_to("real.json")

    write_text(tmp_path / "link.json", ["new"])

    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_text() == "new"


@pytest.mark.parametrize("name", [".", "absent/pool.json", "file/pool.json", "a\0b", "x" * 5000])
def test_a_place_that_cannot_be_written_is_bad_input(tmp_path: Path, name: str):
    """A wrong path is a mistake of the person who gave it, not of the program."""
    (tmp_path / "file").write_text("")

    with pytest.raises(InvalidFile, match="expected a file that can be written"):
        write_text(f"{tmp_path}/{name}", ["new"])


def test_a_device_is_not_replaced():
    """Renaming over /dev/null would be remembered."""
    with pytest.raises(InvalidFile, match="not a plain file"):
        write_text(os.devnull, ["new"])
