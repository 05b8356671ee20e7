"""Search over a draft of the subsets, group by group, on as many threads as there are.

Every subset is in one group, so groups do not meet; each has random numbers of its own. Whichever thread a group runs
on, and however fast, the result is the same.
"""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fedrota.solvers.partition.form import Form

if TYPE_CHECKING:
    from fedrota.solvers.partition.kernels import Walk

__all__ = ["Draft", "Pace", "Search", "available_threads"]

Floats = NDArray[np.float64]
Seats = NDArray[np.int32]
Indices = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """Subsets being searched: seats, how many of them are taken, and what each subset measures."""

    members: Seats
    sizes: Seats
    values: Floats

    def copy(self) -> "Draft":
        """Return a draft that can be changed on its own."""
        return Draft(self.members.copy(), self.sizes.copy(), self.values.copy())

    def taken(self) -> NDArray[np.bool_]:
        """Tell which seats are taken."""
        taken: NDArray[np.bool_] = np.arange(self.members.shape[1]) < self.sizes[:, None]
        return taken

    def turns(self, clients: int) -> Indices:
        """Count the turns of each client."""
        return np.bincount(self.members[self.taken()], minlength=clients)

    def subsets(self) -> list[Indices]:
        """Return the clients of each subset."""
        return np.split(self.members[self.taken()], np.cumsum(self.sizes)[:-1])

    @property
    def worst(self) -> float:
        """The largest value."""
        return float(self.values.max())


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """One pass over groups: how much work, how hot, and what may happen to extra turns.

    Attributes
    ----------
    tries
        Changes to try, per client.
    hot, cold
        Temperatures at the start and at the end, relative to the worst subset's energy.
    enough
        A group whose worst is at or under this is done. With `shed`, what a subset may rise to.
    renew_share
        The share of tries that give an extra turn to another client.
    extra
        How many turns may be added, over all groups.
    shed
        Whether to take extra turns back afterwards where they are not needed.
    """

    tries: float = 0.0
    hot: float = 0.3
    cold: float = 0.03
    enough: float = 0.0
    renew_share: float = 0.0
    extra: int = 0
    shed: bool = False


class _Job(NamedTuple):
    """A group's subsets, its number, what its extra turns may cost and how many there may be, its random seed."""

    subsets: Indices
    number: int = 0
    money: float = 0.0
    extra: int = 0
    seed: np.uint64 = np.uint64(0)


class _Group(NamedTuple):
    """A group's clients, and the copies that the loops work on; see `kernels`."""

    clients: NDArray[np.int32]
    rows: Floats
    members: Seats
    sizes: Seats
    bounds: Seats

    def arrays(self, prices: Floats) -> tuple[Floats, Seats, Seats, Seats, Floats]:
        """Return what every kernel takes."""
        return self.rows, self.members, self.sizes, self.bounds, np.append(prices[self.clients], 0.0)


