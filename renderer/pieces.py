"""Which piece lies where, and the figures on tracks and boxes: all that changes between views."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PIL import Image, ImageDraw

from renderer import names
from renderer.base import turn_cell
from renderer.geometry import Box
from renderer.layout import STACK, Layout, Town
from renderer.lettering import figures, font
from renderer.palette import Palette
from renderer.scene import Panel, Pile, Scene, Spot
from renderer.tokens import ARMS, badge_token, block_token, fleet_token, town_token


class Piece(NamedTuple):
    """A piece on the picture, in units of the layout."""

    what: str
    box: Box
    token: Image.Image


def arrange(scene: Scene, plan: Layout, palette: Palette, scale: float) -> list[Piece]:
    """Every piece with its place. The order is the order of drawing."""
    found: list[Piece] = []
    for spot in scene.spots:
        town = plan.town(spot.place)
        token = town_token(town, spot.control, spot.castle, palette, scale)
        found.append(Piece(f"town {spot.place}", town.box, token))
    for spot in scene.spots:
        found += _piles(spot, plan, palette, scale)
        found += _badges(spot, plan.town(spot.place), palette, scale)
    for q in scene.squadrons:
        token = fleet_token(q.side, q.ships, q.carried, palette.name, scale)
        found.append(Piece(f"fleet {q.side} {q.zone}", plan.water(q.zone).fleet(q.side), token))
    return found


_inner: WeakKeyDictionary[Layout, dict[str, Box]] = WeakKeyDictionary()
_SHIFTS = sorted(product(range(-22, 23, 2), repeat=2), key=lambda d: d[0] ** 2 + d[1] ** 2)


def inner_box(plan: Layout, town: Town) -> Box:
    """Where the second stack goes: on the town, a little aside if a name or a stack is near."""
    kept = _inner.setdefault(plan, {})
    if town.key not in kept:
        x, y = town.at
        around = [(names.box(t), 6) for t in plan.towns.values()]  # a hidden name is the worst
        around += [(t.slot, 1) for t in plan.towns.values()]
        boxes = [Box.around((x + dx, y + dy), STACK) for dx, dy in _SHIFTS]
        near = [(b, weight) for b, weight in around if b.distance(town.at) < 60]
        kept[town.key] = min(boxes, key=lambda b: round(sum(b.overlap(o) * w for o, w in near)))
    return kept[town.key]


def _piles(spot: Spot, plan: Layout, palette: Palette, scale: float) -> list[Piece]:
    """One stack stands beside its town; of two, the defender's stands on the town itself."""
    town = plan.town(spot.place)
    found = []
    inner = [p for p in spot.piles if p.side == spot.defender] if len(spot.piles) > 1 else []
    outer = [p for p in spot.piles if p not in inner]
    if len(outer) > 1 and not inner:
        inner, outer = outer[:1], outer[1:]
    for piles, box in ((inner, inner_box(plan, town)), (outer, town.slot)):
        if not piles:
            continue
        walls = piles is inner and town.castle
        found.append(
            Piece(
                f"{piles[0].side} {spot.place}", box, _block(piles[0], plan, walls, palette, scale)
            )
        )
        for pile in piles[1:]:  # a third side: a badge with its number on the same block
            token = badge_token(str(pile.count), "", palette.name, scale)
            corner = Box.around((box.right - 10, box.top + 10), (20, 20))
            found.append(Piece(f"{pile.side} {spot.place}", corner, token))
    return found


def _block(pile: Pile, plan: Layout, walls: bool, palette: Palette, scale: float) -> Image.Image:
    kinds = [plan.kind(key) for key in pile.known]
    strip: tuple[str, ...] = ()
    if kinds:
        shields = f"{sum(k.shields for k in kinds)}" + ("+" if len(kinds) < pile.count else "")
        signs = ["crown"] if any(k.army for k in kinds) else []
        signs += ["knight-banner"] if any(k.leader and not k.army for k in kinds) else []
        arms = {k.arm for k in kinds}
        strip = (shields, *signs, *(ARMS[a] for a in ARMS if a in arms))
    gilt = any(k.leader for k in kinds)
    return block_token(pile.side, pile.count, strip, gilt, walls, palette.name, scale)


def _badges(spot: Spot, town: Town, palette: Palette, scale: float) -> list[Piece]:
    found = []
    x, y = town.at
    if spot.disk:
        box = Box.around((x - town.reach * 0.6, y - town.reach * 0.7), (20, 20))
        token = badge_token(spot.disk[0].upper(), "", palette.name, scale)
        found.append(Piece(f"disk {spot.disk}", box, token))
    if spot.pioneers:
        box = Box.around((x + town.reach * 0.6, y + town.reach * 0.7), (20, 20))
        found.append(
            Piece(f"pioneers {spot.place}", box, badge_token("", "mining", palette.name, scale))
        )
    return found


def draw(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Everything that moves, over the empty board."""
    pen = ImageDraw.Draw(picture)
    for place in scene.action:
        _ring(pen, plan.town(place), palette, scale)
    for piece in arrange(scene, plan, palette, scale):
        x, y = piece.box.centre
        token = piece.token
        picture.paste(
            token, (round(x * scale - token.width / 2), round(y * scale - token.height / 2)), token
        )
    _turn(pen, scene, plan, palette, scale)
    _score(picture, scene, plan, palette, scale)
    for panel in scene.panels:
        _panel(picture, panel, plan, palette, scale)


def _ring(pen: ImageDraw.ImageDraw, town: Town, palette: Palette, scale: float) -> None:
    """The place of action: a wide ring, visible in the smallest picture."""
    x, y = town.at[0] * scale, town.at[1] * scale
    for far, ink, width in ((12, palette.ink, 9), (10.5, palette.gold, 6)):
        r = (town.reach + far) * scale
        pen.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=round(width * scale))


def _turn(
    pen: ImageDraw.ImageDraw, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
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
        pen.text(
            (x, (area.top + 60) * scale),
            str(count),
            fill=palette.ink,
            anchor="ms",
            font=font("roman", round(28 * scale), 700),
        )
        pen.text(
            (x, (area.top + 78) * scale),
            word,
            fill=palette.faint,
            anchor="ms",
            font=font("italic", round(18 * scale), 600),
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
