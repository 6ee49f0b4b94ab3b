"""Graphs of places given by number: how many steps apart they lie, and what hangs together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

Graph: TypeAlias = Sequence[Sequence[int]]  # for each place those that one step leads to

FAR = 99  # farther than any two places of a board lie apart


def distances(graph: Graph, start: int) -> tuple[int, ...]:
    """How many steps every place is from `start`; FAR where no way leads."""
    found = [FAR] * len(graph)
    found[start] = 0
    queue = [start]
    for node in queue:
        for other in graph[node]:
            if found[other] == FAR:
                found[other] = found[node] + 1
                queue.append(other)
    return tuple(found)


def connected(graph: Graph, start: int, passable: Callable[[int], bool]) -> set[int]:
    """Every place that a way over passable places joins to `start`, itself included."""
    seen = {start}
    queue = [start]
    for node in queue:
        for other in graph[node]:
            if other not in seen and passable(other):
                seen.add(other)
                queue.append(other)
    return seen
