"""The cheapest ways over a graph of places whose steps have costs.

`cost(a, b)` says what the step from `a` to its neighbour `b` costs: a whole number from 1 on, or
None where it is barred. What a unit may not enter, or may not leave once it is there, is said the
same way. A rule with free steps counts in finer units.

An order may name only its goal: `way` fills in one cheapest way, always the same. Whether a person
must be asked instead is for the game to say: `what(place)` is whatever it holds to matter about a
place on the way, or None. `choices` gives one way of each kind, so that they can be offered;
`matters` says whether there is more than one kind. Both are exact however many ways there are.

Among equally cheap ways the one that goes to the place of the lower number first comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from engine.boards.graph import Graph

Cost: TypeAlias = Callable[[int, int], int | None]
What: TypeAlias = Callable[[int], Hashable | None]
Way: TypeAlias = tuple[int, ...]  # from the start to the goal, both included

CAP = 64  # more ways than anybody is shown


def cheapest(graph: Graph, start: int, cost: Cost, most: int | None = None) -> dict[int, int]:
    """What it costs to reach each place within `most`, the start included; the nearest first."""
    return _spread(graph, start, cost, most).costs


def way(graph: Graph, start: int, goal: int, cost: Cost, most: int | None = None) -> Way:
    """The first of the cheapest ways; empty where none leads to the goal within `most`."""
    onward = _onward(_spread(graph, start, cost, most, goal), goal)
    if start not in onward:
        return ()
    found = [start]
    while found[-1] != goal:
        found.append(onward[found[-1]][0])
    return tuple(found)


def all_ways(
    graph: Graph, start: int, goal: int, cost: Cost, most: int | None = None, cap: int = CAP
) -> tuple[Way, ...]:
    """All cheapest ways in their order, or the first `cap` of them."""
    return choices(graph, start, goal, cost, lambda place: place, most, cap)


def choices(
    graph: Graph,
    start: int,
    goal: int,
    cost: Cost,
    what: What,
    most: int | None = None,
    cap: int = CAP,
) -> tuple[Way, ...]:
    """The first cheapest way of each kind, at most `cap` kinds.

    Two ways are of one kind if what matters on them is the same and comes in the same order.
    """
    spread = _spread(graph, start, cost, most, goal)
    onward = _onward(spread, goal)
    kinds: dict[int, dict[tuple[Hashable, ...], Way]] = {}  # by place: the ways on to the goal
    for place in reversed(spread.costs):
        if place not in onward:
            continue
        own = what(place)
        mark = () if own is None else (own,)
        kinds[place] = {mark: (place,)} if place == goal else {}
        for other in onward[place]:
            for kind, rest in kinds[other].items():
                if len(kinds[place]) < cap:
                    kinds[place].setdefault((*mark, *kind), (place, *rest))
    return tuple(kinds[start].values()) if start in kinds else ()


def matters(
    graph: Graph, start: int, goal: int, cost: Cost, what: What, most: int | None = None
) -> bool:
    """Whether the cheapest ways differ in what the game says matters."""
    return len(choices(graph, start, goal, cost, what, most, cap=2)) > 1


class _Spread(NamedTuple):
    costs: dict[int, int]  # of each place reached, the nearest first
    before: dict[int, list[int]]  # the places from which a cheapest way enters it


def _spread(
    graph: Graph, start: int, cost: Cost, most: int | None, goal: int | None = None
) -> _Spread:
    """The cheapest ways from the start to everywhere, or as far as the goal."""
    for place in (start, goal):
        if place is not None and not 0 <= place < len(graph):
            raise ValueError(f"there is no place {place} among {len(graph)}")
    settled: dict[int, int] = {}
    best = {start: 0}
    before: dict[int, list[int]] = {start: []}
    queue = [(0, start)]
    while queue and goal not in settled:
        spent, place = heappop(queue)
        if place in settled:
            continue
        settled[place] = spent
        for other in graph[place]:
            step = _price(cost, place, other)
            if step is None or (most is not None and spent + step > most):
                continue
            if other not in best or spent + step < best[other]:
                best[other] = spent + step
                before[other] = [place]
                heappush(queue, (spent + step, other))
            elif spent + step == best[other]:
                before[other].append(place)
    return _Spread(settled, before)


def _price(cost: Cost, place: int, other: int) -> int | None:
    step = cost(place, other)
    if step is not None and step < 1:
        raise ValueError(f"the step from {place} to {other} costs {step}; the least is 1")
    return step


def _onward(spread: _Spread, goal: int) -> dict[int, list[int]]:
    """The steps of all cheapest ways to the goal: where each place on them goes on, in order."""
    if goal not in spread.costs:
        return {}
    onward: dict[int, list[int]] = {goal: []}
    queue = [goal]
    for place in queue:
        for earlier in spread.before[place]:
            if earlier not in onward:
                onward[earlier] = []
                queue.append(earlier)
            onward[earlier].append(place)
    return {place: sorted(others) for place, others in onward.items()}