@dataclass(slots=True, eq=False, kw_only=True)
class Search:
    """What all passes share.

    Attributes
    ----------
    rows, form
        The clients as the loops read them.
    prices, least, most
        What a turn costs, the turns nobody takes away, and the most of a client.
    smallest, largest
        Sizes.
    money
        What extra turns may cost.
    seed, threads
        Of random numbers; how many groups are searched at a time.
    deadline
        When to begin no further group, on the monotonic clock.
    report
        Called with the share of the work that is done.
    planned
        How many passes there will be, at most.
    late
        Whether the deadline cut something off.
    """

    rows: Floats
    form: Form
    prices: Floats
    least: Indices
    most: int
    smallest: int
    largest: int
    money: float
    seed: int
    threads: int
    deadline: float | None = None
    report: Callable[[float], None] | None = None
    planned: int = 1
    late: bool = False
    _passes: int = field(default=0, init=False)

    def run(self, draft: Draft, groups: Sequence[Indices], pace: Pace) -> None:
        """Run one pass: change the draft in place, group by group."""
        from fedrota.solvers.partition import kernels  # noqa: F401 - compiles before threads ask for it

        self._passes += 1
        turns = draft.turns(self.clients)
        home = self._homes(draft, groups) if pace.renew_share or pace.shed else None
        jobs = self._jobs(draft, groups, pace)
        spent = 0.0
        for cost in self._map(lambda job: self._work(draft, turns, home, pace, job), jobs):
            spent += cost
        self.money -= spent

    @property
    def clients(self) -> int:
        """How many clients there are."""
        return len(self.rows) - 2

    def appraise(self, draft: Draft) -> None:
        """Compute the draft's values."""
        from fedrota.solvers.partition import kernels

        step = max(1, 100_000 // draft.members.shape[1])
        for part in np.split(np.arange(len(draft.sizes)), range(step, len(draft.sizes), step)):
            group = self._gather(draft, part)
            draft.values[part] = kernels.appraise(*group.arrays(self.prices), self._walk(Pace(), _Job(subsets=part)))

    def _homes(self, draft: Draft, groups: Sequence[Indices]) -> Seats:
        """Choose for every client one group that may change its turns."""
        group_of = np.full(len(draft.sizes), -1, dtype=np.int32)
        for number, subsets in enumerate(groups):
            group_of[subsets] = number
        taken = draft.taken()
        home = np.full(self.clients, -1, dtype=np.int32)
        home[draft.members[taken]] = np.repeat(group_of, draft.sizes)
        return home

    def _jobs(self, draft: Draft, groups: Sequence[Indices], pace: Pace) -> list[_Job]:
        """Divide extra turns and money among the groups by their clients."""
        seeds = np.random.SeedSequence((self.seed, self._passes)).generate_state(len(groups), np.uint64)
        people = np.cumsum([0, *(int(draft.sizes[subsets].sum()) for subsets in groups)])
        share = people / max(1, people[-1])
        extra = np.diff(np.floor(share * pace.extra + 0.5).astype(np.int64))
        money = np.diff(share) * self.money if np.isfinite(self.money) else np.full(len(groups), self.money)
        if len(groups) == 1:
            money = np.array([self.money])
        return [
            _Job(subsets, number, float(money[number]), int(extra[number]), seeds[number])
            for number, subsets in enumerate(groups)
        ]

    def _map(self, work: Callable[[_Job], float], jobs: list[_Job]) -> Iterator[float]:
        if len(jobs) == 1 or self.threads == 1:
            for done, job in enumerate(jobs, 1):
                yield work(job)
                self._tell(done / len(jobs))
            return
        with ThreadPoolExecutor(min(self.threads, len(jobs))) as pool:
            for done, spent in enumerate(pool.map(work, jobs), 1):
                yield spent
                self._tell(done / len(jobs))

    def _tell(self, fraction: float) -> None:
        if self.report is not None:
            self.report(min(1.0, (self._passes - 1 + fraction) / self.planned))

    def _work(self, draft: Draft, turns: Indices, home: Seats | None, pace: Pace, job: _Job) -> float:
        """Search one group; return the money it spent."""
        from fedrota.solvers.partition import kernels

        if self.deadline is not None and time.monotonic() > self.deadline:
            self.late = True
            return 0.0
        group = self._gather(draft, job.subsets)
        if home is not None:
            self._free(group, turns, home[group.clients] == job.number)
        arrays, walk, money = group.arrays(self.prices), self._walk(pace, job), job.money
        tries = int(pace.tries * group.clients.size)
        if tries and (len(group.sizes) > 1 or pace.renew_share):
            _, money = kernels.anneal(*arrays, walk._replace(tries=tries))
        if pace.shed:
            _, money = kernels.shed(*arrays, walk._replace(money=money))
        draft.members[job.subsets] = group.clients[group.members]
        draft.sizes[job.subsets] = group.sizes
        draft.values[job.subsets] = kernels.appraise(*arrays, walk)
        return job.money - money if np.isfinite(money) else 0.0

    def _gather(self, draft: Draft, subsets: Indices) -> _Group:
        """Copy what the loops read and change, so that it lies close together."""
        members, sizes = draft.members[subsets], draft.sizes[subsets]
        taken = np.arange(members.shape[1]) < sizes[:, None]
        clients, seats = np.unique(members[taken], return_inverse=True)
        members[taken] = seats
        members[~taken] = 0
        here = np.bincount(seats, minlength=clients.size).astype(np.int32)
        rows = self.rows[np.append(clients, [self.clients, self.clients + 1])]
        return _Group(clients, rows, members, sizes, np.stack([here, here], axis=1))

    def _free(self, group: _Group, turns: Indices, own: NDArray[np.bool_]) -> None:
        """Let the group change the turns of its own clients; those of others stay as they are."""
        elsewhere = turns[group.clients] - group.bounds[:, 0]
        fewest = np.maximum(self.least[group.clients] - elsewhere, 0)
        group.bounds[own] = np.stack([fewest, self.most - elsewhere], axis=1)[own]

    def _walk(self, pace: Pace, job: _Job) -> "Walk":
        from fedrota.solvers.partition.kernels import Walk

        return Walk(
            code=self.form.code,
            scale=self.form.scale,
            smallest=self.smallest,
            largest=self.largest,
            tries=0,
            hot=pace.hot,
            cold=pace.cold,
            enough=pace.enough,
            renew_share=pace.renew_share,
            extra=job.extra,
            money=job.money,
            seed=job.seed,
        )


def available_threads(threads: int | None) -> int:
    """Return how many threads to use: as many as this process has cores, unless a number is given."""
    if threads is not None:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
