"""What the signs of Granada's pictures mean, in three columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PIL import Image

from engine.tongues import ENGLISH, Tongue
from renderer.boards import arrows, base, names
from renderer.boards.deeds import Mark
from renderer.boards.layout import Layout, Town
from renderer.games.granada import faces
from renderer.games.granada.words import signed
from renderer.ink.geometry import Box
from renderer.ink.palette import Palette
from renderer.pictures.legend import Column, Drawing, Entry, legend_sheet, token
from renderer.pictures.sheets import Sheet
from renderer.pieces.faces import face_token, plate_token
from renderer.pieces.tokens import badge_token, fleet_token, town_token

View = Mapping[str, Any]
FACE = 52.0


def legend(
    view: View,
    plan: Layout,
    colours: Palette,
    _: Sequence[str] = (),
    tongue: Tongue = ENGLISH,
) -> Sheet:
    """The same for everybody: it tells nothing of the position."""
    columns = []
    for name, signs in (("places", _places), ("beside", _beside), ("blocks", _blocks)):
        entries = tuple(
            Entry(draw, tongue.word(signed(key)), tongue.word(signed(f"{key}.text")))
            for key, draw in signs(plan, colours)
        )
        columns.append(Column(tongue.word(signed(name)), entries))
    words = tuple(
        tongue.word(signed("line", sign=entry.name, text=entry.text))
        for column in columns
        for entry in column.entries
    )
    return legend_sheet(tongue.word(signed("title")), columns, colours, words)


def _places(plan: Layout, colours: Palette) -> Iterator[tuple[str, Drawing]]:
    def town(fits: Callable[[Town], bool], held: str, castle: str | None = None) -> Drawing:
        found = next(t for t in plan.towns.values() if fits(t))
        return token(lambda scale: town_token(found, held, castle, colours, scale * 1.4))

    yield "town", town(lambda t: t.kind == "town", "christian")
    yield "tower", town(lambda t: t.tower and not t.castle, "christian")
    yield "castle", town(lambda t: t.kind == "castle", "christian")
    yield "star", town(lambda t: t.kind == "resource" and not t.castle, "muslim")
    yield "ring", town(lambda t: t.capital and not t.castle, "christian")
    yield "square", town(lambda t: t.kind == "castle", "muslim", "christian")
    for kind in ("main", "secondary", "hybrid"):
        yield f"road.{kind}", partial(_road, kind, colours)


def _road(kind: str, colours: Palette, picture: Image.Image, room: Box, scale: float) -> None:
    x, y = room.centre
    base.road_sign(picture, kind, Box(x - 44, y - 9, x + 44, y + 9), colours, scale)


def _beside(plan: Layout, colours: Palette) -> Iterator[tuple[str, Drawing]]:
    for key, mark in (
        ("shield", f"arms {next(iter(plan.arms))}"),
        ("anchor", "badge anchor sea"),
        ("coins", "badge two-coins gold"),
        ("moon", "badge moon plain"),
    ):
        yield key, partial(_mark, mark, colours)
    yield "disk", token(lambda scale: badge_token("Z", "", colours.name, scale * 2))
    yield "pick", token(lambda scale: badge_token("", "mining", colours.name, scale * 2))
    yield "ships", token(lambda scale: fleet_token("christian", 2, 3, colours.name, scale * 1.4))
    yield "ring.gilt", partial(_marked, plan, colours, "deed")
    yield "burst", partial(_marked, plan, colours, "fight")


def _mark(mark: str, colours: Palette, picture: Image.Image, room: Box, scale: float) -> None:
    x, y = room.centre
    names.mark(picture, mark, x * scale, y * scale, colours, scale * 2)


def _marked(
    plan: Layout, colours: Palette, what: str, picture: Image.Image, room: Box, scale: float
) -> None:
    town = next(t for t in plan.towns.values() if t.kind == "town")
    one = replace(plan, towns={town.key: replace(town, at=room.centre)})
    arrows.highlight(picture, one, Mark(town.key, what), colours, scale)


def _blocks(plan: Layout, colours: Palette) -> Iterator[tuple[str, Drawing]]:
    def plate(
        side: str, count: int, known: int = 0, walls: bool = False, gilt: bool = False
    ) -> Drawing:
        how = (side, count, known, walls, gilt, colours.name)
        return token(lambda scale: plate_token(*how, scale * 1.4))

    def shown(*keys: str) -> Drawing:
        def make(scale: float) -> Image.Image:
            made = [face_token(faces.block(k), FACE, False, colours.name, scale) for k in keys]
            whole = Image.new("RGBA", (sum(m.width for m in made), made[0].height))
            for i, one in enumerate(made):
                whole.paste(one, (sum(m.width for m in made[:i]), 0))
            return whole

        return token(make)

    yield "plate.christian", plate("christian", 5)
    yield "plate.muslim", plate("muslim", 3)
    yield "plate.grey", plate("grey", 6)
    yield "gilt", plate("christian", 8, gilt=True)
    yield "wall", plate("muslim", 2, walls=True)
    yield "eye", plate("muslim", 7, known=2)
    yield "face", shown("C2h")
    yield "arms", shown("A1g", "C1x")
    yield "leaders", shown("C1!", "Ferdinand")
