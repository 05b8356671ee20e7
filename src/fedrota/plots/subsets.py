"""A plan in pictures: one round by client, as the paper's Fig. 4, and all rounds by label. Numbers first, then axes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fedrota.domain.plan import Plan, labels_of
from fedrota.plots.figure import many_colors, panels
from fedrota.solvers.measures import measure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "Overview",
    "RoundBars",
    "draw_overview",
    "draw_plan",
    "draw_round",
    "overview",
    "round_bars",
    "share_height",
]

Whole = NDArray[np.int64]
Floats = NDArray[np.float64]

MOST_CLIENTS = 40
MOST_LABELS = 50
MOST_ROUNDS = 60
MOST_GROUPS = 14
SPELLED = {"nid": "Nid", "l2": "L2", "hellinger": "Hellinger", "kl": "KL"}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RoundBars:
    """One round: samples of each label (columns), client by client (rows), the largest client first.

    Attributes
    ----------
    names
        The clients; the last one may stand for several small ones.
    labels
        The labels, or stretches of them where there are too many to draw.
    counts
        Samples, one row a name, one column a label.
    title
        What the round is, with its size and value.
    """

    names: tuple[str, ...]
    labels: tuple[str, ...]
    counts: Whole
    title: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overview:
    """Rounds by label: all of them, or the first, the last and the worst of many.

    Attributes
    ----------
    rounds
        Which rounds, counted from 0, ascending.
    labels
        The labels, or stretches of them.
    counts
        Samples, one row a round, one column a label.
    clients, values
        Of each of these rounds: its size and its measure.
    measure
        What the values are.
    left_out
        How many rounds are not among these.
    """

    rounds: Whole
    labels: tuple[str, ...]
    counts: Whole
    clients: Whole
    values: Floats
    measure: str
    left_out: int


def round_bars(plan: Plan, t: int, *, title: str = "") -> RoundBars:
    """Return round t of a plan, counted from 0 (-1 is the last), by client and label."""
    subset = plan.subsets[t]
    counts, labels = _by_group(labels_of(plan.pool)[subset], MOST_LABELS)
    value = float(measure(plan.measure).of(plan.label_totals()[t], plan.target))
    order = np.argsort(-counts.sum(axis=1), kind="stable")
    names = [str(one) for one in plan.pool.ids[subset[order]]]
    counts = counts[order]
    if len(names) > MOST_CLIENTS:
        rest = len(names) - MOST_CLIENTS + 1
        counts = np.vstack([counts[: MOST_CLIENTS - 1], counts[MOST_CLIENTS - 1 :].sum(axis=0)])
        names = [*names[: MOST_CLIENTS - 1], f"{rest:,} others"]
    words = title or f"round {t + 1:,}"
    return RoundBars(
        names=tuple(names),
        labels=labels,
        counts=counts,
        title=f"{words}: {len(subset):,} clients, {SPELLED[plan.measure]} {value:.3f}",
    )


def overview(plan: Plan, *, most_rounds: int = MOST_ROUNDS, most_labels: int = MOST_GROUPS) -> Overview:
    """Return the rounds of a plan by label; of too many the first half, a quarter of the worst, the last quarter.

    Examples
    --------
    >>> import fedrota as fr
    >>> offers = [fr.Offer(client=fr.Client(id=f"c{k}"), price=1, histogram=fr.Histogram((k % 2, 1 - k % 2)))
    ...           for k in range(8)]
    >>> task = fr.Task(size=4, tolerance=1, max_turns=1)
    >>> plan = fr.plan_subsets(task, fr.select_pool(task, fr.score_offers(task, offers)))
    >>> drawn = overview(plan)
    >>> drawn.rounds.tolist(), drawn.counts.tolist(), drawn.values.tolist()
    ([0, 1], [[2, 2], [2, 2]], [0.0, 0.0])
    """
    totals = plan.label_totals()
    values = measure(plan.measure).of(totals, plan.target)
    rounds = _shown(values, most_rounds)
    counts, labels = _by_group(totals[rounds], most_labels)
    return Overview(
        rounds=rounds,
        labels=labels,
        counts=counts,
        clients=np.array([len(plan.subsets[t]) for t in rounds], dtype=np.int64),
        values=values[rounds],
        measure=plan.measure,
        left_out=len(values) - len(rounds),
    )


def _shown(values: Floats, most: int) -> Whole:
    count = len(values)
    if count <= most:
        return np.arange(count)
    worst = np.argsort(-values, kind="stable")[: most // 4]
    return np.unique(np.concatenate([np.arange(most // 2), worst, np.arange(count - most // 4, count)]))


def _by_group(counts: Whole, most: int) -> tuple[Whole, tuple[str, ...]]:
    """Join neighboring labels where there are more than can be told apart; name each group."""
    classes = counts.shape[1]
    if classes <= most:
        return counts, tuple(map(str, range(classes)))
    starts = np.arange(most) * classes // most
    ends = np.append(starts[1:], classes) - 1
    names = [str(first) if first == last else f"{first}–{last}" for first, last in zip(starts, ends, strict=True)]
    return np.add.reduceat(counts, starts, axis=1), tuple(names)


def draw_round(bars: RoundBars, axes: "Axes") -> "Axes":
    """Draw one round as stacked bars, a bar a label, a color a client."""
    places, bottom = np.arange(len(bars.labels)), np.zeros(len(bars.labels))
    for color, row in zip(many_colors(len(bars.names)), bars.counts, strict=True):
        if len(places) <= MOST_GROUPS:
            axes.bar(places, row, 0.85, bottom=bottom, color=color, edgecolor="white", linewidth=0.4)
        else:  # one outline a client, not thousands of bars
            axes.fill_between(places, bottom, bottom + row, step="mid", color=color, linewidth=0)
        bottom = bottom + row
    _label_axis(bars.labels, axes)
    axes.grid(visible=False, axis="x")
    axes.set_ylabel("samples")
    axes.set_title(bars.title, loc="left", fontsize=10)
    return axes


def draw_overview(drawn: Overview, axes: "Axes") -> "Axes":
    """Draw rounds as stacked bars, a bar a round, a color a label; the worst one is named."""
    places, bottom = np.arange(len(drawn.rounds)), np.zeros(len(drawn.rounds))
    for label, color, column in zip(drawn.labels, many_colors(len(drawn.labels)), drawn.counts.T, strict=True):
        axes.bar(places, column, 0.85, bottom=bottom, color=color, edgecolor="white", linewidth=0.3, label=label)
        bottom += column
    step = max(1, len(places) // 15)
    axes.set_xticks(places[::step], [f"{t + 1:,}" for t in drawn.rounds[::step]])
    axes.grid(visible=False, axis="x")
    axes.set_xlabel("round" if drawn.left_out == 0 else f"round ({drawn.left_out:,} between are not shown)")
    axes.set_ylabel("samples")
    axes.set_title(_title(drawn), loc="left", fontsize=10)
    if len(drawn.labels) > 1:
        axes.legend(
            title="label", loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8, reverse=True, frameon=False
        )
    return axes


def draw_plan(plan: Plan) -> "Figure":
    """Draw the first and the last round by client, as the paper's Fig. 4, and below them all rounds by label."""
    drawn, axes = panels([["first", "last"], ["all", "all"]], width=8.4, heights=(2.8, 3.0))
    ends = [
        draw_round(round_bars(plan, t, title=f"{name} round"), axes[name]) for name, t in (("first", 0), ("last", -1))
    ]
    share_height(ends)
    draw_overview(overview(plan), axes["all"])
    return drawn


def share_height(several: Sequence["Axes"]) -> None:
    """Let axes end at the same height, so that their bars can be compared."""
    highest = max(axes.get_ylim()[1] for axes in several)
    for axes in several:
        axes.set_ylim(0, 1.03 * highest)


def _title(drawn: Overview) -> str:
    if len(drawn.rounds) == 0:
        return "no rounds"
    if len(drawn.labels) == 1:
        sizes = drawn.counts.sum(axis=1)
        return f"{sizes.min():,} to {sizes.max():,} samples a round"
    worst = int(np.argmax(drawn.values))
    return f"worst {SPELLED[drawn.measure]} {drawn.values[worst]:.3f} in round {drawn.rounds[worst] + 1:,}"


def _label_axis(labels: tuple[str, ...], axes: "Axes") -> None:
    step = max(1, len(labels) // (10 if len(labels[-1]) < 4 else 4))
    axes.set_xticks(np.arange(len(labels))[::step], labels[::step])
    axes.set_xlabel("label")
