"""A net of many points: roads of several kinds, Cities beside their gates, hosts and leaders.

There are too many places for a room beside each, so that every piece looks for its own: near its
place, off names and other places, with a thin line to where it stands.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderer.boards import arrows, names, points, room
from renderer.boards.deeds import Mark
from renderer.boards.layout import Layout, Road, Town
from renderer.boards.points import Piece
from renderer.boards.scene import Banner, Host, Rank, Scene
from renderer.ink.geometry import Box, Point, dashes
from renderer.ink.heraldry import arms, cloth, shield, sign
from renderer.ink.lettering import figures, font, stamp
from renderer.ink.palette import Palette, palette
from renderer.ink.writing import DIGITS, Hand, leaf, line, put
from renderer.pieces.tokens import fleet_token

FINE = 3
ROW, SHIELD = 36.0, 34.0
WRITTEN = Hand("roman", 23, 650)
RIVER = (46, 104, 158)
GAPS = (5.0, 22.0, 46.0, 80.0, 124.0, 176.0, 240.0, 310.0, 390.0)
TURNS = 20
CLOSE, NEARER = 1000, 0.74  # hosts are smaller in a narrower picture: it is shown larger
NEAR = 620.0  # how far what lies still can be in the way of a piece


# -- what lies still -----------------------------------------------------------------------------


def ways(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Roads, bridges, tracks in the desert, fords, gates, and the ways out of boxes."""
    pen = ImageDraw.Draw(picture)
    lines = [(road, [(x * scale, y * scale) for x, y in road.points]) for road in plan.roads]
    for road, path in lines:
        if road.type == "river":
            pen.line(path, fill=palette.halo, width=round(9 * scale), joint="curve")
            for dash in dashes(path, 9 * scale, 5 * scale):
                pen.line(dash, fill=RIVER, width=round(5 * scale))
        elif road.type == "gate":
            pen.line(path, fill=palette.ink, width=round(13 * scale), joint="curve")
            pen.line(path, fill=palette.halo, width=round(7 * scale), joint="curve")
        else:
            pen.line(path, fill=palette.minor, width=round(7.5 * scale), joint="curve")
    for road, path in lines:
        if road.type in ("road", "bridge"):
            pen.line(path, fill=palette.bed, width=round(4 * scale), joint="curve")
        elif road.type in ("desert", "entry"):
            for dash in dashes(path, 8 * scale, 6 * scale):
                pen.line(dash, fill=palette.bed, width=round(4 * scale))
        if road.type == "bridge":
            _bridge(pen, road, palette, scale)


def _bridge(pen: ImageDraw.ImageDraw, road: Road, palette: Palette, scale: float) -> None:
    """Two bars across the middle of the road."""
    (ax, ay), (bx, by) = road.points[0], road.points[-1]
    length = math.dist((ax, ay), (bx, by)) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    mx, my = (ax + bx) / 2, (ay + by) / 2
    for off in (-5.5, 5.5):
        x, y = mx - uy * off, my + ux * off
        bar = [(x - ux * 8, y - uy * 8), (x + ux * 8, y + uy * 8)]
        at = [(a * scale, b * scale) for a, b in bar]
        pen.line(at, fill=palette.ink, width=round(3.4 * scale))


