"""Expanding core: a list of undominated states grows from the break solution, best items first.

After Pisinger's MINKNAP (Operations Research 45, 1997): items right of the break are added and items
left of it removed, alternately. A state that cannot beat the best selection known is dropped; when none
is left, that selection is optimal. Two additions: states may be counted, for selections of a least
size, and the list may be cut to a beam, in which case the best bound ever cut says what is still open.
"""

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

PROVEN, NARROW, LIMIT = 0, 1, 2
NO_NODE = -2
MOST_NODES = 40_000_000
MANY_SKIPPED = 16


class Aim(NamedTuple):
    """What the search is after, measured from the break solution."""

    room: int  # weight that the break solution leaves
    missing: int  # items that it lacks; states are counted where `layered`
    reward: float  # multiplier of the least size, part of every value
    ratio: float  # value per weight at the break
    ahead: float  # ratio of whatever lies left of the window; infinite when nothing does
    behind: float  # ratio of whatever lies right of it; 0 when nothing does
    gain: float  # the least improvement that counts
    layered: int


class States(NamedTuple):
    """Undominated states, by count and then by weight."""

    weights: NDArray[np.int64]
    values: NDArray[np.float64]
    counts: NDArray[np.int32]
    nodes: NDArray[np.int32]


class Path(NamedTuple):
    """How states came about: a node is the flip of an item after the parent node."""

    parents: NDArray[np.int32]
    items: NDArray[np.int32]


@njit(cache=True)
def _states(size):  # type: ignore[no-untyped-def]
    return States(np.zeros(size, np.int64), np.zeros(size), np.zeros(size, np.int32), np.full(size, -1, np.int32))


@njit(cache=True)
def _grown(states, size):  # type: ignore[no-untyped-def]
    more = _states(size)
    old = states.weights.size
    more.weights[:old] = states.weights
    more.values[:old] = states.values
    more.counts[:old] = states.counts
    more.nodes[:old] = states.nodes
    return more


@njit(cache=True)
def _longer(path, size):  # type: ignore[no-untyped-def]
    more = Path(np.empty(size, np.int32), np.empty(size, np.int32))
    old = path.parents.size
    more.parents[:old] = path.parents
    more.items[:old] = path.items
    return more


@njit(cache=True)
def _reach(weight, value, room, right, left):  # type: ignore[no-untyped-def]
    """Bound what a state can become: fill its room at the ratio to come, or pay for its excess."""
    if weight <= room:
        return value + (room - weight) * right
    return value - (weight - room) * left


@njit(cache=True)
def _merge(now, size, new, move, aim, path, best):  # type: ignore[no-untyped-def]
    """Merge the states with the same states after one flip, dropping what is dominated or hopeless."""
    item, dw, dv, dc, right, left = move
    top, top_node, nodes = best
    room, missing, reward, gain = aim.room, aim.missing, aim.reward, aim.gain
    i = k = kept = 0
    last_count, last_value = 0, -np.inf
    while i < size or k < size:
        if k >= size:
            flipped = False
        elif i >= size:
            flipped = True
        else:
            ahead = now.counts[i] - now.counts[k] - dc
            lead = now.weights[i] - now.weights[k] - dw
            more = now.values[k] + dv > now.values[i]
            flipped = ahead > 0 or (ahead == 0 and (lead > 0 or (lead == 0 and more)))
        if flipped:
            weight, value, count, node = now.weights[k] + dw, now.values[k] + dv, now.counts[k] + dc, now.nodes[k]
            k += 1
        else:
            weight, value, count, node = now.weights[i], now.values[i], now.counts[i], now.nodes[i]
            i += 1
        if count == last_count and value <= last_value:
            continue
        last_count, last_value = count, value
        better = weight <= room and count >= missing and value - reward * (count - missing) > top
        if not better and _reach(weight, value, room, right, left) < top + gain:
            continue
        if flipped:
            path.parents[nodes], path.items[nodes] = node, item
            node = nodes
            nodes += 1
        if better:
            top, top_node = value - reward * (count - missing), node
        new.weights[kept], new.values[kept], new.counts[kept], new.nodes[kept] = weight, value, count, node
        kept += 1
    return kept, (top, top_node, nodes)


