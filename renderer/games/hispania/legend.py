"""What the signs of Hispania's pictures mean, in three columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from PIL import Image

from engine.tongues import ENGLISH, Field, Tongue
from renderer.boards import land, names
from renderer.boards.layout import Layout
from renderer.games.hispania.names import book
from renderer.games.hispania.words import signed
from renderer.ink.geometry import Box
from renderer.ink.heraldry import sign
from renderer.ink.lettering import stamp
from renderer.ink.palette import Arms, Palette
from renderer.pictures.legend import Column, Drawing, Entry, legend_sheet, token
from renderer.pictures.sheets import Sheet
from renderer.pieces.counters import counter_token, tag_token

View = Mapping[str, Any]
Row = tuple[Field, str, Drawing]


def legend(
    view: View,
    plan: Layout,
    colours: Palette,
    _: Sequence[str] = (),
    tongue: Tongue = ENGLISH,
) -> Sheet:
    """The same for everybody: it tells nothing of the position."""
    columns = []
    for name, rows in (("units", _units), ("names", _names), ("land", _land)):
        entries = tuple(
            Entry(draw, tongue.field(called), tongue.word(signed(text)) if text else "")
            for called, text, draw in rows(plan, colours)
        )
        columns.append(Column(tongue.word(signed(name)), entries))
    words = tuple(
        tongue.word(signed("line" if e.text else "line.alone", sign=e.name, text=e.text))
        for column in columns
        for e in column.entries
    )
    return legend_sheet(tongue.word(signed("title")), columns, colours, words)


def _units(plan: Layout, colours: Palette) -> Iterator[Row]:
    for kind in plan.kinds.values():
        yield kind.name, "", partial(_stamp, kind.arm or "", colours)


def _stamp(emblem: str, colours: Palette, picture: Image.Image, room: Box, scale: float) -> None:
    x, y = room.centre
    stamp(picture, emblem, x * scale, y * scale, 54 * scale, colours.ink)


def _names(plan: Layout, colours: Palette) -> Iterator[Row]:
    for key, mark in (("ring", "ring 3"), ("peak", "peak 2"), ("coin", "coin 1")):
        yield signed(key), f"{key}.text", partial(_mark, mark, colours)
    yield signed("star"), "star.text", partial(_star, colours)
    yield signed("ruin"), "ruin.text", partial(_stamp, "castle-ruins", colours)
    yield signed("anchor"), "anchor.text", partial(_stamp, "anchor", colours)
    name = next(iter(book().chiefs.values()))
    chief = token(lambda scale: tag_token(name, "green", colours.name, scale))
    yield signed("chief"), "chief.text", chief


def _mark(mark: str, colours: Palette, picture: Image.Image, room: Box, scale: float) -> None:
    x, y = room.centre
    names.mark(picture, mark, x * scale, y * scale, colours, scale * 2.2)


def _star(colours: Palette, picture: Image.Image, room: Box, scale: float) -> None:
    x, y = room.centre
    for size, ink in ((50, colours.ink), (44, colours.gold)):
        sign(picture, "star", (x * scale, y * scale), size * scale, ink)


def _land(plan: Layout, colours: Palette) -> Iterator[Row]:
    arms = plan.arms["rome"]
    for side, key in (
        ("purple", "cut"),
        ("green", "round"),
        ("blue", "pointed"),
        ("red", "square"),
    ):
        make = partial(counter_token, side, arms, (("spears", 2),), False, colours.name)
        yield signed(f"seat.{key}"), f"seat.{key}.text", token(make)
    led = partial(counter_token, "red", arms, (("spears", 3),), True, colours.name)
    yield signed("gilt"), "gilt.text", token(led)
    hatched = next(worn for worn in plan.arms.values() if worn.hatch)
    yield signed("hatch"), "hatch.text", partial(_swatch, hatched, colours)


def _swatch(worn: Arms, colours: Palette, picture: Image.Image, room: Box, scale: float) -> None:
    x, y = room.centre
    land.swatch(picture, Box(x - 40, y - 28, x + 40, y + 28), worn, colours, scale)
