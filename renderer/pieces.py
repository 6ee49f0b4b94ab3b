"""Which piece lies where, and the figures on tracks and boxes: all that changes between views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer import arrows, room
from renderer.deeds import Mark
from renderer.geometry import Box, Point
from renderer.layout import STACK, Layout, Town
from renderer.lettering import figures, font
from renderer.margins import turn_cell
from renderer.palette import Palette
from renderer.scene import Panel, Pile, Scene, Spot
from renderer.tokens import ARMS, DIGITS, badge_token, block_token, fleet_token, town_token

BADGE = (20, 20)


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
    taken = [piece for spot in scene.spots for piece in _piles(spot, plan, palette, scale)]
    for q in scene.squadrons:
        token = fleet_token(q.side, q.ships, q.carried, palette.name, scale)
        taken.append(Piece(f"fleet {q.side} {q.zone}", plan.water(q.zone).fleet(q.side), token))
    for spot in scene.spots:  # what has no place of its own goes where there is room
        taken += _others(spot, plan, palette, scale, [piece.box for piece in taken])
        taken += _badges(spot, plan, palette, scale, [piece.box for piece in taken])
    return found + taken


def _piles(spot: Spot, plan: Layout, palette: Palette, scale: float) -> list[Piece]:
    """One stack stands beside its town; of two, the defender's stands on the town itself."""
    town = plan.town(spot.place)
    inner, outer, _ = _stations(spot)
    found = []
    if inner:
        token = _block(inner, plan, palette, scale, walls=town.castle, holder=spot.control)
        found.append(Piece(f"{inner.side} {spot.place}", town.inner, token))
    if outer:
        token = _block(outer, plan, palette, scale)
        line = room.line(town, town.slot)
        found.append(Piece(f"{outer.side} {spot.place}", town.slot, token, line))
    return found


def _others(
    spot: Spot, plan: Layout, palette: Palette, scale: float, taken: list[Box]
) -> list[Piece]:
    """A third side in one place."""
    town = plan.town(spot.place)
    found: list[Piece] = []
    for pile in _stations(spot)[2]:
        box = room.free(plan, town, STACK, [*taken, *(piece.box for piece in found)])
        token = _block(pile, plan, palette, scale)
        found.append(Piece(f"{pile.side} {spot.place}", box, token, room.line(town, box)))
    return found


def _stations(spot: Spot) -> tuple[Pile | None, Pile | None, tuple[Pile, ...]]:
    """Who stands on the town, who beside it, and who else."""
    piles = sorted(spot.piles, key=lambda p: p.side != spot.defender)
    if len(piles) < 2:
        return None, piles[0] if piles else None, ()
    return piles[0], piles[1], tuple(piles[2:])


def _block(
    pile: Pile,
    plan: Layout,
    palette: Palette,
    scale: float,
    walls: bool = False,
    holder: str | None = None,
) -> Image.Image:
    kinds = [plan.kind(key) for key in pile.known]
    strip: tuple[str, ...] = ()
    if kinds:
        shields = f"{sum(k.shields for k in kinds)}" + ("+" if len(kinds) < pile.count else "")
        signs = ["crown"] if any(k.army for k in kinds) else []
        signs += ["knight-banner"] if any(k.leader and not k.army for k in kinds) else []
        arms = {k.arm for k in kinds}
        strip = (shields, *signs, *(ARMS[a] for a in ARMS if a in arms))
    gilt = any(k.leader for k in kinds)
    frame = holder if holder and holder != pile.side else ""
    return block_token(pile.side, pile.count, strip, gilt, walls, frame, palette.name, scale)


def _badges(
    spot: Spot, plan: Layout, palette: Palette, scale: float, taken: list[Box]
) -> list[Piece]:
    """On the rim of the town; beside it when blocks stand on it."""
    town = plan.town(spot.place)
    x, y = town.at
    far = town.reach * 0.65
    signs = [(f"disk {spot.disk}", spot.disk[0].upper(), "", -far)] if spot.disk else []
    signs += [(f"pioneers {spot.place}", "", "mining", far)] if spot.pioneers else []
    found: list[Piece] = []
    for what, letter, sign, off in signs:
        box = Box.around((x + off, y + off), BADGE)
        if len(spot.piles) > 1:
            box = room.free(plan, town, BADGE, [*taken, *(p.box for p in found)])
        token = badge_token(letter, sign, palette.name, scale)
        found.append(Piece(what, box, token, room.line(town, box)))
    return found


def draw(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Everything that moves, over the empty board."""
    for place in scene.action:
        _ring(picture, plan, plan.town(place), palette, scale)
    put(picture, arrange(scene, plan, palette, scale), palette, scale)
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
    if not 1 <= scene.turn <= len(plan.turns):
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


def _score(
    picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
    """Points of both sides, the year, and what is going on."""
    area = plan.boxes["score"]
    pen = ImageDraw.Draw(picture)
    x, y = area.centre
    for (side, points), left in zip(scene.points, (area.left + 14, area.right - 128), strict=True):
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
        pen.text(
            ((left + 57) * scale, (y + 40) * scale),
            "points",
            fill=paint.ink,
            anchor="ms",
            font=font("italic", round(21 * scale), 600),
        )
    pen.text(
        (x * scale, (y - 14) * scale),
        plan.title.upper(),
        fill=palette.accent,
        anchor="ms",
        font=font("capital", round(46 * scale), 800),
    )
    wide = (area.right - area.left - 2 * 140) * scale
    for text, down, face, size, weight in (
        (scene.heading, 20, "roman", 28, 650),
        (scene.doing, 48, "italic", 24, 600),
    ):
        while size > 12 and font(face, round(size * scale), weight).getlength(text) > wide:
            size -= 1
        pen.text(
            (x * scale, (y + down) * scale),
            text,
            fill=palette.ink,
            anchor="ms",
            font=font(face, round(size * scale), weight),
        )


def _panel(
    picture: Image.Image, panel: Panel, plan: Layout, palette: Palette, scale: float
) -> None:
    """Cards and boxes of a side, in figures."""
    area = plan.boxes[panel.side]
    pen = ImageDraw.Draw(picture)
    paint = palette.side(panel.side)
    band = [v * scale for v in (area.left + 7, area.top + 7, area.right - 7, area.top + 33)]
    pen.rounded_rectangle(
        band, radius=5 * scale, fill=paint.face, outline=paint.edge, width=max(1, round(scale))
    )
    pen.text(
        (area.centre[0] * scale, (area.top + 27) * scale),
        panel.heading,
        fill=paint.ink,
        font=font("capital", round(19 * scale), 750),
        anchor="ms",
    )
    step = (area.right - area.left - 20) / len(panel.figures)
    for i, (word, count) in enumerate(panel.figures):
        x = (area.left + 10 + (i + 0.5) * step) * scale
        mask = figures(str(count), round(DIGITS * scale))
        corner = (round(x - mask.width / 2), round((area.top + 36) * scale))
        picture.paste(palette.ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
        pen.text(
            (x, (area.top + 82) * scale),
            word,
            fill=palette.faint,
            anchor="ms",
            font=font("italic", round(17 * scale), 600),
        )
    if panel.note:
        letters = font("roman", round(15 * scale), 600)
        note = panel.note
        while letters.getlength(note) > (area.right - area.left - 24) * scale:
            note = note[:-2].rstrip(" …") + "…"
        pen.text(
            (area.centre[0] * scale, (area.bottom - 11) * scale),
            note,
            font=letters,
            fill=palette.ink,
            anchor="ms",
        )
