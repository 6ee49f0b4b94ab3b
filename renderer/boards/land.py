"""The land of a board of areas: masks of areas, and the layers that draw land, borders, straits
and signs."""

from __future__ import annotations

import math

from PIL import Image, ImageDraw, ImageFilter

from renderer.boards.layout import Area, Layout
from renderer.ink.geometry import Box, Point, dashes
from renderer.ink.lettering import stamp
from renderer.ink.palette import Arms, Palette

SHADE = 0.32  # how strongly an area's own tint covers the relief
RIVER = 5.4  # units
SIGN = 11  # the radius of a sign


# -- masks ---------------------------------------------------------------------------------------

FINE = 2
AROUND = 12  # units of surroundings
BLUR = 7.0  # units

Part = tuple[int, int, int, int] | None


def pixels(area: Area, size: tuple[int, int], scale: float) -> Part:
    """The part of a picture in which an area lies, with its surroundings; None if outside."""
    box, around = area.box, AROUND * scale
    left, top = max(0, int(box.left * scale - around)), max(0, int(box.top * scale - around))
    right = min(size[0], int(box.right * scale + around) + 1)
    bottom = min(size[1], int(box.bottom * scale + around) + 1)
    return (left, top, right, bottom) if left < right and top < bottom else None


def mask(area: Area, part: tuple[int, int, int, int], scale: float) -> Image.Image:
    """White inside the area."""
    left, top, right, bottom = part
    made = Image.new("L", ((right - left) * FINE, (bottom - top) * FINE))
    pen = ImageDraw.Draw(made)
    dx, dy = area.by[0] + left / scale, area.by[1] + top / scale
    fine = scale * FINE
    for ring in area.rings:
        pen.polygon([((x - dx) * fine, (y - dy) * fine) for x, y in ring], 255)
    return made.reduce(FINE)


def depth(inside: Image.Image, scale: float) -> Image.Image:
    """How deep in the land a pixel lies: 128 on the border, more inside, less outside."""
    return inside.filter(ImageFilter.GaussianBlur(BLUR * scale))


def deeper(depths: Image.Image, units: float) -> Image.Image:
    """White where the land is deeper than so many units; less than nothing is outside it."""
    least = 255 * 0.5 * (1 + math.erf(units / BLUR / math.sqrt(2)))
    slope = 28.0  # the edge is soft, not stepped
    return depths.point(
        [round(min(255.0, max(0.0, 128 + (v - least) * slope))) for v in range(256)]
    )


# -- layers --------------------------------------------------------------------------------------


