"""What stands beside a map: paper, the calendar, the legend, and what a board of areas says of
its sides and peoples."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from engine.tongues import Tongue
from renderer.boards import land
from renderer.boards.layout import Layout
from renderer.boards.scene import Banner, Panel, Scene
from renderer.ink.geometry import Box, Point
from renderer.ink.heraldry import shield, sign
from renderer.ink.lettering import figures, stamp
from renderer.ink.palette import Arms, Palette
from renderer.ink.palette import palette as named
from renderer.ink.writing import Hand, leaf, line

DIGITS = 30.0  # units: 10 pixels where a picture is 550 wide


def paper(picture: Image.Image, area: Box, palette: Palette, scale: float) -> None:
    pen = ImageDraw.Draw(picture)
    left, top, right, bottom = (v * scale for v in area)
    for grow, fill in ((3.0, palette.faint), (0.0, palette.paper)):
        shift = 3 * scale if grow else 0
        pen.rounded_rectangle(
            (left + shift, top + shift, right + shift, bottom + shift), radius=9 * scale, fill=fill
        )
    pen.rounded_rectangle(
        (left, top, right, bottom), radius=9 * scale, outline=palette.ink, width=round(2 * scale)
    )
    inset = 5 * scale
    pen.rounded_rectangle(
        (left + inset, top + inset, right - inset, bottom - inset),
        radius=6 * scale,
        outline=palette.accent,
        width=round(scale),
    )


def turn_cell(plan: Layout, number: int) -> Box:
    """The square of a turn on the track; turns count from 1."""
    area = plan.boxes["track"]
    width = (area.right - area.left) / len(plan.turns)
    left = area.left + (number - 1) * width
    return Box(left + 2, area.top, left + width - 2, area.bottom)


# -- what lies still -----------------------------------------------------------------------------


def calendar(picture: Image.Image, plan: Layout, palette: Palette, scale: float) -> None:
    """A cell for each turn, with its number and the year in which it begins; a star where points
    are counted."""
    for number, (years, turn) in enumerate(plan.turns if "track" in plan.boxes else (), 1):
        cell = turn_cell(plan, number)
        paper(picture, cell, palette, scale)
        x, high = cell.centre[0], cell.bottom - cell.top
        if number in plan.scoring:
            at = (x * scale, (cell.top + 2) * scale)
            sign(picture, "star", at, 21 * scale, palette.ink)
            sign(picture, "star", at, 17 * scale, palette.gold)
        wide = cell.right - cell.left - 8
        for down, text, hand, ink in (
            (0.58, turn, Hand("roman", 27, 750), palette.accent),
            (0.84, years.split("–")[0].split(" ")[0], Hand("roman", 15, 600), palette.ink),
        ):
            at = (x, cell.top + high * down)
            line(picture, at, text, hand, wide, ink, scale, least=11)


def legend(
    picture: Image.Image, plan: Layout, palette: Palette, scale: float, tongue: Tongue
) -> None:
    """Every emblem of a counter with its word; then what the marks below a name mean."""
    area = plan.boxes["legend"]
    signs = [(kind.arm or "", kind.name) for kind in plan.kinds.values()]
    signs += plan.legend
    step = (area.bottom - area.top - 14) / len(signs)
    for i, (emblem, word) in enumerate(signs):
        y = area.top + 7 + (i + 0.5) * step
        at = ((area.left + 24) * scale, y * scale)
        if emblem == "star":
            sign(picture, emblem, at, 20 * scale, palette.ink)
            sign(picture, emblem, at, 17 * scale, palette.gold)
        else:
            stamp(picture, emblem, *at, 19 * scale, palette.ink)
        line(
            picture, (area.left + 42, y + 6), tongue.field(word), Hand("roman", 18, 600),
            area.right - area.left - 50, palette.ink, scale, anchor="ls", least=12,
        )  # fmt: skip


# -- what changes --------------------------------------------------------------------------------


def title(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """The name of the game, when it is and what is going on."""
    area = plan.boxes.get("title")
    if area is None:
        return
    x, wide = area.centre[0], area.right - area.left - 24
    high = area.bottom - area.top
    line(picture, (x, area.top + high * 0.33), plan.title.upper(), Hand("capital", 44, 800), wide,
         palette.accent, scale)  # fmt: skip
    for down, text, hand in (
        (0.6, scene.heading, Hand("roman", 30, 700)),
        (0.86, scene.doing, Hand("italic", 29, 600)),
    ):
        line(picture, (x, area.top + high * down), text, hand, wide, palette.ink, scale, least=20)


def panel(picture: Image.Image, shown: Panel, points: str, plan: Layout, palette: Palette,
          scale: float) -> None:  # fmt: skip
    """A side: its points on a plate of its colour and shape, then the arms of its peoples."""
    area = plan.boxes[shown.side]
    paint = palette.side(shown.side)
    plate = Box(area.left + 6, area.top + 6, area.left + 96, area.bottom - 6)
    pen = ImageDraw.Draw(picture)
    for inset, fill in ((0.0, paint.edge), (2.2, paint.face)):
        d = inset * scale
        left, top, right, bottom = (v * scale for v in plate)
        leaf(pen, paint.shape, Box(left + d, top + d, right - d, bottom - d), 8 * scale, fill)
    _digits(picture, points, (plate.centre[0], plate.top + 25), 36, paint.ink, 70, scale)
    at = (plate.centre[0], plate.bottom - 7)
    line(picture, at, shown.heading, Hand("italic", 20, 650), 78, paint.ink, scale, least=14)
    if shown.banners:
        step = min(58.0, (area.right - plate.right - 12) / len(shown.banners))
        for i, banner in enumerate(shown.banners):
            x = plate.right + 6 + (i + 0.5) * step
            _banner(picture, banner, Box(x - step / 2, area.top + 5, x + step / 2, area.bottom - 5),
                    plan, palette, scale)  # fmt: skip


def _banner(
    picture: Image.Image, banner: Banner, area: Box, plan: Layout, palette: Palette, scale: float
) -> None:
    """Arms above, the purse below; gilt if it is this people's turn."""
    x = area.centre[0]
    if banner.active:
        pen = ImageDraw.Draw(picture)
        box = [v * scale for v in (area.left + 1, area.top, area.right - 1, area.bottom)]
        pen.rounded_rectangle(box, radius=7 * scale, fill=palette.gold, outline=palette.ink,
                              width=round(2 * scale))  # fmt: skip
    worn = plan.arms[banner.arms]
    _shield(picture, (x, area.top + 18), 26, worn, palette, scale)
    if banner.lord:
        _shield(picture, (x + 15, area.top + 27), 14, plan.arms[banner.lord], palette, scale)
    coin = area.right - area.left > 44
    stamp(picture, "two-coins", (x - 19) * scale, (area.bottom - 13) * scale,
          (15 if coin else 1) * scale, palette.faint)  # fmt: skip
    _digits(picture, banner.figure, (x + (8 if coin else 0), area.bottom - 18), DIGITS,
            palette.ink, area.right - area.left - (24 if coin else 4), scale)  # fmt: skip


