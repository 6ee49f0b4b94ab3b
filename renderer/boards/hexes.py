"""A board of hexes: land by its terrain, areas of water, roads, and the piles that stand upon them.

Where hexes are small a pile says only whose it is and about how many; insets and close-ups are the
same grid with larger hexes.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterator
from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from engine.tongues import Tongue
from renderer.boards import points
from renderer.boards.deeds import Mark
from renderer.boards.facts import Cell, Sea
from renderer.boards.grid import Grid, Side
from renderer.boards.layout import STACK, Lattice, Layout
from renderer.boards.points import Piece
from renderer.boards.scene import Pile, Scene, Spot
from renderer.errors import refused
from renderer.ink.geometry import Box, Point, dashes
from renderer.ink.heraldry import sign
from renderer.ink.lettering import ASSETS, font
from renderer.ink.palette import Colour, Palette
from renderer.ink.palette import palette as named
from renderer.ink.writing import Hand, line, mixed
from renderer.pieces.tokens import badge_token, block_token

NUMBERED = 40.0  # units: smaller hexes go without their numbers
ROOMY = 60.0  # units: in larger hexes a pile leaves room for the number above it
TINTED = 0.62  # how far the tint of a terrain covers the country
ROUNDED = 0.15  # of a hex's height: how far corners of the shore are rounded
FILLED = 0.86  # of a hex's height: how high a pile is
ROOMIER = 0.7  # the same where there is room
WINDOW = "window"  # of a part of the grid: its frame, which no name leaves
MOST = 2  # emblems on one pile
MEDALLION = 0.42  # of a hex's height: the radius of the sign of an area of water

Pen = ImageDraw.ImageDraw


# -- what lies still -----------------------------------------------------------------------------


def hexes(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """The layer: the whole grid, then its insets, each in its frame."""
    if plan.lattice is None:
        return
    _field(picture, plan.lattice, plan.towns.keys(), palette, scale)
    for box, inset in plan.insets:
        window(picture, box, inset, palette, scale)


def window(picture: Image.Image, box: Box, inset: Layout, palette: Palette, scale: float) -> None:
    """A part of the grid in its frame, without anything that moves."""
    assert inset.lattice is not None
    corner = (round(box.left * scale), round(box.top * scale))
    size = (round((box.right - box.left) * scale), round((box.bottom - box.top) * scale))
    part = Image.new("RGB", size, palette.water)
    by = (corner[0] / scale, corner[1] / scale)
    _field(part, inset.lattice.moved(by), whole(inset, box), palette, scale)
    picture.paste(part, corner)
    frame = (*corner, corner[0] + size[0], corner[1] + size[1])
    ImageDraw.Draw(picture).rectangle(frame, outline=palette.ink, width=round(2.4 * scale))


def whole(plan: Layout, box: Box) -> set[str]:
    """The places that lie wholly in an inset."""
    assert plan.lattice is not None
    grid = plan.lattice.grid
    room = (2 * grid.edge, grid.high)
    return {k for k, town in plan.towns.items() if Box.around(town.at, room).inside(box)}


def _field(
    picture: Image.Image, land: Lattice, whole: Container[str], palette: Palette, scale: float
) -> None:
    """Of a hex that the edge cuts only the ground is drawn."""
    seen = _seen(picture, land, scale)
    cells = [key for key, _ in seen if key in land.cells]
    if land.country:
        _valley(picture, land, cells, palette, scale)
    pen = ImageDraw.Draw(picture)
    for key, fill in () if land.country else seen:
        pen.polygon(_scaled(land.grid.corners(key), scale), fill=fill or palette.water)
    for key in cells:
        _pattern(pen, land, key, palette, scale)
    _edges(picture, land, cells, palette, scale)
    _waters(pen, land, palette, scale)
    _roads(pen, land, palette, scale)
    for key in (key for key in cells if key in whole):
        _sign(picture, land, key, palette, scale)
    for key in (key for key in land.seas if key in whole):
        _medallion(picture, land, key, palette, scale)


@lru_cache(maxsize=1)
def _country(name: str) -> tuple[Image.Image, Image.Image]:
    """How land and water look: the upper and the lower half of one picture."""
    path = ASSETS / "ground" / name
    if not path.exists():
        raise refused("ground", name=repr(name))
    with Image.open(path) as both:
        picture = both.convert("RGB")
    half = picture.height // 2
    upper = picture.crop((0, 0, picture.width, half))
    return upper, picture.crop((0, half, picture.width, 2 * half))


def _valley(
    picture: Image.Image, land: Lattice, cells: list[str], palette: Palette, scale: float
) -> None:
    """Water everywhere, and land where the cells are; the shore is a little rounder than they."""
    soil, lake = (
        _spread(half, picture, land.grid, palette, scale) for half in _country(land.country)
    )
    tints = soil.copy()
    pen = ImageDraw.Draw(tints)
    for key in cells:
        tint, pattern = land.terrains[land.cells[key].terrain]
        if pattern:  # bare ground has none
            pen.polygon(_scaled(land.grid.corners(key), scale), fill=tint)
    soil = Image.blend(soil, tints, TINTED)
    shape = _shape(picture.size, land, cells, scale)
    (left, top), (wide, tall) = land.grid.at, land.grid.size
    sheet = Image.new("L", picture.size)
    box = [v * scale for v in (left, top, left + wide, top + tall)]
    ImageDraw.Draw(sheet).rectangle(box, fill=255)
    shape = ImageChops.multiply(shape, sheet)
    picture.paste(lake, (0, 0), sheet)
    shallow = shape.point([round(max(0, 70 - abs(v - 34) * 3)) for v in range(256)])
    picture.paste(palette.sea, (0, 0), shallow)
    picture.paste(soil, (0, 0), shape.point([min(255, max(0, (v - 118) * 12)) for v in range(256)]))
    line = shape.point([max(0, 255 - abs(v - 128) * 8) for v in range(256)])
    picture.paste(palette.ink, (0, 0), line)
    ImageDraw.Draw(picture).rectangle(box, outline=palette.ink, width=max(1, round(2 * scale)))


def _spread(
    half: Image.Image, picture: Image.Image, grid: Grid, palette: Palette, scale: float
) -> Image.Image:
    """The part of the country that a picture shows, as large as that."""
    (left, top), (wide, tall) = grid.at, grid.size
    across, down = half.width / wide, half.height / tall
    area = (
        -left * across,
        -top * down,
        (picture.width / scale - left) * across,
        (picture.height / scale - top) * down,
    )
    made = half.transform(
        picture.size, Image.Transform.EXTENT, area, Image.Resampling.BICUBIC, fillcolor=palette.bed
    )
    if palette.wash:
        made = Image.blend(made, Image.new("RGB", made.size, (255, 255, 255)), palette.wash)
    return made


def _shape(size: tuple[int, int], land: Lattice, cells: list[str], scale: float) -> Image.Image:
    """A mask of the land without sharp corners; beyond the sheet it goes on."""
    mask = Image.new("L", size)
    pen, grid = ImageDraw.Draw(mask), land.grid
    for key in (key for key in cells if land.dry(key)):
        pen.polygon(_scaled(grid.corners(key), scale), fill=255)
        for other in grid.beside(key):
            if other not in grid:
                pen.polygon(_scaled(grid.corners(other), scale), fill=255)
    return mask.filter(ImageFilter.GaussianBlur(grid.high * ROUNDED * scale))


def _seen(picture: Image.Image, land: Lattice, scale: float) -> list[tuple[str, Colour | None]]:
    """The hexes of which something is on the picture, with the tint of those that are land."""
    whole = Box(0, 0, picture.width / scale, picture.height / scale)
    water = [cell for sea in land.seas.values() for cell in sea.cells]
    tinted = [(key, land.terrains[cell.terrain][0]) for key, cell in land.cells.items()]
    every: list[tuple[str, Colour | None]] = [*((key, None) for key in water), *tinted]
    return [(key, tint) for key, tint in every if land.grid.box(key).meets(whole)]


def _scaled(outline: list[Point], scale: float) -> list[Point]:
    return [(x * scale, y * scale) for x, y in outline]


def _pattern(pen: Pen, land: Lattice, key: str, palette: Palette, scale: float) -> None:
    """What tells a terrain without its colour."""
    tint, pattern = land.terrains[land.cells[key].terrain]
    (x, y), h = land.grid.centre(key), land.grid.high
    ink, thick = mixed(tint, palette.ink, 0.45), max(1, round(h * 0.03 * scale))
    for dx, dy in ((-0.26, -0.18), (0.2, -0.24), (-0.06, 0.06), (0.3, 0.12), (-0.24, 0.28)):
        a, b, r = (x + dx * h) * scale, (y + dy * h) * scale, h * 0.045 * scale
        if pattern == "dots":
            pen.ellipse((a - r, b - r, a + r, b + r), fill=ink)
        elif pattern == "strokes":
            pen.line((a - r, b + 2 * r, a + r, b - 2 * r), fill=ink, width=thick)
        elif pattern == "waves":
            wave = [(a - 3 * r, b), (a - r, b - r), (a + r, b + r), (a + 3 * r, b)]
            pen.line(wave, fill=ink, width=thick, joint="curve")
        elif pattern == "hatch":
            pen.line((a - 2 * r, b + 2 * r, a + 2 * r, b - 2 * r), fill=ink, width=thick)
            pen.line((a - 2 * r, b - 2 * r, a + 2 * r, b + 2 * r), fill=ink, width=thick)


def _edges(
    picture: Image.Image, land: Lattice, cells: list[str], palette: Palette, scale: float
) -> None:
    """Hexes lightly inked; the shore heavier, where the country does not show it already."""
    thick = max(1, round(land.grid.high * 0.022 * scale))
    pen = ImageDraw.Draw(picture, "RGBA")
    light = (*palette.faint, 130 if land.country else 255)
    for key in cells:
        outline = _scaled(land.grid.corners(key), scale)
        pen.line([*outline, outline[0]], fill=light, width=thick)
    for loop in () if land.country else land.grid.loops(land.cells):
        pen.line(_scaled(loop, scale), fill=palette.ink, width=3 * thick, joint="curve")


def _waters(pen: Pen, land: Lattice, palette: Palette, scale: float) -> None:
    """Broken lines between areas of water."""
    thick = max(1, round(land.grid.high * 0.04 * scale))
    for sea in land.seas.values():
        for side in _water_sides(land, set(sea.cells)):
            for dash in dashes(_scaled(list(side), scale), 6 * scale, 4 * scale):
                pen.line(dash, fill=palette.sea, width=thick)


def _water_sides(land: Lattice, cells: set[str]) -> Iterator[Side]:
    for key in cells:
        for other, side in land.grid.sides(key):
            if other not in cells and other not in land.cells:
                yield side


def _roads(pen: Pen, land: Lattice, palette: Palette, scale: float) -> None:
    """From middle to middle; where a road crosses water, a bridge with two rails."""
    h = land.grid.high
    lines = [_scaled([land.grid.centre(key) for key in chain], scale) for chain in land.roads]
    for ink, width in ((palette.ink, 0.17), (palette.bed, 0.1)):
        for way in lines:
            pen.line(way, fill=ink, width=max(1, round(h * width * scale)), joint="curve")
    for one, other in (sorted(pair) for pair in land.bridges):
        (ax, ay), (bx, by) = land.grid.centre(one), land.grid.centre(other)
        x, y, turn = (ax + bx) / 2, (ay + by) / 2, math.atan2(by - ay, bx - ax)
        for off in (-0.12, 0.12):
            mx, my = x + math.cos(turn) * off * h, y + math.sin(turn) * off * h
            dx, dy = math.sin(turn) * 0.13 * h, -math.cos(turn) * 0.13 * h
            rail = _scaled([(mx - dx, my - dy), (mx + dx, my + dy)], scale)
            pen.line(rail, fill=palette.ink, width=max(1, round(h * 0.04 * scale)))


def _sign(picture: Image.Image, land: Lattice, key: str, palette: Palette, scale: float) -> None:
    """The emblem of what stands there, and the number where the hex is large enough."""
    (x, y), h, cell = land.grid.centre(key), land.grid.high, land.cells[key]
    pen = ImageDraw.Draw(picture)
    if cell.emblem:
        r = h * 0.32 * scale
        at = (x * scale, y * scale)
        box = (at[0] - r, at[1] - r, at[0] + r, at[1] + r)
        pen.ellipse(box, fill=palette.paper, outline=palette.ink, width=max(1, round(r * 0.12)))
        sign(picture, cell.emblem, at, 1.4 * r, palette.ink)
    if h >= NUMBERED:
        place = (x * scale, (y - h * 0.34) * scale)
        letters = font("roman", round(h * 0.16 * scale), 600)
        pen.text(place, key, font=letters, fill=palette.ink, anchor="mm")


def _medallion(
    picture: Image.Image, land: Lattice, key: str, palette: Palette, scale: float
) -> None:
    """An area of water by its name; a closed one is struck through below it."""
    sea, h = land.seas[key], land.grid.high
    x, y = (v * scale for v in land.grid.centre(land.grid.deepest(sea.cells)))
    r = h * MEDALLION * scale
    pen = ImageDraw.Draw(picture)
    fill = palette.main if sea.closed else palette.sea
    box = (x - r, y - r, x + r, y + r)
    pen.ellipse(box, fill=fill, outline=palette.halo, width=max(1, round(r * 0.1)))
    if sea.closed:
        d = r * 0.7
        pen.line((x - d, y + d * 0.8, x + d, y + d * 0.8), palette.halo, max(1, round(r * 0.14)))
    hand, at = Hand("roman", h * 0.5, 750), (x / scale, y / scale + h * 0.16)
    line(picture, at, sea.name, hand, h * MEDALLION * 1.7, palette.halo, scale, least=h * 0.2)


def legend(
    picture: Image.Image, plan: Layout, palette: Palette, scale: float, tongue: Tongue
) -> None:
    """Every terrain and every sign with its word."""
    assert plan.lattice is not None
    area, land = plan.boxes["legend"], plan.lattice
    step = (area.bottom - area.top - 14) / max(1, len(plan.legend))
    for i, (what, word) in enumerate(plan.legend):
        x, y = area.left + 30, area.top + 7 + (i + 0.5) * step
        _sample(picture, what, (x, y), step, land, palette, scale)
        line(
            picture, (x + 26, y + 7), tongue.field(word), Hand("roman", 20, 600),
            area.right - x - 36, palette.ink, scale, anchor="ls", least=12,
        )  # fmt: skip


def _sample(
    picture: Image.Image, what: str, at: Point, step: float, land: Lattice, palette: Palette,
    scale: float,
) -> None:  # fmt: skip
    """A terrain as a hex, a road, an area of water, or a sign."""
    pen = ImageDraw.Draw(picture)
    (x, y), high = at, step * 0.9
    kind, _, name = what.partition(":")
    grid = Grid((10, 10), (0, 0), "odd", (x - high / math.sqrt(3), y - high / 2), high)
    outline = _scaled(grid.corners("1000"), scale)
    sample = replace(land, grid=grid, country="")
    if kind == "terrain":
        pen.polygon(outline, fill=land.terrains[name][0])
        _pattern(pen, replace(sample, cells={"1000": Cell(name)}), "1000", palette, scale)
        pen.line([*outline, outline[0]], fill=palette.faint, width=max(1, round(1.2 * scale)))
    elif kind == "road":
        for ink, width in ((palette.ink, 0.24), (palette.bed, 0.14)):
            ends = [(v * scale, y * scale) for v in (x - high * 0.55, x + high * 0.55)]
            pen.line(ends, fill=ink, width=max(1, round(high * width * scale)))
        for off in (-0.2, 0.2) if name else ():
            rail = ((x + off * high) * scale, (y - 0.2 * high) * scale)
            pen.line((*rail, rail[0], (y + 0.2 * high) * scale), palette.ink, round(2 * scale))
    elif kind == "water":
        sea = Sea(name.removesuffix(":closed"), ("1000",), name.endswith(":closed"))
        _medallion(picture, replace(sample, seas={name: sea}), name, palette, scale)
    elif kind == "side":
        token = block_token(
            name, 3, ("7",), False, False, "", palette.name, scale * high / STACK[1]
        )
        corner = (round(x * scale - token.width / 2), round(y * scale - token.height / 2))
        picture.paste(token, corner, token)
    else:
        sign(picture, what, (x * scale, y * scale), high * 0.8 * scale, palette.ink)


# -- what moves ----------------------------------------------------------------------------------


def draw(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Everything that moves, over the empty board: on the grid and in every inset."""
    _shown(picture, scene, plan, palette, scale)
    for box, inset in plan.insets:
        within(picture, scene, box, inset, palette, scale)
    points.beside(picture, scene, plan, palette, scale)


