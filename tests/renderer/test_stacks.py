"""Stacks of 1 to 20 blocks, besieged and besieging: nothing hides a name, a road or another."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops

import engine
from engine.match import Match
from renderer.boards import names, points, room
from renderer.boards.layout import FLEET, STACK, Layout
from renderer.boards.points import Piece
from renderer.boards.reading import layout
from renderer.boards.scene import Pile, Scene, Spot, Squadron
from renderer.games.granada import faces, rolls
from renderer.ink.geometry import Box, finely
from renderer.ink.palette import PALETTES
from renderer.pictures.drawing import scene_of
from renderer.pieces.tokens import block_token, fleet_token
from tests.renderer.test_renderer import positions

SMALL = 550  # how wide Discord shows a picture
SIDES = ("christian", "muslim")


@pytest.fixture(scope="module")
def plan() -> Layout:
    return layout("granada")


@pytest.fixture(scope="module")
def empty() -> Scene:
    """The board at the start, without its pieces."""
    scene = scene_of(engine.new_match("granada", seed="stacks").view(None).to_json())
    bare = tuple(replace(s, piles=(), disk=None, pioneers=0) for s in scene.spots)
    return replace(scene, spots=bare, squadrons=(), action=())


def besieged(spot: Spot, defender: str, inside: int, outside: int, *more: Pile) -> Spot:
    other = SIDES[defender == SIDES[0]]
    piles = (Pile(other, outside), Pile(defender, inside), *more)
    return replace(spot, piles=piles, defender=defender)


def laid_out(scene: Scene, plan: Layout) -> list[Piece]:
    return points.arrange(scene, plan, layout("granada").palette("standard"), 1.0)


def clashes(laid: list[Piece], plan: Layout, lines: bool = True) -> list[str]:
    """Whatever hides something else, to the last unit: there is no tolerance. `lines`: not even
    the thin line to a stack that stands apart."""
    found = [f"{p.what} outside the frame" for p in laid if not p.box.inside(plan.edge)]
    labels = [(f"name of {key}", names.box(town)) for key, town in plan.towns.items()]
    labels += [(f"name of {key}", names.zone_box(water)) for key, water in plan.waters.items()]
    labels += [(f"box {key}", box) for key, box in plan.boxes.items()]
    moving = [p for p in laid if not p.what.startswith("town ")]
    for p in moving:
        found += [f"{p.what} hides the {what}" for what, box in labels if p.box.meets(box)]
        found += _on_roads(p, plan)
        way = finely(p.line) if p.line and lines else []
        found += [f"line of {p.what} on the {w}" for w, b in labels if any(map(b.holds, way))]
    for one, other in combinations(moving, 2):
        if one.box.meets(other.box):
            found.append(f"{one.what} and {other.what}")
    return found + _on_towns(moving, plan)


def _on_roads(piece: Piece, plan: Layout) -> list[str]:
    """Faces hide next to nothing of roads that lead elsewhere; a plate is the last resort."""
    place = piece.what.split(" ")[1]
    if place not in plan.towns or max(piece.token.size) < room.LARGEST:
        return []
    _, foreign = room.covered(plan, place, piece.box)
    return [f"{piece.what} hides {foreign} of roads"] if foreign > room.CROSSED else []


def _on_towns(moving: list[Piece], plan: Layout) -> list[str]:
    """Only its own defender and its own badges lie on a town."""
    return [
        f"{p.what} hides {key}"
        for p in moving
        for key, town in plan.towns.items()
        if p.box.distance(town.at) < town.reach
        and not p.what.endswith(f" {key}")
        and not (p.what.startswith("disk") and town.disk == p.what.split(" ")[1])
    ]


# -- where stacks stand --------------------------------------------------------------------------


@pytest.mark.parametrize("defender", SIDES)
def test_every_place_with_1_to_20_blocks_of_both_sides(
    plan: Layout, empty: Scene, defender: str
) -> None:
    for spot in empty.spots:
        for count in (1, 7, 20):
            alone = replace(empty, spots=(besieged(spot, defender, count, 21 - count),))
            laid = laid_out(alone, plan)
            assert [p.token.size for p in laid[1:]] == [STACK, STACK]
            assert clashes(laid, plan) == [], spot.place


def own(scene: Scene, rng: Random) -> Scene:
    """Both sides anywhere; the Christians' blocks are known, and some of the Muslims'."""
    keys = [key for key in faces.blocks() if key[0] in "CALK"]
    foreign = [key for key in faces.blocks() if key[0] in "NZBS"]
    spots = []
    for spot in rng.sample(scene.spots, rng.randrange(20, 45)):
        piles = []
        if rng.random() < 0.6:
            blocks = rolls.mustered(rng.choices(keys, k=rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 9])))
            piles.append(Pile("christian", len(blocks), faces=rolls.shown(blocks), own=True))
        if not piles or rng.random() < 0.2:
            count = rng.randrange(1, 9)
            known = rolls.shown(rng.choices(foreign, k=rng.choice([0, 0, 1, 2, min(3, count)])))
            piles.append(
                Pile("muslim", max(count, len(known)), inside=rng.randrange(2), faces=known)
            )
        spots.append(replace(spot, piles=tuple(piles)))
    fleets = [Squadron(zone, side, 2, 3) for zone in ("Sea-Malaga", "Sea-Adra") for side in SIDES]
    return replace(scene, spots=tuple(spots), squadrons=tuple(fleets))


def test_300_random_positions_hide_no_name_and_no_foreign_town(plan: Layout, empty: Scene) -> None:
    rng = Random("stacks")
    for _ in range(300):
        laid = laid_out(own(empty, rng), plan)
        assert clashes(laid, plan, lines=False) == []


def test_one_stack_stands_beside_its_town(plan: Layout, empty: Scene) -> None:
    spots = tuple(replace(s, piles=(Pile("muslim", 7),)) for s in empty.spots)
    laid = laid_out(replace(empty, spots=spots), plan)
    assert clashes(laid, plan, lines=False) == []
    for piece in laid[len(spots) :]:
        town = plan.towns[piece.what.split(" ")[1]]
        far = piece.box.distance(town.at) - town.reach
        assert far >= 0
        assert far <= room.TOUCHING or piece.line is not None


def test_a_third_side_and_badges_find_room_among_crowded_neighbours(
    plan: Layout, empty: Scene
) -> None:
    for spot in empty.spots[::2]:
        near = {end for r in plan.roads if spot.place in r.ends for end in r.ends}
        spots = []
        for other in empty.spots:
            if other.place == spot.place:
                crowd = besieged(other, "muslim", 9, 12, Pile("grey", 4))
                spots.append(replace(crowd, pioneers=1, disk=plan.towns[spot.place].disk))
            elif other.place in near:
                spots.append(besieged(other, "christian", 5, 5))
        laid = laid_out(replace(empty, spots=tuple(spots)), plan)
        assert clashes(laid, plan, lines=False) == [], spot.place


def test_a_line_leads_to_a_stack_that_stands_apart(plan: Layout, empty: Scene) -> None:
    spot = besieged(empty.spots[0], "muslim", 1, 1, Pile("grey", 2))
    laid = laid_out(replace(empty, spots=(spot,)), plan)
    third = next(p for p in laid if p.what.startswith("grey"))
    assert third.box.distance(plan.towns[spot.place].at) < 160
    far = room.line(plan.towns[spot.place], Box.around((1000.0, 1000.0), STACK))
    assert far is not None
    assert far[1] == (1000.0, 1000.0)


# -- positions of games --------------------------------------------------------------------------


def faults(match: Match, plan: Layout) -> list[str]:
    return clashes(laid_out(scene_of(match.view(None).to_json()), plan), plan)


def test_pieces_of_random_games(plan: Layout) -> None:
    assert [f for match in positions(4, 25) for f in faults(match, plan)] == []


@pytest.mark.fuzz
def test_pieces_of_200_random_games(plan: Layout) -> None:
    assert {f for match in positions(200, 25) for f in faults(match, plan)} == set()


# -- what a stack says ---------------------------------------------------------------------------


def ink_height(token: Image.Image, ink: tuple[int, int, int]) -> int:
    """The rows of a token in which its ink is seen: how high the figures are."""
    ground = Image.new("RGB", token.size, ink)
    far = ImageChops.difference(token.convert("RGB"), ground).convert("L")
    near = far.point([255 if v < 50 else 0 for v in range(256)])
    inner = near.crop((6, 0, token.width - 9, token.height))
    box = inner.getbbox()
    assert box is not None
    return box[3] - box[1]


@pytest.mark.parametrize("name", PALETTES)
def test_counts_are_ten_pixels_high_at_550(name: str, plan: Layout) -> None:
    """Measured in the picture: every count of every side, framed or not, and every fleet."""
    scale = 4.0
    least = 10 * plan.size[0] / SMALL
    colours = plan.palette(name)
    for side in ("christian", "muslim", "grey"):
        ink = colours.side(side).ink
        for count in (1, 4, 7, 10, 20):
            for holder in ("", "christian" if side == "muslim" else "muslim"):
                token = block_token(side, count, (), False, False, holder, colours.name, scale)
                assert ink_height(token, ink) / scale >= least, (side, count)
    for side in SIDES:
        ink = colours.side(side).ink
        for ships in (1, 5, 12):
            token = fleet_token(side, ships, 0, colours.name, scale)
            assert token.size == (round(FLEET[0] * scale), round(FLEET[1] * scale))
            figure = token.crop((round(34 * scale), 0, round(58 * scale), token.height))
            assert ink_height(figure, ink) / scale >= least, (side, ships)


def test_who_holds_the_town_is_seen_below_its_defender() -> None:
    colours = layout("granada").palette("standard")
    own = block_token("muslim", 5, (), False, True, "", colours.name, 1.0)
    other = block_token("muslim", 5, (), False, True, "christian", colours.name, 1.0)
    assert own.getpixel((2, 25)) != other.getpixel((2, 25))
    face = colours.side("christian").face
    seen = other.getpixel((3, 25))
    assert isinstance(seen, tuple)
    assert sum(abs(a - b) for a, b in zip(seen, face, strict=False)) < 60
