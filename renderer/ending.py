"""The end of a game: the board as it stands, under a banner with the winner and the reckoning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageDraw

from renderer.combat import DIGITS, PEOPLE
from renderer.errors import RenderError
from renderer.faces import fitted, slab, write
from renderer.fight import SHARP
from renderer.geometry import Box
from renderer.layout import Layout
from renderer.lettering import stamp
from renderer.palette import Palette

View = Mapping[str, Any]

HIGH = 292  # units of the board: the banner above it
PARTS = ("castles", "watchtowers", "resources")
SIGNS = {"castles": "castle", "watchtowers": "white-tower", "resources": "star"}
WORTH = {"christian": (2.0, 0.5, 1.0), "muslim": (3.0, 1.0, 1.5)}  # 2.2: what each part scores
MONARCHS = ("Ferdinand", "Isabella")


@dataclass(frozen=True)
class Reckoning:
    """How the points of a side came about. `other` is what a moderator gave or took."""

    side: str
    counts: tuple[int, ...]  # in the order of PARTS
    total: float
    other: float

    def scored(self, part: int) -> float:
        return self.counts[part] * WORTH[self.side][part]


@dataclass(frozen=True)
class End:
    winner: str
    reason: str
    when: str
    sides: tuple[Reckoning, ...]


# -- from the view -------------------------------------------------------------------------------


def end(view: View, plan: Layout) -> End:
    """Raises RenderError while the game is being played."""
    if not view["winner"]:
        raise RenderError("The game is not over, so there is no picture of its end.")
    return End(
        winner=view["winner"],
        reason=_reason(view, plan),
        when=f"{view['year'].replace('-', '–')}, turn {view['turn']}",
        sides=tuple(reckoning(view, plan, side) for side in WORTH),
    )


def _reason(view: View, plan: Layout) -> str:
    """2.1, 2.2: read off the board, which is public: a view does not name it."""
    granada = _capital(view, plan)
    if view["winner"] == "christian" and granada["castle"] == "christian":
        return "the Alhambra has fallen"
    if view["winner"] == "muslim" and set(MONARCHS) <= set(view["christian"]["eliminated"]):
        return "Ferdinand and Isabella are lost"
    if view["christian"]["points"] == view["muslim"]["points"]:
        return "equal points are a Muslim victory"
    return "more points at the end"


def _capital(view: View, plan: Layout) -> View:
    name = next(t.key for t in plan.towns.values() if t.capital and t.territory == "muslim")
    found: View = view["locations"][name]
    return found


def reckoning(view: View, plan: Layout, side: str) -> Reckoning:
    """2.2: castles, watchtowers and resources of a side, and what they score."""
    places = view["locations"]
    towns = [plan.town(key) for key in places]
    castles = sum(1 for t in towns if t.castle and places[t.key]["castle"] == side)
    towers = sum(1 for t in towns if t.tower and places[t.key]["control"] == side)
    total = view[side]["points"]
    worth = WORTH[side]
    rest = total - castles * worth[0] - towers * worth[1]
    held = [t.key for t in towns if t.resource and places[t.key]["control"] == side]
    if side == "muslim":
        line = _linked(view, plan)
        held = [key for key in held if key in line]
    resources = len(held)
    granada = _capital(view, plan)
    if granada["castle"] == "muslim" and granada["control"] != "muslim":
        # who scores while the Alhambra is besieged is a choice of the table: the total tells
        resources = max(0, round(rest / worth[2]))
    other = rest - resources * worth[2]
    return Reckoning(side, (castles, towers, resources), total, other)


def _linked(view: View, plan: Layout) -> set[str]:
    """2.2: every place with a line by road to Granada that no Christian place cuts."""
    places = view["locations"]
    start = next(t.key for t in plan.towns.values() if t.capital and t.territory == "muslim")
    if places[start]["control"] != "muslim":
        return set()
    found, fresh = {start}, [start]
    while fresh:
        here = fresh.pop()
        for road in plan.roads:
            if here in road.ends:
                there = road.ends[road.ends[0] == here]
                if there not in found and places[there]["control"] != "christian":
                    found.add(there)
                    fresh.append(there)
    return found


# -- in words ------------------------------------------------------------------------------------


def number(value: float) -> str:
    """Points with their halves: 24½."""
    whole, half = divmod(round(abs(value) * 2), 2)
    sign = "−" if value < 0 else ""
    if half:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole}"


def sentences(ended: End) -> Iterator[str]:
    yield f"The end, {ended.when}: the {PEOPLE[ended.winner]} have won; {ended.reason}."
    for side in ended.sides:
        parts = [
            f"{n} {part} at {number(worth)} make {number(n * worth)}"
            for n, part, worth in zip(side.counts, PARTS, WORTH[side.side], strict=True)
        ]
        if side.other:
            parts.append(f"the moderator's hand {number(side.other)}")
        yield f"{PEOPLE[side.side]} {number(side.total)} points: {', '.join(parts)}."


# -- drawing -------------------------------------------------------------------------------------


def draw(view: View, plan: Layout, colours: Palette, board: Image.Image) -> Image.Image:
    """The board under its banner, as wide as the board."""
    ended = end(view, plan)
    scale = board.width / plan.size[0]
    banner = _banner(ended, plan.size[0], colours, scale * SHARP).reduce(SHARP)
    picture = Image.new("RGB", (board.width, banner.height + board.height))
    picture.paste(banner, (0, 0))
    picture.paste(board, (0, banner.height))
    return picture


def _banner(ended: End, wide: int, colours: Palette, scale: float) -> Image.Image:
    paint = colours.side(ended.winner)
    picture = Image.new("RGB", (round(wide * scale), round(HIGH * scale)), colours.paper)
    pen = ImageDraw.Draw(picture)
    for inset, ink, width in ((13, colours.ink, 2.4), (6, colours.faint, 1.2)):
        area = [v * scale for v in (inset, inset, wide - inset, HIGH + 20)]
        pen.rectangle(area, outline=ink, width=round(width * scale))
    _cloth(pen, Box(150, 26, wide - 150, 136), paint.face, paint.edge, colours, scale)
    middle = wide / 2 * scale
    title = f"The {PEOPLE[ended.winner]} have won"
    fitted(
        pen,
        (middle, 86 * scale),
        title.upper(),
        ("capital", 56, 800),
        1140 * scale,
        scale,
        paint.ink,
    )
    reason = f"{ended.reason} · {ended.when}"
    fitted(pen, (middle, 122 * scale), reason, ("italic", 33, 600), 1140 * scale, scale, paint.ink)
    half = (wide - 60) / 2
    for i, side in enumerate(ended.sides):
        left = 26 + i * (half + 8)
        _side(picture, side, Box(left, 150, left + half, HIGH - 6), colours, scale)
    return picture


def _cloth(
    pen: ImageDraw.ImageDraw,
    box: Box,
    face: tuple[int, int, int],
    edge: tuple[int, int, int],
    colours: Palette,
    scale: float,
) -> None:
    """A banner of the winner's colour with swallow tails behind it."""
    left, top, right, bottom = box
    dark = (face[0] * 3 // 4, face[1] * 3 // 4, face[2] * 3 // 4)
    for x, turn in ((left, -1), (right, 1)):
        tail = [
            (x - turn * 40, top + 18),
            (x + turn * 96, top + 18),
            (x + turn * 66, (top + bottom) / 2 + 9),
            (x + turn * 96, bottom + 6),
            (x - turn * 40, bottom + 6),
        ]
        points = [(a * scale, b * scale) for a, b in tail]
        pen.polygon(points, fill=dark)
        pen.line([*points, points[0]], fill=edge, width=round(2.4 * scale), joint="curve")
    area = [v * scale for v in box]
    pen.rectangle(area, fill=face, outline=edge, width=round(2.4 * scale))
    inner = [v * scale for v in (left + 8, top + 8, right - 8, bottom - 8)]
    pen.rectangle(inner, outline=colours.gold, width=round(2.4 * scale))


def _side(picture: Image.Image, side: Reckoning, area: Box, colours: Palette, scale: float) -> None:
    """A side's points, and beside them what made them."""
    pen = ImageDraw.Draw(picture)
    paint = colours.side(side.side)
    box = Box(area.left, area.top + 6, area.left + 148, area.bottom - 6)
    slab(pen, side.side, box, paint.edge, paint.face, 2.4, scale)
    x, y = box.centre
    at = (x * scale, (y - 14) * scale)
    write(picture, number(side.total), at, 56 * scale, paint.ink, 124 * scale)
    place = (x * scale, (box.bottom - 14) * scale)
    fitted(pen, place, PEOPLE[side.side], ("italic", 29, 600), 130 * scale, scale, paint.ink)
    left = box.right + 10
    cells = len(PARTS) + (1 if side.other else 0)
    step = (area.right - left) / cells
    for i in range(cells):
        _part(
            picture,
            side,
            i,
            Box(left + i * step, area.top, left + (i + 1) * step, area.bottom),
            colours,
            scale,
        )


def _part(
    picture: Image.Image, side: Reckoning, part: int, area: Box, colours: Palette, scale: float
) -> None:
    """How many, of what, at how much, and what they make."""
    pen = ImageDraw.Draw(picture)
    x, _ = area.centre
    wide = (area.right - area.left - 10) * scale
    if part == len(PARTS):
        word, figure, sum_ = "moderator", "", number(side.other)
    else:
        word = PARTS[part]
        figure = f"{side.counts[part]} × {number(WORTH[side.side][part])}"
        sum_ = f"= {number(side.scored(part))}"
    if word in SIGNS:
        at = ((area.left + 26) * scale, (area.top + 34) * scale)
        if SIGNS[word] == "star":
            _star(pen, at, 21 * scale, colours)
        else:
            stamp(picture, SIGNS[word], *at, 44 * scale, colours.ink)
    if figure:
        write(
            picture,
            figure,
            ((x + 24) * scale, (area.top + 34) * scale),
            DIGITS * scale,
            colours.ink,
            wide - 52 * scale,
        )
    write(
        picture,
        sum_,
        ((x + 10) * scale, (area.top + 80) * scale),
        (DIGITS + 4) * scale,
        colours.accent,
        wide,
    )
    fitted(
        pen,
        ((x + 2) * scale, (area.bottom - 14) * scale),
        word,
        ("italic", 29, 600),
        wide,
        scale,
        colours.ink,
    )


def _star(pen: ImageDraw.ImageDraw, at: tuple[float, float], far: float, colours: Palette) -> None:
    """The star of a resource on the board: two squares, one upon another."""
    x, y = at
    near = far * 0.72
    for grow, fill in ((1.0, colours.ink), (0.8, colours.gold)):
        r, s = far * grow, near * grow
        pen.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=fill)
        pen.rectangle((x - s, y - s, x + s, y + s), fill=fill)
