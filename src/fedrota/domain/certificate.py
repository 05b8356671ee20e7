"""Which rules a plan keeps, with the numbers. What `fedrota.certify` states."""

from dataclasses import dataclass

__all__ = ["Certificate", "Check"]


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
    subsets, turns
        How many rounds, and how many turns in all.
    worst, mean, last
        The measure over the subsets: largest, average, and that of the last one.
    bound
        No plan under the same rules has a smaller worst.
    bound_from
        Which argument gives that bound.
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
    jain: float
    gini: float
    fewest_turns: int
    most_turns: int
    cost: int

    @property
    def kept(self) -> bool:
        """Whether every rule is kept."""
        return all(check.kept for check in self.checks)

    def __str__(self) -> str:
        width = max(len(check.rule) for check in self.checks)
        lines = [f"{'kept  ' if c.kept else 'BROKEN'}  {c.rule:<{width}}  {c.seen}" for c in self.checks]
        extra = self.turns - self.clients
        more = f", {extra:,} of them extra ({extra / self.clients:.1%})" if extra > 0 else ""
        return "\n".join(
            [
                *lines,
                f"{self.measure}    worst {self.worst:.4f}, mean {self.mean:.4f}, last {self.last:.4f}; "
                f"no plan has a worst below {self.bound:.4f} ({self.bound_from})",
                f"turns  {self.turns:,} in {self.subsets:,} rounds{more}; {self.fewest_turns} to {self.most_turns} "
                f"a client; Jain {self.jain:.4f}, Gini {self.gini:.4f}",
            ]
        )
