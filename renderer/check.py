"""What is wrong with a game's layout, in sentences: the hook of `herald data check`."""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path
from typing import Any

from engine.core import HeraldError
from renderer.boards import names, room
from renderer.boards.base import layers
from renderer.boards.facts import Areas, Hexes
from renderer.boards.files import Lattice, Realm, Towns, opened
from renderer.boards.layout import STACK, Layout, Town
from renderer.boards.margins import turn_cell
from renderer.boards.reading import read
from renderer.games import pictures
from renderer.ink.geometry import Box
from renderer.ink.heraldry import CHARGES, SIGNS
from renderer.ink.lettering import ASSETS, EMBLEMS
from renderer.pictures import drawing
from renderer.pieces.tokens import ARMS

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
    if plan.ground and not (ASSETS / "ground" / plan.ground).exists():
        faults.append(f"layout.yaml: the ground picture {plan.ground!r} is missing.")
    faults += overlaps(plan) + outside(plan) + estranged(plan) + cramped(plan) + astray(plan)
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
    """Arms, pieces and marks of towns for which there is no paint or no emblem."""
    found = [
        f"layout.yaml: there is no charge {worn.charge!r} for {key!r}."
        for key, worn in plan.arms.items()
        if worn.charge not in CHARGES and worn.charge not in EMBLEMS
    ]
    found += [
        f"layout.yaml: there is no emblem {cell.emblem!r} for {key!r}."
        for key, cell in (plan.lattice.cells.items() if plan.lattice else ())
        if cell.emblem and cell.emblem not in EMBLEMS and cell.emblem not in SIGNS
    ]
    if plan.areas:  # whose pieces have emblems only, which reading the layout has proved
        return found
    painted = plan.palette("standard").sides
    found += [
        f"pieces.yaml: there is no paint for the side {kind.side!r} of the piece {kind.key!r}."
        for kind in plan.kinds.values()
        if kind.side not in painted
    ]
    found += [
        f"pieces.yaml: there is no emblem for the arm {kind.arm!r} of the piece {kind.key!r}."
        for kind in plan.kinds.values()
        if kind.arm and kind.arm not in (EMBLEMS if plan.lattice else ARMS)
    ]
    for town in plan.towns.values():
        factions = [mark.partition(" ")[2] for mark in town.marks if mark.startswith("arms ")]
        found += [
            f"board.yaml: there is no shield for the faction {faction!r} of the place {town.key!r}."
            for faction in factions
            if faction not in plan.arms
        ]
    return found


def _unknown(folder: Path) -> list[str]:
    """Names in the layout that the board does not have."""
    board = pictures(folder.name).board(folder)
    if isinstance(board, Hexes):
        opened(Lattice, folder, check=True)
        return []
    if isinstance(board, Areas):
        return _unknown_areas(board, opened(Realm, folder, check=True))
    drawn = opened(Towns, folder, check=True)
    roads = {frozenset(road.between) for road in board.roads}
    return [
        *_not_on(board.places, "place", drawn.places),
        *_not_on(board.zones, "sea zone", drawn.zones),
        *(
            f"layout.yaml: there is no road {key!r} to bend."
            for key in drawn.bends
            if frozenset(key.split(" ")) not in roads
        ),
    ]


def _unknown_areas(board: Areas, drawn: Realm) -> list[str]:
    return [
        *_not_on(board.lands, "place", drawn.places),
        *_not_on(board.lands, "place", drawn.anchors),
        *_not_on(board.beyond, "place", drawn.beyond),
        *_not_on({" ".join(row) for row in board.straits}, "strait", drawn.straits),
    ]


def _not_on(board: Container[str], word: str, drawn: Iterable[str]) -> Iterator[str]:
    for key in drawn:
        if key not in board:
            yield f"layout.yaml: there is no {word} {key!r} on the board."


def rooms(plan: Layout) -> list[tuple[str, Box]]:
    """Everything that must stay clear of everything else: names, stacks, fleets, boxes."""
    found: list[tuple[str, Box]] = []
    if plan.net:  # pieces look for room themselves
        found = [(f"the name of {r.name}", room.region_box(r)) for r in plan.regions]
        return found + [(f"the box {key}", box) for key, box in plan.boxes.items()]
    if plan.lattice:  # the grid keeps its hexes apart
        return [(f"the box {key}", box) for key, box in plan.boxes.items()]
    for key, town in plan.towns.items():
        found.append((f"the name of {key}", names.box(town)))
        if key in plan.areas:  # beside towns pieces look for room themselves
            found.append((f"the stack of {key}", town.slot))
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
    towns = {} if plan.lattice or plan.net else plan.towns
    found = [
        f"layout.yaml: {one} and {other} overlap."
        for (one, a), (other, b) in combinations(flat, 2)
        if a.meets(b)
    ]
    return found + [
        f"layout.yaml: {what} and the town {key} overlap."
        for key, town in towns.items()
        if key not in plan.areas
        for what, box in flat
        if box.distance(town.at) < town.reach
    ]


def outside(plan: Layout) -> list[str]:
    """Things that leave the frame."""
    whole = rooms(plan) + [(f"the town {key}", town.box) for key, town in plan.towns.items()]
    last = len(plan.turns) if "track" in plan.boxes and not plan.net else 0
    whole += [(f"turn {n}", turn_cell(plan, n)) for n in range(1, last + 1)]
    return [
        f"layout.yaml: {what} lies outside the frame."
        for what, box in whole
        if not box.inside(plan.edge)
    ]


def estranged(plan: Layout) -> list[str]:
    """Names that stand nearer to another town than to their own."""
    if plan.lattice or plan.net or plan.areas:
        return []
    return [
        f"layout.yaml: the name of {key} stands nearer to {other.key} than to its own town."
        for key, town in plan.towns.items()
        for other in plan.towns.values()
        if other.key != key and _away(names.box(town), other) <= _away(names.box(town), town)
    ]


def _away(box: Box, town: Town) -> float:
    return box.distance(town.at) - town.reach


def cramped(plan: Layout) -> list[str]:
    """Towns beside which no stack can stand, without hiding something that lies still."""
    if plan.lattice or plan.net or plan.areas:
        return []
    return [
        f"layout.yaml: there is no room for a stack beside {key}."
        for key in plan.towns
        if not room.spots(plan, key, STACK)
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
