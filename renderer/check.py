"""What is wrong with a game's layout, in sentences: the hook of `herald data check`."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

from engine.core import HeraldError
from engine.data import load
from engine.games.granada.table.data import Board as TownBoard
from engine.games.hispania.table.data import Board as AreaBoard
from renderer import drawing, names, room
from renderer.base import layers
from renderer.drawn import Realm, Towns, opened
from renderer.games import pictures
from renderer.geometry import Box
from renderer.layout import Layout, read
from renderer.lettering import ASSETS
from renderer.margins import turn_cell
from renderer.palette import PALETTES
from renderer.tokens import ARMS

PASSING = 5.0  # how far a road stays away from a town that it does not lead to


def check(folder: Path, view: Callable[[], Mapping[str, Any]] | None = None) -> list[str]:
    """Faults of a game's layout and pieces; a game without layout or pictures is not drawn yet.

    `view` gives a View of the game as it is now: can this layout draw it?
    """
    drawn_yet = find_spec(f"renderer.games.{folder.name}") is not None
    if not drawn_yet or not (folder / "layout.yaml").exists():
        return []
    try:
        faults = _unknown(folder)
        plan = read(folder.name, folder)
        layers(plan)
        faults += undrawn(plan) + pictures(plan.game).faults(folder)
    except KeyError as error:  # a name of the board that the layout lacks, or the reverse
        return [f"layout.yaml: {error.args[0]!r} is missing."]
    except HeraldError as error:
        return [str(error)]
    if not (ASSETS / "ground" / plan.ground).exists():
        faults.append(f"layout.yaml: the ground picture {plan.ground!r} is missing.")
    faults += overlaps(plan) + outside(plan) + hidden(plan) + astray(plan)
    return faults or (refused(view()) if view else [])


def refused(view: Mapping[str, Any]) -> list[str]:
    """Why a view cannot be drawn: its version, or something in it that the layout lacks."""
    try:
        for kind in drawing.kinds(view):
            drawing.describe(view, kind)
    except HeraldError as error:
        return [str(error)]
    return []


def undrawn(plan: Layout) -> list[str]:
    """Pieces and marks of towns for which there is no paint or no emblem."""
    if plan.areas:  # whose pieces have emblems only, which reading the layout has proved
        return []
    painted = set.intersection(*(set(palette.sides) for palette in PALETTES.values()))
    shields = set.intersection(*(set(palette.factions) for palette in PALETTES.values()))
    found = [
        f"pieces.yaml: there is no paint for the side {kind.side!r} of the piece {kind.key!r}."
        for kind in plan.kinds.values()
        if kind.side not in painted
    ]
    found += [
        f"pieces.yaml: there is no emblem for the arm {kind.arm!r} of the piece {kind.key!r}."
        for kind in plan.kinds.values()
        if kind.arm and kind.arm not in ARMS
    ]
    for town in plan.towns.values():
        factions = [mark.partition(" ")[2] for mark in town.marks if mark.startswith("recruit ")]
        found += [
            f"board.yaml: there is no shield for the faction {faction!r} of the place {town.key!r}."
            for faction in factions
            if faction not in shields
        ]
    return found


def _unknown(folder: Path) -> list[str]:
    """Names in the layout that the board does not have."""
    if "areas" in load(folder / "layout.yaml"):
        return _unknown_areas(folder)
    drawn, board = opened(Towns, folder, check=True), opened(TownBoard, folder)
    roads = {road.ends for road in board.roads}
    return [
        *_not_on(board.places, "place", drawn.places),
        *_not_on(board.zones, "sea zone", drawn.zones),
        *(
            f"layout.yaml: there is no road {key!r} to bend."
            for key in drawn.bends
            if frozenset(key.split(" ")) not in roads
        ),
    ]


def _unknown_areas(folder: Path) -> list[str]:
    drawn, board = opened(Realm, folder, check=True), opened(AreaBoard, folder)
    return [
        *_not_on(board.provinces, "place", drawn.places),
        *_not_on(board.provinces, "place", drawn.anchors),
        *_not_on(board.beyond, "place", drawn.beyond),
        *_not_on({" ".join(row.between) for row in board.straits}, "strait", drawn.straits),
    ]


def _not_on(board: Container[str], word: str, drawn: Iterable[str]) -> Iterator[str]:
    for key in drawn:
        if key not in board:
            yield f"layout.yaml: there is no {word} {key!r} on the board."


def rooms(plan: Layout) -> list[tuple[str, Box]]:
    """Everything that must stay clear of everything else: names, stacks, fleets, boxes."""
    found = []
    for key, town in plan.towns.items():
        found += [
            (f"the name of {key}", names.box(town)),
            (f"the stack of {key}", town.slot),
        ]
        if key not in plan.areas:
            found.append((f"the defender of {key}", town.inner))
    for key, water in plan.waters.items():
        found.append((f"the name of {key}", names.zone_box(water)))
        found += [(f"the {side} fleet of {key}", water.fleet(side)) for side in water.fleets]
    found += [(f"the name of {r.name}", room.region_box(r)) for r in plan.regions]
    found += [(f"the box {key}", box) for key, box in plan.boxes.items()]
    found += [(f"the anchor of {sign.key}", Box.around(sign.at, (22, 22))) for sign in plan.signs]
    return found


def overlaps(plan: Layout) -> list[str]:
    """Two things that lie on each other."""
    flat = rooms(plan)
    found = [
        f"layout.yaml: {one} and {other} overlap."
        for (one, a), (other, b) in combinations(flat, 2)
        if a.meets(b)
    ]
    return found + [
        f"layout.yaml: {what} and the town {key} overlap."
        for key, town in plan.towns.items()
        if key not in plan.areas
        for what, box in flat
        if box.distance(town.at) < town.reach and what != f"the defender of {key}"
    ]


def outside(plan: Layout) -> list[str]:
    """Things that leave the frame."""
    whole = rooms(plan) + [(f"the town {key}", town.box) for key, town in plan.towns.items()]
    whole += [(f"turn {n}", turn_cell(plan, n)) for n in range(1, len(plan.turns) + 1)]
    return [
        f"layout.yaml: {what} lies outside the frame."
        for what, box in whole
        if not box.inside(plan.edge)
    ]


def hidden(plan: Layout) -> list[str]:
    """Roads that a stack would hide, other than where they end at its town."""
    return [
        f"layout.yaml: {who} of {key} hides the road {' '.join(road.ends)}."
        for key, town in plan.towns.items()
        if key not in plan.areas
        for who, box in (("the stack", town.slot), ("the defender", town.inner))
        for road in room.hidden(plan, town, box)
    ]


def astray(plan: Layout) -> list[str]:
    """Roads that run through a town as if they led there."""
    return [
        f"layout.yaml: the road {' '.join(road.ends)} runs through {key}."
        for road, points, around in room.lines(plan)
        for key, town in plan.towns.items()
        if key not in road.ends
        and around.distance(town.at) < town.reach + PASSING
        and any(math.dist(point, town.at) < town.reach + PASSING for point in points)
    ]