def within(
    picture: Image.Image, scene: Scene, box: Box, inset: Layout, palette: Palette, scale: float
) -> None:
    """What moves in a part of the grid."""
    towns = {k: inset.towns[k] for k in whole(inset, box)}
    part = replace(inset, towns=towns, insets=(), boxes={WINDOW: box})
    _shown(picture, _inside(scene, inset, box), part, palette, scale)


def _shown(
    picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
    under(picture, scene, plan, palette, scale)
    for place in (place for place in scene.action if place in plan.towns):
        highlight(picture, plan, Mark(place), palette, scale)
    points.put(picture, arrange(scene, plan, palette, scale), palette, scale)


def _inside(scene: Scene, plan: Layout, box: Box) -> Scene:
    """What an inset shows: places that lie wholly in it."""
    seen = whole(plan, box)
    spots = tuple(spot for spot in scene.spots if spot.place in seen)
    return replace(scene, spots=spots, action=tuple(p for p in scene.action if p in seen))


def under(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """A border in the colour of who holds a hex, within its sides."""
    land = plan.lattice
    if land is None:
        return
    pen, h = ImageDraw.Draw(picture), land.grid.high
    for spot in scene.spots:
        held = spot.control in palette.sides and spot.control != "nobody"
        if held and spot.place in land.cells and spot.place in plan.towns:
            outline = _scaled(land.grid.corners(spot.place, h * 0.07), scale)
            ink, width = palette.side(spot.control).face, max(1, round(h * 0.09 * scale))
            pen.line([*outline, outline[0], outline[1]], fill=ink, width=width, joint="curve")


def highlight(
    picture: Image.Image, plan: Layout, mark: Mark, palette: Palette, scale: float
) -> None:
    """Gilt sides around a hex or an area of water; red in them for a fight."""
    land = plan.lattice
    if land is None or mark.place not in plan.towns:
        return
    cells = land.seas[mark.place].cells if mark.place in land.seas else (mark.place,)
    inner = palette.side(mark.owner).face if mark.owner in palette.sides else palette.gold
    inner = palette.main if mark.what == "fight" else inner
    pen, h = ImageDraw.Draw(picture), land.grid.high
    for width, ink in ((0.26, palette.ink), (0.2, palette.gold), (0.09, inner)):
        thick = max(1, round(h * width * scale))
        for loop in land.grid.loops(set(cells)):
            line = [*loop, loop[1]]  # once more around the first corner
            pen.line(_scaled(line, scale), fill=ink, width=thick, joint="curve")


def arrange(scene: Scene, plan: Layout, palette: Palette, scale: float) -> list[Piece]:
    """Every pile with its place: on its hex, or afloat below the sign of its area; and names."""
    land = plan.lattice
    assert land is not None
    piles = [piece for spot in scene.spots for piece in _piles(spot, plan, land, palette, scale)]
    badges = [piece for spot in scene.spots for piece in _badges(spot, plan, land, palette, scale)]
    figures = [piece.box for piece in badges]
    figures += [
        Box.around(pile.box.centre, (0.55 * h, 0.72 * h))
        for pile in piles
        for h in [pile.box.bottom - pile.box.top]
    ]
    hidden: list[Piece] = []
    free: list[Piece] = []
    for name, found in _names(plan, land, figures, palette, scale):
        (free if found else hidden).append(name)
    return [*hidden, *piles, *badges, *free]


def _names(
    plan: Layout, land: Lattice, figures: list[Box], palette: Palette, scale: float
) -> Iterator[tuple[Piece, bool]]:
    """Each name once, at the foot or the head of the hexes that bear it, where it hides no figure;
    and whether there is such a place."""
    bearing: dict[str, list[str]] = {}
    nearer = {key for box, inset in plan.insets for key in whole(inset, box)}
    for key, cell in land.cells.items():
        if cell.name and key in plan.towns and key not in nearer:
            bearing.setdefault(cell.name, []).append(key)
    h, taken = land.grid.high, list(figures)
    edge = plan.boxes.get(WINDOW) or _sheet(plan, land.grid)
    for name, keys in bearing.items():
        xs, ys = zip(*(land.grid.centre(key) for key in keys), strict=True)
        token = _name(name, max(19.0, min(24.0, h * 0.3)), palette.name, scale)
        size = (token.width / scale, token.height / scale)
        x, low, high = sum(xs) / len(xs), max(ys), min(ys)
        beside = size[0] / 2 + 0.6 * h
        rows = [(low, 0.42), (high, -0.42), (low, 0.75), (high, -0.75), (low, 1.2), (high, -1.2)]
        spots = [(x, y + off * h) for y, off in rows]
        spots += [(x + side * beside, y) for y in (high, low) for side in (1, -1)]
        spots += [(x, y + off * h) for y, off in ((low, 1.9), (high, -1.9), (low, 2.6))]
        spots = [_inward(spot, size, edge) for spot in spots]
        boxes = [Box.around(at, size) for at in spots]
        free = [box for box in boxes if not any(box.meets(other) for other in taken)]
        box = (free or boxes)[0]
        taken.append(box)
        yield Piece(f"name {name}", box, token), bool(free)


def _sheet(plan: Layout, grid: Grid) -> Box:
    """As much of the grid as is on the picture."""
    (left, top), (wide, tall) = grid.at, grid.size
    right, bottom = min(plan.size[0], left + wide), min(plan.size[1], top + tall)
    return Box(max(0, left), max(0, top), right, bottom)


def _inward(at: Point, size: tuple[float, float], edge: Box) -> Point:
    """The middle of a name that does not leave the picture."""
    half, tall = size[0] / 2 + 14, size[1] / 2 + 8
    x = min(max(at[0], edge.left + half), edge.right - half)
    return x, min(max(at[1], edge.top + tall), edge.bottom - tall)


@lru_cache(maxsize=256)
def _name(name: str, size: float, palette_name: str, scale: float) -> Image.Image:
    colours, fine = named(palette_name), scale * 2
    letters, stroke = font("roman", round(size * fine), 700), round(2.4 * fine)
    left, top, right, bottom = letters.getbbox(name, anchor="ls", stroke_width=stroke)
    made = Image.new("RGBA", (round(right - left) + 4, round(bottom - top) + 4), (*colours.halo, 0))
    ImageDraw.Draw(made).text(
        (2 - left, 2 - top), name, font=letters, fill=colours.ink, anchor="ls",
        stroke_width=stroke, stroke_fill=colours.halo,
    )  # fmt: skip
    return made.reduce(2)


def _piles(
    spot: Spot, plan: Layout, land: Lattice, palette: Palette, scale: float
) -> Iterator[Piece]:
    (x, y), grid = plan.town(spot.place).at, land.grid
    roomy = grid.high >= ROOMY
    size = grid.high * (ROOMIER if roomy else FILLED) / STACK[1]
    wide, high = STACK[0] * size, STACK[1] * size
    step = wide if spot.place in land.seas else min(wide, _room(grid, len(spot.piles), wide))
    if spot.place in land.seas:
        y += grid.high * MEDALLION + high / 2
    elif roomy:
        y += grid.high * 0.09
    piles = sorted(spot.piles, key=lambda pile: pile.side != spot.defender)
    for i, pile in enumerate(piles):
        at = (x + (i - (len(piles) - 1) / 2) * step, y)
        token = _token(pile, plan, palette, scale * size, grid.high)
        yield Piece(f"{pile.side} {spot.place}", Box.around(at, (wide, high)), token)


def _badges(
    spot: Spot, plan: Layout, land: Lattice, palette: Palette, scale: float
) -> Iterator[Piece]:
    """Signs of a place, on the upper right of its hex."""
    (x, y), h = plan.town(spot.place).at, land.grid.high
    for i, what in enumerate(spot.badges):
        size = h * 0.4
        box = Box.around((x + h * (0.4 - 0.36 * i), y - h * 0.28), (size, size))
        token = badge_token("", what, palette.name, scale * size / 20)
        yield Piece(f"{what} {spot.place}", box, token)


def _room(grid: Grid, count: int, wide: float) -> float:
    """How far apart the middles of several piles stand on one hex."""
    return (2 * grid.edge - wide) / max(1, count - 1)


def _token(pile: Pile, plan: Layout, palette: Palette, scale: float, high: float) -> Image.Image:
    """The pile as a block: its number, then the steps and emblems of those that are known."""
    kinds = [plan.kind(key) for key in pile.known]
    arms = dict.fromkeys(kind.arm for kind in kinds if kind.arm)
    signs = list(arms)[:MOST]
    strip = (pile.steps, *signs) if (signs or pile.steps) and high >= NUMBERED else ()
    gilt = bool(pile.leaders) or any(kind.leader for kind in kinds)
    return block_token(pile.side, pile.count, strip, gilt, False, "", palette.name, scale)