def nodes(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """Points with their figures; a pass has a double ring; boxes are plates of paper."""
    pen = ImageDraw.Draw(picture)
    for town in plan.towns.values():
        x, y, r = town.at[0] * scale, town.at[1] * scale, town.reach * scale
        if town.kind == "box":
            _plate(pen, town, palette, scale)
        elif town.kind in ("point", "pass"):
            edge = palette.accent if town.kind == "pass" else palette.minor
            if town.kind == "pass":
                grow = 5 * scale
                area = (x - r - grow, y - r - grow, x + r + grow, y + r + grow)
                pen.ellipse(area, fill=palette.bed, outline=edge, width=round(2.6 * scale))
            pen.ellipse((x - r, y - r, x + r, y + r), fill=edge)
            inner = r - 3 * scale
            pen.ellipse((x - inner, y - inner, x + inner, y + inner), fill=palette.bed)
            mask = figures(town.figure, round(19 * scale), 750)
            put(picture, mask, (x, y), palette.ink, 22 * scale)


def plate(town: Town) -> Box:
    """The paper of a box beside the map."""
    area = names.box(town)
    return Box(area.left - 16, area.top - 8, area.right + 16, area.bottom + 8)


def _plate(pen: ImageDraw.ImageDraw, town: Town, palette: Palette, scale: float) -> None:
    pen.rounded_rectangle(
        [v * scale for v in plate(town)],
        radius=9 * scale,
        fill=palette.paper,
        outline=palette.ink,
        width=round(3 * scale),
    )


# -- what stands there ---------------------------------------------------------------------------


def under(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Who holds a place is said by its sign: the ground stays as it is."""


def highlight(
    picture: Image.Image, plan: Layout, mark: Mark, palette: Palette, scale: float
) -> None:
    arrows.highlight(picture, plan, mark, palette, scale)


def draw(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Everything that moves, over the empty board."""
    for place in scene.action:
        if place in plan.towns:
            arrows.highlight(picture, plan, Mark(place), palette, scale)
    points.put(picture, arrange(scene, plan, palette, scale), palette, scale)
    beside(picture, scene, plan, palette, scale)


def arrange(scene: Scene, plan: Layout, palette: Palette, scale: float) -> list[Piece]:
    """Cities and Towns first, then fleets, then hosts: those inside, then from the most on."""
    found: list[Piece] = []
    for spot in scene.spots:
        town = plan.town(spot.place)
        if town.kind in ("city", "hold"):
            token = place_token(
                town.kind, town.figure, spot.arms, spot.siege, spot.notes, palette.name, scale
            )
            found.append(Piece(f"town {spot.place}", town.box, token))
    taken: list[Box] = []
    for q in scene.squadrons:
        token = fleet_token(q.side, q.ships, q.carried, palette.name, scale)
        box = plan.water(q.zone).fleet(q.side)
        found.append(Piece(f"fleet {q.side} {q.zone}", box, token))
        taken.append(box)
    for at, key, host in _hosts(scene, plan):
        (wide, high), small = measure(host), NEARER if plan.size[0] < CLOSE else 1.0
        token = host_token(host, palette.name, scale * small)
        box = _room(plan, key, at, (wide * small, high * small), taken)
        taken.append(box)
        found.append(Piece(f"{host.arms} {key}", box, token, _line(plan, key, at, box)))
    return found


def _hosts(scene: Scene, plan: Layout) -> Iterator[tuple[Point, str, Host]]:
    inside = [s for s in scene.spots if any(host.walls for host in s.hosts)]
    outside = [s for s in scene.spots if s not in inside]
    for spot in [*inside, *sorted(outside, key=lambda s: -len(s.hosts))]:
        for host in spot.hosts:
            yield plan.town(spot.place).at, spot.place, host
    for q in scene.squadrons:
        for host in q.hosts:
            yield plan.water(q.zone).fleet(q.side).centre, q.zone, host


def _line(plan: Layout, key: str, at: Point, box: Box) -> tuple[Point, Point] | None:
    """From the rim of a place to a host that stands apart from it."""
    reach = float(plan.towns[key].reach) if key in plan.towns else 18.0
    if box.distance(at) <= reach + 10:
        return None
    (x, y), (a, b) = at, box.centre
    far = math.dist(at, (a, b))
    if key in plan.towns and plan.towns[key].kind == "box":
        _, top, right, _ = plate(plan.towns[key])
        across, down = (right - x) / (abs(a - x) or 1.0), (y - top) / (abs(b - y) or 1.0)
        reach = far * min(across, down)
    return (x + (a - x) * reach / far, y + (b - y) * reach / far), (a, b)


@lru_cache(maxsize=1024)
def _still(plan: Layout, key: str) -> tuple[tuple[Box, float], ...]:
    """What lies still near a place, and how bad it is to cover it."""
    at = plan.towns[key].at if key in plan.towns else plan.water(key).at
    found = [(box, 5.0) for box in room.still(plan) if box.distance(at) < NEAR]
    for town in plan.towns.values():
        box = plate(town) if town.kind == "box" else town.box
        if box.distance(at) < NEAR:
            found.append((box, {"point": 3.0, "pass": 5.0}.get(town.kind, 6.0)))
    return tuple(found)


@lru_cache(maxsize=2048)
def _choices(plan: Layout, key: str, at: Point, size: tuple[float, float]) -> tuple[_Choice, ...]:
    """Boxes round a place with what it costs that they cover what lies still, the best first."""
    reach = float(plan.towns[key].reach) if key in plan.towns else 24.0
    still = _still(plan, key)
    found = []
    for gap in GAPS:
        for turn in range(TURNS):
            box = _beside(at, size, reach + gap, math.tau * turn / TURNS)
            if box.inside(plan.edge):
                cost = gap * 14 + (turn % 5 != 0) * 8
                cost += sum(bad * box.overlap(other) for other, bad in still if box.meets(other))
                found.append(_Choice(cost, box))
    return tuple(sorted(found, key=lambda choice: choice.cost))


class _Choice(NamedTuple):
    cost: float
    box: Box


def _room(
    plan: Layout, key: str, at: Point, size: tuple[float, float], taken: Sequence[Box]
) -> Box:
    """The nearest room that covers the least."""
    best, least = Box.around(at, size), math.inf
    for cost, box in _choices(plan, key, at, size):
        if cost >= least:
            break
        hidden = [other for other in taken if box.meets(other)]
        cost += sum(4000 + 40 * box.overlap(other) for other in hidden)
        if cost < least:
            best, least = box, cost
    return best


def _beside(at: Point, size: tuple[float, float], far: float, turn: float) -> Box:
    """A box that begins so far from a point, in a direction."""
    dx, dy = math.cos(turn), math.sin(turn)
    half = (size[0] / 2, size[1] / 2)
    x = at[0] + dx * far + (half[0] if dx > 0.2 else -half[0] if dx < -0.2 else 0)
    y = at[1] + dy * far + (half[1] if dy > 0.2 else -half[1] if dy < -0.2 else 0)
    return Box.around((x, y), size)


# -- tokens --------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def place_token(
    kind: str,
    figure: str,
    holder: str,
    siege: str,
    notes: tuple[tuple[str, str], ...],
    palette_name: str,
    scale: float,
) -> Image.Image:
    """A City is a square with its figure, a Town a circle; both wear the arms of their holder."""
    colours = palette(palette_name)
    u = scale * FINE
    half = 46.0 * u
    picture = Image.new("RGBA", (round(half * 2),) * 2)
    pen = ImageDraw.Draw(picture)
    r = (27 if kind == "city" else 21) * u
    if siege:
        _ring(pen, half, 38 * u, siege, colours, u)
    body = (half - r, half - r, half + r, half + r)
    wide = round(2 * (r - 3 * u))
    field = colours.side("nobody").face
    face = Image.new("RGB", (wide, wide), field)
    ink = colours.ink
    if holder:
        worn = arms(colours, holder)
        ink = worn.ink
        face.paste(worn.field, (0, 0, wide, wide))
        if kind == "hold":
            face = cloth(worn, wide, wide, (wide, wide))
        else:
            small = round(wide * 0.5)
            face.paste(cloth(worn, small, small, (small, small)), (0, 0))
    mask = Image.new("L", face.size)
    shape = ImageDraw.Draw(mask)
    if kind == "city":
        pen.rectangle(body, fill=colours.ink)
        shape.rectangle((0, 0, wide, wide), fill=255)
    else:
        pen.ellipse(body, fill=colours.ink)
        shape.ellipse((0, 0, wide, wide), fill=255)
    picture.paste(face, (round(half - wide / 2), round(half - wide / 2)), mask)
    if figure:
        put(picture, figures(figure, round(DIGITS * u)), (half + 9 * u, half + 5 * u), ink, 26 * u)
    for (emblem, count), (dx, dy) in zip(notes, CORNERS, strict=False):
        _note(picture, emblem, count, (half + dx * u, half + dy * u), colours, u)
    return picture.reduce(FINE)


CORNERS = ((30.0, -30.0), (30.0, 32.0), (-30.0, 32.0), (-30.0, -30.0))


def _ring(
    pen: ImageDraw.ImageDraw, half: float, far: float, siege: str, colours: Palette, u: float
) -> None:
    """Closed around a City that is wholly besieged, broken if partly."""
    corners = [(-far, -far), (far, -far), (far, far), (-far, far), (-far, -far)]
    path = [(half + x, half + y) for x, y in corners]
    parts = [path] if siege == "total" else dashes(path, 15 * u, 9 * u)
    for ink, wide in ((colours.halo, 9), (colours.accent, 6)):
        for part in parts:
            pen.line(part, fill=ink, width=round(wide * u))


def _note(
    picture: Image.Image, emblem: str, count: str, at: Point, colours: Palette, u: float
) -> None:
    """A small plate with an emblem and a figure."""
    pen = ImageDraw.Draw(picture)
    half = 16 if count else 12
    box = (at[0] - half * u, at[1] - 12 * u, at[0] + half * u, at[1] + 12 * u)
    pen.rounded_rectangle(
        box, radius=4 * u, fill=colours.paper, outline=colours.ink, width=round(1.8 * u)
    )
    x = at[0] - (7 * u if count else 0)
    sign(picture, emblem, (x, at[1]), 19 * u, colours.ink)
    if count:
        put(picture, figures(count, round(17 * u)), (at[0] + 8 * u, at[1]), colours.ink, 15 * u)


@lru_cache(maxsize=1024)
def measure(host: Host) -> tuple[float, float]:
    """The room of a host, in units."""
    letters = WRITTEN.font(1)
    wide = max(_across(rank, letters.getlength(rank.name)) for rank in host.ranks)
    high = max(SHIELD + 10, ROW * len(host.ranks) + 6) + (8 if host.walls else 0)
    return SHIELD + 16 + wide + 8, high


def _across(rank: Rank, name: float) -> float:
    digits = 17.0 * len(rank.figure)
    knights = 24 + 15.0 * len(rank.second) if rank.second else 0.0
    return (name + 7 if rank.name else 0.0) + digits + knights + 24.0 * len(rank.signs)


@lru_cache(maxsize=512)
def host_token(host: Host, palette_name: str, scale: float) -> Image.Image:
    """A shield, and a row for each leader: name, strength, knights, and what is true of him."""
    colours = palette(palette_name)
    paint = colours.side(host.side)
    wide, high = measure(host)
    u = scale * FINE
    picture = Image.new("RGBA", (round(wide * u), round(high * u)))
    pen = ImageDraw.Draw(picture)
    top = 8 * u if host.walls else 0.0
    right, bottom = wide * u - 1, high * u - 1
    if host.walls:
        step = right / 11
        for i in range(0, 11, 2):
            pen.rectangle((i * step, 0, (i + 1) * step, top + 6 * u), fill=paint.edge)
    for inset, fill in ((0.0, paint.edge), (2.2 * u, paint.face)):
        area = Box(inset, top + inset, right - inset, bottom - inset)
        leaf(pen, paint.shape, area, 6 * u, fill)
    worn = arms(colours, host.arms)
    shield(picture, ((SHIELD / 2 + 8) * u, (top + bottom) / 2), 28 * u, 32 * u, worn, colours)
    y = (top + bottom) / 2 - ROW * u * (len(host.ranks) - 1) / 2
    for rank in host.ranks:
        _rank(picture, pen, rank, (SHIELD + 16) * u, y, paint.ink, u)
        y += ROW * u
    return picture.reduce(FINE)


def _rank(
    picture: Image.Image,
    pen: ImageDraw.ImageDraw,
    rank: Rank,
    x: float,
    y: float,
    ink: tuple[int, int, int],
    u: float,
) -> None:
    if rank.name:
        letters = WRITTEN.font(u)
        pen.text((x, y + 7 * u), rank.name, font=letters, fill=ink, anchor="ls")
        x += letters.getlength(rank.name) + 7 * u
    if rank.figure:
        digits = figures(rank.figure, round(DIGITS * 0.87 * u))
        room_ = 17.0 * len(rank.figure) * u
        put(picture, digits, (x + room_ / 2, y), ink, room_ - 2 * u)
        x += room_
    if rank.second:
        stamp(picture, "horse-head", x + 12 * u, y, 22 * u, ink)
        x += 24 * u
        room_ = 15.0 * len(rank.second) * u
        put(picture, figures(rank.second, round(20 * u)), (x + room_ / 2, y), ink, room_)
        x += room_
    for emblem in rank.signs:
        sign(picture, emblem, (x + 12 * u, y), 21 * u, ink)
        x += 24 * u


# -- beside the map ------------------------------------------------------------------------------

ACROSS = 7  # turns in a row of the track


def cell(plan: Layout, number: int) -> Box:
    area = plan.boxes["turns"]
    rows = math.ceil(len(plan.turns) / ACROSS)
    wide, high = (area.right - area.left) / ACROSS, (area.bottom - area.top) / rows
    left = area.left + (number - 1) % ACROSS * wide
    top = area.top + (number - 1) // ACROSS * high
    return Box(left + 2, top + 2, left + wide - 2, top + high - 2)


def beside(
    picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
    """The score, the turns, and the roll of the peoples."""
    if "score" in plan.boxes:
        _score(picture, scene, plan, palette, scale)
    pen = ImageDraw.Draw(picture)
    if "turns" in plan.boxes:
        for number, (years, turn) in enumerate(plan.turns, 1):
            _turn(
                picture,
                pen,
                cell(plan, number),
                (years, turn, number == scene.turn),
                palette,
                scale,
            )
    if "roll" in plan.boxes:
        _roll(picture, scene, plan.boxes["roll"], palette, scale)


def _score(
    picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float
) -> None:
    """The title, the turn, and what is going on."""
    area = plan.boxes["score"]
    x, wide = area.centre[0], area.right - area.left - 28
    for down, text, hand, ink in (
        (0.36, plan.title.upper(), Hand("capital", 36, 800), palette.accent),
        (0.64, scene.heading, Hand("roman", 25, 650), palette.ink),
        (0.90, scene.doing, Hand("italic", 24, 600), palette.ink),
    ):
        at = (x, area.top + (area.bottom - area.top) * down)
        line(picture, at, text, hand, wide, ink, scale, least=17)


def _turn(
    picture: Image.Image,
    pen: ImageDraw.ImageDraw,
    area: Box,
    written: tuple[str, str, bool],
    palette: Palette,
    scale: float,
) -> None:
    years, turn, now = written
    box = [v * scale for v in area]
    pen.rounded_rectangle(
        box,
        radius=6 * scale,
        fill=palette.gold if now else palette.halo,
        outline=palette.ink,
        width=round((4 if now else 1.6) * scale),
    )
    x = area.centre[0] * scale
    letters = font("roman", round(28 * scale), 750)
    pen.text((x, (area.top + 30) * scale), turn, font=letters, fill=palette.accent, anchor="ms")
    small = font("roman", round(18 * scale), 600)
    pen.text((x, (area.bottom - 8) * scale), years, font=small, fill=palette.ink, anchor="ms")


LINE = 42.0


def _roll(picture: Image.Image, scene: Scene, area: Box, palette: Palette, scale: float) -> None:
    """A line for each people, and below them what has been drawn."""
    y = area.top + 8
    wide = area.right - area.left - 12
    for panel in scene.panels:
        for banner in panel.banners:
            row = _line_token(banner, wide, palette.name, scale)
            picture.paste(row, (round((area.left + 6) * scale), round(y * scale)), row)
            y += LINE
        for text in panel.note.split("\n") if panel.note else ():
            at, hand = (area.left + 16, y + 22), Hand("italic", 23, 600)
            line(picture, at, text, hand, wide - 20, palette.ink, scale, anchor="ls", least=14)
            y += 28


@lru_cache(maxsize=128)
def _line_token(banner: Banner, wide: float, palette_name: str, scale: float) -> Image.Image:
    """Arms, name, strength, points; gilt for whoever acts."""
    colours = palette(palette_name)
    u = scale * FINE
    made = Image.new("RGBA", (round(wide * u), round(LINE * u)))
    pen = ImageDraw.Draw(made)
    if banner.active:
        pen.rounded_rectangle(
            (0, 0, made.width - 1, made.height - 2 * u), radius=6 * u, fill=colours.gold
        )
    middle = (LINE / 2 - 1) * u
    shield(made, (26 * u, middle), 28 * u, 32 * u, arms(colours, banner.arms), colours)
    letters = font("roman", round(26 * u), 650)
    pen.text((52 * u, middle + 8 * u), banner.name, font=letters, fill=colours.ink, anchor="ls")
    mask = figures(banner.figure, round(26 * u))
    put(made, mask, ((wide - 86) * u, middle), colours.ink, 60 * u)
    if banner.points:
        mask = figures(banner.points, round(26 * u))
        put(made, mask, ((wide - 28) * u, middle), colours.accent, 50 * u)
    return made.reduce(FINE)
