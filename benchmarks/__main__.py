"""`python -m benchmarks [NAME …]`: measure, and write the tables into docs/benchmarks.md. Each section is one run."""

import argparse
import io
import os
import platform
import re
import sys
from contextlib import redirect_stdout
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from fedrota import __version__

PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"

SECTIONS = {
    "scoring": "Scoring a million offers",
    "knapsack": "Choosing the pool, beside other solvers",
    "knapsack_public": "Public knapsack instances",
    "planners": "Planning rounds: all at once, and one after another",
    "partition": "All subsets at once: quality and scale",
    "mkp": "The multidimensional knapsack",
}


def main() -> None:
    """Run the named sections, all of them by default, and write each as soon as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SECTIONS)}; all by default")
    names = parser.parse_args().names or list(SECTIONS)
    unknown = sorted(set(names) - set(SECTIONS))
    if unknown:
        parser.error(f"no such section: {', '.join(unknown)}; there are {', '.join(SECTIONS)}")
    for name in names:
        print(f"Measuring {name}", file=sys.stderr)
        write_section(name, measured(name))
        print(f"Wrote {name} to {PAGE}", file=sys.stderr)


def measured(name: str) -> str:
    """Run one section and return its page."""
    printed = io.StringIO()
    module = import_module(f"benchmarks.{name}")
    with redirect_stdout(printed):
        module.main()
    return f"## {SECTIONS[name]}\n\n{printed.getvalue().strip()}\n\n*{stamp()}*\n"


def stamp() -> str:
    """Say when, on what and with which version the figures were measured."""
    day = datetime.now(UTC).date().isoformat()
    return f"Measured {day} with FedRota {__version__} and Python {platform.python_version()} on {machine()}."


def machine() -> str:
    """Name the processor, the number of cores, and the system."""
    try:
        facts = Path("/proc/cpuinfo").read_text()
        model = re.search(r"model name\s*:\s*(.*)", facts)
    except OSError:
        model = None
    name = model.group(1) if model else platform.processor() or "an unnamed processor"
    return f"{name}, {os.cpu_count()} shared cores, {platform.system()}"


def write_section(name: str, text: str) -> None:
    """Put a section in its place on the page; the others stay as they are."""
    page = PAGE.read_text() if PAGE.exists() else "# Benchmarks\n"
    begin, end = f"<!-- begin {name} -->\n", f"<!-- end {name} -->\n"
    if begin in page:
        before, rest = page.split(begin)
        after = rest.split(end)[1]
        page = f"{before}{begin}{text}{end}{after}"
    else:
        page = f"{page}\n{begin}{text}{end}"
    PAGE.write_text(page)


if __name__ == "__main__":
    main()
