"""Divide clients into subsets. Arrays in, index arrays out: nothing here knows what a client is.

`balanced` searches all subsets at once; `sequential` is the paper's Algorithm 1; `random`, `round_robin` and
`label_greedy` are plain rivals. Compiled loops are imported when the first partition is searched.
"""

from fedrota.solvers.partition.balanced import balanced
from fedrota.solvers.partition.feasibility import choose_subsets_count
from fedrota.solvers.partition.plain import label_greedy, random, round_robin
from fedrota.solvers.partition.sequential import sequential

__all__ = ["balanced", "choose_subsets_count", "label_greedy", "random", "round_robin", "sequential"]
