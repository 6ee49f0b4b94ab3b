"""What is wrong with a game's layout, in sentences: the hook of `herald data check`."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from engine.core import HeraldError
from engine.data import load
from renderer import names
from renderer.base import turn_cell
from renderer.geometry import Box
from renderer.layout import Layout, read
from renderer.lettering import ASSETS

CLOSE = 6.0  # square units that two boxes may share: rounding, not an overlap


def check(folder: Path) -> list[str]:
    """Faults of layout.yaml in a game's folder; a game without one is not drawn yet."""
    if not (folder / "layout.yaml").exists():
        return []
    try:
        drawn, board = load(folder / "layout.yaml"), load(folder / "board.yaml")
        faults = _unknown(drawn, board)
        plan = read(folder.name, folder)
    except KeyError as error:
        return [f"layout.yaml: {error.args[0]!r} is missing."]
    except HeraldError as error:
        return [str(error)]
    except (AttributeError, IndexError, TypeError, ValueError) as error:
        return [f"layout.yaml: something is not written as it should be: {error}."]
    if not (ASSETS / "ground" / plan.ground).exists():
        faults.append(f"layout.yaml: the ground picture {plan.ground!r} is missing.")
    return faults + overlaps(plan) + outside(plan)


def _unknown(drawn: dict[str, dict[str, object]], board: dict[str, dict[str, object]]) -> list[str]:
    """Names in the layout that the board does not have."""
    faults = [
        f"layout.yaml: there is no {word} {key!r} on the board."
        for part, word in (("places", "place"), ("zones", "sea zone"))
        for key in drawn[part]
        if key not in board[part]
    ]
    roads = {frozenset(row["between"]) for row in board["roads"]}  # type: ignore[index]
    faults += [
        f"layout.yaml: there is no road {key!r} to bend."
        for key in drawn.get("bends", {})
        if frozenset(key.split(" ")) not in roads
    ]
    return faults


def rooms(plan: Layout) -> list[tuple[str, Box]]:
    """Everything that must stay clear of everything else: names, stacks, fleets, boxes."""
    found = []
    for key, town in plan.towns.items():
        found += [
            (f"the name of {key}", names.box(town)),
            (f"the stack of {key}", town.slot),
        ]
    for key, water in plan.waters.items():
        found.append((f"the name of {key}", names.zone_box(water)))
        found += [(f"the {side} fleet of {key}", water.fleet(side)) for side in water.fleets]
    found += [(f"the box {key}", box) for key, box in plan.boxes.items()]
    return found


def overlaps(plan: Layout) -> list[str]:
    """Two things that lie on each other."""
    flat = [
        f"layout.yaml: {one} and {other} overlap."
        for (one, a), (other, b) in combinations(rooms(plan), 2)
        if a.overlap(b) > CLOSE
    ]
    round_ones = [
        f"layout.yaml: {what} and the town {key} overlap."
        for key, town in plan.towns.items()
        for what, box in rooms(plan)
        if box.distance(town.at) < town.reach - 1
    ]
    return flat + round_ones


def outside(plan: Layout) -> list[str]:
    """Things that leave the frame."""
    whole = rooms(plan) + [(f"the town {key}", town.box) for key, town in plan.towns.items()]
    whole += [(f"turn {n}", turn_cell(plan, n)) for n in range(1, len(plan.turns) + 1)]
    return [
        f"layout.yaml: {what} lies outside the frame."
        for what, box in whole
        if not box.inside(plan.edge)
    ]


def hidden(plan: Layout) -> dict[tuple[str, str], float]:
    """The part of each road, between its towns, that a full board would cover."""
    slots = [town.slot for town in plan.towns.values()]
    found = {}
    for road in plan.roads:
        a, b = (plan.towns[end].box for end in road.ends)
        seen = [p for p in road.points if not (a.holds(p) or b.holds(p))]
        covered = sum(1 for p in seen if any(slot.holds(p) for slot in slots))
        found[road.ends] = covered / max(1, len(seen))
    return found
