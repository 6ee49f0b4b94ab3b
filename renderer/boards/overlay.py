"""The names of a board alone, each with its place: they lie over colours and under the pieces."""

from __future__ import annotations

import math
from dataclasses import replace

from PIL import Image

from renderer.boards import names
from renderer.boards.layout import Layout
from renderer.ink.geometry import Box
from renderer.ink.palette import Palette, palette

SHARP = 2
Written = tuple[Image.Image, tuple[int, int]]


def lettering(plan: Layout, palette_name: str, scale: float) -> list[Written]:
    """Every name of a layout as a small picture, and its corner in pixels."""
    colours = palette(palette_name)
    bare = replace(plan, towns={}, waters={})
    found = []
    for key, town in ((key, town) for key, town in plan.towns.items() if town.lines):
        left, top, size = _pixels(names.box(town), scale)
        by = (left / scale, top / scale)
        one = replace(bare, towns={key: town.moved(by)})
        found.append((_written(one, colours, size, scale), (left, top)))
    for key, water in plan.waters.items():
        left, top, size = _pixels(names.zone_box(water), scale)
        one = replace(bare, waters={key: water.moved((left / scale, top / scale))})
        found.append((_written(one, colours, size, scale), (left, top)))
    return found


def _pixels(box: Box, scale: float) -> tuple[int, int, tuple[int, int]]:
    """The corner and the size of a box in pixels, with room for the halo."""
    left, top = math.floor((box.left - 4) * scale), math.floor((box.top - 4) * scale)
    right, bottom = math.ceil((box.right + 4) * scale), math.ceil((box.bottom + 4) * scale)
    return left, top, (right - left, bottom - top)


def _written(plan: Layout, colours: Palette, size: tuple[int, int], scale: float) -> Image.Image:
    fine = (size[0] * SHARP, size[1] * SHARP)
    picture = Image.new("RGBA", fine, (*colours.halo, 0))
    names.draw(picture, plan, colours, scale * SHARP)
    return picture.reduce(SHARP)