def roll(picture: Image.Image, scene: Scene, plan: Layout, palette: Palette, scale: float) -> None:
    """Whose arms these are: every people in play, by side."""
    area = plan.boxes.get("roll")
    if area is None:
        return
    banners = [(p.side, b) for p in scene.panels for b in p.banners]
    columns = 1 if len(banners) <= 8 else 2
    rows = max(1, -(-len(banners) // columns))
    step = min(27.0, (area.bottom - area.top - 14) / rows)
    wide = (area.right - area.left - 16) / columns
    for i, (side, banner) in enumerate(banners):
        column, row = divmod(i, rows)
        x, y = area.left + 10 + column * wide, area.top + 8 + (row + 0.5) * step
        _side(picture, side, (x + 3, y), step, palette, scale)
        worn = plan.arms[banner.arms]
        _shield(picture, (x + 22, y), step * 0.66, worn, palette, scale)
        land.swatch(picture, Box(x + 36, y - 9, x + 60, y + 9), worn, palette, scale)
        ink = palette.accent if banner.active else palette.ink
        hand = Hand("roman", min(18, step * 0.7), 650)
        for at_x, text, room, anchor in (
            (x + 65, banner.name, wide - 102, "ls"),
            (x + wide - 8, banner.points, 30.0, "rs"),
        ):
            line(picture, (at_x, y + 6), text, hand, room, ink, scale, anchor=anchor, least=10)


def _side(
    picture: Image.Image, side: str, at: Point, high: float, palette: Palette, scale: float
) -> None:
    """A strip in the colour of a side."""
    x, y = at
    paint = palette.side(side)
    box = [v * scale for v in (x - 3, y - high / 2, x + 3, y + high / 2)]
    ImageDraw.Draw(picture).rectangle(box, fill=paint.face)


def _shield(
    picture: Image.Image, at: Point, wide: float, worn: Arms, palette: Palette, scale: float
) -> None:
    token = _shield_token(worn, round(wide, 1), palette.name, scale)
    corner = (round(at[0] * scale - token.width / 2), round(at[1] * scale - token.height / 2))
    picture.paste(token, corner, token)


@lru_cache(maxsize=128)
def _shield_token(worn: Arms, wide: float, palette_name: str, scale: float) -> Image.Image:
    unit = scale * 3
    side = round(wide * 1.5 * unit)
    made = Image.new("RGBA", (side, side))
    shield(made, (side / 2, side / 2), wide * unit, wide * 1.15 * unit, worn, named(palette_name))
    return made.reduce(3)


def _digits(
    picture: Image.Image, text: str, at: Point, high: float, ink: tuple[int, int, int],
    wide: float, scale: float,
) -> None:  # fmt: skip
    mask = figures(text, round(high * scale))
    if mask.width > wide * scale:
        mask = mask.resize((round(wide * scale), mask.height), Image.Resampling.LANCZOS)
    corner = (round(at[0] * scale - mask.width / 2), round(at[1] * scale - mask.height / 2))
    picture.paste(ink, (*corner, corner[0] + mask.width, corner[1] + mask.height), mask)