@njit(cache=True)
def _trim(states, size, beam, room, right, left):  # type: ignore[no-untyped-def]
    """Keep the most promising three quarters of a beam; return the best bound that was cut."""
    reach = np.empty(size)
    for i in range(size):
        reach[i] = _reach(states.weights[i], states.values[i], room, right, left)
    least = np.partition(reach, size - 3 * beam // 4)[size - 3 * beam // 4]
    kept, cut = 0, -np.inf
    for i in range(size):
        if reach[i] >= least and kept < beam:
            states.weights[kept], states.values[kept] = states.weights[i], states.values[i]
            states.counts[kept], states.nodes[kept] = states.counts[i], states.nodes[i]
            kept += 1
        else:
            cut = max(cut, reach[i])
    return kept, cut


@njit(cache=True)
def _prune(states, size, least, room, right, left):  # type: ignore[no-untyped-def]
    """Keep the states that can still become worth as much as the least."""
    kept = 0
    for i in range(size):
        if _reach(states.weights[i], states.values[i], room, right, left) >= least:
            states.weights[kept], states.values[kept] = states.weights[i], states.values[i]
            states.counts[kept], states.nodes[kept] = states.counts[i], states.nodes[i]
            kept += 1
    return kept


@njit(cache=True)
def _highest(states, size, room, right, left):  # type: ignore[no-untyped-def]
    top = -np.inf
    for i in range(size):
        top = max(top, _reach(states.weights[i], states.values[i], room, right, left))
    return top


@njit(cache=True)
def _flips(path, node):  # type: ignore[no-untyped-def]
    """Follow the path from a node to the break solution; return the items flipped on the way."""
    count, at = 0, node
    while at >= 0:
        count, at = count + 1, path.parents[at]
    flips = np.empty(count, np.int64)
    for i in range(count):
        flips[i], node = path.items[node], path.parents[node]
    return flips


@njit(cache=True)
def _ratios(values, weights, left, right, aim):  # type: ignore[no-untyped-def]
    """Return the ratio of the next item to add and of the next to remove."""
    add = values[right] / weights[right] if right < values.size else aim.behind
    remove = values[left] / weights[left] if left >= 0 else aim.ahead
    return add, remove


@njit(cache=True)
def _is_narrow(left, right, size, aim):  # type: ignore[no-untyped-def]
    """Say whether one side of the window is used up while items lie beyond it."""
    return (right >= size and aim.behind > 0.0) or (left < 0 and aim.ahead < np.inf)


@njit(cache=True)
def expand(values, weights, start, aim, known, effort):  # type: ignore[no-untyped-def]
    """Search from the break solution, items before `start`, for more than the value `known`.

    `effort` is the widest list and the most states to touch. Returns the best value, the flips that make
    it, whether it is more than was known, a bound on every value, how the search ended and the work done.
    All values are from the break solution.
    """
    beam, most_work = effort
    now, new = _states(128), _states(128)
    path = Path(np.empty(256, np.int32), np.empty(256, np.int32))
    size, left, right, work, cut, ended = 1, start - 1, start, 0, -np.inf, PROVEN
    skipped = 0
    best = (known, NO_NODE, 0)
    if aim.room >= 0 and aim.missing <= 0 and aim.reward * aim.missing > known:
        best = (aim.reward * aim.missing, -1, 0)
    relaxed = aim.room * aim.ratio
    while size > 0 and (left >= 0 or right < values.size):
        if _is_narrow(left, right, values.size, aim):
            ended = NARROW
            break
        for side in (1, -1):
            if size == 0 or (right >= values.size if side > 0 else left < 0):
                continue
            item = right if side > 0 else left
            if side > 0:
                right += 1
            else:
                left -= 1
            # An item whose flip costs the relaxation more than the gap stays as it is.
            if relaxed - abs(values[item] - aim.ratio * weights[item]) < best[0] + aim.gain:
                skipped += 1
                if skipped % MANY_SKIPPED == 0:
                    add, remove = _ratios(values, weights, left, right, aim)
                    size = _prune(now, size, best[0] + aim.gain, aim.room, add, remove)
                continue
            while 2 * size > new.weights.size:
                now, new = _grown(now, 2 * now.weights.size), _states(2 * now.weights.size)
            while best[2] + size > path.parents.size:
                path = _longer(path, 2 * path.parents.size)
            add, remove = _ratios(values, weights, left, right, aim)
            move = (item, side * weights[item], side * values[item], side * aim.layered, add, remove)
            work += 2 * size
            size, best = _merge(now, size, new, move, aim, path, best)
            now, new = new, now
            if size > beam:
                size, dropped = _trim(now, size, beam, aim.room, add, remove)
                cut = max(cut, dropped)
        if work > most_work or best[2] > MOST_NODES:
            ended = LIMIT
            break
    if ended != PROVEN:
        add, remove = _ratios(values, weights, left, right, aim)
        cut = max(cut, _highest(now, size, aim.room, add, remove))
    return best[0], _flips(path, best[1]), best[1] != NO_NODE, max(best[0], cut), ended, work
