"""Which piece lies where, and the figures on tracks and boxes: all that changes between views."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.boards import arrows, room
from renderer.boards.deeds import Mark
from renderer.boards.layout import STACK, Layout, Town
from renderer.boards.margins import turn_cell
from renderer.boards.scene import Panel, Pile, Scene, Spot
from renderer.ink.geometry import Box, Point
from renderer.ink.lettering import figures, font
from renderer.ink.palette import Palette
from renderer.ink.writing import Hand, label, smaller
from renderer.pieces.faces import (
    BESIDE,
    EYED,
    RACK,
    known_token,
    plate_token,
    rack_size,
    rack_token,
)
from renderer.pieces.tokens import DIGITS, badge_token, fleet_token, town_token
from renderer.words import say

BADGE = (20, 20)
MUCH = 24  # spots beside a town: with so many its stacks can wait
BESIDE_MOST = 2  # known foreign faces that stand beside their plate


class Piece(NamedTuple):
    """A piece on the picture, in units of the layout."""

    what: str
    box: Box
    token: Image.Image
    line: tuple[Point, Point] | None = None  # to its town, if it stands apart


def arrange(scene: Scene, plan: Layout, palette: Palette, scale: float) -> list[Piece]:
    """Every piece with its place. The order is the order of drawing."""
    found: list[Piece] = []
    for spot in scene.spots:
        town = plan.town(spot.place)
        token = town_token(town, spot.control, spot.castle, palette, scale)
        found.append(Piece(f"town {spot.place}", town.box, token))
    taken = []
    for q in scene.squadrons:
        token = fleet_token(q.side, q.ships, q.carried, palette.name, scale)
        taken.append(Piece(f"fleet {q.side} {q.zone}", plan.water(q.zone).fleet(q.side), token))
    standing = [(pile, spot) for spot in scene.spots for pile in spot.piles]
    # whoever has the least choice first, then the largest
    standing.sort(key=lambda row: (min(MUCH, len(_choice(plan, row[1]))), -row[0].count))
    for pile, spot in standing:
        taken.append(_pile(pile, spot, plan, palette, scale, [piece.box for piece in taken]))
    for spot in scene.spots:
        taken += _badges(spot, plan, palette, scale, [piece.box for piece in taken])
    return found + taken


def _choice(plan: Layout, spot: Spot) -> tuple[Box, ...]:
    return room.spots(plan, spot.place, STACK)


def _pile(
    pile: Pile, spot: Spot, plan: Layout, palette: Palette, scale: float, taken: list[Box]
) -> Piece:
    """Faces beside their town where they fit, else a plate with the number of blocks."""
    town = plan.town(spot.place)
    looks = list(_looks(pile, palette, scale))
    found = (
        (box, token)
        for size, token in looks
        if (box := room.stand(plan, spot.place, size, taken)) is not None
    )
    size, plate = looks[-1]
    box, token = next(found, None) or (_anywhere(plan, town, size, taken), plate)
    return Piece(f"{pile.side} {spot.place}", box, token(), room.line(town, box))


Look = tuple[tuple[float, float], Callable[[], Image.Image]]


def _looks(pile: Pile, palette: Palette, scale: float) -> Iterator[Look]:
    """How a stack may be shown, the best first: its size, and how to make it."""
    faces, walls, name = pile.faces, pile.inside > 0, palette.name
    gilt = any(face.gilt for face in faces)
    if pile.own and 0 < len(faces) <= RACK:
        gone = pile.gone or (False,) * len(faces)
        yield rack_size(len(faces)), lambda: rack_token(faces, gone, walls, name, scale)
    elif faces and not pile.own and len(faces) <= BESIDE_MOST:
        size = (STACK[0] + BESIDE * len(faces), float(STACK[1]))
        both = (pile.side, pile.count, faces, walls, gilt, name, scale)
        yield size, lambda: known_token(*both)
    if faces and not pile.own:
        how = (pile.side, pile.count, len(faces), walls, gilt, name, scale)
        yield EYED, lambda: plate_token(*how)
    yield STACK, lambda: plate_token(pile.side, pile.count, 0, walls, gilt, name, scale)


def _anywhere(plan: Layout, town: Town, size: tuple[float, float], taken: list[Box]) -> Box:
    """On the town itself, or where there is room further off, with a line."""
    on = Box.around(town.at, size)
    if not any(on.meets(box) for box in (*room.still(plan), *taken)):
        return on
    near = room.squeezed(plan, town, size, taken)
    return near or room.free(plan, town, (round(size[0]), round(size[1])), taken)


def _badges(
    spot: Spot, plan: Layout, palette: Palette, scale: float, taken: list[Box]
) -> list[Piece]:
    """On the rim of the town, off names and stacks."""
    town = plan.town(spot.place)
    signs = [(f"disk {spot.disk}", spot.disk[0].upper(), "", 0.625)] if spot.disk else []
    signs += [(f"pioneers {spot.place}", "", "mining", 0.125)] if spot.pioneers else []
    found: list[Piece] = []
    for what, letter, sign, turn in signs:
        full = [*taken, *(p.box for p in found)]
        box = room.on_rim(plan, town, BADGE, math.tau * turn, full)
        token = badge_token(letter, sign, palette.name, scale)
        found.append(Piece(what, box, token, room.line(town, box)))
    return found


def draw(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Everything that moves, over the empty board."""
    for place in scene.action:
        _ring(picture, plan, plan.town(place), palette, scale)
    put(picture, arrange(scene, plan, palette, scale), palette, scale)
    beside(picture, scene, plan, palette, scale)


