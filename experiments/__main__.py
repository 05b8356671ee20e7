"""`python -m experiments NAME`: run one of the paper's experiments."""

import argparse
from pathlib import Path

from experiments import picture, selection_time, subsets, table3


def main() -> None:
    """Read the command line and run the experiment it names."""
    parser = argparse.ArgumentParser(prog="python -m experiments", description=__doc__)
    commands = parser.add_subparsers(dest="name", required=True, metavar="NAME")
    commands.add_parser("table3", help="Tables 2 and 3: ten clients, a budget of 100")
    timed = commands.add_parser("selection-time", help="Figs. 2a, 2b, and the greedy's n^(-1/2)")
    commands.add_parser("picture", help="the README's picture")
    planned = commands.add_parser("subsets", help="Fig. 4: the rounds of Algorithm 1, of Balanced, and random ones")
    for command in (timed, planned):
        command.add_argument("--short", action="store_true", help="small sizes: seconds instead of minutes")
    planned.add_argument("--seeds", type=int, default=subsets.SEEDS, help="pools of each kind")
    planned.add_argument("--slow-seeds", type=int, default=subsets.SLOW_SEEDS, help="of them for Algorithm 1's solvers")
    for command in commands.choices.values():
        command.add_argument("--out", type=Path, default=Path("results"), help="folder for figures and numbers")
    options = parser.parse_args()
    if options.name == "selection-time":
        selection_time.run(options.out, short=options.short)
    elif options.name == "subsets":
        subsets.run(options.out, seeds=options.seeds, slow_seeds=options.slow_seeds, short=options.short)
    else:
        {"table3": table3.run, "picture": picture.run}[options.name](options.out)


if __name__ == "__main__":
    main()
