"""Which rules a plan keeps, with the numbers. What `fedrota.certify` states."""

from dataclasses import dataclass

__all__ = ["Certificate", "Check"]

CLOSE = 1e-6
"""A worst round that is no more than this above the bound is as good as any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One rule: what it asks, what was seen, whether it is kept."""

    rule: str
    seen: str
    kept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """An independent statement about one plan.

    Attributes
    ----------
    checks
        Rule by rule: kept or broken, with numbers.
    measure
        What ``worst``, ``mean``, ``last`` and ``bound`` are values of.
    subsets, clients, turns
        How many rounds, clients in the pool, and turns in all.
    worst, mean, last
        The measure over the subsets: largest, average, and that of the last one.
    bound
        No plan under the same rules has a smaller worst, in any number of rounds.
    bound_from
        Which argument gives that bound.
    least_data, most_data
        The samples of the rounds with the fewest and with the most.
    jain, gini
        How evenly turns are spread over clients: Jain's index (1 is even), Gini's coefficient (0 is even).
    fewest_turns, most_turns
        Over the clients of the pool.
    cost
        What the period's turns cost.
    """

    checks: tuple[Check, ...]
    measure: str
    subsets: int
    clients: int
    turns: int
    worst: float
    mean: float
    last: float
    bound: float
    bound_from: str
    least_data: int
    most_data: int
    jain: float
    gini: float
    fewest_turns: int
    most_turns: int
    cost: int

    @property
    def kept(self) -> bool:
        """Whether every rule is kept."""
        return all(check.kept for check in self.checks)

    @property
    def optimal(self) -> bool:
        """Whether no plan under the same rules has a better worst round."""
        return self.kept and self.worst <= self.bound + CLOSE

    def __str__(self) -> str:
        width = max(len(check.rule) for check in self.checks)
        lines = [
            f"{'kept  ' if check.kept else 'BROKEN'}  {check.rule:<{width}}  {check.seen}" for check in self.checks
        ]
        return "\n".join([*lines, "", *self.summary()])

    def summary(self) -> list[str]:
        """Say in a few lines how good the rounds are, what is proven, and how turns are spread."""
        extra = self.turns - self.clients
        more = f", {extra:,} of them extra ({extra / self.clients:.1%})" if extra > 0 else ""
        few, many = self.fewest_turns, self.most_turns
        spread = f"{few} to {many} turns" if few < many else f"{many} turn{'s' * (many != 1)}"
        proof = "this plan is among the best" if self.optimal else "no plan has a better worst round"
        return [
            f"{self.measure:<9} worst {self.worst:.4f}, mean {self.mean:.4f}, last {self.last:.4f}",
            f"{'bound':<9} {self.bound:.4f}: {proof} ({self.bound_from})",
            f"{'data':<9} {self.least_data:,} to {self.most_data:,} samples a round",
            f"{'turns':<9} {self.turns:,} in {self.subsets:,} rounds{more}",
            f"{'fairness':<9} {spread} a client; Jain {self.jain:.4f}, Gini {self.gini:.4f}",
        ]