def beside(
    picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
    """What a board says beside its map: the turn, the score, the panels of the sides."""
    mark_turn(picture, scene, plan, palette, scale)
    _score(picture, scene, plan, palette, scale)
    for panel in scene.panels:
        _panel(picture, panel, plan, palette, scale)


def under(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Who holds a place is said by its town: the ground stays as it is."""


def highlight(
    picture: Image.Image, plan: Layout, mark: Mark, palette: Palette, scale: float
) -> None:
    arrows.highlight(picture, plan, mark, palette, scale)


def put(picture: Image.Image, laid: Sequence[Piece], palette: Palette, scale: float) -> None:
    """Pieces on a picture, each in its place; first the lines of those that stand apart."""
    pen = ImageDraw.Draw(picture)
    for piece in laid:
        if piece.line:
            ends = [(x * scale, y * scale) for x, y in piece.line]
            pen.line(ends, fill=palette.halo, width=round(5 * scale))
            pen.line(ends, fill=palette.ink, width=round(2 * scale))
    for piece in laid:
        x, y = piece.box.centre
        token = piece.token
        corner = (round(x * scale - token.width / 2), round(y * scale - token.height / 2))
        picture.paste(token, corner, token)


def _ring(picture: Image.Image, plan: Layout, town: Town, palette: Palette, scale: float) -> None:
    """The place of action: a wide ring, visible in the smallest picture, behind the names."""
    reach = town.reach + 13
    left, top = round((town.at[0] - reach) * scale), round((town.at[1] - reach) * scale)
    size = round(2 * reach * scale)
    for far, ink, width in ((12, palette.ink, 9), (10.5, palette.gold, 6)):
        mask = Image.new("L", (size, size))
        pen = ImageDraw.Draw(mask)
        inset = (13 - far) * scale
        pen.ellipse(
            (inset, inset, size - inset, size - inset), outline=255, width=round(width * scale)
        )
        for box in room.still(plan):
            area = (
                box.left * scale - left,
                box.top * scale - top,
                box.right * scale - left,
                box.bottom * scale - top,
            )
            pen.rectangle(area, fill=0)
        picture.paste(ink, (left, top, left + size, top + size), mask)


def mark_turn(
    picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
    """A gilt frame around the cell of this turn."""
    pen = ImageDraw.Draw(picture)
    if "track" not in plan.boxes or not 1 <= scene.turn <= len(plan.turns):
        return
    left, top, right, bottom = (v * scale for v in turn_cell(plan, scene.turn))
    grow = 3 * scale
    pen.rounded_rectangle(
        (left - grow, top - grow, right + grow, bottom + grow),
        radius=10 * scale,
        outline=palette.ink,
        width=round(8 * scale),
    )
    pen.rounded_rectangle(
        (left - grow / 2, top - grow / 2, right + grow / 2, bottom + grow / 2),
        radius=9 * scale,
        outline=palette.gold,
        width=round(5 * scale),
    )


def _plates(area: Box, count: int) -> Iterator[float]:
    """Where the plates of the sides begin: one half of them at each end."""
    for i in range(count):
        first = i < (count + 1) // 2
        yield area.left + 14 + 124 * i if first else area.right - 128 - 124 * (count - 1 - i)


def _score(
    picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
    """Points of the sides, the year, and what is going on."""
    area = plan.boxes.get("score")
    if area is None:
        return
    pen = ImageDraw.Draw(picture)
    x, y = area.centre
    plates = list(_plates(area, len(scene.points)))
    for (side, points), left in zip(scene.points, plates, strict=True):
        paint = palette.side(side)
        box = [v * scale for v in (left, area.top + 16, left + 114, area.bottom - 16)]
        pen.rounded_rectangle(
            box, radius=8 * scale, fill=paint.face, outline=paint.edge, width=round(2 * scale)
        )
        mask = figures(points, round(46 * scale))
        room = round(98 * scale)
        if mask.width > room:
            mask = mask.resize((room, mask.height), Image.Resampling.LANCZOS)
        corner = (round((left + 57) * scale - mask.width / 2), round((y - 30) * scale))
        picture.paste(paint.ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        word, hand = scene.tongue.word(say("points")), Hand("italic", 21, 600)
        label(picture, (left + 57, y + 40), word, hand, 104, paint.ink, scale, least=12)
    pen.text(
        (x * scale, (y - 14) * scale),
        plan.title.upper(),
        fill=palette.accent,
        anchor="ms",
        font=font("capital", round(46 * scale), 800),
    )
    wide = area.right - area.left - 140 * max(2, len(plates) + len(plates) % 2)
    for text, down, hand in (
        (scene.heading, 20, Hand("roman", 28, 650)),
        (scene.doing, 48, Hand("italic", 24, 600)),
    ):
        fit = smaller(text, hand, wide, scale, 12)
        label(picture, (x, y + down), text, fit, wide, palette.ink, scale, least=12)


def _panel(
    picture: Image.Image, panel: Panel, plan: Layout, palette: Palette, scale: float
) -> None:
    """Cards and boxes of a side, in figures."""
    area = plan.boxes.get(panel.side)
    if area is None:
        return
    pen = ImageDraw.Draw(picture)
    paint = palette.side(panel.side)
    band = [v * scale for v in (area.left + 7, area.top + 7, area.right - 7, area.top + 33)]
    pen.rounded_rectangle(
        band, radius=5 * scale, fill=paint.face, outline=paint.edge, width=max(1, round(scale))
    )
    at, hand = (area.centre[0], area.top + 27), Hand("capital", 19, 750)
    wide = area.right - area.left - 24
    label(picture, at, panel.heading, hand, wide, paint.ink, scale, least=12)
    step = (area.right - area.left - 20) / max(1, len(panel.figures))
    for i, (word, count) in enumerate(panel.figures):
        x = (area.left + 10 + (i + 0.5) * step) * scale
        mask = figures(str(count), round(DIGITS * scale))
        corner = (round(x - mask.width / 2), round((area.top + 36) * scale))
        picture.paste(palette.ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        at, hand = (x / scale, area.top + 82), Hand("italic", 17, 600)
        label(picture, at, word, hand, step - 3, palette.faint, scale, least=11)
    if panel.note:
        at, hand = (area.centre[0], area.bottom - 11), Hand("roman", 15, 600)
        label(picture, at, panel.note, hand, wide, palette.ink, scale, least=10)