def areas(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Every area in its tint, then the borders; a river is a border in blue."""
    for area in plan.areas.values():
        part = pixels(area, picture.size, scale)
        if part and area.tint:
            seen = mask(area, part, scale)
            picture.paste(area.tint, part, seen.point([round(v * SHADE) for v in range(256)]))
    pen = ImageDraw.Draw(picture)
    lines = [
        (b, [((x - b.by[0]) * scale, (y - b.by[1]) * scale) for x, y in b.points])
        for b in plan.borders
    ]
    inland = [(b, line) for b, line in lines if b.type != "coast"]
    for _, line in inland:
        pen.line(line, fill=palette.bed, width=round(6.4 * scale), joint="curve")
    for border, line in inland:
        if border.type == "river":
            pen.line(line, fill=palette.sea, width=round(RIVER * scale), joint="curve")
            pen.line(line, fill=palette.water, width=round(1.8 * scale), joint="curve")
        elif border.type == "border":
            for dash in dashes(line, 7 * scale, 4 * scale):
                pen.line(dash, fill=palette.minor, width=round(2.2 * scale), joint="curve")
        else:
            pen.line(line, fill=palette.minor, width=round(3 * scale), joint="curve")


def beyond(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Boxes of paper for what lies beyond the map."""
    pen = ImageDraw.Draw(picture)
    for area in plan.areas.values():
        if area.paper:
            left, top, right, bottom = (v * scale for v in area.box)
            for grow, fill in ((3 * scale, palette.faint), (0.0, palette.paper)):
                box = (left + grow, top + grow, right + grow, bottom + grow)
                pen.rounded_rectangle(box, radius=9 * scale, fill=fill)
            pen.rounded_rectangle(
                (left, top, right, bottom), 9 * scale, outline=palette.ink, width=round(2 * scale)
            )


def straits(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Broken lines with a point at both ends."""
    pen = ImageDraw.Draw(picture)
    for lane in plan.lanes:
        points = [(x * scale, y * scale) for x, y in lane.points]
        for ink, width in ((palette.halo, 6.0), (palette.sea, 3.4)):
            for dash in dashes(points, 9 * scale, 6 * scale):
                pen.line(dash, fill=ink, width=round(width * scale), joint="curve")
        for tip, before in ((points[-1], points[-2]), (points[0], points[1])):
            _head(pen, before, tip, palette, scale)


def _head(
    pen: ImageDraw.ImageDraw, before: Point, tip: Point, palette: Palette, scale: float
) -> None:
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy = dx / length, dy / length
    for reach, ink in ((9.5, palette.halo), (7.0, palette.sea)):
        far, half = reach * scale, reach * 0.8 * scale
        back = (tip[0] - ux * far, tip[1] - uy * far)
        front = (tip[0] + ux * far * 0.7, tip[1] + uy * far * 0.7)
        pen.polygon(
            [
                front,
                (back[0] - uy * half, back[1] + ux * half),
                (back[0] + uy * half, back[1] - ux * half),
            ],
            fill=ink,
        )


def signs(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Anchors on the water; one that is struck out may not be used."""
    pen = ImageDraw.Draw(picture)
    for sign in plan.signs:
        (x, y), r = (sign.at[0] * scale, sign.at[1] * scale), SIGN * scale
        fill, ink = (palette.halo, palette.faint) if sign.struck else (palette.sea, palette.halo)
        box = (x - r, y - r, x + r, y + r)
        pen.ellipse(box, fill=fill, outline=palette.halo, width=round(1.6 * scale))
        stamp(picture, sign.emblem, x, y, 16 * scale, ink)
        if sign.struck:
            d = r * 0.78
            pen.line((x - d, y + d, x + d, y - d), fill=palette.main, width=round(3 * scale))
            pen.ellipse(box, outline=palette.main, width=round(2.2 * scale))


# -- hatchings -----------------------------------------------------------------------------------

PERIOD = 13.0  # units from one line of hatching to the next


def hatching(kind: str, size: tuple[int, int], scale: float) -> Image.Image | None:
    """Engravers' lines: they tell peoples of one side apart without their colours."""
    if not kind:
        return None
    made = Image.new("L", size)
    pen = ImageDraw.Draw(made)
    step, thick = PERIOD * scale, max(1, round(2.2 * scale))
    wide, high = size
    count = math.ceil((wide + high) / step) + 1
    for i in range(count):
        at = i * step
        if kind in ("rising", "crossed"):
            pen.line((at, 0, at - high, high), fill=255, width=thick)
        if kind in ("falling", "crossed"):
            pen.line((at - high, 0, at, high), fill=255, width=thick)
        if kind in ("level", "checks"):
            pen.line((0, at, wide, at), fill=255, width=thick)
        if kind in ("upright", "checks"):
            pen.line((at, 0, at, high), fill=255, width=thick)
        if kind == "dots":
            _dots(pen, at, i % 2 * step / 2, high, step, 2.4 * scale)
    return made


def _dots(
    pen: ImageDraw.ImageDraw, x: float, start: float, high: int, step: float, r: float
) -> None:
    for j in range(math.ceil(high / step) + 1):
        y = start + j * step
        pen.ellipse((x - r, y - r, x + r, y + r), fill=255)


def swatch(picture: Image.Image, area: Box, worn: Arms, palette: Palette, scale: float) -> None:
    """A piece of land in the colours and the hatching of a people, for a key."""
    size = (round((area.right - area.left) * scale), round((area.bottom - area.top) * scale))
    cloth = Image.new("RGB", size, palette.bed)
    cloth = Image.blend(cloth, Image.new("RGB", size, worn.field), 0.6)
    lines = hatching(worn.hatch, size, scale * 0.6)
    if lines is not None:
        cloth.paste(worn.ink, (0, 0), lines)
    pen = ImageDraw.Draw(cloth)
    pen.rectangle(
        (0, 0, size[0] - 1, size[1] - 1), outline=palette.ink, width=max(1, round(1.2 * scale))
    )
    picture.paste(cloth, (round(area.left * scale), round(area.top * scale)))
