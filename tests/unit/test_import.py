"""Importing the package must stay light: a Flower client imports it on small machines."""

import subprocess
import sys

import fedrota


def test_importing_fedrota_loads_no_heavy_library():
    """Compilers, frameworks and drawing load at first use."""
    program = (
        "import sys, fedrota, fedrota.cli\n"
        "heavy = {'torch', 'flwr', 'fastapi', 'sqlalchemy', 'matplotlib', 'numba', 'highspy', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_the_public_names_exist_and_are_sorted():
    """`__all__` is the promise of what stays; a sorted list is easy to review."""
    capitals_first = sorted(fedrota.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))

    assert all(hasattr(fedrota, name) for name in fedrota.__all__)
    assert fedrota.__all__ == capitals_first
