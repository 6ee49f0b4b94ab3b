"""Where stacks stand: beside their towns and on them, all of them at once, hiding nothing.

Every town gets two rooms, for one side and for the other, such that no room meets a name, a foreign
road, another town or another room. Local search: whoever clashes weighs more from round to round.
"""

from __future__ import annotations

import math
import re
from itertools import combinations, product
from pathlib import Path
from random import Random

from renderer import room
from renderer.geometry import Box
from renderer.layout import STACK, Layout, Town

Slot = tuple[str, str]  # a place, and `stack` or `inside`
Choice = tuple[float, Box]  # what it costs to stand there
FAR, STEP = 110, 3
ASIDE = 22  # how far from its town's middle a defender may stand
ROUNDS = 260


def choices(plan: Layout) -> dict[Slot, list[Choice]]:
    """All rooms of every stack that hide nothing which lies still, the best first."""
    fleets = [water.fleet(side) for water in plan.waters.values() for side in water.fleets]
    fixed = [*room.still(plan), *fleets]
    found: dict[Slot, list[Choice]] = {}
    for key, town in plan.towns.items():
        found[key, "stack"] = sorted(_beside(plan, town, fleets))
        found[key, "inside"] = sorted(_on(plan, town, fixed))
        for what in ("stack", "inside"):
            if not found[key, what]:
                raise ValueError(f"There is no room for the {what} of {key}: move its name.")
    return found


def _beside(plan: Layout, town: Town, fleets: list[Box]) -> list[Choice]:
    steps = range(-FAR, FAR + 1, STEP)
    boxes = (Box.around((town.at[0] + x, town.at[1] + y), STACK) for x, y in product(steps, steps))
    return [
        (_cost(plan, town, box), box)
        for box in boxes
        if not any(box.meets(fleet) for fleet in fleets) and room.is_open(plan, town.key, box)
    ]


def _cost(plan: Layout, town: Town, box: Box) -> float:
    """Near its town, off its roads; a stack that needs a line costs much."""
    gap = box.distance(town.at) - town.reach
    own = [points for road, points, _ in room.lines(plan) if town.key in road.ends]
    covered = sum(box.holds(point) for points in own for point in points)
    return covered * 2 + gap * 1.2 + (40 if gap > room.TOUCHING else 0)


def _on(plan: Layout, town: Town, fixed: list[Box]) -> list[Choice]:
    steps = range(-ASIDE, ASIDE + 1)
    found = []
    for x, y in product(steps, steps):
        box = Box.around((town.at[0] + x, town.at[1] + y), STACK)
        others = (t for t in plan.towns.values() if t is not town)
        if (
            box.inside(plan.edge)
            and not any(box.meets(other) for other in fixed)
            and not any(box.distance(other.at) < other.reach for other in others)
            and not room.hidden(plan, town, box)
        ):
            found.append((math.hypot(x, y) * 0.8, box))
    return found


def settle(open_to: dict[Slot, list[Choice]], seed: int) -> dict[Slot, Choice] | None:
    """A choice for everybody without a clash, or nothing if this try finds none."""
    rng, slots = Random(seed), list(open_to)
    at = {slot: open_to[slot][0] for slot in slots}
    weight = dict.fromkeys(slots, 8.0)
    todo = list(slots)
    for turn in range(ROUNDS):
        rng.shuffle(todo)
        for slot in todo:
            at[slot] = _best(slot, open_to[slot], at, weight, rng if turn % 5 else None)
        clashing = {
            s for a, b in combinations(slots, 2) if at[a][1].meets(at[b][1]) for s in (a, b)
        }
        if not clashing and turn > ROUNDS // 8:
            return at
        weight = {
            s: min(5000.0, w * 1.25) if s in clashing else max(30.0, w * 0.98)
            for s, w in weight.items()
        }
        near = {s for s in slots for c in clashing if _far(at[s], at[c]) < 130}
        todo = list(near) if near and turn > 6 else list(slots)
    return None


def _far(one: Choice, other: Choice) -> float:
    return math.dist(one[1].centre, other[1].centre)


def _best(
    slot: Slot,
    open_to: list[Choice],
    at: dict[Slot, Choice],
    weight: dict[Slot, float],
    rng: Random | None,
) -> Choice:
    """The cheapest room, what it costs the others included; a little luck leads out of traps."""
    others = [
        (choice[1], max(weight[o], weight[slot]))
        for o, choice in at.items()
        if o != slot and _far(choice, at[slot]) < 3 * FAR
    ]
    best, least = at[slot], math.inf
    for choice in open_to:
        if choice[0] >= least:
            break
        cost = choice[0] + (rng.random() * 3 if rng else 0.0)
        cost += sum(heavy for box, heavy in others if box.meets(choice[1]))
        if cost < least:
            best, least = choice, cost
    return best


def fit(plan: Layout, path: Path, tries: int) -> float | None:
    """Write the best of some tries into a layout.yaml; what it costs, or nothing if none fits."""
    open_to = choices(plan)
    found = [made for seed in range(tries) if (made := settle(open_to, seed)) is not None]
    if not found:
        return None
    best = min(found, key=_total)
    text = path.read_text(encoding="utf-8")
    for (key, what), (_, box) in best.items():
        x, y = box.centre
        row = re.compile(rf"^(  {re.escape(key)}: .*\b{what}: )\[[^]]*\]", re.MULTILINE)
        text = row.sub(rf"\g<1>[{x:g}, {y:g}]", text)
    path.write_text(text, encoding="utf-8")
    return _total(best)


def _total(made: dict[Slot, Choice]) -> float:
    return sum(cost for cost, _ in made.values())
